// SPDX-License-Identifier: MIT
// The three ways of waiting are the loops W2, W1 and W1 repaired.
#include <tandem/tools/lab/experiments/nap_precision.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

constexpr Flicks k_frame = std::chrono::milliseconds(20);
constexpr Flicks k_nap = std::chrono::milliseconds(1);

Machine machine_with_work() {
    Machine machine;
    machine.name = "0:4.3";  // all in the picture: W2 does not update in each frame
    machine.render_cost = Flicks(std::chrono::milliseconds(43)) / 10;
    return machine;
}

template <class Wait>
Overshoots measure_waits(int waits, Wait wait) {
    RealTime time;
    std::vector<Flicks> measured;
    for (int i = 0; i < waits; ++i) {
        const Flicks due = time.now() + k_nap;
        wait(time, due);
        measured.push_back(time.now() - due);
    }
    return overshoots_of(std::move(measured));
}

}  // namespace

PacingPrecision measure_pacing(Pacing pacing, bool real) {
    RunOptions options;
    options.window = std::chrono::seconds(4);
    options.real = real;
    options.repaired = pacing == Pacing::absolute_deadlines;
    RecordingGame history;
    run_loop(*find_loop(pacing == Pacing::naps ? "W2" : "W1"), machine_with_work(), options,
             &history);
    const auto& frames = history.frames;
    PacingPrecision precision;
    if (frames.size() < 2) {
        return precision;
    }
    const Flicks length = frames.back().end - frames.front().end;
    const auto periods = static_cast<std::int64_t>(frames.size() - 1);
    precision.frames_per_second = static_cast<double>(periods) / in_seconds(length);
    precision.drift_ms = in_milliseconds(length - periods * k_frame);
    for (std::size_t i = 1; i < frames.size(); ++i) {
        precision.period_max_ms =
            std::max(precision.period_max_ms, in_milliseconds(frames[i].end - frames[i - 1].end));
    }
    return precision;
}

Overshoots overshoots_of(std::vector<Flicks> measured) {
    TANDEM_ASSERT(!measured.empty());
    std::sort(measured.begin(), measured.end());
    const auto at = [&](std::size_t percent) {
        const std::size_t rank = (measured.size() * percent + 99) / 100;
        return in_milliseconds(measured[std::max<std::size_t>(rank, 1) - 1]);
    };
    return {at(50), at(99), at(100)};
}

Overshoots measure_sleeps(int waits) {
    return measure_waits(waits, [](RealTime& time, Flicks due) { time.sleep_until(due); });
}

Overshoots measure_spins(int waits) {
    return measure_waits(waits, [](RealTime& time, Flicks due) { time.work(due - time.now()); });
}

}  // namespace tandem::tools::lab
