// SPDX-License-Identifier: MIT
// However a file grew, its report is the one of the whole file, and nothing is simulated twice.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include <tandem/replay/verify/growing.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::Completeness;
using replay::GrowingVerification;
using replay::VerifyReport;
using replay::VerifyVerdict;

// The first bytes of a file whose session goes on.
replay::Replay begun(const sim::Bytes& file, std::size_t size) {
    auto replay = replay::Replay::parse(cut_at(file, size), {.is_live = true});
    EXPECT_TRUE(replay) << replay.error().text();
    return std::move(replay).value();
}

// The size of the shortest beginning that can be opened.
std::size_t smallest(const sim::Bytes& file) {
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.type == replay::BlockType::keyframe) {
            return block.offset + block.bytes;
        }
    }
    return file.size();
}

// Read again at each of these sizes and then as a whole.
template <class Game>
VerifyReport grown(const sim::Bytes& file, const std::vector<std::size_t>& sizes,
                   std::uint64_t round_trip_ticks = 0) {
    const sim::AnySimulation spare = sim::erase<Game>();
    std::deque<replay::Replay> readings;
    readings.push_back(begun(file, sizes.front()));
    GrowingVerification verification(readings.back(), spare, round_trip_ticks);
    for (std::size_t i = 0; !verification.is_stopped(); ++i) {
        verification.verify();
        if (i == sizes.size()) {
            break;
        }
        if (i + 1 < sizes.size()) {
            readings.push_back(begun(file, sizes[i + 1]));
        } else {
            readings.push_back(open_replay(file));
        }
        const auto followed = verification.follow(readings.back());
        EXPECT_TRUE(followed) << followed.error().text();
    }
    auto report = verification.conclude();
    EXPECT_TRUE(report);
    return report ? std::move(report).value() : VerifyReport{};
}

void expect_equal_and_as_restored(const VerifyReport& a, const VerifyReport& b) {
    expect_equal(a, b);
    EXPECT_EQ(a.restores_checked, b.restores_checked);
}

std::vector<std::size_t> every_block(const sim::Bytes& file) {
    std::vector<std::size_t> sizes;
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.offset + block.bytes >= smallest(file)) {
            sizes.push_back(block.offset + block.bytes);
        }
    }
    return sizes;
}

template <class Game>
class EveryGrowingGame : public testing::Test {};
using GrowingGames = testing::Types<Counter, Relay, WideInput, Faulty>;
TYPED_TEST_SUITE(EveryGrowingGame, GrowingGames);

TYPED_TEST(EveryGrowingGame, IsReportedLikeTheWholeFile) {
    const sim::FaultsExpected faults;
    for (const std::uint32_t bits : {0U, 16U, 64U}) {
        for (const std::uint64_t ticks : {0U, 20U, 57U}) {
            SCOPED_TRACE(std::to_string(bits) + " bits, " + std::to_string(ticks));
            const sim::Bytes file = record<TypeParam>({.ticks = ticks,
                                                       .options = {.block_ticks = 10,
                                                                   .epoch_ticks = 30,
                                                                   .track_bits = bits,
                                                                   .keyframe_ticks = 20}})
                                        .file;
            const auto whole = open_replay(file);
            expect_equal_and_as_restored(grown<TypeParam>(file, every_block(file)),
                                         in_segments<TypeParam>(whole));
            expect_equal_and_as_restored(grown<TypeParam>(file, every_block(file), 7),
                                         in_segments<TypeParam>(whole, {.round_trip_ticks = 7}));
        }
    }
}

TEST(FileBeingWritten, IsReportedLikeTheWholeFileWhereverItIsTorn) {
    const sim::Bytes file =
        record<Counter>({.ticks = 100, .options = {.block_ticks = 10, .keyframe_ticks = 20}}).file;
    const auto whole = open_replay(file);
    const VerifyReport expected = in_segments<Counter>(whole);
    std::mt19937_64 random(1);
    for (int run = 0; run < 50; ++run) {
        SCOPED_TRACE("run " + std::to_string(run) + " of seed 1");
        std::vector<std::size_t> sizes{smallest(file)};
        while (sizes.back() < file.size()) {
            sizes.push_back(std::min(file.size(), sizes.back() + random() % 200));
        }
        expect_equal_and_as_restored(grown<Counter>(file, sizes), expected);
    }
}

TEST(FileBeingWritten, StopsAtADivergenceBeforeItIsWhole) {
    const sim::Bytes file = record<Counter>({.ticks = 100,
                                             .plant = sim::Plant{sim::Tick{47}, "ticks"},
                                             .options = {.block_ticks = 10, .keyframe_ticks = 20}})
                                .file;
    const sim::AnySimulation spare = sim::erase<Counter>();
    std::deque<replay::Replay> readings;
    readings.push_back(begun(file, smallest(file)));
    GrowingVerification verification(readings.back(), spare);
    for (const std::size_t size : every_block(file)) {
        readings.push_back(begun(file, size));
        ASSERT_TRUE(verification.follow(readings.back()));
        verification.verify();
        ASSERT_EQ(verification.is_stopped(), readings.back().end_tick() > 47);
        if (verification.is_stopped()) {
            break;
        }
        EXPECT_EQ(verification.ticks_checked(), readings.back().end_tick());
    }
    const auto report = verification.conclude();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report->divergence->tick.number, 47U);
    EXPECT_EQ(report->completeness, Completeness::live);
    EXPECT_LT(report->ticks_recorded, 100U);
    expect_equal(*report, straight<Counter>(readings.back()));
}

// Also if it is cut, and if the simulation leaves it.
TEST(FileBeingWritten, HasTheVerdictOfTheFinishedFile) {
    std::mt19937_64 random(2);
    for (int run = 0; run < 60; ++run) {
        SCOPED_TRACE("run " + std::to_string(run) + " of seed 2");
        const auto plant = random() % 2 == 0
                               ? std::optional(sim::Plant{sim::Tick{random() % 100}, "ticks"})
                               : std::nullopt;
        sim::Bytes file =
            record<Counter>(
                {.ticks = 100,
                 .plant = plant,
                 .options = {.block_ticks = 10, .epoch_ticks = 30, .keyframe_ticks = 20}})
                .file;
        const std::size_t first = smallest(file);
        if (random() % 2 == 0) {
            file = cut_at(file, first + random() % (file.size() - first));
        }
        const auto finished = open_replay(file);
        std::vector<std::size_t> sizes{first};
        while (sizes.back() < file.size()) {
            sizes.push_back(std::min(file.size(), sizes.back() + 1 + random() % 400));
        }
        const VerifyReport expected = in_segments<Counter>(finished);
        const VerifyReport report = grown<Counter>(file, sizes);
        EXPECT_EQ(report.verdict, expected.verdict);
        ASSERT_EQ(report.divergence.has_value(), expected.divergence.has_value());
        if (report.divergence) {
            EXPECT_EQ(report.divergence->tick, expected.divergence->tick);
        }
    }
}

TEST(FileBeingWritten, ThatComesToBeDamagedIsVerifiedUpToThere) {
    sim::Bytes file =
        record<Counter>({.ticks = 100, .options = {.block_ticks = 10, .keyframe_ticks = 20}}).file;
    const std::size_t first = smallest(file);
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.type == replay::BlockType::inputs && block.end_tick == 70) {
            file[block.offset + block.head_bytes] ^= std::byte{1};
        }
    }
    const auto finished = open_replay(file);
    const VerifyReport report = grown<Counter>(file, {first, file.size() / 2});
    EXPECT_EQ(report.completeness, Completeness::damaged);
    EXPECT_EQ(report.ticks_checked, 60U);
    expect_equal(report, in_segments<Counter>(finished));
}

TEST(FileBeingWritten, FindsAForgottenFieldAtTheKeyframeBehindIt) {
    const sim::Bytes file =
        record<Forgetful>({.ticks = 100, .options = {.block_ticks = 10, .keyframe_ticks = 20}})
            .file;
    EXPECT_EQ(grown<Forgetful>(file, every_block(file)).verdict, VerifyVerdict::unsaved);
}

// Counts its steps.
struct Stepping : BrokenBase {
    static constexpr std::string_view name = "stepping";
    static inline std::uint64_t steps = 0;
    void step(Inputs<Input> inputs) {
        ++steps;
        add(inputs);
    }
};

TEST(FileBeingWritten, IsSimulatedOnce) {
    const sim::Bytes file =
        record<Stepping>({.ticks = 100, .options = {.block_ticks = 10, .keyframe_ticks = 20}}).file;
    Stepping::steps = 0;
    EXPECT_EQ(grown<Stepping>(file, every_block(file)).ticks_checked, 100U);
    EXPECT_EQ(Stepping::steps, 100U);
}

// The file's blocks, with a state of an earlier tick in front of the last one.
sim::Bytes with_late_evidence(const sim::Bytes& file, std::uint64_t ticks_done) {
    const auto blocks = list_blocks(file);
    for (const BlockPlace& block : blocks) {
        if (block.type == replay::BlockType::keyframe && block.end_tick == ticks_done) {
            sim::Bytes copy(file.begin() + static_cast<std::ptrdiff_t>(block.offset),
                            file.begin() + static_cast<std::ptrdiff_t>(block.offset + block.bytes));
            sim::Bytes longer = cut_at(file, blocks.back().offset);
            const std::size_t at = longer.size();
            longer.insert(longer.end(), copy.begin(), copy.end());
            longer[at + 4] = static_cast<std::byte>(replay::BlockType::evidence);
            reseal(longer, at);
            return longer;
        }
    }
    return file;
}

TEST(FileBeingWritten, ComparesEvidenceOfATickThatWasPassed) {
    const sim::Bytes whole =
        record<Stepping>(
            {.ticks = 100, .options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}})
            .file;
    const sim::AnySimulation spare = sim::erase<Stepping>();
    for (const std::uint64_t ticks_done : {40U, 80U}) {
        for (const bool is_wrong : {false, true}) {
            SCOPED_TRACE(ticks_done);
            sim::Bytes file = with_late_evidence(whole, ticks_done);
            const std::size_t at = list_blocks(whole).back().offset;
            if (is_wrong) {
                file[at + replay::k_block_header_bytes] ^= std::byte{1};
                reseal(file, at);
            }
            const replay::Replay before = begun(file, at);
            const replay::Replay after = begun(file, file.size());
            ASSERT_EQ(after.states().size(), before.states().size() + 1);
            GrowingVerification verification(before, spare);
            verification.verify();
            Stepping::steps = 0;
            ASSERT_TRUE(verification.follow(after));
            verification.verify();
            // Only from the keyframe before it.
            EXPECT_EQ(Stepping::steps, is_wrong ? 20U : 100U - (ticks_done - 20U));
            const auto report = verification.conclude();
            ASSERT_TRUE(report);
            EXPECT_EQ(report->verdict,
                      is_wrong ? VerifyVerdict::diverged : VerifyVerdict::interrupted);
            EXPECT_EQ(report->states_checked, in_segments<Stepping>(after).states_checked);
        }
    }
}

TEST(FileBeingWritten, ThatIsAnotherOneNowIsAnError) {
    const replay::RecorderOptions options{.block_ticks = 10, .keyframe_ticks = 20};
    const sim::Bytes file = record<Counter>({.ticks = 100, .options = options}).file;
    const auto whole = open_replay(file);
    const auto shorter = open_replay(record<Counter>({.ticks = 50, .options = options}));
    const auto other = open_replay(record<Counter>({.seed = 99, .ticks = 100, .options = options}));
    const auto bare =
        open_replay(record<Counter>({.ticks = 100, .options = {.has_keyframes = false}}));
    const replay::Replay live = begun(file, file.size() - 1);
    const sim::AnySimulation spare = sim::erase<Counter>();
    GrowingVerification verification(live, spare);
    verification.verify();
    for (const auto* replaced : {&shorter, &other, &bare}) {
        const auto followed = verification.follow(*replaced);
        ASSERT_FALSE(followed);
        EXPECT_EQ(followed.error().code, sim::ErrorCode::bad_data);
    }
    // Nothing has changed.
    ASSERT_TRUE(verification.follow(whole));
    verification.verify();
    const auto report = verification.conclude();
    ASSERT_TRUE(report);
    expect_equal(*report, in_segments<Counter>(whole));
}

TEST(FileBeingWritten, WhoseEndNobodySawIsInterrupted) {
    const sim::Bytes file = record<Counter>({.ticks = 100}).file;
    const replay::Replay live = begun(file, file.size() - 1);
    const sim::AnySimulation spare = sim::erase<Counter>();
    GrowingVerification verification(live, spare);
    verification.verify();
    const auto report = verification.conclude();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(report->ticks_checked, 100U);
    // The same where the caller stops it.
    GrowingVerification stopped(live, spare);
    stopped.verify([](std::uint64_t) { return false; });
    EXPECT_TRUE(stopped.is_stopped());
    EXPECT_EQ(stopped.conclude()->verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(stopped.conclude()->ticks_checked, replay::k_ticks_between_reports);
}

}  // namespace
}  // namespace tandem::test
