// SPDX-License-Identifier: MIT
// Questions about a C++ type. type_kind.hpp combines them into one answer.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include <cereal/access.hpp>
#include <cereal/cereal.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/serialize/unportable.hpp>

namespace tandem::sim {

namespace detail {

// A substitute for an archive, to ask whether a type has a serialize function.
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
           is_a<T, std::unique_ptr> || is_a<T, std::shared_ptr> || is_a<T, std::weak_ptr>;
}

template <class T>
consteval bool is_view() {
    return is_a<T, std::basic_string_view> || is_span<T>;
}

template <class T>
consteval bool is_unordered() {
    return is_a<T, std::unordered_map> || is_a<T, std::unordered_set> ||
           is_a<T, std::unordered_multimap> || is_a<T, std::unordered_multiset>;
}

// Braces accept an integer only if the underlying type of the enumeration is fixed (C++17).
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

template <class T, class... Types>
inline constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

// True if T is one of the integers whose names state their width. If std::int64_t is long (64-bit
// Linux), long long is not one of them. If it is long long (macOS, WebAssembly, 32 bits), long is
// not. The type alone does not show which name was written: std::size_t is std::uint64_t here and
// std::uint32_t elsewhere. Only the source shows that, and tandem-object-check reads it.
template <class T>
inline constexpr bool is_fixed_width_integer =
    is_one_of<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
              std::uint32_t, std::uint64_t>;

}  // namespace detail

// Types of the standard library that cannot be state are recognised by their names. So nobody must
// include <list> to refuse a std::list. The sentence for such a type depends on its family.
enum class StdFamily {
    none,  // not a type of the standard library
    linked_list,
    random,  // engines and distributions
    time,
    other,
};

namespace detail {

// The name of T as the compiler writes it, "std::__cxx11::list<int>", with the text behind it.
template <class T>
consteval std::string_view type_name() {
    // GCC writes "... [with T = int; ...]", Clang "... [T = int]".
    const std::string_view function = __PRETTY_FUNCTION__;
    return function.substr(function.find("T = ") + 4);
}

// Removes `beginning` from the text, if it is there. Returns whether it was.
consteval bool skip(std::string_view& text, std::string_view beginning) {
    const bool is_there = text.starts_with(beginning);
    text.remove_prefix(is_there ? beginning.size() : 0);
    return is_there;
}

consteval StdFamily std_family(std::string_view name) {
    if (!skip(name, "std::")) {
        return StdFamily::none;
    }
    // The library's own namespaces for its versions: std::__cxx11::list, std::__1::list.
    if (name.starts_with("__")) {
        name.remove_prefix(name.find("::") + 2);
    }
    if (name.starts_with("chrono::")) {
        return StdFamily::time;
    }
    const std::string_view plain = name.substr(0, name.find_first_of("<;]"));
    if (plain == "list" || plain == "forward_list") {
        return StdFamily::linked_list;
    }
    if (plain.ends_with("_engine") || plain.ends_with("_distribution") ||
        plain == "random_device") {
        return StdFamily::random;
    }
    return StdFamily::other;
}

}  // namespace detail
}  // namespace tandem::sim
