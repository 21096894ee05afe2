// SPDX-License-Identifier: MIT
// Decodes zstd. No other file reads what zstd wrote.
#include <tandem/replay/blocks/codec.hpp>

#include <string>

#include <zstd.h>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

sim::Error bad_content(const std::string& why) {
    return {sim::ErrorCode::bad_data, "", "its content does not decode: " + why};
}

// The decoder is made once for each thread. Making one costs five times as much as decoding a small
// state, and a seek or a verification loads many.
ZSTD_DCtx* decoder() {
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    thread_local const std::unique_ptr<ZSTD_DCtx, Free> k_decoder(ZSTD_createDCtx());
    TANDEM_ASSERT(k_decoder != nullptr);
    return k_decoder.get();
}

}  // namespace

sim::Result<void> check_content(Codec codec, sim::ByteView coded, std::uint32_t content_bytes) {
    if (codec == Codec::plain) {
        return coded.size() == content_bytes
                   ? sim::Result<void>()
                   : bad_content("plain content of another size than its header says");
    }
    if (codec != Codec::zstd) {
        return bad_content("unknown codec " + std::to_string(static_cast<unsigned>(codec)) +
                           "; a newer Tandem may read it");
    }
    return ZSTD_getFrameContentSize(coded.data(), coded.size()) == content_bytes
               ? sim::Result<void>()
               : bad_content("its zstd frame states another size than the block's header");
}

sim::Result<void> decode_content(Codec codec, sim::ByteView coded, std::uint32_t content_bytes,
                                 sim::Bytes& out) {
    TANDEM_TRY(check_content(codec, coded, content_bytes));
    if (codec == Codec::plain) {
        out.assign(coded.begin(), coded.end());
        return {};
    }
    out.resize(content_bytes);
    const std::size_t size =
        ZSTD_decompressDCtx(decoder(), out.data(), out.size(), coded.data(), coded.size());
    if (ZSTD_isError(size) != 0) {
        return bad_content(std::string("zstd says ") + ZSTD_getErrorName(size));
    }
    if (size != content_bytes) {
        return bad_content("its zstd frame holds another size than it states");
    }
    return {};
}

}  // namespace tandem::replay
