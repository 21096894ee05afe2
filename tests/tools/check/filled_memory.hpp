// SPDX-License-Identifier: MIT
// Whether this build's allocator can be told to fill and to move blocks: the sanitizers' go their
// own ways. g++ and clang say differently that one is there.
#pragma once

#include <cstdlib>

#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TANDEM_TEST_FILLS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define TANDEM_TEST_FILLS_MEMORY 0
#else
#define TANDEM_TEST_FILLS_MEMORY 1
#endif
#else
#define TANDEM_TEST_FILLS_MEMORY 1
#endif
