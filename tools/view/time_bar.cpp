// SPDX-License-Identifier: MIT
// The text is plain ASCII, so that it looks the same everywhere.
#include <tandem/tools/view/time_bar.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <tandem/sim/time/ticks.hpp>

namespace tandem::tools {

std::vector<std::uint64_t> told_apart(const std::vector<std::uint64_t>& ticks, std::uint64_t first,
                                      std::uint64_t end, std::uint64_t places) {
    const auto span = static_cast<double>(std::max<std::uint64_t>(1, end - first));
    std::vector<bool> is_taken(places + 1);
    std::vector<std::uint64_t> kept;
    for (const std::uint64_t tick : ticks) {
        const auto done = static_cast<double>(std::clamp(tick, first, end) - first);
        const auto place = static_cast<std::size_t>(done / span * static_cast<double>(places));
        if (!is_taken[place]) {
            is_taken[place] = true;
            kept.push_back(tick);
        }
    }
    return kept;
}

std::string clock_text(std::uint64_t ticks, TickRate rate) {
    const std::uint64_t seconds = sim::seconds_in(ticks, rate);
    const std::uint64_t rest = seconds % 60;
    return std::to_string(seconds / 60) + ":" + (rest < 10 ? "0" : "") + std::to_string(rest);
}

std::string time_bar_text(const TimeLine& line, TickRate rate, std::uint32_t columns) {
    const std::uint64_t span = std::max<std::uint64_t>(1, line.end_tick - line.first_tick);
    const auto column_of = [&](std::uint64_t tick) {
        const std::uint64_t done =
            std::clamp(tick, line.first_tick, line.end_tick) - line.first_tick;
        return static_cast<std::size_t>(
            std::min<std::uint64_t>(done * columns / span, columns - 1));
    };
    const std::size_t here = column_of(line.ticks_done);
    std::string inside = std::string(here, '=') + ">" + std::string(columns - here - 1, '-');
    const auto write = [&](std::uint64_t tick, char sign) {
        if (column_of(tick) != here) {
            inside[column_of(tick)] = sign;
        }
    };
    for (const std::uint64_t keyframe : line.keyframes) {
        write(keyframe, column_of(keyframe) < here ? '#' : '+');
    }
    if (line.loop_from) {
        write(*line.loop_from, 'A');
    }
    if (line.loop_to) {
        write(*line.loop_to, 'B');
    }
    for (const std::uint64_t mark : line.marks) {
        write(mark, ':');
    }
    // A stall is a mark as well.
    for (const std::uint64_t stall : line.stalls) {
        write(stall, '~');
    }
    if (line.diverged_at) {
        inside[column_of(*line.diverged_at)] = '!';
    }
    return "[" + inside + "] " + place_text(line, rate);
}

std::string place_text(const TimeLine& line, TickRate rate) {
    if (line.first_tick != 0) {
        return "tick " + std::to_string(line.ticks_done) + " of " +
               std::to_string(line.first_tick) + "-" + std::to_string(line.end_tick) + "  " +
               clock_text(line.ticks_done, rate);
    }
    return "tick " + std::to_string(line.ticks_done) + " of " + std::to_string(line.end_tick) +
           "  " + clock_text(line.ticks_done, rate) + " of " + clock_text(line.end_tick, rate);
}

std::string strip_text(const TimeLine& line, Slot slot, std::uint32_t columns,
                       std::string_view name) {
    constexpr std::string_view k_signs = " .:-=+*#";
    const auto levels =
        line.strips.subspan(std::size_t{slot.index} * k_strip_columns, k_strip_columns);
    std::string inside;
    for (std::uint32_t column = 0; column < columns; ++column) {
        // The busiest of the levels that share this column counts, so that nothing short is lost.
        const auto first = levels.begin() + column * k_strip_columns / columns;
        const auto last = levels.begin() + (column + 1) * k_strip_columns / columns;
        const std::uint8_t level = *std::max_element(first, std::max(last, first + 1));
        inside +=
            level == k_strip_absent ? '|' : k_signs[(level * (k_signs.size() - 1) + 254) / 255];
    }
    return "[" + inside + "] " + std::string(name);
}

}  // namespace tandem::tools
