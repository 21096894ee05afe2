// SPDX-License-Identifier: MIT
// A process of its own for work with a game that may throw, hang, die or eat all memory: bounded,
// and watched by whether steps come to an end.
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

// What the other process may take.
struct TrialLimits {
    // A process that asks for more memory is refused it. Not held where a sanitizer is built in,
    // which reserves far more than it uses.
    std::uint64_t memory_bytes = std::uint64_t{2} << 30;
    // A process in which no step has come to an end for so long is taken to hang. However slow a
    // game is, it does not as long as its steps end sooner.
    std::chrono::seconds patience{60};
    // However well it goes on, it is ended after so long; nothing: never.
    std::optional<std::chrono::seconds> most{};
};

// Numbers in memory that both processes see, so that they are known also of one that died.
class TrialLife {
public:
    // Null where the system gives no such memory.
    static std::shared_ptr<TrialLife> create();

    // The worker says how far it is, in ticks; that is a sign of life too. Any thread may.
    void set_ticks(std::uint64_t ticks) {
        numbers_->ticks.store(ticks, std::memory_order_relaxed);
        beat();
    }
    // A sign of life that is no step: part of a search, say.
    void beat() { numbers_->beats.fetch_add(1, std::memory_order_relaxed); }
    std::uint64_t ticks() const { return numbers_->ticks.load(std::memory_order_relaxed); }
    std::uint64_t beats() const { return numbers_->beats.load(std::memory_order_relaxed); }
    // Steps, resets and restores that came to an end there.
    std::uint64_t steps() const { return numbers_->steps.load(std::memory_order_relaxed); }
    std::atomic<std::uint64_t>& step_counter() { return numbers_->steps; }
    // Grows with each sign of life.
    std::uint64_t signs() const { return beats() + steps(); }
    // Whoever waits for it does so no more: the worker ends what it has started, and itself.
    void stop() { numbers_->is_stopped.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return numbers_->is_stopped.load(std::memory_order_relaxed); }
    // The work threw; what it sends is no answer but says what.
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

// How a process came to its end.
struct TrialEnd {
    std::optional<sim::Bytes> answer;  // of its work; nothing where it did not come to that
    // Where there is none: "it ended by signal 11 (Segmentation fault)", "no step has come to an
    // end for 60 s".
    std::string how{};
    bool is_hung = false;
    std::uint64_t ticks = 0;  // as it said last
    std::uint64_t steps = 0;  // steps, resets and restores of games that came to an end
};

// The work, in the other process. What it prints goes nowhere. If it throws, that is how it ended.
using TrialJob = std::function<sim::Bytes(TrialLife& life)>;

class TrialProcess {
public:
    // A copy of this process, which must have no other thread, does the job. Error io where none
    // can be made.
    static sim::Result<TrialProcess> start(const TrialJob& job, const TrialLimits& limits);

    // How it ended; nothing as long as it works, and nothing once a signal has arrived since the
    // start: then it is to be ended. Once it has ended it must not be asked again.
    std::optional<TrialEnd> look();
    // Whether such a signal has arrived.
    bool is_interrupted() const;
    // Ends all of them at once. They have so long to end by themselves what they have started.
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
    std::size_t jobs = 0;                                                // how many
    std::uint32_t at_once = 1;                                           // at most
    std::function<sim::Bytes(std::size_t job, TrialLife& life)> work{};  // there
    // Here, in the order of the jobs. False: no more are wanted.
    std::function<bool(std::size_t job, TrialEnd end)> on_end{};
    // Here, before a job begins and before its end is told: whether it is wanted still. One that is
    // not is passed over, and ended if it works already.
    std::function<bool(std::size_t job)> wants = nullptr;
    // Here, several times a second: the ticks of all that work now, as they said last.
    std::function<void(std::uint64_t ticks)> on_progress = nullptr;
    TrialLimits limits{};
};

// Runs them. A signal that arrives meanwhile ends all of them, and `on_end` is not called any more.
// The error (io) says that a process cannot be made.
sim::Result<void> run_trials(const TrialRun& run);

// One job alone, and how it ended; nothing after a signal.
sim::Result<std::optional<TrialEnd>> run_trial(
    const TrialJob& job, const TrialLimits& limits,
    std::function<void(std::uint64_t ticks)> on_progress = nullptr);

// The error (step_failed) for an answer that cannot be read, or says what cannot be: nobody but the
// game, which shares its memory with whoever answers, can have written that.
sim::Error damaged_answer();

// The sentence for one without an answer, where `doing` is what it did: "explaining a.tandem".
sim::Error trial_error(const std::string& doing, const TrialEnd& end);

}  // namespace tandem::tools
