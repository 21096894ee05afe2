// SPDX-License-Identifier: MIT
// A fault that nobody marked is named to its bit, and what is no single bit is not.
#include <gtest/gtest.h>

#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::BitSearch;
using replay::FlipMoment;
using replay::FlippedBit;

// The search at the first tick that this game does not reproduce; nothing where it reproduces all.
template <class Game>
class Searched {
public:
    explicit Searched(const Recorded& recorded) : replay_(open_replay(recorded)) {
        const auto report = replay::verify(*replay_, spare_.clone());
        if (report && report->divergence) {
            auto bad = replay::find_bad_tick(*replay_, spare_, *report->divergence);
            EXPECT_TRUE(bad) << (bad ? "" : bad.error().text());
            bad_ = std::move(bad).value();
            search_.emplace(*replay_, spare_, *bad_, [this](sim::StateHash state) {
                return bad_->gives_the_recorded(state);
            });
        }
    }
    Searched(const Searched&) = delete;
    Searched& operator=(const Searched&) = delete;

    std::vector<FlippedBit> after() const {
        return confirmed(search_->try_after(0, search_->bits_after()), bad_->honest);
    }
    std::vector<FlippedBit> before() const {
        return confirmed(search_->try_before(0, search_->bits_before()), bad_->before);
    }
    const std::optional<BitSearch>& search() const { return search_; }

private:
    // Those from which the recording goes on.
    std::vector<FlippedBit> confirmed(const std::vector<replay::StateBit>& candidates,
                                      const sim::Bytes& state) const {
        const replay::Trials trials(*replay_, spare_, *bad_);
        const sim::Schema& schema = replay_->header().state_schema;
        std::vector<FlippedBit> bits;
        for (const replay::StateBit& place : candidates) {
            const auto fit =
                trials.follow(replay::guess_of_bit(schema, *bad_, place), 1'000, nullptr);
            if (fit.ticks > 1 || fit.is_confirmed) {
                const bool is_after = place.moment == FlipMoment::after_step;
                bits.push_back(replay::describe_bit(schema, state, place,
                                                    bad_->ticks_done - (is_after ? 0 : 1)));
                bits.back().ticks_agreed = fit.ticks;
                bits.back().is_confirmed = fit.is_confirmed;
            }
        }
        return bits;
    }

    sim::AnySimulation spare_ = sim::erase<Game>();
    std::optional<replay::Replay> replay_;
    std::optional<replay::BadTick> bad_;
    std::optional<BitSearch> search_;
};

Recording planted(std::uint64_t tick, const std::string& field, std::uint32_t bit) {
    return {.plant = sim::Plant{sim::Tick{tick}, field, bit, false},
            .options = {.block_ticks = 10, .keyframe_ticks = 30}};
}

TEST(BitSearch, NamesFieldAndBitOfAnUnmarkedFault) {
    constexpr std::uint32_t k_bit_seed = 20261126;
    Random random(k_bit_seed);
    for (int round = 0; round < 200; ++round) {
        const std::uint64_t tick = random.below(std::uint64_t{100});
        const bool is_total = random.below(2U) == 0;
        const std::string field = is_total ? "totals[1]" : "ticks";
        const std::uint32_t bit = random.below(64U);
        SCOPED_TRACE("seed " + std::to_string(k_bit_seed) + ", round " + std::to_string(round) +
                     ", fault " + std::to_string(tick) + ":" + field + " bit " +
                     std::to_string(bit));
        const auto found = Searched<Counter>(record<Counter>(planted(tick, field, bit))).after();
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].path, field);
        EXPECT_EQ(found[0].bit, bit);
        EXPECT_EQ(found[0].ticks_done, tick + 1);
        EXPECT_TRUE(found[0].is_confirmed);
        EXPECT_NE(found[0].honest, found[0].flipped);
    }
}

TEST(BitSearch, TellsTheValueThatTheGameMakesAndTheOneThatWasRecorded) {
    const auto found = Searched<Counter>(record<Counter>(planted(40, "ticks", 4))).after();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].honest, "41");
    EXPECT_EQ(found[0].flipped, "57");
}

// Nobody knows when a real bit falls. One that falls behind the hash of a state shows in the next.
TEST(BitSearch, NamesABitThatFellBetweenTwoTicks) {
    Recording recording;
    recording.before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
        if (tick == 33) {
            sim::Bytes state = timeline.simulation().save();
            state.back() ^= std::byte{0x10};  // the last player's total
            ASSERT_TRUE(timeline.simulation().restore(state));
        }
    };
    const Searched<Counter> searched(record<Counter>(recording));
    EXPECT_TRUE(searched.after().empty()) << "the step made more of it than one bit";
    const auto found = searched.before();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].place.moment, FlipMoment::before_step);
    EXPECT_EQ(found[0].ticks_done, 33U);
    EXPECT_EQ(found[0].path, "totals[1]");
    EXPECT_EQ(found[0].bit, 60U);
    EXPECT_TRUE(found[0].is_confirmed);
}

TEST(BitSearch, NamesABitOfTheResetState) {
    const auto recorded = record<OtherStart<0>>({.seed = 6});
    const Searched<OtherStart<1>> searched(recorded);  // begins with 7
    ASSERT_TRUE(searched.search());
    EXPECT_EQ(searched.search()->bits_before(), 0U);
    const auto found = searched.after();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].ticks_done, 0U);
    EXPECT_EQ(found[0].path, "total");
    EXPECT_EQ(found[0].bit, 0U);
}

// Five more is never one bit, and no bit before the step, which triples it, makes five of itself.
TEST(BitSearch, FindsNothingWhereTheRulesDiffer) {
    const Searched<Forked<5>> searched(record<Forked<0>>({}));
    ASSERT_TRUE(searched.search());
    EXPECT_TRUE(searched.after().empty());
    EXPECT_TRUE(searched.before().empty());
}

// A file that was cut has no whole chain at its end: the later ticks' few bits are what speaks.
TEST(BitSearch, SaysHowFarARunAgreedThatNoWholeChainConfirms) {
    Recording recording = planted(85, "totals[0]", 7);
    recording.end = std::nullopt;
    recording.options.has_keyframes = false;
    const Recorded recorded = record<Counter>(recording);
    const auto replay = open_replay(recorded);
    ASSERT_GT(replay->end_tick(), 86U);
    const auto found = Searched<Counter>(recorded).after();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].bit, 7U);
    EXPECT_FALSE(found[0].is_confirmed);
    EXPECT_EQ(found[0].ticks_agreed, replay->end_tick() - 85);
}

// Parts of the search may run on threads: they find together what one search finds.
TEST(BitSearch, InPartsFindsWhatItFindsWhole) {
    const Searched<Counter> searched(record<Counter>(planted(50, "totals[1]", 33)));
    const BitSearch& search = *searched.search();
    std::vector<replay::StateBit> parts;
    for (std::uint64_t first = 0; first < search.bits_after();) {
        const std::uint64_t count = std::min<std::uint64_t>(17, search.bits_after() - first);
        const auto part = search.try_after(first, count);
        parts.insert(parts.end(), part.begin(), part.end());
        first += count;
    }
    EXPECT_EQ(parts, search.try_after(0, search.bits_after()));
    EXPECT_FALSE(parts.empty());
}

}  // namespace

namespace {

// A session in which one bit was flipped after tick 57, without a mark.
Recorded with_a_flipped_bit() {
    Recording recording{.options = {.block_ticks = 10, .keyframe_ticks = 20}};
    recording.plant = sim::Plant{sim::Tick{57}, "totals[1]", 13, false};
    return record<Counter>(recording);
}

struct Hunted {
    replay::BitHunt hunt;
    std::vector<replay::StateBit> bits;
    std::size_t state_bytes = 0;
};

Hunted hunted(std::uint32_t threads, const replay::Progress& progress = nullptr) {
    const auto replay = open_replay(with_a_flipped_bit());
    const auto spare = sim::erase<Counter>();
    const auto report = replay::verify(*replay, spare.clone());
    EXPECT_TRUE(report && report->divergence);
    const auto bad = replay::find_bad_tick(*replay, spare, *report->divergence);
    EXPECT_TRUE(bad) << (bad ? "" : bad.error().text());
    const replay::BitSearch search(
        *replay, spare, *bad, [&](sim::StateHash state) { return bad->gives_the_recorded(state); });
    replay::LikelyBytes likely(*replay, spare, *bad, progress);
    Hunted found;
    found.state_bytes = bad->honest.size();
    found.hunt = replay::hunt_after(
        search, *bad, likely, threads,
        [&](const std::vector<replay::StateBit>& bits) {
            found.bits.insert(found.bits.end(), bits.begin(), bits.end());
            return !found.bits.empty();
        },
        progress);
    return found;
}

TEST(BitHunt, FindsTheBitWithAnyNumberOfThreads) {
    for (const std::uint32_t threads : {0U, 1U, 3U}) {
        const Hunted found = hunted(threads);
        ASSERT_EQ(found.bits.size(), 1U) << threads;
        // Behind `ticks` and the length of `totals` stands the first total.
        EXPECT_EQ(found.bits[0].byte, 8U + 4U + 8U + 13U / 8U);
        EXPECT_EQ(found.bits[0].bit, 13U % 8U);
        EXPECT_EQ(found.hunt.tried, 8 * found.state_bytes);
        EXPECT_EQ(found.hunt.untried, 0U);
    }
}

TEST(BitHunt, ThatIsStoppedTriesNoBit) {
    const Hunted found = hunted(1, [](std::uint64_t) { return false; });
    EXPECT_TRUE(found.bits.empty());
    EXPECT_EQ(found.hunt.tried, 0U);
    EXPECT_EQ(found.hunt.untried, 8 * found.state_bytes);
}

}  // namespace
}  // namespace tandem::test
