// SPDX-License-Identifier: MIT
// Hashes a state of which only the canonical bytes are here. StateHasher gives the same for a game,
// without its bytes.
#pragma once

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// Returns the hash of a state of this schema. Every byte counts, whatever field it belongs to.
inline StateHash state_hash(const Schema& schema, ByteView state) {
    static_cast<void>(schema);
    return StateHash{hash_bytes(state)};
}

}  // namespace tandem::sim
