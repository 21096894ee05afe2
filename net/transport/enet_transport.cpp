// SPDX-License-Identifier: MIT
// The only file of the library that talks to ENet.
#include <tandem/net/transport/enet_transport.hpp>

#include <enet/enet.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <span>
#include <utility>

#include <tandem/net/transport/enet_datagram.hpp>
#include <tandem/net/transport/gate.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/inputs.hpp>

namespace tandem::net {
namespace {

constexpr std::size_t k_channels = Gate::k_channels;
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
// If both sides disconnect at once, ENet may leave one of them without an answer. So the side that
// was called lets the caller go first, and goes by itself after this time. Then nobody waits for an
// answer longer than the second.
constexpr enet_uint32 k_close_grace_ms = 300;
constexpr enet_uint32 k_close_timeout_ms = 3'000;
// More events than this in one poll wait for the next, so that a flood cannot hold up the match.
constexpr std::size_t k_events_per_poll_max = 1024;
// ENet gives up a poll after 256 datagrams, and after one that it cannot read or send. A poll then
// goes on so many times, or a flood would hide what comes behind it.
constexpr int k_failures_per_poll_max = 16;
// A place is kept so long for a caller who has asked for it and does not answer ENet's first
// datagram (ENet's own limit is 30 s).
constexpr enet_uint32 k_half_open_timeout_ms = 3'000;
// ENet repeats its first datagram after this time, then after twice as long, and so on: five times
// within that time. Its own 500 ms would make three, and a caller that loses all three waits in
// vain.
constexpr enet_uint32 k_half_open_round_trip_ms = 125;
// A wait may take so long while the door's datagrams may have to be repeated.
constexpr enet_uint32 k_knocking_wait_ms = 10;
constexpr enet_uint32 k_loopback_address = 0x7F000001;  // 127.0.0.1
// Connections that may be in the making beside those the match needs.
constexpr std::uint32_t k_spare_peers = 8;
// A sealed datagram begins with the connection's number. It lacks ENet's checksum.
static_assert(k_seal_bytes == 1 + Seal::k_overhead_bytes);
// The bytes that ENet may fill. It counts its head, but not its checksum, the shorter of the two.
constexpr enet_uint32 k_mtu = k_datagram_bytes_max - k_seal_bytes;
static_assert(k_checksum_bytes <= k_seal_bytes);
static_assert(k_packet_bytes_max == k_mtu - 4 - k_checksum_bytes - 24);

bool start_enet();
void set_timeouts(ENetPeer* peer);
void open_throttle(ENetPeer* peer);
void limit_datagrams(ENetHost* host);
Error socket_error(const std::string& place, int reason, const std::string& advice);

using AddressBytes = std::array<std::byte, 6>;

AddressBytes bytes_of(const ENetAddress& address);
ENetAddress address_of(ByteView bytes);

}  // namespace

struct EnetTransport::State {
    ENetHost* host = nullptr;
    std::uint32_t peers_made = 0;
    std::map<PeerId, ENetPeer*> peers;      // connected or closing
    ENetPeer* pending = nullptr;            // the peer of connect(), until it is answered
    std::map<PeerId, enet_uint32> closing;  // since when, for peers that called us

    bool is_caller = false;
    std::optional<Gate> gate{};
    std::string server_name;  // a guest's server, as it was given
    Bytes opened;             // the bytes that ENet reads
    Bytes sealed;             // the bytes that ENet sends
    enet_uint32 clock_ms = 0;
    Time now{0};

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

    Result<void> open(const ENetAddress* address, std::size_t places);
    void advance_time();
    int service(ENetEvent& event, enet_uint32 wait_ms);
    void knock();
    bool takes();
    bool prepare_place();
    void seal_outgoing();
    void answer(ByteView bytes, const ENetAddress& address);
    std::optional<std::uint16_t> place_of(std::uint32_t id) const;

    // ENet's two callbacks get nothing from which a transport could be found. ENet calls them only
    // within our own calls, so this is the transport that made the call.
    static thread_local State* calling;
    struct Call {
        explicit Call(State& state) { calling = &state; }
        ~Call() { calling = nullptr; }
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
    };
    static int intercept(ENetHost*, ENetEvent*) { return calling->takes() ? 0 : 1; }
    static enet_uint32 checksum(const ENetBuffer* buffers, std::size_t);
};

thread_local EnetTransport::State* EnetTransport::State::calling = nullptr;

EnetTransport::EnetTransport(std::unique_ptr<State> state) : state_(std::move(state)) {}

EnetTransport::~EnetTransport() = default;

Result<void> EnetTransport::State::open(const ENetAddress* address, std::size_t places) {
    TANDEM_ASSERT(start_enet());
    errno = 0;
    host = enet_host_create(address, places, k_channels, 0, 0);
    if (host == nullptr) {
        const int reason = errno;
        if (address == nullptr) {
            return socket_error(server_name, reason, "is the network up?");
        }
        const std::string place = "port " + std::to_string(address->port);
        if (reason == EADDRINUSE) {
            return Error{
                ErrorCode::network, place,
                "the UDP port is in use by another program; choose another one with --port"};
        }
        return socket_error(place, reason, "choose another port with --port");
    }
    limit_datagrams(host);
    // ENet's own seed is the time in seconds, so two guests of one machine would get the same ids.
    host->randomSeed = sim::load_le<enet_uint32>(random_key().bytes().data());
    host->intercept = &State::intercept;
    // The seal finds damage too, which UDP's 16 bits miss now and then.
    host->checksum = &State::checksum;
    clock_ms = enet_time_get();
    return {};
}

Result<std::unique_ptr<EnetTransport>> EnetTransport::host(std::uint16_t port,
                                                           std::uint32_t peers_max, ListenOn where,
                                                           const std::optional<MatchKey>& key) {
    const std::size_t places = std::size_t{peers_max} + k_spare_peers;
    TANDEM_ASSERT(peers_max >= 1 && places <= k_connections_max);
    const KeyTerms terms = terms_of(key, random_key());
    std::optional<SecretKey> shared;
    if (key) {
        shared = shared_key(*key, terms);
        if (!shared) {
            return Error{ErrorCode::io, "match key",
                         "this machine has not the memory to stretch the passphrase: " +
                             std::to_string(terms.cost.memory_kib / 1024) + " MiB are needed"};
        }
    }
    ENetAddress address{};
    address.host =
        where == ListenOn::loopback ? ENET_HOST_TO_NET_32(k_loopback_address) : ENET_HOST_ANY;
    address.port = port;
    auto state = std::make_unique<State>();
    state->gate.emplace(Door(std::move(shared), terms, places, random_key()), random_key());
    TANDEM_TRY(state->open(&address, places));
    return std::unique_ptr<EnetTransport>(new EnetTransport(std::move(state)));
}

Result<std::unique_ptr<EnetTransport>> EnetTransport::connect(const std::string& host_name,
                                                              std::uint16_t port,
                                                              const std::optional<MatchKey>& key) {
    TANDEM_ASSERT(start_enet());
    auto state = std::make_unique<State>();
    state->server_name = host_name + ":" + std::to_string(port);
    ENetAddress server{};
    if (enet_address_set_host(&server, host_name.c_str()) != 0) {
        return Error{ErrorCode::network, state->server_name,
                     "no IPv4 address is known for this name; give a host name or an address like "
                     "192.0.2.1"};
    }
    server.port = port;
    state->is_caller = true;
    state->gate.emplace(Knocker(key, random_key()), bytes_of(server), random_key());
    TANDEM_TRY(state->open(nullptr, 1));
    state->knock();
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
            const Binding& binding = gate->binding(event.peer->connectID);
            out.push_back({TransportEvent::Kind::connected, id, Channel::reliable,
                           sim::Bytes(binding.begin(), binding.end())});
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
    const Call call(*this);
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

// ENet's clock is the wall's, which may be set back.
void EnetTransport::State::advance_time() {
    const enet_uint32 here = enet_time_get();
    const auto passed = static_cast<std::int32_t>(here - clock_ms);
    clock_ms = here;
    now += std::chrono::milliseconds(std::max(passed, 0));
}

int EnetTransport::State::service(ENetEvent& event, enet_uint32 wait_ms) {
    const Call call(*this);
    return enet_host_service(host, &event, wait_ms);
}

std::vector<TransportEvent> EnetTransport::poll(std::chrono::milliseconds wait_max) {
    std::vector<TransportEvent> events;
    state_->advance_time();
    state_->disconnect_overdue();
    if (!state_->is_caller) {
        state_->gate->forget([this](std::uint32_t id) { return state_->place_of(id); },
                             state_->now);
    }
    auto wait_ms = static_cast<enet_uint32>(std::max<std::int64_t>(wait_max.count(), 0));
    int failures = 0;
    while (events.size() < k_events_per_poll_max) {
        state_->knock();
        if (state_->gate->is_knocking()) {
            wait_ms = std::min(wait_ms, k_knocking_wait_ms);
        }
        ENetEvent event{};
        // A negative result is one datagram that could not be read or sent, an oversized stranger
        // or a network that is down for the moment, or a flood. The session's timeouts judge that,
        // not we.
        const int result = state_->service(event, wait_ms);
        wait_ms = 0;
        state_->advance_time();
        if (result > 0) {
            state_->translate(event, events);
        } else if (result == 0 || ++failures == k_failures_per_poll_max) {
            break;
        }
    }
    state_->knock();
    return events;
}

void EnetTransport::send(PeerId peer, Channel channel, ByteView bytes) {
    const auto found = state_->peers.find(peer);
    if (found == state_->peers.end()) {
        return;
    }
    const bool is_reliable = channel == Channel::reliable;
    TANDEM_ASSERT(bytes.size() <= (is_reliable ? k_message_bytes_max : k_packet_bytes_max));
    ENetPacket* packet =
        enet_packet_create(bytes.data(), bytes.size(),
                           is_reliable ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNSEQUENCED);
    if (packet != nullptr &&
        enet_peer_send(found->second, static_cast<enet_uint8>(channel), packet) != 0) {
        enet_packet_destroy(packet);
    }
}

void EnetTransport::flush() {
    const State::Call call(*state_);
    enet_host_flush(state_->host);
}

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

// ENet says nothing to the other side and forgets what it held of it.
void EnetTransport::reconnect() {
    TANDEM_ASSERT(state_->is_caller);
    state_->advance_time();
    enet_peer_reset(&state_->host->peers[0]);
    state_->host->peers[0].data = nullptr;
    state_->pending = nullptr;
    state_->peers.clear();
    state_->gate->restart(state_->now);
    state_->knock();
}

bool EnetTransport::is_open() const {
    return state_->gate->is_knocking() || state_->pending != nullptr || !state_->peers.empty();
}

// ENet tells a guest of its connection half a round trip before it tells the host.
bool EnetTransport::is_being_called() const {
    return !state_->is_caller && state_->gate->awaits_arrival();
}

std::vector<Refusal> EnetTransport::extract_refusals() { return state_->gate->extract_refusals(); }

std::uint16_t EnetTransport::port() const {
    ENetAddress address{};
    const bool is_known = enet_socket_get_address(state_->host->socket, &address) == 0;
    return is_known ? address.port : std::uint16_t{0};
}

// ---- Below ENet ----

void EnetTransport::State::answer(ByteView bytes, const ENetAddress& address) {
    ENetBuffer buffer{};
    // It is sent and not written to.
    buffer.data = const_cast<std::byte*>(bytes.data());
    buffer.dataLength = bytes.size();
    // A datagram that cannot be sent is lost.
    static_cast<void>(enet_socket_send(host->socket, &address, &buffer, 1));
}

std::optional<std::uint16_t> EnetTransport::State::place_of(std::uint32_t id) const {
    for (std::size_t place = 0; place < host->peerCount; ++place) {
        const ENetPeer& peer = host->peers[place];
        if (peer.state != ENET_PEER_STATE_DISCONNECTED && peer.connectID == id) {
            return static_cast<std::uint16_t>(place);
        }
    }
    return std::nullopt;
}

// Sends the datagram that is due at the door, and goes in when it is open.
void EnetTransport::State::knock() {
    if (const auto datagram = gate->due(now)) {
        for (const Bytes& address : gate->host_addresses()) {
            answer(*datagram, address_of(address));
        }
    }
    if (const auto way = gate->extract_entry()) {
        const ENetAddress server = address_of(*way);
        pending = enet_host_connect(host, &server, k_channels, 0);
        TANDEM_ASSERT(pending != nullptr);
        set_timeouts(pending);
        pending->roundTripTime = k_half_open_round_trip_ms;
    }
}

// Returns whether ENet gets the datagram that has just come.
bool EnetTransport::State::takes() {
    Gate::Taken taken = gate->receive(
        std::as_bytes(std::span(host->receivedData, host->receivedDataLength)),
        bytes_of(host->receivedAddress), [this](std::uint32_t id) { return place_of(id); }, now);
    if (!taken.answer.empty()) {
        answer(taken.answer, host->receivedAddress);
    }
    if (taken.place) {
        host->peers[*taken.place].address = address_of(taken.way);
    }
    if (!taken.passes || (taken.asks_for_place && !prepare_place())) {
        return false;
    }
    host->receivedAddress = address_of(taken.way);
    host->receivedDataLength = taken.content.size();
    opened = std::move(taken.content);
    // ENet copies a command at its full size, however short it is.
    opened.resize(opened.size() + sizeof(ENetProtocol));
    host->receivedData = reinterpret_cast<enet_uint8*>(opened.data());
    return true;
}

// ENet puts a new connection into the first free place, with the values that it finds there.
// Returns false if there is none.
bool EnetTransport::State::prepare_place() {
    const auto end = host->peers + host->peerCount;
    ENetPeer* const free = std::find_if(host->peers, end, [](const ENetPeer& peer) {
        return peer.state == ENET_PEER_STATE_DISCONNECTED;
    });
    if (free == end) {
        return false;
    }
    enet_peer_timeout(free, k_timeout_limit, k_half_open_timeout_ms, k_half_open_timeout_ms);
    free->roundTripTime = k_half_open_round_trip_ms;
    return true;
}

// ENet is about to send its buffers. Instead, it sends one, which is sealed.
void EnetTransport::State::seal_outgoing() {
    Bytes datagram;
    for (std::size_t index = 0; index < host->bufferCount; ++index) {
        const ENetBuffer& buffer = host->buffers[index];
        sim::append(datagram, {static_cast<const std::byte*>(buffer.data), buffer.dataLength});
    }
    sealed = gate->seal(datagram);
    host->buffers[0].data = sealed.data();
    host->buffers[0].dataLength = sealed.size();
    host->bufferCount = 1;
}

enet_uint32 EnetTransport::State::checksum(const ENetBuffer* buffers, std::size_t) {
    if (buffers == calling->host->buffers) {
        calling->seal_outgoing();
    }
    // An opened datagram has the checksum 0 already: the seal's tag is much better than one.
    return 0;
}

namespace {

bool start_enet() {
    static const bool is_started = enet_initialize() == 0;
    return is_started;
}

void set_timeouts(ENetPeer* peer) {
    enet_peer_ping_interval(peer, k_ping_interval_ms);
    enet_peer_timeout(peer, k_timeout_limit, k_timeout_ms, k_timeout_ms);
}

// It takes a message to the other side, so it needs a connection.
void open_throttle(ENetPeer* peer) {
    enet_peer_throttle_configure(peer, ENET_PEER_PACKET_THROTTLE_INTERVAL, k_throttle_acceleration,
                                 k_throttle_deceleration);
}

// The MTU of a connection is the smaller side's, and is taken from the peer slots, which are made
// with the host.
void limit_datagrams(ENetHost* host) {
    host->mtu = k_mtu;
    for (std::size_t index = 0; index < host->peerCount; ++index) {
        host->peers[index].mtu = k_mtu;
    }
    host->maximumPacketSize = k_message_bytes_max;
    host->maximumWaitingData = 2 * host->maximumPacketSize;
}

Error socket_error(const std::string& place, int reason, const std::string& advice) {
    return Error{
        ErrorCode::network, place,
        std::string("no UDP socket could be opened") +
            (reason == 0 ? std::string() : " (" + std::string(std::strerror(reason)) + ")") + "; " +
            advice};
}

AddressBytes bytes_of(const ENetAddress& address) {
    AddressBytes bytes{};
    sim::store_le(address.host, bytes.data());
    sim::store_le(address.port, bytes.data() + 4);
    return bytes;
}

ENetAddress address_of(ByteView bytes) {
    ENetAddress address{};
    address.host = sim::load_le<enet_uint32>(bytes.data());
    address.port = sim::load_le<enet_uint16>(bytes.data() + 4);
    return address;
}

}  // namespace
}  // namespace tandem::net
