// SPDX-License-Identifier: MIT
// A variable step as a game that can be recorded: a tick is a second, and the input of that second
// is the length of every step in it with the keys it was made with. So its replay is exact, and two
// recordings part at the first second after which two machines differ.
#pragma once

#include <cstdint>
#include <string_view>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/tools/lab/match/world.hpp>

namespace tandem::tools::lab::match {

// A step of the bodies: a frame, or a part of a frame that was split.
struct Piece {
    std::uint32_t dt_ns = 0;
    HeldKeys keys{};
    bool is_frame = true;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(sim::with_unit(CEREAL_NVP(dt_ns), "ns"), CEREAL_NVP(keys), CEREAL_NVP(is_frame));
    }
    friend bool operator==(const Piece&, const Piece&) = default;
};

struct VariableGame {
    static constexpr std::string_view name = "lab-variable";
    static constexpr TickRate tick_rate{1};
    static constexpr std::uint32_t players_max = 1;
    static constexpr std::uint32_t k_tick_ns = 1'000'000'000;
    // So many pieces fit into an input. The fast machine makes a hundred frames in a second.
    static constexpr std::uint16_t k_pieces_max = 144;

    struct Input {
        Commands<Piece, k_pieces_max> pieces;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(pieces));
        }
    };

    void reset(const Setup&) { *this = VariableGame{}; }
    // A state that no match can reach is not played on.
    void restored() const { world.check(); }
    // Pieces beyond the second are cut off, so that no input can make a tick longer.
    void step(Inputs<Input> inputs);
    // Returns a second of frames as uneven as a real machine's, with nothing held.
    Input bot_input(Slot slot, Random& random) const;
    void draw(Canvas& canvas, const VariableGame& previous, float alpha) const;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(world));
    }

    World world;
};

}  // namespace tandem::tools::lab::match
