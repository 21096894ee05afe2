// SPDX-License-Identifier: MIT
// An observer that writes a session into a replay file while it runs. Give it to a Timeline or to a
// lockstep session.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder_options.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

class Encoder;
class FlushThread;

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

    // Does the same, and codes inputs afresh from the next tick on. The file then has the whole
    // chain before that tick.
    sim::Result<void> end_epoch();

    // The error after which nothing more is recorded; nothing as long as all is well.
    std::optional<sim::Error> failure() const;

    // The number of bytes that the output has got so far.
    std::uint64_t bytes_written() const;
    // The number of ticks that the output has got so far.
    std::uint64_t ticks_written() const;

private:
    void start_flush_thread();
    void close_block();
    void forget_block();
    sim::Result<void> drain();
    void write(const sim::Bytes& bytes);
    void keep_time();
    sim::Result<void> failed();

    mutable std::mutex mutex_;  // guards all below: the thread writes blocks too
    Output& output_;
    std::function<std::chrono::nanoseconds()> clock_;
    bool goes_on_without_output_;
    std::function<void(const sim::Error&)> on_failure_;
    std::unique_ptr<Encoder> encoder_;
    std::optional<std::chrono::nanoseconds> block_since_;  // when its first tick came
    std::chrono::nanoseconds last_tick_{0};                // when the last tick came, or the start
    std::chrono::nanoseconds longest_step_{0};             // the longest step of the current block
    std::optional<sim::Error> failure_;
    bool is_failure_told_ = false;
    std::uint64_t bytes_written_ = 0;
    std::uint64_t ticks_written_ = 0;
    std::unique_ptr<FlushThread> flush_thread_;  // the last member: it uses the others
};

}  // namespace tandem::replay
