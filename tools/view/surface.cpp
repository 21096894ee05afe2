// SPDX-License-Identifier: MIT
// What is the same on every surface.
#include <tandem/tools/view/surface.hpp>

#include <algorithm>

namespace tandem::tools {

bool Surface::is_quit(const std::vector<std::uint8_t>& keys) {
    return std::any_of(keys.begin(), keys.end(), [](std::uint8_t key) {
        return key == 'q' || key == static_cast<std::uint8_t>(Key::escape);
    });
}

}  // namespace tandem::tools
