// SPDX-License-Identifier: MIT
// The two sinks. HashSink gathers small writes, because feeding xxHash a few bytes at a time costs
// more than hashing.
#include <tandem/sim/bytes/bytes.hpp>

#include <algorithm>
#include <array>
#include <new>

#include <xxhash.h>

namespace tandem::sim {
namespace {

// The buffer fits into the first-level cache, and is large enough for xxHash to run at full speed.
constexpr std::size_t k_gather_bytes = 4096;
// The first allocation of a buffer; later ones double.
constexpr std::size_t k_buffer_bytes_min = 256;

}  // namespace

BufferSink::BufferSink(Bytes& buffer) : buffer_(buffer) {
    cursor_ = buffer_.data();
    end_ = cursor_ + buffer_.size();
}

void BufferSink::finish() {
    buffer_.resize(static_cast<std::size_t>(cursor_ - buffer_.data()));
    end_ = cursor_;
}

void BufferSink::overflow(const std::byte* data, std::size_t size) {
    const auto used = static_cast<std::size_t>(cursor_ - buffer_.data());
    buffer_.resize(std::max({used + size, buffer_.size() * 2, k_buffer_bytes_min}));
    cursor_ = buffer_.data() + used;
    end_ = buffer_.data() + buffer_.size();
    write(data, size);
}

struct HashSink::State {
    std::array<std::byte, k_gather_bytes> gathered;
    XXH3_state_t* xxh = nullptr;
    std::uint64_t bytes_hashed = 0;

    void update(const std::byte* data, std::size_t size) {
        XXH3_64bits_update(xxh, data, size);
        bytes_hashed += size;
    }
};

HashSink::HashSink() : state_(std::make_unique<State>()) {
    state_->xxh = XXH3_createState();
    if (state_->xxh == nullptr) {
        throw std::bad_alloc();
    }
    XXH3_64bits_reset(state_->xxh);
    cursor_ = state_->gathered.data();
    end_ = cursor_ + state_->gathered.size();
}

HashSink::~HashSink() { XXH3_freeState(state_->xxh); }

std::uint64_t HashSink::finish() {
    flush();
    const std::uint64_t hash = XXH3_64bits_digest(state_->xxh);
    XXH3_64bits_reset(state_->xxh);
    state_->bytes_hashed = 0;
    return hash;
}

std::uint64_t HashSink::bytes() const {
    return state_->bytes_hashed + static_cast<std::uint64_t>(cursor_ - state_->gathered.data());
}

void HashSink::overflow(const std::byte* data, std::size_t size) {
    flush();
    if (size >= k_gather_bytes) {
        state_->update(data, size);
    } else {
        write(data, size);
    }
}

void HashSink::flush() {
    std::byte* begin = state_->gathered.data();
    state_->update(begin, static_cast<std::size_t>(cursor_ - begin));
    cursor_ = begin;
}

}  // namespace tandem::sim
