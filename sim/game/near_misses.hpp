// SPDX-License-Identifier: MIT
// Finds members whose names are almost those that Tandem looks for. Without it, Tandem would
// silently ignore a misspelt optional member. One error, our sentence, the user's line.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/member_name.hpp>
#include <tandem/sim/game/simulation.hpp>

namespace tandem::sim::detail {

TANDEM_MEMBER_NAME(name)
TANDEM_MEMBER_NAME(tick_rate)
TANDEM_MEMBER_NAME(players_max)
TANDEM_MEMBER_NAME(Input)
TANDEM_MEMBER_NAME(reset)
TANDEM_MEMBER_NAME(step)
TANDEM_MEMBER_NAME(serialize)
TANDEM_MEMBER_NAME(bot_input)
TANDEM_MEMBER_NAME(draw)
TANDEM_MEMBER_NAME(finished)
TANDEM_MEMBER_NAME(input_from_keys)
TANDEM_MEMBER_NAME(keys_help)
TANDEM_MEMBER_NAME(keys_options)
TANDEM_MEMBER_NAME(restored)
TANDEM_MEMBER_NAME(state_bytes_max)
TANDEM_MEMBER_NAME(version)

}  // namespace tandem::sim::detail

namespace tandem::sim {

namespace detail {

// If a game has the first name and not the second, that is a mistake, because no game has its own
// use for such a name. For a required member, any name close to it counts.
#define TANDEM_MISSPELT_MEMBERS(MISS)          \
    MISS(Name, name)                           \
    MISS(game_name, name)                      \
    MISS(title, name)                          \
    MISS(tickrate, tick_rate)                  \
    MISS(tickRate, tick_rate)                  \
    MISS(tick_rates, tick_rate)                \
    MISS(ticks_rate, tick_rate)                \
    MISS(ticks_per_second, tick_rate)          \
    MISS(max_players, players_max)             \
    MISS(player_max, players_max)              \
    MISS(players_maximum, players_max)         \
    MISS(maxPlayers, players_max)              \
    MISS(playersMax, players_max)              \
    MISS(Inputs, Input)                        \
    MISS(GameInput, Input)                     \
    MISS(PlayerInput, Input)                   \
    MISS(Reset, reset)                         \
    MISS(reset_game, reset)                    \
    MISS(restart, reset)                       \
    MISS(init, reset)                          \
    MISS(Step, step)                           \
    MISS(step_game, step)                      \
    MISS(update, step)                         \
    MISS(tick, step)                           \
    MISS(Serialize, serialize)                 \
    MISS(serialise, serialize)                 \
    MISS(botInput, bot_input)                  \
    MISS(bot_inputs, bot_input)                \
    MISS(bots_input, bot_input)                \
    MISS(input_from_bot, bot_input)            \
    MISS(inputFromKeys, input_from_keys)       \
    MISS(input_from_key, input_from_keys)      \
    MISS(inputs_from_keys, input_from_keys)    \
    MISS(inputs_from_key, input_from_keys)     \
    MISS(input_of_keys, input_from_keys)       \
    MISS(input_from_keyboard, input_from_keys) \
    MISS(keysHelp, keys_help)                  \
    MISS(key_help, keys_help)                  \
    MISS(help_keys, keys_help)                 \
    MISS(keys_hint, keys_help)                 \
    MISS(keysOptions, keys_options)            \
    MISS(key_options, keys_options)            \
    MISS(on_restore, restored)                 \
    MISS(on_restored, restored)                \
    MISS(after_restore, restored)              \
    MISS(was_restored, restored)               \
    MISS(is_restored, restored)                \
    MISS(stateBytesMax, state_bytes_max)       \
    MISS(state_byte_max, state_bytes_max)      \
    MISS(state_size_max, state_bytes_max)      \
    MISS(max_state_bytes, state_bytes_max)

// A game may use these names for its own purposes. It is a mistake only if the member is public and
// can be called like the second name.
#define TANDEM_LIKELY_MEMBERS(MISS)       \
    MISS(is_finished, finished)           \
    MISS(has_finished, finished)          \
    MISS(finish, finished)                \
    MISS(is_over, finished)               \
    MISS(game_over, finished)             \
    MISS(restore, restored)               \
    MISS(Draw, draw)                      \
    MISS(draw_game, draw)                 \
    MISS(on_draw, draw)                   \
    MISS(paint, draw)                     \
    MISS(render, draw)                    \
    MISS(bot, bot_input)                  \
    MISS(bot_move, bot_input)             \
    MISS(ai_input, bot_input)             \
    MISS(keys, input_from_keys)           \
    MISS(from_keys, input_from_keys)      \
    MISS(key_input, input_from_keys)      \
    MISS(keys_input, input_from_keys)     \
    MISS(keyboard_input, input_from_keys) \
    MISS(Version, version)                \
    MISS(game_version, version)           \
    MISS(version_number, version)

#define TANDEM_LIKE_bot_input(member)                                            \
    requires(const G& game, Slot slot, Random& random) {                         \
        { game.member(slot, random) } -> std::convertible_to<typename G::Input>; \
    }
#define TANDEM_LIKE_draw(member) \
    requires(const G& game, Canvas& canvas) { game.member(canvas, game, 1.0F); }
#define TANDEM_LIKE_finished(member)             \
    requires(const G& game) {                    \
        { game.member() } -> std::same_as<bool>; \
    }
#define TANDEM_LIKE_input_from_keys(member)                              \
    requires(const G& game, const Keys& keys) {                          \
        { game.member(keys) } -> std::convertible_to<typename G::Input>; \
    }
#define TANDEM_LIKE_restored(member)             \
    requires(G & game) {                         \
        { game.member() } -> std::same_as<void>; \
    }
#define TANDEM_LIKE_version(member)                          \
    requires {                                               \
        { G::member } -> std::convertible_to<std::uint32_t>; \
    }

// A count that is called `tick` is no step, nor is a flag called `init` a reset.
consteval bool is_function(std::string_view member) {
    return member == "reset" || member == "step" || member == "serialize" ||
           member == "bot_input" || member == "input_from_keys" || member == "keys_options" ||
           member == "restored";
}

#define TANDEM_IS_MISSPELT(wrong, right)                                                       \
    TANDEM_MEMBER_NAME(wrong)                                                                  \
    namespace missed {                                                                         \
    template <class G>                                                                         \
    concept wrong = named::wrong<G> && !named::right<G> && !(is_function(#right) && requires { \
                        requires std::is_member_object_pointer_v<decltype(&G::wrong)>;         \
                    });                                                                        \
    }
#define TANDEM_IS_LIKELY(wrong, right)                              \
    namespace missed {                                              \
    template <class G>                                              \
    concept wrong = !named::right<G> && TANDEM_LIKE_##right(wrong); \
    }
TANDEM_MISSPELT_MEMBERS(TANDEM_IS_MISSPELT)
TANDEM_LIKELY_MEMBERS(TANDEM_IS_LIKELY)
#undef TANDEM_IS_MISSPELT
#undef TANDEM_IS_LIKELY

#define TANDEM_OR_MISSED(wrong, right) || missed::wrong<G>
template <class G>
inline constexpr bool has_near_miss = false TANDEM_MISSPELT_MEMBERS(TANDEM_OR_MISSED)
    TANDEM_LIKELY_MEMBERS(TANDEM_OR_MISSED);
#undef TANDEM_OR_MISSED

// If several names are near the same one, only the first is told: the others may be something else.
struct NearMiss {
    std::string_view wrong;
    std::string_view right;
    bool is_missed;
};
#define TANDEM_NEAR_MISS(wrong, right) NearMiss{#wrong, #right, missed::wrong<G>},
template <class G>
inline constexpr NearMiss k_near_misses[] = {TANDEM_MISSPELT_MEMBERS(TANDEM_NEAR_MISS)
                                                 TANDEM_LIKELY_MEMBERS(TANDEM_NEAR_MISS)};
#undef TANDEM_NEAR_MISS

template <class G>
consteval bool is_told(std::string_view wrong, std::string_view right) {
    for (const NearMiss& miss : k_near_misses<G>) {
        if (miss.is_missed && miss.right == right) {
            return miss.wrong == wrong;
        }
    }
    return false;
}

template <class G>
consteval void require_no_near_miss() {
#define TANDEM_REFUSE_MISSPELT(wrong, right)                                                 \
    static_assert(!is_told<G>(#wrong, #right),                                               \
                  "Tandem: `" #wrong "` is not what Tandem looks for; did you mean `" #right \
                  "`?");
#define TANDEM_REFUSE_LIKELY(wrong, right)                                                   \
    static_assert(!is_told<G>(#wrong, #right),                                               \
                  "Tandem: `" #wrong "` is not what Tandem looks for; did you mean `" #right \
                  "`? Make it private where it is your own.");
    TANDEM_MISSPELT_MEMBERS(TANDEM_REFUSE_MISSPELT)
    TANDEM_LIKELY_MEMBERS(TANDEM_REFUSE_LIKELY)
#undef TANDEM_REFUSE_MISSPELT
#undef TANDEM_REFUSE_LIKELY
}

#undef TANDEM_LIKE_bot_input
#undef TANDEM_LIKE_draw
#undef TANDEM_LIKE_finished
#undef TANDEM_LIKE_input_from_keys
#undef TANDEM_LIKE_restored
#undef TANDEM_LIKE_version
#undef TANDEM_MISSPELT_MEMBERS
#undef TANDEM_LIKELY_MEMBERS

}  // namespace detail

// Checks that the game has all required members, with the right names.
template <class G>
consteval void require_members() {
    detail::require_no_near_miss<G>();
    if constexpr (!detail::has_near_miss<G>) {  // else what is missing has been said
        require_simulation<G>();
    }
}

}  // namespace tandem::sim
