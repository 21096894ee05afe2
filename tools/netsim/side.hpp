// SPDX-License-Identifier: MIT
// A machine of a simulated match at work: a session over a held transport, called when the machine
// looks, and the measurements of it. A process that is killed is followed by another one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tandem/tools/netsim/machine.hpp>
#include <tandem/tools/netsim/referee.hpp>
#include <tandem/tools/netview/match_trace.hpp>

namespace tandem::tools::netsim {

// The facts known of one side, at the end or so far.
struct SideFacts {
    bool is_started = false;
    bool is_dead = false;                 // the scenario let it die
    std::uint64_t ticks = 0;              // confirmed ones
    std::optional<sim::ChainHash> chain;  // the chain after them
    net::Time started_at{0};
    net::Time ended_at{0};          // the time of its last tick
    std::uint32_t delay_ticks = 0;  // at the end
    std::uint32_t delay_ticks_least = 0;
    std::uint32_t delay_ticks_most = 0;
    std::uint32_t delay_ticks_most_settled = 0;  // the longest since k_settled_ticks were due
    std::uint64_t delay_tick_sum = 0;            // over delay_samples
    std::uint64_t delay_samples = 0;             // a sample for each due tick
    std::vector<std::uint32_t> delays;       // at each second of the match, k_delays_kept at most
    std::uint64_t late_ticks = 0;            // not played when they were due
    std::uint64_t late_ticks_first_5_s = 0;  // late ticks among the first
    std::uint64_t input_age_ms_max = 0;      // from asking for an own input to playing its tick
    std::uint64_t input_age_ms_sum = 0;      // over shown_ticks
    std::uint64_t shown_ticks = 0;
    // The most inputs that were asked for but not yet played, for each second of the match.
    std::vector<std::uint32_t> input_ages;
    std::uint64_t desyncs_told = 0;
    std::uint64_t kills = 0;
    std::uint64_t returns = 0;        // so often it was absent and took part again
    bool has_left = false;            // its person wanted to stop
    bool is_stranger_let_in = false;  // a process without the slot's secret took part
    net::Time over_at{0};             // when its session ended
    std::vector<std::string> events;  // in words, k_events_kept at most
    std::optional<net::Ended> ended;
};
inline constexpr std::size_t k_delays_kept = 3'600;
inline constexpr std::size_t k_events_kept = 200;

// Returns the number and the secrets of a scenario's match. They follow from its seed, so that the
// same scenario has the same bytes on its lines.
net::MatchTicket match_ticket_of(const Scenario& scenario);

// The game of a side; each of its processes makes its own.
using MakeGame = std::function<sim::AnySimulation()>;

class Side {
public:
    // Makes a side; the error says why the session cannot start with this setup. `watcher`, which
    // may be null, is told what it does, by true time; nothing depends on it. The scenario must
    // outlive it.
    static sim::Result<std::unique_ptr<Side>> make(const Scenario& scenario, std::uint32_t number,
                                                   MakeGame make_game, const Setup& setup,
                                                   net::Transport& endpoint, Referee& referee,
                                                   netview::MatchTrace* watcher = nullptr);

    // Returns the time at which the side acts next; nothing if it is dead or over.
    std::optional<net::Time> next() const;
    // Acts; `now` must be the time of next(). `trace` is a running hash of everything it does.
    void act(net::Time now, std::uint64_t& trace);
    // The scenario has let the side die; nothing more of it counts.
    void die() { facts_.is_dead = true; }
    // There is no host any more, so that no further process tries to find it.
    void give_up_trying() { may_try_again_ = false; }

    // Between two processes a side is neither.
    bool is_over() const { return facts_.is_dead || (driver_ && driver_->is_over()); }
    bool is_ended() const { return facts_.is_dead || (driver_ && driver_->ended().has_value()); }
    const SideFacts& facts() const { return facts_; }
    // Its slot in the match; nothing before the match has begun for it.
    std::optional<Slot> slot() const { return slot_; }

    // Returns the time at which its input for this tick was sampled, by true time; nothing if that
    // is not known any more.
    std::optional<net::Time> sampled_at(std::uint64_t tick) const;
    // The ticks that have become due since the last call, and when.
    struct Due {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        net::Time at{0};
    };
    Due extract_due();

private:
    // A moment at which the process is gone, and the one at which another one comes.
    struct Kill {
        net::Time at{0};
        net::Time back_at{0};
        bool is_stranger = false;
    };

    Side(const Scenario& scenario, std::uint32_t number, MakeGame make_game, const Setup& setup,
         net::Transport& endpoint, Referee& referee, netview::MatchTrace* watcher);
    // Begins a process; another one than the first comes back with what is kept of the one before.
    sim::Result<void> begin_process();
    net::JoinOptions join_options() const;
    void kill(std::uint64_t& trace);
    void begin_next_process(std::uint64_t& trace);
    void leave_if_wanted();
    void try_again_if_in_vain();
    sim::Result<std::optional<sim::Bytes>> input(sim::Tick tick,
                                                 const sim::AnySimulation& simulation);
    void update(net::Time now, std::uint64_t& trace);
    void on_event(const net::Event& event, std::uint64_t& trace);
    void measure_age(sim::Tick played);
    void measure();

    // A session never asks so far ahead.
    static constexpr std::size_t k_sampled_kept = 4'096;
    struct Sampled {
        std::uint64_t tick = ~std::uint64_t{0};
        net::Time at{0};
    };

    const Scenario& scenario_;
    std::uint32_t number_;
    MakeGame make_game_;
    Setup setup_;
    ScenarioMachine machine_;
    netview::MatchTrace* watcher_;
    std::optional<netview::TracedTransport> watched_;
    HeldTransport transport_;
    Reporter reporter_;
    std::unique_ptr<Source> source_;
    std::optional<net::Driver> driver_;
    net::Time look_at_{0};
    std::optional<net::Time> release_at_;
    net::Time now_{0};
    std::vector<Kill> kills_;  // those to come, the last one first
    std::optional<net::Time> leaves_at_;
    net::Time comes_at_{0};  // the next process comes then, while there is none
    bool is_stranger_ = false;
    bool may_try_again_ = true;
    std::optional<Slot> slot_;
    std::optional<net::SlotTicket> ticket_;  // as the killed process had it
    sim::Bytes kept_state_;
    std::uint64_t heard_ = 0;
    std::uint64_t counted_ticks_ = 0;
    Due due_;
    std::vector<Sampled> sampled_;
    SideFacts facts_;
};

}  // namespace tandem::tools::netsim
