// SPDX-License-Identifier: MIT
// The page has no compressor. A recording made here is stored uncompressed, and that half of zstd
// is not linked.
#include <tandem/replay/blocks/codec.hpp>

namespace tandem::replay {

struct Compressor::State {};

Compressor::Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;
Compressor::~Compressor() = default;

sim::ByteView Compressor::compress(sim::ByteView) { return {}; }

}  // namespace tandem::replay
