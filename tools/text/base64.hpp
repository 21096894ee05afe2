// SPDX-License-Identifier: MIT
// Bytes as text for a page that may fetch nothing.
#pragma once

#include <string>
#include <string_view>

namespace tandem::tools {

// RFC 4648, section 4, with padding.
std::string base64_text(std::string_view bytes);

}  // namespace tandem::tools
