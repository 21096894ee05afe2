// SPDX-License-Identifier: MIT
// The source tree as the tidy test reads it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

// Every file of text in the tree, read once.
const std::vector<File>& read_tree();
// Every file and folder from the root of the tree, with slashes; no build folder and nothing of
// git.
std::set<std::string> list_tree();

}  // namespace tandem::tidy
