// SPDX-License-Identifier: MIT
// The worker computed, and the worker as a thread.
#include <tandem/tools/lab/machine/worker.hpp>

#include <algorithm>
#include <utility>

namespace tandem::tools::lab {

void VirtualWorker::set_interval(Flicks interval, WorkerJob job) {
    interval_ = interval;
    timer_job_ = std::move(job);
    due_ = (loop_time_.now() / interval + 1) * interval;
}

void VirtualWorker::post(WorkerJob job) { posted_.push_back({loop_time_.now(), std::move(job)}); }

void VirtualWorker::update(Flicks step) {
    if (free_at_ < window_) {
        done_.push_back({free_at_, free_at_ + update_cost_, step});
        free_at_ += update_cost_;
    }
}

// Begins all that begins by then and within the window.
void VirtualWorker::run_until(Flicks now) {
    for (;;) {
        const Flicks message = posted_.empty() ? window_ : posted_.front().at;
        const Flicks timer = timer_job_ ? due_ : window_;
        const Flicks start = std::max(std::min(message, timer), free_at_);
        if (start > now || start >= window_) {
            return;
        }
        free_at_ = start;
        if (message <= timer) {
            const WorkerJob job = std::move(posted_.front().job);
            posted_.pop_front();
            job(start);
        } else {
            due_ = (start / interval_ + 1) * interval_;
            timer_job_(start);
        }
    }
}

std::vector<WorkerUpdate> VirtualWorker::extract_done(Flicks now) {
    run_until(now);
    const auto later = std::find_if(done_.begin(), done_.end(),
                                    [&](const WorkerUpdate& update) { return update.end > now; });
    std::vector<WorkerUpdate> taken(done_.begin(), later);
    done_.erase(done_.begin(), later);
    return taken;
}

// Lengthens the job that runs when it begins by so much.
void VirtualWorker::stand_still(Flicks from, Flicks until) {
    run_until(from);
    for (WorkerUpdate& update : done_) {
        update.start += update.start > from ? until - from : Flicks(0);
        update.end += update.end > from ? until - from : Flicks(0);
    }
    free_at_ = free_at_ > from ? free_at_ + (until - from) : until;
}

std::vector<WorkerUpdate> VirtualWorker::finish() {
    run_until(window_);
    std::vector<WorkerUpdate> rest(done_.begin(), done_.end());
    done_.clear();
    return rest;
}

RealWorker::RealWorker(RealTime& time, Flicks update_cost, Flicks window)
    : time_(time), update_cost_(update_cost), window_(window), thread_([this] { work(); }) {}

RealWorker::~RealWorker() { end(); }

void RealWorker::set_interval(Flicks interval, WorkerJob job) {
    const std::lock_guard lock(mutex_);
    interval_ = interval;
    timer_job_ = std::move(job);
    due_ = (time_.now() / interval + 1) * interval;
    changed_.notify_one();
}

void RealWorker::post(WorkerJob job) {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(job));
    changed_.notify_one();
}

void RealWorker::stand_still(Flicks, Flicks until) {
    const std::lock_guard lock(mutex_);
    still_until_ = until;
}

// Waits for a message or the timer; none at the end.
WorkerJob RealWorker::next_job() {
    std::unique_lock lock(mutex_);
    while (!is_ending_) {
        const Flicks now = time_.now();
        const Flicks timer = timer_job_ ? due_ : window_;
        if (!posted_.empty()) {
            WorkerJob job = std::move(posted_.front());
            posted_.pop_front();
            return job;
        }
        if (timer_job_ && due_ <= now) {
            due_ = (now / interval_ + 1) * interval_;
            return timer_job_;
        }
        if (now < timer) {
            changed_.wait_for(lock, timer - now);
        } else {
            changed_.wait(lock);
        }
    }
    return nullptr;
}

void RealWorker::work() {
    while (const WorkerJob job = next_job()) {
        job(time_.now());
    }
}

void RealWorker::update(Flicks step) {
    std::unique_lock lock(mutex_);
    const Flicks still_until = still_until_;
    lock.unlock();
    time_.sleep_until(still_until);
    const Flicks start = time_.now();
    if (start < window_) {
        time_.work(update_cost_);
        lock.lock();
        done_.push_back({start, time_.now(), step});
    }
}

std::vector<WorkerUpdate> RealWorker::extract_done(Flicks) {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
}

std::vector<WorkerUpdate> RealWorker::finish() {
    end();
    return extract_done(window_);
}

void RealWorker::end() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        changed_.notify_one();
    }
    if (thread_.joinable()) {
        thread_.join();
    }
}

}  // namespace tandem::tools::lab
