// SPDX-License-Identifier: MIT
// The order of rooms: which folder inside a layer may include which. ARCHITECTURE.md shows the same
// order to people.
#pragma once

#include <string_view>
#include <vector>

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {

// A folder and what lies in it, lowest first. A name with a slash at its end is a room, another one
// a file beside the rooms, without its ending. A name of one row may include those of its own row
// and of the rows before.
struct House {
    std::string_view folder;
    std::vector<std::vector<std::string_view>> rows;
};

const std::vector<House>& houses();

Rule rooms_rule();

}  // namespace tandem::tidy
