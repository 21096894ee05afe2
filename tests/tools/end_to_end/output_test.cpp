// SPDX-License-Identifier: MIT
// What exists already is never lost: outputs are refused, or replaced only once the new header
// stands.
#include <csignal>
#include <iterator>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class Output : public EndToEnd {
protected:
    static Arguments record_to(const std::string& file, const Arguments& more = {}) {
        return Arguments{"--game", "duel", "record", "--ticks", "50", "-o", file} + more;
    }
};

TEST_F(Output, ThatExistsIsRefusedAndStaysByteForByte) {
    const std::string file = path("precious");
    const std::string content = "years of work\n";
    write_file(file, content);
    const Outcome outcome = expect(5, record_to(file));
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, file + ": exists already")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "replace it with --force")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "FileOutputOptions")) << outcome;
    EXPECT_EQ(read_file(file), content);
}

TEST_F(Output, ThatExistsIsRefusedByAMatchAsWell) {
    const std::string file = path("precious");
    write_file(file, "years of work\n");
    const Outcome outcome = expect(5, {"--game", "duel", "host", "--port", "0", "-o", file});
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, file + ": exists already")) << outcome;
    EXPECT_EQ(read_file(file), "years of work\n");
}

TEST_F(Output, ThatExistsIsReplacedWithForce) {
    const std::string file = path("old");
    write_file(file, "not so precious\n");
    expect(0, record_to(file, {"--force"}));
    EXPECT_EQ(report(0, {"verify", file})["ticks_checked"], 50U);
    // Nothing but the file is left in the folder.
    const std::filesystem::directory_iterator entries(folder());
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST_F(Output, IsNeverOneOfTheInputs) {
    const std::string file = record_bots("input.tandem", 50);
    const std::string content = read_file(file);
    std::filesystem::create_symlink(file, path("link"));
    std::filesystem::create_hard_link(file, path("hard_link"));
    const std::string roundabout = (folder() / "." / "input.tandem").string();
    for (const std::string& name : {file, roundabout, path("link"), path("hard_link")}) {
        const Outcome outcome = expect(
            2, {"--game", "duel", "record", "--inputs", "replay:" + file, "-o", name, "--force"});
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, "one of the inputs")) << outcome;
        EXPECT_EQ(read_file(file), content);
    }
}

TEST_F(Output, IsNeverTheKeyOfAMatch) {
    const std::string key = path("key");
    const std::string secret = "correct horse battery staple\n";
    write_file(key, secret);
    std::filesystem::create_symlink(key, path("link"));
    for (const std::string& name : {key, path("link")}) {
        for (const Arguments& verb :
             {Arguments{"host", "--port", "0"}, Arguments{"join", "127.0.0.1:1"}}) {
            for (const char* option : {"--key-file", "--passphrase-file"}) {
                const Outcome outcome =
                    expect(2, Arguments{"--game", "duel"} + verb +
                                  Arguments{option, key, "-o", name, "--force"});
                expect_one_sentence(outcome);
                EXPECT_TRUE(contains(outcome.err, "one of the inputs")) << outcome;
                EXPECT_EQ(read_file(key), secret);
            }
        }
    }
}

TEST_F(Output, IsNeverAScriptOrADemo) {
    const std::string script = path("a.csv");
    write_file(script, "forward\n1\n");
    const std::string demo = path("take#1.lmp");
    write_file(demo, std::string("\x6d\0\0\0\0\0\0\0\0\1\0\0\0\1\2\3\4\x80", 18));
    for (const std::string& source : {"script:" + script, "lmp:" + demo}) {
        const std::string file = source.substr(source.find(':') + 1);
        const std::string content = read_file(file);
        expect(2, {"--game", "duel", "record", "--inputs", source, "-o", file, "--force"});
        EXPECT_EQ(read_file(file), content);
    }
}

TEST_F(Output, SurvivesASessionThatDiesBeforeItsHeaderStands) {
    const std::string file = record_bots("old.tandem", 80);
    const std::string content = read_file(file);
    const Outcome outcome = run_command(
        strange_a({"--game", "stillborn", "record", "--ticks", "9", "-o", file, "--force"}));
    EXPECT_EQ(outcome.signal, SIGKILL) << outcome;
    EXPECT_EQ(read_file(file), content);
    EXPECT_EQ(report(0, {"verify", file})["ticks_checked"], 80U);
}

TEST_F(Output, ThatMayNotGrowIsSaidAndWhatWasWrittenOpens) {
    const std::string file = path("a.tandem");
    const Outcome outcome =
        run_command(Arguments{"prlimit", "--fsize=20000"} +
                    tandem({"--game", "duel", "record", "--ticks", "100000", "-o", file}));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, file + ", byte ")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome;
    const Json verified = report(3, {"verify", file});
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_GE(verified["ticks_checked"], 100U);
}

TEST_F(Output, ThatMayNotGrowIsToldAtOnceWhereTheSessionGoesOn) {
    const std::string file = path("a.tandem");
    Process session(Arguments{"prlimit", "--fsize=8000"} +
                    tandem({"--game", "duel", "record", "--keep-going", "--realtime", "--sync",
                            "tick", "-o", file}));
    EXPECT_TRUE(session.wait_for_err("nothing is recorded")) << session.err();
    EXPECT_TRUE(contains(session.err(), "File too large")) << session.err();
    const std::uint64_t ticks = report(0, {"verify", file})["ticks_checked"];
    EXPECT_TRUE(session.is_running());
    session.signal(SIGINT);
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    // The last words count what the file holds, and promise no chain for the rest.
    EXPECT_TRUE(contains(outcome.out, "recorded " + std::to_string(ticks) + " ticks")) << outcome;
    EXPECT_FALSE(contains(outcome.out, "chain")) << outcome;
}

TEST_F(Output, ThatMayNotEvenHoldAHeaderReplacesNothing) {
    const std::string file = record_bots("old.tandem", 80);
    const std::string content = read_file(file);
    // Enough for the sentence, which goes into a file here, and not for a header.
    const Outcome outcome =
        run_command(Arguments{"prlimit", "--fsize=400"} + tandem(record_to(file, {"--force"})));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_EQ(read_file(file), content);
}

TEST_F(Output, SurvivesASessionThatCannotStart) {
    const std::string file = record_bots("old.tandem", 80);
    const std::string content = read_file(file);
    const Outcome outcome = run_command(
        strange_a({"--game", "unstartable", "record", "--ticks", "9", "-o", file, "--force"}));
    EXPECT_EQ(outcome.exit_code, 70) << outcome;
    EXPECT_EQ(read_file(file), content);
}

TEST_F(Output, IsNotLeftBehindByASessionThatCannotStart) {
    const std::string file = path("new.tandem");
    const Outcome outcome =
        run_command(strange_a({"--game", "unstartable", "record", "--ticks", "9", "-o", file}));
    EXPECT_EQ(outcome.exit_code, 70) << outcome;
    expect_one_sentence(outcome);
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Output, ThatAnotherSessionIsWritingIsRefusedEvenWithForce) {
    const std::string file = path("live.tandem");
    Process other(tandem({"--game", "duel", "record", "--realtime", "-o", file}));
    ASSERT_TRUE(wait_for_ticks(file, 1)) << other.err();
    const Outcome outcome = expect(5, record_to(file, {"--force"}));
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "another session is writing this file")) << outcome;
    other.signal(SIGINT);
    EXPECT_EQ(other.wait().exit_code, 130);
    EXPECT_EQ(report(0, {"verify", file})["verdict"], "same");
}

TEST_F(Output, InAFolderThatIsNotThereIsRefused) {
    const Outcome outcome = expect(5, record_to(path("missing/a.tandem")));
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, path("missing/a.tandem"))) << outcome;
}

TEST_F(Output, HasADatedNameWhereNoneIsGiven) {
    const Arguments command = tandem({"--game", "duel", "record", "--ticks", "50"});
    EXPECT_EQ(run_command(command, folder().string()).exit_code, 0);
    EXPECT_EQ(run_command(command, folder().string()).exit_code, 0);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(name.starts_with("duel-20") && name.ends_with(".tandem")) << name;
        ++files;
    }
    EXPECT_EQ(files, 2U);
}

}  // namespace
}  // namespace tandem::end_to_end
