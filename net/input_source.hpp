// SPDX-License-Identifier: MIT
// A player's inputs in the game's own type:
//
//   const auto source = net::input_source<Game>(
//       [&](sim::Tick tick, const Game& game) { return Game::Input{...}; });
#pragma once

#include <concepts>
#include <optional>
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

}  // namespace detail

// `ask(tick, game)` gives the game's Input, a std::optional of it (nothing: the source has ended),
// or a sim::Result of either, whose error ends the match. When it is asked and how the game stands
// then says InputSource. The game is the session's (asserted, in words).
template <class Game, class Ask>
InputSource input_source(Ask ask) {
    using Input = typename Game::Input;
    using Answer = decltype(ask(sim::Tick{}, std::declval<const Game&>()));
    static_assert(
        detail::is_answer<Answer, Input>(),
        "Tandem: a source gives the game's Input, a std::optional of it, or a sim::Result "
        "of either.");
    return [ask = std::move(ask)](sim::Tick tick, const sim::AnySimulation& simulation) mutable
           -> sim::Result<std::optional<sim::Bytes>> {
        std::optional<Input> input;
        if constexpr (detail::is_result<Answer>) {
            auto answer = ask(tick, simulation.as<Game>());
            if (!answer) {
                return answer.error();
            }
            input = *std::move(answer);
        } else {
            input = ask(tick, simulation.as<Game>());
        }
        return input ? std::optional(sim::canonical_bytes(*input)) : std::nullopt;
    };
}

}  // namespace tandem::net
