// SPDX-License-Identifier: MIT
// Reads the directory of a Doom WAD, to take one lump (a demo) out of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

struct WadLump {
    std::string name;  // upper case, at most 8 characters
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

// Reads the directory and checks that every lump lies within the file. `place` names the file in
// errors.
sim::Result<std::vector<WadLump>> list_wad(sim::ByteView wad, const std::string& place);

// The bytes of the last lump with this name, which is the one Doom would take; case does not
// matter. The error lists the demos in the WAD.
sim::Result<sim::ByteView> find_lump(sim::ByteView wad, std::string_view name,
                                     const std::string& place);

}  // namespace tandem::tools
