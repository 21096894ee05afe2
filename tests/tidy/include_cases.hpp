// SPDX-License-Identifier: MIT
// Small trees for the include check: what it must find in them, and those in which it may find
// nothing.
#pragma once

#include <string>
#include <vector>

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {

struct IncludeCase {
    std::vector<Snippet> files;
    std::string expected;  // in the one finding, which reads "path:line: message"
};

std::vector<IncludeCase> include_canaries();

std::vector<std::vector<Snippet>> include_near_misses();

}  // namespace tandem::tidy
