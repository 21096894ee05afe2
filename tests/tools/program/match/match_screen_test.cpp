// SPDX-License-Identifier: MIT
// What a person reads before a match and after it, and which keys count. How the match itself is
// shown is tried in a real terminal and a real window (tests/tools/end_to_end).
#include <tandem/tools/program/match/match_screen.hpp>

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools {
namespace {

using test::Counter;

// Remembers what was shown; a press is a tap until somebody takes it.
class FakeSurface final : public Surface {
public:
    struct Seen {
        std::vector<std::string> page;
        std::vector<std::string> lines;
        Keys tapped;
        std::vector<std::uint8_t> typed;
    };
    explicit FakeSurface(Seen& seen) : seen_(seen) {}

    std::vector<std::uint8_t> poll(std::chrono::nanoseconds) override {
        return std::exchange(seen_.typed, {});
    }
    Keys held() override { return std::exchange(seen_.tapped, {}); }
    void show_players(PlayersShown) override {}
    void draw(const Picture& picture, std::chrono::nanoseconds) override {
        seen_.lines = picture.lines;
        seen_.typed = {'q'};
    }
    void page(const std::vector<std::string>& lines, std::chrono::nanoseconds) override {
        seen_.page = lines;
    }
    bool is_gone() const override { return false; }
    void wait_for_frame(std::chrono::nanoseconds) override {}

private:
    Seen& seen_;
};

class MatchScreenTest : public testing::Test {
protected:
    MatchScreen screen(const std::string& source) {
        MatchPlan plan;
        plan.is_host = true;
        plan.session.inputs = {source};
        return {plan, sim::GameModel<Counter>::game_info(), std::make_unique<FakeSurface>(seen_)};
    }

    FakeSurface::Seen seen_;
};

TEST_F(MatchScreenTest, APersonHasAMomentBeforeTheFirstTickAndABotNone) {
    EXPECT_EQ(screen("keys").start_pause_ms(), net::k_start_pause_ms_max);
    EXPECT_EQ(screen("bot").start_pause_ms(), 0U);
}

TEST_F(MatchScreenTest, WhatWasTappedBeforeTheFirstTickIsNotItsInput) {
    MatchScreen shown = screen("keys");
    seen_.tapped.press(Key::space);
    shown.begin_asking(sim::Tick{0});
    EXPECT_FALSE(shown.held().down(Key::space));
    seen_.tapped.press(Key::space);
    shown.begin_asking(sim::Tick{1});
    EXPECT_TRUE(shown.held().down(Key::space));
}

TEST_F(MatchScreenTest, WhoComesBackSeesHowFarItIsUntilItIsThere) {
    const sim::GameInfo info = sim::GameModel<Counter>::game_info();
    const auto session = net::Lockstep::join(
        sim::erase<Counter>(), {},
        [](sim::Tick, const sim::AnySimulation&) { return std::optional<sim::Bytes>(); }, nullptr);
    const auto view = netview::NetView::open({}, info);
    ASSERT_TRUE(session.has_value() && view.has_value());
    MatchScreen shown = screen("bot");
    shown.set_news({"joining"});
    const auto pages_with = [&](const std::string& words) {
        shown.draw(*session, **view, std::nullopt, std::chrono::seconds(1));
        return std::count_if(seen_.page.begin(), seen_.page.end(), [&](const std::string& line) {
            return line.find(words) != std::string::npos;
        });
    };
    shown.set_away("player 1 comes back: 50 %", "");
    EXPECT_EQ(pages_with("player 1 comes back: 50 %"), 1);
    shown.set_away("player 1 comes back: 60 %", "");
    EXPECT_EQ(pages_with("player 1 comes back"), 1) << "the line is replaced";
    shown.set_away("", "");
    EXPECT_EQ(pages_with("comes back"), 0);
}

TEST_F(MatchScreenTest, TheEndIsToldWhereItWasSeen) {
    MatchScreen shown = screen("keys");
    sim::AnySimulation game = sim::erase<Counter>();
    shown.show_end(game, {.reason = "ann left", .ticks = 60, .file = "a b", .program = "tandem"});
    ASSERT_EQ(seen_.lines.size(), 4U);
    EXPECT_EQ(seen_.lines[0], "ann left, tick 60, 0:01");
    EXPECT_EQ(seen_.lines[2], "  tandem play 'a b'");
}

TEST(EndNews, NamesWhoLeftOrWasLostAndWhy) {
    net::Ended ended{sim::EndReason::peer_lost, Slot{1}, 9, {}, {}};
    EXPECT_EQ(end_news(ended, "bob", "lost", true), "bob was lost");
    ended.error = sim::Error{sim::ErrorCode::network, "", "a foreign \x1b[2J"};
    EXPECT_EQ(end_news(ended, "bob", "lost", true), "bob was lost: a foreign \\x1b[2J");
    EXPECT_EQ(end_news(ended, "bob", "lost", false), "bob was lost") << "an error says why";
    ended.reason = sim::EndReason::interrupted;
    EXPECT_EQ(end_news(ended, "bob", "it stopped", true), "bob left");
    ended.reason = sim::EndReason::tick_limit;
    EXPECT_EQ(end_news(ended, "bob", "the tick limit was reached", true),
              "the tick limit was reached");
}

TEST(Gathering, CountsAndNamesWhoIsThere) {
    Gathering here;
    EXPECT_EQ(here.text(1), "0 of 1 other player are here");
    here.connect({Slot{1}, "bob", ""});
    EXPECT_EQ(here.text(3), "1 of 3 other players is here: bob");
    here.connect({Slot{2}, "", ""});
    EXPECT_EQ(here.text(3), "2 of 3 other players are here: bob, player 2");
    here.leave(Slot{1});
    here.connect({Slot{2}, "\x1b[2J", ""});
    EXPECT_EQ(here.text(3), "1 of 3 other players is here: \\x1b[2J");
}

}  // namespace
}  // namespace tandem::tools
