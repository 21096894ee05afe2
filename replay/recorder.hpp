// SPDX-License-Identifier: MIT
// The observer that turns a session into a replay file as it happens: hand it to a Timeline or a
// lockstep session.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/replay/header.hpp>
#include <tandem/replay/output.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

class Encoder;

// Every member has an initializer, so that designated ones can name just those they want.
struct RecorderOptions {
    std::uint32_t block_ticks = 0;  // ticks in a full block of inputs; 0: about one second of them
    std::uint64_t keyframe_ticks =
        0;  // least ticks between keyframes; 0: about ten seconds of them
    // Keyframes after the first together stay below this plus the bytes of everything else in the
    // file: a small state gets one every keyframe_ticks, a large one ever fewer, and no file more
    // than doubles for them.
    std::uint64_t keyframe_allowance_bytes = 4U << 20;
    bool has_keyframes = true;       // the reset state is always written
    bool compress = true;            // where that makes a block smaller
    std::string build{};             // shown to people, compared by nobody
    std::string player_name{};       // only what the player gave for this purpose; empty: none
    std::uint32_t player_slot = 0;   // whose name that is
    std::optional<Parent> parent{};  // where this session continues another recording
    std::uint64_t first_tick = 0;    // ticks of the session before the first that will be recorded
};

class Recorder final : public sim::TickObserver {
public:
    // `output` must outlive the recorder. Nothing is written before the session starts.
    explicit Recorder(Output& output, RecorderOptions options = {});
    ~Recorder() override;

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
    std::unique_ptr<Encoder> encoder_;
    std::optional<sim::Error> failure_;
    std::uint64_t bytes_written_ = 0;
    std::uint64_t ticks_written_ = 0;
};

}  // namespace tandem::replay
