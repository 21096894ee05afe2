// SPDX-License-Identifier: MIT
// lab, inside of the test: its forms of output and what it refuses.
#include <tandem/tools/lab/verb/lab.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <tandem/tools/lab/browser/page.hpp>
#include <tests/tools/lab/lab_program.hpp>
#include <tests/tools/page_tables.hpp>

namespace tandem::test {
namespace {

Said lab_verb_says(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "lab");
    return lab_program(std::move(arguments));
}

TEST(Lab, WithoutASectionListsThemAndSaysWhereToBegin) {
    const Said said = lab_verb_says({});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(says(said.out, "\n  loops     every loop on every machine"));
    EXPECT_TRUE(says(said.out, "\n  claims    one row for each claim"));
    EXPECT_TRUE(says(said.out, "Begin with: "));
    EXPECT_TRUE(says(lab_verb_says({"--json"}).out, R"("verb":"lab","section":"loops","what":)"));
}

TEST(Lab, ShowsATableAsTextJsonOrCsv) {
    const std::vector<std::string> one{"loops", "--loop", "L1", "--machine", "slow"};
    const Said text = lab_verb_says(one);
    EXPECT_EQ(text.code, 0);
    EXPECT_TRUE(says(text.out, "\nL1    slow"));
    auto asked = one;
    asked.emplace_back("--json");
    EXPECT_TRUE(says(lab_verb_says(asked).out,
                     R"("loop":"L1","machine":"slow","updates":100,"sim_s":4.0,"ratio":0.4,)"
                     R"("frames":100,"distinct":100,"busy_percent":100.0,"worst_gap_ms":100.0,)"
                     R"("updates_per_frame_max":0)"));
    asked.back() = "--csv";
    const Said csv = lab_verb_says(asked);
    EXPECT_TRUE(csv.out.starts_with("table,loop,machine,updates,"));
    EXPECT_TRUE(says(csv.out, "\nloops,L1,slow,100,4,"));
    asked.emplace_back("--json");
    EXPECT_EQ(lab_verb_says(asked).code, 2);
}

TEST(Lab, TakesListsOfLoopsAndMachinesAndAnyWindow) {
    const Said said = lab_verb_says({"loops", "--loop", "L1,G1", "--machine", "fast,2.5:1",
                                     "--seconds", "1", "--refresh", "75", "--csv"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\nloops,L1,fast,25,1,1,"));
    EXPECT_TRUE(says(said.out, "\nloops,G1,2.5:1,63,"));
}

TEST(Lab, AllMeansEveryLoopOrMachine) {
    const std::vector<std::string> shared{"loops", "--seconds", "1", "--csv"};
    const auto with = [&](const std::vector<std::string>& more) {
        const Said said = lab_verb_says(joined(shared, more));
        EXPECT_EQ(said.code, 0) << said.err;
        return said.out;
    };
    const std::string whole = with({});
    EXPECT_EQ(with({"--loop", "all"}), whole);
    EXPECT_EQ(with({"--machine", "all"}), whole);
    EXPECT_EQ(with({"--loop", "L1,all", "--machine", "all"}), whole);
    EXPECT_NE(with({"--loop", "L1"}), whole);
    EXPECT_TRUE(says(with({"--machine", "all,fast,5:5", "--loop", "L0"}), "\nloops,L0,5:5,"));
}

TEST(Lab, AllDoesNotHideAMistakeBesideIt) {
    EXPECT_EQ(lab_verb_says({"loops", "--loop", "all,X1"}).code, 2);
    EXPECT_EQ(lab_verb_says({"loops", "--machine", "all,X1"}).code, 2);
}

TEST(Lab, RunsTheClaimsThatWereAskedFor) {
    const Said named = lab_verb_says({"claims", "--claim", "C14,C17", "--csv"});
    EXPECT_EQ(named.code, 0) << named.err;
    EXPECT_TRUE(says(named.out, "\nclaims,C14,refuted,"));
    EXPECT_TRUE(says(named.out, "\nclaims,C17,refuted,"));
    EXPECT_FALSE(says(named.out, ",C15,"));
    const Said of_article = lab_verb_says({"claims", "--article", "implied", "--json"});
    EXPECT_EQ(of_article.code, 0) << of_article.err;
    EXPECT_TRUE(says(of_article.out, R"("id":"C19")"));
    EXPECT_TRUE(says(of_article.out, R"("id":"C20")"));
    EXPECT_FALSE(says(of_article.out, R"("id":"C01")"));
}

TEST(Lab, RefusesWhatItDoesNotKnowInOneSentence) {
    const auto refused = [](const std::vector<std::string>& arguments, const std::string& words) {
        const Said said = lab_verb_says(arguments);
        EXPECT_EQ(said.code, 2) << said.out;
        EXPECT_TRUE(says(said.err, words));
    };
    refused({"lops"}, "no section 'lops', did you mean loops?");
    refused({"loops", "--loop", "X1"}, "expected one of L0 L1");
    refused({"loops", "--machine", "1"}, "UPDATE:RENDER");
    for (const char* seconds : {"0", "-1", "1.5", "86401", "ten", ""}) {
        refused({"loops", "--seconds", seconds}, "whole number from 1 to 86400");
    }
    for (const char* stall : {"3000", "3000:", ":5", "a:b", "1:2:3"}) {
        refused({"loops", "--stall", stall}, "AT:LENGTH");
    }
    refused({"loops", "--refresh", "1001"}, "whole number from 1 to 1000");
    refused({"match", "--repeats", "21"}, "whole number from 1 to 20");
    for (const char* section : {"loops", "stall"}) {
        refused({section, "--loop", "L0", "--machine", "0:0.01", "--seconds", "86400"},
                "--seconds at most, less if another loop needs it, or for a slower --machine");
    }
    refused({"stall", "--seconds", "5"},
            "--seconds: the machine would stand still from 3 s to 5 s, but the run ends at 5 s");
    refused({"gap", "--seconds", "33"}, "from 3 s to 33 s, but the run ends at 33 s");
    refused({"loops", "--stall", "9000:1000"}, "--stall: the machine would stand still");
    refused({"claims", "--loop", "L1"}, "lab claims takes no such option");
    refused({"loops", "--claim", "C14"}, "lab loops takes no such option");
    refused({"loops", "--article", "mdn"}, "lab loops takes no such option");
    refused({"claims", "--claim", "C14,C08"}, "expected one of C01 C02");
    refused({"claims", "--article", "mdn,"}, "expected one of witters patterns lwjgl mdn implied");
    refused({"claims", "--real", "--claim", "C14"},
            "C14 does not run on the real clock; these do: C04 C40");
}

TEST(Lab, AnOptionWithoutASectionIsAMistake) {
    for (const std::vector<std::string>& option : std::vector<std::vector<std::string>>{
             {"--loop", "L0"}, {"--machine", "slow"}, {"--csv"}, {"--repaired"}, {"-o", "x"}}) {
        const Said said = lab_verb_says(option);
        EXPECT_EQ(said.code, 2) << said.out;
        EXPECT_TRUE(says(said.err, option.front() + ": say of which section"));
    }
}

TEST(Lab, SaysBeforeItRunsOnTheRealClockHowLongThatTakes) {
    const std::vector<std::string> real{"loops", "--loop",    "M1c,L0", "--machine",
                                        "fast",  "--seconds", "1",      "--real"};
    const Said said = lab_verb_says(real);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "lab loops: 2 runs on the real clock, about 2 s\n");
    std::vector<std::string> quiet = real;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(lab_verb_says(quiet).err, "");
    EXPECT_EQ(lab_verb_says({"loops", "--loop", "L0", "--machine", "fast"}).err, "");
}

TEST(Lab, IsAGuestThatAProgramOfOneGameDoesNotHave) {
    const Said said = program<Counter>({"lab", "loops"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "there is no verb 'lab'"));
    EXPECT_FALSE(says(program<Counter>({"--help"}).out, "  lab "));
    EXPECT_TRUE(says(lab_program({"--help"}).out, "  lab "));
}

TEST(Lab, RefusesAGameThatIsNotThere) {
    const Said said = lab_program({"--game", "nosuch", "lab"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "there is no such game here"));
    EXPECT_EQ(lab_program({"--game", "counter", "lab"}).code, 0);
    EXPECT_EQ(lab_program({"--game", "nosuch", "--help"}).code, 0);
}

using tools::Option;

TEST(WebWithLab, HasOneOptionMoreWhichThePageLists) {
    const tools::Verb verb = tools::web_with_lab_verb();
    const auto option = std::find_if(verb.options.begin(), verb.options.end(),
                                     [](const Option& each) { return each.has_name("--lab"); });
    ASSERT_NE(option, verb.options.end());
    EXPECT_EQ(table_of_page("tools/CLI.md", "| option of `web` with the lab | meaning | default |"),
              option_rows_of({*option}));
}

using WebLab = InFolder;

TEST_F(WebLab, WritesTheLabsPageBesideTheViewerOrSaysThatThereIsNone) {
    const Said said =
        program<Counter>({"web", path("page"), "--lab"}, {tools::web_with_lab_verb()});
    const bool has_page = !tools::lab::browser::page_files().empty();
    EXPECT_EQ(said.code, has_page ? 0 : 2);
    EXPECT_EQ(std::filesystem::exists(path("page/lab.html")), has_page);
    EXPECT_TRUE(has_page ? says(said.out, "open index.html or lab.html in a browser")
                         : says(said.err, "this build carries no page"));
}

TEST_F(WebLab, TheViewersPageShowsItsLinkOnceTheLabsPageStandsBesideIt) {
    if (tools::lab::browser::page_files().empty()) {
        GTEST_SKIP() << "this build carries no page";
    }
    const auto is_link_hidden = [&] {
        const std::string page = content_of(path("page/index.html"));
        return page.find("id=\"to_lab\" hidden") != std::string::npos;
    };
    const std::vector<tools::Verb> verbs{tools::web_with_lab_verb()};
    EXPECT_EQ(program<Counter>({"web", path("page")}, verbs).code, 0);
    EXPECT_TRUE(is_link_hidden());
    EXPECT_EQ(program<Counter>({"web", path("page"), "--lab"}, verbs).code, 0);
    EXPECT_FALSE(is_link_hidden());
    // It goes on to stand there.
    EXPECT_EQ(program<Counter>({"web", path("page")}, verbs).code, 0);
    EXPECT_FALSE(is_link_hidden());
}

TEST_F(WebLab, WithoutTheOptionItIsTheViewerAlone) {
    program<Counter>({"web", path("page")}, {tools::web_with_lab_verb()});
    EXPECT_FALSE(std::filesystem::exists(path("page/lab.html")));
}

}  // namespace

}  // namespace tandem::test
