// SPDX-License-Identifier: MIT
// Wherever a player is sent, the state there is the one that a straight run has.
#include <gtest/gtest.h>

#include <tandem/replay/play/player.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::Player;
using replay::Replay;

template <class Game>
Player make_player(const Replay& replay, replay::PlayerOptions options = {}) {
    auto player = Player::create(replay, sim::erase<Game>(), options);
    EXPECT_TRUE(player) << (player ? "" : player.error().text());
    return std::move(player).value();
}

void expect_ok(const sim::Result<void>& result) {
    EXPECT_TRUE(result) << (result ? "" : result.error().text());
}

template <class Game>
class EveryGamePlayed : public testing::Test {};
using Games = testing::Types<Counter, Relay, WideInput>;
TYPED_TEST_SUITE(EveryGamePlayed, Games);

TYPED_TEST(EveryGamePlayed, StepsThroughTheRecordedStates) {
    const Recorded recorded = record<TypeParam>({.ticks = 150});
    const auto replay = open_replay(recorded);
    Player player = make_player<TypeParam>(replay);
    for (std::uint64_t ticks_done = 0; ticks_done < 150; ++ticks_done) {
        ASSERT_EQ(player.ticks_done(), ticks_done);
        ASSERT_EQ(player.simulation().save(), recorded.states[ticks_done]) << ticks_done;
        expect_ok(player.step());
    }
    EXPECT_TRUE(player.at_end());
    EXPECT_FALSE(player.step());
    EXPECT_EQ(player.chain(), recorded.hashes.back().chain);
    EXPECT_FALSE(player.diverged_at());
}

// Backward over every tick, so that every tick is a target, under a budget that holds next to
// nothing and with keyframes in the file and without.
TYPED_TEST(EveryGamePlayed, SeeksToEveryTickLikeAStraightRun) {
    for (const bool has_keyframes : {false, true}) {
        for (const std::uint64_t memory_bytes :
             {std::uint64_t{1}, std::uint64_t{2'000}, std::uint64_t{1} << 20}) {
            SCOPED_TRACE(std::to_string(has_keyframes) + " " + std::to_string(memory_bytes));
            const Recorded recorded = record<TypeParam>(
                {.ticks = 150,
                 .options = {
                     .block_ticks = 10, .keyframe_ticks = 40, .has_keyframes = has_keyframes}});
            const auto replay = open_replay(recorded);
            Player player =
                make_player<TypeParam>(replay, {.memory_bytes = memory_bytes, .spacing_ticks = 3});
            for (std::uint64_t back = 0; back <= 150; ++back) {
                const std::uint64_t target = 150 - back;
                expect_ok(player.seek(target));
                ASSERT_EQ(player.ticks_done(), target);
                ASSERT_EQ(player.simulation().save(), recorded.states[target]) << target;
                ASSERT_EQ(player.chain(), recorded.hashes[target].chain) << target;
            }
            EXPECT_FALSE(player.diverged_at());
        }
    }
}

TYPED_TEST(EveryGamePlayed, SeeksAnywhereFromAnywhere) {
    const Recorded recorded =
        record<TypeParam>({.ticks = 150, .options = {.block_ticks = 7, .keyframe_ticks = 40}});
    const auto replay = open_replay(recorded);
    Player player = make_player<TypeParam>(replay, {.memory_bytes = 3'000, .spacing_ticks = 4});
    Random random(1);  // any seed will do: every target is checked against the straight run
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t target = random.below(151U);
        expect_ok(player.seek(target));
        ASSERT_EQ(player.simulation().save(), recorded.states[target]) << target;
        if (!player.at_end() && random.chance(1, 2)) {
            expect_ok(player.step());
            ASSERT_EQ(player.simulation().save(), recorded.states[target + 1]) << target;
        }
    }
    EXPECT_FALSE(player.diverged_at());
}

TEST(Player, KeepsWithinItsMemoryByDoublingTheSpacing) {
    const Recorded recorded = record<Relay>({.ticks = 400, .options = {.has_keyframes = false}});
    const auto replay = open_replay(recorded);
    Player player = make_player<Relay>(replay, {.memory_bytes = 4'000, .spacing_ticks = 1});
    while (!player.at_end()) {
        expect_ok(player.step());
        ASSERT_LE(player.memory_bytes(), 4'000U);
    }
    EXPECT_GE(player.memory_bytes(), 1'000U);
}

// Counts its steps, which no recording knows of.
struct CountedSteps : Relay {
    inline static std::uint64_t steps = 0;
    void step(Inputs<Input> inputs) {
        ++steps;
        Relay::step(inputs);
    }
};

TEST(Player, GoingBackTickByTickSimulatesEveryTickOnce) {
    const Recorded recorded = record<Relay>({.ticks = 400, .options = {.has_keyframes = false}});
    const auto replay = open_replay(recorded);
    // So far apart that the whole file is one way for who knows only these.
    Player player = make_player<CountedSteps>(replay, {.spacing_ticks = 1'000});
    expect_ok(player.seek(400));
    CountedSteps::steps = 0;
    for (std::uint64_t back = 1; back <= 400; ++back) {
        expect_ok(player.seek(400 - back));
        ASSERT_EQ(player.simulation().save(), recorded.states[400 - back]) << back;
    }
    EXPECT_LE(CountedSteps::steps, 400U);
}

// With memory for a tenth of the states the way is gone in two levels.
TEST(Player, GoingBackInLittleMemoryStaysWithinItAndIsStillBounded) {
    const Recorded recorded = record<Relay>({.ticks = 400, .options = {.has_keyframes = false}});
    const auto replay = open_replay(recorded);
    const std::uint64_t memory_bytes = 4 * 40 * recorded.states[400].size();
    Player player =
        make_player<CountedSteps>(replay, {.memory_bytes = memory_bytes, .spacing_ticks = 1'000});
    expect_ok(player.seek(400));
    CountedSteps::steps = 0;
    for (std::uint64_t back = 1; back <= 400; ++back) {
        expect_ok(player.seek(400 - back));
        ASSERT_EQ(player.simulation().save(), recorded.states[400 - back]) << back;
        ASSERT_LE(player.memory_bytes(), memory_bytes);
    }
    EXPECT_LE(CountedSteps::steps, 3 * 400U);
}

// A file that is still written is opened again and again.
TEST(Player, FollowsAFileThatGrows) {
    const Recorded whole = record<Relay>({.ticks = 100, .options = {.block_ticks = 10}});
    const auto blocks = list_blocks(whole.file);
    const auto part = [&](std::uint64_t ticks) {
        const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const BlockPlace& one) {
            return one.type == replay::BlockType::inputs && one.end_tick == ticks;
        });
        return open_replay(cut_at(whole.file, block->offset + block->bytes));
    };
    const auto first = part(30);
    const auto second = part(70);
    const auto last = open_replay(whole);
    Player player = make_player<Relay>(first);
    expect_ok(player.seek(30));
    EXPECT_TRUE(player.at_end());
    expect_ok(player.follow(second));
    EXPECT_FALSE(player.at_end());
    EXPECT_EQ(player.ticks_done(), 30U);
    expect_ok(player.step());
    expect_ok(player.seek(12));
    expect_ok(player.follow(last));
    expect_ok(player.follow(last));  // nothing new
    expect_ok(player.seek(100));
    EXPECT_EQ(player.simulation().save(), whole.states[100]);
    EXPECT_FALSE(player.diverged_at());
}

TEST(Player, DoesNotFollowAnotherFileOrAShorterOne) {
    const auto file = open_replay(record<Relay>({.ticks = 60, .options = {.block_ticks = 10}}));
    const auto shorter = open_replay(record<Relay>({.ticks = 50, .options = {.block_ticks = 10}}));
    const auto other =
        open_replay(record<Relay>({.seed = 2, .ticks = 70, .options = {.block_ticks = 10}}));
    Player player = make_player<Relay>(file);
    for (const auto* wrong : {&shorter, &other}) {
        const auto followed = player.follow(*wrong);
        ASSERT_FALSE(followed);
        EXPECT_EQ(followed.error().code, sim::ErrorCode::bad_data);
    }
    expect_ok(player.seek(60));
    EXPECT_FALSE(player.diverged_at());
}

TEST(Player, RefusesTicksOutsideTheFile) {
    const auto replay = open_replay(record<Counter>({}));
    Player player = make_player<Counter>(replay);
    const auto beyond = player.seek(101);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, sim::ErrorCode::usage);
    EXPECT_EQ(player.ticks_done(), 0U);
}

TEST(Player, LatchesTheFirstDivergenceAndGoesOn) {
    const Recorded recorded = record<Counter>(
        {.plant = sim::Plant{sim::Tick{30}, "totals[1]"}, .options = {.block_ticks = 8}});
    const auto replay = open_replay(recorded);
    Player player = make_player<Counter>(replay, {.spacing_ticks = 4});
    while (!player.at_end()) {
        expect_ok(player.step());
        ASSERT_EQ(player.diverged_at().has_value(), player.ticks_done() >= 31)
            << player.ticks_done();
    }
    ASSERT_EQ(player.diverged_at()->tick, sim::Tick{30});
    for (const std::uint64_t target : {10U, 90U, 30U, 31U, 0U}) {
        expect_ok(player.seek(target));
        ASSERT_TRUE(player.diverged_at());
        EXPECT_EQ(player.diverged_at()->tick, sim::Tick{30});
    }
}

TEST(Player, NeverHealsADivergenceByARecordedKeyframe) {
    const Recorded recorded =
        record<Counter>({.plant = sim::Plant{sim::Tick{30}, "totals[1]"},
                         .options = {.block_ticks = 10, .keyframe_ticks = 20}});
    const auto replay = open_replay(recorded);
    ASSERT_NE(replay.find_state(40), nullptr);
    const Recorded own = record<Counter>({});
    // It jumps over the divergence first, so that recorded states beyond it are kept, then walks
    // into it.
    Player player = make_player<Counter>(replay, {.spacing_ticks = 5});
    expect_ok(player.seek(70));
    EXPECT_FALSE(player.diverged_at());
    EXPECT_EQ(player.simulation().save(), recorded.states[70]);
    expect_ok(player.seek(25));
    for (const std::uint64_t target : {35U, 70U, 45U, 100U}) {
        expect_ok(player.seek(target));
        ASSERT_TRUE(player.diverged_at());
        EXPECT_EQ(player.diverged_at()->tick, sim::Tick{30});
        EXPECT_EQ(player.simulation().save(), own.states[target]) << target;
    }
}

struct Dividing : BrokenBase {
    static constexpr std::string_view name = "dividing";
    void step(Inputs<Input> inputs) {
        add(inputs);
        static_cast<void>(Fixed(1) / Fixed(0));
    }
};

TEST(Player, GoingBackReportsTheFaultsOfATickOnce) {
    const sim::FaultsExpected expected;
    const auto replay = open_replay(record<Dividing>({.ticks = 100}));
    Player player = make_player<Dividing>(replay);
    for (const std::uint64_t target : {100U, 20U, 70U, 0U, 100U}) {
        expect_ok(player.seek(target));
    }
    EXPECT_EQ(player.simulation().faults().count(), 100U);
}

TEST(Player, SeesAResetStateThatDiffers) {
    const auto replay = open_replay(record<OtherStart<0>>({.ticks = 10}));
    Player player = make_player<OtherStart<1>>(replay);
    ASSERT_TRUE(player.diverged_at());
    EXPECT_TRUE(player.diverged_at()->is_reset);
    EXPECT_EQ(player.diverged_at()->ticks_done(), 0U);
    expect_ok(player.seek(10));
    EXPECT_TRUE(player.diverged_at()->is_reset);
}

TEST(Player, SeesAnotherMachineGoAnotherWay) {
    const auto replay = open_replay(record<Forked<0>>({}));
    Player player = make_player<Forked<1>>(replay);
    expect_ok(player.seek(100));
    ASSERT_TRUE(player.diverged_at());
    EXPECT_EQ(player.diverged_at()->tick, sim::Tick{50});
    EXPECT_FALSE(player.diverged_at()->is_reset);
}

// A game whose serialize forgets a field goes on differently from a restored state: seeking shows
// it.
TEST(Player, SeekingExposesAStateThatIsNotSavedWhole) {
    const auto replay = open_replay(record<Forgetful>({.ticks = 200}));
    Player straight = make_player<Forgetful>(replay);
    expect_ok(straight.seek(200));
    EXPECT_FALSE(straight.diverged_at());
    Player seeking = make_player<Forgetful>(replay, {.spacing_ticks = 8});
    expect_ok(seeking.seek(200));
    for (std::uint64_t target = 190; target > 0; target -= 10) {
        expect_ok(seeking.seek(target));
    }
    EXPECT_TRUE(seeking.diverged_at());
}

TEST(Player, RefusesAnotherGameInWordsThatNameBoth) {
    const auto replay = open_replay(record<Versioned<1>>({}));
    const auto other_version = Player::create(replay, sim::erase<Versioned<2>>());
    ASSERT_FALSE(other_version);
    EXPECT_EQ(other_version.error().code, sim::ErrorCode::no_simulation);
    EXPECT_EQ(other_version.error().message,
              "the file is a recording of versioned version 1, the simulation here is versioned "
              "version 2; run it with the program that has versioned version 1");
    const auto other_game = Player::create(replay, sim::erase<Counter>());
    ASSERT_FALSE(other_game);
    EXPECT_NE(other_game.error().message.find("counter version 1"), std::string::npos);
}

TEST(Player, PassesOverAKeyframeThatCannotBeUsed) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    sim::Bytes file = recorded.file;
    for (const std::uint64_t ticks_done : {20U, 60U}) {
        file = with_unusable_keyframe(std::move(file), ticks_done);
    }
    ASSERT_NE(file, recorded.file);
    const auto replay = open_replay(file);
    EXPECT_EQ(replay.completeness(), replay::Completeness::complete);
    Player player = make_player<Counter>(replay, {.memory_bytes = 1});
    for (std::uint64_t target = 100; target > 0; --target) {
        expect_ok(player.seek(target));
        ASSERT_EQ(player.simulation().save(), recorded.states[target]) << target;
    }
    EXPECT_FALSE(player.diverged_at());
}

TEST(Player, RefusesAnotherSchemaNamingAField) {
    const auto replay = open_replay(record<Reshaped<false>>({}));
    const auto player = Player::create(replay, sim::erase<Reshaped<true>>());
    ASSERT_FALSE(player);
    EXPECT_EQ(player.error().code, sim::ErrorCode::no_simulation);
    EXPECT_NE(player.error().message.find("more: absent | u16"), std::string::npos)
        << player.error().message;
}

TEST(Player, WantsTheAssetsThatTheFileOnlyNames) {
    const Asset large = Asset::from_content("music", sim::Bytes(2 << 20));
    auto replay = open_replay(
        record<Counter>({.change_setup = [&](tandem::Setup& setup) { setup.assets = {large}; }}));
    const auto without = Player::create(replay, sim::erase<Counter>());
    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().place, "asset music");
    expect_ok(replay.supply_asset(large.content));
    Player player = make_player<Counter>(replay);
    expect_ok(player.seek(100));
    EXPECT_FALSE(player.diverged_at());
}

TEST(Player, StepThatThrowsNamesItsTick) {
    const auto replay = open_replay(record<HalfThrowing<false>>({.ticks = 20}));
    Player player = make_player<HalfThrowing<true>>(replay);
    const auto sought = player.seek(20);
    ASSERT_FALSE(sought);
    EXPECT_EQ(sought.error().code, sim::ErrorCode::step_failed);
    EXPECT_NE(sought.error().place.find("tick 12"), std::string::npos) << sought.error().text();
}

TEST(Player, PlaysAFileThatBeginsLater) {
    const Recorded whole = record<Counter>({.ticks = 50, .options = {.block_ticks = 10}});
    const auto later = open_replay(continued(whole, sim::erase<Counter>(), 20));
    Player player = make_player<Counter>(later, {.spacing_ticks = 4});
    EXPECT_EQ(player.ticks_done(), 20U);
    for (const std::uint64_t target : {50U, 20U, 33U, 21U, 49U}) {
        expect_ok(player.seek(target));
        EXPECT_EQ(player.simulation().save(), whole.states[target]);
    }
    EXPECT_FALSE(player.seek(19));
    EXPECT_FALSE(player.diverged_at());
}

}  // namespace
}  // namespace tandem::test
