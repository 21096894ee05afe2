// SPDX-License-Identifier: MIT
// A machine of a simulated match at work: a session over a held transport, called when the machine
// looks, and the measurements of it.
#pragma once

#include <array>
#include <cstdint>
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
    std::vector<std::string> events;  // in words, k_events_kept at most
    std::optional<net::Ended> ended;
};
inline constexpr std::size_t k_delays_kept = 3'600;
inline constexpr std::size_t k_events_kept = 200;

class Side {
public:
    // Makes a side; the error says why the session cannot start with this setup. `watcher`, which
    // may be null, is told what it does, by true time; nothing depends on it.
    static sim::Result<std::unique_ptr<Side>> make(const Scenario& scenario, std::uint32_t number,
                                                   sim::AnySimulation simulation,
                                                   const Setup& setup, net::Transport& endpoint,
                                                   Referee& referee,
                                                   netview::MatchTrace* watcher = nullptr);

    // Returns the time at which the side acts next; nothing if it is dead or over.
    std::optional<net::Time> next() const;
    // Acts; `now` must be the time of next(). `trace` is a running hash of everything it does.
    void act(net::Time now, std::uint64_t& trace);
    // The scenario has let the side die; nothing more of it counts.
    void die() { facts_.is_dead = true; }

    bool is_over() const { return facts_.is_dead || driver_->is_over(); }
    bool is_ended() const { return facts_.is_dead || driver_->ended().has_value(); }
    const SideFacts& facts() const { return facts_; }

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
    Side(const Scenario& scenario, std::uint32_t number, TickRate rate, net::Transport& endpoint,
         Referee& referee, netview::MatchTrace* watcher);
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

    std::uint32_t number_;
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
    std::uint64_t heard_ = 0;
    std::uint64_t counted_ticks_ = 0;
    Due due_;
    std::vector<Sampled> sampled_;
    SideFacts facts_;
};

}  // namespace tandem::tools::netsim
