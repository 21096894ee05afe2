// SPDX-License-Identifier: MIT
// A game behind erase is the game: it steps, is saved and is asked as its own type would be, and
// one that is unsound is refused when it is first used.
#include <tandem/sim/game/erase.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/rich_session.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using test::rich_record;
using test::rich_setup;
using test::run_rich;

// ---- The same as the game itself ----------------------------------------------------------------

template <class Game>
void step_typed(Game& game, Inputs<typename Game::Input> inputs) {
    if constexpr (detail::HasPhasedStep<Game>) {
        Phases silent;
        game.step(inputs, silent);
    } else {
        game.step(inputs);
    }
}

// Plays a game twice, once through the erased type and once as a C++ programmer would, with slots
// that come and go; the two are compared after every tick, and so are the inputs that they ask for.
template <class Game>
void expect_the_game_itself(std::uint64_t seed) {
    using Input = typename Game::Input;
    constexpr std::uint32_t k_slots = 3;
    AnySimulation erased = erase<Game>();
    ASSERT_TRUE(erased.reset(rich_setup(seed, k_slots)));
    Game typed;
    typed.reset(erased.setup());
    for (std::uint64_t tick = 0; tick < 60; ++tick) {
        ASSERT_EQ(erased.save(), canonical_bytes(typed)) << "before tick " << tick;
        ASSERT_EQ(erased.state_hash().value, hash_bytes(canonical_bytes(typed)));
        const std::uint64_t presence = tick % 8;
        std::vector<Input> inputs(k_slots);
        std::vector<Bytes> encoded(k_slots);
        for (std::uint32_t slot = 0; slot < k_slots; ++slot) {
            Random random(detail::bot_seed(seed, tick), slot);
            const Input input = typed.bot_input(Slot{slot}, random);
            encoded[slot] = canonical_bytes(input);
            ASSERT_EQ(*erased.bot_input(Slot{slot}, tick, seed), encoded[slot]);
            if ((presence >> slot & 1U) != 0) {
                inputs[slot] = input;  // that of an absent slot is idle
            }
        }
        const Bytes record = make_record(presence, encoded);
        Bytes written;
        ASSERT_TRUE(erased.write_record(ErasedInputs(Inputs<Input>(inputs, presence)), written));
        ASSERT_EQ(written, record);
        ASSERT_TRUE(erased.step(record));
        step_typed(typed, Inputs<Input>(inputs, presence));
    }
    EXPECT_EQ(canonical_bytes(erased.as<Game>()), canonical_bytes(typed));
    if constexpr (detail::HasFinished<Game>) {
        EXPECT_EQ(erased.finished(), typed.finished());
    }
}

TEST(Erase, AnErasedGamePlaysAsTheGameItselfDoes) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        expect_the_game_itself<test::Counter>(seed);
        expect_the_game_itself<test::RichGame>(seed);
        expect_the_game_itself<test::CrowdGame>(seed);
    }
}

TEST(Erase, TwoOfOneGameShareNothing) {
    AnySimulation first = erase<test::Counter>();
    AnySimulation second = erase<test::Counter>();
    EXPECT_EQ(&first.info(), &second.info()) << "but what is known of the game";
    ASSERT_TRUE(first.reset(rich_setup(1)));
    ASSERT_TRUE(second.reset(rich_setup(1)));
    const Bytes before = second.save();
    ASSERT_TRUE(first.step(rich_record(first, 0)));
    EXPECT_NE(first.save(), before);
    EXPECT_EQ(second.save(), before);
}

// A state that is refused in its middle has already been decoded in part.
TEST(Erase, ABadStateIsDecodedBesideTheGoodOne) {
    AnySimulation simulation = run_rich(1, 5);
    const test::RichGame& game = simulation.as<test::RichGame>();
    const Bytes before = canonical_bytes(game);
    Bytes other = run_rich(2, 9).save();
    other.pop_back();
    for (int again = 0; again < 3; ++again) {
        EXPECT_FALSE(simulation.restore(other));
        EXPECT_EQ(&simulation.as<test::RichGame>(), &game);
        EXPECT_EQ(canonical_bytes(game), before);
    }
    ASSERT_TRUE(simulation.restore(run_rich(2, 9).save()));
    EXPECT_EQ(simulation.save(), run_rich(2, 9).save());
}

TEST(Erase, RestoreKeepsConstantsAndRebuildsCaches) {
    tandem::Setup setup = rich_setup(1);
    setup.set_options(test::RichGame::Options{6, {{1, 9}}});
    AnySimulation a = erase<test::RichGame>();
    AnySimulation b = erase<test::RichGame>();
    ASSERT_TRUE(a.reset(setup));
    ASSERT_TRUE(b.reset(setup));
    ASSERT_TRUE(a.step(rich_record(a, 0)));
    ASSERT_TRUE(b.restore(a.save()));
    // i64 of the next tick is computed from the cache that restored() fills.
    const Bytes record = rich_record(a, 1);
    ASSERT_TRUE(a.step(record));
    ASSERT_TRUE(b.step(record));
    EXPECT_EQ(a.save(), b.save());
}

// ---- What is known of a game --------------------------------------------------------------------

TEST(Erase, InfoTellsWhatTheGameDeclares) {
    const GameInfo& info = erase<test::RichGame>().info();
    EXPECT_EQ(info.name, "rich");
    EXPECT_EQ(info.version, 7U);
    EXPECT_TRUE(info.tick_rate == TickRate(50, 3));
    EXPECT_EQ(info.players_max, 64U);
    EXPECT_EQ(info.state_bytes_max, 1U << 20);
    EXPECT_TRUE(info.has_bot && info.has_keys && info.has_finished && info.has_phases);
    EXPECT_FALSE(info.has_draw);
    EXPECT_EQ(info.idle_input, canonical_bytes(test::RichGame::Input{}));
    EXPECT_EQ(info.default_options, canonical_bytes(test::RichGame::Options{}));
    EXPECT_EQ(info.keys_options, info.default_options) << "it says nothing of a person";
    const GameInfo& plain = erase<test::Unstartable>().info();
    EXPECT_EQ(plain.version, 1U);
    EXPECT_EQ(plain.state_bytes_max, k_state_bytes_max_default);
    EXPECT_TRUE(plain.default_options.empty());
    EXPECT_TRUE(plain.options_schema == Schema());
    EXPECT_FALSE(plain.has_keys || plain.has_finished || plain.has_phases || plain.has_draw);
}

// What no compiler can refuse is refused when the game is first used, in words.
struct Tag {};
struct Tagged : test::BrokenBase {
    static constexpr std::string_view name = "tagged";
    std::vector<Tag> tags;
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(tags));
    }
};
struct Twins : test::BrokenBase {
    static constexpr std::string_view name = "twins";
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total), CEREAL_NVP(total));
    }
};
struct Foreign : test::BrokenBase {
    static constexpr std::string_view name = "foreign";
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::make_nvp("h\xc3\xb6he", total));
    }
};
struct Forgetful : test::BrokenBase {
    static constexpr std::string_view name = "forgetful";
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive&) {}
};
struct Nameless : test::BrokenBase {
    static constexpr std::string_view name = "";
    void step(Inputs<Input>) {}
};
struct Breathless : test::BrokenBase {
    static constexpr std::string_view name = "breathless";
    static constexpr TickRate tick_rate{100'001};
    void step(Inputs<Input>) {}
};

TEST(EraseDeathTest, AnUnsoundGameEndsTheProcessWithASentence) {
    EXPECT_DEATH(static_cast<void>(erase<Tagged>().info()),
                 "the field \"tags\" has a part of no bytes");
    EXPECT_DEATH(static_cast<void>(erase<Twins>().info()),
                 "the game \"twins\": its state: .*two fields named \"");
    EXPECT_DEATH(static_cast<void>(erase<Foreign>().info()), "not printable ASCII");
    EXPECT_DEATH(static_cast<void>(erase<Forgetful>().info()),
                 "its state has no field: serialize must name every member");
    EXPECT_DEATH(static_cast<void>(erase<Nameless>().info()), "a game has a name of 1 to 255");
    EXPECT_DEATH(static_cast<void>(erase<Breathless>().info()), "at most 100,000 ticks a second");
}

// ---- Inputs that are asked for ------------------------------------------------------------------

TEST(Erase, ABotIsDecidedBySeedSlotAndTick) {
    const AnySimulation simulation = run_rich(1, 3);
    const auto bot = [&](std::uint32_t slot, std::uint64_t tick, std::uint64_t seed) {
        return *simulation.bot_input(Slot{slot}, tick, seed);
    };
    const auto differs_somewhere = [&](auto&& other) {
        for (std::uint64_t tick = 0; tick < 20; ++tick) {
            if (bot(0, tick, 1) != other(tick)) {
                return true;
            }
        }
        return false;
    };
    EXPECT_FALSE(differs_somewhere([&](std::uint64_t tick) { return bot(0, tick, 1); }));
    EXPECT_TRUE(differs_somewhere([&](std::uint64_t tick) { return bot(1, tick, 1); }));
    EXPECT_TRUE(differs_somewhere([&](std::uint64_t tick) { return bot(0, tick, 2); }));
    EXPECT_TRUE(differs_somewhere([&](std::uint64_t tick) { return bot(0, tick + 1, 1); }));
}

TEST(Erase, KeysAndTheEndOfTheGamePassThrough) {
    AnySimulation simulation = run_rich(1, 0);
    Keys keys;
    EXPECT_EQ(*simulation.input_from_keys(keys, 0), simulation.info().idle_input);
    keys.press(Key::space);
    test::RichGame::Input firing;
    firing.is_firing = true;
    EXPECT_EQ(*simulation.input_from_keys(keys, 0), canonical_bytes(firing));
    EXPECT_FALSE(simulation.finished());
    for (std::uint64_t tick = 0; tick < 334; ++tick) {
        ASSERT_TRUE(simulation.step(rich_record(simulation, tick)));
    }
    EXPECT_TRUE(simulation.finished());
}

TEST(Erase, AGameWithoutBotOrKeysStaysIdle) {
    const AnySimulation simulation = erase<test::Unstartable>();
    Keys keys;
    keys.press(Key::space);
    EXPECT_EQ(*simulation.input_from_keys(keys, 0), simulation.info().idle_input);
    EXPECT_FALSE(simulation.finished());
}

}  // namespace
}  // namespace tandem::sim
