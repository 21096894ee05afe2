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
#include <tandem/tools/check/disturbance.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// The first difference of one companion.
struct CompanionFinding {
    DisturbanceKind probe = DisturbanceKind::save;
    std::uint64_t seed = 0;        // seed of the session
    std::uint64_t ticks_done = 0;  // moment of the difference, or the tick that failed
    std::string failure;           // failure of only one of the two; empty: values differ
    std::string answer;            // "finished()": the answer that differs, though states agree
    std::vector<sim::FieldDifference> fields;  // the game | its companion
};

// The fields that differ between these states; none if the bytes of one are not as the schema says.
std::vector<sim::FieldDifference> differing_fields(const sim::Schema& schema, sim::ByteView a,
                                                   sim::ByteView b);

// All that it takes to play a session again: a setup and the records of all ticks, each with the
// hash that it led to. Moment n is the state after n ticks; moment 0 is what reset made.
class Script {
public:
    Script() = default;
    explicit Script(tandem::Setup setup) : setup_(std::move(setup)) {}

    void start(sim::StateHash hash) { hashes_ = {hash}; }
    void add(sim::ByteView record, sim::StateHash hash);

    const tandem::Setup& setup() const { return setup_; }
    // The number of ticks tried.
    std::uint64_t ticks() const { return ends_.size(); }
    sim::ByteView record(std::uint64_t tick) const;  // below ticks()
    sim::StateHash hash(std::uint64_t moment) const { return hashes_[moment]; }

private:
    tandem::Setup setup_;
    sim::Bytes records_;
    std::vector<std::uint64_t> ends_;
    std::vector<sim::StateHash> hashes_;
};

// The ticks of its script all succeeded, but for the last if there is a failure.
class SessionHistory : public Script {
public:
    // `state_bytes` is the most bytes of states to be kept, from moment 0 on.
    SessionHistory(const RegisteredGame& game, tandem::Setup setup, std::uint64_t state_bytes)
        : Script(std::move(setup)), game_(game), state_bytes_left_(state_bytes) {}

    // Begins with the game after its reset.
    void start(const sim::AnySimulation& main);
    // Adds the next tick: `done` is the result of stepping `main` with `record`.
    void add(sim::ByteView record, const sim::Result<void>& done, const sim::AnySimulation& main);

    const RegisteredGame& game() const { return game_; }
    // The failure of the last tick.
    const std::optional<sim::Error>& failure() const { return failure_; }
    bool failed_at(std::uint64_t tick) const { return failure_ && tick + 1 == ticks(); }
    // The state of this moment: kept, or simulated once more if that leads there again.
    std::optional<sim::Bytes> state(std::uint64_t moment) const;
    std::uint64_t state_bytes_left() const { return state_bytes_left_; }

    // The difference at `moment` to a companion with the state `other`, fields named.
    CompanionFinding difference(DisturbanceKind probe, std::uint64_t moment,
                                sim::ByteView other) const;
    // The failure of only one of the two in `tick`: the game (`main_failed`) or its companion.
    CompanionFinding failure(DisturbanceKind probe, std::uint64_t tick, bool main_failed,
                             const std::string& text) const;
    // The difference at `moment` of an answer, from a companion of the same state.
    CompanionFinding answer(DisturbanceKind probe, std::uint64_t moment,
                            const std::string& name) const;

private:
    void keep(const sim::AnySimulation& main);
    CompanionFinding finding_at(DisturbanceKind probe, std::uint64_t ticks_done) const;

    const RegisteredGame& game_;
    std::vector<sim::Bytes> states_;
    std::uint64_t state_bytes_left_;
    std::optional<sim::Error> failure_;
};

}  // namespace tandem::tools::check
