// SPDX-License-Identifier: MIT
// Events and packets become the rows of a trace.
#include <tandem/tools/netview/match_trace.hpp>

#include <algorithm>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/netview/net_log.hpp>
#include <tandem/tools/netview/units.hpp>

namespace tandem::tools::netview {
namespace {

using net::PeerId;
using net::Time;
using sim::ByteView;

// The numbers of lanes within a process.
constexpr std::uint64_t k_ticks_lane = 1;
constexpr std::uint64_t k_stalls_lane = 2;
constexpr std::uint64_t k_events_lane = 3;
constexpr std::uint64_t k_packets_lane = 10;
// A process has fewer lanes.
constexpr std::uint64_t k_lanes = 1'000;

std::string event_name(const net::Event& event) {
    if (std::holds_alternative<net::Connected>(event)) {
        return "connected";
    }
    if (std::holds_alternative<net::Started>(event)) {
        return "the match begins";
    }
    if (std::holds_alternative<net::DelayChanged>(event)) {
        return "delay changed";
    }
    if (std::holds_alternative<net::Alarm>(event)) {
        return "alarm: histories differ";
    }
    if (std::holds_alternative<net::Desynced>(event)) {
        return "desync";
    }
    if (std::holds_alternative<net::Absented>(event)) {
        return "absent";
    }
    if (std::holds_alternative<net::Returned>(event)) {
        return "returned";
    }
    if (std::holds_alternative<net::Left>(event)) {
        return "left";
    }
    if (std::holds_alternative<net::Refused>(event)) {
        return "refused";
    }
    return "the match has ended";
}

}  // namespace

MatchTrace::MatchTrace(TraceWriter& writer, Arrows& arrows, const TracedSide& side)
    : writer_(writer), arrows_(arrows), side_(side), inputs_(*side.input_schema) {
    if (side_.lanes == PacketLanes::at_own_process) {
        writer_.name_process(own_process(), side_.name);
    }
    writer_.name_lane(own_lane(k_ticks_lane), "ticks");
    writer_.name_lane(own_lane(k_stalls_lane), "waits for");
    writer_.name_lane(own_lane(k_events_lane), "events");
}

TraceLane MatchTrace::own_lane(std::uint64_t number) const {
    return {own_process(), own_process() * k_lanes + number};
}

std::uint64_t MatchTrace::process_of(PeerId peer) const {
    return side_.lanes == PacketLanes::at_own_process ? own_process()
                                                      : own_process() + 1 + peer.value;
}

TraceLane MatchTrace::packet_lane(PeerId peer, bool is_sent) {
    const bool is_own = side_.lanes == PacketLanes::at_own_process;
    const std::uint64_t number =
        k_packets_lane + (is_own ? 2 * peer.value : 0U) + (is_sent ? 0U : 1U);
    const std::uint64_t process = process_of(peer);
    const TraceLane lane{process, process * k_lanes + number};
    if (named_.insert(lane.thread).second) {
        const std::string whom = is_own ? "machine " + std::to_string(peer.value) : "it";
        writer_.name_lane(lane, (is_sent ? "packets to " : "packets from ") + whom);
    }
    return lane;
}

void MatchTrace::on_event(const net::Event& event, Time now) {
    if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
        tick_ = ticked->tick.number;
        writer_.slice(own_lane(k_ticks_lane), now, Time::max(), "tick " + std::to_string(tick_),
                      {{"tick", tick_}, {"chain", hash_text(ticked->chain.value)}});
        return;
    }
    if (const auto* waiting = std::get_if<net::Waiting>(&event)) {
        report_waiting(*waiting, now);
        return;
    }
    if (const auto* started = std::get_if<net::Started>(&event)) {
        players_ = started->players;
        names_ = started->names;
        for (const auto& [peer, slot] : slots_) {
            name_peer(PeerId{peer});
        }
        if (side_.lanes == PacketLanes::at_peer_process) {
            writer_.name_process(own_process(), player_text(started->own.index) + ", this side");
        }
    }
    writer_.instant(own_lane(k_events_lane), now, event_name(event),
                    {{"text", net::event_text(event)}},
                    std::holds_alternative<net::Desynced>(event));
}

void MatchTrace::report_waiting(const net::Waiting& waiting, Time now) {
    const TraceLane lane = own_lane(k_stalls_lane);
    if (waiting.is_over) {
        // A machine that stood still says so only when it is back.
        writer_.end(lane, now, {{"why_at_end", why_name(waiting.what)}});
        return;
    }
    writer_.begin(lane, now - std::chrono::milliseconds(waiting.ms),
                  "player " + std::to_string(waiting.slot.index) + ": " + why_text(waiting.what),
                  {{"player", waiting.slot.index}, {"why", why_name(waiting.what)}});
}

void MatchTrace::sent(PeerId peer, net::Channel channel, ByteView bytes, Time now) {
    if (channel == net::Channel::reliable) {
        learn_slot(peer, bytes, false);
    }
    draw_packet(peer, channel, bytes, true, now);
}

void MatchTrace::arrived(const net::TransportEvent& event, Time now) {
    if (event.kind == net::TransportEvent::Kind::disconnected) {
        name_peer(event.peer);
        slots_.erase(event.peer.value);
        arrows_.forget(event.peer.value);
    }
    if (event.kind != net::TransportEvent::Kind::packet) {
        return;
    }
    if (event.channel == net::Channel::reliable) {
        learn_slot(event.peer, event.bytes, true);
    }
    draw_packet(event.peer, event.channel, event.bytes, false, now);
}

// A host tells a guest its slot in the welcome, and is player 0 itself.
void MatchTrace::learn_slot(PeerId peer, ByteView message, bool is_from_host) {
    if (message_name(message) != "welcome") {
        return;
    }
    const auto decoded = net::decode_message(message);
    const auto* welcome = decoded ? std::get_if<net::Welcome>(&*decoded) : nullptr;
    if (welcome != nullptr) {
        slots_[peer.value] = is_from_host ? 0 : welcome->slot;
    }
}

std::string MatchTrace::player_text(std::uint32_t slot) const {
    const std::string name = slot < names_.size() ? escaped(names_[slot]) : "";
    return "player " + std::to_string(slot) + (name.empty() ? "" : " (" + name + ")");
}

// Names a peer once, when its player's name is known or it goes: viewers do not agree on the
// meaning of a second name.
void MatchTrace::name_peer(PeerId peer) {
    if (side_.lanes == PacketLanes::at_peer_process && named_peers_.insert(peer.value).second) {
        const auto slot = slots_.find(peer.value);
        writer_.name_process(process_of(peer),
                             slot == slots_.end()
                                 ? "a connection without a player"
                                 : player_text(slot->second) + ", as seen from here");
    }
}

void MatchTrace::draw_packet(PeerId peer, net::Channel channel, ByteView bytes, bool is_sent,
                             Time now) {
    std::optional<PacketGlance> glance;
    std::string name = "packet";
    JsonObject args{{"bytes", bytes.size()}};
    if (channel == net::Channel::reliable) {
        name = message_name(bytes);
    } else {
        glance = glance_at(bytes, {players_, inputs_}, tick_);
    }
    if (glance) {
        name += " " + std::to_string(glance->head.number);
        args.emplace_back("packet", glance->head.number);
        if (glance->first_tick) {
            args.emplace_back("first_tick", *glance->first_tick);
        }
        if (glance->head.due) {
            args.emplace_back("due",
                              static_cast<double>(*glance->head.due) / net::wire::k_due_parts);
        }
        if (glance->head.echo) {
            args.emplace_back("answers", glance->head.echo->number);
        }
    }
    const PassingPacket seen{side_.number, peer.value, bytes, glance ? &*glance : nullptr};
    const ArrowEnd arrow = is_sent ? arrows_.sent(seen) : arrows_.arrived(seen);
    writer_.slice(packet_lane(peer, is_sent), now, k_packet_width, name, std::move(args), arrow);
}

void MatchTrace::update(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                        Time now) {
    if (now - looked_at_ < k_look) {
        return;
    }
    looked_at_ = now;
    writer_.counter(own_process(), now, "input delay, ticks", pace.delay_ticks);
    for (const net::PeerStatus& peer : peers) {
        const std::string whom = " of player " + std::to_string(peer.slot.index);
        writer_.counter(own_process(), now, "round trip" + whom + ", ms", in_ms(peer.round_trip));
        writer_.counter(own_process(), now, "loss" + whom + ", %",
                        peer.loss_ppm / k_ppm_of_a_percent);
    }
}

ArrowEnd PassageArrows::sent(const PassingPacket& packet) {
    auto& under_way = under_way_[{packet.own, packet.peer}];
    under_way.push_back({sim::hash_bytes(packet.bytes), next_id_});
    if (under_way.size() > k_under_way_max) {
        under_way.pop_front();
    }
    return {ArrowEnd::Kind::begins, next_id_++};
}

ArrowEnd PassageArrows::arrived(const PassingPacket& packet) {
    auto& under_way = under_way_[{packet.peer, packet.own}];
    const std::uint64_t hash = sim::hash_bytes(packet.bytes);
    const auto found = std::find_if(under_way.begin(), under_way.end(),
                                    [&](const Sent& sent) { return sent.hash == hash; });
    if (found == under_way.end()) {
        return {};
    }
    const ArrowEnd arrow{ArrowEnd::Kind::ends, found->id};
    under_way.erase(found);
    return arrow;
}

ArrowEnd EchoArrows::sent(const PassingPacket& packet) {
    if (packet.glance == nullptr) {
        return {};
    }
    unanswered_[packet.peer][packet.glance->head.number] = next_id_;
    return {ArrowEnd::Kind::begins, next_id_++};
}

ArrowEnd EchoArrows::arrived(const PassingPacket& packet) {
    if (packet.glance == nullptr || !packet.glance->head.echo) {
        return {};
    }
    std::uint64_t& id = unanswered_[packet.peer][packet.glance->head.echo->number];
    const std::uint64_t answered = std::exchange(id, 0);
    return answered == 0 ? ArrowEnd{} : ArrowEnd{ArrowEnd::Kind::ends, answered};
}

}  // namespace tandem::tools::netview
