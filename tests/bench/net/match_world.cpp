// SPDX-License-Identifier: MIT
// Sides in turn, each once a millisecond.
#include <tests/bench/net/match_world.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/bench/net/pulse.hpp>

namespace tandem::bench {
namespace {

constexpr std::uint16_t k_port = 47'000;

// What cannot fail here is a mistake of this program where it does.
template <class Value>
Value must(sim::Result<Value> result) {
    if (!result) {
        std::fprintf(stderr, "net_figures: %s\n", result.error().text().c_str());
        std::exit(1);
    }
    return *std::move(result);
}

}  // namespace

// Between a driver and its transport.
class MatchWorld::Tap final : public net::PassingTransport {
public:
    Tap(net::Transport& transport, MatchWorld& world, std::size_t side)
        : PassingTransport(transport), world_(world), side_(side) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        auto events = PassingTransport::poll(wait_max);
        if (auto& calls = world_.sides_[side_].calls) {
            calls->push_back({events, world_.now_, events.empty()});
        }
        return events;
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        if (auto& calls = world_.sides_[side_].calls) {
            calls->back().did_nothing = false;
        }
        PassingTransport::send(peer, channel, bytes);
    }

private:
    MatchWorld& world_;
    std::size_t side_;
};

net::InputSource make_inputs(const MatchOptions& options, std::uint32_t side) {
    constexpr std::uint32_t k_ticks_held = 10;
    return [random = Random(options.seed, 100 + side), held = std::uint32_t{0},
            is_held = options.is_held](sim::Tick tick, const sim::AnySimulation&) mutable {
        if (!is_held || tick.number == 0 || random.chance(1, k_ticks_held)) {
            held = random.next32();
        }
        sim::Bytes bytes;
        for (std::uint32_t shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<std::byte>(held >> shift));
        }
        return sim::Result<std::optional<sim::Bytes>>(std::optional(std::move(bytes)));
    };
}

net::Lockstep make_session(const MatchOptions& options, std::uint32_t side) {
    net::SessionOptions session;
    session.ticks_limit = options.ticks;
    session.delay_ticks = options.delay_ticks;
    if (options.plant && options.plant->first == side) {
        session.plant = options.plant->second;
    }
    if (side == 0) {
        net::HostOptions host;
        host.session = session;
        host.setup.seed = options.seed;
        host.setup.slots = options.players;
        return must(
            net::Lockstep::host(sim::erase<Pulse>(), host, make_inputs(options, side), nullptr));
    }
    net::JoinOptions join;
    join.session = session;
    return must(
        net::Lockstep::join(sim::erase<Pulse>(), join, make_inputs(options, side), nullptr));
}

void MatchWorld::add_side(net::Transport& transport) {
    const std::size_t number = sides_.size();
    taps_.push_back(std::make_unique<Tap>(transport, *this, number));
    sides_.emplace_back();
    sides_.back().driver.emplace(make_session(options_, static_cast<std::uint32_t>(number)),
                                 *taps_.back());
}

void MatchWorld::play_until(net::Time end) {
    while (now_ < end) {
        now_ += std::chrono::milliseconds(1);
        advance(now_);
        for (Side& side : sides_) {
            pump(side);
        }
    }
}

void MatchWorld::pump(Side& side) {
    const auto events = side.driver->pump(std::chrono::milliseconds(0), [this] { return now_; });
    if (side.calls && !events.empty()) {
        side.calls->back().did_nothing = false;
    }
    for (const net::Event& event : events) {
        const bool is_told = std::holds_alternative<net::Alarm>(event) ||
                             std::holds_alternative<net::Desynced>(event);
        if (is_told && !side.told_at) {
            side.told_at = now_;
        }
        const auto* ticked = std::get_if<net::Ticked>(&event);
        if (ticked != nullptr && ticked->tick.number == watched_tick_) {
            side.played_at = now_;
        }
    }
    const net::Lockstep& session = side.driver->session();
    if (session.is_started() && !session.is_ended()) {
        const std::uint64_t due = session.pace().ticks_wanted;
        side.late_ticks += due - std::min(due, std::max(session.ticks_done(), side.counted_ticks));
        side.counted_ticks = std::max(side.counted_ticks, due);
    }
}

SimulatedMatch::SimulatedMatch(const MatchOptions& options)
    : MatchWorld(options), network_(options.seed, options.line) {
    for (std::uint32_t side = 0; side < options.players; ++side) {
        add_side(network_.add_endpoint());
        if (side > 0) {
            network_.connect(side, 0);
        }
    }
}

EnetMatch::EnetMatch(const MatchOptions& options, const std::optional<net::MatchKey>& key)
    : MatchWorld(options) {
    test::VirtualUdp::instance().start(options.seed, options.line);
    for (std::uint32_t side = 0; side < options.players; ++side) {
        transports_.push_back(must(side == 0
                                       ? net::EnetTransport::host(k_port, options.players,
                                                                  net::ListenOn::every_address, key)
                                       : net::EnetTransport::connect("virtual", k_port, key)));
        add_side(*transports_.back());
    }
}

test::VirtualUdp::Carried EnetMatch::carried(std::uint32_t from, std::uint32_t to) const {
    return test::VirtualUdp::instance().carried(transports_[from]->port(), transports_[to]->port());
}

}  // namespace tandem::bench
