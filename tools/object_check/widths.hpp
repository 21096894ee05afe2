// SPDX-License-Identifier: MIT
// Finds members of a state or an input whose width the machine chooses. To a compiler std::size_t
// may be another name for std::uint64_t, and then no code and no type tells them apart: only the
// source does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::object_check {

struct Width {
    std::string member;       // "Game::count"
    std::string declaration;  // "std::size_t count"
    std::string place;        // "game.hpp:12"
};

// Searches a compiler's preprocessed source (-E) for every member of a structure that a serialize
// names, in it or outside of any structure, and whose type is written with a name like size_t, long
// or uint_fast16_t, or with one that `using` gives these. Headers of the system are passed over.
// `allowed` are members that the user answers for, as is_allowed takes them.
std::vector<Width> find_widths(std::string_view preprocessed,
                               const std::vector<std::string>& allowed = {});

// Returns "Game::count: `std::size_t count` has the width that the machine chooses", and the place.
std::string text_of(const Width& width);

}  // namespace tandem::object_check
