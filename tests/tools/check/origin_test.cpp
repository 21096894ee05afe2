// SPDX-License-Identifier: MIT
// Runs begin where nothing was played before, and one that dies or hangs costs no other.
#include <tandem/tools/check/origin.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/process/shared_memory.hpp>
#include <tests/misbehaving/random_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

constexpr std::uint64_t k_origin_ticks = 40;

TEST(Origins, RunASessionToTheStatesItHadHere) {
    Begun begun(registered<test::Counter>(), k_origin_ticks);
    const RunOutcome outcome = begun.play({{}, 2, 17});
    EXPECT_EQ(outcome.failure, "");
    ASSERT_EQ(outcome.hashes.size(), 2 * (k_origin_ticks + 1));
    for (std::uint64_t moment = 0; moment <= k_origin_ticks; ++moment) {
        EXPECT_EQ(outcome.hashes[moment], begun.history().hash(moment));
        EXPECT_EQ(outcome.hashes[moment + k_origin_ticks + 1], begun.history().hash(moment));
    }
    EXPECT_EQ(outcome.state, begun.history().state(17));
}

TEST(Origins, KnowNothingOfWhatWasPlayedHere) {
    Begun begun(registered<misbehaving::StaticLocal>(), k_origin_ticks);
    const auto first = begun.play().hashes;
    EXPECT_EQ(begun.play().hashes, first) << "its static began anew";
    const RunOutcome beside = begun.play({{{DisturbanceKind::neighbour, 0, {}}}, 1, {}});
    EXPECT_NE(beside.hashes, first);
}

// Ends its process, or never comes back, in the tenth tick.
struct Crashing : test::Counter {
    static constexpr std::string_view name = "crashing";
    void step(Inputs<Input> inputs) {
        test::Counter::step(inputs);
        if (ticks == 10 && is_armed) {
            std::raise(SIGKILL);
        }
    }
    static inline bool is_armed = false;
};
struct Hanging : test::Counter {
    static constexpr std::string_view name = "hanging";
    void step(Inputs<Input> inputs) {
        test::Counter::step(inputs);
        while (ticks == 10 && is_armed) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    static inline bool is_armed = false;
};

TEST(Origins, SayHowARunEndedAndPlayTheNext) {
    Crashing::is_armed = true;
    const RegisteredGame game = registered<Crashing>();
    auto origin = Origin::start(game);
    Crashing::is_armed = false;
    PlayedSession session(game, k_plenty);
    for (int tick = 0; tick < 20; ++tick) {
        session.step();
    }
    ASSERT_TRUE(origin && origin->report_session(session.history()));
    for (int time = 0; time < 2; ++time) {
        const auto outcome = origin->play({});
        ASSERT_TRUE(outcome);
        EXPECT_NE(outcome->failure.find("signal 9"), std::string::npos) << outcome->failure;
        EXPECT_TRUE(outcome->hashes.empty());
    }
}

TEST(Origins, KillARunThatDoesNotComeOn) {
    Hanging::is_armed = true;
    const RegisteredGame game = registered<Hanging>();
    auto origin = Origin::start(game);
    Hanging::is_armed = false;
    PlayedSession session(game, k_plenty);
    for (int tick = 0; tick < 20; ++tick) {
        session.step();
    }
    ASSERT_TRUE(origin && origin->report_session(session.history()));
    // Time passes only once it hangs, however long it took to come there.
    bool hangs = false;
    OriginHooks hooks;
    hooks.progress = [&](std::uint64_t ticks) { hangs = ticks == 9; };
    std::chrono::nanoseconds passed{0};
    hooks.now = [&] { return hangs ? passed += hooks.patience * 2 : passed; };
    const auto outcome = origin->play({}, hooks);
    ASSERT_TRUE(outcome);
    EXPECT_NE(outcome->failure.find("did not come on at tick 9 within 60 s"), std::string::npos)
        << outcome->failure;
}

// Writes the number of a process that is none of its own wherever processes share memory.
struct Lying : Hanging {
    static constexpr std::string_view name = "lying";
    void step(Inputs<Input> inputs) {
        if (ticks == 9 && is_armed) {
            constexpr std::size_t k_offset = sizeof(std::uint64_t);  // of the number
            std::ifstream maps("/proc/self/maps");
            for (std::string line; std::getline(maps, line);) {
                if (line.find(" rw-s ") != line.npos && line.find("/dev/zero") != line.npos) {
                    const std::uintptr_t start = std::stoull(line, nullptr, 16);
                    std::memcpy(reinterpret_cast<char*>(start) + k_offset, &bystander,
                                sizeof bystander);
                }
            }
            *has_lied = true;
        }
        Hanging::step(inputs);
    }
    static inline int bystander = 0;
    static inline std::atomic<bool>* has_lied = nullptr;  // shared, in its first bytes
};

TEST(Origins, KillNobodyElseWhateverAGameWroteOverTheirMemory) {
    Lying::bystander = ::fork();
    if (Lying::bystander == 0) {
        for (;;) {
            pause();
        }
    }
    const SharedValue<std::atomic<bool>> has_lied;
    ASSERT_NE(has_lied.get(), nullptr);
    Lying::has_lied = has_lied.get();
    Hanging::is_armed = true;
    const RegisteredGame game = registered<Lying>();
    {
        auto origin = Origin::start(game);
        Hanging::is_armed = false;
        PlayedSession session(game, k_plenty);
        for (int tick = 0; tick < 20; ++tick) {
            session.step();
        }
        ASSERT_TRUE(origin && origin->report_session(session.history()));
        // Time passes only once it has lied, however long it took to come there.
        OriginHooks hooks;
        std::chrono::nanoseconds passed{0};
        hooks.now = [&] { return *has_lied.get() ? passed += hooks.patience * 2 : passed; };
        EXPECT_FALSE(origin->play({}, hooks)) << "it can neither be waited for nor killed";
    }
    int status = 0;
    EXPECT_EQ(::waitpid(Lying::bystander, &status, WNOHANG), 0) << "it was killed";
    ::kill(Lying::bystander, SIGKILL);
    ::waitpid(Lying::bystander, &status, 0);
}

// Has more to say than a message holds.
struct Wordy : test::Counter {
    static constexpr std::string_view name = "wordy";
    void step(Inputs<Input> inputs) {
        test::Counter::step(inputs);
        if (ticks == 10) {
            throw std::runtime_error(std::string(100'000, 'x'));
        }
    }
};

TEST(Origins, CutTheTextOfAFailure) {
    Begun begun(registered<Wordy>(), 10);
    EXPECT_TRUE(begun.play().failure.ends_with("xxx"));
}

TEST(Origins, EndWithAnInterrupt) {
    Begun begun(registered<test::Counter>(), k_origin_ticks);
    const RegisteredGame game = registered<test::Counter>();
    auto origin = Origin::start(game);
    ASSERT_TRUE(origin && origin->report_session(begun.history()));
    OriginHooks hooks;
    hooks.is_interrupted = [] { return true; };
    EXPECT_FALSE(origin->play({}, hooks));
}

}  // namespace
}  // namespace tandem::tools::check
