// SPDX-License-Identifier: MIT
// What this running program is made of: its executable and every library in it, byte for byte, and
// the processor. Two programs of one identity compute the same.
#pragma once

#include <string>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

struct ProgramIdentity {
    sim::Digest code;     // of the executable and its libraries
    sim::Digest machine;  // of the name and the features of the processor
};

// Fails (io) where that cannot be told for certain: on other systems than Linux, or where a file
// was replaced since it was loaded.
sim::Result<ProgramIdentity> own_identity();

// 32 hexadecimal digits.
std::string digest_text(const sim::Digest& digest);

}  // namespace tandem::tools
