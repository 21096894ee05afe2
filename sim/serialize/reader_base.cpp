// SPDX-License-Identifier: MIT
// Checks of hostile bytes, in words.
#include <tandem/sim/serialize/reader_base.hpp>

#include <cstring>
#include <utility>

namespace tandem::sim {

void ReaderBase::fail(std::string problem) {
    if (!failed()) {
        problem_ = std::move(problem);
    }
}

void ReaderBase::fail_order() { fail("a key that does not follow the one before it in order"); }

bool ReaderBase::charge(std::uint64_t memory_bytes) {
    if (memory_bytes > memory_bytes_left_) {
        return false;
    }
    memory_bytes_left_ -= memory_bytes;
    return true;
}

bool ReaderBase::get_flag(const char* what) {
    const std::uint8_t flag = bytes_.u8();
    if (flag > 1) {
        fail(std::string(what) + " of " + std::to_string(flag) + " where only 0 and 1 are allowed");
    }
    return flag == 1;
}

unsigned ReaderBase::get_bits_byte(std::size_t used, std::size_t of_bits) {
    const unsigned byte = bytes_.u8();
    if (byte >> used != 0) {
        fail("a bit set beyond the last of " + std::to_string(of_bits) + " bits");
    }
    return byte;
}

bool ReaderBase::get_block(void* elements, std::size_t element_bytes, std::size_t count,
                           const Layout& layout) {
    if (!layout.block_read && layout.flags.empty()) {
        return false;
    }
    ByteReader ahead = bytes_;
    const ByteView raw = ahead.read(std::uint64_t{count} * element_bytes);
    if (raw.empty() || !flags_are_sound(raw, element_bytes, layout.flags)) {
        return false;
    }
    std::memcpy(elements, raw.data(), raw.size());
    bytes_ = ahead;
    return true;
}

std::size_t ReaderBase::get_order_count(std::size_t count_max) {
    const std::size_t count = bytes_.u16();
    if (count > count_max) {
        fail("a count of " + std::to_string(count) + " orders where at most " +
             std::to_string(count_max) + " are allowed");
        return 0;
    }
    return count;
}

std::size_t ReaderBase::get_alternative(std::size_t count) {
    const std::size_t index = bytes_.u8();
    if (index >= count) {
        fail("alternative " + std::to_string(index) + " of a variant that has " +
             std::to_string(count));
        return count;
    }
    return index;
}

std::size_t ReaderBase::get_length(std::uint64_t element_bytes_min, MemoryCost cost) {
    const std::uint64_t length = bytes_.u32();
    if (element_bytes_min == 0) {
        fail("a container whose elements have no bytes, which no schema allows");
        return 0;
    }
    if (length > bytes_.remaining() / element_bytes_min) {
        fail("a length of " + std::to_string(length) + " elements where " +
             std::to_string(bytes_.remaining()) + " bytes remain");
        return 0;
    }
    const std::uint64_t memory_bytes = cost.container_bytes + length * cost.element_bytes;
    if (!charge(memory_bytes)) {
        fail("a length of " + std::to_string(length) +
             " elements, more than state_bytes_max of the game leaves room for");
        return 0;
    }
    return static_cast<std::size_t>(length);
}

Result<void> ReaderBase::finish(const char* what) const {
    std::string problem = problem_;
    if (bytes_.failed()) {
        problem = "the end of the bytes in the middle of a field";
    } else if (problem.empty() && !bytes_.at_end()) {
        problem = std::to_string(bytes_.remaining()) + " bytes behind the last field";
    }
    if (problem.empty()) {
        return {};
    }
    return Error{ErrorCode::bad_data,
                 std::string(what) + " byte " + std::to_string(bytes_.offset()),
                 "found " + problem};
}

}  // namespace tandem::sim
