// SPDX-License-Identifier: MIT
// Reads a WAD, which is "IWAD" or "PWAD", a count and an offset of the directory. The directory has
// 16 bytes for each lump: offset, size, name. All numbers are little-endian.
#include <tandem/tools/inputs/wad.hpp>

#include <algorithm>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

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
