// SPDX-License-Identifier: MIT
// Replaces the global operator new of the test program by one that counts.
#include <tests/tools/games/allocation_count.hpp>

#include <cstdlib>
#include <new>

namespace {

std::uint64_t g_allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
    ++g_allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}

// What std::stable_sort asks for its buffer with.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++g_allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tandem::test {

std::uint64_t allocation_count() { return g_allocations; }

}  // namespace tandem::test
