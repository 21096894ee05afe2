// SPDX-License-Identifier: MIT
// Everything that decides the start of a session: seed, slots, presence, tick rate, options and
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

// Data that a game starts with, for example a map. Only name, size and digest are part of the
// canonical setup.
struct Asset {
    std::string name;              // the name by which the game asks for it
    std::uint64_t size_bytes = 0;  // the content's size
    sim::Digest digest;            // the content's digest
    sim::Bytes content;            // empty if a file or a peer only names the asset

    // An asset of this content, with its size and digest.
    static Asset from_content(std::string name, sim::Bytes content);
};

// The setup of a session. Every member has a default, so that a designated initializer can name
// only some of them.
struct Setup {
    std::uint64_t seed = 1;   // the seed of all random numbers
    std::uint32_t slots = 1;  // 1 to k_slots_max, fixed for the match
    std::uint64_t presence =
        ~0ULL;  // bit s: slot s is present before the first tick; bits beyond `slots` are ignored
    TickRate tick_rate{0};  // 0 ticks: the game's own rate, which sim::complete_setup fills in
    sim::Bytes options{};   // canonical bytes of the game's Options; empty: their defaults
    std::vector<Asset> assets{};  // no two have the same name

    // True if this slot takes part before the first tick.
    bool present(Slot slot) const {
        return slot.index < slots && (presence >> slot.index & 1U) != 0;
    }

    // The options of the session. They were read once before the game's reset, so a game need not
    // handle an error. This function and the next two need setup_options.hpp, which game.hpp
    // includes.
    template <class Options>
    Options options_as() const;
    // Reads the options into `value`; default values if there are none.
    template <class Options>
    sim::Result<void> read_options(Options& value) const;
    // Sets the options.
    template <class Options>
    void set_options(const Options& value);
    // The asset with this name, or null.
    const Asset* asset(std::string_view name) const;

    static constexpr std::uint64_t k_options_memory_bytes_max = 1 << 20;  // all containers
};

namespace sim {

struct GameInfo;

// Bounds on a setup that comes from a file or from the network.
struct SetupLimits {
    static constexpr std::size_t options_bytes_max = 64 * 1024;  // the canonical options
    static constexpr std::size_t assets_max = 256;               // the most assets
    static constexpr std::size_t name_bytes_max = 255;           // an asset's name
    // It is more than any game needs; a thousand times this rate still fits into a Pacer.
    static constexpr std::uint32_t ticks_per_second_max = 100'000;
};

// True if a rate has more ticks a second than SetupLimits allows.
constexpr bool is_too_fast(TickRate rate) {
    return rate.ticks > std::uint64_t{SetupLimits::ticks_per_second_max} * rate.seconds;
}

// The setup with all defaults filled in: the game's tick rate and its default options if none are
// given, and no presence bits beyond the slots. AnySimulation::reset does this, so that the
// complete setup is always what is stored, sent and hashed.
Setup complete_setup(const GameInfo& game, Setup setup);

// The canonical form of a complete setup (asserted): seed u64, slots u32, presence u64 (bits beyond
// slots zero), tick rate 2 x u32, options block, assets u32 count of (name text, size u64, digest
// 16 bytes).
Bytes encode_setup(const Setup& setup);
// Reads what encode_setup wrote. The assets have no content. The error names the byte.
Result<Setup> decode_setup(ByteView bytes);

// `start` of the chain: XXH3-64 over game name (text), version u32, state, input and options schema
// hashes (3 x u64) and the canonical form of a complete setup (asserted). No time, build or file
// name takes part.
std::uint64_t start_hash(const GameInfo& game, const Setup& setup);

// Checks that this game can start with this setup, after it is completed: slots in 1..players_max,
// a valid tick rate, options that fit the game's schema, different asset names, all within
// SetupLimits.
Result<void> check_setup(const GameInfo& game, const Setup& setup);

// Checks that the content of every asset is there and has the stated size and digest.
Result<void> check_assets(const Setup& setup);

}  // namespace sim
}  // namespace tandem
