// SPDX-License-Identifier: MIT
// The common part of the traversals behind `serialize`: they take fields by name in Cereal's
// convention, and walk over base classes and objects. Each traversal decides what it does with a
// named field.
#pragma once

#include <tandem/sim/serialize/columns.hpp>
#include <tandem/sim/serialize/require.hpp>

namespace tandem::sim {

namespace detail {

template <class T>
inline constexpr bool is_base_class =
    is_a<T, cereal::base_class> || is_a<T, cereal::virtual_base_class>;

template <class T>
consteval void require_named() {
    static_assert(
        is_named_field<T> || is_base_class<T> || is_columns<T>,
        "Tandem: every field needs its name; write ar(CEREAL_NVP(field)), not ar(field).");
}

// Without this check, a base class without its own serialize would be silently left out.
template <class Base>
consteval void require_base() {
    require_serializable<Base>();
    static_assert(type_kind<Base>() == TypeKind::object || !is_serializable<Base>,
                  "Tandem: only a structure with its own serialize can be named as a base class; "
                  "make anything else a member.");
}

template <class T>
inline constexpr bool needs_finishing = is_a<T, SlotMap> || is_a<T, PriorityQueue>;

// Calls the user's serialize, a member or a free function.
template <class Archive, class T>
void call_serialize(Archive& archive, T& object) {
    if constexpr (HasMemberSerialize<T>) {
        cereal::access::member_serialize(archive, object);
    } else if constexpr (HasFreeSerialize<T>) {
        serialize(archive, object);
    }
}

}  // namespace detail

// Derived offers
//   template <class T> void field(const char* name, T& value, const char* unit);
//   template <class... Vectors> void columns(const Columns<Vectors...>& columns);
template <class Derived>
class Traversal {
public:
    template <class... Items>
    void operator()(Items&&... items) {
        (item(items), ...);
    }

private:
    template <class Item>
    void item(Item& item) {
        using Plain = std::remove_cv_t<Item>;
        detail::require_named<Plain>();
        if constexpr (detail::is_a<Plain, cereal::NameValuePair>) {
            named(item.name, item.value, "");
        } else if constexpr (detail::is_a<Plain, FieldWithUnit>) {
            named(item.name, item.value, item.unit);
        } else if constexpr (detail::is_columns<Plain>) {
            if constexpr (!std::is_same_v<Plain, Columns<>>) {
                self().columns(item);
            }
        } else if constexpr (detail::is_base_class<Plain>) {
            detail::require_base<std::remove_cvref_t<decltype(*item.base_ptr)>>();
            detail::call_serialize(self(), *item.base_ptr);
        }
    }

    template <class T>
    void named(const char* name, T& value, const char* unit) {
        detail::require_mutable<T>();
        require_serializable<std::remove_cv_t<T>>();
        if constexpr (!std::is_const_v<T> && is_serializable<std::remove_cv_t<T>>) {
            self().field(name, value, unit);
        }
    }

    Derived& self() { return static_cast<Derived&>(*this); }
};

}  // namespace tandem::sim
