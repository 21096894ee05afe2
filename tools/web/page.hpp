// SPDX-License-Identifier: MIT
// Holds the browser's page, which the program carries.
#pragma once

#include <string>
#include <vector>

namespace tandem::tools {

struct WebFile {
    std::string name;  // "index.html"
    std::string content;
};

// Returns its files; none if this build was made without emscripten. The build writes the source.
std::vector<WebFile> page_files();

}  // namespace tandem::tools
