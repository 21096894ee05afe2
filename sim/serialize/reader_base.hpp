// SPDX-License-Identifier: MIT
// The parts of a Reader that do not depend on the type: it bounds lengths and memory and keeps the
// first problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/layout.hpp>
#include <tandem/sim/serialize/memory_size.hpp>

namespace tandem::sim {

class ReaderBase {
public:
    bool failed() const { return !problem_.empty() || bytes_.failed(); }
    // Succeeds only if every byte was used. The error names the byte. `what` is "state", "input" or
    // "options".
    Result<void> finish(const char* what) const;

protected:
    // `memory_bytes_max` bounds the memory of all containers together.
    ReaderBase(ByteView bytes, std::uint64_t memory_bytes_max)
        : bytes_(bytes), memory_bytes_left_(memory_bytes_max) {}

    // Only the first problem is kept.
    void fail(std::string problem);
    void fail_order();
    // Takes memory from the budget. Returns false if too little is left.
    bool charge(std::uint64_t memory_bytes);
    bool get_flag(const char* what);
    // Reads eight bits, or fewer in the last byte: the bits behind `used` must be zero.
    unsigned get_bits_byte(std::size_t used, std::size_t of_bits);
    // Reads the count of Commands. Returns 0 if it is more than allowed.
    std::size_t get_order_count(std::size_t count_max);
    // Reads the index of a variant's alternative. Returns `count` if there is no such alternative.
    std::size_t get_alternative(std::size_t count);
    // Reads a length whose elements take at least `element_bytes_min` bytes each. Charges their
    // memory.
    std::size_t get_length(std::uint64_t element_bytes_min, MemoryCost cost);

    // Copies all elements at once if their layout allows it. Returns false if they must be read one
    // by one, also to name what is wrong with them.
    bool get_block(void* elements, std::size_t element_bytes, std::size_t count,
                   const Layout& layout);

    ByteReader bytes_;

private:
    std::uint64_t memory_bytes_left_;
    std::string problem_;
};

}  // namespace tandem::sim
