// SPDX-License-Identifier: MIT
// Reads demos. The format has neither length nor checksum: its end is a byte 0x80 in the place of a
// forward move, which no player can give (moves are -127 to 127). A WAD that holds demos is "IWAD"
// or "PWAD", a count and an offset of the directory, which has 16 bytes for each lump: offset,
// size, name. All its numbers are little-endian.
#include <tandem/tools/inputs/lmp.hpp>

#include <algorithm>
#include <string_view>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

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

bool has_at(ByteView bytes, std::size_t offset, std::string_view text) {
    if (bytes.size() < offset + text.size()) {
        return false;
    }
    return std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                      [](char letter, std::byte byte) { return std::byte(letter) == byte; });
}

// The program of a version, after "The unofficial LMP format description" (Uwe Girlich) and the
// demos that ports write since; empty: nobody is known to write it.
std::string demo_of_version(unsigned version) {
    switch (version) {
        case 101:
            return "of Strife, whose tics have 6 bytes";
        case 104:
        case 105:
            return "of Doom 1." + std::to_string(version - 100) + " beta";
        case 106:
            return "of Doom 1.6 or 1.666";
        case 107:
        case 108:
            return "of Doom 1." + std::to_string(version - 100);
        case 110:
            return "of Doom 1.10";
        case 111:
            return "with long tics (Doom 1.91), whose turns have two bytes";
        case 203:
            return "of MBF";
        case 221:
            return "of MBF21";
        case 255:
            return "of a port that says more in a header of its own (UMAPINFO)";
        default:
            return version >= 200 && version <= 202  ? "of Boom 2.0" + std::to_string(version - 200)
                   : version > 203 && version <= 214 ? "of PrBoom or PrBoom+"
                                                     : "";
    }
}

// True if a demo begins as those of Heretic, Hexen and Doom before 1.4: with the skill, 0 to 4,
// then episode and map, from 1.
bool begins_with_a_skill(ByteView bytes) {
    return bytes.size() >= 3 && bytes[0] <= std::byte{4} && bytes[1] != std::byte{0} &&
           bytes[1] <= std::byte{9} && bytes[2] != std::byte{0} && bytes[2] <= std::byte{60};
}

// Succeeds if the version is Doom 1.9's, or there is none. The error says what it is instead, told
// by its beginning.
sim::Result<void> check_version(ByteView bytes, const std::string& place) {
    const auto foreign = [&](const std::string& what) {
        return bad_data_at(place, 0, what + "; expected a Doom 1.9 demo, whose version is 109");
    };
    if (bytes.empty() || bytes[0] == k_version) {
        return {};
    }
    if (has_at(bytes, 0, "FORM") && has_at(bytes, 8, "ZDEM")) {
        return foreign("this is a demo of ZDoom or a port made from it, in chunks (FORM, ZDEM)");
    }
    const unsigned version = std::to_integer<unsigned>(bytes[0]);
    const std::string first = "the first byte is " + std::to_string(version);
    if (const std::string what = demo_of_version(version); !what.empty()) {
        return foreign(first + ": this is a demo " + what);
    }
    if (has_at(bytes, 1,
               "\x1d"
               "Boom\xe6") ||
        has_at(bytes, 1,
               "\x1d"
               "MBF\xe6")) {
        return foreign(first + ": this is a demo of a port made from Boom");
    }
    if (begins_with_a_skill(bytes)) {
        return foreign(first +
                       ", a skill and no version: this is a demo of Doom before 1.4, of Heretic or "
                       "of Hexen");
    }
    return foreign(first + ", which is the version of no Doom demo");
}

// The error of a broken record of all players' tics: it is too short, or has the end byte inside.
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
    TANDEM_TRY(check_version(bytes, place));
    if (bytes.size() < k_header_bytes) {
        return bad_data_at(
            place, bytes.size(),
            "the file ends within the 13 bytes of a Doom demo's header; expected a Doom 1.9 "
            "demo (.lmp)");
    }
    const auto players = count_players(bytes, place);
    TANDEM_TRY(players);
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

namespace {

using sim::ByteView;
using sim::Error;
using sim::ErrorCode;

constexpr std::size_t k_entry_bytes = 16;
constexpr std::size_t k_name_bytes = 8;

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return out;
}

std::string lump_name(ByteView raw) {
    std::string name;
    for (const std::byte byte : raw) {
        if (byte == std::byte{0}) {
            break;
        }
        name += static_cast<char>(byte);
    }
    return upper(name);
}

}  // namespace

sim::Result<std::vector<WadLump>> list_wad(ByteView wad, const std::string& place) {
    sim::ByteReader header(wad);
    const ByteView magic = header.read(4);
    const std::uint32_t count = header.u32();
    const std::uint32_t directory = header.u32();
    const auto is_magic = [&](std::string_view text) {
        return std::equal(magic.begin(), magic.end(), text.begin(), text.end(),
                          [](std::byte byte, char c) { return byte == std::byte(c); });
    };
    if (header.failed() || !(is_magic("IWAD") || is_magic("PWAD"))) {
        return bad_data_at(place, 0, "this is no WAD: it does not begin with IWAD or PWAD");
    }
    if (directory > wad.size() || count > (wad.size() - directory) / k_entry_bytes) {
        return bad_data_at(place, 4,
                           "the directory of " + std::to_string(count) + " lumps at byte " +
                               std::to_string(directory) + " does not fit into the file's " +
                               std::to_string(wad.size()) + " bytes: the WAD is cut");
    }
    std::vector<WadLump> lumps;
    lumps.reserve(count);
    sim::ByteReader entries(wad.subspan(directory));
    for (std::uint32_t i = 0; i < count; ++i) {
        WadLump lump;
        lump.offset = entries.u32();
        lump.size = entries.u32();
        lump.name = lump_name(entries.read(k_name_bytes));
        if (lump.size > 0 && (lump.offset > wad.size() || lump.size > wad.size() - lump.offset)) {
            return bad_data_at(place, directory + i * k_entry_bytes,
                               "lump " + lump.name + " reaches beyond the end of the file");
        }
        lumps.push_back(std::move(lump));
    }
    return lumps;
}

sim::Result<ByteView> find_lump(ByteView wad, std::string_view name, const std::string& place) {
    const auto lumps = list_wad(wad, place);
    TANDEM_TRY(lumps);
    const std::string wanted = upper(name);
    const auto found = std::find_if(lumps->rbegin(), lumps->rend(),
                                    [&](const WadLump& lump) { return lump.name == wanted; });
    if (found != lumps->rend()) {
        return found->size == 0 ? ByteView() : wad.subspan(found->offset, found->size);
    }
    std::string demos;
    for (const WadLump& lump : *lumps) {
        if (lump.name.starts_with("DEMO")) {
            demos += (demos.empty() ? "" : ", ") + lump.name;
        }
    }
    return Error{ErrorCode::bad_data, place,
                 "there is no lump " + wanted + " in this WAD; " +
                     (demos.empty() ? "it has no demo" : "its demos are " + demos)};
}

}  // namespace tandem::tools
