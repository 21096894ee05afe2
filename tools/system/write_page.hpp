// SPDX-License-Identifier: MIT
// Puts a page under its name at once or not at all.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Whether a page of that name may be written there: the error that write_page would give for a file
// that exists. Asked before a page is made, so that nobody waits for a refusal.
sim::Result<void> check_page(const std::string& folder, std::string_view name, bool force);

// Writes the file DIR/name, where DIR is created with its parents if missing; its path. The page
// grows under another name and takes its own when all of it stands, so that no reader ever sees a
// part. A file that exists is an error (io) without `force`; so is whatever the system refuses, and
// then nothing of the page is left.
sim::Result<std::string> write_page(const std::string& folder, std::string_view name,
                                    std::string_view page, bool force);

}  // namespace tandem::tools
