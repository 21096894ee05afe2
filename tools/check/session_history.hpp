// SPDX-License-Identifier: MIT
// The history of one session of the game under check. Every companion is compared with it, even one
// that plays later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/check/probe.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// The first difference of one companion.
struct Finding {
    Probe probe = Probe::serialize;
    std::uint64_t seed = 0;        // of the session
    std::uint64_t ticks_done = 0;  // moment of the difference; of a failure the tick that failed
    std::string failure;           // what only one of the two could not do; empty: values differ
    std::string answer;            // "finished()": what differs although the states are the same
    std::vector<sim::FieldDifference> fields;  // the game | its companion
};

// Moment n is the state after n ticks; moment 0 is what reset made.
class SessionHistory {
public:
    // `state_bytes` is how much of the states may be kept, from moment 0 on.
    SessionHistory(const RegisteredGame& game, Setup setup, std::uint64_t state_bytes)
        : game_(game), setup_(std::move(setup)), state_bytes_left_(state_bytes) {}

    // The game as it stands after its reset.
    void start(const sim::AnySimulation& main);
    // The next tick: `done` is what came of stepping `main` with `record`.
    void add(sim::ByteView record, const sim::Result<void>& done, const sim::AnySimulation& main);

    const RegisteredGame& game() const { return game_; }
    const Setup& setup() const { return setup_; }
    // How many ticks were tried: all succeeded, but for the last where there is a failure.
    std::uint64_t ticks() const { return record_ends_.size(); }
    // Of the last tick.
    const std::optional<sim::Error>& failure() const { return failure_; }
    bool failed_at(std::uint64_t tick) const { return failure_ && tick + 1 == ticks(); }
    sim::ByteView record(std::uint64_t tick) const;
    sim::StateHash hash(std::uint64_t moment) const { return hashes_[moment]; }
    // The state of this moment: kept, or simulated once more where that leads there again.
    std::optional<sim::Bytes> state(std::uint64_t moment) const;
    std::uint64_t state_bytes_left() const { return state_bytes_left_; }

    // The difference at `moment` to a companion that stands at `other`, fields named.
    Finding difference(Probe probe, std::uint64_t moment, sim::ByteView other) const;
    // What only one of the two could not do in `tick`: the game (`main_failed`) or its companion.
    Finding failure(Probe probe, std::uint64_t tick, bool main_failed,
                    const std::string& text) const;
    // What a companion of the same state answers otherwise at `moment`.
    Finding answer(Probe probe, std::uint64_t moment, const std::string& name) const;

private:
    void keep(const sim::AnySimulation& main);
    Finding finding_at(Probe probe, std::uint64_t ticks_done) const;

    const RegisteredGame& game_;
    Setup setup_;
    sim::Bytes records_;
    std::vector<std::uint64_t> record_ends_;
    std::vector<sim::StateHash> hashes_;
    std::vector<sim::Bytes> states_;
    std::uint64_t state_bytes_left_;
    std::optional<sim::Error> failure_;
};

}  // namespace tandem::tools::check
