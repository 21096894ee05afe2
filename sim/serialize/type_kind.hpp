// SPDX-License-Identifier: MIT
// Which C++ types may stand in a state or an input, and how each is treated.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/serialize/unportable.hpp>

namespace tandem::sim {

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
    unordered,
    multi,
    heap,
    floating,
    character,
    loose_enum,
    bool_vector,
    no_serialize,
    split_serialize,
};

namespace detail {

// Stands in for an archive where only the presence of a serialize function is asked.
struct AnyArchive {
    template <class... Fields>
    void operator()(Fields&&...);
};

template <class T, template <class...> class Template>
inline constexpr bool is_a = false;
template <template <class...> class Template, class... Arguments>
inline constexpr bool is_a<Template<Arguments...>, Template> = true;

template <class T>
inline constexpr bool is_std_array = false;
template <class T, std::size_t N>
inline constexpr bool is_std_array<std::array<T, N>> = true;

template <class T>
inline constexpr bool is_bitset = false;
template <std::size_t N>
inline constexpr bool is_bitset<std::bitset<N>> = true;

template <class T>
inline constexpr bool is_commands = false;
template <class Order, std::uint16_t k_max>
inline constexpr bool is_commands<Commands<Order, k_max>> = true;

template <class T>
inline constexpr bool is_span = false;
template <class T, std::size_t N>
inline constexpr bool is_span<std::span<T, N>> = true;

template <class T>
concept HasMemberSerialize = requires(AnyArchive& archive, T& value) {
    cereal::access::member_serialize(archive, value);
};
template <class T>
concept HasFreeSerialize = requires(AnyArchive& archive, T& value) {
    serialize(archive, value);
};
template <class T>
concept HasSplitSerialize = requires(AnyArchive& archive, T& value) {
    cereal::access::member_load(archive, value);
};

template <class T>
consteval bool is_pointer_like() {
    return std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_null_pointer_v<T> ||
           is_a<T, std::unique_ptr> || is_a<T, std::shared_ptr> || is_a<T, std::weak_ptr> ||
           is_a<T, std::basic_string_view> || is_span<T>;
}

template <class T>
consteval bool is_unordered() {
    return is_a<T, std::unordered_map> || is_a<T, std::unordered_set> ||
           is_a<T, std::unordered_multimap> || is_a<T, std::unordered_multiset>;
}

// Braces take an integer only where the enumeration's underlying type is fixed (C++17).
template <class E>
concept HasFixedWidth = requires(std::underlying_type_t<E> value) {
    E{value};
};
template <class E>
consteval bool is_portable_enum() {
    return HasFixedWidth<E> && !std::is_same_v<std::underlying_type_t<E>, bool>;
}

template <class T>
consteval bool is_character() {
    return std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
           std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
}

}  // namespace detail

template <class T>
consteval TypeKind type_kind() {
    using namespace detail;
    if constexpr (std::is_same_v<T, bool>) {
        return TypeKind::boolean;
    } else if constexpr (is_character<T>()) {
        return TypeKind::character;
    } else if constexpr (std::is_integral_v<T>) {
        return TypeKind::integer;
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
        return TypeKind::no_serialize;
    }
}

// Types whose value has any number of bytes, however few its type has.
template <class T>
inline constexpr bool can_grow = type_kind<T>() == TypeKind::text
                                 || type_kind<T>() == TypeKind::sequence
                                 || type_kind<T>() == TypeKind::set
                                 || type_kind<T>() == TypeKind::map
                                 || type_kind<T>() == TypeKind::flat_map;

template <class T>
inline constexpr bool is_serializable = type_kind<T>() <= TypeKind::object;

}  // namespace tandem::sim
