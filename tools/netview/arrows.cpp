// SPDX-License-Identifier: MIT
// A packet is recognised by a hash of its bytes, or by the number that an answer repeats.
#include <tandem/tools/netview/arrows.hpp>

#include <algorithm>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::tools::netview {

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
