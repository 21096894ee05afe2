// SPDX-License-Identifier: MIT
// The verb minimise finds the smallest session that still fails as this one does.
#include <numeric>
#include <optional>

#include <tandem/replay/explain/find_states.hpp>
#include <tandem/replay/explain/minimise.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/played_again.hpp>
#include <tandem/tools/program/trial/played_trial.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/shell_text.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Minimised;
using replay::Replay;

bool ends_in_a_state(const Minimised& found, const FailureSought& sought);
Result<void> record_ticks(const Minimised& found, bool is_state, sim::Timeline& timeline,
                          replay::Recorder& recorder);
Result<Minimised> shrink_session(const replay::InputSheet& sheet, const RegisteredGame& game,
                                 const Setup& setup, const FailureSought& sought, Console& console);
Result<sim::Bytes> record_shrunk(const Replay& file, const RegisteredGame& game,
                                 const Minimised& found, bool is_state);
Result<void> write_shrunk(const Replay& file, const RegisteredGame& game, const Minimised& found,
                          const FailureSought& sought, replay::FileOutput& output,
                          Context& context);
std::string command_that_fails(const Replay& file, const RegisteredGame& game,
                               const Minimised& found, const FailureSought& sought,
                               const std::string& output, const Context& context);
int report_shrunk(const Minimised& found, const replay::InputSheet& before, const std::string& path,
                  const std::string& output, const std::string& command, Console& console);
Result<int> minimise_recording(const Replay& file, const std::string& path,
                               const Arguments& arguments, Context& context);
Result<int> run_minimise(const Arguments& arguments, Context& context);

}  // namespace

Verb minimise_verb() {
    return {
        .name = "minimise",
        .sentence = "Shrink a recording that fails while it still fails",
        .example = "minimise crash.tandem -o small.tandem",
        .options =
            {{.names = {"FILE"},
              .sentence =
                  "A recording or bundle whose session throws, dies or hangs, or see --until",
              .value = Path{Path::Kind::either},
              .is_required = true},
             {.names = {"--until"},
              .value_name = "EXPR",
              .sentence = "It fails where this holds, written as for find",
              .value = Text{}},
             {.names = {"--diverges"},
              .sentence = "It fails where a saved and restored state goes on otherwise"},
             patience_option(k_patience_of_many),
             memory_option(),
             {.names = {"-o", "--output"},
              .value_name = "OUT",
              .sentence = "File to write",
              .value = Path{}},
             {.names = {"--force"}, .sentence = "Replace the file if it exists"}},
        .run = &reported<&run_minimise>,
    };
}

namespace {

// True if the failure is a state, and not a step that never ended.
bool ends_in_a_state(const Minimised& found, const FailureSought& sought) {
    return (!sought.condition_text.empty() && found.outcome.what == sought.condition_text) ||
           (sought.divergence && found.outcome.what == k_goes_on_otherwise);
}

// Records one step after the other. The file also holds the inputs of the tick in which the game
// dies.
Result<void> record_ticks(const Minimised& found, bool is_state, sim::Timeline& timeline,
                          replay::Recorder& recorder) {
    const std::uint32_t ticks = found.sheet.ticks();
    const std::uint32_t sound = is_state ? ticks : ticks - 1;
    for (std::uint32_t tick = 0; tick < sound; ++tick) {
        TANDEM_TRY(timeline.advance(found.sheet.record(tick)));
    }
    return sound == ticks ? Result<void>()
                          : recorder.on_event({sim::MarkKind::failed, sim::Tick{sound}, 0, 0,
                                               found.outcome.what, found.sheet.record(sound)});
}

Result<Minimised> shrink_session(const replay::InputSheet& sheet, const RegisteredGame& game,
                                 const Setup& setup, const FailureSought& sought,
                                 Console& console) {
    Progress progress(console.err(), console.may_redraw(), "shrinking", "trial", std::nullopt);
    auto found = replay::minimise(sheet, *game.info, played_trial(game, setup, sought),
                                  [&](std::uint64_t trials) {
                                      progress.update(trials, steady_now());
                                      return pending_signal() == 0;
                                  });
    progress.finish();
    return found;
}

Result<sim::Bytes> record_shrunk(const Replay& file, const RegisteredGame& game,
                                 const Minimised& found, bool is_state) {
    replay::BufferOutput buffer;
    replay::Recorder recorder(buffer, {.build = build_text(), .game_build = own_game_build()});
    sim::Timeline timeline(game.make(), &recorder);
    TANDEM_TRY(timeline.start(file.header().setup));
    const std::string parent = "minimised from a recording of " + std::to_string(file.end_tick()) +
                               " ticks, chain " +
                               (file.chain() ? hash_text(file.chain()->value) : "unknown") +
                               "; it fails: " + found.outcome.what;
    TANDEM_TRY(timeline.mark({sim::MarkKind::note, sim::Tick{0}, 0, 0, parent}));
    TANDEM_TRY(record_ticks(found, is_state, timeline, recorder));
    TANDEM_TRY(
        recorder.on_end(is_state ? sim::EndReason::tick_limit : sim::EndReason::step_failed));
    return buffer.bytes();
}

// Plays the session once more, in a process where the game can do no harm.
Result<void> write_shrunk(const Replay& file, const RegisteredGame& game, const Minimised& found,
                          const FailureSought& sought, replay::FileOutput& output,
                          Context& context) {
    const bool is_state = ends_in_a_state(found, sought);
    const auto bytes = bytes_of_trial(
        context, "recording " + output.path(),
        [&](const replay::Progress&) { return record_shrunk(file, game, found, is_state); },
        sought.limits);
    return bytes ? write_whole(output, *bytes) : bytes.error();
}

// The command that fails as long as nobody has mended the game.
std::string command_that_fails(const Replay& file, const RegisteredGame& game,
                               const Minimised& found, const FailureSought& sought,
                               const std::string& output, const Context& context) {
    const std::string name = context.program.name;
    const bool is_state = ends_in_a_state(found, sought);
    if (!sought.condition_text.empty() && is_state) {
        return name + " find " + shell_quoted(sought.condition_text) + " " + shell_word(output);
    }
    if (sought.divergence && is_state) {
        return name + " verify --roundtrip-every 1 " + shell_word(output);
    }
    return context.program.starting(game.info->name) + " record --inputs " +
           shell_word("replay:" + output) + setup_options(file.header().setup, *game.info) +
           " -o again.tandem";
}

int report_shrunk(const Minimised& found, const replay::InputSheet& before, const std::string& path,
                  const std::string& output, const std::string& command, Console& console) {
    const std::size_t inputs = found.sheet.places().size();
    console.print("wrote " + escaped(output) + ": " + count_text(inputs, "input") + " of " +
                  std::to_string(before.places().size()) + " and " +
                  count_text(found.sheet.ticks(), "tick") + " of " +
                  std::to_string(before.ticks()) + " are left, in " +
                  count_text(found.trials, "trial"));
    console.print("it fails: " + escaped(found.outcome.what));
    console.print("again: " + command);
    if (found.is_stopped) {
        console.print_note("interrupted; perhaps less is enough");
    }
    console.report({{"file", output},
                    {"from", path},
                    {"failure", found.outcome.what},
                    {"inputs", inputs},
                    {"inputs_before", before.places().size()},
                    {"ticks", found.sheet.ticks()},
                    {"ticks_before", before.ticks()},
                    {"trials", found.trials},
                    {"is_stopped", found.is_stopped},
                    {"again", command}});
    return found.is_stopped ? exit_code_of_signal(pending_signal()) : 0;
}

Result<int> minimise_recording(const Replay& file, const std::string& path,
                               const Arguments& arguments, Context& context) {
    const std::string output = arguments.text("--output");
    const auto game = game_of(file, path, context);
    TANDEM_TRY(game);
    TANDEM_TRY(check_output("--output", output, {}, {path}));
    if (file.flaw()) {
        context.console.complain(*file.flaw());
    }
    auto sheet = replay::InputSheet::read(file, game->info->idle_input).within(path);
    TANDEM_TRY(sheet);
    const replay::ExpressionScope scope = replay::scope_of(file);
    FailureSought sought{nullptr, arguments.text("--until"), arguments.flag("--diverges"),
                         trial_limits(arguments, k_patience_of_many)};
    std::optional<replay::Expression> condition;
    if (!sought.condition_text.empty()) {
        auto parsed = replay::Expression::parse(sought.condition_text, scope).within("--until");
        TANDEM_TRY(parsed);
        sought.condition = &condition.emplace(std::move(parsed).value());
    }
    if (condition || sought.divergence) {
        // If something else is sought, the session's own failure at its end shall not be left.
        std::vector<std::uint32_t> ticks(static_cast<std::size_t>(file.ticks()));
        std::iota(ticks.begin(), ticks.end(), 0U);
        sheet = sheet->with_ticks(ticks);
    }
    const SignalGuard signals;
    const auto opened = open_whole_output(output, arguments.flag("--force"));
    TANDEM_TRY(opened);
    const auto found = shrink_session(*sheet, *game, file.header().setup, sought, context.console);
    if (!found && pending_signal() != 0) {
        return exit_code_of_signal(pending_signal());
    }
    if (!found) {
        return found.error().within(path);
    }
    if (found->sheet.ticks() == 0 && !ends_in_a_state(*found, sought)) {
        return Error{ErrorCode::step_failed, path,
                     "it fails before the first tick, so there is nothing to shrink: " +
                         found->outcome.what};
    }
    if (auto written = write_shrunk(file, *game, *found, sought, **opened, context); !written) {
        const bool is_interrupted = pending_signal() != 0 && !found->is_stopped;
        return is_interrupted ? exit_code_of_signal(pending_signal())
                              : context.fail(written.error());
    }
    const std::string command = command_that_fails(file, *game, *found, sought, output, context);
    return report_shrunk(*found, *sheet, path, output, command, context.console);
}

Result<int> run_minimise(const Arguments& arguments, Context& context) {
    if (arguments.text("--output").empty()) {
        return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
    }
    const auto path = own_recording(arguments.text("FILE"));
    TANDEM_TRY(path);
    const auto file = open_replay(*path, context);
    TANDEM_TRY(file);
    return minimise_recording(*file, *path, arguments, context);
}

}  // namespace
}  // namespace tandem::tools
