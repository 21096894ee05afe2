// SPDX-License-Identifier: MIT
// The folder that a match leaves beside its recording after a desync: both sides' recordings as far
// as they are known here, the packets around it, and what was found.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/header.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::tools {

// The class of a cause as explain names it. Never more than a match knows for certain: why equal
// inputs, or equal setups, gave different states is only found by simulating again.
replay::CauseClass live_cause(net::DesyncCause cause);

// The state hashes of a match, eight bytes a tick: with the inputs of its recording they give the
// chain after every tick.
class StateHashLog final : public sim::TickObserver {
public:
    // Five days of 60 ticks a second, and 200 MB.
    static constexpr std::size_t ticks_max = 26'000'000;

    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark&) override { return {}; }
    sim::Result<void> on_state(const sim::StateView&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    sim::Result<void> on_end(sim::EndReason) override { return {}; }

    // Of the reset state, and the running hashes there.
    sim::StateHash reset() const { return reset_; }
    const sim::RunningHashes& start() const { return start_; }
    // After each tick, as many as there were room for.
    const std::vector<sim::StateHash>& after() const { return after_; }

private:
    sim::StateHash reset_;
    sim::RunningHashes start_;
    std::vector<sim::StateHash> after_;
};

// What a bundle is made of. The references must outlive the call.
struct BundlePlan {
    const sim::GameInfo& game;
    const net::Desynced& desync;
    const StateHashLog& hashes;
    std::string recording;  // of this side, finished
    bool is_host = false;
    Slot own;
    // As the other side told them.
    std::string other_build{};
    std::optional<replay::GameBuild> other_program{};
    std::string packets{};  // one JSON object a line
    // Says what the two recordings prove, if both are there; called last.
    std::function<replay::CauseClass(const std::string& ours, const std::string& theirs)>
        conclude{};
};

struct WrittenBundle {
    std::string folder;
    std::string theirs_missing;  // why there is no recording of the other side; empty: there is
    replay::CauseClass cause = replay::CauseClass::unknown;
};

// Writes RECORDING.desync (without .tandem), or RECORDING.desync-2 and so on: never into a folder
// that is there. Where something cannot be written (io) nothing of it is left, and the recording is
// only read in any case. CLI.md says what is in it.
sim::Result<WrittenBundle> write_desync_bundle(const BundlePlan& plan);

}  // namespace tandem::tools
