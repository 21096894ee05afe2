// SPDX-License-Identifier: MIT
// A type at namespace scope has its name alone in its layer. A reader who searches for the name
// then finds one definition, and sources that are joined in a build do not meet two.
#pragma once

#include <string>
#include <vector>

#include <tests/tidy/source_text.hpp>

namespace tandem::tidy {

// Returns a line for each name that two files of a layer give to a type, in order of layers and
// names. A type within another one, or within a function, is not seen. The branches of an #if may
// each define the same type, so a file counts once.
std::vector<std::string> shared_type_names(const std::vector<File>& files);

}  // namespace tandem::tidy
