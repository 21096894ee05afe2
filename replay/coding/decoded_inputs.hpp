// SPDX-License-Identifier: MIT
// Records after they were decoded.
#pragma once

#include <cstddef>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// Records that follow each other: their bytes, and the offset of each. There is one offset more
// than records.
struct DecodedInputs {
    sim::Bytes records;                   // one after the other
    std::vector<std::size_t> offsets{0};  // of each record
};

}  // namespace tandem::replay
