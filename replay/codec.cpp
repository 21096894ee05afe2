// SPDX-License-Identifier: MIT
// The only file that talks to zstd.
#include <tandem/replay/codec.hpp>

#include <string>

#include <zstd.h>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// States are compressed while a game runs. On those of our games higher levels save a thousandth
// and take two to four times as long.
constexpr int k_level = 3;

sim::Error bad_content(const std::string& why) {
    return {sim::ErrorCode::bad_data, "", "its content does not decode: " + why};
}

// Made once for each thread: making one costs five times what decoding a small state does, and a
// seek or a verification loads many.
ZSTD_DCtx* decoder() {
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    thread_local const std::unique_ptr<ZSTD_DCtx, Free> k_decoder(ZSTD_createDCtx());
    TANDEM_ASSERT(k_decoder != nullptr);
    return k_decoder.get();
}

}  // namespace

struct Compressor::State {
    State() : context(ZSTD_createCCtx()) { TANDEM_ASSERT(context != nullptr); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { ZSTD_freeCCtx(context); }

    ZSTD_CCtx* context;
    sim::Bytes buffer;
};

Compressor::Compressor() : state_(std::make_unique<State>()) {}
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;
Compressor::~Compressor() = default;

sim::ByteView Compressor::compress(sim::ByteView content) {
    sim::Bytes& buffer = state_->buffer;
    const std::size_t bound = ZSTD_compressBound(content.size());
    if (buffer.size() < bound) {
        buffer.resize(bound);
    }
    const std::size_t size = ZSTD_compressCCtx(state_->context, buffer.data(), buffer.size(),
                                               content.data(), content.size(), k_level);
    if (ZSTD_isError(size) != 0 || size >= content.size()) {
        return {};
    }
    return sim::ByteView(buffer).first(size);
}

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
    if (auto checked = check_content(codec, coded, content_bytes); !checked) {
        return checked;
    }
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
