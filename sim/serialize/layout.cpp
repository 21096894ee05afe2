// SPDX-License-Identifier: MIT
// Checks the flags of many elements a word at a time. Checked singly they take longer than
// everything else that reading does.
#include <tandem/sim/serialize/layout.hpp>

#include <cstring>

namespace tandem::sim {
namespace {

using Word = std::uint64_t;

// True if no word at `offset` of each row of `row_bytes` has a bit of `mask`.
bool words_are_clear(ByteView raw, std::size_t row_bytes, std::size_t offset, Word mask) {
    Word seen = 0;
    for (std::size_t at = offset; at + sizeof(Word) <= raw.size(); at += row_bytes) {
        Word word;
        std::memcpy(&word, raw.data() + at, sizeof(word));
        seen |= word;
    }
    return (seen & mask) == 0;
}

// A mask of all bits but the lowest of byte `at` of a word in memory.
Word mask_of_flag(std::size_t at) {
    std::byte bytes[sizeof(Word)]{};
    bytes[at] = std::byte{0xfe};
    Word mask;
    std::memcpy(&mask, bytes, sizeof(mask));
    return mask;
}

bool bytes_are_flags(ByteView raw, std::size_t row_bytes, std::size_t offset) {
    std::byte seen{0};
    for (std::size_t at = offset; at < raw.size(); at += row_bytes) {
        seen |= raw[at];
    }
    return seen <= std::byte{1};
}

}  // namespace

bool flags_are_sound(ByteView raw, std::size_t element_bytes,
                     const std::vector<std::uint32_t>& flags) {
    if (element_bytes % sizeof(Word) != 0) {
        for (const std::uint32_t flag : flags) {
            if (!bytes_are_flags(raw, element_bytes, flag)) {
                return false;
            }
        }
        return true;
    }
    for (std::size_t i = 0; i < flags.size();) {
        const std::size_t word = flags[i] / sizeof(Word);
        Word mask = 0;
        for (; i < flags.size() && flags[i] / sizeof(Word) == word; ++i) {
            mask |= mask_of_flag(flags[i] % sizeof(Word));
        }
        if (!words_are_clear(raw, element_bytes, word * sizeof(Word), mask)) {
            return false;
        }
    }
    return true;
}

}  // namespace tandem::sim
