// SPDX-License-Identifier: MIT
// Writes JSON for the page, in a few lines: the library that the program uses would be a tenth of
// the module.
#pragma once

#include <string>

#include <tandem/tools/system/output.hpp>

namespace tandem::tools::web {

// Returns the text without spaces and line ends.
std::string json_text(const JsonObject& object);
std::string json_text(const JsonArray& array);

}  // namespace tandem::tools::web
