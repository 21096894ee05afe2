// SPDX-License-Identifier: MIT
// The loop on a manual clock: owned and driven by callbacks, stopped and started from everywhere.
#include <tandem/sim/time/game_loop.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/game/display.hpp>
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

// Another loop in its place, or a copy, would.
static_assert(!std::is_copy_constructible_v<GameLoop> && !std::is_move_constructible_v<GameLoop>);
static_assert(!std::is_copy_assignable_v<GameLoop> && !std::is_move_assignable_v<GameLoop>);

TEST(GameLoopTest, ALoopThatIsStartedWithOtherOptionsHeedsNoTokenOfBefore) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken first = loop.start(nanoseconds(0));
    const RunToken second = loop.start(
        seconds(1),
        {.tick_rate = TickRate{100}, .debt_policy = DebtPolicy::keep, .ticks_per_frame_max = 7});
    EXPECT_NE(first, second);
    int ticks = 0;
    std::uint64_t owed = 0;
    const auto tick = [&] { ++ticks; };
    const auto frame = [&](const Pace& pace) { owed = pace.ticks_owed; };
    EXPECT_FALSE(loop.on_frame(first, seconds(2), tick, frame));
    EXPECT_EQ(ticks, 0);
    EXPECT_TRUE(loop.on_frame(second, milliseconds(1'100), tick, frame));
    EXPECT_EQ(ticks, 7);
    EXPECT_EQ(owed, 3U);
    // They stay where none are named.
    const RunToken third = loop.start(seconds(3));
    EXPECT_EQ(loop.pacer().next_deadline(), milliseconds(3'010));
    EXPECT_FALSE(loop.is_running(second));
    EXPECT_TRUE(loop.is_running(third));
}

TEST(GameLoopTest, InputComesBeforeTheTicksOfEachFrameThatIsDue) {
    GameLoop loop({.tick_rate = TickRate{50}, .frame_rate_max = TickRate{25}});
    const RunToken run = loop.start(nanoseconds(0));
    std::string calls;
    const auto input = [&] { calls += 'i'; };
    const auto tick = [&] { calls += 't'; };
    const auto frame = [&](const Pace&) { calls += 'f'; };
    for (const int at : {0, 20, 40, 80, 100}) {  // no frame is due at 20 and 100
        EXPECT_TRUE(loop.on_frame(run, milliseconds(at), input, tick, frame));
    }
    EXPECT_EQ(calls, "ifittfittf");

    calls.clear();
    ManualTime time;
    const RunToken owned = loop.start(time.now());
    loop.run(owned, time, input, tick, [&](const Pace&) {
        calls += 'f';
        if (time.current == milliseconds(80)) {
            loop.stop(owned);
        }
    });
    EXPECT_EQ(calls, "ifittfittf");
}

TEST(GameLoopTest, AStopInInputIsItsLastCallAndAStartThereBeginsAnew) {
    for (const bool starts_anew : {false, true}) {
        GameLoop loop({.tick_rate = TickRate{50}});
        const RunToken run = loop.start(nanoseconds(0));
        RunToken next;
        std::string calls;
        const auto input = [&] {
            calls += 'i';
            if (starts_anew) {
                next = loop.start(seconds(1));
            } else {
                loop.stop(run);
            }
        };
        const auto tick = [&] { calls += 't'; };
        const auto frame = [&](const Pace&) { calls += 'f'; };
        EXPECT_FALSE(loop.on_frame(run, milliseconds(100), input, tick, frame));
        EXPECT_FALSE(loop.on_frame(run, milliseconds(200), input, tick, frame));
        EXPECT_EQ(calls, "i");
        EXPECT_EQ(loop.is_running(next), starts_anew);
        if (starts_anew) {  // the time of the frame that began it counts for nothing
            EXPECT_EQ(loop.pacer().next_deadline(), milliseconds(1'020));
        }
    }
}

TEST(GameLoopTest, WhatATickThrowsPassesThroughAndTheLoopGoesOn) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken run = loop.start(nanoseconds(0));
    int ticks = 0;
    int frames = 0;
    const auto tick = [&] {
        if (++ticks == 2) {
            throw std::runtime_error("no more");
        }
    };
    const auto frame = [&](const Pace&) { ++frames; };
    EXPECT_THROW(loop.on_frame(run, milliseconds(100), tick, frame), std::runtime_error);
    EXPECT_EQ(ticks, 2);
    EXPECT_EQ(frames, 0);
    EXPECT_TRUE(loop.is_running(run));
    EXPECT_TRUE(loop.on_frame(run, milliseconds(120), tick, frame));
    EXPECT_EQ(ticks, 3);  // the three others of the frame before are lost
    EXPECT_EQ(frames, 1);
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
    loop.resume(seconds(30));
    loop.on_frame(run, seconds(30) + milliseconds(9), tick, frame);
    EXPECT_EQ(ticks, 2);
    loop.on_frame(run, seconds(30) + milliseconds(10), tick, frame);
    EXPECT_EQ(ticks, 3);
}

TEST(GameLoopTest, AMenuIsDrawnAndNoTickOfItIsRun) {
    for (const bool is_capped : {false, true}) {
        PacerOptions options{.tick_rate = TickRate{50}};
        if (is_capped) {
            options.frame_rate_max = TickRate{50};
        }
        ManualTime time;
        GameLoop loop(options);
        int ticks = 0;
        int frames = 0;
        int menu_frames = 0;
        const RunToken run = loop.start(time.now());
        loop.run(
            run, time,
            [&] {
                // The player opens the menu after a second, closes it after another minute and
                // plays for a second more.
                if (time.current == seconds(1)) {
                    loop.pause();
                } else if (time.current == seconds(61)) {
                    loop.resume(time.current);
                }
            },
            [&] { ++ticks; },
            [&](const Pace& pace) {
                ++(loop.is_paused() ? menu_frames : frames);
                EXPECT_TRUE(pace.ticks == 0 || !loop.is_paused());
                if (time.current == seconds(62)) {
                    loop.stop(run);
                }
            });
        EXPECT_EQ(menu_frames, 3'000);
        EXPECT_EQ(frames, 101);
        // The 20 ms before the menu opened count as part of it: their tick came 20 ms after it.
        EXPECT_EQ(ticks, 99);
        EXPECT_EQ(time.current, seconds(62));
    }
}

TEST(GameLoopTest, APauseInATickLetsTheTicksOfThatFrameRunAndANewRunHasNone) {
    GameLoop loop({.tick_rate = TickRate{50}});
    const RunToken run = loop.start(nanoseconds(0));
    int ticks = 0;
    const auto tick = [&] {
        ++ticks;
        loop.pause();
    };
    const auto frame = [](const Pace&) {};
    loop.on_frame(run, milliseconds(100), tick, frame);
    EXPECT_EQ(ticks, 5);
    EXPECT_TRUE(loop.on_frame(run, seconds(1), tick, frame));
    EXPECT_EQ(ticks, 5);
    const RunToken next = loop.start(seconds(1));
    EXPECT_FALSE(loop.is_paused());
    loop.on_frame(next, milliseconds(1'020), tick, frame);
    EXPECT_EQ(ticks, 6);
}

// ---- The example of sim/GAME.md -----------------------------------------------------------------

struct Race {
    static constexpr TickRate tick_rate{60};
    int steps = 0;
    void step(int inputs) { steps += inputs; }
    void draw(std::vector<float>& drawn, const Race& previous, float alpha) const {
        EXPECT_EQ(previous.steps, std::max(0, steps - 1));
        drawn.push_back(alpha);
    }
};

TEST(GameLoopTest, TheLoopOfThePageRunsUntilItIsStoppedAndDrawsBetweenTicks) {
    Race game;
    Race previous;
    std::vector<float> canvas;
    const auto inputs = [] { return 1; };
    const auto quits = [&] { return canvas.size() == 5; };

    struct Steady {
        std::chrono::nanoseconds now() {
            return std::chrono::steady_clock::now().time_since_epoch();
        }
        void wait_until(std::chrono::nanoseconds at) { std::this_thread::sleep_for(at - now()); }
    };
    tandem::sim::GameLoop loop(
        {.tick_rate = Race::tick_rate, .frame_rate_max = tandem::TickRate{120}});
    Steady steady;
    const tandem::sim::RunToken run = loop.start(steady.now());
    loop.run(
        run, steady,
        [&] {
            previous = game;
            game.step(inputs());
        },
        [&](const tandem::sim::Pace& pace) {
            game.draw(canvas, previous, tandem::to_display(pace.alpha));
            if (quits()) {
                loop.stop(run);
            }
        });
    EXPECT_EQ(canvas.size(), 5U);
    EXPECT_GE(game.steps, 1);

    // Once more on a machine whose sleeps are 60 us late and nothing else: one picture at a tick,
    // one in the middle between two.
    canvas.clear();
    const RunToken exact = loop.start(nanoseconds(0));
    for (int frame = 0; frame < 100; ++frame) {
        loop.on_frame(
            exact, loop.pacer().next_frame() + nanoseconds(60'000), [] {},
            [&](const Pace& pace) { canvas.push_back(to_display(pace.alpha)); });
    }
    ASSERT_EQ(canvas.size(), 100U);
    for (std::size_t frame = 0; frame < canvas.size(); ++frame) {
        EXPECT_NEAR(canvas[frame], frame % 2 == 0 ? 0.0F : 0.5F, 0.01F);
    }
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
    EXPECT_NE(code_in("/tests/sim/time/game_loop_test.cpp").find(example), std::string::npos);
}

}  // namespace
}  // namespace tandem::sim
