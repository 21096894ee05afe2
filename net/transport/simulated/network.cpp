// SPDX-License-Identifier: MIT
// Deliveries in order of virtual time.
#include <tandem/net/transport/simulated/network.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <tandem/net/transport/simulated/framing.hpp>
#include <tandem/net/transport/simulated/link.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

using sim::ByteView;

struct SimulatedNetwork::State {
    class Endpoint;
    struct Delivery {
        Time when{0};
        std::uint64_t order = 0;  // of sending: ties have one order
        std::uint32_t to = 0;
        TransportEvent event;
    };

    static bool is_later(const Delivery& a, const Delivery& b) {
        return std::pair(a.when, a.order) > std::pair(b.when, b.order);
    }
    SimulatedLink& link(std::uint32_t from, std::uint32_t to);
    void send(std::uint32_t from, std::uint32_t to, Channel channel, ByteView bytes);
    void send_unreliable(std::uint32_t from, std::uint32_t to, ByteView bytes);
    void send_in_order(std::uint32_t from, std::uint32_t to, TransportEvent event);
    void close(std::uint32_t from, std::uint32_t to);
    void deliver_at(Time when, std::uint32_t to, TransportEvent event);
    void advance(Time time);
    void arrive(Delivery delivery);

    std::uint64_t seed = 0;
    LinkOptions default_link;
    Time now{0};
    std::uint64_t deliveries = 0;
    std::vector<std::unique_ptr<Endpoint>> endpoints;
    std::map<std::pair<std::uint32_t, std::uint32_t>, SimulatedLink> links;
    std::vector<Delivery> under_way;  // a heap, the next one first
    std::size_t bytes_under_way = 0;
};

class SimulatedNetwork::State::Endpoint final : public Transport {
public:
    Endpoint(State& network, std::uint32_t number) : network_(network), number_(number) {}

    // Virtual time moves by SimulatedNetwork::advance alone.
    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        static_cast<void>(wait_max);
        unreliable_bytes_ = 0;
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

    // False where there is no room for it.
    bool arrive(TransportEvent event) {
        if (event.kind == TransportEvent::Kind::connected) {
            open_.insert(event.peer);
        } else if (!open_.contains(event.peer)) {
            return true;
        } else if (event.kind == TransportEvent::Kind::disconnected) {
            open_.erase(event.peer);
        } else if (event.channel == Channel::unreliable) {
            const std::size_t bytes = event.bytes.size() + k_datagram_heads_bytes;
            if (unreliable_bytes_ + bytes > k_receive_buffer_bytes) {
                return false;
            }
            unreliable_bytes_ += bytes;
        }
        arrived_.push_back(std::move(event));
        return true;
    }

private:
    State& network_;
    std::uint32_t number_;
    std::set<PeerId> open_;
    std::vector<TransportEvent> arrived_;
    std::size_t unreliable_bytes_ = 0;  // of them, with their heads
};

// ---- One network ----

SimulatedLink& SimulatedNetwork::State::link(std::uint32_t from, std::uint32_t to) {
    const auto found = links.find({from, to});
    if (found != links.end()) {
        return found->second;
    }
    const std::uint64_t number = std::uint64_t{from} << 24 | to;
    return links.emplace(std::pair{from, to}, SimulatedLink(seed, number, default_link))
        .first->second;
}

void SimulatedNetwork::State::send(std::uint32_t from, std::uint32_t to, Channel channel,
                                   ByteView bytes) {
    if (channel == Channel::unreliable) {
        send_unreliable(from, to, bytes);
        return;
    }
    TANDEM_ASSERT(bytes.size() <= k_message_bytes_max);
    send_in_order(from, to,
                  {TransportEvent::Kind::packet, PeerId{from}, channel,
                   sim::Bytes(bytes.begin(), bytes.end())});
}

void SimulatedNetwork::State::send_in_order(std::uint32_t from, std::uint32_t to,
                                            TransportEvent event) {
    const auto arrival = link(from, to).send_reliable(now, event.bytes.size());
    if (arrival) {
        deliver_at(*arrival, to, std::move(event));
    }
}

void SimulatedNetwork::State::send_unreliable(std::uint32_t from, std::uint32_t to,
                                              ByteView bytes) {
    TANDEM_ASSERT(bytes.size() <= k_packet_bytes_max);
    SimulatedLink& way = link(from, to);
    const SimulatedLink::Passage passage = way.send(now, bytes.size());
    if (!passage.arrival) {
        return;
    }
    sim::Bytes datagram = framed(bytes);
    if (bytes_under_way + 2 * datagram.size() > k_under_way_bytes_max) {
        ++way.statistics().lost_in_queues;
        ++way.statistics().packets_lost;
        return;
    }
    TransportEvent event{TransportEvent::Kind::packet, PeerId{from}, Channel::unreliable,
                         std::move(datagram)};
    if (passage.second_arrival) {
        deliver_at(*passage.second_arrival, to, event);
    }
    if (passage.is_damaged) {
        damage(event.bytes, passage.damaged_at);
    }
    deliver_at(*passage.arrival, to, std::move(event));
}

void SimulatedNetwork::State::close(std::uint32_t from, std::uint32_t to) {
    // Each end is told behind what was sent to it before.
    send_in_order(from, to,
                  {TransportEvent::Kind::disconnected, PeerId{from}, Channel::reliable, {}});
    const SimulatedLink& there = link(from, to);
    deliver_at(there.options().is_cut ? now : there.reliable_arrival() + there.options().delay,
               from, {TransportEvent::Kind::disconnected, PeerId{to}, Channel::reliable, {}});
}

void SimulatedNetwork::State::deliver_at(Time when, std::uint32_t to, TransportEvent event) {
    bytes_under_way += event.bytes.size();
    under_way.push_back({when, deliveries++, to, std::move(event)});
    std::push_heap(under_way.begin(), under_way.end(), &is_later);
}

void SimulatedNetwork::State::advance(Time time) {
    TANDEM_ASSERT(time >= now);
    now = time;
    while (!under_way.empty() && under_way.front().when <= now) {
        std::pop_heap(under_way.begin(), under_way.end(), &is_later);
        Delivery delivery = std::move(under_way.back());
        under_way.pop_back();
        bytes_under_way -= delivery.event.bytes.size();
        arrive(std::move(delivery));
    }
}

void SimulatedNetwork::State::arrive(Delivery delivery) {
    TransportEvent& event = delivery.event;
    LinkStatistics& counts = link(event.peer.value, delivery.to).statistics();
    if (event.kind == TransportEvent::Kind::packet && event.channel == Channel::unreliable) {
        auto payload = unframed(std::move(event.bytes));
        if (!payload) {
            ++counts.lost_damaged;
            ++counts.packets_lost;
            return;
        }
        event.bytes = std::move(*payload);
    }
    if (!endpoints[delivery.to]->arrive(std::move(event))) {
        ++counts.lost_in_queues;
        ++counts.packets_lost;
    }
}

// ---- SimulatedNetwork ----

SimulatedNetwork::SimulatedNetwork(std::uint64_t seed, LinkOptions links)
    : state_(std::make_unique<State>()) {
    state_->seed = seed;
    state_->default_link = links;
}

SimulatedNetwork::~SimulatedNetwork() = default;

Transport& SimulatedNetwork::add_endpoint() {
    const auto number = static_cast<std::uint32_t>(state_->endpoints.size());
    state_->endpoints.push_back(std::make_unique<State::Endpoint>(*state_, number));
    return *state_->endpoints.back();
}

void SimulatedNetwork::connect(std::uint32_t from, std::uint32_t to) {
    state_->send_in_order(from, to,
                          {TransportEvent::Kind::connected, PeerId{from}, Channel::reliable, {}});
    state_->send_in_order(to, from,
                          {TransportEvent::Kind::connected, PeerId{to}, Channel::reliable, {}});
}

void SimulatedNetwork::set_link(std::uint32_t from, std::uint32_t to, LinkOptions options) {
    state_->link(from, to).set_options(options);
}

void SimulatedNetwork::cut(std::uint32_t from, std::uint32_t to, Time begin, Time end) {
    state_->link(from, to).cut(begin, end);
}

void SimulatedNetwork::cut(std::uint32_t endpoint) {
    const auto cut_off = [](SimulatedLink& way) {
        LinkOptions options = way.options();
        options.is_cut = true;
        way.set_options(options);
    };
    for (std::uint32_t other = 0; other < state_->endpoints.size(); ++other) {
        cut_off(state_->link(endpoint, other));
        cut_off(state_->link(other, endpoint));
    }
}

void SimulatedNetwork::inject(std::uint32_t from, std::uint32_t to, Channel channel,
                              ByteView bytes) {
    state_->send(from, to, channel, bytes);
}

void SimulatedNetwork::advance(Time now) { state_->advance(now); }

const LinkOptions& SimulatedNetwork::link_options(std::uint32_t from, std::uint32_t to) const {
    return state_->link(from, to).options();
}

const LinkStatistics& SimulatedNetwork::link_statistics(std::uint32_t from,
                                                        std::uint32_t to) const {
    return state_->link(from, to).statistics();
}

SimulatedNetwork::Statistics SimulatedNetwork::statistics() const {
    Statistics all;
    for (const auto& [ends, way] : state_->links) {
        const LinkStatistics& one = way.statistics();
        all.packets_sent += one.packets_sent;
        all.packets_lost += one.packets_lost;
        all.lost_alone += one.lost_alone;
        all.lost_in_bursts += one.lost_in_bursts;
        all.lost_damaged += one.lost_damaged;
        all.lost_in_queues += one.lost_in_queues;
        all.lost_in_cuts += one.lost_in_cuts;
        all.packets_doubled += one.packets_doubled;
        all.packets_reordered += one.packets_reordered;
        all.bytes_sent += one.bytes_sent;
        all.largest_packet_bytes = std::max(all.largest_packet_bytes, one.largest_packet_bytes);
        all.messages_sent += one.messages_sent;
        all.message_bytes_sent += one.message_bytes_sent;
    }
    return all;
}

std::size_t SimulatedNetwork::bytes_under_way() const { return state_->bytes_under_way; }

}  // namespace tandem::net
