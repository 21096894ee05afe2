// SPDX-License-Identifier: MIT
// What exists already is never lost: outputs are refused, or replaced only once the new header
// stands.
#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/inotify.h>
#include <unistd.h>
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
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    EXPECT_EQ(read_file(file), content);
}

TEST_F(Output, IsNotLeftBehindByASessionThatCannotStart) {
    const std::string file = path("new.tandem");
    const Outcome outcome =
        run_command(strange_a({"--game", "unstartable", "record", "--ticks", "9", "-o", file}));
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "the game does not start with this setup, reset: "))
        << outcome;
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

// Reading the program takes a moment, in which a kill would leave an empty file.
TEST_F(Output, IsCreatedOnlyOnceTheProgramKnowsWhoItIs) {
    const int watch = ::inotify_init1(IN_CLOEXEC);
    ASSERT_GE(watch, 0);
    ASSERT_GE(::inotify_add_watch(watch, folder().c_str(), IN_CREATE), 0);
    Process session(tandem({"--game", "duel", "record", "--realtime", "-o", path("a.tandem")}));
    std::array<char, 4'096> events;
    ASSERT_GT(::read(watch, events.data(), events.size()), 0);
    session.signal(SIGSTOP);
    ::close(watch);
    const std::string process = "/proc/" + std::to_string(session.id());
    std::ifstream io(process + "/io");
    std::string key;
    std::uint64_t bytes_read = 0;
    ASSERT_TRUE(io >> key >> bytes_read && key == "rchar:") << "this kernel counts no bytes";
    EXPECT_GE(bytes_read, std::filesystem::file_size(process + "/exe"));
    session.signal(SIGKILL);
}

TEST_F(Output, OfAHostThatWasKilledWhileItWaitedIsTheNextHosts) {
    const Arguments host{"--game",     "duel",           "host",         "--port",       "0",
                         "-o",         path("a.tandem"), "--net-report", path("report"), "--trace",
                         path("trace")};
    for (int i = 0; i < 2; ++i) {
        Process waiting(tandem(host));
        ASSERT_TRUE(waiting.wait_for_err("waiting for 1 player")) << waiting.err();
        waiting.signal(SIGKILL);
        waiting.wait();
    }
    const Outcome info = run({"info", path("a.tandem")});
    EXPECT_EQ(info.exit_code, 3);
    EXPECT_TRUE(contains(info.err, "the file is empty, so nothing was recorded")) << info;
    EXPECT_EQ(run({"--game", "duel", "record", "--ticks", "9", "-o", path("a.tandem")}).exit_code,
              0);
}

TEST_F(Output, OfEveryVerbMayBeStandardOutput) {
    const std::string file = record_bots("a.tandem", 200);
    const Outcome recorded =
        run({"--game", "duel", "record", "--ticks", "200", "--inputs", "bot", "-o", "-"});
    EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
    EXPECT_TRUE(contains(recorded.err, "recorded 200 ticks of duel")) << recorded.err;
    write_file(path("b.tandem"), recorded.out);
    EXPECT_EQ(report(0, {"verify", path("b.tandem")})["ticks_checked"], 200U);
    EXPECT_FALSE(std::filesystem::exists("-"));
    const Outcome trimmed = run({"trim", file, "--to", "50", "--output=-"});
    EXPECT_EQ(trimmed.exit_code, 0) << trimmed.err;
    write_file(path("c.tandem"), trimmed.out);
    EXPECT_EQ(report(0, {"verify", path("c.tandem")})["ticks_checked"], 50U);
    EXPECT_TRUE(run({"verify", file, "--junit", "-"}).out.starts_with("<?xml"));
    EXPECT_TRUE(contains(run({"diff", file, path("c.tandem"), "--html", "-"}).out, "<html"));
    const Outcome both = run({"--json", "trim", file, "--to", "50", "-o", "-"});
    EXPECT_EQ(both.exit_code, 2) << both;
}

TEST_F(Output, OfOneVerbIsReadByTheNextThroughAPipe) {
    const std::string file = record_bots("a.tandem", 200);
    const Arguments shell{"sh", "-c"};
    const std::string program = tandem({})[0];
    for (const char* reader : {"info -", "verify -", "play /dev/stdin", "state - --at 100",
                               "explain -", "find 'ticks > 5' -", "why - ticks"}) {
        const Outcome piped =
            run_command(shell + Arguments{"cat " + file + " | " + program + " " + reader});
        EXPECT_EQ(piped.exit_code, 0) << reader << piped;
        const Outcome given = run_command(shell + Arguments{program + " " + reader + " < " + file});
        EXPECT_EQ(given.exit_code, 0) << reader << given;
    }
}

// Some of them ignore SIGPIPE while they work, and one writes in a process of its own.
TEST_F(Output, ThatNobodyReadsEndsTheProgramAsSigpipeDoes) {
    const std::string file = record_bots("a.tandem", 200);
    const std::string program = tandem({})[0];
    for (const char* verb : {"info", "explain", "--json explain", "explain --html -"}) {
        const std::string code = path("code");
        const Outcome outcome =
            run_command({"sh", "-c",
                         "{ (trap '' PIPE; while echo; do :; done) 2>/dev/null; " + program + " " +
                             verb + " " + file + "; echo $? > " + code + "; } | true"});
        EXPECT_EQ(read_file(code), "141\n") << verb << outcome;
    }
}

}  // namespace
}  // namespace tandem::end_to_end
