// SPDX-License-Identifier: MIT
// Foreign text, as it may be shown.
#pragma once

#include <string>
#include <string_view>

namespace tandem::tools {

// Foreign text for a terminal or a log: control characters, bidirectional overrides, what has no
// width and bytes that are no UTF-8 become \xNN, so that a file's or a peer's name can neither move
// the cursor nor forge a line nor look like another one.
std::string escaped(std::string_view text);

}  // namespace tandem::tools
