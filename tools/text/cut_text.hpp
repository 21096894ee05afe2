// SPDX-License-Identifier: MIT
// Cuts a text to a place that has room for so many characters only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tandem::tools {

// The text, or, if it is longer than `characters_max`, its beginning and `ending`, which together
// have so many characters. `ending` is ASCII and no longer than that.
std::string cut_text(std::string_view text, std::size_t characters_max, std::string_view ending);

}  // namespace tandem::tools
