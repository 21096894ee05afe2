// SPDX-License-Identifier: MIT
// The page of an autopsy: one file for a browser that asks nobody for anything. Without script it
// tells everything; script only enlarges and filters.
#pragma once

#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>

namespace tandem::tools::autopsy {

// The fixed part. The build writes the source.
std::string page_frame();

// The whole page. Foreign text is escaped.
std::string page_of(const PageFacts& facts);

// What stands between the fixed parts.
std::string title_of(const PageFacts& facts);
std::string body_of(const PageFacts& facts);

}  // namespace tandem::tools::autopsy
