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

// Records one step after the other. The file also holds the inputs of the tick in which the game
// dies.
Result<void> record_ticks(const Minimised& found, bool ends_in_a_state, sim::Timeline& timeline,
                          replay::Recorder& recorder) {
    const std::uint32_t ticks = found.sheet.ticks();
    const std::uint32_t sound = ends_in_a_state ? ticks : ticks - 1;
    for (std::uint32_t tick = 0; tick < sound; ++tick) {
        TANDEM_TRY(timeline.advance(found.sheet.record(tick)));
    }
    return sound == ticks ? Result<void>()
                          : recorder.on_event({sim::MarkKind::failed, sim::Tick{sound}, 0, 0,
                                               found.outcome.what, found.sheet.record(sound)});
}

class MinimiseSession {
public:
    MinimiseSession(const Arguments& arguments, Context& context)
        : path_(arguments.text("FILE")),
          condition_text_(arguments.text("--until")),
          diverges_(arguments.flag("--diverges")),
          limits_(trial_limits(arguments, k_patience_of_many)),
          context_(context) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
    }

    Result<int> run() {
        if (output_.output.empty()) {
            return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
        }
        auto path = own_recording(path_);
        TANDEM_TRY(path);
        path_ = std::move(path).value();
        auto file = open_replay(path_, context_);
        TANDEM_TRY(file);
        auto game = game_of(*file, path_, context_);
        TANDEM_TRY(game);
        TANDEM_TRY(check_output("--output", output_.output, output_, {path_}));
        if (file->flaw()) {
            context_.console.complain(*file->flaw());
        }
        auto sheet = replay::InputSheet::read(*file, game->info->idle_input).within(path_);
        TANDEM_TRY(sheet);
        const replay::ExpressionScope scope = replay::scope_of(*file);
        std::optional<replay::Expression> condition;
        if (!condition_text_.empty()) {
            auto parsed = replay::Expression::parse(condition_text_, scope).within("--until");
            TANDEM_TRY(parsed);
            condition = std::move(parsed).value();
        }
        if (condition || diverges_) {
            leave_out_the_failed_tick(*file, *sheet);
        }
        const SignalGuard signals;
        const FailureSought sought{condition ? &*condition : nullptr, condition_text_, diverges_,
                                   limits_};
        auto opened = open_whole_output(output_.output, output_.force);
        TANDEM_TRY(opened);
        auto found = shrink(*sheet, *game, file->header().setup, sought);
        if (!found && pending_signal() != 0) {
            return exit_code_of_signal(pending_signal());
        }
        if (!found) {
            return context_.fail(found.error().within(path_));
        }
        if (found->sheet.ticks() == 0 && !ends_in_a_state(*found)) {
            return Error{ErrorCode::step_failed, path_,
                         "it fails before the first tick, so there is nothing to shrink: " +
                             found->outcome.what};
        }
        if (auto written = write(*file, *game, *found, **opened); !written) {
            const bool is_interrupted = pending_signal() != 0 && !found->is_stopped;
            return is_interrupted ? exit_code_of_signal(pending_signal())
                                  : context_.fail(written.error());
        }
        return report(*file, *game, *sheet, *found);
    }

private:
    // Leaves out the failed tick. If something else is sought, the session's own failure at its end
    // shall not be left.
    static void leave_out_the_failed_tick(const Replay& file, replay::InputSheet& sheet) {
        std::vector<std::uint32_t> ticks(static_cast<std::size_t>(file.ticks()));
        std::iota(ticks.begin(), ticks.end(), 0U);
        sheet = sheet.with_ticks(ticks);
    }

    Result<Minimised> shrink(const replay::InputSheet& sheet, const RegisteredGame& game,
                             const Setup& setup, const FailureSought& sought) {
        Progress progress(context_.console.err(), context_.console.may_redraw(), "shrinking",
                          "trial", std::nullopt);
        auto found = replay::minimise(sheet, *game.info, played_trial(game, setup, sought),
                                      [&](std::uint64_t trials) {
                                          progress.update(trials, steady_now());
                                          return pending_signal() == 0;
                                      });
        progress.finish();
        return found;
    }

    // True if the failure is a state, and not a step that never ended.
    bool ends_in_a_state(const Minimised& found) const {
        return (!condition_text_.empty() && found.outcome.what == condition_text_) ||
               (diverges_ && found.outcome.what == k_goes_on_otherwise);
    }

    // Plays the session once more, in a process where the game can do no harm.
    Result<void> write(const Replay& file, const RegisteredGame& game, const Minimised& found,
                       replay::FileOutput& output) {
        const auto bytes = bytes_of_trial(
            context_, "recording " + output_.output,
            [&](const replay::Progress&) { return record_again(file, game, found); }, limits_);
        return bytes ? write_whole(output, *bytes) : bytes.error();
    }

    Result<sim::Bytes> record_again(const Replay& file, const RegisteredGame& game,
                                    const Minimised& found) const {
        replay::BufferOutput buffer;
        replay::Recorder recorder(buffer, {.build = build_text(), .game_build = own_game_build()});
        sim::Timeline timeline(game.make(), &recorder);
        TANDEM_TRY(timeline.start(file.header().setup));
        const std::string parent = "minimised from a recording of " +
                                   std::to_string(file.end_tick()) + " ticks, chain " +
                                   (file.chain() ? hash_text(file.chain()->value) : "unknown") +
                                   "; it fails: " + found.outcome.what;
        TANDEM_TRY(timeline.mark({sim::MarkKind::note, sim::Tick{0}, 0, 0, parent}));
        const bool is_state = ends_in_a_state(found);
        TANDEM_TRY(record_ticks(found, is_state, timeline, recorder));
        TANDEM_TRY(
            recorder.on_end(is_state ? sim::EndReason::tick_limit : sim::EndReason::step_failed));
        return buffer.bytes();
    }

    // The command that fails as long as nobody has mended the game.
    std::string again(const Replay& file, const RegisteredGame& game,
                      const Minimised& found) const {
        const std::string name = context_.program.name;
        if (!condition_text_.empty() && ends_in_a_state(found)) {
            return name + " find " + shell_quoted(condition_text_) + " " +
                   shell_word(output_.output);
        }
        if (diverges_ && ends_in_a_state(found)) {
            return name + " verify --roundtrip-every 1 " + shell_word(output_.output);
        }
        return context_.program.starting(game.info->name) + " record --inputs " +
               shell_word("replay:" + output_.output) +
               setup_options(file.header().setup, *game.info) + " -o again.tandem";
    }

    int report(const Replay& file, const RegisteredGame& game, const replay::InputSheet& before,
               const Minimised& found) {
        const std::size_t inputs = found.sheet.places().size();
        const std::string command = again(file, game, found);
        context_.console.print(
            "wrote " + escaped(output_.output) + ": " + count_text(inputs, "input") + " of " +
            std::to_string(before.places().size()) + " and " +
            count_text(found.sheet.ticks(), "tick") + " of " + std::to_string(before.ticks()) +
            " are left, in " + count_text(found.trials, "trial"));
        context_.console.print("it fails: " + escaped(found.outcome.what));
        context_.console.print("again: " + command);
        if (found.is_stopped) {
            context_.console.print_note("interrupted; perhaps less is enough");
        }
        context_.console.report({{"file", output_.output},
                                 {"from", path_},
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

    std::string path_;
    std::string condition_text_;
    bool diverges_;
    TrialLimits limits_;
    SessionArguments output_;
    Context& context_;
};

Result<int> run_minimise(const Arguments& arguments, Context& context) {
    return MinimiseSession(arguments, context).run();
}

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

}  // namespace tandem::tools
