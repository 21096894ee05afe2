// SPDX-License-Identifier: MIT
// Knows the truth of a simulated match: it plays the same records in one process, without any
// network, and compares the chain of every machine with its own after each confirmed tick.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/history/timeline.hpp>

namespace tandem::tools::netsim {

// The first tick after which a machine's chain is not the one of the local recording.
struct Difference {
    std::uint32_t machine = 0;
    std::uint64_t tick = 0;
};

class Referee {
public:
    // `simulation` must be another one than the machines'.
    Referee(sim::AnySimulation simulation, const Setup& setup, std::uint32_t machines);

    // Takes the next confirmed tick of a machine. The first machine to confirm a tick gives the
    // record that is played here. The error is that of the game's own step.
    sim::Result<void> confirm(std::uint32_t machine, const sim::TickedView& ticked);
    // The machine goes on from the moment after `ticks_done` ticks, which it was given. It is an
    // error (bad_data) if no machine has confirmed these ticks.
    sim::Result<void> go_on(std::uint32_t machine, std::uint64_t ticks_done, sim::ChainHash chain);
    // The machine confirms nothing any more; the referee does not wait for its ticks.
    void forget(std::uint32_t machine);

    // The number of ticks that a machine has confirmed, or that lie before what it was given.
    std::uint64_t ticks(std::uint32_t machine) const { return machines_[machine].ticks; }
    // The most ticks that a machine ever had confirmed. What it was told as certain stays so.
    std::uint64_t ticks_most(std::uint32_t machine) const { return machines_[machine].ticks_most; }
    // True if the slot takes part in the newest tick.
    bool is_present(Slot slot) const;
    // The number of ticks that were compared, over all machines.
    std::uint64_t ticks_compared() const { return ticks_compared_; }
    // The number of ticks of the recording, and its chain after them.
    std::uint64_t ticks_played() const { return timeline_.ticks_done(); }
    sim::ChainHash chain() const { return timeline_.chain(); }
    // The machines whose chains differ, each with its first tick that does.
    const std::vector<Difference>& differences() const { return differences_; }

private:
    struct Confirmed {
        std::uint64_t ticks = 0;
        std::uint64_t ticks_most = 0;
        bool is_forgotten = false;
        bool has_differed = false;
    };

    void compare(std::uint32_t machine, std::uint64_t tick, sim::ChainHash chain);
    void drop_what_all_have();

    sim::Timeline timeline_;
    std::vector<Confirmed> machines_;
    sim::Bytes record_;                  // the newest tick's
    std::deque<sim::ChainHash> chains_;  // the first is after first_ + 1 ticks
    std::uint64_t first_ = 0;
    std::uint64_t ticks_compared_ = 0;
    std::vector<Difference> differences_;
};

// The observer of one machine tells the referee of its ticks.
class Reporter final : public sim::TickObserver {
public:
    Reporter(Referee& referee, std::uint32_t machine) : referee_(referee), machine_(machine) {}

    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark&) override { return {}; }
    sim::Result<void> on_state(const sim::StateView&) override { return {}; }
    sim::Result<void> on_given(const sim::SessionStart& start) override;
    bool wants_keyframe(std::uint64_t) const override { return false; }
    sim::Result<void> on_end(sim::EndReason) override { return {}; }

    // The chain after the last confirmed tick.
    std::optional<sim::ChainHash> chain() const { return chain_; }
    // The number of ticks that it was told of last, with those before what it was given.
    std::uint64_t ticks() const { return referee_.ticks(machine_); }

private:
    Referee& referee_;
    std::uint32_t machine_;
    std::optional<sim::ChainHash> chain_;
};

}  // namespace tandem::tools::netsim
