// SPDX-License-Identifier: MIT
// What a Reader does whatever type it reads: bounds of lengths and memory, and the first problem.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/layout.hpp>
#include <tandem/sim/serialize/memory_size.hpp>

namespace tandem::sim {

class ReaderBase {
public:
    bool failed() const { return !problem_.empty() || bytes_.failed(); }
    // Success only where every byte was used; the error names the byte. `what` is "state", "input",
    // "options".
    Result<void> finish(const char* what) const;

protected:
    // `memory_bytes_max` bounds what all containers together may occupy.
    ReaderBase(ByteView bytes, std::uint64_t memory_bytes_max)
        : bytes_(bytes), memory_bytes_left_(memory_bytes_max) {}

    // Only the first problem is kept.
    void fail(std::string problem);
    void fail_if(std::string_view problem);  // where there is one
    void fail_order();
    // Counts memory against the budget; false where too little is left of it.
    bool charge(std::uint64_t memory_bytes);
    bool get_flag(const char* what);
    // Eight bits or, of the last byte, fewer: those behind `used` must be zero.
    unsigned get_bits_byte(std::size_t used, std::size_t of_bits);
    // A length whose elements need at least `element_bytes_min` each; charges their memory.
    std::size_t get_length(std::uint64_t element_bytes_min, MemoryCost cost);

    // Moves all elements at once where their layout allows it; false where they have to be read one
    // by one, also to name what is wrong with them.
    bool get_block(void* elements, std::size_t element_bytes, std::size_t count,
                   const Layout& layout);

    ByteReader bytes_;

private:
    std::uint64_t memory_bytes_left_;
    std::string problem_;
};

}  // namespace tandem::sim
