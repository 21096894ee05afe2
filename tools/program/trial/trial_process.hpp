// SPDX-License-Identifier: MIT
// Does work with a game that may throw, hang, die or eat all memory in a process of its own:
// bounded, and watched for steps that come to an end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/life_watch.hpp>
#include <tandem/tools/process/shared_memory.hpp>

namespace tandem::tools {

// The limits of the other process.
struct TrialLimits {
    // The most memory; a process that asks for more is refused it. It is not held if a sanitizer is
    // built in, which reserves far more than it uses.
    std::uint64_t memory_bytes = std::uint64_t{2} << 30;
    // A process in which no step has come to an end for so long is taken to hang. A slow game does
    // not hang as long as its steps end sooner.
    std::chrono::seconds patience{60};
    // The longest time after which it is ended, however well it goes on; nothing: never.
    std::optional<std::chrono::seconds> most{};
};

// Numbers in memory that both processes see, so that they are known also of one that died.
class TrialLife {
public:
    // Makes the numbers. Null if the system gives no such memory.
    static std::shared_ptr<TrialLife> create();

    // Says how far the worker is, in ticks; that is a sign of life too. Any thread may call it.
    void set_ticks(std::uint64_t ticks) {
        numbers_->ticks.store(ticks, std::memory_order_relaxed);
        beat();
    }
    // Gives a sign of life that is no step: part of a search, say.
    void beat() { numbers_->beats.fetch_add(1, std::memory_order_relaxed); }
    std::uint64_t ticks() const { return numbers_->ticks.load(std::memory_order_relaxed); }
    std::uint64_t beats() const { return numbers_->beats.load(std::memory_order_relaxed); }
    // The number of steps, resets and restores that came to an end there.
    std::uint64_t steps() const { return numbers_->steps.load(std::memory_order_relaxed); }
    std::atomic<std::uint64_t>& step_counter() { return numbers_->steps; }
    // The number of signs of life.
    std::uint64_t signs() const { return beats() + steps(); }
    // Says that nobody waits any more: the worker ends what it has started, and itself.
    void stop() { numbers_->is_stopped.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return numbers_->is_stopped.load(std::memory_order_relaxed); }
    // Says that the work threw; the bytes that it sends are then no answer but the message.
    void set_thrown() { numbers_->has_thrown.store(true, std::memory_order_release); }
    bool has_thrown() const { return numbers_->has_thrown.load(std::memory_order_acquire); }

private:
    struct Numbers {
        std::atomic<bool> is_stopped{false};
        std::atomic<bool> has_thrown{false};
        std::atomic<std::uint64_t> ticks{0};
        std::atomic<std::uint64_t> beats{0};
        std::atomic<std::uint64_t> steps{0};
    };
    TrialLife() = default;

    SharedValue<Numbers> numbers_;
};

// The end of a process.
struct TrialEnd {
    std::optional<sim::Bytes> answer;  // answer of its work; nothing if it did not come to that
    // The end if there is no answer: "it ended by signal 11 (Segmentation fault)", "no step has
    // come to an end for 60 s".
    std::string how{};
    bool is_hung = false;
    std::uint64_t ticks = 0;  // ticks that it said last
    std::uint64_t steps = 0;  // steps, resets and restores of games that came to an end
};

// The work, in the other process. Its output goes nowhere. If it throws, that is how it ended.
using TrialJob = std::function<sim::Bytes(TrialLife& life)>;

class TrialProcess {
public:
    // Starts a copy of this process, which must have no other thread, for the job. Error io if none
    // can be made.
    static sim::Result<TrialProcess> start(const TrialJob& job, const TrialLimits& limits);

    // Says how it ended; nothing as long as it works, and nothing once a signal has arrived since
    // the start: then it is to be ended. Once it has ended it must not be asked again.
    std::optional<TrialEnd> poll();
    // True if such a signal has arrived.
    bool is_interrupted() const;
    // Ends all of them at once. They have so long to end by themselves the processes that they have
    // started.
    static void end_all(const std::vector<TrialProcess*>& processes,
                        std::chrono::nanoseconds patience);
    // Becomes readable when there may be something to see.
    int socket() const { return child_.connection(); }
    std::uint64_t ticks() const { return life_->ticks(); }

private:
    TrialProcess(Child child, std::shared_ptr<TrialLife> life, const TrialLimits& limits,
                 int signal_before);
    bool has_life();
    TrialEnd end_without_answer();

    Child child_;
    std::shared_ptr<TrialLife> life_;
    TrialLimits limits_;
    int signal_before_;
    LifeWatch watch_;
    bool is_hung_ = false;
    std::chrono::nanoseconds begun_;
    bool is_late_ = false;  // it took longer than it may
};

// Many jobs, each in a process of its own.
struct TrialRun {
    std::size_t jobs = 0;                                                // number of jobs
    std::uint32_t at_once = 1;                                           // at most
    std::function<sim::Bytes(std::size_t job, TrialLife& life)> work{};  // called there
    // Is called here, in the order of the jobs. False: no more are wanted.
    std::function<bool(std::size_t job, TrialEnd end)> on_end{};
    // Is called here, before a job begins and before its end is told: says if the job is wanted
    // still. A job that is not is passed over, and ended if it works already.
    std::function<bool(std::size_t job)> wants = nullptr;
    // Is called here, several times a second, with the ticks of all that work now, as they said
    // last.
    std::function<void(std::uint64_t ticks)> on_progress = nullptr;
    TrialLimits limits{};
};

// Runs the jobs. A signal that arrives meanwhile ends all of them, and `on_end` is not called any
// more. The error (io) says that a process cannot be made.
sim::Result<void> run_trials(const TrialRun& run);

// Runs one job alone, and returns how it ended; nothing after a signal.
sim::Result<std::optional<TrialEnd>> run_trial(
    const TrialJob& job, const TrialLimits& limits,
    std::function<void(std::uint64_t ticks)> on_progress = nullptr);

// The error (step_failed) for an answer that cannot be read, or cannot be right: only the game,
// which shares the answering code's memory, can have written that.
sim::Error damaged_answer();

// The error for a process without an answer; `doing` names the work: "explaining a.tandem".
sim::Error trial_error(const std::string& doing, const TrialEnd& end);

}  // namespace tandem::tools
