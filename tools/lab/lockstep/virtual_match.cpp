// SPDX-License-Identifier: MIT
// Turns in order of time; whoever comes first is told what has arrived by then.
#include <tandem/tools/lab/lockstep/virtual_match.hpp>

#include <algorithm>
#include <chrono>
#include <ratio>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t k_ms_per_second = 1'000;

// The longest round of that loop: no pause, but how this machine plays.
net::Time longest_round(const PeerLoop& loop) {
    return loop.frame + static_cast<std::int64_t>(loop.ticks_per_frame_max) * loop.update +
           loop.jitter;
}

net::SessionOptions session_options(const VirtualMatchOptions& options, std::size_t peer) {
    net::SessionOptions session;
    const bool has_own = peer == 1 && options.guest_delay_ticks.has_value();
    session.delay_ticks = has_own ? options.guest_delay_ticks : options.delay_ticks;
    session.plant = peer == 1 ? options.guest_plant : std::nullopt;
    session.peer_timeout_ms = options.peer_timeout_ms;
    session.wait_return_ms = 0;  // the tables show how a match ends
    session.catch_up_ticks_max = options.loops[peer].ticks_per_frame_max;
    session.is_paced = options.asking == Asking::real_time;
    session.unpaced_ticks_max = 1;
    const auto round_ms = longest_round(options.loops[peer]) / milliseconds(1);
    session.frame_ms_max = std::max(session.frame_ms_max, 2 * static_cast<std::uint32_t>(round_ms));
    return session;
}

double in_ms(net::Time time) { return std::chrono::duration<double, std::milli>(time).count(); }

}  // namespace

VirtualMatch::VirtualMatch(const VirtualMatchOptions& options)
    : VirtualMatch(options, [](std::size_t) { return sim::erase<Yard>(); }, {}) {}

VirtualMatch::VirtualMatch(const VirtualMatchOptions& options, const Factory& factory,
                           const net::JoinOptions& join)
    : options_(options), network_(options.seed, options.line) {
    for (std::size_t index = 0; index < peers_.size(); ++index) {
        peers_[index].loop = options_.loops[index];
        peers_[index].transport = &network_.add_endpoint();
        peers_[index].jitter = Random(options_.seed, index);
    }
    net::HostOptions host{session_options(options_, 0), {}};
    host.setup.slots = 2;
    if (options_.tick_ms != 0) {
        host.setup.tick_rate = TickRate(k_ms_per_second, options_.tick_ms);
    }
    auto hosting =
        net::Driver::host(factory(0), host, script(0), options_.observers[0], *peers_[0].transport);
    net::JoinOptions joining = join;
    joining.session = session_options(options_, 1);
    auto joined = net::Driver::join(factory(1), joining, script(1), options_.observers[1],
                                    *peers_[1].transport);
    TANDEM_ASSERT(hosting && joined);
    peers_[0].driver.emplace(*std::move(hosting));
    peers_[1].driver.emplace(*std::move(joined));
    network_.connect(1, 0);
}

net::InputSource VirtualMatch::script(std::size_t peer) {
    return [this, peer](sim::Tick tick,
                        const sim::AnySimulation&) -> sim::Result<std::optional<sim::Bytes>> {
        peers_[peer].log.asked.push_back(now_);
        const Slot slot{static_cast<std::uint32_t>(peer)};
        return std::optional(sim::Bytes{static_cast<std::byte>(yard_keys(slot, tick.number))});
    };
}

void VirtualMatch::run_until(net::Time end) {
    for (;;) {
        const std::size_t next = peers_[1].wake < peers_[0].wake ? 1 : 0;
        if (peers_[next].wake > end) {
            return;
        }
        now_ = peers_[next].wake;
        network_.advance(now_);
        play_turn(next);
    }
}

net::Time VirtualMatch::run_to_start() {
    const auto is_started = [](const Peer& peer) { return peer.driver->session().is_started(); };
    while (!std::all_of(peers_.begin(), peers_.end(), is_started)) {
        TANDEM_ASSERT(now_ < std::chrono::minutes(1));
        run_until(std::min(peers_[0].wake, peers_[1].wake));
    }
    return now_;
}

void VirtualMatch::play_turn(std::size_t index) {
    Peer& peer = peers_[index];
    const auto& stop = options_.standstill;
    if (stop && stop->peer == index && now_ >= stop->at && now_ < stop->at + stop->length) {
        peer.wake = stop->at + stop->length;
        return;
    }
    // Packets are received at every turn, also at one in which no tick is due.
    for (const net::TransportEvent& event : peer.transport->poll(milliseconds(0))) {
        peer.driver->session().on_transport(event, now_);
    }
    const std::size_t ticks =
        options_.asking == Asking::real_time ? advance(peer) : play_one_by_one(peer);
    peer.wake = next_turn(index, ticks);
}

net::Time VirtualMatch::next_turn(std::size_t index, std::size_t ticks) {
    Peer& peer = peers_[index];
    const net::Time jitter(peer.jitter.between<std::int64_t>(0, peer.loop.jitter.count()));
    return now_ + peer.loop.frame + static_cast<std::int64_t>(ticks) * peer.loop.update + jitter;
}

std::size_t VirtualMatch::play_one_by_one(Peer& peer) {
    const net::Lockstep& session = peer.driver->session();
    if (!session.is_started() || session.is_ended()) {
        return advance(peer);
    }
    const net::Time tick = milliseconds(options_.tick_ms);
    std::size_t played = 0;
    while (played < peer.loop.ticks_per_frame_max &&
           now_ >= k_common_start + static_cast<std::int64_t>(peer.log.ticked.size() + 1) * tick &&
           advance(peer) == 1) {
        ++played;
    }
    return played;
}

std::size_t VirtualMatch::advance(Peer& peer) {
    std::size_t ticks = 0;
    for (net::Event& event : peer.driver->pump(milliseconds(0), [this] { return now_; })) {
        if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
            peer.log.ticked.push_back(now_);
            peer.log.state_hashes.push_back(ticked->state_hash.value);
            ++ticks;
            continue;
        }
        peer.log.events.push_back(std::move(event));
    }
    const auto others = peer.driver->session().peers();
    if (!others.empty()) {
        peer.log.ticks_compared = others.front().ticks_compared;
    }
    return ticks;
}

SideStretch measure(const PeerLog& log, net::Time from, net::Time until, std::uint32_t tick_ms) {
    SideStretch stretch;
    net::Time worst_gap{0};
    net::Time oldest{0};
    for (std::size_t tick = 0; tick < log.ticked.size(); ++tick) {
        if (log.ticked[tick] <= from || log.ticked[tick] > until) {
            continue;
        }
        ++stretch.ticks;
        oldest = std::max(oldest, log.ticked[tick] - log.asked[tick]);
        if (tick > 0) {
            worst_gap = std::max(worst_gap, log.ticked[tick] - log.ticked[tick - 1]);
        }
    }
    stretch.speed = static_cast<double>(stretch.ticks) * tick_ms / in_ms(until - from);
    stretch.worst_gap_ms = in_ms(worst_gap);
    stretch.input_age_ms = in_ms(oldest);
    return stretch;
}

}  // namespace tandem::tools::lab
