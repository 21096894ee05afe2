// SPDX-License-Identifier: MIT
// A second processor beside a loop's own, as a browser's worker is: it has a timer, takes messages
// and runs updates while the loop draws.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <tandem/tools/lab/machine/time.hpp>

namespace tandem::tools::lab {

struct WorkerUpdate {
    Flicks start{};
    Flicks end{};
    Flicks step{};
};

// A job that runs on it, given the time at which it begins there.
using WorkerJob = std::function<void(Flicks now)>;

class Worker {
public:
    virtual ~Worker() = default;

    // Runs the job at every multiple of the interval; if it is busy then, it does so once it is
    // idle, and forgets the others that it has missed. Call it at most once.
    virtual void set_interval(Flicks interval, WorkerJob job) = 0;
    // Runs the job after those that were posted before.
    virtual void post(WorkerJob job) = 0;
    // Runs an update; a job calls it. After the window it does nothing.
    virtual void update(Flicks step) = 0;

    // Returns the updates that were done by `now` and not given before, in order.
    virtual std::vector<WorkerUpdate> extract_done(Flicks now) = 0;
    // Stands still: nothing begins from one time until the other.
    virtual void stand_still(Flicks from, Flicks until) = 0;
    // Begins nothing more after the window, and returns the rest of extract_done.
    virtual std::vector<WorkerUpdate> finish() = 0;
};

// A worker that is computed when the loop looks at it: it depends on nothing that the loop does
// later.
class VirtualWorker final : public Worker {
public:
    VirtualWorker(VirtualTime& loop_time, Flicks update_cost, Flicks window)
        : loop_time_(loop_time), update_cost_(update_cost), window_(window) {}

    void set_interval(Flicks interval, WorkerJob job) override;
    void post(WorkerJob job) override;
    void update(Flicks step) override;
    std::vector<WorkerUpdate> extract_done(Flicks now) override;
    void stand_still(Flicks from, Flicks until) override;
    std::vector<WorkerUpdate> finish() override;

private:
    struct Posted {
        Flicks at{};
        WorkerJob job;
    };
    void run_until(Flicks now);

    VirtualTime& loop_time_;
    Flicks update_cost_;
    Flicks window_;
    WorkerJob timer_job_;
    Flicks interval_{};
    Flicks due_{};
    std::deque<Posted> posted_;
    Flicks free_at_{};  // the end of the work that it has begun
    std::deque<WorkerUpdate> done_;
};

// A worker that is a thread.
class RealWorker final : public Worker {
public:
    RealWorker(RealTime& time, Flicks update_cost, Flicks window);
    ~RealWorker() override;
    RealWorker(const RealWorker&) = delete;
    RealWorker& operator=(const RealWorker&) = delete;

    void set_interval(Flicks interval, WorkerJob job) override;
    void post(WorkerJob job) override;
    void update(Flicks step) override;
    std::vector<WorkerUpdate> extract_done(Flicks now) override;
    void stand_still(Flicks from, Flicks until) override;
    std::vector<WorkerUpdate> finish() override;

private:
    void work();
    WorkerJob next_job();
    void end();

    RealTime& time_;
    Flicks update_cost_;
    Flicks window_;
    std::mutex mutex_;  // guards all below but the thread
    std::condition_variable changed_;
    bool is_ending_ = false;
    WorkerJob timer_job_;
    Flicks interval_{};
    Flicks due_{};
    Flicks still_until_{};
    std::deque<WorkerJob> posted_;
    std::vector<WorkerUpdate> done_;
    std::thread thread_;
};

}  // namespace tandem::tools::lab
