// SPDX-License-Identifier: MIT
// Whole matches in virtual time: a host and its guests over a simulated network, each with an
// observer that writes down everything it is told.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

using net::Time;
using std::chrono::milliseconds;

// What a recorder would be told, as bytes and values.
class Trace final : public sim::TickObserver {
public:
    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    sim::Result<void> on_state(const sim::StateView& state) override;
    sim::Result<void> on_given(const sim::SessionStart& start) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;

    // Everything that both sides of a match must be told alike, laid end to end.
    sim::Bytes truth;
    std::uint64_t ticks = 0;  // told, or before a state that was given
    sim::ChainHash chain;
    std::vector<sim::Bytes> records;
    std::vector<std::uint64_t> given;  // the first tick after each state that was given
    std::vector<sim::Mark> marks;
    struct Evidence {
        std::uint64_t ticks_done = 0;
        sim::Bytes state;
    };
    std::vector<Evidence> evidence;
    std::optional<sim::EndReason> end;
    bool is_started = false;
    std::optional<std::uint64_t> full_disk_at;  // on_tick fails at this tick

    bool has_mark(sim::MarkKind kind) const;
};

// The input that slot gives for a tick: what the game's bot would do, which for the games used here
// does not depend on the state. `rows` is where the source ends.
net::InputSource scripted(Slot slot, std::uint64_t rows = ~std::uint64_t{0},
                          std::uint64_t seed = 7);
// The same for a slot that is only known once the host has given it.
net::InputSource scripted(std::function<Slot()> slot, std::uint64_t rows = ~std::uint64_t{0},
                          std::uint64_t seed = 7);

// One participant.
struct Side {
    std::string name;
    std::unique_ptr<Trace> trace = std::make_unique<Trace>();
    std::unique_ptr<net::Driver> driver;
    net::Lockstep* session = nullptr;  // the driver's
    net::Transport* transport = nullptr;
    std::unique_ptr<net::Transport> between;  // it and its endpoint, if it lies
    std::vector<net::Event> events;
    std::int64_t clock_ppm = 0;  // how much faster than the others' this side's clock runs
    Time starts_late{0};         // how long after Started it is not pumped
    Time sleeps_until{0};        // it is not pumped before
    Time tick_cost{0};           // how long its machine needs for a tick
    // Ticks that were not simulated by the time they were due, and where the counting has come.
    std::uint64_t late_ticks = 0;
    std::uint64_t counted_ticks = 0;
    bool is_frozen = false;  // no longer pumped: killed

    template <class Kind>
    const Kind* find() const {
        for (const net::Event& event : events) {
            if (const Kind* found = std::get_if<Kind>(&event)) {
                return found;
            }
        }
        return nullptr;
    }
    template <class Kind>
    std::size_t count() const {
        std::size_t found = 0;
        for (const net::Event& event : events) {
            found += std::holds_alternative<Kind>(event) ? 1U : 0U;
        }
        return found;
    }
    // Whether it has ended and all that it said has arrived.
    bool is_closed() const { return session->is_ended() && !transport->is_open(); }
    const net::Ended& ended() const;  // a test failure where there is none
    std::string log() const;          // all events but ticks, one line each
};

class Arena {
public:
    explicit Arena(std::uint64_t seed = 1, net::LinkOptions links = {});

    Side& host(sim::AnySimulation simulation, net::HostOptions options,
               std::optional<net::InputSource> source = std::nullopt);
    // Another process in the place of the host, which is killed.
    Side& host_again(sim::AnySimulation simulation, net::HostOptions options,
                     std::optional<net::InputSource> source = std::nullopt);
    // By default the guest plays the script of whatever slot it is given.
    Side& join(sim::AnySimulation simulation, net::JoinOptions options = {},
               std::optional<net::InputSource> source = std::nullopt);

    // What the next side says goes through the transport that this makes of its endpoint.
    using Between = std::function<std::unique_ptr<net::Transport>(net::Transport& endpoint)>;
    void put_between(Between between) { between_ = std::move(between); }

    // Pumps everyone once every millisecond of virtual time.
    void run_for(Time span);
    // The same until the condition holds; false where the span did not suffice.
    bool run_until(const std::function<bool()>& condition, Time span);
    bool run_to_end(Time span = std::chrono::seconds(120));

    Side& side(std::size_t index) { return *sides_[index]; }
    std::size_t sides() const { return sides_.size(); }
    net::SimulatedNetwork& network() { return network_; }
    Time now() const { return now_; }

private:
    Side& add(std::string name);
    void drive(Side& side, sim::Result<net::Lockstep> session);
    void pump(Side& side);
    Time own_time(const Side& side) const;

    Between between_;
    net::SimulatedNetwork network_;
    std::vector<std::unique_ptr<Side>> sides_;
    std::uint32_t endpoints_ = 0;  // fewer than sides where a host follows another
    Time now_{0};
};

// A line of any quality up to these bounds and a quarter of the packets lost.
net::LinkOptions rough_line(Random& random, std::uint32_t delay_ms_max,
                            std::uint32_t jitter_ms_max);

// A setup for a match, and options that name it.
net::HostOptions host_options(const sim::AnySimulation& simulation, std::uint32_t players,
                              std::uint64_t ticks_limit = net::k_no_limit);

// The same inputs run in one process without any network: what every match must come to.
struct Reference {
    sim::ChainHash chain;
    std::vector<sim::Bytes> records;
};
Reference reference_run(sim::AnySimulation simulation, const Setup& setup, std::uint64_t ticks,
                        std::uint64_t seed = 7);

}  // namespace tandem::test
