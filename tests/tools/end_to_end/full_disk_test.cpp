// SPDX-License-Identifier: MIT
// A disk that fills: a small tmpfs in a mount namespace of the test's own.
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

// Enters a mount namespace of this process's own, where need be with a user namespace in which it
// may mount. False where neither is permitted.
bool enter_mount_namespace() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (::unshare(CLONE_NEWNS) != 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
            return false;
        }
        std::ofstream("/proc/self/setgroups") << "deny";
        std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
        std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
    }
    // What is mounted here must not be seen outside.
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

class FullDisk : public MatchTest {
protected:
    void SetUp() override {
        disk_ = path("disk");
        std::filesystem::create_directory(disk_);
        if (!enter_mount_namespace() ||
            ::mount("tmpfs", disk_.c_str(), "tmpfs", 0, "size=64k") != 0) {
            GTEST_SKIP() << "namespaces with a tmpfs of their own are not permitted here";
        }
        is_mounted_ = true;
    }
    void TearDown() override {
        if (is_mounted_) {
            EXPECT_EQ(::umount(disk_.c_str()), 0);
        }
    }

    std::string on_disk(const std::string& name) const { return disk_ + "/" + name; }
    // Leaves only `bytes`, a multiple of the page size, free.
    void leave_free(std::uint64_t bytes) const {
        const auto space = std::filesystem::space(disk_);
        write_file(on_disk("filler"), std::string(space.available - bytes, 'x'));
    }
    // One sentence that says what is the matter, with nothing but it on stderr.
    void expect_said(const Outcome& outcome, const std::string& file) const {
        EXPECT_EQ(outcome.exit_code, 5) << outcome;
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, file + ", byte ")) << outcome;
        EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome;
    }
    void expect_way_on_said(const Outcome& outcome) const {
        EXPECT_TRUE(contains(outcome.err,
                             "before it stand and can be opened - free some space and "
                             "record to a new file; with --keep-going the session "
                             "goes on without its recording"))
            << outcome;
    }
    void expect_opens(const std::string& file) const {
        const Json verified = report(3, {"verify", file});
        EXPECT_EQ(verified["verdict"], "same");
        EXPECT_GE(verified["ticks_checked"], 100U);
        EXPECT_EQ(verified["completeness"], "cut");
    }

private:
    std::string disk_;
    bool is_mounted_ = false;
};

TEST_F(FullDisk, DuringARecordingIsSaidAndWhatWasWrittenOpens) {
    const std::string file = on_disk("a.tandem");
    const Outcome outcome = run({"--game", "duel", "record", "--ticks", "1000000", "-o", file});
    expect_said(outcome, file);
    expect_way_on_said(outcome);
    expect_opens(file);
}

TEST_F(FullDisk, WithKeepGoingTheSessionGoesOnAsTheMessageSays) {
    leave_free(16 * 1'024);
    const std::string file = on_disk("a.tandem");
    const Outcome outcome =
        run({"--json", "--game", "duel", "record", "--keep-going", "--ticks", "20000", "-o", file});
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "with --keep-going")) << outcome;
    EXPECT_EQ(Json::parse(outcome.out)["end"], "tick_limit") << outcome;
    expect_opens(file);
}

// Some of these find no room for their last piece alone.
TEST_F(FullDisk, IsHowItEndsWhereverTheRecordingFails) {
    leave_free(8'192);
    std::size_t failed = 0;
    for (std::uint32_t ticks = 600; ticks <= 1'000; ticks += 40) {
        const std::string file = on_disk("a.tandem");
        const Outcome outcome = run({"--json", "--game", "duel", "record", "--inputs", "random",
                                     "--ticks", std::to_string(ticks), "-o", file});
        const Json line = Json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(line.is_object()) << outcome;
        EXPECT_EQ(line.value("end", ""), outcome.exit_code == 0 ? "tick_limit" : "recording_failed")
            << ticks << outcome;
        failed += outcome.exit_code == 5 ? 1U : 0U;
        std::filesystem::remove(file);
    }
    EXPECT_GT(failed, 0U);
    EXPECT_LT(failed, 11U) << "the shortest fit";
}

TEST_F(FullDisk, FromTheStartIsSaidAndLeavesNoFile) {
    leave_free(0);
    const std::string file = on_disk("a.tandem");
    const Outcome outcome = run({"--game", "duel", "record", "--ticks", "100", "-o", file});
    expect_said(outcome, file);
    EXPECT_TRUE(contains(outcome.err, "nothing was recorded")) << outcome;
    EXPECT_FALSE(std::filesystem::exists(file));
}

// Of what is made in one go nothing was recorded before, nor will be.
TEST_F(FullDisk, SaysOfAPageATableOrATrimWhatItWas) {
    const std::string file = record_bots("a.tandem", 2'000);
    leave_free(0);
    for (const Arguments& verb :
         std::vector<Arguments>{{"export", file, "--format", "csv", "-o", on_disk("a.csv")},
                                {"trim", file, "-o", on_disk("b.tandem")},
                                {"verify", file, "--junit", on_disk("a.xml")},
                                {"diff", file, file, "--html", on_disk("a.html")}}) {
        const Outcome outcome = run(verb);
        EXPECT_EQ(outcome.exit_code, 5) << outcome;
        EXPECT_TRUE(contains(outcome.err,
                             "No space left on device; nothing of it was kept - free "
                             "some space and try again"))
            << outcome;
        EXPECT_FALSE(contains(outcome.err, "recorded")) << outcome;
    }
}

TEST_F(FullDisk, KeepsTheFileThatForceWouldReplace) {
    const std::string file = on_disk("a.tandem");
    expect(0, {"--game", "duel", "record", "--ticks", "200", "-o", file});
    leave_free(0);
    const std::string content = read_file(file);
    expect_said(run({"--game", "duel", "record", "--ticks", "100", "-o", file, "--force"}), file);
    EXPECT_EQ(read_file(file), content);
    EXPECT_EQ(report(0, {"verify", file})["ticks_checked"], 200U);
}

using ReportOnAFullDisk = FullDisk;

TEST_F(ReportOnAFullDisk, LeavesNoHalfOfItAndKeepsTheOldOne) {
    const std::string page = on_disk("report/index.html");
    const Outcome outcome = run({"lab", "report", "-o", on_disk("report")});
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, page + ": cannot be written: No space left on device"))
        << outcome;
    EXPECT_TRUE(std::filesystem::is_empty(on_disk("report")));
    write_file(page, "mine");
    EXPECT_EQ(run({"lab", "report", "-o", on_disk("report"), "--force"}).exit_code, 5);
    EXPECT_EQ(read_file(page), "mine");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(on_disk("report")), {}), 1);
}

TEST_F(ReportOnAFullDisk, LargerThanFilesMayBeIsAnErrorAndLeavesNothing) {
    const Outcome outcome =
        run_command(with_file_blocks_max(100, tandem({"lab", "report", "-o", path("report")})));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome;
    EXPECT_TRUE(std::filesystem::is_empty(path("report")));
}

TEST_F(FullDisk, OnOneSideOfAMatchEndsItAndBothFilesOpen) {
    Host host = start_host(tandem({"--game", "duel"}),
                           {"--ticks", "1000000", "--unpaced", "-o", host_file()});
    const Outcome guest =
        run_command(tandem({"--quiet", "--json", "--game", "duel", "join", address_of(host),
                            "--unpaced", "-o", on_disk("guest.tandem")}));
    expect_said(guest, on_disk("guest.tandem"));
    expect_way_on_said(guest);
    const Json told = Json::parse(guest.out);
    EXPECT_EQ(told["end"], "recording_failed");
    EXPECT_EQ(told["ticks"], report(3, {"verify", on_disk("guest.tandem")})["ticks_checked"]);
    EXPECT_TRUE(told["chain"].is_null());
    const Outcome outcome = host.process.wait();
    EXPECT_EQ(outcome.exit_code, 4) << outcome;
    EXPECT_TRUE(contains(outcome.err, "player 1 stopped: its recording cannot be written"))
        << outcome;
    EXPECT_FALSE(contains(outcome.err, "--keep-going")) << "it is not this one's to do\n"
                                                        << outcome;
    expect_nothing_twice(outcome);
    expect_opens(on_disk("guest.tandem"));
    const Json survived = report(0, {"verify", host_file()});
    EXPECT_EQ(survived["completeness"], "complete");
    EXPECT_GE(survived["ticks_checked"], 100U);
}

TEST_F(FullDisk, OnOneSideOfAMatchWithKeepGoingBothPlayToTheEnd) {
    leave_free(16 * 1'024);
    Host host = start_host(tandem({"--game", "duel"}),
                           {"--ticks", "20000", "--unpaced", "-o", host_file()});
    const Outcome guest =
        run_command(tandem({"--quiet", "--json", "--game", "duel", "join", address_of(host),
                            "--unpaced", "--keep-going", "-o", on_disk("guest.tandem")}));
    EXPECT_EQ(guest.exit_code, 5) << guest;
    EXPECT_TRUE(contains(guest.err, "No space left on device")) << guest;
    EXPECT_EQ(Json::parse(guest.out)["end"], "tick_limit") << guest;
    const Outcome outcome = host.process.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    expect_opens(on_disk("guest.tandem"));
    EXPECT_EQ(report(0, {"verify", host_file()})["ticks_checked"], 20'000U);
}

TEST_F(FullDisk, OfAPictureAndATraceLeavesMatchAndRecordingWhole) {
    for (const char* option : {"--net-report", "--trace"}) {
        const std::string name = std::string("view") + option;
        Host host = start_host(
            tandem({"--game", "duel"}),
            {"--ticks", "200", "--unpaced", "-o", path(name + ".host"), option, on_disk(name)});
        // What is reserved at the start takes no room yet.
        leave_free(0);
        const Outcome guest = run_command(tandem({"--game", "duel", "join", address_of(host),
                                                  "--unpaced", "-o", path(name + ".guest")}));
        EXPECT_EQ(guest.exit_code, 0) << guest;
        const Outcome outcome = host.process.wait();
        EXPECT_EQ(outcome.exit_code, 5) << outcome;
        EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome;
        EXPECT_FALSE(std::filesystem::exists(on_disk(name)));
        EXPECT_EQ(report(0, {"diff", path(name + ".host"), path(name + ".guest")})["a_ticks"], 200);
        std::filesystem::remove(on_disk("filler"));
    }
}

}  // namespace
}  // namespace tandem::end_to_end
