// SPDX-License-Identifier: MIT
// The checks of Reader that do not depend on the type read.
#include <tandem/sim/reader.hpp>

namespace tandem::sim {

bool Reader::get_flag(const char* what) {
    const std::uint8_t flag = bytes_.u8();
    if (flag > 1) {
        fail(std::string(what) + " of " + std::to_string(flag) + " where only 0 and 1 are allowed");
    }
    return flag == 1;
}

std::size_t Reader::get_length(std::uint64_t element_bytes_min,
                               std::uint64_t element_memory_bytes) {
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
    if (length * element_memory_bytes > memory_bytes_left_) {
        fail("a length of " + std::to_string(length) +
             " elements, more than the memory limit of the game allows");
        return 0;
    }
    memory_bytes_left_ -= length * element_memory_bytes;
    return static_cast<std::size_t>(length);
}

Result<void> Reader::check(const char* what) const {
    if (bytes_.failed()) {
        return Error{ErrorCode::bad_data,
                     std::string(what) + " byte " + std::to_string(bytes_.offset()),
                     "the bytes end in the middle of a field"};
    }
    if (!problem_.empty()) {
        return Error{ErrorCode::bad_data,
                     std::string(what) + " byte " + std::to_string(bytes_.offset()),
                     "found " + problem_};
    }
    return {};
}

Result<void> Reader::finish(const char* what) const {
    if (auto checked = check(what); !checked) {
        return checked;
    }
    if (!bytes_.at_end()) {
        return Error{
            ErrorCode::bad_data, std::string(what) + " byte " + std::to_string(bytes_.offset()),
            "found " + std::to_string(bytes_.remaining()) + " bytes behind the last field"};
    }
    return {};
}

}  // namespace tandem::sim
