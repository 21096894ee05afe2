// SPDX-License-Identifier: MIT
// Says which C++ types may be part of a state or an input, and how each is written.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <tandem/sim/serialize/type_traits.hpp>

namespace tandem::sim {

// The ways in which types are written, and the reasons why they are refused.
enum class TypeKind {
    boolean,
    integer,
    enumeration,
    fixed,
    angle,
    unportable,
    text,
    array,
    c_array,
    sequence,
    set,
    map,
    flat_map,
    optional,
    variant,
    pair,
    tuple,
    bits,
    commands,
    object,
    // Refused:
    pointer,
    view,
    unordered,
    multi,
    heap,
    floating,
    character,
    machine_integer,
    loose_enum,
    bool_vector,
    linked_list,
    random,
    time,
    other_of_std,
    no_serialize,
    split_serialize,
};

// The kind of this type; its parts are not looked at.
template <class T>
consteval TypeKind type_kind() {
    using namespace detail;
    if constexpr (std::is_same_v<T, bool>) {
        return TypeKind::boolean;
    } else if constexpr (is_character<T>()) {
        return TypeKind::character;
    } else if constexpr (std::is_integral_v<T>) {
        return is_fixed_width_integer<T> ? TypeKind::integer : TypeKind::machine_integer;
    } else if constexpr (std::is_floating_point_v<T>) {
        return TypeKind::floating;
    } else if constexpr (std::is_enum_v<T>) {
        return is_portable_enum<T>() ? TypeKind::enumeration : TypeKind::loose_enum;
    } else if constexpr (is_fixed_v<T>) {
        return TypeKind::fixed;
    } else if constexpr (is_angle_v<T>) {
        return TypeKind::angle;
    } else if constexpr (is_a<T, Unportable>) {
        return TypeKind::unportable;
    } else if constexpr (is_pointer_like<T>()) {
        return TypeKind::pointer;
    } else if constexpr (is_view<T>()) {
        return TypeKind::view;
    } else if constexpr (is_unordered<T>()) {
        return TypeKind::unordered;
    } else if constexpr (is_a<T, std::multimap> || is_a<T, std::multiset>) {
        return TypeKind::multi;
    } else if constexpr (is_a<T, std::priority_queue>) {
        return TypeKind::heap;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return TypeKind::text;
    } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
        return TypeKind::bool_vector;
    } else if constexpr (std::is_array_v<T>) {
        return TypeKind::c_array;
    } else if constexpr (is_std_array<T>) {
        return TypeKind::array;
    } else if constexpr (is_a<T, std::vector> || is_a<T, std::deque>) {
        return TypeKind::sequence;
    } else if constexpr (is_a<T, std::set>) {
        return TypeKind::set;
    } else if constexpr (is_a<T, std::map>) {
        return TypeKind::map;
    } else if constexpr (is_a<T, FlatMap>) {
        return TypeKind::flat_map;
    } else if constexpr (is_a<T, std::optional>) {
        return TypeKind::optional;
    } else if constexpr (is_a<T, std::variant>) {
        return TypeKind::variant;
    } else if constexpr (is_a<T, std::pair>) {
        return TypeKind::pair;
    } else if constexpr (is_a<T, std::tuple>) {
        return TypeKind::tuple;
    } else if constexpr (is_bitset<T>) {
        return TypeKind::bits;
    } else if constexpr (is_commands<T>) {
        return TypeKind::commands;
    } else if constexpr (HasMemberSerialize<T> || HasFreeSerialize<T> || std::is_empty_v<T>) {
        return TypeKind::object;
    } else if constexpr (HasSplitSerialize<T>) {
        return TypeKind::split_serialize;
    } else {
        switch (std_family(type_name<T>())) {
            case StdFamily::linked_list:
                return TypeKind::linked_list;
            case StdFamily::random:
                return TypeKind::random;
            case StdFamily::time:
                return TypeKind::time;
            case StdFamily::other:
                return TypeKind::other_of_std;
            case StdFamily::none:
                break;
        }
        return TypeKind::no_serialize;
    }
}

// Types whose canonical size has no bound.
template <class T>
inline constexpr bool can_grow = type_kind<T>() == TypeKind::text
                                 || type_kind<T>() == TypeKind::sequence
                                 || type_kind<T>() == TypeKind::set
                                 || type_kind<T>() == TypeKind::map
                                 || type_kind<T>() == TypeKind::flat_map;

// True if the type may be part of a state.
template <class T>
inline constexpr bool is_serializable = type_kind<T>() <= TypeKind::object;

}  // namespace tandem::sim
