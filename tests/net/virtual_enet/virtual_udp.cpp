// SPDX-License-Identifier: MIT
// Datagrams over simulated links, and ENet's platform functions on top of them.
#include <tests/net/virtual_enet/virtual_udp.hpp>

#include <arpa/inet.h>
#include <enet/enet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <tandem/net/transport/simulated/framing.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::test {
namespace {

constexpr std::uint16_t k_first_free_port = 40'000;
// Ports above this one were moved to, each at an address of its own.
constexpr std::uint16_t k_first_moved_port = 50'000;
// The links count these heads by themselves; ENet's own are in the datagram already.
constexpr std::size_t k_ip_udp_bytes = 28;
constexpr std::size_t k_own_heads_bytes = net::k_datagram_heads_bytes - k_ip_udp_bytes;

}  // namespace

VirtualUdp& VirtualUdp::instance() {
    static VirtualUdp the_one;
    return the_one;
}

void VirtualUdp::start(std::uint64_t seed, net::LinkOptions line) {
    *this = VirtualUdp();
    seed_ = seed;
    line_ = line;
}

net::SimulatedLink& VirtualUdp::link(Ends ends) {
    const std::uint64_t number = std::uint64_t{ends.from} << 16 | ends.to;
    return links_.try_emplace(ends, seed_, number, line_).first->second;
}

int VirtualUdp::open_socket() {
    ports_[++sockets_] = 0;
    return sockets_;
}

bool VirtualUdp::bind(int socket, std::uint16_t port) {
    const auto wanted = port != 0 ? port : static_cast<std::uint16_t>(k_first_free_port + socket);
    const bool is_taken = std::any_of(ports_.begin(), ports_.end(),
                                      [&](const auto& other) { return other.second == wanted; });
    if (!is_taken) {
        ports_[socket] = wanted;
    }
    return !is_taken;
}

std::uint16_t VirtualUdp::port_of(int socket) const {
    const auto found = ports_.find(socket);
    return found == ports_.end() ? std::uint16_t{0} : found->second;
}

std::uint16_t VirtualUdp::move(std::uint16_t port) {
    for (auto& [socket, own] : ports_) {
        if (own == port) {
            own = static_cast<std::uint16_t>(k_first_moved_port + moves_++);
            return own;
        }
    }
    return 0;
}

std::uint32_t VirtualUdp::host_of(std::uint16_t port) const {
    return INADDR_LOOPBACK + (port < k_first_moved_port ? 0U : port - k_first_moved_port + 1U);
}

VirtualUdp::Carried VirtualUdp::carried(std::uint16_t from, std::uint16_t to) const {
    const auto found = carried_.find(Ends{from, to});
    return found == carried_.end() ? Carried{} : found->second;
}

void VirtualUdp::send(int socket, std::uint16_t to, sim::Bytes datagram) {
    if (port_of(socket) == 0) {
        bind(socket, 0);
    }
    const Ends ends{port_of(socket), to};
    ++counts_.sent;
    counts_.bytes += datagram.size();
    counts_.largest_bytes = std::max(counts_.largest_bytes, datagram.size());
    Carried& carried = carried_[ends];
    ++carried.datagrams;
    carried.bytes += datagram.size() + k_ip_udp_bytes;
    counts_.trace = sim::hash_words({counts_.trace, static_cast<std::uint64_t>(now_.count()),
                                     ends.from, ends.to, datagram.size()});
    const std::size_t payload = datagram.size() - std::min(datagram.size(), k_own_heads_bytes);
    const auto passage = link(ends).send(now_, payload);
    if (!passage.arrival) {
        ++counts_.lost;
        return;
    }
    if (passage.second_arrival) {
        under_way_[to][{*passage.second_arrival, order_++}] = {ends.from, datagram};
    }
    if (passage.is_damaged) {
        ++counts_.damaged;
        net::damage(datagram, passage.damaged_at);
    }
    under_way_[to][{*passage.arrival, order_++}] = {ends.from, std::move(datagram)};
}

bool VirtualUdp::receive(int socket, Received& received) {
    auto& waiting = under_way_[port_of(socket)];
    if (waiting.empty() || waiting.begin()->first.first > now_) {
        return false;
    }
    received = std::move(waiting.begin()->second);
    waiting.erase(waiting.begin());
    return true;
}

}  // namespace tandem::test

// ---- ENet's platform functions, all that its own file defines ----

using tandem::test::VirtualUdp;

namespace {

// ENet takes a time of 0 for none.
constexpr enet_uint32 k_clock_begins_ms = 1'000'000;
constexpr const char* k_any_name = "virtual";

}  // namespace

extern "C" {

int enet_initialize(void) { return 0; }
void enet_deinitialize(void) {}
enet_uint32 enet_host_random_seed(void) { return VirtualUdp::instance().next_seed(); }

enet_uint32 enet_time_get(void) {
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(VirtualUdp::instance().now());
    return k_clock_begins_ms + static_cast<enet_uint32>(ms.count());
}
void enet_time_set(enet_uint32) {}

// A port is never used again, so it alone says who is meant.
int enet_address_set_host_ip(ENetAddress* address, const char*) {
    address->host = htonl(INADDR_LOOPBACK);
    return 0;
}
int enet_address_set_host(ENetAddress* address, const char* name) {
    return enet_address_set_host_ip(address, name);
}
int enet_address_get_host_ip(const ENetAddress*, char* name, size_t length) {
    if (length <= std::strlen(k_any_name)) {
        return -1;
    }
    std::memcpy(name, k_any_name, std::strlen(k_any_name) + 1);
    return 0;
}
int enet_address_get_host(const ENetAddress* address, char* name, size_t length) {
    return enet_address_get_host_ip(address, name, length);
}

ENetSocket enet_socket_create(ENetSocketType) { return VirtualUdp::instance().open_socket(); }
int enet_socket_bind(ENetSocket socket, const ENetAddress* address) {
    const enet_uint16 port = address == nullptr ? enet_uint16{0} : address->port;
    return VirtualUdp::instance().bind(socket, port) ? 0 : -1;
}
int enet_socket_get_address(ENetSocket socket, ENetAddress* address) {
    address->host = htonl(INADDR_LOOPBACK);
    address->port = VirtualUdp::instance().port_of(socket);
    return 0;
}
int enet_socket_listen(ENetSocket, int) { return 0; }
ENetSocket enet_socket_accept(ENetSocket, ENetAddress*) { return ENET_SOCKET_NULL; }
int enet_socket_connect(ENetSocket, const ENetAddress*) { return -1; }
int enet_socket_set_option(ENetSocket, ENetSocketOption, int) { return 0; }
int enet_socket_get_option(ENetSocket, ENetSocketOption, int* value) {
    *value = 0;
    return 0;
}
int enet_socket_shutdown(ENetSocket, ENetSocketShutdown) { return 0; }
void enet_socket_destroy(ENetSocket socket) { VirtualUdp::instance().close_socket(socket); }
int enet_socketset_select(ENetSocket, ENetSocketSet*, ENetSocketSet*, enet_uint32) { return 0; }

int enet_socket_send(ENetSocket socket, const ENetAddress* address, const ENetBuffer* buffers,
                     size_t count) {
    tandem::sim::Bytes datagram;
    for (size_t index = 0; index < count; ++index) {
        const auto* const first = static_cast<const std::byte*>(buffers[index].data);
        datagram.insert(datagram.end(), first, first + buffers[index].dataLength);
    }
    const int sent = static_cast<int>(datagram.size());
    VirtualUdp::instance().send(socket, address->port, std::move(datagram));
    return sent;
}

int enet_socket_receive(ENetSocket socket, ENetAddress* address, ENetBuffer* buffers,
                        size_t count) {
    VirtualUdp::Received received;
    if (count == 0 || !VirtualUdp::instance().receive(socket, received)) {
        return 0;
    }
    if (received.bytes.size() > buffers[0].dataLength) {
        return -1;
    }
    std::memcpy(buffers[0].data, received.bytes.data(), received.bytes.size());
    if (address != nullptr) {
        address->host = htonl(VirtualUdp::instance().host_of(received.from));
        address->port = received.from;
    }
    return static_cast<int>(received.bytes.size());
}

// Virtual time does not pass while somebody waits.
int enet_socket_wait(ENetSocket, enet_uint32* condition, enet_uint32) {
    *condition = ENET_SOCKET_WAIT_NONE;
    return 0;
}

}  // extern "C"
