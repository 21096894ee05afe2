// SPDX-License-Identifier: MIT
// Fields as `serialize` names them: Cereal's name-value pair, or ours that carries a unit.
#pragma once

#include <utility>

#include <tandem/sim/serialize/require.hpp>

namespace tandem::sim {

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

// What a named field names; anything else is itself.
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
