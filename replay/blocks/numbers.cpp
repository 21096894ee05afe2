// SPDX-License-Identifier: MIT
// Writes and reads numbers of seven bits a byte.
#include <tandem/replay/blocks/numbers.hpp>

namespace tandem::replay {
namespace {

constexpr unsigned k_part_bits = 7;
constexpr std::uint8_t k_more = 1U << k_part_bits;

}  // namespace

void append_number(sim::Bytes& out, std::uint64_t number) {
    while (number >= k_more) {
        sim::append_le(out, static_cast<std::uint8_t>(number % k_more + k_more));
        number >>= k_part_bits;
    }
    sim::append_le(out, static_cast<std::uint8_t>(number));
}

std::uint64_t read_number(sim::ByteReader& reader) {
    constexpr unsigned k_bits = 64;
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < k_bits; shift += k_part_bits) {
        const std::uint8_t byte = reader.u8();
        const std::uint64_t part = byte % k_more;
        const bool is_last = byte < k_more;
        const bool is_too_long = is_last && part == 0 && shift != 0;
        const bool is_too_large = (part << shift) >> shift != part;
        if (reader.failed() || is_too_long || is_too_large) {
            break;
        }
        number |= part << shift;
        if (is_last) {
            return number;
        }
    }
    reader.fail();
    return 0;
}

void append_difference(sim::Bytes& out, std::int64_t difference) {
    const auto raw = static_cast<std::uint64_t>(difference);
    append_number(out, difference < 0 ? ~(raw << 1U) : raw << 1U);
}

std::int64_t read_difference(sim::ByteReader& reader) {
    const std::uint64_t number = read_number(reader);
    return static_cast<std::int64_t>((number & 1U) != 0 ? ~(number >> 1U) : number >> 1U);
}

}  // namespace tandem::replay
