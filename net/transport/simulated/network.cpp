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
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {
namespace {

// This stream is another one than any link's.
constexpr std::uint64_t k_replay_stream = std::uint64_t{1} << 62;
// A knock, its answer, two messages of the door, ENet's request, its answer, and what acknowledges
// that. The guest has its connection with the last but one, the host with the last.
constexpr std::uint8_t k_handshake_steps = 7;
constexpr std::size_t k_handshake_bytes = 48;

// A PeerId is the number of the other endpoint, and above it that of the connection.
constexpr std::uint32_t k_number_bits = 16;
constexpr std::uint32_t k_number_mask = (1U << k_number_bits) - 1;

std::uint32_t number_of(PeerId peer) { return peer.value & k_number_mask; }
// The same connection, as the other end names it.
PeerId own_id(std::uint32_t own, PeerId peer) {
    return PeerId{own | (peer.value & ~k_number_mask)};
}
sim::Bytes simulated_binding(std::uint64_t seed, std::uint32_t own, PeerId peer);

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
        std::uint8_t step = 0;  // its step of a handshake; 0: it is of none
    };
    // A packet that somebody on the way keeps.
    struct Tapped {
        Time arrived{0};
        PeerId peer;
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
    void send(std::uint32_t from, PeerId peer, Channel channel, ByteView bytes);
    void send_unreliable(std::uint32_t from, PeerId peer, ByteView bytes);
    void send_in_order(std::uint32_t from, PeerId peer, TransportEvent::Kind kind,
                       Channel channel = Channel::reliable, sim::Bytes bytes = {});
    void close(std::uint32_t from, PeerId peer);
    PeerId reconnect(std::uint32_t from);
    void shake_hands(Delivery delivery);
    bool go_on_shaking_hands(Delivery& delivery);
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
    std::map<std::uint32_t, std::uint32_t> called;  // by guest: its host
    std::map<Ends, PeerId> newest;                  // the newest connection of the first end
    std::uint32_t connections = 0;                  // those that were made anew
    std::vector<Delivery> stalled;                  // handshakes on a link that is cut for good
    std::vector<Delivery> under_way;                // a heap, the next one first
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
            network_.send(number_, peer, channel, bytes);
        }
    }
    void flush() override {}
    void close(PeerId peer) override {
        if (open_.contains(peer)) {
            network_.close(number_, peer);
        }
    }
    void reconnect() override {
        open_.clear();
        arrived_.clear();
        unreliable_bytes_ = 0;
        calling_ = network_.reconnect(number_);
    }
    bool is_open() const override { return calling_.has_value() || !open_.empty(); }
    bool is_calling(PeerId peer) const { return calling_ == peer; }

    // Returns false if there is no room for it.
    bool arrive(TransportEvent event) {
        if (event.kind == TransportEvent::Kind::connected) {
            open_.insert(event.peer);
            calling_.reset();
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
    std::optional<PeerId> calling_{};
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
        if (delivery.to == to && number_of(delivery.event.peer) == from) {
            const Time departs = way.departs_at(delivery.departs, now, options.rate_bytes_per_s);
            delivery.when += departs - delivery.departs;
            delivery.departs = departs;
        }
    }
    std::make_heap(under_way.begin(), under_way.end(), &is_later);
    way.set_options(options, now);
}

void SimulatedNetwork::State::send(std::uint32_t from, PeerId peer, Channel channel,
                                   ByteView bytes) {
    if (channel == Channel::unreliable) {
        send_unreliable(from, peer, bytes);
        return;
    }
    TANDEM_ASSERT(bytes.size() <= k_message_bytes_max);
    send_in_order(from, peer, TransportEvent::Kind::packet, channel,
                  sim::Bytes(bytes.begin(), bytes.end()));
}

void SimulatedNetwork::State::send_in_order(std::uint32_t from, PeerId peer,
                                            TransportEvent::Kind kind, Channel channel,
                                            sim::Bytes bytes) {
    const std::uint32_t to = number_of(peer);
    const auto arrival = link(from, to).send_reliable(now, bytes.size());
    if (arrival) {
        deliver_at(*arrival, to, {kind, own_id(from, peer), channel, std::move(bytes)});
    }
}

void SimulatedNetwork::State::send_unreliable(std::uint32_t from, PeerId peer, ByteView bytes) {
    TANDEM_ASSERT(bytes.size() <= k_packet_bytes_max);
    const std::uint32_t to = number_of(peer);
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
    delivery.event = {TransportEvent::Kind::packet, own_id(from, peer), Channel::unreliable,
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
    delivery.event = {TransportEvent::Kind::packet, chosen.peer, Channel::unreliable,
                      chosen.datagram};
    delivery.taken = chosen.taken;
    delivery.is_replay = true;
    deliver(std::move(delivery));
    ++link(from, to).statistics().packets_replayed;
    return true;
}

void SimulatedNetwork::State::close(std::uint32_t from, PeerId peer) {
    // Each end is told behind the packets that were sent to it before.
    send_in_order(from, peer, TransportEvent::Kind::disconnected);
    const SimulatedLink& there = link(from, number_of(peer));
    deliver_at(there.options().is_cut ? now : there.reliable_arrival() + there.options().delay,
               from, {TransportEvent::Kind::disconnected, peer, Channel::reliable, {}});
}

PeerId SimulatedNetwork::State::reconnect(std::uint32_t from) {
    const auto host = called.find(from);
    TANDEM_ASSERT(host != called.end());
    const PeerId peer{host->second | ++connections << k_number_bits};
    newest[{from, host->second}] = peer;
    newest[{host->second, from}] = own_id(from, peer);
    Delivery knock;
    knock.to = host->second;
    knock.event = {TransportEvent::Kind::connected, own_id(from, peer), Channel::reliable, {}};
    knock.step = 1;
    shake_hands(std::move(knock));
    return peer;
}

// Each step is sent again until it comes through, also over a link that is cut until somebody
// replaces it.
void SimulatedNetwork::State::shake_hands(Delivery delivery) {
    const auto arrival =
        link(number_of(delivery.event.peer), delivery.to).send_reliable(now, k_handshake_bytes);
    if (!arrival) {
        stalled.push_back(std::move(delivery));
        return;
    }
    delivery.when = *arrival;
    deliver(std::move(delivery));
}

// Returns true if the end where it arrives has its connection now.
bool SimulatedNetwork::State::go_on_shaking_hands(Delivery& delivery) {
    const PeerId peer = delivery.event.peer;
    const bool is_at_guest = delivery.step % 2 == 0;
    if (is_at_guest && !endpoints[delivery.to]->is_calling(peer)) {
        return false;
    }
    if (delivery.step < k_handshake_steps) {
        Delivery next;
        next.to = number_of(peer);
        next.event = {
            TransportEvent::Kind::connected, own_id(delivery.to, peer), Channel::reliable, {}};
        next.step = static_cast<std::uint8_t>(delivery.step + 1);
        shake_hands(std::move(next));
    }
    return delivery.step + 1 >= k_handshake_steps;
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
    for (Delivery& delivery : std::exchange(stalled, {})) {
        shake_hands(std::move(delivery));
    }
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
    LinkStatistics& counts = link(number_of(event.peer), delivery.to).statistics();
    if (delivery.step > 0 && !go_on_shaking_hands(delivery)) {
        return;
    }
    if (event.kind == TransportEvent::Kind::connected) {
        event.bytes = simulated_binding(seed, delivery.to, event.peer);
    }
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
    const std::uint32_t from = number_of(delivery.event.peer);
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
        tap->second.push_back({now, delivery.event.peer, std::move(bytes), taken});
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
    TANDEM_ASSERT(number <= k_number_mask);
    state_->endpoints.push_back(std::make_unique<State::Endpoint>(*state_, number));
    return *state_->endpoints.back();
}

void SimulatedNetwork::connect(std::uint32_t from, std::uint32_t to) {
    state_->called[from] = to;
    state_->newest[{from, to}] = PeerId{to};
    state_->newest[{to, from}] = PeerId{from};
    state_->send_in_order(from, PeerId{to}, TransportEvent::Kind::connected);
    state_->send_in_order(to, PeerId{from}, TransportEvent::Kind::connected);
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
    const auto newest = state_->newest.find({from, to});
    state_->send(from, newest == state_->newest.end() ? PeerId{to} : newest->second, channel,
                 bytes);
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

namespace {

// It looks as random as that of a handshake, and is the same at both ends.
sim::Bytes simulated_binding(std::uint64_t seed, std::uint32_t own, PeerId peer) {
    const std::uint32_t other = number_of(peer);
    sim::Bytes binding;
    for (std::uint64_t word = 0; word < 4; ++word) {
        sim::append_le(binding,
                       sim::hash_words({seed, peer.value >> k_number_bits, std::min(own, other),
                                        std::max(own, other), word}));
    }
    return binding;
}

}  // namespace

}  // namespace tandem::net
