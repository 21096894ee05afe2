// SPDX-License-Identifier: MIT
// The transport over UDP, with ENet and IPv4. ENet's throttle is off. Its timeouts are so long that
// they never apply, because a session watches its peers itself. Datagrams stay within
// k_datagram_bytes_max. Before a connection stands a door (PROTOCOL.md, "Below ENet"), and every
// datagram of it is sealed, with a match key or without.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/match_key.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// The port of a host, if no other one is given.
inline constexpr std::uint16_t k_default_port = 47'000;

// The addresses from which a host can be reached.
enum class ListenOn : std::uint8_t {
    every_address,  // on every address of this machine
    loopback,       // only by programs on this machine
};

class EnetTransport final : public Transport {
public:
    // Listens on a port. Port 0 takes a free one. It is an error (network) if the port is in use.
    // With a key only those who have it can connect; a passphrase is stretched here.
    static sim::Result<std::unique_ptr<EnetTransport>> host(
        std::uint16_t port, std::uint32_t peers_max, ListenOn where = ListenOn::every_address,
        const std::optional<MatchKey>& key = std::nullopt);
    // Begins to connect. poll reports `connected`; it reports nothing as long as nobody answers, or
    // if extract_refusals says why not. An unknown name is an error (network). Looking up a name
    // may take some time; one call of poll takes longer, because it stretches a passphrase.
    static sim::Result<std::unique_ptr<EnetTransport>> connect(
        const std::string& host_name, std::uint16_t port,
        const std::optional<MatchKey>& key = std::nullopt);
    ~EnetTransport() override;

    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(PeerId peer, Channel channel, sim::ByteView bytes) override;
    void flush() override;
    void close(PeerId peer) override;
    void reconnect() override;
    bool is_open() const override;
    bool is_being_called() const override;

    // Connections that did not come about since the last call, because the keys or the versions do
    // not fit. For a guest that is the end: is_open() is false then. A host hears of at most 16
    // guests a minute, and only of those whose address is not forged.
    std::vector<Refusal> extract_refusals();

    // The UDP port of this end.
    std::uint16_t port() const;

private:
    struct State;
    explicit EnetTransport(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace tandem::net
