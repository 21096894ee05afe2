// SPDX-License-Identifier: MIT
// Conditions around a game that must not reach its state: rounding of floating point, what lies on
// the stack, and where on the heap a block comes from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tandem::tools::check {

// While one lives, floating point of this thread rounds upwards where the processor can.
class RoundingUpwards {
public:
    RoundingUpwards();
    ~RoundingUpwards();
    RoundingUpwards(const RoundingUpwards&) = delete;
    RoundingUpwards& operator=(const RoundingUpwards&) = delete;

    static bool is_possible();

private:
    int previous_ = 0;
};

// Fills the stack below the caller with this byte, so that a local variable which a function
// reads before it was written holds it.
void fill_stack(std::byte pattern);

// Takes blocks of every small size and gives half of them back in a shuffled order, so that blocks
// taken from now on do not have ascending addresses. The other half stays taken.
void shuffle_heap(std::uint64_t seed);

// Whether a new block is filled by the allocator, as it was asked to by the process's environment.
bool heap_is_filled();

}  // namespace tandem::tools::check
