// SPDX-License-Identifier: MIT
// Counters and their window; the cipher is in crypto.cpp.
#include <tandem/net/transport/seal.hpp>

#include <utility>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::size_t k_counter_bytes = 2;
static_assert(Seal::k_overhead_bytes == k_counter_bytes + k_tag_bytes);
// It is far below 2^64, and far beyond any match. A counter that went on would repeat a nonce.
constexpr std::uint64_t k_counter_end = std::uint64_t{1} << 60;
constexpr std::uint64_t k_cycle = std::uint64_t{1} << 16;
static_assert(Seal::k_window < k_cycle / 2, "a late datagram must not look like a new one");

}  // namespace

Seal::Seal(SealKeys keys, SealSide side)
    : send_key_(std::move(keys.to_guest)), receive_key_(std::move(keys.to_host)) {
    if (side == SealSide::guest) {
        std::swap(send_key_, receive_key_);
    }
}

Seal::Seal(Seal&& other) noexcept
    : send_key_(std::move(other.send_key_)),
      receive_key_(std::move(other.receive_key_)),
      sent_(std::exchange(other.sent_, k_counter_end)),
      received_(other.received_),
      opened_(other.opened_) {}

Seal& Seal::operator=(Seal&& other) noexcept {
    if (this != &other) {
        send_key_ = std::move(other.send_key_);
        receive_key_ = std::move(other.receive_key_);
        sent_ = std::exchange(other.sent_, k_counter_end);
        received_ = other.received_;
        opened_ = other.opened_;
    }
    return *this;
}

Bytes Seal::seal(ByteView plain) {
    TANDEM_ASSERT(sent_ < k_counter_end);
    const std::uint64_t counter = sent_++;
    Bytes sealed(k_overhead_bytes + plain.size());
    sim::store_le(static_cast<std::uint16_t>(counter), sealed.data());
    encrypt(send_key_, counter, {}, plain, sealed.data() + k_counter_bytes);
    return sealed;
}

std::optional<Seal::Opened> Seal::open(ByteView sealed) {
    if (sealed.size() < k_overhead_bytes) {
        return std::nullopt;
    }
    const std::uint64_t counter = full_counter(sim::load_le<std::uint16_t>(sealed.data()));
    if (counter >= k_counter_end || !is_new(counter)) {
        return std::nullopt;
    }
    Opened opened{Bytes(sealed.size() - k_overhead_bytes), counter >= received_};
    if (!decrypt(receive_key_, counter, {}, sealed.subspan(k_counter_bytes), opened.plain.data())) {
        return std::nullopt;
    }
    mark(counter);
    return opened;
}

// The counter with these low bits that is nearest to the next one.
std::uint64_t Seal::full_counter(std::uint16_t low) const {
    const std::uint64_t near = (received_ & ~(k_cycle - 1)) | low;
    if (near + k_cycle / 2 < received_) {
        return near + k_cycle;
    }
    return near > received_ + k_cycle / 2 && near >= k_cycle ? near - k_cycle : near;
}

bool Seal::is_new(std::uint64_t counter) const {
    if (counter >= received_) {
        return true;
    }
    const std::uint64_t bit = counter % k_window;
    return received_ - counter <= k_window && (opened_[bit / 64] >> (bit % 64) & 1U) == 0;
}

void Seal::mark(std::uint64_t counter) {
    if (counter >= received_) {
        if (counter - received_ >= k_window) {
            opened_.fill(0);
        } else {
            for (std::uint64_t skipped = received_; skipped < counter; ++skipped) {
                opened_[skipped % k_window / 64] &= ~(std::uint64_t{1} << (skipped % 64));
            }
        }
        received_ = counter + 1;
    }
    opened_[counter % k_window / 64] |= std::uint64_t{1} << (counter % 64);
}

}  // namespace tandem::net
