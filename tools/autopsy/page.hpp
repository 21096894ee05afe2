// SPDX-License-Identifier: MIT
// The page of an autopsy: one file for a browser that asks nobody for anything. Without script it
// tells everything; script only enlarges and filters.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/web/page.hpp>

namespace tandem::tools::autopsy {

// The fixed part, autopsy.html; none where this build was made without Python. The build writes the
// source.
std::vector<WebFile> page_files();

// The whole page. Foreign text is escaped. The error (usage) says that this build has no page.
sim::Result<std::string> page_of(const PageFacts& facts);

// What stands between the fixed parts.
std::string title_of(const PageFacts& facts);
std::string body_of(const PageFacts& facts);

}  // namespace tandem::tools::autopsy
