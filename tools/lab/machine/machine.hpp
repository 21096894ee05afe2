// SPDX-License-Identifier: MIT
// The machine that a loop of the lab runs on, as far as a loop can feel it: the cost of an update
// and a picture, the screen's rate of refresh, the coarseness of the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

// At `at`, somebody sets the clock by so much.
struct ClockSet {
    Flicks at{};
    Flicks by{};
};

// Once the first picture from `at` on is finished, the machine stands still for `length`. It does
// so between frames, so that every loop has the same to catch up with.
struct Stall {
    Flicks at{};
    Flicks length{};
};
// The stall if no other is given.
inline constexpr Stall k_usual_stall{std::chrono::seconds(3), std::chrono::seconds(2)};

// A picture is 4, 3, 2 or 1 quarters of the full width and height and costs the square of that.
inline constexpr std::uint32_t k_full_quality = 4;

struct Machine {
    std::string name;
    Flicks update_cost{};
    Flicks render_cost{};
    std::uint32_t refresh_hz = 60;
    Flicks clock_quantum{1};  // a loop reads the time rounded down to a multiple of this
    // The time that the clock shows when the loop begins: a system's clock counts from the system's
    // start.
    Flicks clock_start{};
    std::optional<ClockSet> clock_set = std::nullopt;  // a wall clock; without it, a steady one

    Flicks frame_cost() const { return update_cost + render_cost; }
};

// Returns the five machines of the tables: fast, normal, slow, floor and choked.
const std::vector<Machine>& known_machines();

// Returns one of those by its name, or by UPDATE:RENDER in milliseconds with up to two decimals,
// "2.5:14": each at most an hour, rendering at least 0.01 ms, since a loop that costs nothing has
// no speed.
sim::Result<Machine> parse_machine(const std::string& text);
// Returns the machine of a text that names one.
Machine machine_of(std::string_view text);

}  // namespace tandem::tools::lab
