// SPDX-License-Identifier: MIT
// Checks what serialize names: a type that cannot be part of a state or an input gets one sentence.
// It defines the named fields too: Cereal's name-value pair, and our own with a unit.
#pragma once

#include <type_traits>

#include <tandem/sim/serialize/type_kind.hpp>

namespace tandem::sim {

// Refuses a type in one sentence. It is a function of its own, so that the compiler says the
// sentence once, at the user's line, although several traversals meet the type.
template <class T>
consteval void require_serializable();

namespace detail {

template <template <class...> class Template, class... Parts>
consteval void require_each(const Template<Parts...>*) {
    (require_serializable<Parts>(), ...);
}

// The elements of a container are checked where the container is named. Deeper down, the compilers
// leave the user's line out of their long messages.
template <class T>
consteval void require_parts() {
    constexpr TypeKind kind = type_kind<T>();
    if constexpr (kind == TypeKind::c_array) {
        require_serializable<std::remove_extent_t<T>>();
    } else if constexpr (kind == TypeKind::array || kind == TypeKind::sequence ||
                         kind == TypeKind::optional || kind == TypeKind::commands) {
        require_serializable<typename T::value_type>();
    } else if constexpr (kind == TypeKind::set) {
        require_serializable<typename T::key_type>();
    } else if constexpr (kind == TypeKind::map || kind == TypeKind::flat_map) {
        require_serializable<typename T::key_type>();
        require_serializable<typename T::mapped_type>();
    } else if constexpr (kind == TypeKind::variant || kind == TypeKind::pair ||
                         kind == TypeKind::tuple) {
        require_each(static_cast<const T*>(nullptr));
    }
}

}  // namespace detail

template <class T>
consteval void require_serializable() {
    constexpr TypeKind kind = type_kind<T>();
    static_assert(kind != TypeKind::pointer,
                  "Tandem: a pointer, reference or view cannot be state, because addresses differ "
                  "between machines; store an index or the value itself.");
    static_assert(kind != TypeKind::view,
                  "Tandem: a pointer, reference or view cannot be state, because addresses differ "
                  "between machines; use std::string, std::vector or std::array.");
    static_assert(kind != TypeKind::unordered,
                  "Tandem: an unordered container has no portable order; use tandem::FlatMap, "
                  "std::map, std::set or a sorted std::vector.");
    static_assert(kind != TypeKind::multi,
                  "Tandem: a multimap or multiset keeps equal keys in insertion order, which a "
                  "restored state cannot know; use a map of vectors.");
    static_assert(kind != TypeKind::heap,
                  "Tandem: std::priority_queue orders equal elements differently in each standard "
                  "library; use tandem::PriorityQueue.");
    static_assert(kind != TypeKind::floating,
                  "Tandem: floating point differs between compilers and machines; use "
                  "tandem::Fixed, or sim::Unportable<double> if you accept that.");
    static_assert(kind != TypeKind::character,
                  "Tandem: the width or sign of a character type is not portable; use std::int8_t, "
                  "std::uint8_t or std::string.");
    static_assert(
        kind != TypeKind::machine_integer,
        "Tandem: this integer is none of std::int8_t to std::uint64_t here, because the "
        "machine chooses what its name stands for; write the one of these that you mean.");
    static_assert(kind != TypeKind::loose_enum,
                  "Tandem: an enumeration needs a width that no compiler chooses; write enum class "
                  "Name : std::uint8_t.");
    static_assert(kind != TypeKind::bool_vector,
                  "Tandem: std::vector<bool> has no elements to point at; use "
                  "std::vector<std::uint8_t> or std::bitset.");
    static_assert(kind != TypeKind::linked_list,
                  "Tandem: a linked list cannot be state; use std::vector or std::deque, or "
                  "tandem::SlotMap, whose handles stay good while elements come and go.");
    static_assert(kind != TypeKind::random,
                  "Tandem: the standard library's random engines hide what they hold, and its "
                  "distributions draw differently in each library; use tandem::Random.");
    static_assert(kind != TypeKind::time,
                  "Tandem: std::chrono's types have the width and unit that each library chooses; "
                  "count ticks in a std::uint64_t.");
    static_assert(kind != TypeKind::other_of_std,
                  "Tandem: this type of the standard library cannot be state; use std::string, "
                  "array, vector, deque, set, map, optional, variant, pair, tuple or bitset.");
    static_assert(kind != TypeKind::split_serialize,
                  "Tandem: separate save and load functions can disagree; write one serialize that "
                  "names every field.");
    static_assert(kind != TypeKind::no_serialize,
                  "Tandem: this type needs `template <class Archive> void serialize(Archive& ar)` "
                  "that names every field, as in ar(CEREAL_NVP(x), CEREAL_NVP(y)).");
    detail::require_parts<T>();
}

// A named field with its unit, made by with_unit().
template <class T>
struct FieldWithUnit {
    const char* name;
    T& value;
    const char* unit;
};

// ar(with_unit(CEREAL_NVP(delay), "ms")): the unit is stored in the schema and printed by diff.
template <class T>
FieldWithUnit<T> with_unit(cereal::NameValuePair<T&>&& field, const char* unit) {
    return {field.name, field.value, unit};
}

namespace detail {

template <class T>
inline constexpr bool is_named_field = is_a<T, cereal::NameValuePair> || is_a<T, FieldWithUnit>;

// The type that a named field names; any other type gives itself.
template <class T>
struct NamedType {
    using type = T;
};
template <class T>
struct NamedType<cereal::NameValuePair<T&>> {
    using type = T;
};
template <class T>
struct NamedType<FieldWithUnit<T>> {
    using type = T;
};

template <class T>
FieldWithUnit<T> field_of(const cereal::NameValuePair<T&>& field) {
    return {field.name, field.value, ""};
}
template <class T>
FieldWithUnit<T> field_of(const FieldWithUnit<T>& field) {
    return field;
}

template <class T>
consteval void require_mutable() {
    static_assert(
        !std::is_const_v<T>,
        "Tandem: what serialize names must be assignable, because a state is restored through it; "
        "leave const members out, and serialize itself without const.");
}

}  // namespace detail
}  // namespace tandem::sim

namespace tandem {
// Games are written with the names of this namespace.
using sim::with_unit;
}  // namespace tandem
