// SPDX-License-Identifier: MIT
// Messages over a socket, to a child or from one. Both ends may be different builds, so everything
// that arrives is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::tools {

// An end of a socket, which it does not own.
class Channel {
public:
    // Nothing longer than this is sent or taken.
    static constexpr std::uint64_t k_message_bytes_max = std::uint64_t{1} << 30;

    // Asked over and over while a message is under way, `is_idle` where nothing has moved for a
    // moment; true ends waiting. It may be empty.
    using GivesUp = std::function<bool(bool is_idle)>;
    explicit Channel(int socket, GivesUp gives_up = {})
        : socket_(socket), gives_up_(std::move(gives_up)) {}

    // False where the other end is gone, or waiting for it was given up.
    bool send(sim::ByteView message);
    // False also where it announces more than `bytes_max`. Takes no more memory than what has
    // arrived.
    bool receive(sim::Bytes& message, std::uint64_t bytes_max = k_message_bytes_max);
    // The length of a message that was too long, after which nothing more can be received; or 0.
    std::uint64_t refused_bytes() const { return refused_bytes_; }
    // True where something stands there to be received.
    bool has_more() const;

private:
    // False where waiting was given up.
    bool wait_for(short event);
    bool receive_exactly(std::byte* out, std::size_t size);

    int socket_;
    GivesUp gives_up_;
    std::uint64_t refused_bytes_ = 0;
};

}  // namespace tandem::tools
