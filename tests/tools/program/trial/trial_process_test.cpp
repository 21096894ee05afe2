// SPDX-License-Identifier: MIT
// However a process ends that works for this one, it is known how, and nothing of it is left.
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/step_count.hpp>
#include <tandem/tools/process/shared_memory.hpp>
#include <tandem/tools/program/trial/trial_process.hpp>
#include <tandem/tools/system/signals.hpp>
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

TEST(TrialProcess, OneWithoutASignOfLifeIsHung) {
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
}

TEST(TrialProcess, OneThatGoesOnForeverIsEndedWhenItsTimeIsOver) {
    const auto ended = tools::run_trial(
        [](TrialLife& life) -> sim::Bytes {
            for (;;) {
                life.beat();
                usleep(1'000);
            }
        },
        {.most = std::chrono::seconds(1)}, nullptr);
    ASSERT_TRUE(ended && *ended);
    EXPECT_FALSE((*ended)->answer);
    EXPECT_FALSE((*ended)->is_hung);
    EXPECT_EQ((*ended)->how, "it took longer than 1 s");
}

TEST(TrialProcess, TicksBeatsAndStepsAreSignsOfLife) {
    const auto life = TrialLife::create();
    ASSERT_TRUE(life);
    std::uint64_t before = life->signs();
    const auto is_sign = [&] { return life->signs() != std::exchange(before, life->signs()); };
    EXPECT_FALSE(is_sign());
    life->set_ticks(0);
    EXPECT_TRUE(is_sign());
    life->beat();
    EXPECT_TRUE(is_sign());
    ++life->step_counter();
    EXPECT_TRUE(is_sign());
}

TEST(TrialProcess, TheStepsOfAGameAreCountedAndItSaysNothing) {
    const TrialEnd end = trial_end_of([](TrialLife& life) {
        sim::AnySimulation simulation = sim::erase<Counter>();
        bool is_sound = simulation.reset(make_setup(simulation.info(), 2)).has_value();
        for (std::uint64_t tick = 0; tick < 15; ++tick) {
            is_sound = is_sound && simulation.step(bot_record(simulation, tick)).has_value();
        }
        return bytes_of(is_sound && life.beats() == 0 ? "sound" : "not sound");
    });
    ASSERT_TRUE(end.answer) << end.how;
    EXPECT_EQ(*end.answer, bytes_of("sound"));
    EXPECT_EQ(end.steps, 16U);
}

TEST(TrialProcess, AThreadMaySayThatThereIsLife) {
    const TrialEnd end = trial_end_of([](TrialLife& life) {
        std::thread worker([&life] {
            for (int part = 0; part < 15; ++part) {
                life.beat();
            }
        });
        worker.join();
        return bytes_of(std::to_string(life.beats()));
    });
    ASSERT_TRUE(end.answer) << end.how;
    EXPECT_EQ(*end.answer, bytes_of("15"));
}

TEST(TrialProcess, WhatTheWorkThrowsIsHowItEnds) {
    const auto ends = trial_ends_of(4, 4, [](std::size_t job, TrialLife&) -> sim::Bytes {
        if (job == 1) {
            throw std::bad_alloc();
        }
        if (job == 2) {
            throw std::runtime_error("planned" + std::string(2000, '.'));
        }
        usleep(20'000);  // the others are at work when that happens
        return bytes_of("sound");
    });
    ASSERT_EQ(ends.size(), 4U);
    EXPECT_TRUE(ends[0].answer && ends[3].answer);
    EXPECT_FALSE(ends[1].answer);
    EXPECT_EQ(ends[1].how, "the process that simulated needs more memory than it may have");
    EXPECT_FALSE(ends[2].answer);
    EXPECT_TRUE(ends[2].how.starts_with("the process that simulated threw: planned..."));
    EXPECT_LE(ends[2].how.size(), 1024U);
}

// Numbers that all processes of a test see.
struct Barrier {
    std::atomic<int> told{0};
    std::atomic<int> done{0};
};

TEST(TrialProcess, AllAreEndedAtOnceAndEachMayEndItself) {
    constexpr int k_processes_ended = 4;
    const tools::SharedValue<Barrier> barrier;
    ASSERT_NE(barrier.get(), nullptr);
    std::vector<tools::TrialProcess> processes;
    for (int i = 0; i < k_processes_ended; ++i) {
        auto started = tools::TrialProcess::start(
            [&barrier](TrialLife& life) {
                while (!life.is_stopped()) {
                    usleep(1'000);
                }
                ++barrier->told;
                while (barrier->told < k_processes_ended) {  // nobody ends before all are told to
                    usleep(1'000);
                }
                ++barrier->done;
                return sim::Bytes();
            },
            {});
        ASSERT_TRUE(started);
        processes.push_back(std::move(*started));
    }
    std::vector<tools::TrialProcess*> all;
    for (tools::TrialProcess& process : processes) {
        all.push_back(&process);
    }
    tools::TrialProcess::end_all(all, std::chrono::minutes(1));
    EXPECT_EQ(barrier->done, k_processes_ended);
}

TEST(TrialProcess, AnInterruptLeavesNothingOfAnyAndTellsNoEnd) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, 0), 0);
    const tools::SignalGuard guard;
    std::size_t told = 0;
    const tools::SharedValue<Barrier> barrier;
    tools::TrialRun run;
    run.jobs = 3;
    run.at_once = 3;
    run.work = [&](std::size_t, TrialLife&) {
        for (int i = 0; i < 2; ++i) {
            if (fork() == 0) {
                for (;;) {
                    pause();
                }
            }
        }
        ++barrier->told;
        pause();
        return sim::Bytes();
    };
    run.on_end = [&](std::size_t, const TrialEnd&) { return ++told > 0; };
    run.on_progress = [&](std::uint64_t) {
        if (barrier->told == 3 && tools::pending_signal() == 0) {
            std::raise(SIGTERM);
        }
    };
    EXPECT_TRUE(tools::run_trials(run));
    EXPECT_EQ(told, 0U);
    EXPECT_EQ(tools::pending_signal(), SIGTERM);
    close(ends[1]);
    pollfd waiting{ends[0], POLLIN, 0};
    EXPECT_EQ(poll(&waiting, 1, 10'000), 1) << "whoever lives still holds the other end";
    close(ends[0]);
}

bool g_signal_in_fork = false;

TEST(TrialProcess, ASignalWhileItIsStartedInterruptsIt) {
    const tools::SignalGuard guard;
    // Behind the fork, and before the process is known here.
    ASSERT_EQ(pthread_atfork(
                  nullptr,
                  [] {
                      if (std::exchange(g_signal_in_fork, false)) {
                          std::raise(SIGTERM);
                      }
                  },
                  nullptr),
              0);
    g_signal_in_fork = true;
    auto process = tools::TrialProcess::start(
        [](TrialLife&) {
            pause();
            return sim::Bytes();
        },
        {});
    ASSERT_TRUE(process);
    ASSERT_EQ(tools::pending_signal(), SIGTERM);
    EXPECT_TRUE(process->is_interrupted());
    EXPECT_FALSE(process->poll());
}

TEST(TrialProcess, CountsNothingInThisProcess) {
    EXPECT_EQ(sim::detail::step_counter.load(), nullptr);
}

}  // namespace
}  // namespace tandem::test
