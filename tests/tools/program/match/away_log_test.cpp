// SPDX-License-Identifier: MIT
// What people and programs are told of players who were away, in every order of going and coming.
#include <tandem/tools/program/match/away_log.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::string shown_name(Slot slot) {
    return slot.index == 0   ? "you"
           : slot.index == 1 ? "ann"
                             : "player " + std::to_string(slot.index);
}

net::Absented absented(std::uint32_t slot, std::uint64_t tick, std::uint64_t waits_ms = 0) {
    return {Slot{slot}, tick, "lost", waits_ms};
}
net::Coming coming(std::uint32_t slot, std::uint64_t given, std::uint64_t bytes,
                   std::uint64_t behind) {
    return {Slot{slot}, given, bytes, behind};
}

class AwayLogTest : public testing::Test {
protected:
    std::string line(net::Time now) const { return log_.line(now, &shown_name); }
    std::string waiting(net::Time now) const { return log_.waiting_text(now, &shown_name); }
    std::vector<std::string> ends() const { return log_.end_lines(&shown_name); }
    std::string json() const { return json_line({{"away", log_.facts()}}); }

    AwayLog log_;
};

TEST_F(AwayLogTest, NobodyAwayIsNoLine) {
    EXPECT_EQ(line(seconds(9)), "");
    EXPECT_EQ(waiting(seconds(9)), "");
    EXPECT_TRUE(ends().empty());
    EXPECT_EQ(json(), R"({"away":[]})");
}

TEST_F(AwayLogTest, ThePlayerForWhomTheMatchStandsIsToldWithTheTimeThatIsLeft) {
    log_.on_event(absented(1, 60, 120'000), seconds(10));
    EXPECT_EQ(line(seconds(15)), "ann is away for 5 s");
    EXPECT_EQ(waiting(seconds(15)), "waiting for ann, 1 min 55 s more; q ends it");
    EXPECT_EQ(waiting(seconds(1'000)), "waiting for ann, 0 s more; q ends it");
}

TEST_F(AwayLogTest, OurOwnAbsenceIsAWaitForTheHost) {
    log_.on_event(absented(0, 60, 120'000), seconds(0));
    EXPECT_EQ(line(seconds(3)), "the host is not reached for 3 s");
    EXPECT_EQ(waiting(seconds(3)), "waiting for the host, 1 min 57 s more; q ends it");
}

TEST_F(AwayLogTest, ALostHostIsToldApartFromAHostThatPlaysOn) {
    log_.on_event(absented(0, 60), seconds(0));
    EXPECT_EQ(line(seconds(3)), "you are away for 3 s");
    log_.on_event(net::Returned{Slot{0}, 70}, seconds(3));
    log_.on_event(absented(0, 80, 120'000), seconds(4));
    log_.on_event(net::Ended{}, seconds(6));
    EXPECT_EQ(ends(),
              (std::vector<std::string>{"you were away from tick 60 to tick 70, for 3000 ms",
                                        "the host was not reached from tick 80 on, for 2000 ms"}));
}

TEST_F(AwayLogTest, TheMatchStandsUntilSomebodyIsOnTheWayBackOrBack) {
    EXPECT_FALSE(log_.is_waiting());
    log_.on_event(absented(1, 60), seconds(1));
    EXPECT_FALSE(log_.is_waiting());
    log_.on_event(absented(2, 60, 120'000), seconds(1));
    EXPECT_TRUE(log_.is_waiting());
    log_.add_coming(coming(2, 0, 0, 0));
    EXPECT_FALSE(log_.is_waiting());
}

TEST_F(AwayLogTest, TheFirstWordOfAComerIsKnownAndTheLineIsReplaced) {
    log_.on_event(absented(1, 60), seconds(0));
    EXPECT_TRUE(log_.add_coming(coming(1, 250, 1'000, 30)));
    EXPECT_FALSE(log_.add_coming(coming(1, 500, 1'000, 40)));
    EXPECT_EQ(line(seconds(1)), "ann comes back: 50 % of 1000 bytes, 40 ticks behind");
    EXPECT_FALSE(log_.add_coming(coming(1, 0, 0, 1)));
    EXPECT_EQ(line(seconds(1)), "ann comes back, 1 tick behind");
    log_.on_event(net::Returned{Slot{1}, 100}, seconds(2));
    EXPECT_EQ(line(seconds(2)), "");
    log_.on_event(absented(1, 200), seconds(3));
    EXPECT_TRUE(log_.add_coming(coming(1, 0, 0, 1))) << "of another absence";
}

TEST_F(AwayLogTest, AReturnIsToldWithItsTicksAndTime) {
    log_.on_event(absented(2, 60, 500), seconds(10));
    log_.on_event(net::Returned{Slot{2}, 90}, seconds(10) + milliseconds(1'500));
    log_.on_event(net::Ended{}, seconds(60));
    EXPECT_EQ(ends(),
              std::vector<std::string>{"player 2 was away from tick 60 to tick 90, for 1500 ms"});
    EXPECT_EQ(json(), R"({"away":[{"player":2,"since_tick":60,"until_tick":90,"ms":1500}]})");
}

TEST_F(AwayLogTest, WhoDoesNotComeBackWasAwayUntilItIsGivenUpOrTheEnd) {
    log_.on_event(absented(1, 60), seconds(1));
    log_.on_event(absented(2, 70), seconds(2));
    log_.on_event(net::Left{Slot{1}, net::LeftReason::timeout, 60, "gone"}, seconds(4));
    EXPECT_EQ(line(seconds(5)), "player 2 is away for 3 s");
    log_.on_event(net::Ended{}, seconds(6));
    EXPECT_EQ(line(seconds(9)), "");
    EXPECT_EQ(ends(), (std::vector<std::string>{
                          "ann was away from tick 60 on and did not come back, for 3000 ms",
                          "player 2 was away from tick 70 on and did not come back, for 4000 ms"}));
    EXPECT_EQ(json(), R"({"away":[{"player":1,"since_tick":60,"until_tick":null,"ms":3000},)"
                      R"({"player":2,"since_tick":70,"until_tick":null,"ms":4000}]})");
}

TEST_F(AwayLogTest, OnceAnybodyIsBackTheMatchStandsForNobody) {
    log_.on_event(absented(1, 60), seconds(1));
    log_.on_event(absented(2, 70, 120'000), seconds(2));
    log_.on_event(net::Returned{Slot{1}, 75}, seconds(3));
    EXPECT_EQ(waiting(seconds(4)), "");
    EXPECT_EQ(line(seconds(4)), "player 2 is away for 2 s");
}

TEST_F(AwayLogTest, OneAbsenceThatIsToldTwiceIsOne) {
    log_.on_event(absented(1, 60), seconds(1));
    log_.on_event(absented(1, 58, 120'000), seconds(2));
    log_.on_event(net::Returned{Slot{1}, 75}, seconds(3));
    log_.on_event(net::Returned{Slot{1}, 75}, seconds(4));
    EXPECT_EQ(ends().size(), 1U);
}

TEST_F(AwayLogTest, ALeaverWasNotAway) {
    log_.on_event(net::Left{Slot{1}, net::LeftReason::left, 60, "left"}, seconds(4));
    EXPECT_TRUE(ends().empty());
}

}  // namespace
}  // namespace tandem::tools
