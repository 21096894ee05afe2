// SPDX-License-Identifier: MIT
// Names the classes, for people and programs.
#include <tandem/replay/explain/explanation.hpp>

#include <array>
#include <string_view>

namespace tandem::replay {

std::string cause_class_text(CauseClass cause) {
    static constexpr std::array<std::string_view, 10> k_texts{
        "none",  "setup",   "inputs", "memory",    "change",
        "local", "unsaved", "build",  "recording", "unknown"};
    return std::string(k_texts.at(static_cast<std::size_t>(cause)));
}

}  // namespace tandem::replay
