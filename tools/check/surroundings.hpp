// SPDX-License-Identifier: MIT
// Conditions around a game that must not reach its state: rounding of floating point, what lies on
// the stack, where on the heap a block comes from, how numbers are written, and the environment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tandem::tools::check {

// How floating point rounds: upwards, downwards, towards zero.
inline constexpr std::size_t k_rounding_modes = 3;

// While one lives, floating point of this thread rounds in this way where the processor can.
class RoundingMode {
public:
    // 0 upwards, 1 downwards, 2 towards zero. Others are asserted against.
    explicit RoundingMode(std::size_t mode = 0);
    ~RoundingMode();
    RoundingMode(const RoundingMode&) = delete;
    RoundingMode& operator=(const RoundingMode&) = delete;

    static bool is_possible();

private:
    int previous_ = 0;
};

// While one lives, floating point of this thread takes numbers too small to be normal for zero,
// where the processor can.
class FlushingToZero {
public:
    FlushingToZero();
    ~FlushingToZero();
    FlushingToZero(const FlushingToZero&) = delete;
    FlushingToZero& operator=(const FlushingToZero&) = delete;

    static bool is_possible();

private:
    unsigned previous_ = 0;
};

// Fills the stack below the caller with this byte, so that a local variable which a function
// reads before it was written holds it.
void fill_stack(std::byte pattern);

// While one lives, the stack holds this byte wherever the code of a game begins: what is done on
// the way there, reading its inputs for one, leaves no bytes of its own. For this thread, and one
// at a time (asserted).
class StackPattern {
public:
    explicit StackPattern(std::byte pattern);
    ~StackPattern();
    StackPattern(const StackPattern&) = delete;
    StackPattern& operator=(const StackPattern&) = delete;
};

// Takes blocks of every small size and gives half of them back in a shuffled order, so that blocks
// taken from now on do not have ascending addresses. The other half stays taken.
void shuffle_heap(std::uint64_t seed);

// Makes the allocator fill new blocks with a byte made from this one, and those that it keeps at
// hand as well. 0 ends that. False where this C library does not do it.
bool fill_heap(std::byte pattern);

// Changes how the allocator gets its memory, as far as the C library lets it: with odd numbers
// every larger block is mapped by itself, which makes addresses descend.
void change_allocator(std::uint64_t number);

// Other names and numbers than at home: the decimal point of std::locale is a comma, and that of
// printf where such a locale is installed, which the result says. For the rest of this process.
bool change_locale();

// Another time zone, folder and language, and variables of other length. For the rest of this
// process.
void change_environment();

// Whether a new block is filled by the allocator, as it was asked to by the process's environment.
bool heap_is_filled();

}  // namespace tandem::tools::check
