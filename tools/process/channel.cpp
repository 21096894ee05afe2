// SPDX-License-Identifier: MIT
// Sends and receives messages. A message is its length as u32 and its bytes.
#include <tandem/tools/process/channel.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>

#include <tandem/sim/assert.hpp>

namespace tandem::tools {

bool Channel::wait_for(short event) {
    // The time after which an interrupt is heard at the latest.
    constexpr int k_glance_ms = 100;
    for (;;) {
        pollfd waiting{socket_, event, 0};
        const int ready = ::poll(&waiting, 1, k_glance_ms);
        if (gives_up_ && gives_up_(ready == 0)) {
            return false;
        }
        if (ready > 0) {
            return true;
        }
    }
}

bool Channel::has_more() const {
    std::byte next{};
    return ::recv(socket_, &next, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

bool Channel::send(ByteView message) {
    TANDEM_ASSERT(message.size() <= k_message_bytes_max);
    Bytes framed;
    framed.reserve(sizeof(std::uint32_t) + message.size());
    sim::append_block(framed, message);
    for (std::size_t sent = 0; sent < framed.size();) {
        // A receiver that does not read must not hold this side up for ever.
        const auto now = ::send(socket_, framed.data() + sent, framed.size() - sent,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!wait_for(POLLOUT)) {
                return false;
            }
            continue;
        }
        if (now <= 0) {
            return false;
        }
        sent += static_cast<std::size_t>(now);
    }
    return true;
}

bool Channel::receive(Bytes& message, std::uint64_t bytes_max) {
    constexpr std::size_t k_part_bytes = std::size_t{1} << 20;
    std::array<std::byte, sizeof(std::uint32_t)> length{};
    if (!receive_exactly(length.data(), length.size())) {
        return false;
    }
    const auto size = sim::load_le<std::uint32_t>(length.data());
    if (size > std::min(bytes_max, k_message_bytes_max)) {
        refused_bytes_ = size;
        return false;
    }
    message.clear();
    while (message.size() < size) {
        const std::size_t done = message.size();
        message.resize(done + std::min(k_part_bytes, size - done));
        if (!receive_exactly(message.data() + done, message.size() - done)) {
            return false;
        }
    }
    return true;
}

bool Channel::receive_exactly(std::byte* out, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
        if (!wait_for(POLLIN)) {
            return false;
        }
        const auto now = ::recv(socket_, out + done, size - done, 0);
        if (now < 0 && errno == EINTR) {
            continue;
        }
        if (now <= 0) {
            return false;
        }
        done += static_cast<std::size_t>(now);
    }
    return true;
}

}  // namespace tandem::tools
