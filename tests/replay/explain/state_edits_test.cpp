// SPDX-License-Identifier: MIT
// Each change of a state is made at its place, and its state is one that the game takes.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <tandem/replay/explain/state_edits.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/support/registry.hpp>

namespace tandem::test {
namespace {

using replay::StateEdit;

std::vector<StateEdit> edits_of(const sim::Schema& schema, const sim::Bytes& state) {
    std::vector<StateEdit> edits;
    replay::visit_state_edits(schema, state, [&](const StateEdit& edit) {
        edits.push_back(edit);
        return true;
    });
    return edits;
}

template <class Game>
sim::AnySimulation played(std::uint64_t ticks) {
    auto game = sim::erase<Game>();
    EXPECT_TRUE(game.reset(make_setup(game.info(), 2)));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        EXPECT_TRUE(game.step(bot_record(game, tick)));
    }
    return game;
}

TEST(StateEdits, OfTheSmallestGame) {
    const auto game = played<Counter>(1);
    std::vector<std::string> texts;
    for (const StateEdit& edit : edits_of(game.info().state_schema, game.save())) {
        texts.push_back(edit.text.substr(0, edit.text.find(" (")));
    }
    const std::vector<std::string> expected{"totals[0] erased",
                                            "totals[0] doubled",
                                            "totals[1] erased",
                                            "totals[1] doubled",
                                            "totals[0] and totals[1] exchanged",
                                            "ticks one more",
                                            "ticks one less",
                                            "totals[0] one more",
                                            "totals[0] one less",
                                            "totals[1] one more",
                                            "totals[1] one less"};
    EXPECT_EQ(texts, expected);
}

TEST(StateEdits, StopWhereTheVisitorSaysSo) {
    const auto game = played<Counter>(1);
    const sim::Bytes state = game.save();
    int visited = 0;
    replay::visit_state_edits(game.info().state_schema, state,
                              [&](const StateEdit&) { return ++visited < 3; });
    EXPECT_EQ(visited, 3);
}

// Numbers and order may be what a game refuses; lengths never are.
template <class Game>
void expect_that_the_game_takes(std::uint64_t ticks) {
    auto game = played<Game>(ticks);
    const sim::Bytes state = game.save();
    std::size_t taken = 0;
    std::set<sim::Bytes> states;
    const auto edits = edits_of(game.info().state_schema, state);
    for (const StateEdit& edit : edits) {
        const sim::Bytes changed = replay::with_edit(state, edit);
        EXPECT_NE(changed, state) << edit.text;
        states.insert(changed);
        taken += game.restore(changed) && game.save() == changed ? 1U : 0U;
    }
    EXPECT_GT(states.size(), edits.size() * 9 / 10) << "most are one of a kind";
    EXPECT_GT(taken, edits.size() / 2);
}
TEST(StateEdits, GiveStatesThatGamesTake) {
    expect_that_the_game_takes<games::Duel>(300);
    expect_that_the_game_takes<Registry>(200);
}

TEST(StateEdits, EraseWhatADuelHasInTheAir) {
    auto game = played<games::Duel>(0);
    for (std::uint64_t tick = 0; tick < 2'000; ++tick) {
        ASSERT_TRUE(game.step(bot_record(game, tick)));
        const sim::Bytes state = game.save();
        for (const StateEdit& edit : edits_of(game.info().state_schema, state)) {
            if (edit.text == "projectiles[1] erased") {
                ASSERT_TRUE(game.restore(replay::with_edit(state, edit)));
                EXPECT_LT(game.save().size(), state.size());
                return;
            }
        }
    }
    FAIL() << "no two projectiles in the air";
}

TEST(StateEdits, DrawAsAGeneratorDoes) {
    constexpr std::uint64_t k_seed = 36;
    constexpr std::uint64_t k_stream = 7;
    struct Words {
        std::vector<std::uint64_t> words;
        void operator()(cereal::NameValuePair<std::uint64_t&>&& a,
                        cereal::NameValuePair<std::uint64_t&>&& b) {
            words = {a.value, b.value};
        }
    };
    const auto words_of = [](Random random) {
        Words words;
        random.serialize(words);
        return words.words;
    };
    Random random(k_seed, k_stream);
    const auto before = words_of(random);
    for (std::int32_t draws = 1; draws <= 16; ++draws) {
        random.next32();
        const auto after = words_of(random);
        EXPECT_EQ(replay::drawn_on(before[0], before[1], draws), after[0]) << draws;
        EXPECT_EQ(replay::drawn_on(after[0], after[1], -draws), before[0]) << draws;
    }
}

}  // namespace
}  // namespace tandem::test
