// SPDX-License-Identifier: MIT
// Assertions on what our own caller passes. Release builds check them too: a wrong call must not
// become a wrong replay.
#pragma once

namespace tandem::sim {

// A function that is called with the failed expression and its place. It must not return. The
// default handler prints to stderr and aborts.
using AssertHandler = void (*)(const char* expression, const char* file, int line);

// Replaces the handler for the whole process and returns the previous one.
AssertHandler set_assert_handler(AssertHandler handler);

// Calls the handler.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);

}  // namespace tandem::sim

// Calls the assert handler, in every build, if the expression is false.
#define TANDEM_ASSERT(expression)        \
    ((expression) ? static_cast<void>(0) \
                  : ::tandem::sim::assertion_failed(#expression, __FILE__, __LINE__))
