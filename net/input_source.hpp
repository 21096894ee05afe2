// SPDX-License-Identifier: MIT
// A player's inputs in the game's own type:
//
//   const auto source = net::input_source<Game>(
//       [&](sim::Tick tick, const Game& game) { return Game::Input{...}; });
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include <tandem/net/options.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::net {

namespace detail {

template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<sim::Result<T>> = true;

template <class Answer, class Input>
consteval bool is_answer() {
    if constexpr (is_result<Answer>) {
        return is_answer<typename Answer::value_type, Input>();
    } else {
        return std::convertible_to<Answer, std::optional<Input>>;
    }
}

template <class Ask, class Game>
consteval bool is_source() {
    if constexpr (std::is_invocable_v<Ask&, sim::Tick, const Game&>) {
        return is_answer<std::invoke_result_t<Ask&, sim::Tick, const Game&>,
                         typename Game::Input>();
    } else {
        return false;
    }
}

}  // namespace detail

// Makes an InputSource of a function in the game's own types. `ask(tick, game)` returns the game's
// Input, a std::optional of it (nothing: the source has ended), or a sim::Result of either, whose
// error ends the match. InputSource says when it is called and in which state the game is then.
// `Game` must be the session's game (asserted, with a sentence).
template <class Game, class Ask>
InputSource input_source(Ask ask) {
    static_assert(detail::is_source<Ask, Game>(),
                  "Tandem: a source is called with (sim::Tick, const Game&) and gives the game's "
                  "Input, a std::optional of it, or a sim::Result of either.");
    if constexpr (detail::is_source<Ask, Game>()) {
        return [ask = std::move(ask)](sim::Tick tick, const sim::AnySimulation& simulation) mutable
               -> sim::Result<std::optional<sim::Bytes>> {
            std::optional<typename Game::Input> input;
            auto answer = ask(tick, simulation.as<Game>());
            if constexpr (detail::is_result<decltype(answer)>) {
                TANDEM_TRY(answer);
                input = *std::move(answer);
            } else {
                input = std::move(answer);
            }
            return input ? std::optional(sim::canonical_bytes(*input)) : std::nullopt;
        };
    } else {
        return {};  // never reached: the requirement has failed to compile
    }
}

}  // namespace tandem::net
