// SPDX-License-Identifier: MIT
// What fake-desync plants, from the other end: the class that should be found, and the other build
// as a program that can be asked, which steps as here but from the states that its rules make.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/faked_session.hpp>
#include <tandem/replay/explain/game_program.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::test {

// What an explanation should say of a fault of this kind, where the other build can be asked.
inline replay::CauseClass cause_of(replay::FakeKind kind) {
    using replay::CauseClass;
    using replay::FakeKind;
    switch (kind) {
        case FakeKind::flipped_bit:
        case FakeKind::bit_between:
            return CauseClass::memory;
        case FakeKind::lost_input:
        case FakeKind::late_input:
            return CauseClass::inputs;
        case FakeKind::unsaved_field:
            return CauseClass::unsaved;
        case FakeKind::static_variable:
        case FakeKind::unwritten_byte:
            return CauseClass::local;
        case FakeKind::other_build:
            return CauseClass::build;
        case FakeKind::other_setup:
            return CauseClass::setup;
        case FakeKind::lost_setup:
            return CauseClass::recording;
    }
    return CauseClass::unknown;
}

class FakedProgram final : public replay::GameProgram {
public:
    // `plan` is of the kind other_build.
    FakedProgram(const sim::AnySimulation& spare, replay::FakePlan plan)
        : plan_(plan), simulation_(spare.clone()), trial_(spare.clone()) {}

    std::string build() const override { return "other rules"; }
    std::optional<sim::Digest> digest() const override { return std::nullopt; }
    sim::Result<void> reset(const Setup& setup) override {
        tick_ = 0;
        TANDEM_TRY(trial_.reset(setup));
        return simulation_.reset(setup);
    }
    // Only of a state that it came to itself does it know the tick.
    sim::Result<void> restore(sim::ByteView state) override {
        const auto known = ticks_.find(sim::hash_bytes(state));
        tick_ = known == ticks_.end() ? 0 : known->second;
        return simulation_.restore(state);
    }
    sim::Result<std::vector<sim::StateHash>> step(const std::vector<sim::Bytes>& records) override {
        std::vector<sim::StateHash> hashes;
        for (const sim::Bytes& record : records) {
            if (!step_once(record)) {
                break;
            }
            hashes.push_back(simulation_.state_hash());
        }
        return hashes;
    }
    // It names none.
    sim::Result<std::vector<sim::PhaseHash>> step_with_phases(sim::ByteView record) override {
        const auto stepped = step_once(sim::Bytes(record.begin(), record.end()));
        return stepped ? sim::Result<std::vector<sim::PhaseHash>>(std::vector<sim::PhaseHash>())
                       : stepped.error();
    }
    sim::Result<sim::Bytes> save() override { return simulation_.save(); }

private:
    sim::Result<void> step_once(const sim::Bytes& record) {
        const sim::Bytes state = simulation_.save();
        ticks_[sim::hash_bytes(state)] = tick_;
        const auto other =
            replay::state_by_other_rules(plan_, trial_, sim::Tick{tick_}, state, record);
        if (other) {
            TANDEM_TRY(simulation_.restore(*other));
        }
        ++tick_;
        return simulation_.step(record);
    }

    replay::FakePlan plan_;
    sim::AnySimulation simulation_;
    sim::AnySimulation trial_;
    std::map<std::uint64_t, std::uint64_t> ticks_;  // done, by the hash of the state
    std::uint64_t tick_ = 0;
};

}  // namespace tandem::test
