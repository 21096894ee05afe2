// SPDX-License-Identifier: MIT
// Lines in steps of a millisecond, as the sides are called.
#include <tests/bench/net/uplinks.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::bench {

using net::Time;
using net::TransportEvent;

class UplinkMatch::Endpoint final : public net::Transport {
public:
    Endpoint(UplinkMatch& match, std::uint32_t number) : match_(match), number_(number) {}

    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        static_cast<void>(wait_max);
        return std::exchange(arrived_, {});
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        if (!open_.contains(peer)) {
            return;
        }
        Datagram datagram{bytes.size() + net::k_datagram_heads_bytes,
                          peer.value,
                          {TransportEvent::Kind::packet, net::PeerId{number_}, channel,
                           sim::Bytes(bytes.begin(), bytes.end())}};
        if (channel == net::Channel::reliable) {
            arrives(match_.now() + options_.delay, std::move(datagram));
            return;
        }
        carried_.bytes += datagram.wire_bytes;
        ++carried_.datagrams;
        const bool is_limited = options_.rate_bytes_per_s != 0 || match_.now() < away_until_;
        if (is_limited && carried_.waiting_bytes + datagram.wire_bytes > options_.queue_bytes) {
            ++carried_.lost;
            return;
        }
        carried_.waiting_bytes += datagram.wire_bytes;
        waiting_.push_back(std::move(datagram));
    }
    void flush() override {}
    void close(net::PeerId peer) override {
        if (open_.contains(peer)) {
            const TransportEvent::Kind kind = TransportEvent::Kind::disconnected;
            arrives(match_.now() + options_.delay,
                    {0, peer.value, {kind, net::PeerId{number_}, net::Channel::reliable, {}}});
            take({kind, peer, net::Channel::reliable, {}});
        }
    }
    void reconnect() override { TANDEM_ASSERT(false); }  // nobody leaves these matches
    bool is_open() const override { return !open_.empty(); }

    void take(TransportEvent event) {
        if (event.kind == TransportEvent::Kind::connected) {
            open_.insert(event.peer);
        } else if (event.kind == TransportEvent::Kind::disconnected) {
            open_.erase(event.peer);
        } else if (!open_.contains(event.peer)) {
            return;
        }
        arrived_.push_back(std::move(event));
    }

    // A millisecond has passed.
    void carry(Time now) {
        constexpr std::uint64_t k_calls_per_s = 1'000;
        const bool is_free = options_.rate_bytes_per_s == 0;
        credit_ += now < away_until_ ? 0 : options_.rate_bytes_per_s;
        while (!waiting_.empty() && now >= away_until_ &&
               (is_free || credit_ >= waiting_.front().wire_bytes * k_calls_per_s)) {
            Datagram datagram = std::move(waiting_.front());
            waiting_.pop_front();
            credit_ -= is_free ? 0 : datagram.wire_bytes * k_calls_per_s;
            carried_.waiting_bytes -= datagram.wire_bytes;
            arrives(now + options_.delay, std::move(datagram));
        }
        if (waiting_.empty()) {
            credit_ = std::min<std::uint64_t>(credit_, options_.rate_bytes_per_s);
        }
        while (!under_way_.empty() && under_way_.front().first <= now) {
            Datagram datagram = std::move(under_way_.front().second);
            under_way_.pop_front();
            match_.endpoints_[datagram.to]->take(std::move(datagram.event));
        }
    }

    UplinkOptions options_;
    Time away_until_{0};
    Carried carried_;

private:
    struct Datagram {
        std::size_t wire_bytes = 0;
        std::uint32_t to = 0;
        TransportEvent event;
    };
    void arrives(Time when, Datagram datagram) {
        under_way_.emplace_back(when, std::move(datagram));
    }

    UplinkMatch& match_;
    std::uint32_t number_;
    std::set<net::PeerId> open_;
    std::vector<TransportEvent> arrived_;
    std::deque<Datagram> waiting_;
    std::deque<std::pair<Time, Datagram>> under_way_;
    std::uint64_t credit_ = 0;  // in bytes of a thousandth of a second
};

UplinkMatch::UplinkMatch(const MatchOptions& options) : MatchWorld(options) {
    for (std::uint32_t side = 0; side < options.players; ++side) {
        endpoints_.push_back(std::make_unique<Endpoint>(*this, side));
        endpoints_.back()->options_.delay = options.line.delay;
        add_side(*endpoints_.back());
    }
    for (std::uint32_t guest = 1; guest < options.players; ++guest) {
        for (const auto& [own, other] : {std::pair(0U, guest), std::pair(guest, 0U)}) {
            endpoints_[own]->take(
                {TransportEvent::Kind::connected, net::PeerId{other}, net::Channel::reliable, {}});
        }
    }
}

UplinkMatch::~UplinkMatch() = default;

void UplinkMatch::set_uplink(std::uint32_t side, const UplinkOptions& options) {
    endpoints_[side]->options_ = options;
}

void UplinkMatch::take_away(std::uint32_t side, Time until) {
    endpoints_[side]->away_until_ = until;
}

UplinkMatch::Carried UplinkMatch::carried(std::uint32_t side) const {
    return endpoints_[side]->carried_;
}

void UplinkMatch::advance(Time now) {
    for (const auto& endpoint : endpoints_) {
        endpoint->carry(now);
    }
}

}  // namespace tandem::bench
