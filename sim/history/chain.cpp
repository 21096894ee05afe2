// SPDX-License-Identifier: MIT
// The chain's four formulas, and both hashes in step.
#include <tandem/sim/history/chain.hpp>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::sim {

ChainHash chain_start(std::uint64_t start, StateHash state) {
    return ChainHash{hash_words({0, start, state.value})};
}

ChainHash chain_next(ChainHash chain, std::uint64_t record_hash, StateHash state) {
    return ChainHash{hash_words({chain.value, record_hash, state.value})};
}

RecordsHash records_start(std::uint64_t start) { return RecordsHash{hash_words({0, start})}; }

RecordsHash records_next(RecordsHash records, std::uint64_t record_hash) {
    return RecordsHash{hash_words({records.value, record_hash})};
}

RunningHashes running_start(std::uint64_t start, StateHash state) {
    return {chain_start(start, state), records_start(start)};
}

RunningHashes running_next(const RunningHashes& hashes, std::uint64_t record_hash,
                           StateHash state) {
    return {chain_next(hashes.chain, record_hash, state),
            records_next(hashes.records, record_hash)};
}

}  // namespace tandem::sim
