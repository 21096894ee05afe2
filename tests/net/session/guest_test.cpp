// SPDX-License-Identifier: MIT
// A guest believes its host only what can be: a host moved by hand tells it lies.
#include <tandem/net/session/guest.hpp>

#include <gtest/gtest.h>

#include <tandem/net/session/handshake.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet_host.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::Message;
using sim::Bytes;
using sim::erase;

// A guest in slot 1 of 3, and the host's part spoken by the test.
struct GuestStage {
    explicit GuestStage(net::JoinOptions options = {}) {
        options.session.is_paced = false;
        options.session.wait_return_ms = 0;  // it ends where it loses its host
        auto made =
            net::Lockstep::join(erase<Counter>(), std::move(options), scripted(Slot{1}), &trace);
        EXPECT_TRUE(made.has_value());
        guest.emplace(*std::move(made));
        host.emplace(*guest, erase<Counter>().info(), 3U);
        host->connect();
    }
    // Inputs of the two others, each two bytes of zero.
    void send_inputs(std::uint64_t first, std::uint64_t count) {
        host->send(SpokenPacket().idle_run(0, first, count).idle_run(2, first, count));
    }
    // The host has the guest's inputs before this tick.
    void acknowledge(std::uint64_t tick) {
        host->send(SpokenPacket().ack(1, tick));
        advance();
    }
    void say(const Message& message) { host->say(message); }
    void advance(Time span = milliseconds(1)) { host->advance(span); }
    static net::Welcome good_welcome() {
        return PuppetHost::welcome(erase<Counter>().info(),
                                   host_options(erase<Counter>(), 3).setup);
    }
    // Ticks are simulated as far as inputs go, and acknowledged.
    void begin(std::uint64_t inputs = 10) {
        say(net::Greeting{net::k_protocol_version});
        say(good_welcome());
        say(net::Start{net::k_no_limit, {"", "", ""}, 0, PuppetHost::secret()});
        advance();
        EXPECT_TRUE(guest->is_started());
        go_on(0, inputs);
        acknowledge(inputs);
        EXPECT_EQ(trace.ticks, inputs);
    }
    void go_on(std::uint64_t first, std::uint64_t inputs) {
        send_inputs(first, inputs);
        advance();
        advance();
        EXPECT_EQ(guest->ticks_done(), first + inputs);
    }
    // Player 2 is gone from tick 10 on, and the others have played five ticks since.
    void play_on_without_player_2() {
        begin(10);
        say(net::Absent{10, 2, false, "player 2 went home"});
        host->send(SpokenPacket().idle_run(0, 10, 5));
        advance();
        advance();
        ASSERT_EQ(guest->ticks_done(), 15U);
        acknowledge(15);
    }
    const net::Ended* ended() const { return host->told<net::Ended>(); }
    void expect_blamed(std::string_view words) {
        advance();
        ASSERT_NE(ended(), nullptr) << words;
        ASSERT_TRUE(ended()->error.has_value());
        EXPECT_EQ(ended()->error->code, sim::ErrorCode::network);
        EXPECT_NE(ended()->error->message.find(words), std::string::npos)
            << ended()->error->message;
    }

    Trace trace;
    std::optional<net::Lockstep> guest;
    std::optional<PuppetHost> host;
};

TEST(GuestTest, AnEndInThePastIsRefused) {
    GuestStage stage;
    stage.begin(10);
    stage.say(net::End{9, sim::EndReason::source_ended, 0});
    stage.expect_blamed("tick 9, which is over");
    EXPECT_EQ(stage.trace.ticks, 10U);
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
}

TEST(GuestTest, AnAbsenceOfWhoWasPresentOfItselfOrOfNobodyIsRefused) {
    for (const net::Absent& lie :
         {net::Absent{9, 2, false, ""}, net::Absent{9, 0, false, ""}, net::Absent{20, 0, true, ""},
          net::Absent{20, 1, false, ""}, net::Absent{20, 3, false, ""}}) {
        GuestStage stage;
        stage.begin(10);
        stage.say(lie);
        stage.expect_blamed("is absent from tick");
    }
}

TEST(GuestTest, AnAbsenceFromTheNextTickIsFollowed) {
    GuestStage stage;
    stage.play_on_without_player_2();
    EXPECT_EQ(stage.trace.records[10][0], std::byte{0b011});
}

TEST(GuestTest, AnotherAbsenceFromATickThatIsOverIsRefused) {
    GuestStage stage;
    stage.play_on_without_player_2();
    stage.say(net::Absent{12, 2, false, "player 2 went home again"});
    stage.expect_blamed("is absent from tick 12");
    EXPECT_EQ(stage.trace.ticks, 15U);
}

TEST(GuestTest, AReturnFromBeforeTheAbsenceIsRefused) {
    GuestStage stage;
    stage.begin(10);
    stage.say(net::Absent{30, 2, true, "player 2 is away"});
    stage.say(net::Present{20, 2});
    stage.expect_blamed("returns at tick 20, where it cannot");
}

TEST(GuestTest, AHostThatOnlyRelaysDoesNotReturn) {
    GuestStage stage;
    stage.begin(10);
    stage.say(net::Absent{20, 0, false, "most agree with each other"});
    stage.say(net::Present{40, 0});
    stage.expect_blamed("returns at tick 40, where it cannot");
}

// ---- What the others can have ----

TEST(GuestTest, ATickIsRecordedOnceTheHostHasOurInput) {
    GuestStage stage;
    stage.begin(10);
    stage.go_on(10, 10);
    EXPECT_EQ(stage.trace.ticks, 10U) << "nobody may ever have what was simulated since";
    stage.acknowledge(13);
    EXPECT_EQ(stage.trace.ticks, 13U);
    stage.host->disconnect();
    stage.advance();
    EXPECT_EQ(stage.trace.ticks, 13U);
    ASSERT_NE(stage.ended(), nullptr);
    EXPECT_EQ(stage.ended()->ticks, 13U);
    EXPECT_EQ(stage.ended()->chain, stage.trace.chain);
    EXPECT_EQ(stage.host->told<net::Left>()->from_tick, 13U);
}

// It was there itself, whether or not its acknowledgement got through.
TEST(GuestTest, ATickIsRecordedOnceTheHostsChainHasPassedIt) {
    GuestStage stage;
    stage.begin(10);
    std::vector<sim::ChainHash> chains;
    stage.go_on(10, 10);
    for (const net::Event& event : stage.host->events) {
        if (const auto* ticked = std::get_if<net::Ticked>(&event)) {
            chains.push_back(ticked->chain);
        }
    }
    // It was there, so it had our input: the acknowledgement is in the same packet.
    stage.host->send(SpokenPacket().ack(1, 15).hash(15, chains.at(14)));
    stage.advance();
    EXPECT_EQ(stage.trace.ticks, 15U);
}

TEST(GuestTest, WhoIsDroppedRecordsWhatTheHostSaysItHas) {
    GuestStage stage;
    stage.begin(10);
    stage.go_on(10, 10);
    stage.say(net::Absent{17, 1, false, "nothing was heard of player 1"});
    stage.advance();
    EXPECT_EQ(stage.trace.ticks, 17U);
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
    ASSERT_NE(stage.ended(), nullptr);
    EXPECT_NE(
        stage.ended()->error->message.find("goes on without player 1 from tick 17 on: nothing was"),
        std::string::npos)
        << stage.ended()->error->message;
}

TEST(GuestTest, WhoIsDroppedPlaysUpToThatTickWhereItHasTheInputs) {
    GuestStage stage;
    stage.begin(10);
    stage.send_inputs(10, 5);
    stage.say(net::Absent{13, 1, false, "x"});
    stage.advance();
    EXPECT_EQ(stage.trace.ticks, 13U);
    ASSERT_NE(stage.ended(), nullptr);
    EXPECT_EQ(stage.ended()->ticks, 13U);
}

TEST(GuestTest, BeingDroppedBeforeWhatTheHostHasOrAfterWhatItCanHaveIsRefused) {
    for (const std::uint64_t tick : {std::uint64_t{9}, std::uint64_t{400}}) {
        GuestStage stage;
        stage.begin(10);
        stage.say(net::Absent{tick, 1, false, "x"});
        stage.expect_blamed("absent from tick " + std::to_string(tick));
        EXPECT_EQ(stage.trace.ticks, 10U);
    }
}

TEST(GuestTest, AfterStandingStillForTooLongItUsesNoInputsThatWaitedForIt) {
    net::JoinOptions options;
    options.session.player_name = "Anna";
    GuestStage stage(options);
    stage.begin(10);
    stage.host->sleep(std::chrono::seconds(16));
    stage.send_inputs(10, 5);
    stage.advance();
    EXPECT_EQ(stage.guest->ticks_done(), 10U);
    ASSERT_NE(stage.ended(), nullptr);
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
    const std::string sentence =
        "player 1 (Anna) stood still for 16000 ms, and player 0 waits no longer than 15000 ms";
    EXPECT_EQ(stage.ended()->error->message, sentence);
    ASSERT_NE(stage.host->last<net::Bye>(), nullptr);
    EXPECT_EQ(stage.host->last<net::Bye>()->why, sentence);
}

TEST(GuestTest, AnotherVersionsGreetingIsRefusedWithBothVersions) {
    for (const int step : {-1, 1}) {
        const auto version = static_cast<std::uint16_t>(net::k_protocol_version + step);
        GuestStage stage;
        Bytes greeting = net::encode_message(net::Greeting{version});
        greeting.resize(greeting.size() + 9, std::byte{0xAA});  // what later versions may add
        stage.host->say_raw(greeting);
        stage.advance();
        const auto* refused = stage.host->told<net::Refused>();
        ASSERT_NE(refused, nullptr);
        EXPECT_TRUE(refused->by_us);
        EXPECT_EQ(refused->reason, net::RefusalReason::protocol);
        EXPECT_EQ(refused->host_value, std::to_string(version));
        EXPECT_EQ(refused->guest_value, std::to_string(net::k_protocol_version));
        ASSERT_NE(stage.host->last<net::Refusal>(), nullptr) << "the host is told";
        EXPECT_EQ(stage.host->last<net::Refusal>()->reason, net::RefusalReason::protocol);
        ASSERT_NE(stage.ended(), nullptr);
        EXPECT_EQ(stage.ended()->error->code, sim::ErrorCode::refused);
    }
}

TEST(GuestTest, AnAccountOfADesyncAtTheResetIsBelievedOnlyWhereTheChainsDiffer) {
    for (const bool is_same : {true, false}) {
        GuestStage stage;
        stage.say(net::Greeting{net::k_protocol_version});
        stage.say(GuestStage::good_welcome());
        stage.advance();
        net::Autopsy autopsy;
        const auto* ready = stage.host->last<net::Ready>();
        ASSERT_NE(ready, nullptr);
        autopsy.hashes.chain = is_same ? ready->chain : sim::ChainHash{5};
        stage.say(autopsy);
        stage.advance();
        ASSERT_NE(stage.ended(), nullptr);
        EXPECT_EQ(stage.ended()->error->code,
                  is_same ? sim::ErrorCode::network : sim::ErrorCode::divergence);
        EXPECT_EQ(stage.trace.is_started, !is_same);
    }
}

TEST(GuestTest, AStartThatDoesNotFitTheMatchIsRefused) {
    for (const net::Start& lie : {net::Start{100, {"", ""}, 0, PuppetHost::secret()},
                                  net::Start{101, {"", "", ""}, 0, PuppetHost::secret()}}) {
        net::JoinOptions options;
        options.session.ticks_limit = 100;
        GuestStage stage(options);
        stage.say(net::Greeting{net::k_protocol_version});
        stage.say(GuestStage::good_welcome());
        stage.say(lie);
        stage.expect_blamed("a start that does not fit");
        EXPECT_FALSE(stage.trace.is_started);
    }
}

TEST(GuestTest, AWelcomeThatCannotBeIsRefusedWithAReason) {
    const auto refused_for = [](auto&& spoil) {
        GuestStage stage;
        stage.say(net::Greeting{net::k_protocol_version});
        net::Welcome welcome = GuestStage::good_welcome();
        spoil(welcome);
        stage.say(welcome);
        stage.advance();
        const auto* refused = stage.host->told<net::Refused>();
        if (refused == nullptr) {
            return 0;
        }
        EXPECT_TRUE(refused->by_us);
        EXPECT_EQ(stage.ended()->error->code, sim::ErrorCode::refused);
        return static_cast<int>(refused->reason);
    };
    using net::RefusalReason;
    using net::Welcome;
    EXPECT_EQ(refused_for([](Welcome&) {}), 0);
    EXPECT_EQ(refused_for([](Welcome& it) { it.slot = 0; }), int(RefusalReason::setup));
    EXPECT_EQ(refused_for([](Welcome& it) { it.slot = 3; }), int(RefusalReason::setup));
    EXPECT_EQ(refused_for([](Welcome& it) { it.setup.pop_back(); }), int(RefusalReason::setup));
    EXPECT_EQ(refused_for([](Welcome& it) { it.asset_contents.emplace_back(); }),
              int(RefusalReason::setup));
    EXPECT_EQ(refused_for([](Welcome& it) { it.identity.version = 9; }),
              int(RefusalReason::version));
    EXPECT_EQ(refused_for([](Welcome& it) {
                  ::tandem::Setup setup = host_options(erase<Counter>(), 3).setup;
                  setup.slots = 5;
                  it.setup = sim::encode_setup(setup);
              }),
              int(RefusalReason::setup));
}

TEST(GuestTest, MessagesOutOfTheirTurnEndIt) {
    for (const Message& message :
         {Message(net::Start{1, {}, 0, PuppetHost::secret()}), Message(net::End{}),
          Message(net::Hello{}), Message(net::Done{}), Message(net::Autopsy{})}) {
        GuestStage stage;
        stage.say(net::Greeting{net::k_protocol_version});
        stage.say(message);
        stage.expect_blamed("out of its turn");
        EXPECT_FALSE(stage.trace.is_started);
    }
}

TEST(GuestTest, AHostThatStopsIsUnderstoodAtEachStageOfTheHandshake) {
    for (const int stages : {0, 1, 2}) {
        GuestStage stage;
        if (stages >= 1) {
            stage.say(net::Greeting{net::k_protocol_version});
        }
        if (stages >= 2) {
            stage.say(GuestStage::good_welcome());
        }
        stage.say(net::Bye{sim::EndReason::interrupted, "left before the match began"});
        stage.expect_blamed("stopped: left before the match began");
        EXPECT_FALSE(stage.trace.is_started);
    }
}

TEST(GuestTest, AHostThatLosesItsTongueOrItsConnectionEndsItBeforeTheStart) {
    GuestStage silent;
    silent.say(net::Greeting{net::k_protocol_version});
    silent.say(GuestStage::good_welcome());
    silent.advance(std::chrono::seconds(6));
    ASSERT_NE(silent.ended(), nullptr);
    EXPECT_EQ(silent.ended()->error->code, sim::ErrorCode::network);
    GuestStage closed;
    closed.host->disconnect();
    closed.advance();
    ASSERT_NE(closed.ended(), nullptr);
    EXPECT_EQ(closed.ended()->error->code, sim::ErrorCode::network);
}

// ---- Being absent, and returning ----

TEST(GuestTest, WhoIsAbsentGoesBackToThatTickAndFollowsTheOthers) {
    GuestStage stage;
    stage.begin(10);
    stage.go_on(10, 10);
    stage.say(net::Absent{13, 1, true, "nothing was heard of player 1"});
    stage.advance();
    ASSERT_EQ(stage.ended(), nullptr);
    ASSERT_NE(stage.host->told<net::Absented>(), nullptr);
    EXPECT_EQ(stage.host->told<net::Absented>()->from_tick, 13U);
    EXPECT_EQ(stage.guest->ticks_done(), 20U) << "the others' inputs for these are here";
    EXPECT_EQ(stage.host->last<net::Back>(), nullptr) << "who knows how far the others are";
    stage.host->send(SpokenPacket().hash(20, sim::ChainHash{stage.trace.chain}));
    stage.advance();
    EXPECT_EQ(stage.trace.ticks, 20U);
    EXPECT_EQ(stage.trace.records[12][0], std::byte{0b111});
    EXPECT_EQ(stage.trace.records[13][0], std::byte{0b101}) << "played without us";
    const auto* back = stage.host->last<net::Back>();
    ASSERT_NE(back, nullptr) << "it has caught up";
    EXPECT_EQ(back->ticks_done, 20U);
    EXPECT_EQ(back->chain, stage.trace.chain);
}

TEST(GuestTest, WhoReturnsIsPresentFromTheTickThatTheHostNames) {
    GuestStage stage;
    stage.begin(10);
    stage.go_on(10, 10);
    stage.say(net::Absent{13, 1, true, "nothing was heard of player 1"});
    stage.advance();
    stage.host->send(SpokenPacket().hash(20, sim::ChainHash{stage.trace.chain}));
    stage.advance();
    stage.say(net::Present{25, 1});
    stage.host->send(SpokenPacket().idle_run(0, 20, 10).idle_run(2, 20, 10));
    for (int round = 0; round < 5; ++round) {
        stage.advance();
    }
    const auto* agreed = stage.host->last<net::Agreed>();
    ASSERT_NE(agreed, nullptr);
    EXPECT_EQ(agreed->tick, 25U);
    EXPECT_EQ(stage.guest->ticks_done(), 30U);
    stage.acknowledge(30);
    ASSERT_EQ(stage.trace.ticks, 30U);
    EXPECT_EQ(stage.trace.records[24][0], std::byte{0b101});
    EXPECT_EQ(stage.trace.records[25][0], std::byte{0b111});
    EXPECT_NE(stage.host->told<net::Returned>(), nullptr);
}

TEST(GuestTest, AReturnOfWhoIsPresentOrInThePastIsRefused) {
    for (const net::Present& lie :
         {net::Present{30, 2}, net::Present{30, 1}, net::Present{5, 2}, net::Present{30, 3}}) {
        GuestStage stage;
        if (lie.tick == 5) {
            stage.play_on_without_player_2();
        } else {
            stage.begin(10);
        }
        stage.say(lie);
        stage.expect_blamed("returns at tick");
    }
}

TEST(GuestTest, AHistoryThatTheHostMadeWithoutOurInputIsNoDesync) {
    GuestStage stage;
    stage.begin(10);
    stage.go_on(10, 10);
    stage.host->send(SpokenPacket().ack(1, 12).hash(15, sim::ChainHash{4711}));
    stage.advance();
    EXPECT_EQ(stage.host->told<net::Alarm>(), nullptr) << "it has set us aside";
    stage.host->send(SpokenPacket().ack(1, 16).hash(16, sim::ChainHash{4711}));
    stage.advance();
    ASSERT_NE(stage.host->told<net::Alarm>(), nullptr) << "it had all of them";
    EXPECT_EQ(stage.host->told<net::Alarm>()->ticks_agreed, 0U);
}

}  // namespace
}  // namespace tandem::test
