// SPDX-License-Identifier: MIT
// Asks a program for a run. It computes the chain from the hashes that the program gives, and so
// checks each answer against the file tick by tick.
#include <tandem/replay/explain/ask_program.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// So many ticks are asked for at once, because each question may be a way to another process and
// back.
constexpr std::uint64_t k_ticks_at_once = 128;

class Asking {
public:
    Asking(const Replay& replay, GameProgram& program, const AskPlan& plan,
           const Progress& progress)
        : replay_(replay), program_(program), plan_(plan), progress_(progress), cursor_(replay) {}

    sim::Result<AskedRun> run();

private:
    bool is_over() const {
        return run_.is_failed || (run_.parted_at && plan_.stops_where_it_parts);
    }
    bool goes_on() const { return !progress_ || progress_(run_.ticks_done - replay_.first_tick()); }

    sim::Result<void> begin();

    // Checks that a state fits the schema: another program may say anything.
    sim::Result<sim::Bytes> checked(sim::Result<sim::Bytes> state) const;

    // Begins with the state at which a file of a later part begins.
    sim::Result<void> go_on();

    // Notes that the game failed. That is an answer and no error.
    sim::Result<void> fail_of(const sim::Error& error);

    sim::StateHash hash_of(sim::ByteView state) const {
        return sim::state_hash(replay_.header().state_schema, state);
    }

    sim::StateHash keep(sim::StateHash hash);
    sim::Result<void> compare();
    sim::Result<void> done(sim::ByteView record, sim::StateHash state);
    sim::Result<void> restore_here();

    // Steps to the next place at which something is to be done.
    sim::Result<void> step_some();
    sim::Result<void> compare_tick();

    const Replay& replay_;
    GameProgram& program_;
    const AskPlan& plan_;
    const Progress& progress_;
    Cursor cursor_;
    sim::RunningHashes hashes_;
    bool is_restored_ = false;
    AskedRun run_;
};

}  // namespace

sim::Result<AskedRun> ask_program(const Replay& replay, GameProgram& program, const AskPlan& plan,
                                  const Progress& progress) {
    TANDEM_ASSERT(plan.end_ticks_done >= replay.first_tick() &&
                  plan.end_ticks_done <= replay.end_tick());
    TANDEM_ASSERT(!plan.seen || (plan.seen->number >= replay.first_tick() &&
                                 plan.seen->number < plan.end_ticks_done));
    return Asking(replay, program, plan, progress).run();
}

std::optional<PhaseParting> part_in_phases(const TickSeen& first, const TickSeen& second) {
    if (first.before != second.before) {
        return std::nullopt;
    }
    const std::size_t count = std::min(first.phases.size(), second.phases.size());
    for (std::size_t i = 0; i < count; ++i) {
        const sim::PhaseHash& one = first.phases[i];
        const sim::PhaseHash& other = second.phases[i];
        if (one.phase != other.phase) {
            return std::nullopt;
        }
        if (one.state != other.state) {
            return PhaseParting{one.phase, one.state, other.state, "in its phase " + one.phase};
        }
    }
    if (count == 0 || first.phases.size() != second.phases.size() || first.after == second.after) {
        return std::nullopt;
    }
    return PhaseParting{"", first.after, second.after,
                        "behind its last phase, " + first.phases.back().phase};
}

namespace {

sim::Result<AskedRun> Asking::run() {
    TANDEM_TRY(begin());
    while (run_.ticks_done < plan_.end_ticks_done && !is_over() && goes_on()) {
        if (plan_.restored_at == run_.ticks_done && !std::exchange(is_restored_, true)) {
            TANDEM_TRY(restore_here());
        }
        const bool is_seen = plan_.seen && plan_.seen->number == run_.ticks_done;
        TANDEM_TRY(is_seen ? compare_tick() : step_some());
    }
    return std::move(run_);
}

sim::Result<void> Asking::begin() {
    run_.ticks_done = plan_.from_keyframe.value_or(replay_.first_tick());
    if (auto reset = program_.reset(replay_.header().setup); !reset) {
        return fail_of(reset.error());
    }
    if (run_.ticks_done != 0) {
        return go_on();
    }
    auto state = checked(program_.save());
    TANDEM_TRY(state);
    run_.first_state = std::move(state).value();
    const std::uint64_t start = start_of(replay_.header());
    hashes_ = sim::running_start(start, keep(hash_of(run_.first_state)));
    return compare();
}

sim::Result<sim::Bytes> Asking::checked(sim::Result<sim::Bytes> state) const {
    TANDEM_TRY(state);
    if (auto fits = check_value(replay_.header().state_schema, *state); !fits) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the state that it tells after " + sim::ticks_text(run_.ticks_done) +
                              " is none of the game: " + fits.error().text()};
    }
    return state;
}

sim::Result<void> Asking::go_on() {
    const StoredState* stored = replay_.find_state(run_.ticks_done);
    if (stored == nullptr || stored->purpose != sim::StatePurpose::keyframe) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file lacks the keyframe after " + sim::ticks_text(run_.ticks_done)};
    }
    auto state = replay_.load_state(*stored);
    TANDEM_TRY(state);
    run_.first_state = std::move(state->bytes);
    hashes_ = state->hashes;
    keep(hash_of(run_.first_state));
    if (auto restored = program_.restore(run_.first_state); !restored) {
        return fail_of(restored.error());
    }
    return {};
}

sim::Result<void> Asking::fail_of(const sim::Error& error) {
    if (error.code != sim::ErrorCode::step_failed) {
        return error;
    }
    run_.is_failed = true;
    return {};
}

sim::StateHash Asking::keep(sim::StateHash hash) {
    if (plan_.keeps_hashes) {
        run_.hashes.push_back(hash);
    }
    return hash;
}

sim::Result<void> Asking::compare() {
    const auto recorded = cursor_.chain(run_.ticks_done);
    TANDEM_TRY(recorded);
    if (!recorded->agrees(hashes_.chain) && !run_.parted_at) {
        run_.parted_at = run_.ticks_done;
    }
    return {};
}

sim::Result<void> Asking::done(sim::ByteView record, sim::StateHash state) {
    hashes_ = sim::running_next(hashes_, sim::hash_bytes(record), keep(state));
    ++run_.ticks_done;
    return compare();
}

sim::Result<void> Asking::restore_here() {
    const auto state = program_.save();
    TANDEM_TRY(state);
    TANDEM_TRY(program_.reset(replay_.header().setup));
    return program_.restore(*state);
}

sim::Result<void> Asking::step_some() {
    std::uint64_t end = std::min(plan_.end_ticks_done, run_.ticks_done + k_ticks_at_once);
    if (plan_.seen && plan_.seen->number > run_.ticks_done) {
        end = std::min(end, plan_.seen->number);
    }
    if (plan_.restored_at && *plan_.restored_at > run_.ticks_done) {
        end = std::min(end, *plan_.restored_at);
    }
    std::vector<sim::Bytes> records;
    for (std::uint64_t tick = run_.ticks_done; tick < end; ++tick) {
        const auto record = cursor_.record(sim::Tick{tick});
        TANDEM_TRY(record);
        records.emplace_back(record->begin(), record->end());
    }
    const auto hashes = program_.step(records);
    TANDEM_TRY(hashes);
    for (std::size_t i = 0; i < std::min(hashes->size(), records.size()); ++i) {
        if (auto compared = done(records[i], (*hashes)[i]); !compared || is_over()) {
            return compared;
        }
    }
    run_.is_failed = hashes->size() < records.size();
    return {};
}

sim::Result<void> Asking::compare_tick() {
    const auto record = cursor_.record(sim::Tick{run_.ticks_done});
    TANDEM_TRY(record);
    const sim::Bytes said(record->begin(), record->end());
    auto before = checked(program_.save());
    TANDEM_TRY(before);
    auto phases = program_.step_with_phases(said);
    if (!phases) {
        return fail_of(phases.error());
    }
    for (const sim::PhaseHash& phase : *phases) {
        TANDEM_TRY(checked(phase.state));
    }
    auto after = checked(program_.save());
    TANDEM_TRY(after);
    run_.seen.emplace(
        TickSeen{std::move(before).value(), std::move(phases).value(), std::move(after).value()});
    return done(said, hash_of(run_.seen->after));
}

}  // namespace
}  // namespace tandem::replay
