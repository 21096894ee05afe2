// SPDX-License-Identifier: MIT
// Which headers and pages are installed, as tools/cmake/installed.cmake lists them, and whether
// these are the ones that a user needs.
#pragma once

#include <string>
#include <vector>

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {

inline constexpr std::string_view k_installed_list = "tools/cmake/installed.cmake";

// Of sim, replay and net, at most: a user who is told of thirty headers can still know them all.
inline constexpr std::size_t k_named_headers_max = 30;
inline constexpr std::size_t k_installed_headers_max = 91;

struct Installed {
    std::vector<std::string> named;     // headers that the installed pages name
    std::vector<std::string> included;  // headers that the installed CMake code includes
    std::vector<std::string> needed;    // what those include in turn
    std::vector<std::string> pages;     // pages, and files and folders that they link to
};

// From the text of the list: each `set(tandem_installed_... )` and its lines.
Installed parse_installed(const File& list);

// What is wrong with the list, in sentences. `files` is the tree.
std::vector<std::string> list_mistakes(const Installed& installed, const std::vector<File>& files);

}  // namespace tandem::tidy
