// SPDX-License-Identifier: MIT
// The only file that talks to ENet.
#include <tandem/net/transport/enet_transport.hpp>

#include <enet/enet.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

using sim::ByteView;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::size_t k_channels = 2;
// ENet would end a lossy connection on its own: its pings are reliable, and a few unlucky ones in a
// row count as a dead peer. Both sides of a session watch the packets of the match instead
// (peer_timeout_ms), so ENet's limits are put where only a connection that no session watches meets
// them.
constexpr enet_uint32 k_ping_interval_ms = 3'600'000;
constexpr enet_uint32 k_timeout_ms = 240'000;
constexpr enet_uint32 k_timeout_limit = 1U << 16;
// The throttle drops unreliable packets inside ENet whenever the round trip varies, as it does on
// every poll that comes a little late. Acceleration at full scale and deceleration 0 keep it wide
// open.
constexpr enet_uint32 k_throttle_acceleration = ENET_PEER_PACKET_THROTTLE_SCALE;
constexpr enet_uint32 k_throttle_deceleration = 0;
// Where both sides disconnect at once ENet may leave one of them without an answer. So the side
// that was called lets the caller go first, and goes by itself after this time; then nobody waits
// for an answer longer than the second.
constexpr enet_uint32 k_close_grace_ms = 300;
constexpr enet_uint32 k_close_timeout_ms = 3'000;
// More events than this in one poll wait for the next, so that a flood cannot hold up the match.
constexpr std::size_t k_events_per_poll_max = 1024;
// A place is taken by the first datagram of whoever calls, whose address may be forged. Until the
// caller has answered ours, it holds the place no longer than this (ENet's own limit is 30 s).
constexpr enet_uint32 k_half_open_timeout_ms = 3'000;
// When ENet repeats its first answer, doubling from here: five of them within that time, where its
// own 500 ms would make three, and a caller of whom all three get lost waits in vain. A forged
// address is told no more than that: 5 times 52 bytes for the 56 that came in its name.
constexpr enet_uint32 k_half_open_round_trip_ms = 125;
constexpr enet_uint32 k_loopback_address = 0x7F000001;  // 127.0.0.1
// Connections that may be in the making beside those the match needs.
constexpr std::uint32_t k_spare_peers = 8;

bool start_enet() {
    static const bool is_started = enet_initialize() == 0;
    return is_started;
}

void set_timeouts(ENetPeer* peer) {
    enet_peer_ping_interval(peer, k_ping_interval_ms);
    enet_peer_timeout(peer, k_timeout_limit, k_timeout_ms, k_timeout_ms);
}

// Takes a message to the other side, so it needs a connection.
void open_throttle(ENetPeer* peer) {
    enet_peer_throttle_configure(peer, ENET_PEER_PACKET_THROTTLE_INTERVAL, k_throttle_acceleration,
                                 k_throttle_deceleration);
}

// UDP's 16 bits miss damage now and then, and on the way through a tunnel or a translator they may
// be made anew over damaged bytes. A flipped bit in what ENet sends reliably would end the match,
// so damaged datagrams are dropped: then they are lost like others, and sent again.
void check_datagrams(ENetHost* host) { host->checksum = enet_crc32; }

// The MTU of a connection is the smaller side's, and is taken from the peer slots, which are made
// with the host.
void limit_datagrams(ENetHost* host) {
    host->mtu = k_datagram_bytes_max;
    for (std::size_t index = 0; index < host->peerCount; ++index) {
        host->peers[index].mtu = k_datagram_bytes_max;
    }
    host->maximumPacketSize = k_message_bytes_max + k_protection_bytes_max;
    host->maximumWaitingData = 2 * host->maximumPacketSize;
}

Error socket_error(const std::string& place, int reason, const std::string& advice) {
    return Error{
        ErrorCode::network, place,
        std::string("no UDP socket could be opened") +
            (reason == 0 ? std::string() : " (" + std::string(std::strerror(reason)) + ")") + "; " +
            advice};
}

}  // namespace

struct EnetTransport::State {
    ENetHost* host = nullptr;
    std::uint32_t peers_made = 0;
    std::map<PeerId, ENetPeer*> peers;  // connected or closing
    ENetPeer* pending = nullptr;        // of connect(), until it is answered
    bool is_caller = false;
    std::map<PeerId, enet_uint32> closing;  // since when, for peers that called us

    ~State() {
        if (host != nullptr) {
            enet_host_destroy(host);
        }
    }

    static PeerId id_of(const ENetPeer* peer) {
        return PeerId{static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(peer->data))};
    }
    void translate(ENetEvent& event, std::vector<TransportEvent>& out);
    void disconnect(PeerId id);
    void disconnect_overdue();
    void limit_half_open();
};

EnetTransport::EnetTransport(std::unique_ptr<State> state) : state_(std::move(state)) {}

EnetTransport::~EnetTransport() = default;

Result<std::unique_ptr<EnetTransport>> EnetTransport::host(std::uint16_t port,
                                                           std::uint32_t peers_max,
                                                           ListenOn where) {
    TANDEM_ASSERT(peers_max >= 1 && start_enet());
    ENetAddress address{};
    address.host =
        where == ListenOn::loopback ? ENET_HOST_TO_NET_32(k_loopback_address) : ENET_HOST_ANY;
    address.port = port;
    auto state = std::make_unique<State>();
    errno = 0;
    state->host = enet_host_create(&address, peers_max + k_spare_peers, k_channels, 0, 0);
    if (state->host == nullptr) {
        const int reason = errno;
        const std::string place = "port " + std::to_string(port);
        if (reason == EADDRINUSE) {
            return Error{
                ErrorCode::network, place,
                "the UDP port is in use by another program; choose another one with --port"};
        }
        return socket_error(place, reason, "choose another port with --port");
    }
    limit_datagrams(state->host);
    check_datagrams(state->host);
    return std::unique_ptr<EnetTransport>(new EnetTransport(std::move(state)));
}

Result<std::unique_ptr<EnetTransport>> EnetTransport::connect(const std::string& host_name,
                                                              std::uint16_t port) {
    TANDEM_ASSERT(start_enet());
    const std::string place = host_name + ":" + std::to_string(port);
    ENetAddress address{};
    if (enet_address_set_host(&address, host_name.c_str()) != 0) {
        return Error{ErrorCode::network, place,
                     "no IPv4 address is known for this name; give a host name or an address like "
                     "192.0.2.1"};
    }
    address.port = port;
    auto state = std::make_unique<State>();
    errno = 0;
    state->host = enet_host_create(nullptr, 1, k_channels, 0, 0);
    if (state->host == nullptr) {
        return socket_error(place, errno, "is the network up?");
    }
    limit_datagrams(state->host);
    check_datagrams(state->host);
    state->is_caller = true;
    state->pending = enet_host_connect(state->host, &address, k_channels, 0);
    TANDEM_ASSERT(state->pending != nullptr);
    set_timeouts(state->pending);
    return std::unique_ptr<EnetTransport>(new EnetTransport(std::move(state)));
}

void EnetTransport::State::translate(ENetEvent& event, std::vector<TransportEvent>& out) {
    switch (event.type) {
        case ENET_EVENT_TYPE_CONNECT: {
            const PeerId id{++peers_made};
            event.peer->data = reinterpret_cast<void*>(std::uintptr_t{id.value});
            if (event.peer == pending) {
                pending = nullptr;
            }
            set_timeouts(event.peer);
            open_throttle(event.peer);
            peers[id] = event.peer;
            out.push_back({TransportEvent::Kind::connected, id, Channel::reliable, {}});
            break;
        }
        case ENET_EVENT_TYPE_DISCONNECT: {
            const PeerId id = id_of(event.peer);
            event.peer->data = nullptr;
            closing.erase(id);
            if (peers.erase(id) > 0) {
                out.push_back({TransportEvent::Kind::disconnected, id, Channel::reliable, {}});
            }
            break;
        }
        case ENET_EVENT_TYPE_RECEIVE: {
            const auto bytes =
                std::as_bytes(std::span(event.packet->data, event.packet->dataLength));
            out.push_back({TransportEvent::Kind::packet, id_of(event.peer),
                           event.channelID == static_cast<enet_uint8>(Channel::reliable)
                               ? Channel::reliable
                               : Channel::unreliable,
                           sim::Bytes(bytes.begin(), bytes.end())});
            enet_packet_destroy(event.packet);
            break;
        }
        case ENET_EVENT_TYPE_NONE:
            break;
    }
}

void EnetTransport::State::disconnect(PeerId id) {
    ENetPeer* peer = peers.at(id);
    enet_peer_timeout(peer, k_timeout_limit, k_close_timeout_ms, k_close_timeout_ms);
    enet_peer_disconnect_later(peer, 0);
}

void EnetTransport::State::disconnect_overdue() {
    for (auto entry = closing.begin(); entry != closing.end();) {
        if (enet_time_get() - entry->second >= k_close_grace_ms) {
            disconnect(entry->first);
            entry = closing.erase(entry);
        } else {
            ++entry;
        }
    }
}

// ENet puts its own values back whenever a place becomes free.
void EnetTransport::State::limit_half_open() {
    for (std::size_t index = 0; !is_caller && index < host->peerCount; ++index) {
        ENetPeer& peer = host->peers[index];
        if (peer.state == ENET_PEER_STATE_DISCONNECTED ||
            peer.state == ENET_PEER_STATE_ACKNOWLEDGING_CONNECT) {
            enet_peer_timeout(&peer, k_timeout_limit, k_half_open_timeout_ms,
                              k_half_open_timeout_ms);
            peer.roundTripTime = k_half_open_round_trip_ms;
        }
    }
}

std::vector<TransportEvent> EnetTransport::poll(std::chrono::milliseconds wait_max) {
    std::vector<TransportEvent> events;
    state_->disconnect_overdue();
    state_->limit_half_open();
    auto wait_ms = static_cast<enet_uint32>(std::max<std::int64_t>(wait_max.count(), 0));
    while (events.size() < k_events_per_poll_max) {
        ENetEvent event{};
        // A negative result is one datagram that could not be read or sent: an oversized stranger,
        // or a network that is down for the moment. The session's timeouts judge that, not we.
        if (enet_host_service(state_->host, &event, wait_ms) <= 0) {
            break;
        }
        state_->translate(event, events);
        wait_ms = 0;
    }
    return events;
}

void EnetTransport::send(PeerId peer, Channel channel, ByteView bytes) {
    const auto found = state_->peers.find(peer);
    if (found == state_->peers.end()) {
        return;
    }
    const bool is_reliable = channel == Channel::reliable;
    TANDEM_ASSERT(bytes.size() <= (is_reliable ? k_message_bytes_max + k_protection_bytes_max
                                               : k_packet_bytes_max));
    ENetPacket* packet =
        enet_packet_create(bytes.data(), bytes.size(),
                           is_reliable ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNSEQUENCED);
    if (packet != nullptr &&
        enet_peer_send(found->second, static_cast<enet_uint8>(channel), packet) != 0) {
        enet_packet_destroy(packet);
    }
}

void EnetTransport::flush() { enet_host_flush(state_->host); }

void EnetTransport::close(PeerId peer) {
    if (!state_->peers.contains(peer)) {
        return;
    }
    if (state_->is_caller) {
        state_->disconnect(peer);
    } else {
        state_->closing.try_emplace(peer, enet_time_get());
    }
}

bool EnetTransport::is_open() const { return state_->pending != nullptr || !state_->peers.empty(); }

std::uint16_t EnetTransport::port() const {
    ENetAddress address{};
    const bool is_known = enet_socket_get_address(state_->host->socket, &address) == 0;
    return is_known ? address.port : std::uint16_t{0};
}

}  // namespace tandem::net
