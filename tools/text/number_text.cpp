// SPDX-License-Identifier: MIT
// Writes plain words, the same in every language of a machine.
#include <tandem/tools/text/number_text.hpp>

#include <tandem/sim/text.hpp>

namespace tandem::tools {
namespace {

std::string two_digits(std::uint64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string hash_text(std::uint64_t hash) { return sim::hex64(hash); }

std::string count_text(std::uint64_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string duration_text(std::uint64_t seconds) {
    if (seconds < 60) {
        return std::to_string(seconds) + " s";
    }
    if (seconds < 3600) {
        return std::to_string(seconds / 60) + " min " + two_digits(seconds % 60) + " s";
    }
    return std::to_string(seconds / 3600) + " h " + two_digits(seconds / 60 % 60) + " min";
}

}  // namespace tandem::tools
