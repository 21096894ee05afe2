// SPDX-License-Identifier: MIT
// Asks every program as a child over a socket, this process's own program too. The former one stays
// alive until the next has been compared with it, although its file is gone by then.
#include <tandem/tools/verify/rebuild.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/replay/explain/ask_program.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/trial/asked_program.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/system/watched_program.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::AskedRun;
using replay::AskPlan;
using replay::GameProgram;
using replay::Replay;

// The run of a recording in one program.
struct BuildRun {
    std::unique_ptr<GameProgram> program;
    std::optional<AskedRun> run;  // run of the whole recording
    std::string trouble;          // the reason why there is none
};

std::optional<std::uint64_t> first_change(const AskedRun& former, const AskedRun& now,
                                          std::uint64_t first_tick);
std::string step_place_text(std::uint64_t ticks_done, std::uint64_t first_tick);

class RebuildLoop {
public:
    RebuildLoop(const Replay& file, std::string path, const sim::GameInfo& game,
                std::string program, const Context& context)
        : file_(file),
          path_(std::move(path)),
          game_(game),
          watched_(std::move(program)),
          console_(context.console) {}

    int run();

private:
    // Examines the program. It says nothing about a file that turns out not to be whole yet.
    void examine();
    BuildRun start() const;

    // Looks at the place where the last program that parted from the recording did, and a little
    // further.
    void compare_place(BuildRun& build);
    void ask_for_all(BuildRun& build);
    std::string end_text(const AskedRun& run) const;

    JsonValue tick_json(std::uint64_t ticks_done) const {
        return ticks_done == file_.first_tick() ? JsonValue() : JsonValue(ticks_done - 1);
    }

    // The difference between the states of both programs at the place where they part.
    struct Change {
        std::uint64_t ticks_done = 0;
        std::vector<sim::FieldDifference> fields;  // former | now
        std::optional<replay::PhaseParting> phase;
    };

    std::optional<Change> change_of(BuildRun& now);
    void report(BuildRun& now);
    void report(const BuildRun& now, const std::optional<Change>& change,
                const std::string& message);

    const Replay& file_;
    std::string path_;
    const sim::GameInfo& game_;
    WatchedProgram watched_;
    Console& console_;
    BuildRun former_;
    std::optional<std::uint64_t> place_;  // the last parting from the recording, in ticks done
    JsonValue place_facts_;
    std::uint64_t number_ = 0;
    bool is_heard_ = true;  // true while somebody still reads our output
};

}  // namespace

Result<int> verify_on_rebuild(const std::string& path, const Context& context) {
    if (context.own_program.empty()) {
        return Error{ErrorCode::usage, "--on-rebuild",
                     "main does not hand the process's own arguments to "
                     "tandem::tools::run, so this program cannot be started again"};
    }
    const SignalGuard signals;
    const auto file = open_replay(path, context);
    TANDEM_TRY(file);
    const auto game = game_of(*file, path, context);
    TANDEM_TRY(game);
    TANDEM_TRY(replay::check_simulation(file->header(), *game->info).within(path));
    if (const auto missing = file->missing_assets(); !missing.empty()) {
        return Error{ErrorCode::usage, path,
                     "the file only names the asset " + escaped(missing.front()) +
                         ", whose content a program would need to play it"};
    }
    auto program = own_program_path();
    TANDEM_TRY(program);
    return RebuildLoop(*file, path, *game->info, *std::move(program), context).run();
}

namespace {

// The number of ticks after which two programs first make different states; nothing if they never
// do.
std::optional<std::uint64_t> first_change(const AskedRun& former, const AskedRun& now,
                                          std::uint64_t first_tick) {
    const std::size_t count = std::min(former.hashes.size(), now.hashes.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (former.hashes[i] != now.hashes[i]) {
            return first_tick + i;
        }
    }
    return former.hashes.size() == now.hashes.size() ? std::nullopt
                                                     : std::optional(first_tick + count);
}

// The tick in whose step that happened, in words.
std::string step_place_text(std::uint64_t ticks_done, std::uint64_t first_tick) {
    return ticks_done == first_tick ? "before its first tick"
                                    : "at tick " + std::to_string(ticks_done - 1);
}

int RebuildLoop::run() {
    examine();
    while (pending_signal() == 0 && is_heard_) {
        if (watched_.is_rebuilt(steady_now())) {
            examine();
            continue;
        }
        sleep_until(steady_now() + WatchedProgram::k_between_looks);
    }
    return is_heard_ ? exit_code_of_signal(pending_signal()) : 0;
}

void RebuildLoop::examine() {
    BuildRun now = start();
    if (now.program) {
        compare_place(now);
        ask_for_all(now);
    }
    if (pending_signal() != 0) {
        return;
    }
    if (!now.run && watched_.is_stale()) {
        watched_.forget();
        return;
    }
    report(now);
    if (now.run) {
        place_ = now.run->parted_at ? now.run->parted_at : place_;
        former_ = std::move(now);
    }
    console_.print_note("waiting for " + escaped(watched_.path()) + " to be built again");
}

BuildRun RebuildLoop::start() const {
    BuildRun build;
    auto started =
        start_asked_program({watched_.path()}, game_, {[] { return pending_signal() != 0; }});
    if (started) {
        build.program = std::move(*started);
    } else {
        build.trouble = started.error().text();
    }
    return build;
}

void RebuildLoop::compare_place(BuildRun& build) {
    place_facts_ = JsonValue();
    if (!place_) {
        return;
    }
    constexpr std::uint64_t k_further = 60;
    AskPlan plan;
    plan.end_ticks_done = std::min(file_.end_tick(), *place_ + k_further);
    for (const replay::StoredState& state : file_.states()) {
        if (state.purpose == sim::StatePurpose::keyframe && state.ticks_done < *place_ &&
            state.ticks_done > file_.first_tick()) {
            plan.from_keyframe = state.ticks_done;
        }
    }
    const auto run = replay::ask_program(file_, *build.program, plan);
    if (!run) {
        build.trouble = run.error().text();
        build.program.reset();
        return;
    }
    const std::uint64_t from = plan.from_keyframe.value_or(file_.first_tick());
    console_.print(
        step_place_text(*place_, file_.first_tick()) + ", where it last parted: " +
        (run->agrees() ? "now as recorded" : "still not as recorded, " + end_text(*run)));
    place_facts_ = JsonObject{
        {"tick", tick_json(*place_)}, {"from_ticks_done", from}, {"same", run->agrees()}};
}

void RebuildLoop::ask_for_all(BuildRun& build) {
    if (!build.program) {
        return;
    }
    Progress progress(console_.err(), console_.may_redraw(), "verifying", "tick", file_.ticks());
    AskPlan plan;
    plan.end_ticks_done = file_.end_tick();
    plan.stops_where_it_parts = false;
    plan.keeps_hashes = true;
    auto run = replay::ask_program(file_, *build.program, plan, [&](std::uint64_t ticks) {
        progress.update(ticks, steady_now());
        return pending_signal() == 0;
    });
    progress.finish();
    if (run) {
        build.run = std::move(*run);
    } else {
        build.trouble = run.error().text();
    }
}

std::string RebuildLoop::end_text(const AskedRun& run) const {
    return run.parted_at ? step_place_text(*run.parted_at, file_.first_tick())
                         : "its step fails at tick " + std::to_string(run.ticks_done);
}

std::optional<RebuildLoop::Change> RebuildLoop::change_of(BuildRun& now) {
    if (!former_.run || !now.run) {
        return std::nullopt;
    }
    const auto at = first_change(*former_.run, *now.run, file_.first_tick());
    if (!at) {
        return std::nullopt;
    }
    Change change{*at, {}, {}};
    if (former_.run->first_state.empty() || now.run->first_state.empty()) {
        return change;  // a reset failed, so one of them did not even begin
    }
    if (*at == file_.first_tick()) {
        change.fields =
            sim::compare_values(game_.state_schema, former_.run->first_state, now.run->first_state);
        return change;
    }
    AskPlan plan;
    plan.end_ticks_done = *at;
    plan.seen = sim::Tick{*at - 1};
    plan.stops_where_it_parts = false;
    const auto before = replay::ask_program(file_, *former_.program, plan);
    const auto after = replay::ask_program(file_, *now.program, plan);
    if (before && after && before->seen && after->seen) {
        change.fields =
            sim::compare_values(game_.state_schema, before->seen->after, after->seen->after);
        change.phase = replay::part_in_phases(*before->seen, *after->seen);
    }
    return change;
}

void RebuildLoop::report(BuildRun& now) {
    ++number_;
    const auto change = change_of(now);
    std::string message;
    if (!now.run) {
        message = "the program cannot be asked: " + now.trouble;
    } else if (now.run->agrees()) {
        message = "all " + count_text(file_.ticks(), "tick") + " are as recorded";
    } else {
        message = "not as recorded: " + end_text(*now.run);
    }
    std::string changed;
    if (change) {
        changed =
            "; another than before: " + step_place_text(change->ticks_done, file_.first_tick()) +
            (change->phase ? ", " + change->phase->text : "");
    } else if (former_.run && now.run) {
        changed = "; all as before";
    }
    console_.print("build " + std::to_string(number_) + ": " + escaped(message + changed));
    if (change) {
        print_fields(change->fields, moment_text(change->ticks_done), console_);
    }
    report(now, change, message + changed);
}

void RebuildLoop::report(const BuildRun& now, const std::optional<Change>& change,
                         const std::string& message) {
    const auto& run = now.run;
    const std::string verdict = !run             ? "not run"
                                : run->agrees()  ? "same"
                                : run->parted_at ? "diverged"
                                                 : "failed";
    console_.report(
        {{"file", path_},
         {"game", game_.name},
         {"build_number", number_},
         {"build", now.program ? JsonValue(now.program->build()) : JsonValue()},
         {"verdict", verdict},
         {"ticks_checked", run ? run->ticks_done - file_.first_tick() : 0},
         {"tick", run && run->parted_at   ? tick_json(*run->parted_at)
                  : run && run->is_failed ? JsonValue(run->ticks_done)
                                          : JsonValue()},
         {"has_changed", change.has_value()},
         {"changed_tick", change ? tick_json(change->ticks_done) : JsonValue()},
         {"phase", change && change->phase && !change->phase->phase.empty()
                       ? JsonValue(change->phase->phase)
                       : JsonValue()},
         {"fields", fields_json(change ? change->fields : std::vector<sim::FieldDifference>())},
         {"fields_ticks_done", change ? JsonValue(change->ticks_done) : JsonValue()},
         {"place", place_facts_},
         {"message", message}});
    is_heard_ = console_.flush();
}

}  // namespace
}  // namespace tandem::tools
