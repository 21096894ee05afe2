// SPDX-License-Identifier: MIT
// Players that lose their line, their process or their patience, and come back.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include <tandem/sim/game/erase.hpp>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet_host.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using std::chrono::seconds;

void expect_one_history(Arena& arena) {
    const Trace& host = *arena.side(0).trace;
    for (std::size_t index = 1; index < arena.sides(); ++index) {
        const Trace& trace = *arena.side(index).trace;
        EXPECT_EQ(trace.chain, host.chain) << arena.side(index).log() << arena.side(0).log();
        EXPECT_EQ(arena.side(index).count<net::Alarm>(), 0U) << arena.side(index).log();
    }
}

// A match of which somebody goes at tick 40.
struct Parted {
    static constexpr std::uint64_t k_ticks = 600;

    explicit Parted(std::uint64_t seed, std::uint32_t players = 2, std::uint64_t ticks = k_ticks)
        : arena(seed, line(seed)) {
        arena.host(erase<Relay>(), host_options(erase<Relay>(), players, ticks));
        for (std::uint32_t guest = 1; guest < players; ++guest) {
            arena.join(erase<Relay>());
        }
        EXPECT_TRUE(arena.run_until([&] { return arena.side(0).session->ticks_done() >= 40; },
                                    seconds(30)));
    }
    static net::LinkOptions line(std::uint64_t seed) {
        Random random(seed);
        return rough_line(random, 60, 30);
    }
    std::string log() {
        std::string text;
        for (std::size_t index = 0; index < arena.sides(); ++index) {
            text += arena.side(index).log();
        }
        return text;
    }

    Arena arena;
};

std::string again(std::uint64_t seed, const std::string& filter) {
    return "seed " + std::to_string(seed) + ": tandem_net_tests --gtest_filter=" + filter;
}

TEST(GuestReturn, AMatchOfTwoWaitsWhileTheLineIsCutAndGoesOn) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(again(seed, "GuestReturn.AMatchOfTwoWaits*"));
        Parted match(seed);
        const Time from = match.arena.now();
        match.arena.network().cut(1, 0, from, from + seconds(30));
        if (seed % 2 == 0) {
            match.arena.network().cut(0, 1, from, from + seconds(25));
        }
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        EXPECT_EQ(match.arena.side(0).count<net::Returned>(), 1U) << match.log();
        EXPECT_FALSE(match.arena.side(1).ended().error.has_value()) << match.log();
        EXPECT_EQ(match.arena.side(1).trace->ticks, Parted::k_ticks) << match.log();
        EXPECT_TRUE(match.arena.side(1).trace->records == match.arena.side(0).trace->records);
        expect_one_history(match.arena);
    }
}

TEST(GuestReturn, AMatchOfTwoWaitsForAProcessThatStandsStill) {
    for (const std::size_t who : {0U, 1U}) {
        Parted match(3);
        match.arena.side(who).sleeps_until = match.arena.now() + seconds(20);
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        EXPECT_EQ(match.arena.side(1).trace->ticks, Parted::k_ticks) << match.log();
        EXPECT_FALSE(match.arena.side(1).ended().error.has_value()) << match.log();
        expect_one_history(match.arena);
    }
}

TEST(GuestReturn, OfThreeTheOthersPlayOnAndOneThatWasGoneForLongIsGivenAState) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(again(seed, "GuestReturn.OfThree*"));
        Parted match(seed, 3);
        const Time from = match.arena.now();
        match.arena.network().cut(1, 0, from, from + seconds(25));
        match.arena.network().cut(0, 1, from, from + seconds(25));
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        EXPECT_EQ(match.arena.side(2).count<net::Returned>(), 1U) << match.log();
        EXPECT_FALSE(match.arena.side(1).ended().error.has_value()) << match.log();
        expect_one_history(match.arena);
    }
}

// The process was killed, and another one has its secret.
TEST(GuestReturn, AnotherProcessComesBackWithTheSecret) {
    for (const std::uint32_t players : {2U, 3U}) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            SCOPED_TRACE(again(seed, "GuestReturn.AnotherProcess*"));
            Parted match(seed, players);
            Side& killed = match.arena.side(1);
            killed.is_frozen = true;
            match.arena.run_for(milliseconds(seed * 1'700));
            net::JoinOptions options;
            options.ticket = killed.session->slot_ticket();
            ASSERT_TRUE(options.ticket.has_value());
            options.past = net::JoinOptions::Past{killed.trace->ticks, killed.trace->chain, {}};
            Side& back = match.arena.join(erase<Relay>(), options);
            ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
            EXPECT_FALSE(back.ended().error.has_value()) << match.log();
            EXPECT_GT(back.trace->ticks, 40U);
            EXPECT_EQ(back.trace->chain, match.arena.side(0).trace->chain) << match.log();
            EXPECT_EQ(back.count<net::Returned>(), 1U) << match.log();
            EXPECT_FALSE(match.arena.side(0).ended().error.has_value()) << match.log();
        }
    }
}

// What another process of a side that is gone comes back with.
net::JoinOptions kept_of(const Side& killed) {
    net::JoinOptions options;
    options.ticket = killed.session->slot_ticket();
    options.past = net::JoinOptions::Past{killed.trace->ticks, killed.trace->chain, {}};
    return options;
}

TEST(GuestReturn, WhoIsGivenAStateWhileAnotherIsAwayAcknowledgesNothingThatCannotBe) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(again(seed, "GuestReturn.WhoIsGivenAState*"));
        Parted match(seed, 4);
        match.arena.side(1).is_frozen = true;
        match.arena.side(2).is_frozen = true;
        match.arena.run_for(seconds(8));
        Side& first = match.arena.join(erase<Relay>(), kept_of(match.arena.side(1)));
        match.arena.run_for(seconds(2));
        ASSERT_EQ(first.count<net::Returned>(), 1U) << match.log();
        Side& second = match.arena.join(erase<Relay>(), kept_of(match.arena.side(2)));
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        for (const Side* back : {&first, &second}) {
            EXPECT_FALSE(back->ended().error.has_value()) << match.log();
            EXPECT_EQ(back->trace->chain, match.arena.side(0).trace->chain);
        }
    }
}

TEST(GuestReturn, WhoIsTooSlowToComeBackReadsThat) {
    Parted match(1, 3, 6'000);
    match.arena.side(1).is_frozen = true;
    match.arena.run_for(seconds(2));
    Side& back = match.arena.join(erase<Relay>(), kept_of(match.arena.side(1)));
    back.tick_cost = milliseconds(115);
    ASSERT_TRUE(match.arena.run_until([&] { return back.session->is_ended(); }, seconds(60)));
    ASSERT_TRUE(back.ended().error.has_value());
    EXPECT_EQ(back.ended().error->code, sim::ErrorCode::refused) << back.log();
    EXPECT_NE(back.ended().error->message.find("gets no nearer"), std::string::npos) << back.log();
}

TEST(GuestReturn, WhoGetsNearerIsNotRefusedHoweverLongItTakes) {
    Parted match(1, 3, 6'000);
    Side& slow = match.arena.side(1);
    const Time from = match.arena.now();
    slow.tick_cost = milliseconds(38);
    match.arena.network().cut(1, 0, from, from + seconds(25));
    match.arena.network().cut(0, 1, from, from + seconds(25));
    ASSERT_TRUE(
        match.arena.run_until([&] { return slow.count<net::Returned>() == 1; }, seconds(180)))
        << match.log();
    EXPECT_GT(match.arena.now() - from, seconds(36)) << "it took longer than a refusal";
}

// A host that stood still may have ticks before it that are certain to a guest.
TEST(GuestReturn, WhoIsFurtherThanAHostThatStoodStillIsNoStranger) {
    bool was_further = false;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(again(seed, "GuestReturn.WhoIsFurther*"));
        Parted match(seed);
        Side& host = match.arena.side(0);
        host.sleeps_until = match.arena.now() + seconds(4);
        match.arena.run_for(seconds(1));
        match.arena.side(1).is_frozen = true;
        was_further = was_further || match.arena.side(1).trace->ticks > host.session->ticks_done();
        Side& back = match.arena.join(erase<Relay>(), kept_of(match.arena.side(1)));
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        EXPECT_FALSE(back.ended().error.has_value()) << match.log();
        EXPECT_EQ(back.trace->chain, host.trace->chain) << match.log();
    }
    EXPECT_TRUE(was_further);
}

TEST(GuestReturn, TheTimeThatAMatchOfTwoWaitedIsNotMadeUpFor) {
    Parted match(2, 2, 6'000);
    Side& host = match.arena.side(0);
    const Time from = match.arena.now();
    match.arena.network().cut(1, 0, from, from + seconds(40));
    match.arena.network().cut(0, 1, from, from + seconds(40));
    ASSERT_TRUE(
        match.arena.run_until([&] { return host.count<net::Returned>() == 1; }, seconds(60)));
    const std::uint64_t before = host.session->ticks_done();
    match.arena.run_for(seconds(3));
    EXPECT_GT(host.session->ticks_done(), before + 20) << match.log();
    EXPECT_LT(host.session->ticks_done(), before + 100) << match.log();
}

// The match then stands before the tick at which the guest would have been back.
TEST(GuestReturn, AHostThatStandsStillJustAsItsGuestIsBackIsFoundAgain) {
    Parted match(3);
    Side& host = match.arena.side(0);
    Side& guest = match.arena.side(1);
    const Time from = match.arena.now();
    match.arena.network().cut(1, 0, from, from + seconds(9));
    ASSERT_TRUE(
        match.arena.run_until([&] { return guest.count<net::Absented>() == 1; }, seconds(8)));
    match.arena.run_for(seconds(2));
    host.sleeps_until = match.arena.now() + seconds(30);
    guest.sleeps_until = match.arena.now() + seconds(15);
    ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
    EXPECT_FALSE(guest.ended().error.has_value()) << match.log();
    EXPECT_EQ(host.trace->ticks, Parted::k_ticks) << match.log();
    expect_one_history(match.arena);
}

TEST(GuestReturn, AHostThatStoodStillIsFoundAgainByWhoeverIsLeft) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(again(seed, "GuestReturn.AHostThatStoodStill*"));
        Parted match(seed, 3);
        match.arena.side(0).sleeps_until = match.arena.now() + seconds(40);
        match.arena.run_for(seconds(20));
        match.arena.side(1 + seed % 2).session->leave();
        ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
        EXPECT_EQ(match.arena.side(0).trace->ticks, Parted::k_ticks) << match.log();
        EXPECT_EQ(match.arena.side(2 - seed % 2).trace->chain, match.arena.side(0).trace->chain);
    }
}

// No inputs are kept for so long: it is given a state and those since.
TEST(GuestReturn, WhoWasAwayForLongerThanAWindowComesBack) {
    Parted match(1, 3, net::k_window_ticks);
    match.arena.side(1).is_frozen = true;
    match.arena.run_for(net::k_window_ticks / 2 * milliseconds(110));
    Side& back = match.arena.join(erase<Relay>(), kept_of(match.arena.side(1)));
    match.arena.run_for(seconds(12));
    EXPECT_EQ(back.count<net::Returned>(), 1U) << match.log();
}

TEST(GuestReturn, WhereTheLastOtherLeavesTheMatchWaitsForWhoIsAway) {
    Parted match(1, 3);
    match.arena.side(1).is_frozen = true;
    match.arena.run_for(seconds(8));
    match.arena.side(2).session->leave();
    match.arena.run_for(seconds(5));
    EXPECT_TRUE(match.arena.side(2).session->is_ended()) << match.log();
    EXPECT_FALSE(match.arena.side(2).ended().error.has_value()) << match.log();
    Side& back = match.arena.join(erase<Relay>(), kept_of(match.arena.side(1)));
    ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
    EXPECT_FALSE(back.ended().error.has_value()) << match.log();
    EXPECT_EQ(match.arena.side(0).trace->ticks, Parted::k_ticks) << match.log();
    EXPECT_EQ(back.trace->chain, match.arena.side(0).trace->chain);
}

TEST(GuestReturn, NobodyComesBackWhereThatIsSwitchedOff) {
    Arena arena(1);
    net::HostOptions options = host_options(erase<Relay>(), 2, 600);
    options.session.wait_return_ms = 0;
    net::JoinOptions joining;
    joining.session.wait_return_ms = 0;
    Side& host = arena.host(erase<Relay>(), options);
    Side& guest = arena.join(erase<Relay>(), joining);
    arena.run_until([&] { return host.session->ticks_done() >= 40; }, seconds(30));
    arena.network().cut(1, 0, arena.now(), arena.now() + seconds(30));
    ASSERT_TRUE(arena.run_to_end(seconds(25)));
    EXPECT_EQ(host.trace->end, sim::EndReason::peer_lost) << host.log();
    EXPECT_EQ(guest.trace->end, sim::EndReason::peer_lost) << guest.log();
}

TEST(GuestReturn, WhoDoesNotComeBackInTimeEndsTheMatchOfTwoAtItsLastCommonTick) {
    Parted match(2);
    match.arena.side(1).is_frozen = true;
    ASSERT_TRUE(match.arena.run_to_end(seconds(180))) << match.log();
    const Side& host = match.arena.side(0);
    EXPECT_EQ(host.trace->end, sim::EndReason::peer_lost) << host.log();
    EXPECT_EQ(host.ended().error->code, sim::ErrorCode::network);
    EXPECT_GE(host.trace->ticks, match.arena.side(1).trace->ticks);
    for (const sim::Bytes& record : host.trace->records) {
        EXPECT_EQ(record.front(), std::byte{3}) << "both took part in every tick";
    }
}

// ---- A host that says what it likes to one that comes back ----

// A guest in slot 1 of three that has lost its host before the first tick, and is welcome again.
struct WelcomeBack {
    WelcomeBack() {
        net::JoinOptions options;
        options.session.is_paced = false;
        auto made = net::Lockstep::join(erase<Counter>(), options, scripted(Slot{1}), &trace);
        EXPECT_TRUE(made.has_value());
        guest.emplace(*std::move(made));
        setup = host_options(erase<Counter>(), 3).setup;
        puppet.emplace(*guest, game(), 3);
        puppet->shake_hands(game(), setup);
        EXPECT_TRUE(guest->is_started());
        puppet->disconnect();
        puppet->advance();
        puppet->connect();
        puppet->say(net::Greeting{net::k_protocol_version});
        puppet->say(PuppetHost::welcome(game(), setup));
        puppet->advance();
    }
    static const sim::GameInfo& game() {
        static const sim::AnySimulation simulation = erase<Counter>();
        return simulation.info();
    }
    // The reset state is given, of which the guest has every piece.
    net::Rejoin good() const {
        sim::AnySimulation simulation = erase<Counter>();
        EXPECT_TRUE(simulation.reset(setup).has_value());
        const std::uint64_t start = sim::start_hash(game(), setup);
        net::Rejoin rejoin;
        rejoin.given = net::GivenState{
            simulation.state_hash(),
            {sim::chain_start(start, simulation.state_hash()), sim::records_start(start)},
            simulation.save().size(),
            {}};
        rejoin.presence.assign(3, {true, {}});
        rejoin.presence[1].changes = {0};
        rejoin.names.resize(3);
        return rejoin;
    }
    // Of a state that the guest has not: it asks for its pieces.
    net::Rejoin unknown() const {
        net::Rejoin rejoin = good();
        rejoin.given->state_hash.value ^= 1;
        return rejoin;
    }
    void say_proven(net::Rejoin rejoin) {
        rejoin.proof = net::prove(net::SecretKey(PuppetHost::secret().secret), net::Prover::host,
                                  {}, net::rejoined_bytes(rejoin));
        puppet->say(rejoin);
        puppet->advance();
        puppet->advance();
    }
    void expect_ends_in_words(std::string_view words) {
        puppet->advance();
        ASSERT_TRUE(guest->is_ended()) << words;
        const auto* ended = puppet->told<net::Ended>();
        ASSERT_TRUE(ended != nullptr && ended->error);
        EXPECT_NE(ended->error->message.find(words), std::string::npos) << ended->error->message;
    }

    Trace trace;
    Setup setup;
    std::optional<net::Lockstep> guest;
    std::optional<PuppetHost> puppet;
};

TEST(GuestReturn, AGoodRejoinIsTakenUp) {
    WelcomeBack stage;
    stage.say_proven(stage.good());
    ASSERT_NE(stage.puppet->last<net::Ask>(), nullptr);
    sim::AnySimulation simulation = erase<Counter>();
    ASSERT_TRUE(simulation.reset(stage.setup).has_value());
    stage.puppet->say(
        net::Part{true, net::encode_message(net::Pieces{0, {{simulation.save(), {}}}})});
    stage.puppet->advance();
    EXPECT_FALSE(stage.guest->is_ended());
    EXPECT_NE(stage.puppet->last<net::Enough>(), nullptr);
}

TEST(GuestReturn, ARejoinWithoutTheSecretOrThatCannotBeEndsIt) {
    const auto refuse = [](const std::function<void(net::Rejoin&)>& spoil, std::string_view words) {
        WelcomeBack stage;
        net::Rejoin rejoin = stage.good();
        spoil(rejoin);
        stage.say_proven(rejoin);
        stage.expect_ends_in_words(words);
    };
    {
        WelcomeBack stage;
        stage.puppet->say(stage.good());  // nothing vouches for it
        stage.expect_ends_in_words("does not know this slot's secret");
    }
    constexpr std::string_view k_place = "a place in the match that cannot be";
    refuse([](net::Rejoin& rejoin) { rejoin.presence.pop_back(), rejoin.names.pop_back(); },
           k_place);
    refuse([](net::Rejoin& rejoin) { rejoin.due = ~std::uint64_t{0}; }, k_place);
    refuse([](net::Rejoin& rejoin) { rejoin.ticks_done = rejoin.due = ~std::uint64_t{0} / 2; },
           "cannot be");
    refuse([](net::Rejoin& rejoin) { rejoin.absent_from = 5; }, k_place);
    refuse(
        [](net::Rejoin& rejoin) {
            rejoin.ticks_done = rejoin.due = 7;
            rejoin.presence[1].changes = {7};
            rejoin.end = net::RejoinEnd{6, sim::EndReason::source_ended, 2};
        },
        k_place);
    refuse([](net::Rejoin& rejoin) { rejoin.presence[1].changes.clear(); }, "not of every slot");
    refuse(
        [](net::Rejoin& rejoin) {
            rejoin.ticks_done = rejoin.due = 7;
            rejoin.presence[1].changes = {7};
            rejoin.given->record = {std::byte{0xFF}};
        },
        "record");
    refuse(
        [](net::Rejoin& rejoin) {
            rejoin.given.reset();
            rejoin.ticks_done = rejoin.due = 7;
            rejoin.presence[1].changes = {7};
        },
        "where its receiver cannot");
}

TEST(GuestReturn, AWordThatIsOutOfItsTurnWhileAStateIsGivenEndsItWithoutACrash) {
    const std::vector<net::Message> unfit{net::Absent{0, 1, true, ""},
                                          net::Absent{0, 0, false, ""},
                                          net::Present{0, 1},
                                          net::Present{5, 0},
                                          net::Done{},
                                          net::Differ{0, {{}}},
                                          net::Autopsy{},
                                          net::Ask{0, {1}},
                                          net::Pieces{3, {}},
                                          net::Pieces{0, {{{}, {}}}},
                                          net::Gone{1, ""},
                                          net::Approach{7, 0, 0, 0}};
    for (const net::Message& message : unfit) {
        WelcomeBack stage;
        stage.say_proven(stage.unknown());
        ASSERT_FALSE(stage.guest->is_ended());
        ASSERT_NE(stage.puppet->last<net::Ask>(), nullptr);
        stage.puppet->say(message);
        stage.puppet->advance();
        EXPECT_TRUE(stage.guest->is_ended()) << "message " << message.index() + 1;
    }
}

TEST(GuestReturn, AReportOfTheResetIsOutOfTurnOnceTheMatchHasBegun) {
    WelcomeBack stage;
    stage.puppet->say(net::Autopsy{});
    stage.puppet->advance();
    EXPECT_TRUE(stage.guest->is_ended()) << "the match has begun, its reset is known";
    EXPECT_EQ(stage.trace.end, sim::EndReason::peer_lost);
}

TEST(GuestReturn, AHostThatTalksAndGivesNothingIsWaitedForNoLongerThanOneThatIsSilent) {
    WelcomeBack stage;
    stage.say_proven(stage.unknown());
    for (int second = 0; second < 125 && !stage.guest->is_ended(); ++second) {
        stage.puppet->say(net::Approach{2, 0, 0, 0});
        stage.puppet->advance(seconds(1));
    }
    stage.expect_ends_in_words("the host gives no more of its state");
}

TEST(GuestReturn, TheHostsRefusalIsReadWhileItIsAway) {
    WelcomeBack stage;
    stage.say_proven(stage.unknown());
    stage.puppet->say(net::Refusal{net::RefusalReason::speed, "tick 9", "too slow"});
    stage.puppet->advance();
    ASSERT_TRUE(stage.guest->is_ended());
    EXPECT_EQ(stage.puppet->told<net::Ended>()->error->code, sim::ErrorCode::refused);
}

TEST(GuestReturn, WhoLeavesWhileItComesBackIsGoneAtOnce) {
    for (const bool fetches : {false, true}) {
        WelcomeBack stage;
        stage.say_proven(fetches ? stage.unknown() : stage.good());
        ASSERT_FALSE(stage.guest->is_ended());
        stage.guest->leave();
        stage.puppet->advance();
        EXPECT_TRUE(stage.guest->is_ended());
        EXPECT_EQ(stage.trace.end, sim::EndReason::interrupted);
        EXPECT_NE(stage.puppet->last<net::Bye>(), nullptr);
    }
}

}  // namespace
}  // namespace tandem::test
