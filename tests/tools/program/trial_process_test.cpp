// SPDX-License-Identifier: MIT
// However a process ends that works for this one, it is known how, and nothing of it is left.
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/step_count.hpp>
#include <tandem/tools/program/trial_process.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::TrialEnd;
using tools::TrialLife;

sim::Bytes bytes_of(const std::string& text) {
    const sim::ByteView view = sim::as_bytes(text);
    return {view.begin(), view.end()};
}

// The ends, in the order in which they were told.
std::vector<TrialEnd> trial_ends_of(std::size_t jobs, std::uint32_t at_once,
                                    const std::function<sim::Bytes(std::size_t, TrialLife&)>& work,
                                    std::chrono::seconds patience = std::chrono::seconds(60)) {
    std::vector<TrialEnd> ends;
    tools::TrialRun run;
    run.jobs = jobs;
    run.at_once = at_once;
    run.work = work;
    run.limits.patience = patience;
    run.on_end = [&](std::size_t job, TrialEnd end) {
        EXPECT_EQ(job, ends.size());
        ends.push_back(std::move(end));
        return true;
    };
    const auto done = tools::run_trials(run);
    EXPECT_TRUE(done) << (done ? "" : done.error().text());
    return ends;
}

TrialEnd trial_end_of(const std::function<sim::Bytes(TrialLife&)>& work,
                      std::chrono::seconds patience = std::chrono::seconds(60)) {
    auto ends = trial_ends_of(
        1, 1, [&](std::size_t, TrialLife& life) { return work(life); }, patience);
    EXPECT_EQ(ends.size(), 1U);
    return ends.empty() ? TrialEnd{} : ends[0];
}

TEST(TrialProcess, AnswersComeInOrderHoweverManyWorkAtOnce) {
    for (const std::uint32_t at_once : {1U, 3U, 8U}) {
        const auto ends = trial_ends_of(20, at_once, [](std::size_t job, TrialLife& life) {
            life.set_ticks(job);
            if (job % 3 == 0) {
                usleep(3'000);  // later ones are done before
            }
            return bytes_of("answer " + std::to_string(job));
        });
        ASSERT_EQ(ends.size(), 20U);
        for (std::size_t job = 0; job < ends.size(); ++job) {
            ASSERT_TRUE(ends[job].answer);
            EXPECT_EQ(*ends[job].answer, bytes_of("answer " + std::to_string(job)));
            EXPECT_EQ(ends[job].ticks, job);
        }
    }
}

TEST(TrialProcess, WhoWantsNoMoreGetsNoMore) {
    std::size_t told = 0;
    tools::TrialRun run;
    run.jobs = 100;
    run.at_once = 2;
    run.work = [](std::size_t, TrialLife&) { return sim::Bytes(); };
    run.on_end = [&](std::size_t, const TrialEnd&) { return ++told < 3; };
    EXPECT_TRUE(tools::run_trials(run));
    EXPECT_EQ(told, 3U);
}

TEST(TrialProcess, JobsThatAreNotWantedArePassedOver) {
    std::vector<std::size_t> told;
    std::size_t first_wanted = 0;
    tools::TrialRun run;
    run.jobs = 30;
    run.at_once = 3;
    run.work = [](std::size_t job, TrialLife&) {
        if (job % 10 == 1 || job % 10 == 2) {
            pause();  // whoever waited for these would wait forever
        }
        return sim::Bytes();
    };
    run.wants = [&](std::size_t job) { return job >= first_wanted; };
    run.on_end = [&](std::size_t job, const TrialEnd&) {
        told.push_back(job);
        first_wanted = (job / 10 + 1) * 10;
        return true;
    };
    EXPECT_TRUE(tools::run_trials(run));
    EXPECT_EQ(told, (std::vector<std::size_t>{0, 10, 20}));
}

TEST(TrialProcess, OneThatDiesDoesNoHarmToTheOthers) {
    const auto ends = trial_ends_of(3, 2, [](std::size_t job, TrialLife& life) {
        life.set_ticks(40 + job);
        if (job == 1) {
            std::raise(SIGKILL);
        }
        return bytes_of("sound");
    });
    ASSERT_EQ(ends.size(), 3U);
    EXPECT_TRUE(ends[0].answer && ends[2].answer);
    EXPECT_FALSE(ends[1].answer);
    EXPECT_EQ(ends[1].ticks, 41U);
    EXPECT_TRUE(says(tools::trial_error("asking", ends[1]).text(),
                     "asking: the process that simulated ended by signal 9 (Killed), after 41 "
                     "ticks at the last look"));
}

TEST(TrialProcess, EveryWayToEndWithoutAnAnswerIsTold) {
    EXPECT_EQ(trial_end_of([](TrialLife&) -> sim::Bytes { _exit(3); }).how,
              "the process that simulated ended by exit code 3");
    const TrialEnd closed = trial_end_of([](TrialLife&) {
        for (int number = 0; number < 256; ++number) {
            close(number);
        }
        pause();
        return sim::Bytes();
    });
    EXPECT_EQ(closed.how, "the process that simulated closed its connection and had to be ended");
    EXPECT_FALSE(closed.is_hung);
}

TEST(TrialProcess, OneThatForkedAnswersOnceAndLeavesNothing) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const TrialEnd answered = trial_end_of([&](TrialLife&) {
        // Both go on as if nothing had happened, as after a fork in a step of a game.
        const pid_t own = fork();
        if (own == 0) {
            usleep(20'000);
        }
        return bytes_of("answer");
    });
    ASSERT_TRUE(answered.answer);
    EXPECT_EQ(*answered.answer, bytes_of("answer"));
    // One that sleeps holds the socket open; the death of its parent is seen all the same.
    const TrialEnd died = trial_end_of([&](TrialLife&) -> sim::Bytes {
        if (fork() == 0) {
            pause();
        }
        std::raise(SIGKILL);
        return {};
    });
    EXPECT_TRUE(says(died.how, "signal 9"));
    close(ends[1]);
    char nothing = 0;
    EXPECT_EQ(read(ends[0], &nothing, 1), 0) << "whoever lives still holds the other end";
    close(ends[0]);
}

TEST(TrialProcess, OneWithoutASignOfLifeIsHungAndASlowOneIsNot) {
    const TrialEnd hung = trial_end_of(
        [](TrialLife& life) {
            life.set_ticks(7);
            pause();
            return sim::Bytes();
        },
        std::chrono::seconds(1));
    EXPECT_TRUE(hung.is_hung);
    EXPECT_EQ(hung.ticks, 7U);
    EXPECT_EQ(hung.how,
              "no step has come to an end for 1 s: the game hangs, or one step takes longer than "
              "that");
    // It says nothing, but its steps end: each of them is the sign.
    const TrialEnd slow = trial_end_of(
        [](TrialLife&) {
            sim::AnySimulation simulation = sim::erase<Counter>();
            EXPECT_TRUE(simulation.reset(make_setup(simulation.info(), 2)));
            for (int tick = 0; tick < 15; ++tick) {
                usleep(100'000);
                EXPECT_TRUE(
                    simulation.step(bot_record(simulation, static_cast<std::uint64_t>(tick))));
            }
            return bytes_of("slow");
        },
        std::chrono::seconds(1));
    EXPECT_FALSE(slow.is_hung);
    EXPECT_TRUE(slow.answer) << slow.how;
}

TEST(TrialProcess, AThreadMaySayThatThereIsLife) {
    const TrialEnd end = trial_end_of(
        [](TrialLife& life) {
            std::thread worker([&life] {
                for (int part = 0; part < 15; ++part) {
                    usleep(100'000);
                    life.beat();
                }
            });
            worker.join();
            return bytes_of("done");
        },
        std::chrono::seconds(1));
    EXPECT_TRUE(end.answer) << end.how;
}

TEST(TrialProcess, CountsNothingInThisProcess) {
    EXPECT_EQ(sim::detail::step_counter.load(), nullptr);
}

}  // namespace
}  // namespace tandem::test
