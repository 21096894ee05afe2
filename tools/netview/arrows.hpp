// SPDX-License-Identifier: MIT
// Pairs the packets of two sides, so that a trace can draw an arrow between two times that were
// both measured.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

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

}  // namespace tandem::tools::netview
