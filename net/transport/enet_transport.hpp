// SPDX-License-Identifier: MIT
// The transport over UDP, by ENet over IPv4. Its throttle is off, its timeouts are out of the way
// (a session watches its peers itself) and its datagrams stay within k_datagram_bytes_max.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// Where a host listens unless told otherwise.
inline constexpr std::uint16_t k_default_port = 47'000;

// Where a host can be reached.
enum class ListenOn : std::uint8_t {
    every_address,  // of this machine
    loopback,       // only by programs on this machine
};

class EnetTransport final : public Transport {
public:
    // Port 0 takes a free one. Error network where the port is in use.
    static sim::Result<std::unique_ptr<EnetTransport>> host(
        std::uint16_t port, std::uint32_t peers_max, ListenOn where = ListenOn::every_address);
    // Starts to connect; poll says connected, or nothing for as long as nobody answers. Error
    // network where the name is unknown. Looking a name up may take a while.
    static sim::Result<std::unique_ptr<EnetTransport>> connect(const std::string& host_name,
                                                               std::uint16_t port);
    ~EnetTransport() override;

    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(PeerId peer, Channel channel, sim::ByteView bytes) override;
    void flush() override;
    void close(PeerId peer) override;
    bool is_open() const override;

    // The UDP port of this end.
    std::uint16_t port() const;

private:
    struct State;
    explicit EnetTransport(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace tandem::net
