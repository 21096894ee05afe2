// SPDX-License-Identifier: MIT
// Holds the lab's page for browsers, which the program carries, and tells it the claims.
#pragma once

#include <string_view>
#include <vector>

#include <tandem/tools/web/page.hpp>

namespace tandem::tools::lab::browser {

// Returns lab.html and lab.js; none if this build was made without emscripten. The build writes the
// source.
std::vector<WebFile> page_files();

// Returns the claims that the page decides, in order.
const std::vector<std::string_view>& ids_of_browser_claims();
// Returns lab_claims.js: their sentences, with the verdicts that virtual time comes to. It runs
// them.
WebFile claims_file();
// Returns the page's files with that one; none if there are none.
std::vector<WebFile> all_page_files();

}  // namespace tandem::tools::lab::browser
