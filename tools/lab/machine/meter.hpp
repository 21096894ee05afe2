// SPDX-License-Identifier: MIT
// Counts a loop's updates and frames within its window. An update counts if it starts within, a
// frame if its picture is finished by the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

// The place of a picture between two ticks, as the loop computed it: not clamped.
struct Blend {
    Flicks part{};
    Flicks whole{1};

    friend constexpr bool operator==(Blend, Blend) = default;
    double value() const {
        return static_cast<double>(part.count()) / static_cast<double>(whole.count());
    }
};

// The report of a loop over its window.
struct LoopReport {
    Flicks window{};
    Flicks tick{};  // the loop's; zero with a variable step
    std::uint64_t updates = 0;
    std::uint64_t frames = 0;
    std::uint64_t distinct = 0;  // frames that differ in ticks or blend from the one before
    Flicks simulated{};          // the sum of all steps
    Flicks busy{};               // by the loop's own processor
    Flicks worker_busy{};        // by a second one beside it
    Flicks idle{};
    Flicks stalled{};
    std::optional<Flicks> stall_end;          // the end of the stall that was asked for
    Flicks worst_gap{};                       // between the ends of two frames in a row
    Flicks worst_gap_at_half{};               // among the frames up to half of the window
    std::uint64_t updates_per_frame_max = 0;  // in finished frames and announced ones
    Flicks step_max{};
    std::optional<double> blend_max;
    std::uint64_t late_frames = 0;  // the loop asked to sleep until a time that had passed
    Flicks late_max{};              // by how much at most
    std::uint64_t presses = 0;      // those that an update has seen
    Flicks latency_sum{};           // from a press to the update that sees it
    Flicks latency_max{};

    // Each has a single division, so that a whole result is shown whole.
    double ratio() const { return share(simulated.count()); }
    // Returns the part of one processor: up to 200 with a second one.
    double busy_percent() const { return share(100 * (busy + worker_busy).count()); }
    double share(std::int64_t flicks) const {
        return static_cast<double>(flicks) / static_cast<double>(window.count());
    }
};

class Meter {
public:
    explicit Meter(Flicks window) { report_.window = window; }

    void on_update(Flicks start, Flicks step);
    void on_frame(Flicks end, std::optional<Blend> blend);
    // The loop said at `now` that it will run so many updates before the next picture.
    void on_announced(Flicks now, std::uint64_t updates);
    void on_press(Flicks latency);
    void on_late_frame(Flicks late_by) {
        ++report_.late_frames;
        report_.late_max = std::max(report_.late_max, late_by);
    }
    // Time that passed from `begin` to `end`, cut at the window's end.
    void on_busy(Flicks begin, Flicks end) { report_.busy += within(begin, end); }
    void on_worker_busy(Flicks begin, Flicks end) { report_.worker_busy += within(begin, end); }
    void on_idle(Flicks begin, Flicks end) { report_.idle += within(begin, end); }
    void on_stall(Flicks begin, Flicks end) { report_.stalled += within(begin, end); }
    void on_stall_end(Flicks now) { report_.stall_end = now; }

    const LoopReport& report() const { return report_; }

private:
    Flicks within(Flicks begin, Flicks end) const;

    LoopReport report_;
    std::uint64_t updates_at_last_frame_ = 0;
    std::optional<Flicks> last_frame_end_;
    std::optional<Blend> last_blend_;
};

}  // namespace tandem::tools::lab
