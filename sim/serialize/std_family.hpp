// SPDX-License-Identifier: MIT
// Types of the standard library that cannot be state, told by their names: to tell a std::list its
// mistake, nobody has to include <list>.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tandem::sim {

// What is said of such a type depends on this.
enum class StdFamily {
    none,  // not of the standard library
    linked_list,
    random,  // engines and distributions
    time,
    other,
};

namespace detail {

// The name of T as the compiler writes it, "std::__cxx11::list<int>", and what stands behind it.
template <class T>
consteval std::string_view type_name() {
    // GCC writes "... [with T = int; ...]", Clang "... [T = int]".
    const std::string_view function = __PRETTY_FUNCTION__;
    return function.substr(function.find("T = ") + 4);
}

// Takes `beginning` off the text, where it is there.
consteval bool take(std::string_view& text, std::string_view beginning) {
    const bool is_there = text.starts_with(beginning);
    text.remove_prefix(is_there ? beginning.size() : 0);
    return is_there;
}

consteval StdFamily std_family(std::string_view name) {
    if (!take(name, "std::")) {
        return StdFamily::none;
    }
    // The library's own, for its versions: std::__cxx11::list, std::__1::list.
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
