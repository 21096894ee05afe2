// SPDX-License-Identifier: MIT
// Measured from what the game was asked to do; the loop itself is not looked into.
#include <tandem/tools/lab/experiments/aftermath.hpp>

#include <chrono>
#include <limits>

#include <tandem/tools/lab/loops/repaired_loops.hpp>

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

// A loop that is told of its gap, as a page is when it is seen again.
void run_resumed(Platform& game) {
    bool is_told = false;
    run_owned(game,
              {.tick_rate = TickRate(25), .debt_policy = DebtPolicy::keep, .interpolates = true},
              [&](sim::GameLoop& loop, std::chrono::nanoseconds now) {
                  if (!is_told && game.report().stall_end) {
                      is_told = true;
                      loop.resume(now);
                  }
              });
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

Loop with_function(Loop loop, LoopFunction function) {
    loop.published = function;
    return loop;
}

RunOptions in_form(const StalledLoop& stalled, RunOptions options) {
    options.repaired = stalled.is_repaired;
    return options;
}

bool is_within(Flicks time, Flicks begin, Flicks end) { return begin <= time && time < end; }

struct UpdateCount : Game {
    UpdateCount(Flicks from, Flicks until) : begin_time(from), end_time(until) {}
    void update(const Update& update) override {
        count += is_within(update.start, begin_time, end_time) ? 1U : 0U;
    }

    Flicks begin_time, end_time;
    std::uint64_t count = 0;
};

std::optional<double> speed_of(Flicks game_time, Flicks time) {
    return time == Flicks(0) ? std::nullopt
                             : std::optional(static_cast<double>(game_time.count()) /
                                             static_cast<double>(time.count()));
}

// Watches the updates after the stall.
class StallWatch : public Game {
public:
    explicit StallWatch(Flicks never_more_behind) : never_more_behind_(never_more_behind) {}

    void begin(Platform& platform) override { platform_ = &platform; }
    void update(const Update& update) override {
        const std::optional<Flicks>& stall_end = platform_->report().stall_end;
        if (stall_end && *stall_end <= update.start) {
            after_stall(update, *stall_end);
        }
        game_time_ += update.step;
    }
    void render(const Frame& frame) override {
        const std::optional<Flicks>& stall_end = platform_->report().stall_end;
        aftermath_.has_picture |= stall_end && *stall_end < frame.end;
    }
    const Aftermath& aftermath() const { return aftermath_; }

private:
    void after_stall(const Update& update, Flicks stall_end) {
        if (!game_time_before_) {
            game_time_before_ = game_time_;
        }
        if (is_within(update.start, stall_end, stall_end + Flicks(milliseconds(100)))) {
            ++aftermath_.updates_in_100_ms;
        }
        const Flicks behind = update.start - (game_time_ + update.step);
        if (!aftermath_.caught_up_after && behind <= never_more_behind_) {
            aftermath_.caught_up_after = update.start - stall_end;
            aftermath_.speed =
                speed_of(game_time_ - *game_time_before_, *aftermath_.caught_up_after);
        }
    }

    Flicks never_more_behind_;
    Platform* platform_ = nullptr;
    Flicks game_time_{};
    std::optional<Flicks> game_time_before_;  // the stall
    Aftermath aftermath_;
};

}  // namespace

std::vector<StalledLoop> stalled_loops(const std::vector<const Loop*>& chosen) {
    std::vector<StalledLoop> all;
    for (const Loop* loop : chosen) {
        all.push_back({*loop, "published", updates_max_of(loop->id)});
        if (loop->id == "M2") {
            all.push_back({with_function(*loop, run_separated_refresh_at_equality), "with >="});
        }
        all.push_back({.loop = *loop, .form = "repaired", .is_repaired = true});
    }
    return all;
}

std::vector<StalledLoop> stalled_policies() {
    const Loop pacer{.id = "sim::GameLoop",
                     .name = "the product",
                     .constants = "25 ticks a second, 10 a frame at most",
                     .tick = milliseconds(40),
                     .counts_updates = true};
    return {{with_function(pacer, run_policy<DebtPolicy::keep>), "keep",
             sim::k_ticks_per_frame_max_default},
            {with_function(pacer, run_policy<DebtPolicy::drop>), "drop"},
            {with_function(pacer, run_policy<DebtPolicy::pause>), "pause"},
            {with_function(pacer, run_resumed), "resume"}};
}

Aftermath run_stalled(const StalledLoop& stalled, const Machine& machine,
                      const RunOptions& options) {
    StallWatch watch(stalled.loop.tick_of_form(stalled.is_repaired) + machine.frame_cost());
    const LoopReport report = run_loop(stalled.loop, machine, in_form(stalled, options), &watch);
    Aftermath aftermath = watch.aftermath();
    aftermath.report = report;
    return aftermath;
}

std::uint64_t updates_between(const StalledLoop& stalled, const Machine& machine,
                              const RunOptions& options, Flicks begin, Flicks end) {
    RunOptions undisturbed = in_form(stalled, options);
    undisturbed.stall.reset();
    undisturbed.window = end;
    UpdateCount counted(begin, end);
    run_loop(stalled.loop, machine, undisturbed, &counted);
    return counted.count;
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
