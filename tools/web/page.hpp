// SPDX-License-Identifier: MIT
// The browser's page, which the program carries.
#pragma once

#include <string>
#include <vector>

namespace tandem::tools {

struct WebFile {
    std::string name;  // "index.html"
    std::string content;
};

// Its files; none where this build was made without emscripten. The build writes the source.
std::vector<WebFile> page_files();

}  // namespace tandem::tools
