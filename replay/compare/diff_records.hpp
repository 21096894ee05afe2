// SPDX-License-Identifier: MIT
// Checks that each of two files holds the inputs of its own hashes. Only then does it follow from
// equal chains that both hold the same inputs.
#pragma once

#include <cstdint>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Decodes the records of both files, up to so many ticks, wherever their bytes are not the same,
// and compares them with the hash of records that their file states behind them. Bytes that both
// files hold alike are not decoded. The error (bad_data) says where records do not fit; a file
// opened with OpenDepth::records ends there.
sim::Result<void> check_unlike_records(const Replay& a, const Replay& b, std::uint64_t end);

}  // namespace tandem::replay
