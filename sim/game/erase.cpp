// SPDX-License-Identifier: MIT
// The parts of erasing a game that do not depend on the game.
#include <tandem/sim/game/erase.hpp>

#include <string>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim::detail {

namespace {

[[noreturn]] void refuse(const GameInfo& info, const std::string& why) {
    assertion_failed(("the game \"" + escaped_ascii(info.name) + "\": " + why).c_str(), __FILE__,
                     __LINE__);
}

void require_sound(const GameInfo& info, const char* what, const Schema& schema) {
    if (const auto checked = check_schema(schema.root()); !checked) {
        refuse(info, std::string(what) + ": " + checked.error().message);
    }
}

}  // namespace

void require_sound(const GameInfo& info) {
    require_sound(info, "its state", info.state_schema);
    // Two states of such a game are always equal, so every history would agree with every other
    // one.
    if (info.state_schema.size().bytes_max == 0) {
        refuse(info, "its state has no field: serialize must name every member");
    }
    require_sound(info, "its Input", info.input_schema);
    require_sound(info, "its Options", info.options_schema);
    if (const auto bytes = info.input_schema.size().bytes_max; bytes > k_input_bytes_max) {
        refuse(info, "an Input has at most 1,024 canonical bytes, and this one up to " +
                         std::to_string(bytes));
    }
    if (info.name.empty() || info.name.size() > SetupLimits::name_bytes_max) {
        refuse(info, "a game has a name of 1 to 255 bytes");
    }
    if (is_too_fast(info.tick_rate)) {
        refuse(info, "a game has at most 100,000 ticks a second");
    }
    if (info.default_options.size() > SetupLimits::options_bytes_max) {
        refuse(info, "options have at most 65,536 canonical bytes");
    }
}

std::uint64_t bot_seed(std::uint64_t seed, std::uint64_t ticks_done) {
    return hash_words({seed, ticks_done});
}

}  // namespace tandem::sim::detail
