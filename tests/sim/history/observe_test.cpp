// SPDX-License-Identifier: MIT
// An observer sees its ticks in the game's own types.
#include <tandem/sim/history/observe.hpp>

#include <optional>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using test::Counter;
using Input = Counter::Input;

tandem::Setup two_players() {
    tandem::Setup setup;
    setup.slots = 2;
    return setup;
}

TEST(Observe, EachTickIsSeenWithItsInputsAndTheGameAfterIt) {
    std::vector<std::string> seen;
    std::optional<Timeline> timeline;
    auto observer = observe<Counter>([&](Tick tick, const tandem::Inputs<Input>& inputs,
                                         const Counter& game) {
        seen.push_back(std::to_string(tick.number) + ": " + std::to_string(inputs[0].amount) +
                       (inputs.present(tandem::Slot{1}) ? " " : " absent ") +
                       std::to_string(inputs[1].amount) + " gives " + std::to_string(game.ticks));
        EXPECT_EQ(&game, &timeline->simulation().as<Counter>()) << "in place";
    });
    timeline.emplace(erase<Counter>(), &observer);
    ASSERT_TRUE(timeline->start(two_players()));
    ASSERT_TRUE(timeline->advance({Input{5}, Input{6}}));
    const std::vector<Input> inputs{{7}, {8}};
    ASSERT_TRUE(timeline->advance(tandem::Inputs<Input>(inputs, 0b01)));
    ASSERT_TRUE(timeline->end(EndReason::finished));
    EXPECT_EQ(seen, (std::vector<std::string>{"0: 5 6 gives 1", "1: 7 absent 0 gives 2"}));
}

TEST(Observe, AnErrorEndsTheSession) {
    auto observer = observe<Counter>(
        [](Tick tick, const tandem::Inputs<Input>&, const Counter&) -> Result<void> {
            if (tick == Tick{1}) {
                return Error{ErrorCode::io, "speakers", "they are unplugged"};
            }
            return {};
        });
    Timeline timeline(erase<Counter>(), &observer);
    ASSERT_TRUE(timeline.start(two_players()));
    ASSERT_TRUE(timeline.advance({Input{}, Input{}}));
    for (int i = 0; i < 2; ++i) {
        const auto advanced = timeline.advance({Input{}, Input{}});
        ASSERT_FALSE(advanced);
        EXPECT_EQ(advanced.error().text(), "speakers: they are unplugged");
    }
}

struct Other : Counter {
    static constexpr std::string_view name = "other";
};

TEST(ObserveDeathTest, TheGameIsTheOneThatIsPlayed) {
    auto observer =
        observe<Other>([](Tick, const tandem::Inputs<Input>&, const Other&) { FAIL(); });
    Timeline timeline(erase<Counter>(), &observer);
    ASSERT_TRUE(timeline.start(two_players()));
    EXPECT_DEATH(static_cast<void>(timeline.advance({Input{}, Input{}})),
                 "this is the game \"counter\", and as<>\\(\\) asks for \"other\"");
}

}  // namespace
}  // namespace tandem::sim
