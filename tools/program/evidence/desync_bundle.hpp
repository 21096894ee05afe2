// SPDX-License-Identifier: MIT
// Writes the folder that a match leaves beside its recording after a desync: both sides' recordings
// as far as they are known here, the packets around it, and the findings.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/event.hpp>
#include <tandem/replay/blocks/header.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::tools {

// The class of a cause as explain names it. It never claims more than a match knows for certain:
// only simulating again shows why equal inputs, or equal setups, gave different states.
replay::CauseClass live_cause(net::DesyncCause cause);

// Keeps the state hashes of a match, eight bytes a tick: with the inputs of its recording they give
// the chain after every tick.
class StateHashLog final : public sim::TickObserver {
public:
    // The most ticks: five days of 60 ticks a second, and 200 MB.
    static constexpr std::size_t ticks_max = 26'000'000;

    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark&) override { return {}; }
    sim::Result<void> on_state(const sim::StateView&) override { return {}; }
    // Behind ticks that are missing nothing is kept: a bundle then says that it has no other side.
    sim::Result<void> on_given(const sim::SessionStart&) override { return {}; }
    bool wants_keyframe(std::uint64_t) const override { return false; }
    sim::Result<void> on_end(sim::EndReason) override { return {}; }

    // The hash of the reset state, and below the running hashes there.
    sim::StateHash reset() const { return reset_; }
    const sim::RunningHashes& start() const { return start_; }
    // The hashes after each tick, as many as there was room for.
    const std::vector<sim::StateHash>& after() const { return after_; }

private:
    sim::StateHash reset_;
    sim::RunningHashes start_;
    std::vector<sim::StateHash> after_;
};

// The parts of a bundle. The references must outlive the call.
struct BundlePlan {
    const sim::GameInfo& game;
    const net::Desynced& desync;
    const StateHashLog& hashes;
    std::string recording;  // recording of this side, finished
    bool is_host = false;
    Slot own;
    // The other side's facts, as it told them.
    std::string other_build{};
    std::optional<replay::GameBuild> other_program{};
    std::string packets{};  // packets, a JSON object in each line
    // Tells the cause that the two recordings prove, if both are there; called last.
    std::function<replay::CauseClass(const std::string& ours, const std::string& theirs)>
        conclude{};
};

struct WrittenBundle {
    std::string folder;
    std::string theirs_missing;  // reason why there is no other recording; empty: there is
    replay::CauseClass cause = replay::CauseClass::unknown;
};

// Writes RECORDING.desync (without .tandem), or RECORDING.desync-2 and so on: never into a folder
// that exists. If something cannot be written (io) nothing of it is left. In any case the recording
// is only read. CLI.md lists the contents.
sim::Result<WrittenBundle> write_desync_bundle(const BundlePlan& plan);

}  // namespace tandem::tools
