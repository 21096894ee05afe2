// SPDX-License-Identifier: MIT
// Sends an answer over the socket. The progress of the work stands in shared memory, so that
// nothing has to be sent for it, and any thread may say it.
#include <tandem/tools/program/trial/trial_process.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/step_count.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

// The time after which an end, an interrupt or a hanging process is noticed at the latest.
constexpr int k_trial_glance_ms = 20;
// The most bytes that are told of an exception of a game.
constexpr std::size_t k_thrown_bytes_max = 1024;
// An interrupted process may have another one to end.
constexpr std::chrono::milliseconds k_patience_with_the_interrupted{500};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_holds_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool k_holds_memory = false;
#else
constexpr bool k_holds_memory = true;
#endif
#else
constexpr bool k_holds_memory = true;
#endif

void hold_memory(std::uint64_t bytes) {
    if (k_holds_memory) {
        const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
        setrlimit(RLIMIT_AS, &limit);
    }
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
}

// The answer of the job, or the message of its exception.
Bytes answer_of(const TrialJob& job, TrialLife& life) {
    std::string thrown;
    try {
        return job(life);
    } catch (const std::bad_alloc&) {
        thrown = "the process that simulated needs more memory than it may have";
    } catch (const std::exception& exception) {
        thrown = std::string("the process that simulated threw: ") + exception.what();
    } catch (...) {
        thrown = "the process that simulated threw what is no std::exception";
    }
    life.set_thrown();
    const sim::ByteView text = sim::as_bytes(thrown);
    return {text.begin(), text.end()};
}

// Works in the other process. A game that forks is there twice from then on, and only one may
// answer.
int work_in_process(int socket, const TrialJob& job, const TrialLimits& limits, TrialLife& life,
                    const replay::OpenFile& input) {
    const pid_t own = getpid();
    if (input.is_open()) {
        ::dup2(input.get(), STDIN_FILENO);
    }
    hold_memory(limits.memory_bytes);
    sim::count_steps_in(&life.step_counter());
    const Bytes answer = answer_of(job, life);
    if (getpid() != own) {
        return 0;
    }
    Channel channel(socket);
    return channel.send(answer) ? 0 : 1;
}

bool is_readable(int socket) {
    pollfd waiting{socket, POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
}

}  // namespace

std::shared_ptr<TrialLife> TrialLife::create() {
    std::shared_ptr<TrialLife> life(new TrialLife);
    return life->numbers_.get() == nullptr ? nullptr : life;
}

TrialProcess::TrialProcess(Child child, std::shared_ptr<TrialLife> life, const TrialLimits& limits,
                           int signal_before)
    : child_(std::move(child)),
      life_(std::move(life)),
      limits_(limits),
      signal_before_(signal_before),
      watch_(limits.patience, steady_now()),
      begun_(steady_now()) {}

Result<TrialProcess> TrialProcess::start(const TrialJob& job, const TrialLimits& limits) {
    const int signal_before = pending_signal();
    auto life = TrialLife::create();
    if (!life) {
        return Error{ErrorCode::io, "",
                     std::string("no memory can be shared: ") + std::strerror(errno)};
    }
    // A copy has no standard input. A file goes along, since the work may read it by that name. A
    // pipe goes along too, and the work then says what is wrong with it.
    struct stat status {};
    const bool is_read = ::fstat(STDIN_FILENO, &status) == 0 &&
                         (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode));
    const auto input = is_read ? replay::copy_of(STDIN_FILENO) : replay::OpenFile();
    auto child = Child::start(
        [&](int socket) { return work_in_process(socket, job, limits, *life, input); });
    TANDEM_TRY(child);
    return TrialProcess(std::move(child).value(), std::move(life), limits, signal_before);
}

bool TrialProcess::is_interrupted() const { return pending_signal() != signal_before_; }

void TrialProcess::end_all(const std::vector<TrialProcess*>& processes,
                           std::chrono::nanoseconds patience) {
    std::vector<Child*> children;
    for (TrialProcess* process : processes) {
        process->life_->stop();
        children.push_back(&process->child_);
    }
    Child::end_all(children, patience);
}

bool TrialProcess::has_life() {
    const auto now = steady_now();
    is_hung_ = watch_.is_hung(life_->signs(), now);
    is_late_ = limits_.most && now - begun_ > *limits_.most;
    return !is_hung_ && !is_late_;
}

std::optional<TrialEnd> TrialProcess::poll() {
    if (is_interrupted()) {
        return std::nullopt;
    }
    const bool has_ended = child_.has_ended();
    if (is_readable(child_.connection())) {
        watch_.on_life(steady_now());
        Channel channel = child_.channel([this] { return !has_life() || is_interrupted(); });
        Bytes message;
        if (!channel.receive(message)) {
            return is_interrupted() ? std::nullopt : std::optional(end_without_answer());
        }
        child_.wait_for_end(std::chrono::seconds(0));
        TrialEnd end{std::nullopt, "", false, life_->ticks(), life_->steps()};
        if (life_->has_thrown()) {
            end.how = sim::as_text(
                sim::ByteView(message).first(std::min(message.size(), k_thrown_bytes_max)));
        } else {
            end.answer = std::move(message);
        }
        return end;
    }
    // A process that died may have left a child of its own that holds the socket open.
    return has_ended || !has_life() ? std::optional(end_without_answer()) : std::nullopt;
}

TrialEnd TrialProcess::end_without_answer() {
    const auto how = child_.wait_for_end(std::chrono::seconds(is_hung_ || is_late_ ? 0 : 2));
    TrialEnd end{std::nullopt, "", is_hung_, life_->ticks(), life_->steps()};
    if (is_hung_) {
        end.how = "no step has come to an end for " + std::to_string(limits_.patience.count()) +
                  " s: the game hangs, or one step takes longer than that";
    } else if (is_late_) {
        end.how = "it took longer than " + std::to_string(limits_.most->count()) + " s";
    } else {
        end.how = how ? "the process that simulated ended by " + *how
                      : "the process that simulated closed its connection and had to be ended";
    }
    return end;
}

namespace {

// Runs the processes that work, and keeps the ends of those whose turn has not come.
class TrialRunner {
public:
    explicit TrialRunner(const TrialRun& run) : run_(run) {}

    Result<void> go() {
        while (goes_on_ && told_ < run_.jobs && !is_interrupted()) {
            TANDEM_TRY(start_some());
            wait();
            poll_all();
            report_in_order();
        }
        return {};
    }

    ~TrialRunner() {
        std::vector<TrialProcess*> processes;
        for (auto& [job, process] : working_) {
            processes.push_back(&process);
        }
        TrialProcess::end_all(processes, is_interrupted() ? k_patience_with_the_interrupted
                                                          : std::chrono::milliseconds(0));
    }
    TrialRunner(const TrialRunner&) = delete;
    TrialRunner& operator=(const TrialRunner&) = delete;

private:
    Result<void> start_some() {
        while (working_.size() < run_.at_once && next_ < run_.jobs &&
               next_ < told_ + k_ahead_max * run_.at_once) {
            const std::size_t job = next_++;
            if (!is_wanted(job)) {
                continue;
            }
            auto process = TrialProcess::start(
                [&](TrialLife& life) { return run_.work(job, life); }, run_.limits);
            TANDEM_TRY(process);
            working_.emplace(job, std::move(process).value());
        }
        return {};
    }

    void wait() const {
        std::vector<pollfd> sockets;
        for (const auto& [job, process] : working_) {
            sockets.push_back({process.socket(), POLLIN, 0});
        }
        ::poll(sockets.data(), static_cast<nfds_t>(sockets.size()), k_trial_glance_ms);
    }

    void poll_all() {
        std::uint64_t ticks = 0;
        for (auto at = working_.begin(); at != working_.end();) {
            ticks += at->second.ticks();
            auto end = at->second.poll();
            if (!end) {
                ++at;
                continue;
            }
            ended_.emplace(at->first, std::move(*end));
            at = working_.erase(at);
        }
        if (run_.on_progress) {
            run_.on_progress(ticks);
        }
    }

    void report_in_order() {
        while (goes_on_ && told_ < next_ && !is_interrupted()) {
            if (!is_wanted(told_)) {
                working_.erase(told_);
                ended_.erase(told_++);
                continue;
            }
            auto next = ended_.extract(told_);
            if (next.empty()) {
                return;
            }
            goes_on_ = run_.on_end(told_++, std::move(next.mapped()));
        }
    }

    bool is_wanted(std::size_t job) const { return !run_.wants || run_.wants(job); }
    bool is_interrupted() const { return pending_signal() != signal_before_; }

    // The most ends that may wait for the one before them.
    static constexpr std::size_t k_ahead_max = 64;

    const TrialRun& run_;
    const int signal_before_ = pending_signal();
    std::map<std::size_t, TrialProcess> working_;
    std::map<std::size_t, TrialEnd> ended_;
    std::size_t next_ = 0;
    std::size_t told_ = 0;
    bool goes_on_ = true;
};

}  // namespace

Result<void> run_trials(const TrialRun& run) {
    TANDEM_ASSERT(run.at_once > 0 && run.work && run.on_end);
    return TrialRunner(run).go();
}

Result<std::optional<TrialEnd>> run_trial(const TrialJob& job, const TrialLimits& limits,
                                          std::function<void(std::uint64_t ticks)> on_progress) {
    std::optional<TrialEnd> ended;
    TrialRun run;
    run.jobs = 1;
    run.work = [&](std::size_t, TrialLife& life) { return job(life); };
    run.on_end = [&](std::size_t, TrialEnd end) {
        ended = std::move(end);
        return true;
    };
    run.on_progress = std::move(on_progress);
    run.limits = limits;
    TANDEM_TRY(run_trials(run));
    return ended;
}

Error damaged_answer() {
    return {ErrorCode::step_failed, "",
            "the answer of the run is damaged; the game may write where it should not"};
}

Error trial_error(const std::string& doing, const TrialEnd& end) {
    const std::string how_far = end.steps == 0
                                    ? sim::ticks_text(end.ticks) + " at the last look"
                                    : count_text(end.steps, "step") + ", resets and loads included";
    return {ErrorCode::step_failed, doing, end.how + ", after " + how_far};
}

}  // namespace tandem::tools
