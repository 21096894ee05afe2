// SPDX-License-Identifier: MIT
// The chain's four formulas.
#include <tandem/sim/history/chain.hpp>

#include <array>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::sim {

std::uint64_t hash_words(std::initializer_list<std::uint64_t> words) {
    std::array<std::byte, 64> flat{};
    TANDEM_ASSERT(words.size() * sizeof(std::uint64_t) <= flat.size());
    std::size_t at = 0;
    for (const std::uint64_t word : words) {
        store_le(word, flat.data() + at);
        at += sizeof(std::uint64_t);
    }
    return hash_bytes(ByteView(flat).first(at));
}

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
