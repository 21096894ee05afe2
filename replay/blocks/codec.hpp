// SPDX-License-Identifier: MIT
// The two ways to store a block's content: as it is, or compressed with zstd if that is smaller.
#pragma once

#include <cstdint>
#include <memory>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Keeps zstd's working memory between blocks.
class Compressor {
public:
    Compressor();
    Compressor(Compressor&&) noexcept;
    Compressor& operator=(Compressor&&) noexcept;
    ~Compressor();

    // Returns the compressed bytes, valid until the next call. They are empty if they would not be
    // smaller than `content`.
    sim::ByteView compress(sim::ByteView content);

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Checks, without decoding, that coded bytes and the stated size of their content can belong
// together.
sim::Result<void> check_content(Codec codec, sim::ByteView coded, std::uint32_t content_bytes);

// Replaces `out` with the content. `content_bytes` comes from a file, so the caller must have
// checked its bound. The function never allocates more, whatever the compressed bytes claim.
sim::Result<void> decode_content(Codec codec, sim::ByteView coded, std::uint32_t content_bytes,
                                 sim::Bytes& out);

}  // namespace tandem::replay
