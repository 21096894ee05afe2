// SPDX-License-Identifier: MIT
// Levenshtein's distance: how many letters to insert, remove or change.
#include <tandem/sim/nearest.hpp>

#include <algorithm>
#include <cstddef>

namespace tandem::sim {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string nearest_hint(std::string_view word, const std::vector<std::string>& words) {
    const std::string* best = nullptr;
    std::size_t best_distance = 0;
    for (const std::string& candidate : words) {
        const bool begins = word.size() >= 2 && candidate.starts_with(word);
        const std::size_t away = begins ? 1 : edit_distance(word, candidate);
        if (best == nullptr || away < best_distance) {
            best = &candidate;
            best_distance = away;
        }
    }
    // Two slips of the finger are allowed, or one in a short word.
    const std::size_t most = word.size() <= 3 ? 1 : 2;
    return best != nullptr && best_distance <= most ? ", did you mean " + *best + "?" : "";
}

}  // namespace tandem::sim
