// SPDX-License-Identifier: MIT
// The parts of a Reader that do not depend on the type: it bounds lengths and memory and keeps the
// first problem. And the last step of reading a SlotMap or a PriorityQueue.
#pragma once

#include <algorithm>
#include <string>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/serialize/layout.hpp>
#include <tandem/sim/serialize/memory_size.hpp>
#include <tandem/sim/serialize/writer.hpp>

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

namespace detail {

// Compares what is written to it with the bytes it was given; keeps nothing.
class ComparingSink final : public ByteSink {
public:
    explicit ComparingSink(ByteView expected) : expected_(expected) {}
    bool is_same() const { return is_same_ && expected_.empty(); }

private:
    void overflow(const std::byte* data, std::size_t size) override {
        is_same_ = is_same_ && size <= expected_.size() &&
                   std::equal(data, data + size, expected_.begin());
        expected_ = expected_.subspan(is_same_ ? size : 0);
    }

    ByteView expected_;
    bool is_same_ = true;
};

// Rebuilds what the bytes of a container do not hold, after its fields were read. The error says
// what is wrong with them.
template <class Container>
Result<void> finish_reading(Container& container) {
    return ContainerAccess::finish_reading(container);
}

// A free slot must hold a default value. Otherwise equal maps would have different bytes.
template <class T>
Result<void> finish_reading(SlotMap<T>& map) {
    if (auto finished = ContainerAccess::finish_reading(map); !finished) {
        return finished;
    }
    const Bytes nothing = canonical_bytes(T{});
    const bool are_empty = ContainerAccess::all_free_values(map, [&](const T& value) {
        ComparingSink sink(nothing);
        write_value(value, sink);
        return sink.is_same();
    });
    if (!are_empty) {
        return Error{ErrorCode::bad_data, "", "a free slot that still holds something"};
    }
    return {};
}

}  // namespace detail

}  // namespace tandem::sim
