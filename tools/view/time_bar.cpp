// SPDX-License-Identifier: MIT
// Plain ASCII, so that it looks the same everywhere.
#include <tandem/tools/view/time_bar.hpp>

#include <algorithm>

#include <tandem/sim/time/ticks.hpp>

namespace tandem::tools {
namespace {

std::string clock_text(std::uint64_t ticks, TickRate rate) {
    const std::uint64_t seconds = sim::seconds_in(ticks, rate);
    const std::uint64_t rest = seconds % 60;
    return std::to_string(seconds / 60) + ":" + (rest < 10 ? "0" : "") + std::to_string(rest);
}

}  // namespace

std::string time_bar_text(const TimeBar& bar, TickRate rate, std::uint32_t columns) {
    const std::uint64_t span = std::max<std::uint64_t>(1, bar.end_tick - bar.first_tick);
    const auto column_of = [&](std::uint64_t tick) {
        const std::uint64_t done = std::clamp(tick, bar.first_tick, bar.end_tick) - bar.first_tick;
        return static_cast<std::size_t>(
            std::min<std::uint64_t>(done * columns / span, columns - 1));
    };
    const std::size_t here = column_of(bar.ticks_done);
    std::string inside = std::string(here, '=') + ">" + std::string(columns - here - 1, '-');
    const auto put = [&](std::uint64_t tick, char sign) {
        if (column_of(tick) != here) {
            inside[column_of(tick)] = sign;
        }
    };
    if (bar.loop_from) {
        put(*bar.loop_from, 'A');
    }
    if (bar.loop_to) {
        put(*bar.loop_to, 'B');
    }
    for (const std::uint64_t mark : bar.marks) {
        put(mark, ':');
    }
    if (bar.diverged_at) {
        inside[column_of(*bar.diverged_at)] = '!';
    }
    return "[" + inside + "] tick " + std::to_string(bar.ticks_done) + " of " +
           std::to_string(bar.end_tick) + "  " + clock_text(bar.ticks_done, rate) + " of " +
           clock_text(bar.end_tick, rate);
}

}  // namespace tandem::tools
