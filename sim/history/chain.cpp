// SPDX-License-Identifier: MIT
// The chain's four formulas.
#include <tandem/sim/history/chain.hpp>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::sim {

ChainHash chain_start(std::uint64_t start, StateHash state) {
    return ChainHash{hash_words({0, start, state.value})};
}

ChainHash chain_next(ChainHash chain, std::uint64_t record_hash, StateHash state) {
    return ChainHash{hash_words({chain.value, record_hash, state.value})};
}

ChainHash records_start(std::uint64_t start) { return ChainHash{hash_words({0, start})}; }

ChainHash records_next(ChainHash records, std::uint64_t record_hash) {
    return ChainHash{hash_words({records.value, record_hash})};
}

}  // namespace tandem::sim
