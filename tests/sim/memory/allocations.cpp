// SPDX-License-Identifier: MIT
// The operators that every allocation goes through.
#include <tests/sim/memory/allocations.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocated{0};

void* allocate(std::size_t size) {
    allocated += size;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
// What std::stable_sort asks for its buffer.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    allocated += size;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace tandem::test {

std::uint64_t allocated_bytes() { return allocated; }

}  // namespace tandem::test
