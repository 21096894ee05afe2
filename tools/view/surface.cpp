// SPDX-License-Identifier: MIT
// These parts are the same on every surface.
#include <tandem/tools/view/surface.hpp>

#include <algorithm>

#include <tandem/sim/text.hpp>

namespace tandem::tools {

std::string banner_of(const Picture& picture, const std::vector<std::string>& status) {
    constexpr std::size_t k_characters_max = 60;
    const bool has_headline = picture.banner.empty() && picture.is_end && !status.empty();
    return std::string(has_headline ? sim::first_characters(status.front(), k_characters_max)
                                    : picture.banner);
}

bool Surface::is_quit(const std::vector<std::uint8_t>& keys) {
    return std::any_of(keys.begin(), keys.end(), [](std::uint8_t key) {
        return key == 'q' || key == static_cast<std::uint8_t>(Key::escape);
    });
}

}  // namespace tandem::tools
