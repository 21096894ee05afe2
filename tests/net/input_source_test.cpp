// SPDX-License-Identifier: MIT
// A source in the game's own type is the source of its bytes.
#include <tandem/net/input_source.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/observe.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using Input = Counter::Input;
using sim::erase;

sim::AnySimulation two_players() {
    sim::AnySimulation simulation = erase<Counter>();
    Setup setup;
    setup.slots = 2;
    setup.seed = 40;
    EXPECT_TRUE(simulation.reset(setup).has_value());
    return simulation;
}

// The amount that a source gives at tick 2, where it gives one.
sim::Result<std::optional<std::int16_t>> ask(const net::InputSource& source) {
    const auto bytes = source(sim::Tick{2}, two_players());
    if (!bytes || !*bytes) {
        return bytes ? sim::Result<std::optional<std::int16_t>>(std::nullopt) : bytes.error();
    }
    Input input;
    EXPECT_TRUE(sim::read_value(**bytes, input, 1000, "input").has_value());
    return std::optional(input.amount);
}

Input next(sim::Tick tick, const Counter& game) {
    return {static_cast<std::int16_t>(game.totals[0] + static_cast<std::int64_t>(tick.number))};
}

TEST(InputSource, GivesAnInputFromTheTickAndTheGame) {
    EXPECT_EQ(*ask(net::input_source<Counter>(next)), 42);
}

TEST(InputSource, MayEndAndMayFail) {
    const auto often = net::input_source<Counter>([](sim::Tick tick, const Counter& game) {
        return tick == sim::Tick{2} ? std::optional(next(tick, game)) : std::nullopt;
    });
    EXPECT_EQ(*ask(often), 42);
    const auto never = net::input_source<Counter>(
        [](sim::Tick, const Counter&) { return std::optional<Input>(); });
    EXPECT_EQ(*ask(never), std::nullopt);
    const auto broken =
        net::input_source<Counter>([](sim::Tick, const Counter&) -> sim::Result<Input> {
            return sim::Error{sim::ErrorCode::io, "gamepad", "it was pulled out"};
        });
    const auto asked = ask(broken);
    ASSERT_FALSE(asked.has_value());
    EXPECT_EQ(asked.error().text(), "gamepad: it was pulled out");
    const auto sound = net::input_source<Counter>(
        [](sim::Tick tick, const Counter& game) -> sim::Result<std::optional<Input>> {
            return std::optional(next(tick, game));
        });
    EXPECT_EQ(*ask(sound), 42);
}

TEST(InputSource, KeepsWhatItRemembers) {
    const auto counting = net::input_source<Counter>(
        [asked = std::int16_t{0}](sim::Tick, const Counter&) mutable { return Input{asked++}; });
    EXPECT_EQ(*ask(counting), 0);
    EXPECT_EQ(*ask(counting), 1);
}

struct Other : Counter {
    static constexpr std::string_view name = "other";
};

TEST(InputSourceDeathTest, TheGameIsTheOneThatIsPlayed) {
    const auto source =
        net::input_source<Other>([](sim::Tick, const Other&) { return Other::Input{}; });
    EXPECT_DEATH(static_cast<void>(source(sim::Tick{0}, two_players())),
                 "this is the game \"counter\", and as<>\\(\\) asks for \"other\"");
}

// ---- In a match ----

TEST(InputSource, AMatchOfTypedSourcesIsSeenTickByTickOnBothSides) {
    struct Seen {
        std::vector<std::int64_t> inputs;
        std::vector<std::vector<std::int64_t>> totals;
    };
    const auto see_into = [](Seen& seen) {
        return sim::observe<Counter>(
            [&seen](sim::Tick tick, const Inputs<Input>& inputs, const Counter& game) {
                EXPECT_EQ(tick.number + 1, game.ticks);
                seen.inputs.push_back(inputs[0].amount * 1000 + inputs[1].amount);
                seen.totals.push_back(game.totals);
            });
    };
    Seen host_seen;
    Seen guest_seen;
    auto host_observer = see_into(host_seen);
    auto guest_observer = see_into(guest_seen);
    const auto source_of = [](std::int16_t factor) {
        return net::input_source<Counter>([factor](sim::Tick tick, const Counter&) {
            return Input{static_cast<std::int16_t>(factor * static_cast<int>(tick.number % 10))};
        });
    };
    net::LinkOptions links;
    links.delay = milliseconds(40);
    net::SimulatedNetwork network(1, links);
    net::Transport& host_end = network.add_endpoint();
    net::Transport& guest_end = network.add_endpoint();
    net::HostOptions options = host_options(erase<Counter>(), 2, 100);
    auto host =
        net::Driver::host(erase<Counter>(), options, source_of(1), &host_observer, host_end);
    auto guest = net::Driver::join(erase<Counter>(), {}, source_of(2), &guest_observer, guest_end);
    ASSERT_TRUE(host && guest);
    network.connect(1, 0);
    for (Time now{0}; !(host->is_over() && guest->is_over()) && now < std::chrono::seconds(30);
         now += milliseconds(1)) {
        network.advance(now);
        host->pump(milliseconds(0), [now] { return now; });
        guest->pump(milliseconds(0), [now] { return now; });
        // Seen as soon as it is played, also where the session holds its recorder back.
        ASSERT_EQ(guest_seen.inputs.size(), guest->session().ticks_done());
    }
    ASSERT_EQ(host_seen.inputs.size(), 100U);
    for (std::int64_t tick = 0; tick < 100; ++tick) {
        EXPECT_EQ(host_seen.inputs[static_cast<std::size_t>(tick)], (tick % 10) * 1002);
    }
    EXPECT_EQ(host_seen.inputs, guest_seen.inputs);
    EXPECT_EQ(host_seen.totals, guest_seen.totals);
    EXPECT_EQ(host->session().simulation().as<Counter>().totals, host_seen.totals.back());
}

}  // namespace
}  // namespace tandem::test
