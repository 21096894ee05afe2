// SPDX-License-Identifier: MIT
// Makes foreign text safe to print.
#pragma once

#include <string>
#include <string_view>

namespace tandem::tools {

// Foreign text for a terminal or a log. Control characters, bidirectional overrides, characters
// without width and bytes that are not UTF-8 become \xNN. So the name of a file or a peer cannot
// move the cursor, forge a line or look like another name.
std::string escaped(std::string_view text);

}  // namespace tandem::tools
