// SPDX-License-Identifier: MIT
// A source file as the tidy test reads it: whole, without comments, and without literals too.
#pragma once

#include <cstddef>
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

struct Include {
    std::string target;
    std::size_t line = 0;  // from 1
    bool quoted = false;
};

// Those outside of comments, in order.
std::vector<Include> includes_of(const File& file);

}  // namespace tandem::tidy
