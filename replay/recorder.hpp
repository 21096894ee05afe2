// SPDX-License-Identifier: MIT
// An observer that writes a session into a replay file while it runs. Give it to a Timeline or to a
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

// How a session is recorded. Every member has a default, so that a designated initializer can name
// only some of them.
struct RecorderOptions {
    std::uint32_t block_ticks = 0;     // ticks in a full block of inputs; 0: about one second
    std::uint64_t keyframe_ticks = 0;  // the fewest ticks between keyframes; 0: about ten seconds
    // All keyframes after the first take at most this plus the bytes of everything else in the
    // file. So a small state gets a keyframe every keyframe_ticks, a large state gets fewer and
    // fewer, and keyframes at most double a long file.
    std::uint64_t keyframe_allowance_bytes = 4U << 20;
    bool has_keyframes = true;  // the reset state is always written
    bool compress = true;       // compress a block if that makes it smaller
    std::string build{};        // shown to people, compared by nobody
    std::string player_name{};  // only a name that the player gave for this purpose; empty: none
    std::uint32_t player_slot = 0;  // the slot of the player with that name
    // The recording that this session continues: its chain at the tick at which the session begins
    // (sim::Timeline::start_at).
    std::optional<Parent> parent{};
    std::uint64_t first_tick = 0;  // set by the start of the session
};

class Recorder final : public sim::TickObserver {
public:
    // `output` must outlive the recorder. Nothing is written before the session starts.
    explicit Recorder(Output& output, RecorderOptions options = {});
    ~Recorder() override;

    // Each call gives blocks to the output as soon as they are full. After a failure of the output,
    // every later call gives the same error and writes nothing, so that the output stays readable.
    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    sim::Result<void> on_state(const sim::StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;

    // Writes the current block although it is not full. Call it in a session that stalls or runs
    // slower than real time: if the process is killed after this, nothing is lost. Before the start
    // and after the end it does nothing.
    sim::Result<void> flush();

    // How many bytes the output has got so far.
    std::uint64_t bytes_written() const { return bytes_written_; }
    // How many ticks the output has got so far.
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
