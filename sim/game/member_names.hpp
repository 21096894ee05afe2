// SPDX-License-Identifier: MIT
// Whether a game has a member of a name, whatever its kind, signature and access.
#pragma once

#include <type_traits>

namespace tandem::sim::detail {

// A class derived from a game and from one that has a member of that name finds two, and naming it
// is an error.
template <class G, class Named>
struct GameAnd : G, Named {};

// Nothing derives from a final class: its members are not looked at.
template <class G>
concept IsOpen = std::is_class_v<G> && !std::is_final_v<G>;

}  // namespace tandem::sim::detail

// named::member<G>, in the namespace where this stands. A macro, because the language has no other
// way to speak of a name that may not be there.
#define TANDEM_MEMBER_NAME(member)            \
    namespace named {                         \
    struct With_##member {                    \
        int member;                           \
    };                                        \
    template <class G>                        \
    concept member = IsOpen<G> && !requires { \
        &GameAnd<G, With_##member>::member;   \
    };                                        \
    }

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
TANDEM_MEMBER_NAME(restored)
TANDEM_MEMBER_NAME(state_bytes_max)
TANDEM_MEMBER_NAME(version)

}  // namespace tandem::sim::detail
