// SPDX-License-Identifier: MIT
// The verb record plays a session on this machine alone, into a file that grows as it happens.
#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/program/session/takes.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

// True if the inputs in the file make it fail: those of a session from its reset, in which no bit
// was flipped on purpose, and whose own step failed.
bool can_be_minimised(const Take& take) {
    const auto file = replay::Replay::open(take.path);
    return take.is_whole && file && file->first_tick() == 0 && replay::failed_tick(*file) &&
           plants_text(*file, file->end_tick()).empty();
}

std::string minimised_path(const Take& take) {
    const std::filesystem::path path(take.path);
    return std::filesystem::path(path)
        .replace_filename(path.stem().string() + "-small" + path.extension().string())
        .string();
}

// Refuses options that a recording which is continued decides for the whole session.
Result<void> check_decided(const Arguments& arguments) {
    for (const char* option : std::array{"--seed", "--players", "--option"}) {
        if (arguments.has(option)) {
            return Error{ErrorCode::usage, option,
                         "the recording that --from names has decided this; leave it away"};
        }
    }
    return {};
}

// The game, and with --from the place where its recording is left.
struct Beginning {
    RegisteredGame game;
    std::optional<BranchPoint> from;
};
Result<Beginning> begin_anew(const Context& context) {
    const auto game = context.registry.choose(context.game);
    return game ? Result<Beginning>(Beginning{*game, std::nullopt}) : game.error();
}
Result<Beginning> begin_from(const std::string& text, Context& context) {
    const BranchText place = split_branch(text);
    const auto file = open_replay(place.file, context);
    TANDEM_TRY(file);
    const auto game = game_of(*file, place.file, context);
    TANDEM_TRY(game);
    if (file->flaw()) {
        context.console.print_note(file->flaw()->text());
    }
    auto from = branch_at(*file, place.file, game->make(), place);
    return from ? Result<Beginning>(Beginning{*game, std::move(*from)}) : from.error();
}

Result<int> run_record(const Arguments& arguments, Context& context) {
    TakesPlan plan;
    plan.session = session_arguments(arguments);
    plan.is_realtime = arguments.flag("--realtime");
    const std::string from = arguments.text("--from");
    if (!from.empty()) {
        TANDEM_TRY(check_decided(arguments));
    }
    auto beginning = from.empty() ? begin_anew(context) : begin_from(from, context);
    TANDEM_TRY(beginning);
    plan.from = std::move(beginning->from);
    // This comes before the screen opens, so that the terminal is not touched in vain.
    TANDEM_TRY(planned_plant(*beginning->game.info, plan.session.plant));
    const SignalGuard signals;
    ViewChoice choice = view_choice(arguments);
    choice.title = beginning->game.info->name + ": recording";
    auto screen = open_surface(choice, wants_keys(plan.session.inputs), context.console);
    TANDEM_TRY(screen);
    // A person who wants to see it, sees it at its own pace.
    plan.is_realtime = plan.is_realtime || *screen != nullptr;
    Takes takes(plan, beginning->game, context, screen->get());
    const auto done = takes.run();
    const auto unseen = *screen != nullptr ? (*screen)->failure() : std::nullopt;
    screen->reset();
    // Without a session there is no file either.
    if (takes.takes().empty()) {
        return done.error();
    }
    takes.print();
    const Take& last = takes.takes().back();
    // If the recording failed, that is why nothing was planted.
    const auto missed =
        last.is_whole ? missed_plant(plan.session.plant, last.end_tick()) : std::nullopt;
    const auto error = with_way_on(first_error({done ? std::nullopt : std::optional(done.error()),
                                                takes.lost(), takes.cut(), unseen},
                                               context.console),
                                   takes.lost(), last.reason);
    const int code = report_end(error, missed, takes.facts(), context);
    if (last.reason == sim::EndReason::step_failed && can_be_minimised(last) &&
        find_verb(context.verbs, "minimise") != nullptr) {
        context.console.print("next: " + context.program.name + " minimise " +
                              shell_word(last.path) + " -o " + shell_word(minimised_path(last)) +
                              ", which leaves only the inputs that it needs");
    }
    return code;
}

}  // namespace

Verb record_verb() {
    return {
        .name = "record",
        .sentence = "Run a session and write it to a file",
        .example = "record --inputs lmp:freedm.wad#DEMO1 -o a.tandem",
        .starts_a_game = true,
        .options =
            joined({session_options(players_alone_option()),
                    view_options(),
                    {{.names = {"--realtime"},
                      .sentence = "Run at the game's tick rate instead of as fast as possible"},
                     {.names = {"--from"},
                      .value_name = "FILE@T",
                      .sentence = "Go on from the state after T ticks of this recording; -T counts "
                                  "from its end",
                      .value = Text{}}}}),
        .run = &reported<&run_record>,
    };
}

}  // namespace tandem::tools
