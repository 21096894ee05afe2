// SPDX-License-Identifier: MIT
// Measured from what the game was asked to do; the loop itself is not looked into.
#include <tandem/tools/lab/aftermath.hpp>

#include <algorithm>
#include <limits>

#include <tandem/tools/lab/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

using sim::DebtPolicy;
using std::chrono::milliseconds;

constexpr std::uint32_t k_no_cap = std::numeric_limits<std::uint32_t>::max();

// MDN's separated loop as its comment has it: a tick that is due at this very refresh runs. No cap
// and nothing forgotten, as published.
void run_separated_refresh_at_equality(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(20),
                          .debt_policy = DebtPolicy::keep,
                          .ticks_per_frame_max = k_no_cap,
                          .interpolates = true});
}

template <DebtPolicy policy>
void run_policy(Platform& game) {
    run_owned(game, {.tick_rate = TickRate(25), .debt_policy = policy, .interpolates = true});
}

// Those of the published loops that run a fixed number of updates in each frame until they have
// caught up.
std::uint32_t updates_max_of(std::string_view id) {
    if (id == "L1") {
        return 1;
    }
    if (id == "L3") {
        return 10;
    }
    return id == "L4" || id == "G3" ? 5 : 0;
}

Loop in_form(const Loop& loop, LoopFunction function, Flicks tick) {
    Loop form = loop;
    form.published = function;
    form.tick = tick;
    return form;
}

std::uint64_t count_updates(const std::vector<Update>& updates, Flicks begin, Flicks end) {
    return static_cast<std::uint64_t>(std::count_if(
        updates.begin(), updates.end(),
        [&](const Update& update) { return begin <= update.start && update.start < end; }));
}

std::optional<double> speed_of(Flicks game_time, Flicks time) {
    return time == Flicks(0) ? std::nullopt
                             : std::optional(static_cast<double>(game_time.count()) /
                                             static_cast<double>(time.count()));
}

}  // namespace

std::vector<StalledLoop> stalled_loops(const std::vector<const Loop*>& chosen) {
    std::vector<StalledLoop> all;
    for (const Loop* loop : chosen) {
        all.push_back({*loop, "published", updates_max_of(loop->id)});
        if (loop->id == "M2") {
            all.push_back(
                {in_form(*loop, run_separated_refresh_at_equality, loop->tick), "with >="});
        }
        all.push_back(
            {in_form(*loop, loop->repaired, loop->repaired_tick.value_or(loop->tick)), "repaired"});
        all.back().loop.counts_updates = true;
    }
    return all;
}

std::vector<StalledLoop> stalled_policies() {
    const Loop pacer{.id = "sim::GameLoop",
                     .name = "the product",
                     .constants = "25 ticks a second, 10 a frame at most",
                     .tick = milliseconds(40),
                     .counts_updates = true};
    return {{in_form(pacer, run_policy<DebtPolicy::keep>, pacer.tick), "keep",
             sim::k_ticks_per_frame_max_default},
            {in_form(pacer, run_policy<DebtPolicy::drop>, pacer.tick), "drop"},
            {in_form(pacer, run_policy<DebtPolicy::pause>, pacer.tick), "pause"}};
}

Aftermath run_stalled(const StalledLoop& stalled, const Machine& machine,
                      const RunOptions& options) {
    History history;
    Aftermath aftermath;
    aftermath.report = run_loop(stalled.loop, machine, options, &history);
    if (!aftermath.report.stall_end) {
        return aftermath;
    }
    const Flicks stall_end = *aftermath.report.stall_end;
    const Flicks never_more_behind = aftermath.report.tick + machine.frame_cost();
    aftermath.updates_in_100_ms =
        count_updates(history.updates, stall_end, stall_end + Flicks(milliseconds(100)));
    Flicks game_time{};
    std::optional<Flicks> game_time_before;
    for (const Update& update : history.updates) {
        if (!game_time_before && stall_end <= update.start) {
            game_time_before = game_time;
        }
        game_time += update.step;
        if (!aftermath.caught_up_after && stall_end <= update.start &&
            update.start - game_time <= never_more_behind) {
            aftermath.caught_up_after = update.start - stall_end;
            aftermath.speed =
                speed_of(game_time - update.step - *game_time_before, *aftermath.caught_up_after);
        }
    }
    return aftermath;
}

std::uint64_t updates_between(const StalledLoop& stalled, const Machine& machine,
                              const RunOptions& options, Flicks begin, Flicks end) {
    RunOptions undisturbed = options;
    undisturbed.stall.reset();
    History history;
    run_loop(stalled.loop, machine, undisturbed, &history);
    return count_updates(history.updates, begin, end);
}

std::optional<Flicks> catch_up_time(Flicks stall, Flicks tick, const Machine& machine,
                                    std::uint32_t updates_max) {
    const Flicks frame = updates_max * machine.update_cost + machine.render_cost;
    const Flicks gain = updates_max * tick - frame;
    if (gain <= Flicks(0)) {
        return std::nullopt;
    }
    return Flicks(static_cast<std::int64_t>(
        static_cast<double>(stall.count()) *
        (static_cast<double>(frame.count()) / static_cast<double>(gain.count()))));
}

}  // namespace tandem::tools::lab
