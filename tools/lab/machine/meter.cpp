// SPDX-License-Identifier: MIT
// The counting.
#include <tandem/tools/lab/machine/meter.hpp>

#include <algorithm>

namespace tandem::tools::lab {

Flicks Meter::within(Flicks begin, Flicks end) const {
    return std::min(end, report_.window) - std::min(begin, report_.window);
}

void Meter::on_update(Flicks start, Flicks step) {
    if (start >= report_.window) {
        return;
    }
    ++report_.updates;
    report_.simulated += step;
    report_.step_max = std::max(report_.step_max, step);
}

void Meter::on_frame(Flicks end, std::optional<Blend> blend) {
    if (end > report_.window) {
        return;
    }
    const std::uint64_t updates = report_.updates - updates_at_last_frame_;
    if (report_.frames == 0 || updates != 0 || blend != last_blend_) {
        ++report_.distinct;
    }
    ++report_.frames;
    report_.updates_per_frame_max = std::max(report_.updates_per_frame_max, updates);
    if (last_frame_end_) {
        report_.worst_gap = std::max(report_.worst_gap, end - *last_frame_end_);
    }
    if (2 * end <= report_.window) {
        report_.worst_gap_at_half = report_.worst_gap;
    }
    if (blend) {
        report_.blend_max = std::max(report_.blend_max.value_or(blend->value()), blend->value());
    }
    last_frame_end_ = end;
    last_blend_ = blend;
    updates_at_last_frame_ = report_.updates;
}

void Meter::on_announced(Flicks now, std::uint64_t updates) {
    if (now < report_.window) {
        report_.updates_per_frame_max = std::max(report_.updates_per_frame_max, updates);
    }
}

void Meter::on_press(Flicks latency) {
    ++report_.presses;
    report_.latency_sum += latency;
    report_.latency_max = std::max(report_.latency_max, latency);
}

}  // namespace tandem::tools::lab
