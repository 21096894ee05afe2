// SPDX-License-Identifier: MIT
// Writes bytes as text for a page that may fetch nothing.
#pragma once

#include <string>
#include <string_view>

namespace tandem::tools {

// The bytes as RFC 4648, section 4, with padding.
std::string base64_text(std::string_view bytes);

}  // namespace tandem::tools
