// SPDX-License-Identifier: MIT
// Reads a variable at each call: nobody here changes one.
#include <tandem/tools/system/environment.hpp>

#include <cstdlib>

namespace tandem::tools {

Environment own_environment() {
    return [](const std::string& name) {
        const char* const value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
}

bool wants_no_color(const Environment& environment) {
    return !environment("NO_COLOR").value_or("").empty();
}

}  // namespace tandem::tools
