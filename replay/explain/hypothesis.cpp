// SPDX-License-Identifier: MIT
// Tries guesses against a few bits of the chain at every tick and all of them at whole chains.
// Chance does not come so far.
#include <tandem/replay/explain/hypothesis.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/state_hash.hpp>

namespace tandem::replay {
namespace {

// Returns a reset simulation, or nothing if the game does not take the setup of the file.
std::optional<sim::AnySimulation> reset_game(const Replay& replay,
                                             const sim::AnySimulation& spare) {
    sim::AnySimulation simulation = spare.clone();
    return simulation.reset(replay.header().setup) ? std::optional(std::move(simulation))
                                                   : std::nullopt;
}

// Brings the simulation to the state behind the bad tick. Returns false if the game does not go
// there.
bool go_behind(const Hypothesis& guess, const BadTick& bad, sim::AnySimulation& simulation) {
    simulation.name_ticks_from(bad.tick().number);
    switch (guess.place) {
        case GuessPlace::after_step:
            return simulation.restore(with_edit(bad.honest, guess.edit)).has_value();
        case GuessPlace::before_step:
            return simulation.restore(with_edit(bad.before, guess.edit)) &&
                   simulation.step(bad.record);
        case GuessPlace::record:
        case GuessPlace::all_records: {
            const auto record = guess.other_record(bad.tick());
            return record && simulation.restore(bad.before) && simulation.step(*record);
        }
        case GuessPlace::no_step:
            return simulation.restore(bad.before).has_value();
        case GuessPlace::doubled_step:
            return simulation.restore(bad.honest) && simulation.step(bad.record);
    }
    return false;
}

enum class Went : std::uint8_t { on, apart, unread };

// A run that goes on from a guess, tick by tick, while it is as recorded.
class GuessedRun {
public:
    GuessedRun(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad,
               const Hypothesis& guess)
        : bad_(bad), guess_(guess), cursor_(replay), simulation_(reset_game(replay, spare)) {}

    // Goes behind the bad tick. Returns false if the game does not come there as recorded.
    bool begin() {
        if (!simulation_ || !go_behind(guess_, bad_, *simulation_)) {
            return false;
        }
        // The game is restored, so that data it keeps beside its state has no part in the guess. It
        // may make another state of this one.
        const sim::Bytes state = simulation_->save();
        if ((guess_.place == GuessPlace::after_step &&
             state != with_edit(bad_.honest, guess_.edit)) ||
            !simulation_->restore(state)) {
            return false;
        }
        simulation_->name_ticks_from(bad_.ticks_done);
        ticks_done_ = bad_.ticks_done;
        hashes_ = bad_.hashes_with(simulation_->state_hash());
        is_confirmed_ = is_confirmed_ || bad_.recorded.whole.has_value();
        return bad_.recorded.agrees(hashes_.chain);
    }

    std::uint64_t ticks_done() const { return ticks_done_; }
    bool is_confirmed() const { return is_confirmed_; }
    RunPlace place() const { return {ticks_done_, simulation_->save(), hashes_}; }

    // Steps a tick, with the guess's records or the recorded ones. A run that parts is of no use
    // any more.
    Went step(bool with_other_record) {
        const sim::Tick tick{ticks_done_};
        const auto said = cursor_.record(tick);
        if (!said) {
            return Went::unread;
        }
        const std::uint64_t record_hash = sim::hash_bytes(*said);
        const auto done = with_other_record
                              ? guess_.other_record(tick)
                              : sim::Result<sim::Bytes>(sim::Bytes(said->begin(), said->end()));
        const auto chain = cursor_.chain(ticks_done_ + 1);
        if (!done || !chain) {
            return Went::unread;
        }
        if (!simulation_->step(*done)) {
            return Went::apart;
        }
        hashes_ = sim::running_next(hashes_, record_hash, simulation_->state_hash());
        ++ticks_done_;
        if (!chain->agrees(hashes_.chain)) {
            return Went::apart;
        }
        is_confirmed_ = is_confirmed_ || chain->whole.has_value();
        return Went::on;
    }

private:
    const BadTick& bad_;
    const Hypothesis& guess_;
    Cursor cursor_;
    std::optional<sim::AnySimulation> simulation_;
    std::uint64_t ticks_done_ = 0;
    sim::RunningHashes hashes_;
    bool is_confirmed_ = false;
};

// Brings a run that parted back to where it stood before.
RunPlace come_again(GuessedRun& run, const Hypothesis& guess, std::uint64_t ticks_done,
                    const Fit& fit) {
    const bool is_begun = run.begin();
    TANDEM_ASSERT(is_begun);
    while (run.ticks_done() < ticks_done) {
        const bool is_other = guess.place == GuessPlace::all_records &&
                              (!fit.other_until || run.ticks_done() < *fit.other_until);
        const Went went = run.step(is_other);
        TANDEM_ASSERT(went == Went::on);
    }
    return run.place();
}

}  // namespace

Hypothesis guess_of_bit(const sim::Schema& schema, const BadTick& bad, const StateBit& place) {
    const bool is_after = place.moment == FlipMoment::after_step;
    const sim::Bytes& state = is_after ? bad.honest : bad.before;
    const FlippedBit bit = describe_bit(schema, state, place, bad.ticks_done - (is_after ? 0 : 1));
    const auto byte = static_cast<std::size_t>(place.byte);
    Hypothesis guess;
    guess.cause = CauseClass::memory;
    guess.place = is_after ? GuessPlace::after_step : GuessPlace::before_step;
    guess.text = flipped_bit_text(bit);
    guess.path = bit.path;
    guess.bit = place;
    guess.edit.pieces.push_back({byte, 1, {state[byte] ^ static_cast<std::byte>(1U << place.bit)}});
    return guess;
}

Trials::Trials(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad)
    : replay_(replay), spare_(spare), bad_(bad), simulation_(reset_game(replay, spare)) {}

std::optional<sim::StateHash> Trials::outcome(const Hypothesis& guess) {
    if (guess.place == GuessPlace::after_step) {
        // Following the guess shows whether the game takes this state.
        return sim::state_hash(spare_.info().state_schema, with_edit(bad_.honest, guess.edit));
    }
    if (!simulation_ || !go_behind(guess, bad_, *simulation_)) {
        return std::nullopt;
    }
    return simulation_->state_hash();
}

std::optional<sim::StateHash> Trials::outcome_from(sim::ByteView before) {
    if (!simulation_) {
        return std::nullopt;
    }
    simulation_->name_ticks_from(bad_.tick().number);
    if (!simulation_->restore(before) || !simulation_->step(bad_.record)) {
        return std::nullopt;
    }
    return simulation_->state_hash();
}

Fit Trials::follow(const Hypothesis& guess, std::uint64_t ticks_max,
                   const Progress& progress) const {
    Fit fit;
    GuessedRun run(replay_, spare_, bad_, guess);
    if (!run.begin()) {
        return fit;
    }
    fit.state = run.place().state;
    bool is_other = guess.place == GuessPlace::all_records;
    const std::uint64_t whole =
        next_whole_chain(replay_, bad_.ticks_done).value_or(replay_.end_tick());
    const std::uint64_t end =
        std::min(replay_.end_tick(), std::max(whole, bad_.ticks_done + ticks_max - 1));
    while (run.ticks_done() < end) {
        const std::uint64_t stood = run.ticks_done();
        if (progress && !progress(stood - bad_.ticks_done)) {
            fit.is_stopped = true;
            break;
        }
        Went went = run.step(is_other);
        if (went == Went::apart) {
            fit.parts_behind = come_again(run, guess, stood, fit);
            if (is_other && stood > bad_.ticks_done && run.step(false) == Went::on) {
                // The guess lasted only so long.
                fit.other_until = stood;
                fit.parts_behind.reset();
                is_other = false;
                went = Went::on;
            }
        }
        if (went != Went::on) {
            break;  // a record that cannot be read says nothing
        }
    }
    fit.ticks =
        1 - bad_.ticks_done + (fit.parts_behind ? fit.parts_behind->ticks_done : run.ticks_done());
    fit.is_confirmed = run.is_confirmed();
    return fit;
}

}  // namespace tandem::replay
