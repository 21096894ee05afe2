// SPDX-License-Identifier: MIT
// Keeps the tick that is being played in memory that both processes see, so that it is known also
// of a process that died in it.
#include <tandem/tools/program/trial/played_trial.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/process/message.hpp>

namespace tandem::replay {

template <class Archive>
void serialize(Archive& ar, TrialOutcome& outcome) {
    ar(CEREAL_NVP(outcome.fails), CEREAL_NVP(outcome.ticks_done), CEREAL_NVP(outcome.what));
}

}  // namespace tandem::replay

namespace tandem::tools {
namespace {

using replay::TrialOutcome;

// Plays a session, in the other process.
class PlayedSession {
public:
    PlayedSession(const RegisteredGame& game, const Setup& setup, const FailureSought& sought,
                  TrialLife& life)
        : game_(game), setup_(setup), sought_(sought), life_(life), simulation_(game.make()) {}

    TrialOutcome play(std::span<const Bytes> records) {
        if (auto reset = simulation_.reset(setup_); !reset) {
            return failed(0, reset.error());
        }
        if (sought_.divergence) {
            twin_.emplace(game_.make());
            if (auto reset = twin_->reset(setup_); !reset) {
                return failed(0, reset.error());
            }
        }
        now_ = simulation_.save();
        if (holds(nullptr)) {
            return {true, 0, sought_.condition_text};
        }
        for (std::uint64_t tick = 0; tick < records.size(); ++tick) {
            life_.set_ticks(tick + 1);
            if (auto stepped = simulation_.step(records[tick]); !stepped) {
                return failed(tick + 1, stepped.error());
            }
            if (sought_.divergence && !twin_agrees(records[tick])) {
                return {true, tick + 1, k_goes_on_otherwise};
            }
            if (holds(&records[tick])) {
                return {true, tick + 1, sought_.condition_text};
            }
            if (simulation_.finished()) {
                return {false, tick + 1, ""};
            }
        }
        return {false, records.size(), ""};
    }

private:
    // The outcome has no tick in its text, because that is another after each shrinking.
    static TrialOutcome failed(std::uint64_t ticks_done, const Error& error) {
        return {true, ticks_done, error.message};
    }

    bool twin_agrees(const Bytes& record) {
        const Bytes state = twin_->save();
        return twin_->restore(state) && twin_->step(record) &&
               twin_->state_hash() == simulation_.state_hash();
    }

    bool holds(const Bytes* record) {
        if (sought_.condition == nullptr) {
            return false;
        }
        std::optional<sim::RecordView> view;
        if (record != nullptr && sought_.condition->asks_inputs()) {
            auto parsed =
                sim::parse_record(game_.info->input_schema, simulation_.setup().slots, *record);
            view = parsed ? std::optional(std::move(parsed).value()) : std::nullopt;
        }
        before_.swap(now_);
        const bool has_before = record != nullptr;
        now_ = simulation_.save();
        const replay::Instant then{before_};
        return sought_.condition->holds({now_, view ? &*view : nullptr},
                                        has_before ? &then : nullptr);
    }

    const RegisteredGame& game_;
    const Setup& setup_;
    const FailureSought& sought_;
    TrialLife& life_;
    sim::AnySimulation simulation_;
    std::optional<sim::AnySimulation> twin_;  // is saved and restored before each step
    Bytes now_;
    Bytes before_;
};

Result<TrialOutcome> play_once(const RegisteredGame& game, const Setup& setup,
                               const FailureSought& sought, std::span<const Bytes> records) {
    const auto done = run_trial(
        [&](TrialLife& life) {
            return sim::canonical_bytes(PlayedSession(game, setup, sought, life).play(records));
        },
        sought.limits);
    TANDEM_TRY(done);
    const std::optional<TrialEnd>& ended = *done;
    if (!ended) {  // interrupted
        return TrialOutcome{false, 0, ""};
    }
    if (ended->answer) {
        return read_message<TrialOutcome>(
            *ended->answer, damaged_answer(),
            [&](const TrialOutcome& outcome) { return outcome.ticks_done <= records.size(); });
    }
    return TrialOutcome{true, std::min<std::uint64_t>(ended->ticks, records.size()),
                        ended->is_hung ? "the game hangs in a step" : ended->how};
}

}  // namespace

replay::PlayTrial played_trial(const RegisteredGame& game, const Setup& setup,
                               FailureSought sought) {
    return [&game, &setup, sought = std::move(sought)](std::span<const Bytes> records) {
        return play_once(game, setup, sought, records);
    };
}

}  // namespace tandem::tools
