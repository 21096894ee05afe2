// SPDX-License-Identifier: MIT
// Prints as it goes, because the whole takes minutes.
#include <tests/bench/net/sheet.hpp>

#include <cstdio>

namespace tandem::bench {

std::string Sheet::seeds_text() const {
    return seeds() == 1 ? "1" : "1 to " + std::to_string(seeds());
}

void Sheet::add(const Figure& figure) const {
    std::printf("| %s | %s | %s | %s | %s | %s |\n", figure.what.c_str(), figure.before.c_str(),
                figure.goal.c_str(), figure.measured.c_str(), figure.seeds.c_str(),
                figure.is_met ? "met" : "short");
    std::fflush(stdout);
}

void Sheet::point(const std::string& text) const {
    if (options_.shows_points) {
        std::printf("    %s\n", text.c_str());
    }
}

}  // namespace tandem::bench
