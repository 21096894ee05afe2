// SPDX-License-Identifier: MIT
// The contract of a game, with one static_assert for each requirement: a mistake gives one error,
// our sentence, the user's line.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <tandem/sim/game/default_value.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/serialize/type_kind.hpp>

namespace tandem::sim {

namespace detail {

template <class G>
concept HasName = requires {
    { G::name } -> std::convertible_to<std::string_view>;
};
template <class G>
concept HasTickRate = requires {
    { G::tick_rate } -> std::convertible_to<TickRate>;
};
template <class G>
concept HasPlayersMax = requires {
    { G::players_max } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasInput = requires {
    typename G::Input;
};
template <class G>
concept HasReset = requires(G& game, const Setup& setup) {
    game.reset(setup);
};
template <class G>
concept HasPlainStep = requires(G& game, Inputs<typename G::Input> inputs) {
    game.step(inputs);
};
template <class G>
concept HasPhasedStep = requires(G& game, Inputs<typename G::Input> inputs, Phases& phases) {
    game.step(inputs, phases);
};
template <class G>
concept HasOptions = requires {
    typename G::Options;
};
template <class G>
concept HasVersion = requires {
    { G::version } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasStateBytesMax = requires {
    { G::state_bytes_max } -> std::convertible_to<std::uint64_t>;
};
template <class G>
concept HasRestored = requires(G& game) {
    game.restored();
};
template <class G>
concept HasBot = requires(const G& game, Slot slot, Random& random) {
    { game.bot_input(slot, random) } -> std::convertible_to<typename G::Input>;
};
template <class G>
concept HasKeys = requires(const G& game, const Keys& keys) {
    { game.input_from_keys(keys) } -> std::convertible_to<typename G::Input>;
};
template <class G>
concept HasKeysHelp = requires {
    { G::keys_help } -> std::convertible_to<std::string_view>;
};
template <class G>
concept HasKeysOptions = requires {
    { G::keys_options() } -> std::convertible_to<typename G::Options>;
};
template <class G>
concept HasFinished = requires(const G& game) {
    { game.finished() } -> std::convertible_to<bool>;
};

}  // namespace detail

// True if the type is a game, apart from its step and its input.
template <class G>
concept IsSimulation = detail::HasName<G> && detail::HasTickRate<G> && detail::HasPlayersMax<G> &&
    detail::HasInput<G> && std::default_initializable<G> && std::copyable<G> &&
    detail::HasReset<G> && is_serializable<G> && detail::HasMemberSerialize<G>;

// The bound on an input concerns its canonical bytes (see input_bound.hpp). An input that takes
// four times that in memory holds more than padding.
inline constexpr std::uint64_t k_input_memory_bytes_max = 4 * k_input_bytes_max;

// True if the type can be an input.
template <class Input>
concept IsInput = std::default_initializable<Input> && std::copyable<Input> &&
                  is_serializable<Input> && sizeof(Input) <= k_input_memory_bytes_max;

// True if the game has a step that Tandem can call.
template <class G>
concept IsSteppable = detail::HasPlainStep<G> || detail::HasPhasedStep<G>;

// Refuses each missing part of the contract in one sentence (GAME.md lists the contract).
template <class G>
consteval void require_simulation() {
    using namespace detail;
    static_assert(HasName<G>,
                  "Tandem: a game needs `static constexpr std::string_view name = \"...\";`.");
    static_assert(HasTickRate<G>,
                  "Tandem: a game needs `static constexpr tandem::TickRate tick_rate{60};`.");
    static_assert(HasPlayersMax<G>,
                  "Tandem: a game needs `static constexpr std::uint32_t players_max = 2;`.");
    static_assert(
        HasInput<G>,
        "Tandem: a game needs a nested `struct Input` with a serialize that names its fields.");
    static_assert(
        !lacks_default_value<G>(),
        "Tandem: a game must be default-constructible; what it starts with comes to reset.");
    static_assert(
        std::copyable<G>,
        "Tandem: a game must be copyable and assignable, because checks run a copy beside it; "
        "members that are const, references or unique_ptr prevent that.");
    static_assert(HasReset<G>, "Tandem: a game needs `void reset(const tandem::Setup& setup);`.");
    static_assert(
        is_serializable<G> && HasMemberSerialize<G>,
        "Tandem: a game needs `template <class Archive> void serialize(Archive& ar)` that "
        "names every field of its state.");
}

// Refuses in one sentence a game without a step that Tandem can call.
template <class G>
consteval void require_step() {
    static_assert(IsSteppable<G>,
                  "Tandem: a game needs `void step(tandem::Inputs<Input> inputs);`.");
}

// Refuses players_max and tick_rate likewise.
template <class G>
consteval void require_players() {
    static_assert(G::players_max >= 1 && G::players_max <= k_slots_max,
                  "Tandem: players_max must be 1 to 64.");
    static_assert(TickRate(G::tick_rate).ticks >= 1 && TickRate(G::tick_rate).seconds >= 1,
                  "Tandem: tick_rate must be at least one tick in a whole number of seconds.");
}

// Refuses an input likewise.
template <class Input>
consteval void require_input() {
    static_assert(
        !detail::lacks_default_value<Input>() && std::copyable<Input>,
        "Tandem: an Input must be default-constructible, which means idle, and copyable.");
    static_assert(
        is_serializable<Input>,
        "Tandem: an Input needs `template <class Archive> void serialize(Archive& ar)` that "
        "names every field.");
    static_assert(sizeof(Input) <= k_input_memory_bytes_max,
                  "Tandem: an Input may take at most 1,024 canonical bytes, since it is sent every "
                  "tick.");
}

}  // namespace tandem::sim
