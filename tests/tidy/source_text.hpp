// SPDX-License-Identifier: MIT
// A source file as the tidy test reads it: whole, without comments, and without literals too.
#pragma once

#include <string>
#include <vector>

namespace tandem::tidy {

// Lines keep their numbers in all three.
struct File {
    std::string path;  // from the root of the tree, with slashes
    std::vector<std::string> lines;
    std::vector<std::string> uncommented;
    std::vector<std::string> code;
};

File make_file(std::string path, const std::string& text);

}  // namespace tandem::tidy
