// SPDX-License-Identifier: MIT
// Shows a person before tick 0: who is waited for, the keys, and how long it takes until they
// count.
#pragma once

#include <string>
#include <vector>

namespace tandem::tools {

// Returns the page while others are waited for: the present state, in `news`, and the keys.
std::vector<std::string> waiting_page(const std::string& title,
                                      const std::vector<std::string>& news,
                                      const std::vector<std::string>& keys_help);

// Returns the lines below the first picture: the keys, and "it begins in 3".
std::vector<std::string> countdown_lines(const std::vector<std::string>& keys_help,
                                         const std::string& number);

}  // namespace tandem::tools
