// SPDX-License-Identifier: MIT
// Plays a lockstep match of the product in virtual time: two real sessions over a simulated
// network, each called as often as its machine's loop comes round.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::tools::lab {

// How one side asks its session for ticks.
enum class Asking : unsigned char {
    // The loop of the articles: a tick that is due is asked for until it could be played, and only
    // then the next. While it waits no later input is taken. Both clocks begin at k_common_start.
    tick_by_tick,
    // As `tandem host` and `join` do: the session keeps time by itself, and with the others
    // (net/session/pace.hpp).
    real_time,
};

// Late enough for every handshake here; then tick k is due at this and (k + 1) ticks' lengths.
inline constexpr net::Time k_common_start = std::chrono::seconds(4);

// The loop of one side: every so often it takes what has arrived, plays the ticks that are due and
// sends.
struct PeerLoop {
    net::Time frame{std::chrono::milliseconds(2)};  // a picture's share of a round
    net::Time update{0};                            // each tick's
    std::uint32_t ticks_per_frame_max = 64;
    net::Time jitter{0};  // uniform in [0, jitter] on top of each round
};

// From `at` on the machine does nothing for `length`.
struct Standstill {
    std::size_t peer = 0;
    net::Time at{0};
    net::Time length{0};
};

struct VirtualMatchOptions {
    std::array<PeerLoop, 2> loops;  // host, guest
    Asking asking = Asking::real_time;
    // The delay in ticks; the session chooses if it is empty.
    std::optional<std::uint32_t> delay_ticks = 3;
    std::optional<std::uint32_t> guest_delay_ticks = std::nullopt;  // if it is another one
    std::uint32_t tick_ms = 20;                                     // 0 for the game's own rate
    net::LinkOptions line;
    std::uint32_t peer_timeout_ms = 5'000;
    std::optional<Standstill> standstill;
    std::optional<sim::Plant> guest_plant;          // a fault in the guest's state
    std::array<sim::TickObserver*, 2> observers{};  // may be null; else they outlive the match
    std::uint64_t seed = 1;  // seeds the network and the loops' jitter, no part of the game
};

// The events of a side, by the time at which they happened.
struct PeerLog {
    std::vector<net::Time> ticked;            // the time when each tick was played
    std::vector<net::Time> asked;             // the time when its own input for each tick was taken
    std::vector<std::uint64_t> state_hashes;  // after each tick
    std::vector<net::Event> events;           // all but ticks
    std::uint64_t ticks_compared = 0;         // the ticks it knows to be the same on both sides

    template <class Kind>
    const Kind* find() const {
        for (const net::Event& event : events) {
            if (const Kind* found = std::get_if<Kind>(&event)) {
                return found;
            }
        }
        return nullptr;
    }
};

class VirtualMatch {
public:
    // Makes a game for each side; they need not be the same.
    using Factory = std::function<sim::AnySimulation(std::size_t peer)>;

    explicit VirtualMatch(const VirtualMatchOptions& options);
    // Plays with games, and flags of the joiner, of the caller's own.
    VirtualMatch(const VirtualMatchOptions& options, const Factory& factory,
                 const net::JoinOptions& join);

    // Lets both loops run up to that time since the beginning.
    void run_until(net::Time end);
    // Runs until both have begun; returns how long that took. Asserts that it happens within a
    // minute.
    net::Time run_to_start();

    const PeerLog& log(std::size_t peer) const { return peers_[peer].log; }
    const net::Lockstep& session(std::size_t peer) const { return peers_[peer].driver->session(); }

private:
    struct Peer {
        PeerLoop loop;
        net::Transport* transport = nullptr;
        std::optional<net::Driver> driver;
        net::Time wake{0};
        Random jitter;
        PeerLog log;
    };

    net::InputSource script(std::size_t peer);
    void play_turn(std::size_t index);
    // Both return how many ticks were played.
    std::size_t play_one_by_one(Peer& peer);
    std::size_t advance(Peer& peer);
    net::Time next_turn(std::size_t index, std::size_t ticks);

    VirtualMatchOptions options_;
    net::SimulatedNetwork network_;
    std::array<Peer, 2> peers_;
    net::Time now_{0};
};

// A side's stretch of time.
struct SideStretch {
    double speed = 0;         // ticks played to ticks of real time
    double worst_gap_ms = 0;  // between two ticks, the one before the stretch included
    double input_age_ms = 0;  // the oldest input at its use: from taking to playing
    std::uint64_t ticks = 0;
};
SideStretch measure(const PeerLog& log, net::Time from, net::Time until, std::uint32_t tick_ms);

}  // namespace tandem::tools::lab
