// SPDX-License-Identifier: MIT
// Guesses which word was meant by a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::sim {

// Returns ", did you mean record?" if one of the words is close, else nothing.
std::string nearest_hint(std::string_view word, const std::vector<std::string>& words);

}  // namespace tandem::sim
