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
    // No message longer than this is sent or received.
    static constexpr std::uint64_t k_message_bytes_max = std::uint64_t{1} << 30;

    // This is asked over and over while a message is under way. `is_idle` says that nothing has
    // moved for a moment. True ends the waiting. It may be empty.
    using GivesUp = std::function<bool(bool is_idle)>;
    explicit Channel(int socket, GivesUp gives_up = {})
        : socket_(socket), gives_up_(std::move(gives_up)) {}

    // Sends a message. False if the other end is gone, or if `gives_up` said true.
    bool send(sim::ByteView message);
    // Receives a message. False also if the other end announces more than `bytes_max`. It takes no
    // more memory than what has arrived.
    bool receive(sim::Bytes& message, std::uint64_t bytes_max = k_message_bytes_max);
    // The length of a message that was too long, after which nothing more can be received; or 0.
    std::uint64_t refused_bytes() const { return refused_bytes_; }
    // True if something is there to be received.
    bool has_more() const;

private:
    // False if `gives_up` said true.
    bool wait_for(short event);
    bool receive_exactly(std::byte* out, std::size_t size);

    int socket_;
    GivesUp gives_up_;
    std::uint64_t refused_bytes_ = 0;
};

}  // namespace tandem::tools
