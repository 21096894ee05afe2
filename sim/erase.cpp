// SPDX-License-Identifier: MIT
// What erasing a game needs that does not depend on the game.
#include <tandem/sim/erase.hpp>

#include <tandem/sim/chain.hpp>

namespace tandem::sim::detail {

void require_sound(const GameInfo& info) {
    for (const Schema* schema : {&info.state_schema, &info.input_schema, &info.options_schema}) {
        if (const auto checked = check_schema(schema->root()); !checked) {
            assertion_failed(checked.error().message.c_str(), __FILE__, __LINE__);
        }
    }
    TANDEM_ASSERT(info.input_schema.size().bytes_max <= k_input_bytes_max &&
                  "an Input has at most 1,024 canonical bytes");
    TANDEM_ASSERT(!info.name.empty() && info.name.size() <= SetupLimits::name_bytes_max &&
                  "a game has a name of at most 255 bytes");
    TANDEM_ASSERT(!is_too_fast(info.tick_rate) && "a game has at most 100,000 ticks a second");
    TANDEM_ASSERT(info.default_options.size() <= SetupLimits::options_bytes_max &&
                  "options have at most 65,536 canonical bytes");
}

std::uint64_t bot_seed(std::uint64_t seed, std::uint64_t ticks_done) {
    return hash_words({seed, ticks_done});
}

}  // namespace tandem::sim::detail
