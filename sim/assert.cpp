// SPDX-License-Identifier: MIT
// The process-wide assertion handler. It is the one place in sim that may write to stderr: the
// process ends here.
#include <tandem/sim/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tandem::sim {
namespace {

// The name without the folders, which are those of whoever built it.
const char* file_name(const char* path) {
    const char* const slash = std::strrchr(path, '/');
    return slash == nullptr ? path : slash + 1;
}

void print_and_abort(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "tandem: assertion failed: %s (%s:%d)\n", expression, file_name(file),
                 line);
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
