// SPDX-License-Identifier: MIT
// Two files whose chains agree hold the same inputs only if each file's inputs are those of its own
// hashes, which their bytes need not be.
#pragma once

#include <cstdint>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Decodes the records of both files, up to so many ticks, wherever their bytes are not the same,
// and holds them against the hash of records that their file states behind them. What both files
// hold byte for byte is not decoded. The error (bad_data) says where they do not fit; opened
// with OpenDepth::records the file ends there.
sim::Result<void> check_unlike_records(const Replay& a, const Replay& b, std::uint64_t end);

}  // namespace tandem::replay
