// SPDX-License-Identifier: MIT
// Deliveries in order of virtual time, each link with random numbers of its own.
#include <tandem/net/transport/simulated_network.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

using sim::ByteView;

namespace {

constexpr std::uint32_t k_certain_ppm = 1'000'000;
// A lost reliable message is repeated after a round trip, but not sooner than a real stack would.
constexpr std::chrono::milliseconds k_repeat_min{30};

}  // namespace

class SimulatedNetwork::Endpoint final : public Transport {
public:
    Endpoint(SimulatedNetwork& network, std::uint32_t number)
        : network_(network), number_(number) {}

    // Virtual time moves by SimulatedNetwork::advance alone.
    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        static_cast<void>(wait_max);
        return std::exchange(arrived_, {});
    }
    void send(PeerId peer, Channel channel, ByteView bytes) override {
        if (open_.contains(peer)) {
            network_.send(number_, peer.value, channel, bytes);
        }
    }
    void flush() override {}
    void close(PeerId peer) override {
        if (open_.contains(peer)) {
            network_.close(number_, peer.value);
        }
    }
    bool is_open() const override { return !open_.empty(); }

    void arrive(TransportEvent event) {
        if (event.kind == TransportEvent::Kind::connected) {
            open_.insert(event.peer);
        } else if (!open_.contains(event.peer)) {
            return;
        } else if (event.kind == TransportEvent::Kind::disconnected) {
            open_.erase(event.peer);
        }
        arrived_.push_back(std::move(event));
    }

private:
    SimulatedNetwork& network_;
    std::uint32_t number_;
    std::set<PeerId> open_;
    std::vector<TransportEvent> arrived_;
};

SimulatedNetwork::SimulatedNetwork(std::uint64_t seed, LinkOptions links)
    : seed_(seed), default_link_(links) {}

SimulatedNetwork::~SimulatedNetwork() = default;

Transport& SimulatedNetwork::add_endpoint() {
    const auto number = static_cast<std::uint32_t>(endpoints_.size());
    endpoints_.push_back(std::make_unique<Endpoint>(*this, number));
    return *endpoints_.back();
}

SimulatedNetwork::Link& SimulatedNetwork::link(std::uint32_t from, std::uint32_t to) {
    const auto [found, is_new] = links_.try_emplace({from, to});
    if (is_new) {
        found->second.options = default_link_;
        found->second.random = Random(seed_, std::uint64_t{from} << 32 | to);
    }
    return found->second;
}

void SimulatedNetwork::set_link(std::uint32_t from, std::uint32_t to, LinkOptions options) {
    link(from, to).options = options;
}

void SimulatedNetwork::cut(std::uint32_t endpoint) {
    for (std::uint32_t other = 0; other < endpoints_.size(); ++other) {
        link(endpoint, other).options.is_cut = true;
        link(other, endpoint).options.is_cut = true;
    }
}

void SimulatedNetwork::connect(std::uint32_t from, std::uint32_t to) {
    send_in_order(from, to, {TransportEvent::Kind::connected, PeerId{from}, Channel::reliable, {}});
    send_in_order(to, from, {TransportEvent::Kind::connected, PeerId{to}, Channel::reliable, {}});
}

void SimulatedNetwork::close(std::uint32_t from, std::uint32_t to) {
    // Each end is told behind what was sent to it before.
    send_in_order(from, to,
                  {TransportEvent::Kind::disconnected, PeerId{from}, Channel::reliable, {}});
    const Link& there = link(from, to);
    deliver_at(there.options.is_cut ? now_ : there.reliable_arrival + there.options.delay, from,
               {TransportEvent::Kind::disconnected, PeerId{to}, Channel::reliable, {}});
}

void SimulatedNetwork::inject(std::uint32_t from, std::uint32_t to, Channel channel,
                              ByteView bytes) {
    send(from, to, channel, bytes);
}

void SimulatedNetwork::send(std::uint32_t from, std::uint32_t to, Channel channel, ByteView bytes) {
    if (channel == Channel::unreliable) {
        send_unreliable(from, to, bytes);
        return;
    }
    TANDEM_ASSERT(bytes.size() <= k_message_bytes_max + k_protection_bytes_max);
    ++statistics_.messages_sent;
    send_in_order(from, to,
                  {TransportEvent::Kind::packet, PeerId{from}, channel,
                   sim::Bytes(bytes.begin(), bytes.end())});
}

void SimulatedNetwork::send_in_order(std::uint32_t from, std::uint32_t to, TransportEvent event) {
    Link& way = link(from, to);
    const LinkOptions& options = way.options;
    const Time repeat = std::max<Time>(2 * options.delay + 4 * options.jitter, k_repeat_min);
    Time arrival =
        now_ + options.delay + Time(way.random.between<std::int64_t>(0, options.jitter.count()));
    while (way.random.chance(std::min(options.loss_ppm, k_certain_ppm / 2), k_certain_ppm)) {
        arrival += repeat;
    }
    way.reliable_arrival = std::max(way.reliable_arrival, arrival);
    if (!options.is_cut) {
        deliver_at(way.reliable_arrival, to, std::move(event));
    }
}

void SimulatedNetwork::send_unreliable(std::uint32_t from, std::uint32_t to, ByteView bytes) {
    TANDEM_ASSERT(bytes.size() <= k_packet_bytes_max);
    ++statistics_.packets_sent;
    statistics_.bytes_sent += bytes.size();
    statistics_.largest_packet_bytes = std::max(statistics_.largest_packet_bytes, bytes.size());
    Link& way = link(from, to);
    const LinkOptions& options = way.options;
    // Every packet draws the same numbers, so that one chance more does not change what happens to
    // the others.
    const bool is_lost = way.random.chance(options.loss_ppm, k_certain_ppm);
    const bool is_doubled = way.random.chance(options.duplicate_ppm, k_certain_ppm);
    const bool is_late = way.random.chance(options.reorder_ppm, k_certain_ppm);
    const bool is_damaged = way.random.chance(options.corrupt_ppm, k_certain_ppm);
    const Time jitter(way.random.between<std::int64_t>(0, options.jitter.count()));
    const Time jitter_again(way.random.between<std::int64_t>(0, options.jitter.count()));
    const std::uint32_t damage = way.random.next32();
    if (is_lost && way.burst_left == 0) {
        way.burst_left = options.burst_packets;
    }
    if (options.is_cut || way.burst_left > 0) {
        way.burst_left -= way.burst_left > 0 ? 1 : 0;
        ++statistics_.packets_lost;
        return;
    }
    TransportEvent event{TransportEvent::Kind::packet, PeerId{from}, Channel::unreliable,
                         sim::Bytes(bytes.begin(), bytes.end())};
    if (is_damaged && !event.bytes.empty()) {
        event.bytes[damage % event.bytes.size()] ^= static_cast<std::byte>(1U << (damage >> 29));
    }
    const Time late = is_late ? 4 * (options.delay + options.jitter) : Time{0};
    if (is_doubled) {
        deliver_at(now_ + options.delay + jitter_again, to, event);
    }
    deliver_at(now_ + options.delay + jitter + late, to, std::move(event));
}

void SimulatedNetwork::deliver_at(Time when, std::uint32_t to, TransportEvent event) {
    in_flight_.emplace(std::pair{when, deliveries_++}, Delivery{to, std::move(event)});
}

void SimulatedNetwork::advance(Time now) {
    TANDEM_ASSERT(now >= now_);
    now_ = now;
    while (!in_flight_.empty() && in_flight_.begin()->first.first <= now) {
        Delivery delivery = std::move(in_flight_.begin()->second);
        in_flight_.erase(in_flight_.begin());
        endpoints_[delivery.to]->arrive(std::move(delivery.event));
    }
}

}  // namespace tandem::net
