// SPDX-License-Identifier: MIT
// Every verdict has a headline that stands alone, and the facts of whoever found it.
#include <tandem/tools/autopsy/verdict.hpp>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools::autopsy {
namespace {

using replay::CauseClass;
using replay::DiffReport;
using replay::DiffVerdict;
using replay::Explanation;
using replay::FaultySide;

const ComparedNames k_two_names{"matches/host.tandem", "matches/guest.tandem"};

TEST(Verdict, OfEachClassSaysWhatHappenedInOneSentenceOrTwo) {
    for (const CauseClass cause :
         {CauseClass::none, CauseClass::setup, CauseClass::inputs, CauseClass::memory,
          CauseClass::change, CauseClass::local, CauseClass::unsaved, CauseClass::build,
          CauseClass::recording, CauseClass::unknown}) {
        Explanation explanation;
        explanation.cause = cause;
        explanation.side = FaultySide::second;
        explanation.tick = sim::Tick{400};
        const AutopsyVerdict verdict = verdict_of(explanation, k_two_names, TickRate{50});
        EXPECT_EQ(verdict.word, replay::cause_class_text(cause));
        EXPECT_EQ(verdict.is_bad, cause != CauseClass::none);
        ASSERT_FALSE(verdict.headline.empty());
        EXPECT_EQ(verdict.headline.back(), '.') << verdict.headline;
        EXPECT_EQ(verdict.headline.find("tick"), std::string::npos) << verdict.headline;
        if (cause != CauseClass::none && cause != CauseClass::setup) {
            EXPECT_TRUE(test::says(verdict.headline, "0:08.00 into the match"));
        }
    }
}

TEST(Verdict, OfEachAnswerOfDiffSaysWhatHappened) {
    for (const DiffVerdict answer :
         {DiffVerdict::identical, DiffVerdict::prefix, DiffVerdict::header, DiffVerdict::inputs,
          DiffVerdict::state}) {
        DiffReport report;
        report.verdict = answer;
        report.tick = sim::Tick{25};
        const AutopsyVerdict verdict = verdict_of(report, k_two_names, TickRate{50});
        EXPECT_EQ(verdict.word, replay::verdict_text(answer));
        EXPECT_EQ(verdict.is_bad,
                  answer != DiffVerdict::identical && answer != DiffVerdict::prefix);
        EXPECT_EQ(verdict.headline.back(), '.');
    }
}

TEST(Verdict, OfAFlippedBitNamesWhoseValueIsWhich) {
    Explanation explanation;
    explanation.cause = CauseClass::memory;
    explanation.side = FaultySide::second;
    explanation.tick = sim::Tick{400};
    explanation.fields = {{"total", "1", "9", "", "", 0}};
    explanation.values = replay::ValuePair::simulated_and_file;
    explanation.fields_ticks_done = 401;
    explanation.healed_tick = sim::Tick{500};
    const AutopsyVerdict verdict = verdict_of(explanation, k_two_names, TickRate{50});
    ASSERT_EQ(verdict.tables.size(), 1U);
    EXPECT_EQ(verdict.tables[0].title, "The state after tick 400");
    EXPECT_EQ(verdict.tables[0].first, "simulated here");
    EXPECT_EQ(verdict.tables[0].second, "guest.tandem");
    EXPECT_EQ(verdict.parted_at, 400U);
    EXPECT_EQ(verdict.healed_tick, 500U);
}

TEST(Verdict, PutsNoValueUnderAFileThatDoesNotHoldIt) {
    const auto heads = [](replay::ValuePair values) {
        Explanation explanation;
        explanation.cause = CauseClass::unknown;
        explanation.side = FaultySide::both;
        explanation.fields = {{"total", "1", "9", "", "", 0}};
        explanation.values = values;
        const auto tables = verdict_of(explanation, k_two_names, TickRate{50}).tables;
        return tables.empty() ? std::string() : tables[0].first + " | " + tables[0].second;
    };
    EXPECT_EQ(heads(replay::ValuePair::both_files), "host.tandem | guest.tandem");
    EXPECT_EQ(heads(replay::ValuePair::simulated_and_file), "simulated here | host.tandem");
    EXPECT_EQ(heads(replay::ValuePair::two_runs), "simulated here | simulated here once more");
    EXPECT_EQ(heads(replay::ValuePair::load), "without the load | with it");
    EXPECT_EQ(heads(replay::ValuePair::if_changed), "simulated here | with what fits");
}

TEST(Verdict, OfAStepThatFailedOnOneSideSaysThatNoChainParts) {
    Explanation explanation;
    explanation.cause = CauseClass::unknown;
    explanation.side = FaultySide::first;
    explanation.tick = sim::Tick{400};
    explanation.is_failed_step = true;
    const AutopsyVerdict verdict = verdict_of(explanation, k_two_names, TickRate{50});
    EXPECT_FALSE(verdict.parted_at);
    EXPECT_TRUE(test::says(verdict.headline, "failed")) << verdict.headline;
    EXPECT_TRUE(test::says(verdict.sentence, "the session of host.tandem failed at tick 400"))
        << verdict.sentence;
}

TEST(Verdict, OfAPlantedFaultSaysThatFirst) {
    for (const CauseClass cause : {CauseClass::memory, CauseClass::unknown}) {
        Explanation explanation;
        explanation.cause = cause;
        explanation.side = FaultySide::second;
        explanation.tick = sim::Tick{400};
        explanation.is_planted = true;
        const AutopsyVerdict verdict = verdict_of(explanation, k_two_names, TickRate{50});
        EXPECT_TRUE(verdict.headline.starts_with("This fault was planted on purpose"));
        EXPECT_FALSE(test::says(verdict.headline, "by itself")) << verdict.headline;
        EXPECT_TRUE(test::says(verdict.sentence, "on purpose"));
    }
}

TEST(Verdict, OfWhatDoesNotReproduceItselfIsOnePlainSentence) {
    Explanation explanation;
    explanation.cause = CauseClass::local;
    explanation.side = FaultySide::second;
    explanation.tick = sim::Tick{400};
    EXPECT_EQ(verdict_of(explanation, k_two_names, TickRate{50}).headline,
              "The match of guest.tandem does not come out the same when it is played again: "
              "0:08.00 into the match something decided that is no part of it, such as a clock, or "
              "memory left over from before.");
    explanation.side = FaultySide::both;
    EXPECT_TRUE(verdict_of(explanation, k_two_names, TickRate{50})
                    .headline.starts_with("The match does not come out the same"));
}

TEST(Verdict, OfSessionsThatBeganOtherwiseDoesNotSayThatTheyWereEqualBefore) {
    Explanation explanation;
    explanation.cause = CauseClass::setup;
    explanation.side = FaultySide::both;
    explanation.tick = sim::Tick{30};
    EXPECT_FALSE(verdict_of(explanation, k_two_names, TickRate{50}).parted_at);
    DiffReport report;
    report.verdict = DiffVerdict::header;
    report.tick = sim::Tick{30};
    EXPECT_FALSE(verdict_of(report, k_two_names, TickRate{50}).parted_at);
}

TEST(TimeText, IsThatOfAClockWithHundredths) {
    EXPECT_EQ(time_text(0, TickRate{60}), "0:00.00");
    EXPECT_EQ(time_text(65 * 60 + 15, TickRate{60}), "1:05.25");
    EXPECT_EQ(time_text(3600ULL * 35, TickRate{35}), "1:00:00.00");
    EXPECT_EQ(time_text(7, TickRate{10, 3}), "0:02.10");
}

TEST(ShortNames, LeaveOutFoldersWhereTheNamesDifferWithoutThem) {
    EXPECT_EQ(short_names({"x/a.tandem", "y/b.tandem"}).b, "b.tandem");
    EXPECT_EQ(short_names({"x/a.tandem", "y/a.tandem"}).a, "x/a.tandem");
    EXPECT_EQ(short_names({"x/a.tandem", ""}).a, "a.tandem");
}

}  // namespace
}  // namespace tandem::tools::autopsy
