// SPDX-License-Identifier: MIT
// A guest believes its host only what can be: a host moved by hand tells it lies.
#include <tandem/net/guest.hpp>

#include <gtest/gtest.h>

#include <tandem/net/handshake.hpp>
#include <tandem/sim/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::Message;
using sim::Bytes;
using sim::erase;

constexpr std::uint64_t k_token = 4711;

// A guest in slot 1 of 3, and the host's part spoken by the test.
struct Stage {
    explicit Stage(net::JoinOptions options = {}) {
        auto made =
            net::Lockstep::join(erase<Counter>(), std::move(options), scripted(Slot{1}), &trace);
        EXPECT_TRUE(made.has_value());
        guest.emplace(*std::move(made));
        event(net::TransportEvent::Kind::connected, {});
    }
    void event(net::TransportEvent::Kind kind, const Bytes& bytes,
               net::Channel channel = net::Channel::reliable) {
        guest->on_transport({kind, net::PeerId{1}, channel, bytes}, now);
    }
    void say(const Message& message) {
        event(net::TransportEvent::Kind::packet, net::encode_message(message));
    }
    void send_inputs(std::uint8_t stream, std::uint64_t first, std::uint64_t count) {
        net::PacketWriter writer(0, 1);
        for (std::uint64_t tick = first; tick < first + count; ++tick) {
            writer.add_item(stream, tick, Bytes(2));
        }
        event(net::TransportEvent::Kind::packet, net::tag_packet(k_token, writer.finish()[0]),
              net::Channel::unreliable);
    }
    void advance(Time span = milliseconds(1)) {
        now += span;
        for (net::Event& told : guest->advance(now)) {
            events.push_back(std::move(told));
        }
        guest->take_outgoing();
    }
    static net::Welcome good_welcome() {
        net::Welcome welcome{net::identity_of(erase<Counter>().info(), ""), "", k_token, 1, {}, {}};
        net::put_setup(welcome, host_options(erase<Counter>(), 3).setup);
        return welcome;
    }
    void begin(std::uint64_t inputs = 10) {
        say(net::Greeting{net::k_protocol_version, false, {}});
        say(good_welcome());
        say(net::Start{net::k_no_limit, {"", "", ""}});
        advance();
        EXPECT_TRUE(guest->is_started());
        send_inputs(0, 0, inputs);
        send_inputs(2, 0, inputs);
        advance();
        advance();
        EXPECT_EQ(guest->ticks_done(), inputs);
    }
    // Player 2 is gone from tick 10 on, and the others have played five ticks since.
    void play_on_without_player_2() {
        begin(10);
        say(net::Absent{10, 2, "player 2 went home"});
        send_inputs(0, 10, 5);
        advance();
        advance();
        ASSERT_EQ(guest->ticks_done(), 15U);
    }
    const net::Ended* ended() const {
        for (const net::Event& told : events) {
            if (const auto* found = std::get_if<net::Ended>(&told)) {
                return found;
            }
        }
        return nullptr;
    }
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
    std::vector<net::Event> events;
    Time now{0};
};

TEST(GuestTest, AnEndInThePastIsRefused) {
    Stage stage;
    stage.begin(10);
    stage.say(net::End{9, sim::EndReason::source_ended, 0});
    stage.expect_blamed("tick 9, which is over");
    EXPECT_EQ(stage.trace.ticks, 10U);
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
}

TEST(GuestTest, AnAbsenceOfWhoWasPresentOfItselfOrOfNobodyIsRefused) {
    for (const net::Absent& lie : {net::Absent{9, 2, ""}, net::Absent{20, 0, ""},
                                   net::Absent{20, 1, ""}, net::Absent{20, 3, ""}}) {
        Stage stage;
        stage.begin(10);
        stage.say(lie);
        stage.expect_blamed("is absent from tick");
    }
}

TEST(GuestTest, AnAbsenceFromTheNextTickIsFollowed) {
    Stage stage;
    stage.play_on_without_player_2();
    EXPECT_EQ(stage.trace.records[10][0], std::byte{0b011});
}

TEST(GuestTest, AnotherAbsenceFromATickThatIsOverIsRefused) {
    Stage stage;
    stage.play_on_without_player_2();
    stage.say(net::Absent{12, 2, "player 2 went home again"});
    stage.expect_blamed("is absent from tick 12");
    EXPECT_EQ(stage.trace.ticks, 15U);
}

TEST(GuestTest, AStartThatDoesNotFitTheMatchIsRefused) {
    for (const net::Start& lie : {net::Start{100, {"", ""}}, net::Start{101, {"", "", ""}}}) {
        net::JoinOptions options;
        options.session.ticks_limit = 100;
        Stage stage(options);
        stage.say(net::Greeting{net::k_protocol_version, false, {}});
        stage.say(Stage::good_welcome());
        stage.say(lie);
        stage.expect_blamed("a start that does not fit");
        EXPECT_FALSE(stage.trace.is_started);
    }
}

TEST(GuestTest, AWelcomeThatCannotBeIsRefusedWithAReason) {
    const auto refused_for = [](auto&& spoil) {
        Stage stage;
        stage.say(net::Greeting{net::k_protocol_version, false, {}});
        net::Welcome welcome = Stage::good_welcome();
        spoil(welcome);
        stage.say(welcome);
        stage.advance();
        for (const net::Event& told : stage.events) {
            if (const auto* refused = std::get_if<net::Refused>(&told)) {
                EXPECT_TRUE(refused->by_us);
                EXPECT_EQ(stage.ended()->error->code, sim::ErrorCode::refused);
                return static_cast<int>(refused->reason);
            }
        }
        return 0;
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

TEST(GuestTest, SlackToPassOnIsNoneOfItsBusiness) {
    Stage stage;
    stage.begin(10);
    net::PacketWriter writer(0, 1);
    writer.add_slack({2, -5});
    stage.event(net::TransportEvent::Kind::packet, net::tag_packet(k_token, writer.finish()[0]),
                net::Channel::unreliable);
    stage.expect_blamed("which it does not get from us");
}

TEST(GuestTest, MessagesOutOfTheirTurnEndIt) {
    for (const Message& message :
         {Message(net::Start{}), Message(net::End{}), Message(net::Hello{}), Message(net::Done{}),
          Message(net::Autopsy{})}) {
        Stage stage;
        stage.say(net::Greeting{net::k_protocol_version, false, {}});
        stage.say(message);
        stage.expect_blamed("out of its turn");
        EXPECT_FALSE(stage.trace.is_started);
    }
}

TEST(GuestTest, AHostThatLosesItsTongueOrItsConnectionEndsItBeforeTheStart) {
    Stage silent;
    silent.say(net::Greeting{net::k_protocol_version, false, {}});
    silent.say(Stage::good_welcome());
    silent.advance(std::chrono::seconds(6));
    ASSERT_NE(silent.ended(), nullptr);
    EXPECT_EQ(silent.ended()->error->code, sim::ErrorCode::network);
    Stage closed;
    closed.event(net::TransportEvent::Kind::disconnected, {});
    closed.advance();
    ASSERT_NE(closed.ended(), nullptr);
    EXPECT_EQ(closed.ended()->error->code, sim::ErrorCode::network);
}

TEST(GuestTest, WhatOneCannotReadIsNotSentToTheUserAsAnEvent) {
    Stage stage;
    stage.begin(10);
    const std::size_t before = stage.events.size();
    stage.event(net::TransportEvent::Kind::packet, Bytes(40, std::byte{7}),
                net::Channel::unreliable);
    stage.advance();
    EXPECT_EQ(stage.events.size(), before);
    EXPECT_EQ(stage.guest->peers()[0].packets_dropped, 1U);
}

}  // namespace
}  // namespace tandem::test
