// SPDX-License-Identifier: MIT
// Which cause is named for the probes that each classic mistake makes differ.
#include <tandem/tools/check/diagnosis.hpp>

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools::check {
namespace {

constexpr DisturbanceKind k_serialize = DisturbanceKind::save;
constexpr DisturbanceKind k_twin = DisturbanceKind::again;
constexpr DisturbanceKind k_reset = DisturbanceKind::reset;
constexpr DisturbanceKind k_copy = DisturbanceKind::copy;
constexpr DisturbanceKind k_fresh = DisturbanceKind::restore;
constexpr DisturbanceKind k_dirty = DisturbanceKind::used;
constexpr DisturbanceKind k_observed = DisturbanceKind::observe;
constexpr DisturbanceKind k_rounding = DisturbanceKind::rounding;
constexpr DisturbanceKind k_thread = DisturbanceKind::thread;
constexpr DisturbanceKind k_process = DisturbanceKind::process;
constexpr DisturbanceKind k_memory = DisturbanceKind::memory;
constexpr DisturbanceKind k_build = DisturbanceKind::build;

struct SeenAt {
    std::uint64_t ticks_done;
    std::vector<DisturbanceKind> probes;
};

struct Case {
    const char* mistake;
    std::vector<SeenAt> seen;  // as measured, seed 1
    Decider decider;
    DisturbanceKind probe;
    const char* words;  // of the cause
    std::vector<DisturbanceKind> agreeing = {};
};

std::vector<ProbeDifference> differences_of(const Case& each) {
    std::vector<ProbeDifference> all;
    for (const SeenAt& seen : each.seen) {
        for (const DisturbanceKind probe : seen.probes) {
            all.push_back({probe, 1, seen.ticks_done});
        }
    }
    return all;
}

void PrintTo(const Case& each, std::ostream* stream) { *stream << each.mistake; }

const std::vector<Case> k_cases{
    {"a left-out member",
     {{123, {k_fresh, k_dirty}}},
     Decider::unknown,
     k_fresh,
     "a member that serialize leaves out"},
    {"a left-out member that an object which played something else shows first",
     {{78, {k_fresh}}, {62, {k_dirty}}},
     Decider::unknown,
     k_fresh,
     "a member that serialize leaves out"},
    {"a pointer through which a copy writes into the original",
     {{62, {k_copy}}, {63, {k_twin, k_fresh, k_dirty, k_observed, k_thread, k_process, k_memory}}},
     Decider::same,
     k_copy,
     "points into its own object"},
    {"a member that reset forgets", {{0, {k_reset}}}, Decider::unknown, k_reset, "reset leaves"},
    {"a member that reset forgets and serialize leaves out",
     {{1, {k_reset}}, {62, {k_fresh}}},
     Decider::unknown,
     k_fresh,
     "a member that serialize leaves out"},
    {"a stale cache", {{62, {k_dirty}}}, Decider::unknown, k_dirty, "most likely a cache"},
    {"a static that counts",
     {{1, {k_twin, k_copy, k_fresh, k_dirty, k_observed, k_rounding, k_thread}},
      {2, {k_process, k_memory}}},
     Decider::same,
     k_twin,
     "a static or global that changes, or rand()"},
    {"a static, no other process at hand",
     {{1, {k_twin, k_copy, k_fresh, k_dirty, k_observed}}},
     Decider::unknown,
     k_twin,
     "a static or global that changes"},
    {"rand() % 5, which twin and copy happened to draw alike",
     {{1, {k_fresh}}, {2, {k_dirty}}, {1, {k_observed}}},
     Decider::unknown,
     k_fresh,
     "a static or global that changes"},
    {"rand() that only a restored game and processes drew otherwise",
     {{70, {k_fresh}}, {40, {k_process, k_memory}}},
     Decider::same,
     k_process,
     "a static or global that changes, or rand()"},
    {"a static that drawing counts up",
     {{2, {k_rounding, k_thread, k_process, k_memory}}},
     Decider::same,
     k_rounding,
     "a static or global that changes"},
    {"a fine clock",
     {{1,
       {k_twin, k_copy, k_fresh, k_dirty, k_observed, k_rounding, k_thread, k_process, k_memory}}},
     Decider::differs,
     k_process,
     "a clock"},
    {"a clock of seconds",
     {{285, {k_thread}}, {1, {k_process, k_memory}}},
     Decider::differs,
     k_process,
     "a clock"},
    {"a thread's id",
     {{1, {k_thread, k_process, k_memory}}},
     Decider::differs,
     k_thread,
     "a thread's id"},
    {"a byte never written",
     {{128, {k_twin, k_copy, k_fresh, k_observed}}, {1, {k_process, k_memory}}},
     Decider::differs_in_memory,
     k_memory,
     "a byte that was never written"},
    {"a left-out member that was never written",
     {{62, {k_fresh, k_dirty}}, {1, {k_memory}}},
     Decider::differs_in_memory,
     k_memory,
     "a byte that was never written"},
    {"randomness in each call that everything sees",
     {{1, {k_twin}}, {62, {k_fresh}}, {1, {k_process, k_memory}}},
     Decider::chance,
     k_process,
     "random_device"},
    {"randomness that only filled memory saw",
     {{95, {k_memory}}},
     Decider::chance,
     k_memory,
     "random_device"},
    {"a clock of seconds, proven",
     {{285, {k_thread}}, {1, {k_process, k_memory}}},
     Decider::clock,
     k_process,
     "a second later"},
    {"a byte never written, proven by two patterns",
     {{128, {k_twin}}, {1, {k_process, k_memory}}},
     Decider::unwritten,
     k_memory,
     "a byte that was never written"},
    {"a pointer as a key, proven by two layouts",
     {{1, {k_process, k_memory}}},
     Decider::address,
     k_memory,
     "a pointer as a key"},
    {"an address that lay on the stack where nobody wrote, proven by two layouts",
     {{198, {k_process, k_memory}}},
     Decider::address,
     k_memory,
     "lay in a local that nobody wrote"},
    {"a static, proven by another game",
     {{70, {k_fresh}}, {40, {k_twin}}},
     Decider::neighbour,
     k_twin,
     "a static or global that changes"},
    {"a pointer into the own object",
     {{1, {k_copy}}},
     Decider::unknown,
     k_copy,
     "a member points into its own object"},
    {"a pointer that restored objects take along",
     {{1, {k_copy}}, {62, {k_fresh, k_dirty}}},
     Decider::unknown,
     k_copy,
     "a member points into its own object"},
    {"a member that asking changes, and that copies come to hold otherwise",
     {{40, {k_observed}}, {62, {k_copy, k_fresh, k_dirty}}},
     Decider::unknown,
     k_observed,
     "a mutable member",
     {k_twin, k_process, k_memory}},
    {"a copy constructor that begins anew, as a restore does",
     {{62, {k_copy, k_fresh, k_dirty}}},
     Decider::unknown,
     k_fresh,
     "the copy, like a restore, loses what serialize does not name"},
    {"a mutable member", {{2, {k_observed}}}, Decider::unknown, k_observed, "a mutable member"},
    {"a serialize that changes something",
     {{0, {k_serialize}}, {1, {k_twin, k_copy, k_process}}},
     Decider::unknown,
     k_serialize,
     "serialize depends on values or changes something"},
    {"contraction",
     {{1, {k_rounding, k_build}}},
     Decider::unknown,
     k_rounding,
     "floating point decides"},
    {"shared scratch memory", {{9, {k_thread}}}, Decider::unknown, k_thread, "a static buffer"},
    {"ties", {{1, {k_build}}}, Decider::unknown, k_build, "equal elements"},
};

class Diagnoses : public testing::TestWithParam<Case> {};

TEST_P(Diagnoses, NameTheMistakeThatMakesTheseProbesDiffer) {
    const Case& each = GetParam();
    const Diagnosis diagnosis = diagnose(differences_of(each), each.decider, each.agreeing);
    EXPECT_STREQ(info_of(diagnosis.probe).probe, info_of(each.probe).probe);
    EXPECT_NE(std::string(diagnosis.cause).find(each.words), std::string::npos) << diagnosis.cause;
}

TEST_P(Diagnoses, AskWhatTheGameDoesAloneWhereThatDecides) {
    const Case& each = GetParam();
    const auto all = differences_of(each);
    const bool may_be_proven = needs_evidence(all) && may_be_machine(all);
    EXPECT_TRUE(each.decider == Decider::unknown || needs_alone(all) || may_be_proven);
}

INSTANTIATE_TEST_SUITE_P(All, Diagnoses, testing::ValuesIn(k_cases));

// Whoever asks for one probe gets its own sentence.
TEST(Diagnosis, OfOneProbeIsItsOwn) {
    for (const DisturbanceKind probe : all_probes()) {
        const std::vector<ProbeDifference> all{{probe, 1, 5}};
        EXPECT_FALSE(needs_alone(all));
        const Diagnosis diagnosis = diagnose(all, Decider::unknown);
        EXPECT_EQ(diagnosis.probe, probe);
        EXPECT_STREQ(diagnosis.cause, info_of(probe).cause);
    }
}

TEST(Diagnosis, OfChanceNeverSpeaksOfMemory) {
    for (const DisturbanceKind probe : all_probes()) {
        if (probe == DisturbanceKind::save) {
            continue;  // which is told first
        }
        const Diagnosis diagnosis = diagnose({{probe, 1, 5}}, Decider::chance);
        EXPECT_STREQ(diagnosis.reason, "chance");
        EXPECT_EQ(diagnosis.cause_class, replay::CauseClass::local);
        EXPECT_EQ(std::string(diagnosis.cause).find("written"), std::string::npos);
    }
}

TEST(Diagnosis, HasAClassAndAReason) {
    for (const Case& each : k_cases) {
        const Diagnosis diagnosis = diagnose(differences_of(each), each.decider);
        EXPECT_NE(std::string(diagnosis.reason), "") << each.mistake;
        const bool is_restored = std::string(each.words).find("serialize") != std::string::npos ||
                                 std::string(each.words).find("cache") != std::string::npos;
        EXPECT_EQ(diagnosis.cause_class == replay::CauseClass::unsaved, is_restored)
            << each.mistake;
    }
    EXPECT_EQ(diagnose({{k_build, 1, 1}}, Decider::unknown).cause_class, replay::CauseClass::build);
}

TEST(Diagnosis, TakesWhatWasProvenAndNothingElse) {
    EXPECT_STREQ(diagnose({{k_memory, 1, 95}}, Decider::nothing).cause, info_of(k_memory).cause);
    EXPECT_FALSE(needs_evidence({{k_serialize, 1, 0}, {k_twin, 1, 1}}));
    EXPECT_FALSE(needs_evidence({{k_build, 1, 0}}));
    EXPECT_TRUE(needs_evidence({{k_fresh, 1, 0}}));
    EXPECT_FALSE(may_be_machine({{k_fresh, 1, 0}}));
    EXPECT_TRUE(may_be_machine({{k_memory, 1, 0}}));
}

TEST(Diagnosis, IsNeverOutsideWhereAnotherGameAndOtherProcessesAgree) {
    const std::vector<ProbeDifference> all{{k_observed, 1, 62}, {k_fresh, 1, 62}};
    EXPECT_STREQ(diagnose(all, Decider::unknown).reason, "outside");
    EXPECT_STREQ(diagnose(all, Decider::unknown, {k_twin, k_process}).reason, "outside");
    EXPECT_STRNE(diagnose(all, Decider::unknown, {k_twin, k_process, k_memory}).reason, "outside");
}

// Of a random number that seldom matters, filled memory alone may be what saw it.
TEST(Diagnosis, OfMemoryThatNeverDiffersAgainIsChance) {
    const Diagnosis diagnosis = diagnose({{k_memory, 1, 95}}, Decider::same);
    EXPECT_STREQ(diagnosis.cause, not_repeated(k_memory).cause);
    EXPECT_NE(std::string(diagnosis.cause).find("random_device"), std::string::npos);
    EXPECT_EQ(std::string(diagnosis.cause).find("never written"), std::string::npos);
}

TEST(Diagnosis, OfWhatTheGameDoesAloneAsksMoreThanOneOfEachKind) {
    const auto play = [](std::uint64_t last) {
        return Hashes{sim::StateHash{1}, sim::StateHash{last}};
    };
    EXPECT_EQ(decider_of({play(2), play(2)}, {play(2), play(2)}), Decider::same);
    EXPECT_EQ(decider_of({play(2), play(2)}, {play(3), play(3)}), Decider::differs_in_memory);
    EXPECT_EQ(decider_of({play(2), play(2)}, {play(3), play(4)}), Decider::differs_in_memory)
        << "the order of addresses is another each time";
    EXPECT_EQ(decider_of({play(2), play(3)}, {play(2), play(2)}), Decider::differs);
    // Two that happen to agree, and one in filled memory that does not.
    EXPECT_EQ(decider_of({play(2), play(2), play(2)}, {play(3), play(2)}), Decider::differs);
    EXPECT_EQ(decider_of({play(2), play(2), play(3)}, {play(3), play(4)}), Decider::differs);
}

TEST(Diagnosis, IsNotDoubtedWhereSeveralGamesShareWhatDiffers) {
    EXPECT_FALSE(always_repeats(k_serialize));
    EXPECT_FALSE(always_repeats(k_twin));
    EXPECT_FALSE(always_repeats(k_thread));
    EXPECT_FALSE(always_repeats(k_memory));
    EXPECT_TRUE(always_repeats(k_copy));
    EXPECT_TRUE(always_repeats(k_fresh));
}

TEST(Diagnosis, OfAnAnswerNamesTheFunctionThatReadsTooMuch) {
    CompanionFinding finding;
    finding.answer = "finished()";
    const std::string text = cause_text(diagnose({{k_fresh, 1, 5}}, Decider::unknown), finding);
    EXPECT_TRUE(
        text.starts_with("finished() differs though the state is the same: it reads a "
                         "member that serialize leaves out"))
        << text;
    const std::string copied = cause_text(diagnose({{k_copy, 1, 5}}, Decider::unknown), finding);
    EXPECT_NE(copied.find("a member points into its own object"), std::string::npos) << copied;
}

}  // namespace
}  // namespace tandem::tools::check
