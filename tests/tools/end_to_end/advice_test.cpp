// SPDX-License-Identifier: MIT
// Every command that is told to run next is run in the very situation that told it, and does what
// it says; and what is not so in a situation is not said in it.
#include <functional>
#include <string>
#include <vector>

#include <tests/tools/end_to_end/advice.hpp>

namespace tandem::end_to_end {
namespace {

Arguments duel(const Arguments& more = {}) { return tandem(Arguments{"--game", "duel"} + more); }

Arguments misbehaving(const std::string& game, const Arguments& more = {}) {
    return Arguments{MISBEHAVING_PROGRAM, "--game", game} + more;
}
Arguments of_other_rules(const Arguments& more = {}) {
    return Arguments{OTHER_RULES_PROGRAM} + more;
}

class Advice : public Scene {
protected:
    // What one of these programs printed says all of `said` and nothing of `unsaid`.
    static void expect_words(const std::vector<Told>& all, const std::vector<std::string>& said,
                             const std::vector<std::string>& unsaid) {
        for (const Told& told : all) {
            for (const std::string& words : said) {
                EXPECT_TRUE(contains(told.text(), words)) << words << "\n" << told.outcome;
            }
            for (const std::string& words : unsaid) {
                EXPECT_FALSE(contains(told.text(), words)) << words << "\n" << told.outcome;
            }
        }
    }
    static void expect_no_advice(const Told& told) {
        EXPECT_TRUE(commands_in(told.text()).empty()) << told.outcome;
    }

    void put_scores(const std::string& in, const std::string& best) const {
        std::filesystem::create_directories(path(in));
        write_file(path(in) + "/scores.txt", best);
    }
};

// What blames builds. Where one program runs on both sides nothing of it is true.
const std::vector<std::string> k_blames_builds{"two builds", "the same build", "different programs",
                                               "another program"};

TEST(Commands, EndWhereARemarkBegins) {
    EXPECT_EQ(commands_in("a: no; next: tandem explain x\nagain: b c, with it\nnext to it\n"),
              (std::vector<std::string>{"tandem explain x", "b c"}));
}

// ---- Matches ----

TEST_F(Advice, OfADesyncLeadsToItsExplanationOnBothSides) {
    const auto sides =
        match(duel(), duel(), {"--ticks", "900"}, {"--plant", "420:fighters[1].health"});
    expect_words(sides, {"desync after tick 420", "both sides run the same program"},
                 k_blames_builds);
    const Told known = follow(sides[0], {"explain", 1, "unknown: "});
    expect_words({known}, {"yes, it is one program"}, k_blames_builds);
    follow(known, {"check", 0, "all the same"});
    const Told own = follow(sides[1], {"explain", 1, "memory: "});
    expect_words({own}, {}, k_blames_builds);
    expect_no_advice(own);
}

TEST_F(Advice, NamesFoldersThatAShellWouldTakeApart) {
    const auto sides = match(duel(), duel(), {"--ticks", "300"},
                             {"--plant", "30:fighters[1].health"}, "my $HOME match.tandem");
    follow(sides[0], {"explain", 1, "perhaps"});
    const Told compared = told(tandem({"diff", "my $HOME match.desync"}), "here");
    follow(compared, {"explain", 1, "perhaps"});
}

TEST_F(Advice, WithoutABundleComparesWithTheOtherSidesFile) {
    const auto sides = match(duel(), duel(), {"--ticks", "300", "--no-bundle"},
                             {"--plant", "30:fighters[1].health", "--no-bundle"});
    const Advised advised{"diff", 1,        "fighters[1].health",
                          "",     "THEIRS", path("there/guest.tandem")};
    const Told compared = follow(sides[0], advised);
    follow(compared, {"explain", 1, "memory: "});
}

TEST_F(Advice, PlaysTheMatchsSeedAndOptionsAgain) {
    const auto sides = match(
        duel(), duel(),
        {"--ticks", "300", "--seed", "7", "--option", "frag_limit=90", "--option", "arena=yard"},
        {"--plant", "200:fighters[1].health"});
    const Told known = follow(sides[0], {"explain", 1, "unknown: "});
    expect_words({known}, {"--seed 7", "--option frag_limit=90", "--inputs replay:"}, {});
    follow(known, {"check", 0, "all the same"});
}

TEST_F(Advice, OfOneProgramThatBeginsInTwoWaysBlamesNoBuild) {
    put_scores("here", "20");
    const auto sides =
        match(misbehaving("score_file"), misbehaving("score_file"), {"--ticks", "300"}, {});
    std::vector<std::string> unsaid = k_blames_builds;
    unsaid.emplace_back("start are equal");
    expect_words(sides, {"both sides run the same program", "local file"}, unsaid);
    const Told explained = follow(sides[1], {"explain", 1, "best  500 | 20"});
    expect_words({explained}, {"unknown: ", "yes, it is one program"}, unsaid);
    // Only the side that has the table can see that the game reads it.
    follow(explained, {"check", 1, "best", "here"});
    const Told compared = told({MISBEHAVING_PROGRAM, "diff", "guest.desync"}, "there");
    expect_words({compared}, {"before the first tick"}, unsaid);
    follow(compared, {"explain", 1, "best  500 | 20"});
}

TEST_F(Advice, ChecksWhatTheMatchPlayedWhereTheMistakeNeedsThat) {
    put_scores("here", "1200");
    const auto sides = match(misbehaving("hidden_score_file"), misbehaving("hidden_score_file"),
                             {"--ticks", "900"}, {});
    expect_words(sides, {"beaten", "both sides run the same program"}, k_blames_builds);
    const Told explained =
        told({MISBEHAVING_PROGRAM, "explain", "host.desync", path("there/guest.desync")}, "here");
    EXPECT_EQ(explained.outcome.exit_code, 1) << explained.outcome;
    expect_words({explained}, {"local: ", "which build made it? this very one"}, k_blames_builds);
    follow(explained, {"check", 1, "probe process"});
    // With other inputs nothing is seen of it.
    const Told other = told(misbehaving("hidden_score_file", {"check", "--ticks", "900"}), "here");
    EXPECT_EQ(other.outcome.exit_code, 0) << other.outcome;
}

TEST_F(Advice, OfTwoProgramsSaysSoAndLeadsToTheOtherOne) {
    const auto sides =
        match(misbehaving("rules_by_macro"), of_other_rules(), {"--ticks", "300"}, {});
    const std::vector<std::string> unsaid{"the same program", "it is one program"};
    expect_words(sides, {"the two sides run different programs"}, unsaid);
    const Told explained = follow(sides[0], {"explain", 1, "unknown: "});
    expect_words({explained}, {"no, they are different programs"}, unsaid);
    follow(explained, {"explain", 1, "build: ", "", "PROGRAM", OTHER_RULES_PROGRAM});
    // Its own recording is the whole evidence.
    const Told own =
        told({MISBEHAVING_PROGRAM, "explain", "host.tandem", path("there/guest.tandem")}, "here");
    follow(own, {"explain", 1, "build: ", "", "PROGRAM", OTHER_RULES_PROGRAM});
    const Told verified = told({MISBEHAVING_PROGRAM, "verify", path("there/guest.tandem")});
    EXPECT_EQ(verified.outcome.exit_code, 1) << verified.outcome;
    expect_words({verified}, {"another program made it"}, {});
}

TEST_F(Advice, OfAMatchThatWentWellIsNone) {
    for (const Told& side : match(duel(), duel(), {"--ticks", "200"}, {})) {
        EXPECT_EQ(side.outcome.exit_code, 0) << side.outcome;
        expect_no_advice(side);
        expect_words({side}, {}, {"desync", "builds"});
    }
}

// ---- One recording ----

TEST_F(Advice, OfAFileOfThisVeryProgramThatDoesNotReproduceFindsTheMistake) {
    told(misbehaving("process_address", {"record", "--ticks", "400", "-o", "a.tandem"}));
    const Told verified = told({MISBEHAVING_PROGRAM, "verify", "a.tandem"});
    EXPECT_EQ(verified.outcome.exit_code, 1) << verified.outcome;
    expect_words({verified}, {}, k_blames_builds);
    const Told explained = told({MISBEHAVING_PROGRAM, "explain", "a.tandem"});
    EXPECT_EQ(explained.outcome.exit_code, 1) << explained.outcome;
    expect_words({explained},
                 {"local: ", "in this process came to the same state",
                  "does this program do the same when it is started anew? no: "},
                 k_blames_builds);
    follow(explained, {"check", 1, "probe "});
}

TEST_F(Advice, OfTwoSuchFilesOfOneMatchIsTheSame) {
    const auto sides = match(misbehaving("process_address"), misbehaving("process_address"),
                             {"--ticks", "300"}, {});
    expect_words(sides, {"both sides run the same program"}, k_blames_builds);
    const Told explained =
        told({MISBEHAVING_PROGRAM, "explain", "host.tandem", path("there/guest.tandem")}, "here");
    expect_words({explained}, {"local: "}, k_blames_builds);
    follow(explained, {"check", 1, "probe "});
}

TEST_F(Advice, OfAFileOfAnotherProgramSaysThatAnotherMadeIt) {
    told(of_other_rules({"record", "--ticks", "300", "-o", "old.tandem"}));
    const Told verified = told({MISBEHAVING_PROGRAM, "verify", "old.tandem"});
    EXPECT_EQ(verified.outcome.exit_code, 1) << verified.outcome;
    expect_words({verified}, {"another program made it: program "}, {});
    const Told own = told({OTHER_RULES_PROGRAM, "verify", "old.tandem"});
    EXPECT_EQ(own.outcome.exit_code, 0) << own.outcome;
    expect_words({own}, {}, {"another program"});
    const Told explained = told({MISBEHAVING_PROGRAM, "explain", "old.tandem"});
    expect_words({explained}, {"unknown: "}, {"this very one"});
    follow(explained, {"explain", 1, "build: ", "", "PROGRAM", OTHER_RULES_PROGRAM});
}

TEST_F(Advice, OfASoundFileIsNone) {
    record_bots("a.tandem", 300);
    for (const std::string verb : {"explain", "verify", "info"}) {
        const Told said = told(tandem({verb, "a.tandem"}));
        EXPECT_EQ(said.outcome.exit_code, 0) << said.outcome;
        expect_no_advice(said);
    }
}

TEST_F(Advice, OfASessionWhoseStepFailedLeavesOnlyTheInputsThatItNeeds) {
    const Told recorded = told(strange_a({"--game", "throwing", "record", "--ticks", "60",
                                          "--option", "throw_tick=20", "-o", "a.tandem"}));
    EXPECT_EQ(recorded.outcome.exit_code, 70) << recorded.outcome;
    const Told small = follow(recorded, {"minimise", 0, "it fails: the game threw an exception"});
    const Told again = follow(small, {"record", 70, "the planned exception of tick 20"});
    expect_words({again}, {}, {"nothing was"});
}

// ---- Two recordings ----

TEST_F(Advice, OfDiffLeadsToTheCause) {
    record_bots("a.tandem", 2500);
    record_bots("bit.tandem", 2500, {"--plant", "333:fighters[1].velocity.y"});
    follow(told(tandem({"diff", "a.tandem", "bit.tandem"})), {"explain", 1, "memory: "});
    const std::string rows = "p0.forward,p1.turn\n1,1\n2,2\n3,3\n";
    for (const std::string last : {"4,4\n5,5\n", "4,9\n5,5\n"}) {
        write_file(path("rows.csv"), rows + last);
        told(duel({"record", "--inputs", "script:rows.csv", "-o", "rows" + last.substr(2, 1)}));
    }
    follow(told(tandem({"diff", "rows4", "rows9"})), {"explain", 1, "inputs: "});
}

TEST_F(Advice, OfDiffIsNoneWhereThereIsNothingToExplain) {
    record_bots("a.tandem", 300);
    record_bots("same.tandem", 300, {"--name", "Ada"});
    record_bots("shorter.tandem", 200);
    record_bots("seed.tandem", 300, {"--seed", "2"});
    for (const std::string other : {"same.tandem", "shorter.tandem", "seed.tandem"}) {
        expect_no_advice(told(tandem({"diff", "a.tandem", other})));
    }
}

// ---- Checks ----

TEST_F(Advice, OfACheckWithDisturbancesComesToTheSameAgain) {
    const Told checked =
        told(misbehaving("static_local", {"check", "--chaos", "--ticks", "60", "--rounds", "2"}));
    EXPECT_EQ(checked.outcome.exit_code, 1) << checked.outcome;
    follow(checked, {"check", 1, "is changed by"});
}

}  // namespace
}  // namespace tandem::end_to_end
