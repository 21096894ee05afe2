// SPDX-License-Identifier: MIT
// A machine with a fixed tick: Tandem's own lockstep session, called once a frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/tools/lab/match/faulty_line.hpp>
#include <tandem/tools/lab/match/side.hpp>
#include <tandem/tools/lab/match/state_log.hpp>

namespace tandem::tools::lab::match {

// Returns the input delay in ticks with which no tick ever waits for a machine that looks at the
// network once a frame: an input is asked for in a frame of the slow machine, and there until its
// next one and the fast one's after it, D >= ceil((P + L) / tick). With a tick less, section 3's
// bound, ticks come late by up to one frame of the fast machine.
std::uint32_t delay_ticks_for(std::uint32_t slow_cost_ns, std::uint32_t fast_cost_ns);

class FixedSide final : public MatchSide {
public:
    // `transport` and `recorder`, which may be null, must outlive this. The plan's arm is a
    // fixed one (asserted); its fault is the guest's.
    static sim::Result<std::unique_ptr<FixedSide>> make(const SidePlan& plan,
                                                        net::Transport& transport,
                                                        sim::TickObserver* recorder);

    sim::Result<void> frame(net::Time now) override;
    bool is_playing() const override {
        return driver_->session().is_started() && !driver_->ended();
    }
    bool is_over() const override { return driver_->is_over(); }
    SideReport report() const override;

private:
    FixedSide(const SidePlan& plan, net::Transport& transport, sim::TickObserver* recorder);
    sim::Result<void> open();
    net::InputSource script_source();
    void on_event(const net::Event& event, net::Time now);
    void on_tick(net::Time now);
    void watch_stall(net::Time now, std::uint32_t ticks);

    SidePlan plan_;
    FaultyLine line_;
    StateLog state_log_;
    std::optional<net::Driver> driver_;
    net::Time start_{0};
    net::Time end_{0};
    std::uint32_t frames_ = 0;
    net::Time worst_gap_{0};
    std::vector<net::Time> asked_at_;   // when each tick's own input was asked
    std::vector<net::Time> played_at_;  // when each tick was played
    net::Time input_age_sum_{0};
    net::Time input_age_max_{0};
    net::Time desync_after_{0};
    std::optional<net::Time> stalled_since_;
    net::Time stalled_{0};
    std::uint32_t stalls_ = 0;
    std::optional<net::Desynced> desync_;
    net::Time now_{0};
};

}  // namespace tandem::tools::lab::match
