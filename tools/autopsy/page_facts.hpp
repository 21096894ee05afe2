// SPDX-License-Identifier: MIT
// Gathers all facts of an autopsy's page once: the writers of the page and of a trace only decide
// how it looks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/autopsy/agreement.hpp>
#include <tandem/tools/autopsy/input_lanes.hpp>
#include <tandem/tools/autopsy/packets.hpp>
#include <tandem/tools/autopsy/verdict.hpp>

namespace tandem::tools::autopsy {

// The bounds of the part of a match that is shown, so that the page of an hour stays small.
inline constexpr std::uint64_t k_columns = 720;
inline constexpr std::size_t k_strips_max = 32;
inline constexpr std::uint64_t k_exact_ticks_max = 3'600;
// The ticks with exact values of all strips together.
inline constexpr std::uint64_t k_exact_values_max = 32'000;
// The bytes of stored states behind the bad tick that are compared.
inline constexpr std::uint64_t k_compared_state_bytes_max = std::uint64_t{256} << 20;

// The facts that a recording says about itself.
struct RecordingFacts {
    std::string name;  // the file's, as short as it can be told apart
    std::string game;
    std::uint32_t game_version = 0;
    std::string build;
    std::uint64_t seed = 0;
    std::uint32_t players = 0;
    TickSpan span;
    std::string flaw;                       // why it is not whole, in a sentence; empty if it is
    std::vector<std::string> player_names;  // by slot; empty if none was given
    std::vector<sim::Mark> marks;           // without names, by ticks
    std::vector<std::uint64_t> keyframes;   // ticks done
};

// The two files; without a second one the first is compared with the simulation here.
struct PageInput {
    const replay::Replay& first;
    const replay::Replay* second = nullptr;
    ComparedNames names;
    AutopsyVerdict verdict;
    // The game, never stepped, to draw with; null if it is not at hand.
    const sim::AnySimulation* spare = nullptr;
};

// A picture of a state.
struct StatePicture {
    std::string caption;      // its content
    std::string description;  // the game's own words about it
    std::string png;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The packets that a bundle has.
struct SidePackets {
    std::string name;  // the name of the recording beside which they lie
    std::vector<SeenPacket> packets;
};

struct PageFacts {
    AutopsyVerdict verdict;
    TickRate rate{60};
    TickBuckets buckets;
    TickSpan exact;
    std::vector<RecordingFacts> sides;  // at most two, at least the first
    InputLanes inputs;                  // empty if the two have different kinds of inputs
    std::size_t slots_left_out = 0;
    ChainLane chain;
    std::vector<StateAgreement> states;
    std::vector<StatePicture> pictures;  // first, second, and what differs between them
    std::string pictures_words;          // the moment of the pictures, or why there are none
    std::vector<SidePackets> packets;    // given if a recording lies in a bundle
    std::vector<std::string> notes;      // besides those of the verdict

    bool has_second() const { return sides.size() > 1; }
    // The name of the second lane.
    std::string second_name() const { return has_second() ? sides[1].name : "played again here"; }
    // The name that the player gave on either side, or "player 1".
    std::string player_name(Slot slot) const;
};

// Reads both recordings once; their bytes decide, and nothing is simulated.
PageFacts gather_facts(const PageInput& input, const replay::Progress& progress = nullptr);

}  // namespace tandem::tools::autopsy
