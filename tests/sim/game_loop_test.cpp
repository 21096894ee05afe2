// SPDX-License-Identifier: MIT
// The loop on a manual clock: owned and driven by callbacks, stopped and started from everywhere.
#include <tandem/sim/game_loop.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

// Every reading is kept; sleeps are exact.
struct ManualTime {
    nanoseconds current{0};
    nanoseconds slept{0};
    std::vector<nanoseconds> readings;

    nanoseconds now() {
        readings.push_back(current);
        return current;
    }
    void wait_until(nanoseconds instant) {
        const nanoseconds length = std::max(nanoseconds(0), instant - current);
        slept += length;
        current += length;
    }
};

// What a loop called: ticks before each frame, and its alpha.
struct Drawn {
    int ticks = 0;
    Alpha alpha;

    friend bool operator==(const Drawn&, const Drawn&) = default;
};

// As MDN's requestAnimationFrame: one callback for each request, none for a cancelled one.
class CallbackPlatform {
public:
    using Callback = std::function<void(nanoseconds)>;

    void request(Callback callback) { requests_[next_id_++] = std::move(callback); }
    bool is_idle() const { return requests_.empty(); }
    void refresh(nanoseconds now) {
        for (auto& [id, callback] : std::exchange(requests_, {})) {
            callback(now);
        }
    }

private:
    std::map<int, Callback> requests_;
    int next_id_ = 1;
};

PacerOptions random_options(test::Operands& operands) {
    PacerOptions options;
    options.tick_rate = TickRate{static_cast<std::uint32_t>(operands.next() % 100 + 1)};
    options.debt_policy = static_cast<DebtPolicy>(operands.next() % 3);
    options.ticks_per_frame_max = static_cast<std::uint32_t>(operands.next() % 20 + 1);
    options.interpolates = operands.next() % 2 == 0;
    if (operands.next() % 2 == 0) {
        options.frame_rate_max =
            TickRate{options.tick_rate.ticks + static_cast<std::uint32_t>(operands.next() % 100)};
    }
    return options;
}

TEST(GameLoopTest, OwnedAndCallbackDrivenLoopsTickAndDrawAlikeAtTheSameTimes) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 200; ++round) {
        const PacerOptions options = random_options(operands);
        ManualTime time;
        GameLoop owned(options);
        std::vector<Drawn> owned_frames;
        int ticks = 0;
        const RunToken run = owned.start(time.now());
        owned.run(
            run, time,
            [&] {
                ++ticks;
                time.current += nanoseconds(operands.next() % 3'000'000);
            },
            [&](const Pace& pace) {
                owned_frames.push_back({std::exchange(ticks, 0), pace.alpha});
                time.current += nanoseconds(operands.next() % 50'000'000);
                if (owned_frames.size() == 100) {
                    owned.stop(run);
                }
            });

        GameLoop driven(options);
        std::vector<Drawn> driven_frames;
        const RunToken token = driven.start(time.readings.front());
        for (std::size_t i = 1; i < time.readings.size(); ++i) {
            driven.on_frame(
                token, time.readings[i], [&] { ++ticks; },
                [&](const Pace& pace) {
                    driven_frames.push_back({std::exchange(ticks, 0), pace.alpha});
                });
        }
        ASSERT_EQ(owned_frames.size(), 100U);
        ASSERT_EQ(driven_frames, owned_frames);
        ASSERT_EQ(owned.pacer().next_frame(), driven.pacer().next_frame());
    }
}

// Runs a loop for ten seconds on a machine with the costs of the articles' normal one, 1 ms for a
// tick and 9 ms for a frame.
struct Outcome {
    int ticks = 0;
    int frames = 0;
    int busy_percent = 0;
};

Outcome ten_seconds(const PacerOptions& options) {
    ManualTime time;
    GameLoop loop(options);
    Outcome outcome;
    const RunToken run = loop.start(time.now());
    loop.run(
        run, time,
        [&] {
            outcome.ticks += time.current < seconds(10) ? 1 : 0;
            time.current += milliseconds(1);
        },
        [&](const Pace&) {
            outcome.frames += time.current < seconds(10) ? 1 : 0;
            time.current += milliseconds(9);
            if (time.current >= seconds(10)) {
                loop.stop(run);
            }
        });
    outcome.busy_percent = static_cast<int>(100 - 100 * time.slept / time.current);
    return outcome;
}

TEST(GameLoopTest, APowerCapSavesTheTimeThatAFreeLoopBurns) {
    const Outcome free = ten_seconds({.tick_rate = TickRate{25}, .interpolates = true});
    EXPECT_EQ(free.busy_percent, 100);
    EXPECT_GT(free.frames, 1'000);
    // One tick and one picture in each 40 ms.
    for (const Outcome& slept :
         {ten_seconds({.tick_rate = TickRate{25}}),
          ten_seconds({.tick_rate = TickRate{25}, .frame_rate_max = TickRate{25}})}) {
        EXPECT_NEAR(slept.busy_percent, 25, 1);
        EXPECT_NEAR(slept.frames, 250, 1);
        EXPECT_EQ(slept.ticks, 249);  // tick k is due at (k + 1) * 40 ms
    }
    EXPECT_EQ(free.ticks, 249);
}

TEST(GameLoopTest, AStopInATickIsItsLastCall) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken run = loop.start(nanoseconds(0));
    int ticks = 0;
    int frames = 0;
    const auto tick = [&] {
        if (++ticks == 3) {
            EXPECT_TRUE(loop.stop(run));
        }
    };
    const auto frame = [&](const Pace&) { ++frames; };
    EXPECT_TRUE(loop.on_frame(run, milliseconds(10), tick, frame));
    EXPECT_FALSE(loop.on_frame(run, milliseconds(100), tick, frame));  // five are due
    EXPECT_EQ(ticks, 3);
    EXPECT_EQ(frames, 1);
    EXPECT_FALSE(loop.on_frame(run, seconds(1), tick, frame));  // one was under way
    EXPECT_EQ(ticks, 3);
    EXPECT_EQ(frames, 1);
    EXPECT_FALSE(loop.stop(run));
}

TEST(GameLoopTest, ALoopOfCallbacksEndsWhereverItIsStopped) {
    for (const bool stops_inside : {true, false}) {
        CallbackPlatform platform;
        GameLoop loop({.tick_rate = TickRate{20}});
        const RunToken run = loop.start(nanoseconds(0));
        int frames = 0;
        CallbackPlatform::Callback callback = [&](nanoseconds now) {
            const auto frame = [&](const Pace&) {
                if (++frames == 5 && stops_inside) {
                    loop.stop(run);
                }
            };
            if (loop.on_frame(
                    run, now, [] {}, frame)) {
                platform.request(callback);
            }
        };
        platform.request(callback);
        for (int refresh = 0; refresh < 20; ++refresh) {
            if (refresh == 5 && !stops_inside) {
                loop.stop(run);  // a request is under way
                EXPECT_FALSE(platform.is_idle());
            }
            platform.refresh(milliseconds(16) * refresh);
        }
        EXPECT_EQ(frames, 5);
        EXPECT_TRUE(platform.is_idle());
    }
}

TEST(GameLoopTest, ALoopThatIsStartedAnewInACallbackIsNotRunTwice) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken first = loop.start(nanoseconds(0));
    std::optional<RunToken> second;
    int ticks = 0;
    const auto frame = [](const Pace&) {};
    EXPECT_FALSE(loop.on_frame(
        first, milliseconds(100),
        [&] {
            ++ticks;
            second = loop.start(milliseconds(110));
        },
        frame));
    EXPECT_EQ(ticks, 1);  // the four others were of the first run
    EXPECT_FALSE(loop.stop(first));
    EXPECT_TRUE(loop.is_running(*second));
    EXPECT_FALSE(loop.on_frame(
        first, milliseconds(200), [&] { ++ticks; }, frame));
    // Its first tick is due at 130 ms; the first run would have had two by now.
    EXPECT_TRUE(loop.on_frame(
        *second, milliseconds(149), [&] { ++ticks; }, frame));
    EXPECT_EQ(ticks, 2);
}

TEST(GameLoopTest, CallbacksBeforeAFramesDeadlineDoNothing) {
    GameLoop loop({.tick_rate = TickRate{100}, .frame_rate_max = TickRate{25}});
    const RunToken run = loop.start(nanoseconds(0));
    int ticks = 0;
    int frames = 0;
    for (int now = 0; now < 990; now += 4) {
        EXPECT_TRUE(loop.on_frame(
            run, milliseconds(now), [&] { ++ticks; }, [&](const Pace&) { ++frames; }));
    }
    EXPECT_EQ(frames, 25);
    EXPECT_EQ(ticks, 95);  // until 956 ms, the last frame: 4 of 40 ms early is on time
}

TEST(GameLoopTest, APauseThatIsResumedCostsNoTick) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken run = loop.start(nanoseconds(0));
    int ticks = 0;
    const auto tick = [&] { ++ticks; };
    const auto frame = [](const Pace&) {};
    loop.on_frame(run, milliseconds(50), tick, frame);
    EXPECT_EQ(ticks, 2);
    loop.pacer().resume(seconds(30));
    loop.on_frame(run, seconds(30) + milliseconds(9), tick, frame);
    EXPECT_EQ(ticks, 2);
    loop.on_frame(run, seconds(30) + milliseconds(10), tick, frame);
    EXPECT_EQ(ticks, 3);
}

// ---- The example of sim/GAME.md -----------------------------------------------------------------

struct Race {
    static constexpr TickRate tick_rate{60};
    int steps = 0;
    void step(int inputs) { steps += inputs; }
};

TEST(GameLoopTest, TheLoopOfThePageRunsUntilItIsStopped) {
    Race game;
    Race previous;
    int frames = 0;
    const auto inputs = [] { return 1; };
    const auto draw = [&](const Race& now, const Race& before, Alpha alpha) {
        ++frames;
        EXPECT_EQ(before.steps, std::max(0, now.steps - 1));
        EXPECT_LE(alpha.numerator, alpha.denominator);
    };
    const auto quits = [&] { return frames == 3; };

    struct Steady {
        std::chrono::nanoseconds now() {
            return std::chrono::steady_clock::now().time_since_epoch();
        }
        void wait_until(std::chrono::nanoseconds at) { std::this_thread::sleep_for(at - now()); }
    };
    tandem::sim::GameLoop loop(
        {.tick_rate = Race::tick_rate, .frame_rate_max = tandem::TickRate{60}});
    Steady steady;
    const tandem::sim::RunToken run = loop.start(steady.now());
    loop.run(
        run, steady,
        [&] {
            previous = game;
            game.step(inputs());
        },
        [&](const tandem::sim::Pace& pace) {
            draw(game, previous, pace.alpha);
            if (quits()) {
                loop.stop(run);
            }
        });
    EXPECT_EQ(frames, 3);
    EXPECT_GE(game.steps, 1);
}

// A file's text without white space, in which a page and a formatted source differ.
std::string code_in(const std::string& file) {
    std::ifstream in(TANDEM_SOURCE_DIR + file);
    EXPECT_TRUE(in.good()) << file;
    std::string code(std::istreambuf_iterator<char>(in), {});
    std::erase_if(code, [](unsigned char c) { return std::isspace(c) != 0; });
    return code;
}

TEST(GameLoopTest, ThePageShowsTheLoopThatRunsHere) {
    const std::string page = code_in("/sim/GAME.md");
    const std::size_t from = page.find("structSteady");
    ASSERT_NE(from, page.npos);
    const std::string example = page.substr(from, page.find("```", from) - from);
    EXPECT_GT(example.size(), 400U);
    EXPECT_NE(code_in("/tests/sim/game_loop_test.cpp").find(example), std::string::npos);
}

}  // namespace
}  // namespace tandem::sim
