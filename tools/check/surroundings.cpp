// SPDX-License-Identifier: MIT
// The ways a program has to change its own surroundings without the game's help.
#include <tandem/tools/check/surroundings.hpp>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <tandem/sim/math/random.hpp>

namespace tandem::tools::check {
namespace {

// More than the frames of a step that is not recursive.
constexpr std::size_t k_stack_bytes = 64 * 1024;

// Tells the optimiser that somebody looks at these bytes.
void escape(void* pointer) { asm volatile("" : : "r"(pointer) : "memory"); }

}  // namespace

RoundingUpwards::RoundingUpwards() {
#ifdef FE_UPWARD
    previous_ = std::fegetround();
    std::fesetround(FE_UPWARD);
#endif
}

RoundingUpwards::~RoundingUpwards() {
#ifdef FE_UPWARD
    std::fesetround(previous_);
#endif
}

bool RoundingUpwards::is_possible() {
#ifdef FE_UPWARD
    const RoundingUpwards rounding;
    return std::fegetround() == FE_UPWARD;
#else
    return false;
#endif
}

[[gnu::noinline]] void fill_stack(std::byte pattern) {
    std::array<std::byte, k_stack_bytes> frame;
    std::memset(frame.data(), std::to_integer<int>(pattern), frame.size());
    escape(frame.data());
}

void shuffle_heap(std::uint64_t seed) {
    constexpr std::size_t k_size_step = 16;
    constexpr std::size_t k_size_max = 1024;
    constexpr std::size_t k_blocks = 128;
    // What stays taken keeps its neighbours from being joined again, and is never given back.
    static std::vector<void*>& kept = *new std::vector<void*>();
    Random random(seed);
    std::vector<void*> freed;
    for (std::size_t size = k_size_step; size <= k_size_max; size += k_size_step) {
        for (std::size_t block = 0; block < k_blocks; ++block) {
            void* const taken = std::malloc(size);
            (block % 2 == 0 ? freed : kept).push_back(taken);
        }
    }
    random.shuffle(std::span(freed));
    for (void* const block : freed) {
        std::free(block);
    }
}

bool heap_is_filled() {
    // Above what an allocator keeps at hand from earlier: a page that nobody had is zero.
    constexpr std::size_t k_bytes = 100'000;
    auto* const block = static_cast<unsigned char*>(std::malloc(k_bytes));
    if (block == nullptr) {
        return false;
    }
    escape(block);
    const unsigned char first = block[k_bytes / 2];
    const bool is_filled = first != 0 && std::all_of(block + k_bytes / 2, block + k_bytes,
                                                     [&](unsigned char b) { return b == first; });
    std::free(block);
    return is_filled;
}

}  // namespace tandem::tools::check
