// SPDX-License-Identifier: MIT
// Makes the page of an autopsy: a file for a browser that loads nothing else. It tells everything
// without script; script only enlarges and filters.
#pragma once

#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>

namespace tandem::tools::autopsy {

// Returns the fixed part. The build writes the source.
std::string page_frame();

// Returns the whole page. Foreign text is escaped.
std::string page_of(const PageFacts& facts);

// Returns the text between the fixed parts.
std::string title_of(const PageFacts& facts);
std::string body_of(const PageFacts& facts);

}  // namespace tandem::tools::autopsy
