// SPDX-License-Identifier: MIT
// Delivers packets in order of virtual time.
#include <tandem/net/transport/simulated/network.hpp>

#include <algorithm>
#include <deque>
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
namespace {

// This stream is another one than any link's.
constexpr std::uint64_t k_replay_stream = std::uint64_t{1} << 62;

}  // namespace

struct SimulatedNetwork::State {
    class Endpoint;
    using Ends = std::pair<std::uint32_t, std::uint32_t>;
    // Several copies of one packet share this: whether one of them was delivered.
    using Taken = std::shared_ptr<bool>;
    struct Delivery {
        Time when{0};
        Time departs{0};          // when it leaves the queue of its line
        std::uint64_t order = 0;  // the order of sending: ties have one order
        std::uint32_t to = 0;
        TransportEvent event;
        Taken taken;  // nothing: there is no copy
        bool is_damaged = false;
        bool is_replay = false;
    };
    // A packet that somebody on the way keeps.
    struct Tapped {
        Time arrived{0};
        sim::Bytes datagram;
        Taken taken;
    };

    static bool is_later(const Delivery& a, const Delivery& b) {
        return std::pair(a.when, a.order) > std::pair(b.when, b.order);
    }
    SimulatedLink& link(std::uint32_t from, std::uint32_t to);
    Framing& framing(std::uint32_t own, std::uint32_t other);
    std::size_t heads_bytes() const {
        return is_sealed ? k_sealed_heads_bytes : k_datagram_heads_bytes;
    }
    void set_link(std::uint32_t from, std::uint32_t to, const LinkOptions& options);
    void send(std::uint32_t from, std::uint32_t to, Channel channel, ByteView bytes);
    void send_unreliable(std::uint32_t from, std::uint32_t to, ByteView bytes);
    void send_in_order(std::uint32_t from, std::uint32_t to, TransportEvent event);
    void close(std::uint32_t from, std::uint32_t to);
    void deliver(Delivery delivery);
    void deliver_at(Time when, std::uint32_t to, TransportEvent event);
    bool replay(std::uint32_t from, std::uint32_t to, Time age_max);
    void advance(Time time);
    void arrive(Delivery delivery);
    bool open(Delivery& delivery, LinkStatistics& counts);

    std::uint64_t seed = 0;
    LinkOptions default_link;
    bool is_sealed = false;
    Random replays;
    Time now{0};
    std::uint64_t deliveries = 0;
    std::vector<std::unique_ptr<Endpoint>> endpoints;
    std::map<Ends, SimulatedLink> links;
    std::map<Ends, std::unique_ptr<Framing>> framings;
    std::map<Ends, std::deque<Tapped>> taps;
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

    // Returns false if there is no room for it.
    bool arrive(TransportEvent event) {
        if (event.kind == TransportEvent::Kind::connected) {
            open_.insert(event.peer);
        } else if (!open_.contains(event.peer)) {
            return true;
        } else if (event.kind == TransportEvent::Kind::disconnected) {
            open_.erase(event.peer);
        } else if (event.channel == Channel::unreliable) {
            const std::size_t bytes = event.bytes.size() + network_.heads_bytes();
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
    std::size_t unreliable_bytes_ = 0;  // their bytes, with their heads
};

// ---- One network ----

SimulatedLink& SimulatedNetwork::State::link(std::uint32_t from, std::uint32_t to) {
    const auto found = links.find({from, to});
    if (found != links.end()) {
        return found->second;
    }
    const std::uint64_t number = std::uint64_t{from} << 24 | to;
    return links.emplace(Ends{from, to}, SimulatedLink(seed, number, default_link, heads_bytes()))
        .first->second;
}

Framing& SimulatedNetwork::State::framing(std::uint32_t own, std::uint32_t other) {
    std::unique_ptr<Framing>& end = framings[{own, other}];
    if (!end) {
        end = is_sealed ? sealed_framing(seed, own, other) : checksum_framing();
    }
    return *end;
}

// Packets that wait for the rate of the line leave sooner or later than was thought.
void SimulatedNetwork::State::set_link(std::uint32_t from, std::uint32_t to,
                                       const LinkOptions& options) {
    SimulatedLink& way = link(from, to);
    for (Delivery& delivery : under_way) {
        if (delivery.to == to && delivery.event.peer.value == from) {
            const Time departs = way.departs_at(delivery.departs, now, options.rate_bytes_per_s);
            delivery.when += departs - delivery.departs;
            delivery.departs = departs;
        }
    }
    std::make_heap(under_way.begin(), under_way.end(), &is_later);
    way.set_options(options, now);
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
    sim::Bytes datagram = framing(from, to).wrap(bytes);
    if (bytes_under_way + 2 * datagram.size() > k_under_way_bytes_max) {
        ++way.statistics().lost_in_queues;
        ++way.statistics().packets_lost;
        return;
    }
    Delivery delivery;
    delivery.departs = passage.departs;
    delivery.to = to;
    delivery.event = {TransportEvent::Kind::packet, PeerId{from}, Channel::unreliable,
                      std::move(datagram)};
    if (passage.second_arrival || taps.contains({from, to})) {
        delivery.taken = std::make_shared<bool>(false);
    }
    if (passage.second_arrival) {
        delivery.when = *passage.second_arrival;
        deliver(delivery);
    }
    if (passage.is_damaged) {
        damage(delivery.event.bytes, passage.damaged_at);
        delivery.is_damaged = true;
    }
    delivery.when = *passage.arrival;
    deliver(std::move(delivery));
}

bool SimulatedNetwork::State::replay(std::uint32_t from, std::uint32_t to, Time age_max) {
    const auto tap = taps.find({from, to});
    TANDEM_ASSERT(tap != taps.end());
    const auto& kept = tap->second;
    const auto first =
        std::lower_bound(kept.begin(), kept.end(), now - age_max,
                         [](const Tapped& tapped, Time oldest) { return tapped.arrived < oldest; });
    const auto count = static_cast<std::uint64_t>(kept.end() - first);
    if (count == 0 || bytes_under_way + k_packet_bytes_max > k_under_way_bytes_max) {
        return false;
    }
    const Tapped& chosen = *(first + static_cast<std::ptrdiff_t>(replays.below(count)));
    Delivery delivery;
    delivery.when = now;
    delivery.to = to;
    delivery.event = {TransportEvent::Kind::packet, PeerId{from}, Channel::unreliable,
                      chosen.datagram};
    delivery.taken = chosen.taken;
    delivery.is_replay = true;
    deliver(std::move(delivery));
    ++link(from, to).statistics().packets_replayed;
    return true;
}

void SimulatedNetwork::State::close(std::uint32_t from, std::uint32_t to) {
    // Each end is told behind the packets that were sent to it before.
    send_in_order(from, to,
                  {TransportEvent::Kind::disconnected, PeerId{from}, Channel::reliable, {}});
    const SimulatedLink& there = link(from, to);
    deliver_at(there.options().is_cut ? now : there.reliable_arrival() + there.options().delay,
               from, {TransportEvent::Kind::disconnected, PeerId{to}, Channel::reliable, {}});
}

void SimulatedNetwork::State::deliver_at(Time when, std::uint32_t to, TransportEvent event) {
    Delivery delivery;
    delivery.when = when;
    delivery.to = to;
    delivery.event = std::move(event);
    deliver(std::move(delivery));
}

void SimulatedNetwork::State::deliver(Delivery delivery) {
    bytes_under_way += delivery.event.bytes.size();
    delivery.order = deliveries++;
    under_way.push_back(std::move(delivery));
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
    const bool is_datagram =
        event.kind == TransportEvent::Kind::packet && event.channel == Channel::unreliable;
    if (is_datagram && !open(delivery, counts)) {
        return;
    }
    if (!endpoints[delivery.to]->arrive(std::move(event))) {
        ++counts.lost_in_queues;
        counts.packets_lost += delivery.is_replay ? 0U : 1U;
    }
}

// The receiving end judges a datagram; here the result is only counted.
bool SimulatedNetwork::State::open(Delivery& delivery, LinkStatistics& counts) {
    sim::Bytes& bytes = delivery.event.bytes;
    const std::uint32_t from = delivery.event.peer.value;
    const bool was_taken = delivery.taken && *delivery.taken;
    auto payload = framing(delivery.to, from).open(bytes);
    if (!payload) {
        ++(delivery.is_damaged ? counts.lost_damaged : counts.copies_refused);
        counts.packets_lost += delivery.is_damaged || !was_taken ? 1U : 0U;
        return false;
    }
    counts.copies_taken += was_taken ? 1U : 0U;
    if (delivery.taken) {
        *delivery.taken = true;
    }
    const auto tap = taps.find({from, delivery.to});
    if (tap != taps.end() && !delivery.is_replay) {
        // A packet that was on its way before the tap has nothing to share yet.
        const Taken taken = delivery.taken ? delivery.taken : std::make_shared<bool>(true);
        tap->second.push_back({now, std::move(bytes), taken});
        if (tap->second.size() > k_tapped_packets_max) {
            tap->second.pop_front();
        }
    }
    bytes = std::move(*payload);
    return true;
}

// ---- SimulatedNetwork ----

SimulatedNetwork::SimulatedNetwork(std::uint64_t seed, LinkOptions links, Protection protection)
    : state_(std::make_unique<State>()) {
    state_->seed = seed;
    state_->default_link = links;
    state_->is_sealed = protection == Protection::seal;
    state_->replays = Random(seed, k_replay_stream);
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
    state_->set_link(from, to, options);
}

void SimulatedNetwork::cut(std::uint32_t from, std::uint32_t to, Time begin, Time end) {
    state_->link(from, to).cut(begin, end);
}

void SimulatedNetwork::cut(std::uint32_t endpoint) {
    const auto cut_off = [this](SimulatedLink& way) {
        LinkOptions options = way.options();
        options.is_cut = true;
        way.set_options(options, state_->now);
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

void SimulatedNetwork::tap(std::uint32_t from, std::uint32_t to) { state_->taps[{from, to}]; }

bool SimulatedNetwork::replay(std::uint32_t from, std::uint32_t to, Time age_max) {
    return state_->replay(from, to, age_max);
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
        all.packets_replayed += one.packets_replayed;
        all.copies_refused += one.copies_refused;
        all.copies_taken += one.copies_taken;
        all.bytes_sent += one.bytes_sent;
        all.largest_packet_bytes = std::max(all.largest_packet_bytes, one.largest_packet_bytes);
        all.messages_sent += one.messages_sent;
        all.message_bytes_sent += one.message_bytes_sent;
        all.head_bytes_sent += one.head_bytes_sent;
    }
    return all;
}

std::size_t SimulatedNetwork::bytes_under_way() const { return state_->bytes_under_way; }

}  // namespace tandem::net
