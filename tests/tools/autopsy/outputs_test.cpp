// SPDX-License-Identifier: MIT
// diff and explain write their page where they are told to, and nowhere else.
#include <tandem/tools/autopsy/outputs.hpp>

#include <gtest/gtest.h>

#include <filesystem>

#include <tandem/replay/recording/replay_file.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class AutopsyOutputs : public InFolder {
protected:
    void SetUp() override {
        recorded<Counter>("a", {"--ticks", "200"});
        expect<Counter>(0, {"fake-desync", "bit", path("a"), "--at", "90", "-o", path("b")});
    }
    Said run(const std::string& verb, const std::vector<std::string>& more) const {
        return program<Counter>(joined({"--json", verb, path("a"), path("b")}, more));
    }
};

TEST_F(AutopsyOutputs, BothVerbsWriteAPageThatFlagsTheTick) {
    for (const std::string verb : {"diff", "explain"}) {
        const std::string page = path(verb + ".html");
        const Said said = run(verb, {"--html", page});
        EXPECT_EQ(said.code, 1) << said.err;
        EXPECT_TRUE(says(said.out, "\"html_file\":\"" + page + "\""));
        EXPECT_TRUE(says(content_of(page), "first bad tick 90<"));
    }
}

TEST_F(AutopsyOutputs, AFileThatStandsThereIsLeftUnlessForceIsGiven) {
    const std::string page = write("page.html", "mine");
    const Said refused = run("explain", {"--html", page});
    EXPECT_EQ(refused.code, 5) << refused.out;
    EXPECT_TRUE(says(refused.err, "--force"));
    EXPECT_EQ(content_of(page), "mine");
    EXPECT_EQ(run("explain", {"--html", page, "--force"}).code, 1);
    EXPECT_TRUE(says(content_of(page), "<!doctype html>"));
}

TEST_F(AutopsyOutputs, AnInputIsNeverReplaced) {
    const std::string before = content_of(path("b"));
    for (const std::string verb : {"diff", "explain"}) {
        const Said refused = run(verb, {"--html", path("b"), "--force"});
        EXPECT_EQ(refused.code, 2) << refused.out;
        EXPECT_TRUE(says(refused.err, "this file is one of the inputs"));
        EXPECT_EQ(content_of(path("b")), before);
    }
}

TEST_F(AutopsyOutputs, WhatIsStoppedIsNotWrittenAtAll) {
    const auto a = replay::Replay::open(path("a"));
    const auto b = replay::Replay::open(path("b"));
    const tools::ComparedNames names{path("a"), path("b")};
    tools::autopsy::AutopsyVerdict verdict;
    verdict.is_bad = true;
    verdict.parted_at = 90;
    for (const std::uint64_t asked_most : {0U, 1U}) {
        tools::Arguments arguments(tools::autopsy::output_options());
        arguments.give("--html", path("half.html"));
        arguments.give("--trace", path("half.json"));
        {
            auto outputs = tools::autopsy::Outputs::open(arguments, {});
            ASSERT_TRUE(outputs.has_value());
            std::uint64_t asked = 0;
            const auto written = outputs->write(
                {*a, &*b, names, verdict}, [&](std::uint64_t) { return ++asked <= asked_most; });
            ASSERT_FALSE(written.has_value());
            EXPECT_TRUE(says(written.error().text(), "interrupted"));
        }
        EXPECT_FALSE(std::filesystem::exists(path("half.html")));
        EXPECT_FALSE(std::filesystem::exists(path("half.json")));
    }
}

TEST_F(AutopsyOutputs, BetweenFarRecordingsNoTickIsShown) {
    const std::string early = path("early");
    const std::string late = path("late");
    expect<Counter>(0, {"trim", path("a"), "--to", "10", "-o", early});
    expect<Counter>(0, {"trim", path("a"), "--from", "180", "-o", late});
    const std::string page = path("far.html");
    EXPECT_NE(program<Counter>({"diff", early, late, "--html", page}).code, 2);
    EXPECT_TRUE(says(content_of(page), "only the ticks of the first are shown"));
}

TEST_F(AutopsyOutputs, AVerbThatFailsLeavesNothing) {
    write("c", "no recording");
    const Said said = program<Counter>({"diff", path("a"), path("c"), "--html", path("none.html")});
    EXPECT_NE(said.code, 0);
    expect<Counter>(1, {"diff", path("a"), path("b"), "--html", path("none.html")});
}

TEST_F(AutopsyOutputs, BothVerbsWriteATraceOfBothSides) {
    for (const std::string verb : {"diff", "explain"}) {
        const std::string trace = path(verb + ".json");
        const Said said = run(verb, {"--trace", trace});
        EXPECT_EQ(said.code, 1) << said.err;
        EXPECT_TRUE(says(said.out, "\"trace_file\":\"" + trace + "\""));
        EXPECT_TRUE(says(content_of(trace), "first bad tick 90"));
    }
    EXPECT_EQ(run("diff", {"--html", path("x"), "--trace", path("x")}).code, 2);
}

TEST_F(AutopsyOutputs, WithoutTheOptionThereIsNoFile) {
    EXPECT_TRUE(says(run("diff", {}).out, "\"html_file\":null"));
}

TEST_F(AutopsyOutputs, TwoSpellingsOfOneNameAreOneFile) {
    for (const std::string verb : {"diff", "explain"}) {
        const Said said = run(verb, {"--html", path("x"), "--trace", path("./y/../x")});
        EXPECT_EQ(said.code, 2) << said.out;
        EXPECT_FALSE(std::filesystem::exists(path("x")));
    }
}

}  // namespace
}  // namespace tandem::test
