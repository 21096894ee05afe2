// SPDX-License-Identifier: MIT
// A game that is disturbed while it plays: beside another one (companion.hpp), or by itself in a
// copy of the process (disturbed_run.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/check/disturbance.hpp>
#include <tandem/tools/check/neighbour.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

class HeapTraffic;

class DisturbedGame {
public:
    // Sets up the disturbances that last, some of which change the process for good, and makes the
    // game. `beside` and `later` need to know how many ticks are to come.
    DisturbedGame(const RegisteredGame& game, std::vector<Disturbance> disturbances,
                  const tandem::Setup& setup = {}, std::uint64_t ticks = 0);
    ~DisturbedGame();
    DisturbedGame(const DisturbedGame&) = delete;
    DisturbedGame& operator=(const DisturbedGame&) = delete;

    sim::Result<void> reset(const tandem::Setup& setup);
    // Does a disturbance that has ticks, before the step of this one. The game goes on from the
    // state of `from`: itself, or the one that it plays beside.
    sim::Result<void> disturb(const Disturbance& disturbance, std::uint64_t tick,
                              const sim::AnySimulation& from);
    sim::Result<void> step(std::uint64_t tick, sim::ByteView record);

    sim::AnySimulation& simulation() { return simulation_; }
    const sim::AnySimulation& simulation() const { return simulation_; }
    const std::vector<Disturbance>& disturbances() const { return disturbances_; }
    // The times that the threads of `beside` met.
    std::uint64_t meetings() const { return beside_ ? beside_->meetings() : 0; }

private:
    sim::AnySimulation make(const tandem::Setup& setup, std::uint64_t ticks);
    const Disturbance* active(DisturbanceKind kind, std::uint64_t tick) const;
    sim::Result<void> reset_here(const tandem::Setup& setup);
    void step_neighbour(const Random& random);
    sim::Result<void> go_on_in_fresh(const sim::AnySimulation& from);
    sim::Result<void> go_on_in_used(const Random& random, const sim::AnySimulation& from);
    sim::Result<void> step_too_early(const Random& random, std::uint64_t tick);
    sim::Result<void> observe(std::uint64_t tick) const;
    void lay_pattern_if_wanted(std::uint64_t tick);
    // Does the work, a reset or the step of this tick, under its disturbances.
    template <class Work>
    sim::Result<void> as_disturbed(std::uint64_t tick, const Work& work);

    const RegisteredGame& game_;
    std::vector<Disturbance> disturbances_;
    std::unique_ptr<HeapTraffic> traffic_;
    std::unique_ptr<BusyNeighbour> beside_;
    bool is_filled_ = false;
    sim::AnySimulation simulation_;
    std::optional<sim::AnySimulation> neighbour_;
};

}  // namespace tandem::tools::check
