// SPDX-License-Identifier: MIT
// Recognises names and mnemonics by their beginnings.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace tandem::object_check {

// True if the text starts with any of these.
template <std::size_t size>
bool starts_with_any(std::string_view text, const std::array<std::string_view, size>& beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace tandem::object_check
