// SPDX-License-Identifier: MIT
// Puts a page under its name at once or not at all.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Succeeds if a page of that name may be written there: the error is the one that write_page would
// give for a file that exists. It is asked before a page is made, so that nobody waits for a
// refusal.
sim::Result<void> check_page(const std::string& folder, std::string_view name, bool force);

// Writes the file DIR/name and returns its path. DIR is created with its parents if missing. The
// page grows under another name and takes its own when all of it stands, so that no reader ever
// sees a part. A file that exists is an error (io) without `force`. Whatever the system refuses is
// an error too, and then nothing of the page is left.
sim::Result<std::string> write_page(const std::string& folder, std::string_view name,
                                    std::string_view page, bool force);

}  // namespace tandem::tools
