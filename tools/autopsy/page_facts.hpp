// SPDX-License-Identifier: MIT
// All that the page of an autopsy tells, gathered once: whoever writes the page or a trace of it
// only decides how it looks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/autopsy/agreement.hpp>
#include <tandem/tools/autopsy/input_lanes.hpp>
#include <tandem/tools/autopsy/packets.hpp>
#include <tandem/tools/autopsy/verdict.hpp>

namespace tandem::tools::autopsy {

// How much of a match is shown, so that the page of an hour stays small.
inline constexpr std::uint64_t k_columns = 720;
inline constexpr std::size_t k_strips_max = 32;
inline constexpr std::uint64_t k_exact_ticks_max = 3'600;
// Ticks with exact values of all strips together.
inline constexpr std::uint64_t k_exact_values_max = 40'000;
// Bytes of stored states behind the bad tick that are compared.
inline constexpr std::uint64_t k_compared_state_bytes_max = std::uint64_t{256} << 20;

// What one recording says about itself.
struct SideFacts {
    std::string name;  // of the file, as short as it can be told apart
    std::string game;
    std::uint32_t game_version = 0;
    std::string build;
    std::uint64_t seed = 0;
    std::uint32_t players = 0;
    TickSpan span;
    std::string flaw;                       // why it is not whole, in one sentence; empty: it is
    std::vector<std::string> player_names;  // by slot; empty where none was given
    std::vector<sim::Mark> marks;           // without names, by ticks
    std::vector<std::uint64_t> keyframes;   // ticks done
};

// The two files; without a second one the first is compared with the simulation here.
struct PageInput {
    const replay::Replay& first;
    const replay::Replay* second = nullptr;
    ComparedNames names;
    Verdict verdict;
    // The game, never stepped, to draw with; null where it is not at hand.
    const sim::AnySimulation* spare = nullptr;
};

// A picture of a state.
struct StatePicture {
    std::string caption;      // what it shows
    std::string description;  // what the game says of it, in words
    std::string png;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// What a bundle has of them.
struct SidePackets {
    std::string name;  // of the recording beside which they lie
    std::vector<SeenPacket> packets;
};

struct PageFacts {
    Verdict verdict;
    TickRate rate{60};
    TickBuckets buckets;
    TickSpan exact;
    std::vector<SideFacts> sides;  // one or two
    InputLanes inputs;             // of nobody where the two have different kinds of inputs
    std::size_t slots_left_out = 0;
    ChainLane chain;
    std::vector<StateAgreement> states;
    std::vector<StatePicture> pictures;  // first, second, and what differs between them
    std::string pictures_words;          // of which moment they are, or why there are none
    std::vector<SidePackets> packets;    // where a recording lies in a bundle
    std::vector<std::string> notes;      // beside those of the verdict

    bool has_second() const { return sides.size() > 1; }
    // What the second lane shows.
    std::string second_name() const { return has_second() ? sides[1].name : "played again here"; }
    // The name that the player gave on either side, or "player 1".
    std::string player_name(Slot slot) const;
};

// Reads both recordings once; their bytes decide, nothing is simulated.
PageFacts gather_facts(const PageInput& input, const replay::Progress& progress = nullptr);

}  // namespace tandem::tools::autopsy
