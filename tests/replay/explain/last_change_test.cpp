// SPDX-License-Identifier: MIT
// What brute force finds by looking at all states of the session, the search finds in the file.
#include <tandem/replay/explain/last_change.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/property/mutate.hpp>
#include <tests/replay/recording.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::ChangeSearch;
using replay::FieldChange;
using replay::FieldPath;

// A session that many questions share.
class AskedSession {
public:
    AskedSession(sim::AnySimulation game, Recording recording)
        : game_(std::move(game)), recorded_(record(game_.clone(), recording)) {
        file_ = open_replay(recorded_);
    }

    const replay::Replay& file() const { return *file_; }
    const Recorded& recorded() const { return recorded_; }
    std::uint64_t ticks() const { return recorded_.records.size(); }

    // A field that some state has, or a part of one.
    std::string any_path(std::mt19937_64& engine) const {
        const sim::Bytes& state = recorded_.states[engine() % recorded_.states.size()];
        const auto leaves = sim::list_leaves(file_->header().state_schema.root(), state);
        std::string path = leaves[engine() % leaves.size()].path;
        if (engine() % 8 == 0) {
            path = path.substr(0, path.find_last_of(".["));
        }
        return path;
    }

    // By looking at every state.
    std::uint64_t changed_at(const std::string& path, std::uint64_t ticks_done) const {
        const auto bound = *FieldPath::bind(file_->header().state_schema.root(), path);
        const auto& states = recorded_.states;
        while (ticks_done > 0 &&
               bound.parts(states[ticks_done]) == bound.parts(states[ticks_done - 1])) {
            --ticks_done;
        }
        return ticks_done;
    }

    ChangeSearch search(const std::string& path, std::uint64_t ticks_done,
                        replay::ChangeOptions options = {}) const {
        auto search = ChangeSearch::create(*file_, game_, path, ticks_done, std::move(options));
        EXPECT_TRUE(search) << (search ? "" : search.error().text());
        return std::move(*search);
    }

private:
    sim::AnySimulation game_;
    Recorded recorded_;
    std::optional<replay::Replay> file_;
};

// Fails where the search finds another change than there is after `ticks_done` ticks.
void expect_change(const AskedSession& session, const std::optional<FieldChange>& change,
                   std::uint64_t ticks_done) {
    ASSERT_EQ(change.has_value(), ticks_done != 0);
    if (!change) {
        return;
    }
    const Recorded& recorded = session.recorded();
    ASSERT_EQ(change->tick.number, ticks_done - 1);
    ASSERT_EQ(change->before, recorded.states[ticks_done - 1]);
    ASSERT_EQ(change->after, recorded.states[ticks_done]);
    ASSERT_EQ(change->record, recorded.records[ticks_done - 1]);
    ASSERT_TRUE(change->is_reproduced);
    ASSERT_FALSE(change->is_planted);
}

// Inputs are coded afresh at every keyframe, so that a question decodes few of them.
replay::RecorderOptions many_keyframes(std::uint32_t ticks) {
    replay::RecorderOptions options;
    options.keyframe_ticks = ticks;
    options.keyframe_bytes_per_second = 1 << 20;
    options.epoch_ticks = ticks;
    return options;
}

// One random question, whose answer brute force knows, and the change before it.
void ask_once(const AskedSession& session, std::mt19937_64& engine) {
    const std::string path = session.any_path(engine);
    const std::uint64_t at = engine() % (session.ticks() + 1);
    SCOPED_TRACE(path + " at " + std::to_string(at));
    ChangeSearch search = session.search(path, at, {.changes_max = 2});
    std::uint64_t truth = at;
    for (std::uint64_t i = 0; i < 2; ++i) {
        truth = session.changed_at(path, truth);
        const auto change = search.next();
        ASSERT_TRUE(change) << change.error().text();
        expect_change(session, *change, truth);
        ASSERT_LE(search.ticks_simulated(), (i + 1) * at);
        if (testing::Test::HasFatalFailure() || truth == 0) {
            break;
        }
        --truth;
    }
}

void ask_many(const char* test, const AskedSession& session, std::uint64_t questions) {
    const std::uint64_t first = number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = number_from_environment("TANDEM_QUESTIONS", questions);
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     "; again: TANDEM_SEED=" + std::to_string(seed) +
                     " TANDEM_QUESTIONS=1 tandem_replay_tests --gtest_filter=LastChange." + test);
        std::mt19937_64 engine(seed);
        ask_once(session, engine);
        if (testing::Test::HasFatalFailure()) {
            return;
        }
    }
}

AskedSession counter_session(std::uint64_t ticks = 120) {
    Recording recording{.ticks = ticks};
    recording.options = many_keyframes(30);
    return {sim::erase<Counter>(), std::move(recording)};
}

TEST(LastChange, OfCounterIsWhatBruteForceFinds) {
    ask_many("OfCounterIsWhatBruteForceFinds", counter_session(), 6'000);
}

TEST(LastChange, OfAGameOfAllKindsOfFieldsIsWhatBruteForceFinds) {
    Recording recording{.slots = 3, .ticks = 60};
    recording.options = many_keyframes(30);
    ask_many("OfAGameOfAllKindsOfFieldsIsWhatBruteForceFinds",
             {sim::erase<RichGame>(), std::move(recording)}, 1'500);
}

TEST(LastChange, OfDuelIsWhatBruteForceFinds) {
    Recording recording{.ticks = 400};
    recording.options = many_keyframes(50);
    ask_many("OfDuelIsWhatBruteForceFinds", {sim::erase<games::Duel>(), std::move(recording)},
             2'000);
}

TEST(LastChange, OfSwarmIsWhatBruteForceFinds) {
    Recording recording{.ticks = 100};
    recording.options = many_keyframes(25);
    recording.change_setup = [](tandem::Setup& setup) {
        setup.set_options(games::Swarm::Options{.units = 60});
    };
    ask_many("OfSwarmIsWhatBruteForceFinds", {sim::erase<games::Swarm>(), std::move(recording)},
             500);
}

TEST(LastChange, FollowsAllChangesBackToTheBeginning) {
    const AskedSession session = counter_session(150);
    // So little memory that changes are shown one by one.
    ChangeSearch search =
        session.search("totals[0]", 140, {.changes_max = 1'000, .memory_bytes = 1});
    for (std::uint64_t at = 140;; --at) {
        at = session.changed_at("totals[0]", at);
        const auto change = search.next();
        ASSERT_TRUE(change) << change.error().text();
        expect_change(session, *change, at);
        if (at == 0) {
            break;
        }
    }
}

TEST(LastChange, OfTheFirstStateIsNone) {
    const AskedSession session = counter_session();
    ChangeSearch search = session.search("ticks", 0);
    EXPECT_FALSE(search.next()->has_value());
}

// Phases are told by the states at their ends.
TEST(LastChange, NamesThePhaseOfTheStep) {
    Recording recording{.slots = 3, .ticks = 40};
    const AskedSession session{sim::erase<RichGame>(), std::move(recording)};
    ChangeSearch inputs = session.search("u32", 40);
    const auto change = inputs.next();
    ASSERT_TRUE(change && *change);
    ASSERT_FALSE((*change)->phases.empty());
    EXPECT_EQ((*change)->phases[0].phase, "inputs");
    ChangeSearch units = session.search("units", 40);
    const auto churned = units.next();
    ASSERT_TRUE(churned && *churned);
    ASSERT_EQ((*churned)->phases.size(), 1U);
    EXPECT_EQ((*churned)->phases[0].phase, "churn");
    EXPECT_EQ((*churned)->phases[0].state, (*churned)->after);
}

TEST(LastChange, ThatWasPlantedIsSaidToBe) {
    Recording recording{.slots = 2, .ticks = 50};
    recording.plant = sim::Plant{sim::Tick{30}, "fighters[0].kills"};
    const AskedSession session{sim::erase<games::Duel>(), std::move(recording)};
    ChangeSearch search = session.search("fighters[0].kills", 31);
    const auto change = search.next();
    ASSERT_TRUE(change && *change);
    EXPECT_EQ((*change)->tick, sim::Tick{30});
    EXPECT_TRUE((*change)->is_planted);
    EXPECT_TRUE((*change)->phases.empty());
    EXPECT_TRUE((*change)->is_reproduced);
}

// An unsaved member makes the single step another one than that of the session.
TEST(LastChange, WhoseStepASavedStateDoesNotGiveSaysSo) {
    Recording recording{.ticks = 50};
    recording.options.has_keyframes = false;
    const AskedSession session{sim::erase<Forgetful>(), std::move(recording)};
    ChangeSearch search = session.search("total", 50, {.changes_max = 40});
    bool is_all_reproduced = true;
    for (int i = 0; i < 40; ++i) {
        const auto change = search.next();
        ASSERT_TRUE(change && *change);
        is_all_reproduced = is_all_reproduced && (*change)->is_reproduced;
    }
    EXPECT_FALSE(is_all_reproduced);
}

TEST(LastChange, BehindADivergenceIsNotGuessed) {
    const auto file = open_replay(record<Forked<0>>({.ticks = 100}));
    auto search = ChangeSearch::create(file, sim::erase<Forked<1>>(), "total", 100);
    ASSERT_TRUE(search);
    const auto change = search->next();
    ASSERT_FALSE(change);
    EXPECT_EQ(change.error().code, sim::ErrorCode::divergence);
    // What lies before it is told.
    auto earlier = ChangeSearch::create(file, sim::erase<Forked<1>>(), "ticks", 40);
    ASSERT_TRUE(earlier);
    EXPECT_EQ((**earlier->next()).tick, sim::Tick{39});
}

TEST(LastChange, WithoutKeyframesIsOneRun) {
    Recording recording{.ticks = 200};
    recording.options.has_keyframes = false;
    recording.source = [](const sim::AnySimulation&, std::uint64_t) {
        return sim::make_record(3, std::vector<sim::Bytes>(2, sim::Bytes(2)));
    };
    recording.seed = 0;
    const AskedSession session{sim::erase<Counter>(), std::move(recording)};
    ChangeSearch search = session.search("totals[0]", 200);  // always 0
    EXPECT_FALSE(search.next()->has_value());
    EXPECT_EQ(search.ticks_simulated(), 200U);
}

// Nothing is simulated twice because a keyframe cannot be restored.
TEST(LastChange, WithUnusableKeyframesIsOneRunToo) {
    Recording recording{.ticks = 200};
    recording.options = many_keyframes(40);
    recording.options.compress = false;
    sim::Bytes bytes = record<Counter>(recording).file;
    for (const std::uint64_t ticks_done : {80U, 120U, 160U}) {
        bytes = with_unusable_keyframe(std::move(bytes), ticks_done);
    }
    const auto file = open_replay(std::move(bytes));
    auto search = ChangeSearch::create(file, sim::erase<Counter>(), "totals.size", 190);
    ASSERT_TRUE(search);
    EXPECT_FALSE(search->next()->has_value());
    EXPECT_EQ(search->ticks_simulated(), 190U);
    auto late = ChangeSearch::create(file, sim::erase<Counter>(), "totals[1]", 190);
    EXPECT_EQ((**late->next()).tick, sim::Tick{189});
    EXPECT_EQ(late->ticks_simulated(), 150U);
}

TEST(LastChange, OfAnUnknownFieldIsRefused) {
    const AskedSession session = counter_session(10);
    const auto search = ChangeSearch::create(session.file(), sim::erase<Counter>(), "totls[0]", 10);
    ASSERT_FALSE(search);
    EXPECT_NE(search.error().message.find("did you mean totals?"), std::string::npos);
}

TEST(LastChange, IsStoppedByItsProgress) {
    const AskedSession session = counter_session(1'000);
    ChangeSearch search =
        session.search("totals.size", 1'000, {.progress = [](std::uint64_t) { return false; }});
    const auto change = search.next();
    ASSERT_TRUE(change);
    EXPECT_FALSE(*change);
    EXPECT_TRUE(search.is_stopped());
    EXPECT_LE(search.ticks_simulated(), 256U);
    // What it has seen until then need not be the last: it is not told.
    ChangeSearch often = session.search(
        "ticks", 1'000,
        {.changes_max = 2'000, .progress = [](std::uint64_t ticks) { return ticks < 512; }});
    std::uint64_t at = 1'000;
    for (auto found = often.next(); *found; found = often.next()) {
        ASSERT_EQ((*found)->tick.number, --at);
    }
    EXPECT_TRUE(often.is_stopped());
    EXPECT_LT(at, 1'000U);
}

}  // namespace
}  // namespace tandem::test
