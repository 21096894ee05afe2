// SPDX-License-Identifier: MIT
// Finds out whether a game has a member with a given name, whatever its kind, signature and access.
#pragma once

#include <type_traits>

namespace tandem::sim::detail {

// Derives from a game and from a class with a member of that name. If both have it, the name is
// ambiguous, so naming it is an error.
template <class G, class Named>
struct GameAnd : G, Named {};

// Nothing can derive from a final class, so its members are not checked.
template <class G>
concept IsOpen = std::is_class_v<G> && !std::is_final_v<G>;

}  // namespace tandem::sim::detail

// Defines named::member<G> in the present namespace. It is a macro, because the language has no
// other way to ask for a name that may not exist.
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
