// SPDX-License-Identifier: MIT
// printf's way of writing, as a string.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace tandem::bench {

[[gnu::format(printf, 1, 2)]] inline std::string text_of(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    char text[400];
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

}  // namespace tandem::bench
