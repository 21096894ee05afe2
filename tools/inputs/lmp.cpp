// SPDX-License-Identifier: MIT
// The format has neither length nor checksum: its end is a byte 0x80 where a forward move would
// stand, which no player can give (moves are -127 to 127).
#include <tandem/tools/inputs/lmp.hpp>

#include <algorithm>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

using sim::ByteView;
using sim::Error;

constexpr std::size_t k_header_bytes = 13;
constexpr std::size_t k_players_offset = 9;
constexpr std::size_t k_players_max = 4;
constexpr auto k_version = std::byte{109};  // Doom 1.9
constexpr auto k_end = std::byte{0x80};

sim::Result<std::uint32_t> count_players(ByteView bytes, const std::string& place) {
    std::uint32_t players = 0;
    for (std::size_t i = 0; i < k_players_max; ++i) {
        const auto flag = std::to_integer<unsigned>(bytes[k_players_offset + i]);
        if (flag > 1) {
            return bad_data_at(place, k_players_offset + i,
                               "the flag for player " + std::to_string(i) + " is " +
                                   std::to_string(flag) +
                                   " where a Doom demo has 0 or 1; this is no Doom 1.9 demo");
        }
        players += flag;
    }
    if (players == 0) {
        return bad_data_at(place, k_players_offset, "the demo has no player at all");
    }
    return players;
}

// Where a record of all players' tics is broken: too short, or the end byte inside of it.
Error cut_error(ByteView rest, std::size_t offset, std::size_t row_bytes, std::uint64_t ticks,
                const std::string& place) {
    const std::string kept = "; the " + std::to_string(ticks) + " whole tics before it are used";
    if (rest.empty()) {
        return bad_data_at(place, offset,
                           "the demo ends after tic " + std::to_string(ticks) +
                               " without the closing byte 0x80: it is cut" + kept);
    }
    return bad_data_at(place, offset,
                       "the demo is cut in mid-tic: tic " + std::to_string(ticks) + " has " +
                           std::to_string(rest.size()) + " of its " + std::to_string(row_bytes) +
                           " bytes" + kept);
}

}  // namespace

ByteView LmpDemo::tic(std::uint64_t tick, std::uint32_t player) const {
    return ByteView(tics).subspan((tick * players + player) * k_tic_bytes, k_tic_bytes);
}

sim::Result<LmpDemo> parse_lmp(ByteView bytes, const std::string& place) {
    if (bytes.size() < k_header_bytes) {
        return bad_data_at(
            place, bytes.size(),
            "the file ends within the 13 bytes of a Doom demo's header; expected a Doom 1.9 "
            "demo (.lmp)");
    }
    if (bytes[0] != k_version) {
        return bad_data_at(
            place, 0,
            "the first byte is " + std::to_string(std::to_integer<unsigned>(bytes[0])) +
                " where a Doom 1.9 demo has its version 109; other versions store other tics");
    }
    const auto players = count_players(bytes, place);
    if (!players) {
        return players.error();
    }
    LmpDemo demo;
    demo.players = *players;
    const std::size_t row_bytes = *players * k_tic_bytes;
    std::size_t offset = k_header_bytes;
    for (;;) {
        const ByteView rest = bytes.subspan(offset);
        if (!rest.empty() && rest[0] == k_end) {
            break;
        }
        std::size_t whole = 0;
        while (whole < row_bytes && whole < rest.size() &&
               (whole % k_tic_bytes != 0 || rest[whole] != k_end)) {
            ++whole;
        }
        if (whole < row_bytes) {
            demo.cut = cut_error(rest.first(whole), offset, row_bytes, demo.ticks, place);
            break;
        }
        sim::append(demo.tics, rest.first(row_bytes));
        ++demo.ticks;
        offset += row_bytes;
    }
    if (demo.ticks == 0) {
        return demo.cut ? *demo.cut
                        : bad_data_at(place, offset, "the demo ends before its first tic");
    }
    return demo;
}

}  // namespace tandem::tools
