// SPDX-License-Identifier: MIT
// What erase.hpp needs that does not depend on the game.
#include <tandem/sim/erase.hpp>

#include <tandem/sim/chain.hpp>

namespace tandem::sim::detail {

std::uint64_t bot_seed(std::uint64_t seed, std::uint64_t ticks_done) {
    return hash_words({seed, ticks_done});
}

}  // namespace tandem::sim::detail
