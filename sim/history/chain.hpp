// SPDX-License-Identifier: MIT
// The chain: one running hash over a whole history. Once two histories differ, their chains differ
// for ever, so a binary search finds the first difference.
#pragma once

#include <cstdint>

#include <tandem/sim/types.hpp>

namespace tandem::sim {

// chain(0) = XXH3(0, start, state(0)); `start` is start_hash() of setup.hpp.
ChainHash chain_start(std::uint64_t start, StateHash state);

// chain(n+1) = XXH3(chain(n), XXH3(record n), state(n+1)).
ChainHash chain_next(ChainHash chain, std::uint64_t record_hash, StateHash state);

// The first hash over records alone. If two of these differ, the transport is at fault and not the
// simulation. records(0) = XXH3(0, start), records(n+1) = XXH3(records(n), XXH3(record n)).
RecordsHash records_start(std::uint64_t start);
// The hash over records alone after one more tick.
RecordsHash records_next(RecordsHash records, std::uint64_t record_hash);

// Both running hashes after the same number of ticks.
struct RunningHashes {
    ChainHash chain;      // over records and states
    RecordsHash records;  // over records alone

    friend constexpr bool operator==(const RunningHashes&, const RunningHashes&) = default;
};

// Both running hashes before the first tick.
RunningHashes running_start(std::uint64_t start, StateHash state);
// Both running hashes after one more tick.
RunningHashes running_next(const RunningHashes& hashes, std::uint64_t record_hash, StateHash state);

}  // namespace tandem::sim
