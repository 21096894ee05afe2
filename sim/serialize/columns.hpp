// SPDX-License-Identifier: MIT
// A game that keeps one vector for each field of its entities uses columns. In a state the vectors
// are one list. Its elements have paths as if each were a structure, and each vector is written as
// one block.
#pragma once

#include <cstddef>
#include <tuple>
#include <vector>

#include <tandem/sim/serialize/require.hpp>

namespace tandem::sim {

namespace detail {

// Throws std::length_error. Like any exception of a game it ends the session and names the tick.
[[noreturn]] void columns_differ(const char* list, const char* first, std::size_t first_length,
                                 const char* other, std::size_t other_length);

}  // namespace detail

// A list stored as columns, made by columns().
template <class... Vectors>
struct Columns {
    const char* name;
    std::tuple<FieldWithUnit<Vectors>...> fields;

    // The length of all columns; throws std::length_error if they differ.
    std::size_t length() const {
        const auto& first = std::get<0>(fields);
        const std::size_t length = first.value.size();
        const auto expect_length = [&](const auto& field) {
            if (field.value.size() != length) [[unlikely]] {
                detail::columns_differ(name, first.name, length, field.name, field.value.size());
            }
        };
        std::apply([&](const auto&... field) { (expect_length(field), ...); }, fields);
        return length;
    }
};

namespace detail {

template <class T>
inline constexpr bool is_columns = is_a<T, Columns>;

template <class T>
consteval bool has_one_size();

template <template <class...> class Template, class... Parts>
consteval bool all_have_one_size(const Template<Parts...>*) {
    return (has_one_size<Parts>() && ...);
}

// True if all values of a type have the same canonical size, as far as the type says. (Only a
// schema knows the fields of a structure.) A refused type has its own sentence already.
template <class T>
consteval bool has_one_size() {
    constexpr TypeKind kind = type_kind<T>();
    if constexpr (kind == TypeKind::array) {
        return has_one_size<typename T::value_type>();
    } else if constexpr (kind == TypeKind::pair || kind == TypeKind::tuple) {
        return all_have_one_size(static_cast<const T*>(nullptr));
    } else {
        return !can_grow<T> && kind != TypeKind::optional && kind != TypeKind::variant &&
               kind != TypeKind::commands;
    }
}

template <class T>
consteval bool is_column() {
    if constexpr (is_a<T, std::vector> && is_serializable<T>) {
        return has_one_size<typename T::value_type>();
    } else {
        return false;
    }
}

template <class Item>
consteval bool require_column() {
    using T = typename NamedType<Item>::type;
    using Plain = std::remove_cv_t<T>;
    static_assert(is_named_field<Item>,
                  "Tandem: every column needs its name; write columns(\"units\", CEREAL_NVP(x), "
                  "CEREAL_NVP(y)).");
    if constexpr (is_named_field<Item>) {
        require_mutable<T>();
        require_serializable<Plain>();
        static_assert(is_column<Plain>() || !is_serializable<Plain>,
                      "Tandem: a column must be a std::vector whose elements all have one size: "
                      "numbers, enumerations, arrays and structures of these.");
        return !std::is_const_v<T> && is_column<Plain>();
    } else {
        return false;
    }
}

}  // namespace detail

// ar(columns("units", CEREAL_NVP(x), CEREAL_NVP(y), with_unit(CEREAL_NVP(delay), "ms"))): `x`, `y`
// and `delay` are vectors of the same length. The fields of unit 17 are `units[17].x` and so on.
// Canonical form: the length once as u32, then the elements of each column.
template <class... Items>
auto columns(const char* name, Items&&... items) {
    static_assert(sizeof...(Items) != 0, "Tandem: columns(...) needs at least one column.");
    if constexpr ((detail::require_column<std::remove_cvref_t<Items>>() && ...)) {
        return Columns<typename detail::NamedType<std::remove_cvref_t<Items>>::type...>{
            name, {detail::field_of(items)...}};
    } else {
        return Columns<>{name, {}};  // never used: a requirement has failed to compile
    }
}

}  // namespace tandem::sim

namespace tandem {
// Games are written with the names of this namespace.
using sim::columns;
}  // namespace tandem
