// SPDX-License-Identifier: MIT
// Changes conditions around a game that must not reach its state: rounding of floating point, the
// bytes on the stack, the place of a block on the heap, the way numbers are written, and the
// environment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tandem::tools::check {

// The number of ways to round floating point: upwards, downwards, towards zero.
inline constexpr std::size_t k_rounding_modes = 3;

// While one lives, floating point of this thread rounds in this way, if the processor can.
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

// While one lives, floating point of this thread takes numbers too small to be normal for zero, if
// the processor can.
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

// While one lives, the stack holds this byte wherever the code of a game begins. So code on the way
// there, such as the reading of its inputs, leaves no bytes of its own. It is for this thread, and
// only one may live at a time (asserted).
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
// hand as well. 0 ends that. False if this C library cannot do it.
bool fill_heap(std::byte pattern);

// Changes how the allocator gets its memory, as far as the C library lets it: with odd numbers
// every larger block is mapped by itself, which makes addresses descend.
void change_allocator(std::uint64_t number);

// Sets other names and numbers than at home, for the rest of this process: the decimal point of
// std::locale is a comma, and that of printf if such a locale is installed. Returns whether it is.
bool change_locale();

// Sets another time zone, folder and language, and variables of other length, for the rest of this
// process.
void change_environment();

// True if the allocator fills a new block, as the process's environment asked for it.
bool heap_is_filled();

}  // namespace tandem::tools::check
