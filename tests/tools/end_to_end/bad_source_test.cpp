// SPDX-License-Identifier: MIT
// Sources of inputs that are broken: the place is named, and nothing that was recorded is lost. The
// mistakes of each kind of source are tested without processes (tests/tools/inputs).
#include <sys/stat.h>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class BadSource : public EndToEnd {
protected:
    // Records from it and expects one sentence with all these parts.
    Outcome expect_named(int exit_code, const std::string& source,
                         const std::vector<std::string>& parts) const {
        Outcome outcome = expect(
            exit_code, {"--game", "duel", "record", "--inputs", source, "-o", path("out.tandem")});
        expect_one_sentence(outcome);
        for (const std::string& part : parts) {
            EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome;
        }
        return outcome;
    }
    // A refusal comes before a file is touched.
    void expect_refused(int exit_code, const std::string& source,
                        const std::vector<std::string>& parts) const {
        expect_named(exit_code, source, parts);
        EXPECT_FALSE(std::filesystem::exists(path("out.tandem")));
    }
    // A demo of one player: a header and 20 tics, without the closing byte.
    static std::string demo_without_end() {
        constexpr std::uint64_t k_tics = 20;
        std::string demo("\x6d\x03\x01\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00", 13);
        for (std::uint64_t tic = 0; tic < k_tics; ++tic) {
            demo += std::string("\x32\x00\x01", 3) + static_cast<char>(tic % 2);
        }
        return demo;
    }
};

TEST_F(BadSource, DemoCutInMidTicIsNamedByByteAndWhatWasRecordedStays) {
    const std::string demo = path("cut.lmp");
    write_file(demo, demo_without_end().substr(0, 13 + 4 * 12 + 3));
    expect_named(3, "lmp:" + demo, {demo + ", byte 61", "cut in mid-tic", "3 of its 4 bytes"});
    const Json verified = report(0, {"verify", path("out.tandem")});
    EXPECT_EQ(verified["ticks_checked"], 12U);
}

TEST_F(BadSource, RealDemoCutInMidTicIsNamedByByteAndWhatWasRecordedStays) {
    const auto source = source_of(k_demos[0]);
    if (!source || contains(*source, "#")) {
        GTEST_SKIP() << "TANDEM_DATA has no doom/freedm_demo1.lmp";
    }
    const std::string demo = path("cut.lmp");
    write_file(demo, read_file(source->substr(4)).substr(0, 13 + 16 * 1000 + 7));
    const Json recorded =
        report(3, {"--game", "duel", "record", "--inputs", "lmp:" + demo, "-o", path("out")});
    EXPECT_EQ(recorded["ticks"], 1000U);
    EXPECT_TRUE(contains(recorded.value("error", ""), "byte 16013")) << recorded;
    EXPECT_EQ(report(0, {"verify", path("out")})["ticks_checked"], 1000U);
}

TEST_F(BadSource, DemoWithoutItsClosingByteIsNamedAndWhatWasRecordedStays) {
    const std::string demo = path("cut.lmp");
    write_file(demo, demo_without_end());
    expect_named(3, "lmp:" + demo, {"byte 93", "without the closing byte 0x80"});
    EXPECT_EQ(report(0, {"verify", path("out.tandem")})["ticks_checked"], 20U);
}

TEST_F(BadSource, WholeDemoIsNoError) {
    const std::string demo = path("whole.lmp");
    write_file(demo, demo_without_end() + '\x80');
    expect(0, {"--game", "duel", "record", "--inputs", "lmp:" + demo, "-o", path("out.tandem")});
    EXPECT_EQ(report(0, {"verify", path("out.tandem")})["ticks_checked"], 20U);
}

TEST_F(BadSource, MissingDemoIsRefused) {
    expect_refused(5, "lmp:" + path("missing.lmp"), {path("missing.lmp"), "there is no such file"});
}

TEST_F(BadSource, WhatIsNoRegularFileIsRefusedAndNeverWaitedFor) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const char* kind : {"lmp:", "script:", "replay:"}) {
        expect_refused(5, kind + pipe, {pipe + ": is"});
        expect_refused(5, kind + std::string("/dev/zero"), {"/dev/zero: is"});
        expect_refused(5, kind + folder().string(), {folder().string() + ": is a folder"});
    }
    for (const std::string& key : {pipe, std::string("/dev/zero"), folder().string()}) {
        const Outcome outcome = expect(5, {"--game", "duel", "host", "--port", "0", "--key-file",
                                           key, "-o", path("out.tandem")});
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, key + ": is")) << outcome;
    }
}

TEST_F(BadSource, WadWithoutThatDemoNamesTheOnesItHas) {
    const auto wad = debian_wad("freedm.wad");
    if (!wad) {
        GTEST_SKIP() << "Debian's package freedm is not installed";
    }
    expect_refused(3, "lmp:" + *wad + "#DEMO9", {"DEMO9", "DEMO1, DEMO2, DEMO3, DEMO4"});
    expect_refused(2, "lmp:" + *wad, {"say which demo"});
}

TEST_F(BadSource, ScriptLineThatDoesNotParseIsNamedByLineColumnAndWhatWasExpected) {
    const std::string file = path("script.csv");
    write_file(file, "forward,side\n10,0\nx,4\n");
    expect_refused(3, "script:" + file,
                   {file + ", line 3, column 1 (forward)",
                    "expected a whole number from -128 to 127, found 'x'"});
}

TEST_F(BadSource, RecordingThatIsCutIsUsedUpToItsLastWholeBlock) {
    const std::string whole = record_bots("whole.tandem", 3000);
    std::filesystem::resize_file(whole, std::filesystem::file_size(whole) / 2);
    const Json cut = report(3, {"verify", whole});
    expect_named(3, "replay:" + whole, {whole + ", byte "});
    const Json verified = report(0, {"verify", path("out.tandem")});
    EXPECT_GT(cut["ticks_checked"], 0U);
    EXPECT_EQ(verified["ticks_checked"], cut["ticks_checked"]);
    EXPECT_EQ(verified["chain"], cut["chain"]);
}

TEST_F(BadSource, RecordingOfAGameWithOtherInputsIsRefused) {
    const std::string file = path("swarm.tandem");
    expect(0, {"--game", "swarm", "record", "--ticks", "5", "-o", file});
    expect_refused(6, "replay:" + file, {"swarm version 2", "duel version 1"});
}

TEST_F(BadSource, UnknownKindOfSourceNamesThoseThereAre) {
    expect_refused(2, "telepathy", {"telepathy", "keys, bot, random, script:FILE.csv"});
}

}  // namespace
}  // namespace tandem::end_to_end
