// SPDX-License-Identifier: MIT
// What a game may have beyond what it must have. A member of one of these names that Tandem could
// not call would be left aside without a word, so it is a mistake like a missing one: one error,
// our sentence, the user's line.
#pragma once

#include <type_traits>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/simulation.hpp>

namespace tandem::sim {

namespace detail {

// Each has one name that a game may use too. A class derived from both then finds two members of
// that name, whatever their kinds, signatures and access, and naming it is an error.
struct NamedBotInput {
    int bot_input;
};
struct NamedDraw {
    int draw;
};
struct NamedFinished {
    int finished;
};
struct NamedInputFromKeys {
    int input_from_keys;
};
struct NamedRestored {
    int restored;
};
struct NamedStateBytesMax {
    int state_bytes_max;
};
struct NamedVersion {
    int version;
};

template <class G, class Named>
struct GameAnd : G, Named {};

// Nothing derives from a final class: its members are not looked at.
template <class G>
concept IsOpen = std::is_class_v<G> && !std::is_final_v<G>;

template <class G>
concept NamesBotInput = IsOpen<G> && !requires {
    &GameAnd<G, NamedBotInput>::bot_input;
};
template <class G>
concept NamesDraw = IsOpen<G> && !requires {
    &GameAnd<G, NamedDraw>::draw;
};
template <class G>
concept NamesFinished = IsOpen<G> && !requires {
    &GameAnd<G, NamedFinished>::finished;
};
template <class G>
concept NamesInputFromKeys = IsOpen<G> && !requires {
    &GameAnd<G, NamedInputFromKeys>::input_from_keys;
};
template <class G>
concept NamesRestored = IsOpen<G> && !requires {
    &GameAnd<G, NamedRestored>::restored;
};
template <class G>
concept NamesStateBytesMax = IsOpen<G> && !requires {
    &GameAnd<G, NamedStateBytesMax>::state_bytes_max;
};
template <class G>
concept NamesVersion = IsOpen<G> && !requires {
    &GameAnd<G, NamedVersion>::version;
};

}  // namespace detail

// One sentence for each optional part of the contract that is there and cannot be used.
template <class G>
consteval void require_optional_members() {
    using namespace detail;
    static_assert(HasBot<G> || !NamesBotInput<G>,
                  "Tandem: bot_input must be public `Input bot_input(tandem::Slot slot, "
                  "tandem::Random& random) const`.");
    static_assert(HasDraw<G> || !NamesDraw<G>,
                  "Tandem: draw must be public `void draw(tandem::Canvas& canvas, const Game& "
                  "previous, float alpha) const`.");
    static_assert(HasFinished<G> || !NamesFinished<G>,
                  "Tandem: finished must be public `bool finished() const`.");
    static_assert(HasKeys<G> || !NamesInputFromKeys<G>,
                  "Tandem: input_from_keys must be public `Input input_from_keys(const "
                  "tandem::Keys& keys) const`.");
    static_assert(HasRestored<G> || !NamesRestored<G>,
                  "Tandem: restored must be public `void restored()`.");
    static_assert(HasStateBytesMax<G> || !NamesStateBytesMax<G>,
                  "Tandem: state_bytes_max must be public `static constexpr std::uint64_t "
                  "state_bytes_max = ...;`.");
    static_assert(
        HasVersion<G> || !NamesVersion<G>,
        "Tandem: version must be public `static constexpr std::uint32_t version = ...;`.");
}

}  // namespace tandem::sim
