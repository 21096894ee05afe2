// SPDX-License-Identifier: MIT
// Counts characters, not bytes: a name may be in any language.
#include <tandem/tools/text/cut_text.hpp>

#include <tandem/sim/text.hpp>

namespace tandem::tools {

std::string cut_text(std::string_view text, std::size_t characters_max, std::string_view ending) {
    if (sim::characters_of(text) <= characters_max) {
        return std::string(text);
    }
    return std::string(sim::first_characters(text, characters_max - ending.size())) +
           std::string(ending);
}

}  // namespace tandem::tools
