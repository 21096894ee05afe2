// SPDX-License-Identifier: MIT
// Compresses with zstd. No other file does, so a program that only reads need not link that half of
// zstd.
#include <tandem/replay/blocks/codec.hpp>

#include <zstd.h>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// States are compressed while a game runs. On the states of our games higher levels save a
// thousandth and take two to four times as long.
constexpr int k_level = 3;

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

}  // namespace tandem::replay
