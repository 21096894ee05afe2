// SPDX-License-Identifier: MIT
// Checks the bounds of an input: no part of it may grow without bound, and the whole has a bound
// too. It looks at the types of the fields that serialize names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/serialize/traversal.hpp>

namespace tandem::sim::detail {

// A pair, tuple, optional or variant has a bound if all its parts have one.
template <class T>
inline constexpr bool is_bounded_leaf = !can_grow<T>;
template <class T>
inline constexpr bool is_bounded = is_bounded_leaf<T>;
template <template <class...> class Template, class... Parts>
requires(is_bounded_leaf<Template<Parts...>>) inline constexpr bool is_bounded<Template<Parts...>> =
    (is_bounded<Parts> && ...);

template <class T>
consteval void require_bounded() {
    static_assert(is_bounded<T>,
                  "Tandem: an input must have a bounded size, so it cannot hold a vector, string, "
                  "set or map; use tandem::Commands<Order, max> or std::array.");
}

template <class T>
consteval std::uint64_t known_bytes();

template <template <class...> class Template, class... Parts>
consteval std::uint64_t known_bytes_of_parts(const Template<Parts...>*) {
    if constexpr (type_kind<Template<Parts...>>() == TypeKind::variant) {
        return 1 + std::max({known_bytes<Parts>()...});
    } else {
        return (known_bytes<Parts>() + ...);
    }
}

// The most canonical bytes of a T, as far as its type says. Only the serialize of a structure knows
// its fields, so a structure counts as 0 here.
template <class T>
consteval std::uint64_t known_bytes() {
    constexpr TypeKind kind = type_kind<T>();
    if constexpr (kind == TypeKind::array) {
        return std::tuple_size_v<T> * known_bytes<typename T::value_type>();
    } else if constexpr (kind == TypeKind::c_array) {
        return std::extent_v<T> * known_bytes<std::remove_extent_t<T>>();
    } else if constexpr (kind == TypeKind::commands) {
        return 2 + T::k_count_max * known_bytes<typename T::value_type>();
    } else if constexpr (kind == TypeKind::optional) {
        return 1 + known_bytes<typename T::value_type>();
    } else if constexpr (kind == TypeKind::variant || kind == TypeKind::pair ||
                         kind == TypeKind::tuple) {
        return known_bytes_of_parts(static_cast<const T*>(nullptr));
    } else if constexpr (kind == TypeKind::bits) {
        return (T{}.size() + 7) / 8;
    } else if constexpr (kind == TypeKind::object || can_grow<T> || !is_serializable<T>) {
        return 0;
    } else {
        return sizeof(T);
    }
}

template <std::uint64_t bytes>
consteval void require_small() {
    static_assert(bytes <= k_input_bytes_max,
                  "Tandem: an Input may take at most 1,024 canonical bytes, since it is sent every "
                  "tick; give its Commands fewer orders or its arrays fewer elements.");
}

// Instantiates an input's serialize only to look at the types of its fields. `times` is how often
// these fields may occur in one input. It adds up the fields of one call of the archive. That is
// the whole input, except for structures inside structures; erase checks those when the program
// starts.
template <std::uint64_t times>
class BoundCheck : public Traversal<BoundCheck<times>> {
public:
    template <class... Items>
    void operator()(Items&&... items) {
        require_small<times*(0 + ... +
                             known_bytes<std::remove_cv_t<
                                 typename NamedType<std::remove_cvref_t<Items>>::type>>())>();
        Traversal<BoundCheck<times>>::operator()(items...);
    }

    template <class T>
    void field(const char*, T& value, const char*) {
        require_bounded<T>();
        if constexpr (type_kind<T>() == TypeKind::object) {
            call_serialize(*this, value);
        } else if constexpr (type_kind<T>() == TypeKind::commands) {
            examine<typename T::value_type, times * T::k_count_max>();
        } else if constexpr (type_kind<T>() == TypeKind::array) {
            examine<typename T::value_type, times * std::tuple_size_v<T>>();
        }
    }

    template <class First, class... Others>
    void columns(const Columns<First, Others...>&) {
        require_bounded<First>();
    }

private:
    template <class T, std::uint64_t count>
    static void examine() {
        T element{};
        BoundCheck<count>().field("", element, "");
    }
};

}  // namespace tandem::sim::detail
