// SPDX-License-Identifier: MIT
// Every fact has its sentence, and no two kinds of fact share one.
#include <tandem/net/event.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::test {
namespace {

TEST(Event, EveryKindSaysItsValues) {
    EXPECT_EQ(net::event_text(net::Connected{Slot{1}, "Ada", "g++ 12"}),
              "player 1 (Ada) is there, build g++ 12");
    EXPECT_EQ(net::event_text(net::Connected{Slot{2}, "", ""}), "player 2 is there");
    EXPECT_EQ(net::event_text(
                  net::Connected{Slot{2}, "", "g++ 12", {}, net::ProgramsCompared::different}),
              "player 2 is there, build g++ 12; it runs another program than this side");
    EXPECT_EQ(net::event_text(net::Started{Slot{1}, 2, 100, {}}),
              "the match begins with 2 players; you are player 1");
    EXPECT_EQ(net::event_text(net::Ticked{sim::Tick{7}, {}, {}}), "tick 7");
    EXPECT_EQ(net::event_text(net::Waiting{Slot{3}, net::WaitingFor::line, false, 250}),
              "waiting for player 3, which was not heard of: its line, or its machine");
    EXPECT_EQ(net::event_text(net::Waiting{Slot{3}, net::WaitingFor::frozen, true, 1250}),
              "the match goes on after 1250 ms; player 3 stood still");
    EXPECT_EQ(net::event_text(net::Alarm{Slot{1}, 80, 82}),
              "player 1 differs from this side after tick 81; after tick 79 it did not");
    EXPECT_EQ(net::event_text(net::Alarm{Slot{1}, 0, 2}),
              "player 1 differs from this side after tick 1; nothing was compared before");
    EXPECT_EQ(net::event_text(net::Absented{Slot{1}, 80, "nothing was heard of player 1"}),
              "nothing was heard of player 1");
    EXPECT_EQ(net::event_text(net::Returned{Slot{1}, 90}), "player 1 is back from tick 90 on");
    EXPECT_EQ(net::event_text(net::DelayChanged{sim::Tick{90}, 7, 3}),
              "the line needs more: your input delay is 7 ticks from tick 90 on, not 3");
    EXPECT_EQ(net::event_text(net::DelayChanged{sim::Tick{91}, 3, 7}),
              "the line needs less: your input delay is 3 ticks from tick 91 on, not 7");
    EXPECT_EQ(net::event_text(net::DelayChanged{sim::Tick{91}, 1, 2}),
              "the line needs less: your input delay is 1 tick from tick 91 on, not 2");
    net::Ended ended;
    ended.ticks = 42;
    ended.reason = sim::EndReason::source_ended;
    ended.slot = Slot{1};
    EXPECT_EQ(net::event_text(ended),
              "the match has ended after 42 ticks: the inputs of player 1 have ended");
    ended.error = sim::Error{sim::ErrorCode::network, "", "player 1 closed the connection"};
    EXPECT_EQ(net::event_text(ended),
              "the match has ended after 42 ticks: player 1 closed the connection");
}

TEST(Event, EveryCauseOfAWaitHasWordsOfItsOwn) {
    std::set<std::string> texts;
    for (const auto what :
         {net::WaitingFor::line, net::WaitingFor::machine, net::WaitingFor::frozen,
          net::WaitingFor::inputs, net::WaitingFor::acknowledgements, net::WaitingFor::history}) {
        texts.insert(net::event_text(net::Waiting{Slot{1}, what, false, 250}));
        texts.insert(net::event_text(net::Waiting{Slot{1}, what, true, 1'000}));
    }
    EXPECT_EQ(texts.size(), 12U);
}

TEST(Event, EveryReasonOfARefusalHasASentenceOfItsOwnWithBothValuesAndAdvice) {
    std::set<std::string> texts;
    const int last = static_cast<int>(net::RefusalReason::reset);
    for (int reason = 1; reason <= last; ++reason) {
        const std::string text =
            net::refusal_text({static_cast<net::RefusalReason>(reason), "HERE", "THERE"});
        EXPECT_NE(text.find("host: HERE"), std::string::npos) << text;
        EXPECT_NE(text.find("joiner: THERE"), std::string::npos) << text;
        EXPECT_NE(text.find("; "), std::string::npos) << text;
        EXPECT_EQ(text.find("no reason"), std::string::npos) << reason;
        texts.insert(text);
    }
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(last));
}

// Of one program nothing is blamed on builds, and of two programs that is said.
TEST(Event, WhatIsKnownOfTheProgramsIsSaidAndNothingElse) {
    using net::ProgramsCompared;
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    for (const auto programs : {ProgramsCompared::unknown, ProgramsCompared::same,
                                ProgramsCompared::other_libraries, ProgramsCompared::different}) {
        const std::string reset = net::cause_text(net::DesyncCause::setup, programs);
        const std::string step = net::cause_text(net::DesyncCause::simulation, programs);
        const std::string silent = net::cause_text(net::DesyncCause::unknown, programs);
        const std::string refused =
            net::refusal_text({net::RefusalReason::reset, "HERE", "THERE"}, programs);
        for (const std::string& text : {reset, step, silent, refused}) {
            const bool is_same = programs == ProgramsCompared::same;
            EXPECT_EQ(says(text, "both sides run the same program"), is_same) << text;
            EXPECT_FALSE(is_same && says(text, "build")) << text;
            EXPECT_EQ(says(text, "libraries"), programs == ProgramsCompared::other_libraries)
                << text;
        }
        for (const std::string& text : {step, silent}) {
            EXPECT_EQ(says(text, "(the two sides run different programs)"),
                      programs == ProgramsCompared::different)
                << text;
        }
        EXPECT_EQ(says(reset, "two builds"), programs == ProgramsCompared::different) << reset;
    }
}

TEST(Event, EveryEndAndEveryCauseHasASentenceOfItsOwn) {
    std::set<std::string> texts;
    for (int reason = 1; reason <= static_cast<int>(sim::EndReason::recording_failed); ++reason) {
        net::Ended ended;
        ended.reason = static_cast<sim::EndReason>(reason);
        texts.insert(net::event_text(ended));
    }
    for (const auto cause : {net::DesyncCause::setup, net::DesyncCause::inputs,
                             net::DesyncCause::simulation, net::DesyncCause::unknown}) {
        texts.insert(net::cause_text(cause));
    }
    EXPECT_EQ(texts.size(), 8U + 4U);
}

}  // namespace
}  // namespace tandem::test
