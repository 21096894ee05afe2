// SPDX-License-Identifier: MIT
// The observer that turns a session into a replay file as it happens: hand it to a Timeline or a
// lockstep session.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/encoder.hpp>
#include <tandem/replay/output.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

class Recorder final : public sim::TickObserver {
public:
    // `output` must outlive the recorder. Nothing is written before the session starts.
    explicit Recorder(Output& output, RecorderOptions options = {});

    // Every call hands whole blocks to the output as soon as they are whole. Once an output has
    // failed, every later call gives the same error and writes nothing: what stands in the output
    // stays readable.
    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    sim::Result<void> on_state(const sim::StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;

    // Writes the current block although it is not full. For a session that stalls or runs slower
    // than real time: after this a kill loses nothing. Before the start and after the end there is
    // nothing to write.
    sim::Result<void> flush();

    // Bytes handed to the output so far.
    std::uint64_t bytes_written() const { return bytes_written_; }
    // Ticks that stand in the output.
    std::uint64_t ticks_written() const { return ticks_written_; }

private:
    sim::Result<void> drain();

    Output& output_;
    Encoder encoder_;
    std::optional<sim::Error> failure_;
    std::uint64_t bytes_written_ = 0;
    std::uint64_t ticks_written_ = 0;
};

}  // namespace tandem::replay
