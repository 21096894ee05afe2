// SPDX-License-Identifier: MIT
// A bare UDP socket on loopback, for whoever listens, relays or forges in a test.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::test {

class UdpSocket {
public:
    // `host` is one of the addresses of loopback, 127.0.0.0/8.
    explicit UdpSocket(std::uint32_t host = INADDR_LOOPBACK)
        : handle_(::socket(AF_INET, SOCK_DGRAM, 0)) {
        sockaddr_in address = loopback(0);
        address.sin_addr.s_addr = htonl(host);
        EXPECT_EQ(::bind(handle_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    }
    ~UdpSocket() { ::close(handle_); }
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;

    std::uint16_t port() const {
        sockaddr_in address{};
        socklen_t size = sizeof(address);
        ::getsockname(handle_, reinterpret_cast<sockaddr*>(&address), &size);
        return ntohs(address.sin_port);
    }
    void send(std::uint16_t to, sim::ByteView bytes) {
        sockaddr_in address = loopback(to);
        ::sendto(handle_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&address),
                 sizeof(address));
    }
    struct Datagram {
        std::uint16_t from = 0;
        sim::Bytes bytes;
    };
    std::optional<Datagram> receive() {
        std::array<std::byte, 65'536> buffer{};
        sockaddr_in address{};
        socklen_t size = sizeof(address);
        const auto got = ::recvfrom(handle_, buffer.data(), buffer.size(), MSG_DONTWAIT,
                                    reinterpret_cast<sockaddr*>(&address), &size);
        if (got < 0) {
            return std::nullopt;
        }
        return Datagram{ntohs(address.sin_port), sim::Bytes(buffer.begin(), buffer.begin() + got)};
    }

private:
    static sockaddr_in loopback(std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        return address;
    }
    int handle_;
};

}  // namespace tandem::test
