// SPDX-License-Identifier: MIT
// What decides the start of a session, all of it: seed, slots, presence, tick rate, options and
// assets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem {

// Data a game is started with, a map for example. Only name, size and digest are part of the
// canonical setup.
struct Asset {
    std::string name;              // what the game asks for it by
    std::uint64_t size_bytes = 0;  // of the content
    sim::Digest digest;            // of the content
    sim::Bytes content;  // empty where a file or a peer named the asset without embedding it

    // With size and digest of this content.
    static Asset from_content(std::string name, sim::Bytes content);
};

// Every member has an initializer, so that designated ones can name just those they want.
struct Setup {
    std::uint64_t seed = 1;   // of all that is random
    std::uint32_t slots = 1;  // 1 to k_slots_max, fixed for the match
    std::uint64_t presence =
        ~0ULL;  // bit s: slot s is present before the first tick; bits beyond slots are ignored
    TickRate tick_rate{0};        // 0 ticks: the game's own, filled in by sim::complete_setup
    sim::Bytes options{};         // canonical bytes of the game's Options; empty: their defaults
    std::vector<Asset> assets{};  // with names that differ

    // Whether this slot takes part before the first tick.
    bool present(Slot slot) const {
        return slot.index < slots && (presence >> slot.index & 1U) != 0;
    }

    // The options the session was set up with. They were read once before the game's reset was
    // called, so that a game need not handle an error. This and the next two need
    // setup_options.hpp, which game.hpp brings.
    template <class Options>
    Options options_as() const;
    // Defaults where there are none.
    template <class Options>
    sim::Result<void> read_options(Options& value) const;
    // Another value than the default one.
    template <class Options>
    void set_options(const Options& value);
    // The asset with this name, or null.
    const Asset* asset(std::string_view name) const;

    static constexpr std::uint64_t k_options_memory_bytes_max = 1 << 20;  // what options may take
};

namespace sim {

struct GameInfo;

// Bounds on a setup that comes from a disk or a wire.
struct SetupLimits {
    static constexpr std::size_t options_bytes_max = 64 * 1024;  // of the canonical options
    static constexpr std::size_t assets_max = 256;               // how many
    static constexpr std::size_t name_bytes_max = 255;           // of an asset
    // Above what any game asks for; a thousandfold speed of it still fits a Pacer.
    static constexpr std::uint32_t ticks_per_second_max = 100'000;
};

// Whether a rate has more ticks in a second than SetupLimits allows.
constexpr bool is_too_fast(TickRate rate) {
    return rate.ticks > std::uint64_t{SetupLimits::ticks_per_second_max} * rate.seconds;
}

// The setup with nothing left to assume: the game's tick rate and default options where none are
// given, and no presence beyond the slots. AnySimulation::reset does this, so that what is stored,
// sent and hashed is always the complete setup.
Setup complete_setup(const GameInfo& game, Setup setup);

// The canonical form of a complete setup (asserted): seed u64, slots u32, presence u64 (bits beyond
// slots zero), tick rate 2 x u32, options block, assets u32 count of (name text, size u64, digest
// 16 bytes).
Bytes encode_setup(const Setup& setup);
// The counterpart; assets come without content. The error names the byte.
Result<Setup> decode_setup(ByteView bytes);

// `start` of the chain: XXH3-64 over game name (text), version u32, state, input and options schema
// hashes (3 x u64) and the canonical form of a complete setup (asserted). No time, build or file
// name takes part.
std::uint64_t start_hash(const GameInfo& game, const Setup& setup);

// Whether this game can be started so, completed where it is not: slots within 1..players_max, a
// sound tick rate, options that fit the game's schema, asset names that differ, all within
// SetupLimits.
Result<void> check_setup(const GameInfo& game, const Setup& setup);

// Whether every asset's content is here and is what its size and digest say.
Result<void> check_assets(const Setup& setup);

}  // namespace sim
}  // namespace tandem
