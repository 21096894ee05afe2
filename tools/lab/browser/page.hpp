// SPDX-License-Identifier: MIT
// The lab's page for browsers, which the program carries, and what it is told of the claims.
#pragma once

#include <string_view>
#include <vector>

#include <tandem/tools/web/page.hpp>

namespace tandem::tools::lab::browser {

// lab.html and lab.js; none where this build was made without emscripten. The build writes the
// source.
std::vector<WebFile> page_files();

// The claims that the page decides, in order.
const std::vector<std::string_view>& ids_of_browser_claims();
// lab_claims.js: their sentences, with the verdicts that virtual time comes to. Runs them.
WebFile claims_file();
// Those that are there, with that one; none where there are none.
std::vector<WebFile> all_page_files();

}  // namespace tandem::tools::lab::browser
