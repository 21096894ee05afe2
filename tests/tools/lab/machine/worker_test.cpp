// SPDX-License-Identifier: MIT
// A second processor: computed exactly, and as a thread that keeps the same promises.
#include <tandem/tools/lab/machine/worker.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

struct Computed {
    explicit Computed(Flicks update_cost)
        : worker(time.make_worker(update_cost, milliseconds(1'000))) {}

    std::vector<Flicks> starts_until(Flicks now) {
        std::vector<Flicks> starts;
        for (const WorkerUpdate& update : worker->extract_done(now)) {
            EXPECT_LE(update.end, now);
            starts.push_back(update.start);
        }
        return starts;
    }

    VirtualTime time;
    std::unique_ptr<Worker> worker;
};

std::vector<Flicks> at(std::initializer_list<int> times) {
    std::vector<Flicks> flicks;
    for (const int time : times) {
        flicks.emplace_back(milliseconds(time));
    }
    return flicks;
}

TEST(VirtualWorker, RunsAtEveryMultipleOfItsIntervalAndGivesWhatIsDoneOnce) {
    Computed computed(milliseconds(5));
    computed.worker->set_interval(milliseconds(50),
                                  [&](Flicks) { computed.worker->update(milliseconds(50)); });
    EXPECT_EQ(computed.starts_until(milliseconds(54)), at({}));
    EXPECT_EQ(computed.starts_until(milliseconds(155)), at({50, 100, 150}));
    EXPECT_EQ(computed.starts_until(milliseconds(155)), at({}));
}

TEST(VirtualWorker, ForgetsTimersThatItIsTooBusyForButOne) {
    Computed computed(milliseconds(120));
    computed.worker->set_interval(milliseconds(50),
                                  [&](Flicks) { computed.worker->update(milliseconds(50)); });
    EXPECT_EQ(computed.starts_until(milliseconds(560)), at({50, 170, 290, 410}));
}

TEST(VirtualWorker, RunsMessagesInOrderAndNotBeforeTheyWerePosted) {
    Computed computed(milliseconds(10));
    computed.time.work(milliseconds(30));
    for (const int updates : {2, 1}) {
        computed.worker->post([&computed, updates](Flicks) {
            for (int i = 0; i < updates; ++i) {
                computed.worker->update(milliseconds(50));
            }
        });
    }
    EXPECT_EQ(computed.starts_until(milliseconds(100)), at({30, 40, 50}));
}

TEST(VirtualWorker, BeginsNothingAfterTheWindowAndEndsWhatItBegan) {
    Computed computed(milliseconds(300));
    computed.worker->set_interval(milliseconds(250),
                                  [&](Flicks) { computed.worker->update(milliseconds(250)); });
    const auto updates = computed.worker->finish();
    ASSERT_EQ(updates.size(), 3U);
    EXPECT_EQ(updates.back().start, Flicks(milliseconds(850)));
    EXPECT_EQ(updates.back().end, Flicks(milliseconds(1'150)));
    EXPECT_TRUE(computed.worker->finish().empty());
}

TEST(VirtualWorker, StandsStillWithTheMachineEvenInTheMiddleOfAnUpdate) {
    Computed computed(milliseconds(20));
    computed.worker->set_interval(milliseconds(50),
                                  [&](Flicks) { computed.worker->update(milliseconds(50)); });
    computed.worker->stand_still(milliseconds(60), milliseconds(260));
    computed.worker->stand_still(milliseconds(375), milliseconds(420));
    const auto updates = computed.worker->extract_done(milliseconds(500));
    std::vector<Flicks> starts;
    for (const WorkerUpdate& update : updates) {
        starts.push_back(update.start);
    }
    EXPECT_EQ(starts, at({50, 270, 300, 350, 420, 450}));
    EXPECT_EQ(updates[0].end, Flicks(milliseconds(270)));
    EXPECT_EQ(updates[3].end, Flicks(milliseconds(370)));
}

// On the real clock only order and bounds from below are ours.
TEST(RealWorker, RunsItsTimerAndItsMessagesBesideTheLoop) {
    RealTime time;
    const auto worker = time.make_worker(milliseconds(1), std::chrono::seconds(60));
    worker->post([&](Flicks) { worker->update(milliseconds(7)); });
    worker->set_interval(milliseconds(2), [&](Flicks) { worker->update(milliseconds(2)); });
    std::vector<WorkerUpdate> updates;
    while (updates.size() < 4) {
        time.sleep_until(time.now() + Flicks(milliseconds(1)));
        for (const WorkerUpdate& update : worker->extract_done(time.now())) {
            updates.push_back(update);
        }
    }
    for (const WorkerUpdate& update : worker->finish()) {
        updates.push_back(update);
    }
    EXPECT_EQ(std::count_if(updates.begin(), updates.end(),
                            [](const WorkerUpdate& update) {
                                return update.step == Flicks(milliseconds(7));
                            }),
              1);
    for (std::size_t i = 0; i < updates.size(); ++i) {
        EXPECT_GE(updates[i].end, updates[i].start + Flicks(milliseconds(1)));
        EXPECT_GE(updates[i].start, i == 0 ? Flicks(0) : updates[i - 1].end);
    }
}

TEST(RealWorker, DoesNothingOnceItsWindowIsOver) {
    RealTime time;
    const auto worker = time.make_worker(milliseconds(1), Flicks(0));
    std::atomic<bool> has_run = false;
    worker->post([&](Flicks) {
        worker->update(milliseconds(7));
        has_run = true;
    });
    while (!has_run) {
        time.sleep_until(time.now() + Flicks(milliseconds(1)));
    }
    EXPECT_TRUE(worker->finish().empty());
}

}  // namespace
}  // namespace tandem::tools::lab
