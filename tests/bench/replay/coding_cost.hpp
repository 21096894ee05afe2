// SPDX-License-Identifier: MIT
// What a stream of inputs costs once it is coded.
#pragma once

#include <cstdint>

#include <tests/bench/replay/streams.hpp>

namespace tandem::bench {

struct Cost {
    std::uint64_t bytes = 0;
    std::uint64_t player_ticks = 0;
    double encode_ns = 0;
    double decode_ns = 0;
    bool is_exact = true;

    void add(const Cost& other);
};

// Encodes and decodes a stream once, with a flush in each second.
Cost cost_of(const Stream& stream, std::uint32_t epoch_s);

}  // namespace tandem::bench
