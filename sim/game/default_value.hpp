// SPDX-License-Identifier: MIT
// Finds out why a game or an input has no default value. If a member's initialiser is the mistake,
// as in `Fixed place = 0.5;`, the compiler has reported it already. A second error would mislead.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tandem::sim::detail {

template <class T>
consteval bool has_wrong_initialiser();

// Converts to the type of any member; the member's own initialiser is then not used.
struct AnyMember {
    template <class T>
    operator T() const;
};
template <std::size_t>
using AnyMemberAt = AnyMember;

// Converts likewise, but only to a member of Owner that has such a mistake inside.
template <class Owner>
struct WrongMember {
    template <class T>
    requires(!std::same_as<T, Owner> && has_wrong_initialiser<T>()) operator T() const;
};

// True if the member after these others is the mistake: T cannot be made with the member's own
// initialiser, but it can be made with {} in its place.
template <class T, std::size_t... before>
consteval bool is_initialised_wrongly(std::index_sequence<before...>) {
    constexpr bool is_made_by_itself = requires { T{AnyMemberAt<before>{}...}; };
    constexpr bool is_made_of_nothing = requires { T{AnyMemberAt<before>{}..., {}}; };
    constexpr bool is_wrong_within = requires { T{AnyMemberAt<before>{}..., WrongMember<T>{}}; };
    return !is_made_by_itself && (is_made_of_nothing || is_wrong_within);
}

template <class T, std::size_t... members>
consteval bool has_wrong_initialiser(std::index_sequence<members...>) {
    return (is_initialised_wrongly<T>(std::make_index_sequence<members>()) || ...);
}

// Finds the mistake only in aggregates, up to this many members.
template <class T>
consteval bool has_wrong_initialiser() {
    constexpr std::size_t k_members_max = 128;
    if constexpr (std::is_aggregate_v<T> && !std::default_initializable<T>) {
        return has_wrong_initialiser<T>(std::make_index_sequence<k_members_max>());
    } else {
        return false;
    }
}

// False also if the only reason is an initialiser that does not compile.
template <class T>
consteval bool lacks_default_value() {
    return !std::default_initializable<T> && !has_wrong_initialiser<T>();
}

}  // namespace tandem::sim::detail
