// SPDX-License-Identifier: MIT
// States of any content for tests of the walk: parts that look random, that repeat, and that are
// zeros, as states of games are.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

inline sim::Bytes random_state(Random& random, std::uint64_t size) {
    sim::Bytes state;
    state.reserve(size);
    while (state.size() < size) {
        const std::uint64_t room = size - state.size();
        const std::uint64_t run = std::min(room, 1 + random.below(std::uint64_t{20'000}));
        switch (random.below(std::uint32_t{4})) {
            case 0:  // nothing there
                state.insert(state.end(), run, std::byte{0});
                break;
            case 1:  // elements that are all alike
                for (std::uint64_t index = 0; index < run; ++index) {
                    state.push_back(static_cast<std::byte>(index % 24));
                }
                break;
            default:
                for (std::uint64_t index = 0; index < run; ++index) {
                    state.push_back(static_cast<std::byte>(random.below(std::uint32_t{256})));
                }
        }
    }
    return state;
}

}  // namespace tandem::test
