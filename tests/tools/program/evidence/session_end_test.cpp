// SPDX-License-Identifier: MIT
// Names in JSON, which never change, and which of several ends is told.
#include <tandem/tools/program/evidence/session_end.hpp>

#include <csignal>
#include <sstream>

#include <gtest/gtest.h>

#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

TEST(EndName, IsThatOfJson) {
    EXPECT_EQ(end_name(sim::EndReason::source_ended), std::string("source_ended"));
    EXPECT_EQ(end_name(sim::EndReason::recording_failed), std::string("recording_failed"));
}

class TellEnd : public testing::Test {
protected:
    // The exit code; what was said stands in err_.
    int tell(const std::optional<sim::Error>& error, const std::optional<sim::Error>& missed) {
        std::ostringstream out;
        Console console(out, err_, "tandem");
        console.set_quiet(true);
        const Registry registry({});
        const std::vector<Verb> verbs;
        Context context{registry, verbs, console};
        return report_end(error, missed, {}, context);
    }

    const SignalGuard signals_;  // so that none is left over
    const sim::Error missed_{sim::ErrorCode::usage, "--plant 9:x", "nothing was planted"};
    const sim::Error lost_{sim::ErrorCode::network, "", "nobody is there"};
    std::ostringstream err_;
};

TEST_F(TellEnd, AMissedPlantIsAFailureEvenInQuiet) {
    EXPECT_EQ(tell({}, missed_), 2);
    EXPECT_EQ(err_.str(), "tandem: --plant 9:x: nothing was planted\n");
}

TEST_F(TellEnd, AMissedPlantIsSaidBesideAnotherErrorWhichDecides) {
    EXPECT_EQ(tell(lost_, missed_), 4);
    EXPECT_EQ(err_.str(), "tandem: --plant 9:x: nothing was planted\ntandem: nobody is there\n");
}

TEST_F(TellEnd, WhoInterruptsASessionIsToldOfTheMissedPlantToo) {
    std::raise(SIGINT);
    EXPECT_EQ(tell({}, missed_), 130);
    EXPECT_EQ(err_.str(), "tandem: --plant 9:x: nothing was planted\n");
}

TEST(WayOn, IsNamedOnlyWhereTheLossOfTheRecordingEndedTheSession) {
    const sim::Error full{sim::ErrorCode::io, "a.tandem", "the disk is full"};
    const sim::Error desync{sim::ErrorCode::divergence, "", "desync after tick 3"};
    const auto text = [&](const std::optional<sim::Error>& error,
                          const std::optional<sim::Error>& lost, sim::EndReason reason) {
        return with_way_on(error, lost, reason)->text();
    };
    EXPECT_EQ(text(full, full, sim::EndReason::recording_failed),
              "a.tandem: the disk is full; with --keep-going the session goes on without its "
              "recording");
    EXPECT_EQ(text(full, full, sim::EndReason::tick_limit), full.text()) << "it was given";
    EXPECT_EQ(text(desync, full, sim::EndReason::recording_failed), desync.text());
    EXPECT_EQ(text(full, std::nullopt, sim::EndReason::recording_failed), full.text());
    EXPECT_FALSE(with_way_on(std::nullopt, full, sim::EndReason::recording_failed));
}

TEST_F(TellEnd, EveryLossIsToldOnceAndTheFirstDecides) {
    std::ostringstream out;
    Console console(out, err_, "tandem");
    const sim::Error full{sim::ErrorCode::io, "a.tandem", "was removed"};
    EXPECT_FALSE(first_error({std::nullopt, std::nullopt}, console));
    EXPECT_EQ(err_.str(), "");
    EXPECT_EQ(first_error({std::nullopt, lost_, full, lost_, full}, console)->text(), lost_.text());
    EXPECT_EQ(err_.str(), "tandem: a.tandem: was removed\n");
}

TEST_F(TellEnd, WithoutAnErrorIsZero) {
    EXPECT_EQ(tell({}, {}), 0);
    EXPECT_EQ(err_.str(), "");
}

}  // namespace
}  // namespace tandem::tools
