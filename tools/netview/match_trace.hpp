// SPDX-License-Identifier: MIT
// Shows one side of a match in a trace: its ticks, the packets that it sends and gets, the players
// that hold it up, and the events that it is told.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/net/status.hpp>
#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/tools/netview/packet_glance.hpp>
#include <tandem/tools/netview/trace_writer.hpp>

namespace tandem::tools::netview {

// A packet as one side sees it.
struct PassingPacket {
    std::uint32_t own = 0;   // the side that sees it
    std::uint32_t peer = 0;  // the side that it goes to, or comes from
    sim::ByteView bytes;
    const PacketGlance* glance = nullptr;  // null for a message
};

// Pairs the packets of two sides, so that a trace can draw an arrow between two times that were
// both measured.
class Arrows {
public:
    virtual ~Arrows() = default;
    // Notes that a packet was sent, or has arrived.
    virtual ArrowEnd sent(const PassingPacket& packet) = 0;
    virtual ArrowEnd arrived(const PassingPacket& packet) = 0;
    // This peer is gone for good.
    virtual void forget(std::uint32_t peer) = 0;
};

// Arrows for a match of which both sides are seen: from the sending of a packet to its arrival,
// once each.
class PassageArrows final : public Arrows {
public:
    // Packets that are longer under way than so many later ones of the same line have no arrow.
    static constexpr std::size_t k_under_way_max = 4'096;

    ArrowEnd sent(const PassingPacket& packet) override;
    ArrowEnd arrived(const PassingPacket& packet) override;
    // A packet that is under way may still arrive.
    void forget(std::uint32_t) override {}

private:
    struct Sent {
        std::uint64_t hash = 0;
        std::uint64_t id = 0;
    };
    std::uint64_t next_id_ = 1;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Sent>> under_way_;  // from, to
};

// Arrows for a match of which one side is seen: from the sending of a packet to the arrival of the
// first one that says it has come.
class EchoArrows final : public Arrows {
public:
    ArrowEnd sent(const PassingPacket& packet) override;
    ArrowEnd arrived(const PassingPacket& packet) override;
    void forget(std::uint32_t peer) override { unanswered_.erase(peer); }

private:
    std::uint64_t next_id_ = 1;
    // Indexed by peer, and by the packet's number, which has eight bits; 0 means answered, or never
    // sent.
    std::map<std::uint32_t, std::array<std::uint64_t, 256>> unanswered_;
};

// The place where a side's packets are drawn.
enum class PacketLanes : std::uint8_t {
    at_own_process,   // all sides are traced, each is a process
    at_peer_process,  // this side alone is traced, and each peer has a process for what is known of
                      // it
};

struct TracedSide {
    std::uint32_t number = 0;  // must differ from the others' numbers
    std::string name{};        // at_peer_process: the match's name, once it has begun
    PacketLanes lanes = PacketLanes::at_own_process;
    const sim::Schema* input_schema = nullptr;  // the game's
};

class MatchTrace {
public:
    // A packet is drawn at most so wide, which is enough to see it and point at it. It takes no
    // time.
    static constexpr net::Time k_packet_width = std::chrono::microseconds(200);

    // Both references must outlive it.
    MatchTrace(TraceWriter& writer, Arrows& arrows, const TracedSide& side);

    void on_event(const net::Event& event, net::Time now);
    void sent(net::PeerId peer, net::Channel channel, sim::ByteView bytes, net::Time now);
    void arrived(const net::TransportEvent& event, net::Time now);
    // Takes the session's account of itself; counters follow it a few times a second.
    void update(const std::vector<net::PeerStatus>& peers, const net::PaceStatus& pace,
                net::Time now);
    // Sets how many players packets speak of; call it before the first packet.
    void set_players(std::uint32_t players) { players_ = players; }

private:
    static constexpr net::Time k_look = std::chrono::milliseconds(250);

    std::uint64_t own_process() const { return side_.number + 1U; }
    std::uint64_t process_of(net::PeerId peer) const;
    TraceLane own_lane(std::uint64_t number) const;
    TraceLane packet_lane(net::PeerId peer, bool is_sent);
    void draw_packet(net::PeerId peer, net::Channel channel, sim::ByteView bytes, bool is_sent,
                     net::Time now);
    void report_waiting(const net::Waiting& waiting, net::Time now);
    void learn_slot(net::PeerId peer, sim::ByteView message, bool is_from_host);
    void name_peer(net::PeerId peer);
    std::string player_text(std::uint32_t slot) const;

    TraceWriter& writer_;
    Arrows& arrows_;
    TracedSide side_;
    net::wire::InputFormat inputs_;
    std::uint32_t players_ = 2;
    std::uint64_t tick_ = 0;  // the last one
    net::Time looked_at_{0};
    std::set<std::uint64_t> named_;  // lanes that have names
    std::set<std::uint32_t> named_peers_;
    std::map<std::uint32_t, std::uint32_t> slots_;  // each peer's
    std::vector<std::string> names_;                // the players', by slot; foreign
};

// A transport that tells a trace which packets pass, and changes none.
class TracedTransport final : public net::PassingTransport {
public:
    // Both references must outlive it. `now` tells the time.
    TracedTransport(net::Transport& inner, MatchTrace& trace, std::function<net::Time()> now)
        : PassingTransport(inner), trace_(trace), now_(std::move(now)) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        auto events = PassingTransport::poll(wait_max);
        for (const net::TransportEvent& event : events) {
            trace_.arrived(event, now_());
        }
        return events;
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        trace_.sent(peer, channel, bytes, now_());
        PassingTransport::send(peer, channel, bytes);
    }

private:
    MatchTrace& trace_;
    std::function<net::Time()> now_;
};

}  // namespace tandem::tools::netview
