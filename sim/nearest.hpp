// SPDX-License-Identifier: MIT
// What a mistyped word was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::sim {

// ", did you mean record?" where one of the words is close, else nothing.
std::string nearest_hint(std::string_view word, const std::vector<std::string>& words);

}  // namespace tandem::sim
