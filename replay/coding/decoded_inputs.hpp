// SPDX-License-Identifier: MIT
// Records that were decoded.
#pragma once

#include <cstddef>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::replay {

// The records of a block of inputs, decoded and checked: their bytes, and the offset of each. There
// is one offset more than ticks.
struct DecodedInputs {
    sim::Bytes records;                // records, one after the other
    std::vector<std::size_t> offsets;  // where each record begins
};

}  // namespace tandem::replay
