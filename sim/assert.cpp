// SPDX-License-Identifier: MIT
// The process-wide assertion handler. It is the one place in sim that may write to stderr: the
// process ends here.
#include <tandem/sim/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace tandem::sim {
namespace {

void print_and_abort(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "tandem: assertion failed: %s (%s:%d)\n", expression, file, line);
    std::abort();
}

std::atomic<AssertHandler> current_handler{&print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    return current_handler.exchange(handler);
}

void assertion_failed(const char* expression, const char* file, int line) {
    current_handler.load()(expression, file, line);
    std::abort();
}

}  // namespace tandem::sim
