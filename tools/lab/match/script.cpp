// SPDX-License-Identifier: MIT
// Tap and hold are the lab's (bodies.hpp); the jump begins where both scripted machines have a
// frame, so that its height tells of the step alone, and its key is held for longer than a slow
// frame.
#include <tandem/tools/lab/match/script.hpp>

#include <algorithm>
#include <cstddef>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab::match {
namespace {

std::uint64_t first_tick(std::uint32_t ms, std::uint32_t tick_ms) {
    return (std::uint64_t{ms} + tick_ms - 1) / tick_ms;
}

Press press_of(const KeyPress& press, std::uint8_t key) {
    const auto ms = [](Flicks time) {
        return static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
    };
    return {ms(press.from), ms(press.to), key};
}

}  // namespace

const std::vector<Press>& script_of(std::size_t player) {
    static const std::array<std::vector<Press>, k_players> k_scripts{{
        {press_of(k_tap, k_tap_key), press_of(k_hold, k_hold_key), {1'100, 1'257, k_jump_key}},
        {press_of(k_hold, k_hold_key)},
    }};
    TANDEM_ASSERT(player < k_players);
    return k_scripts[player];
}

std::uint8_t held_at(const std::vector<Press>& presses, std::uint64_t ms) {
    std::uint8_t keys = 0;
    for (const Press& press : presses) {
        if (press.down_ms <= ms && ms < press.up_ms) {
            keys |= press.key;
        }
    }
    return keys;
}

std::uint8_t held_in_tick(const std::vector<Press>& presses, std::uint64_t tick,
                          std::uint32_t tick_ms) {
    std::uint8_t keys = 0;
    for (const Press& press : presses) {
        const std::uint64_t first = first_tick(press.down_ms, tick_ms);
        const std::uint64_t end = std::max(first_tick(press.up_ms, tick_ms), first + 1);
        if (first <= tick && tick < end) {
            keys |= press.key;
        }
    }
    return keys;
}

}  // namespace tandem::tools::lab::match
