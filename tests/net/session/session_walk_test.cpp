// SPDX-License-Identifier: MIT
// A desync of states that are too large to be sent: both sides still name every field that differs,
// whatever the line, and whoever lies or falls silent costs no more than the bounds say.
#include <tandem/net/session/state_walk.hpp>

#include <gtest/gtest.h>

#include <string>

#include <tandem/net/session/autopsy.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/puppet.hpp>
#include <tests/net/stock.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using std::chrono::seconds;

using SoundStock = Stock<StockFault::none>;

net::HostOptions stock_options(std::uint32_t players, std::uint32_t cells, std::uint32_t names,
                               std::uint32_t fork_tick) {
    net::HostOptions options = host_options(erase<SoundStock>(), players, 60);
    SoundStock::Options game;
    game.cells = cells;
    game.names = names;
    game.fork_tick = fork_tick;
    options.setup.options = sim::canonical_bytes(game);
    options.session.evidence_memory_bytes_max = std::uint64_t{256} << 20;
    return options;
}

net::JoinOptions stock_guest() {
    net::JoinOptions options;
    options.session.evidence_memory_bytes_max = std::uint64_t{256} << 20;
    return options;
}

// Both name the same tick and the same fields, and each knows the other's state to the byte.
void expect_both_know(const Side& host, const Side& guest, std::uint64_t tick) {
    const std::string log = host.log() + guest.log();
    ASSERT_TRUE(host.count<net::Desynced>() == 1 && guest.count<net::Desynced>() == 1) << log;
    const auto& here = *host.find<net::Desynced>();
    const auto& there = *guest.find<net::Desynced>();
    EXPECT_EQ(here.tick.number, tick);
    EXPECT_EQ(there.tick.number, tick);
    ASSERT_TRUE(here.no_state.empty() && there.no_state.empty()) << log;
    ASSERT_TRUE(here.other && here.other->state && there.other && there.other->state) << log;
    EXPECT_EQ(sim::hash_bytes(*here.other->state), there.ours.value);
    EXPECT_EQ(sim::hash_bytes(*there.other->state), here.ours.value);
    EXPECT_EQ(*here.other->state, guest.trace->evidence.at(0).state);
    EXPECT_EQ(*there.other->state, host.trace->evidence.at(0).state);
    EXPECT_EQ(here.other->hashes.chain, there.our_chain);
    ASSERT_EQ(here.fields.size(), there.fields.size());
    for (std::size_t index = 0; index < here.fields.size(); ++index) {
        EXPECT_EQ(here.fields[index].path, there.fields[index].path);
        EXPECT_EQ(here.fields[index].a, there.fields[index].b);
    }
}

TEST(SessionWalk, OnAnyLineBothNameTheFieldOfALargeState) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=SessionWalk.OnAnyLine*");
        Random random(seed);
        net::LinkOptions links = rough_line(random, 80, 30);
        links.burst_ppm = 50'000;
        links.burst_packets = random.between(1U, 4U);
        Arena arena(seed, links);
        const std::uint32_t cells = random.between(600U, 20'000U);
        const std::uint32_t tick = random.below(30U);
        const std::uint32_t cell = random.below(cells);
        net::HostOptions options = stock_options(2, cells, 50, 99);
        net::JoinOptions join = stock_guest();
        options.session.is_paced = join.session.is_paced = random.chance(1, 2);
        const bool on_host = random.chance(1, 2);
        const std::string field = "cells[" + std::to_string(cell) + "]";
        (on_host ? options.session : join.session).plant = sim::Plant{sim::Tick{tick}, field};
        Side& host = arena.host(erase<SoundStock>(), options);
        Side& guest = arena.join(erase<SoundStock>(), join);
        ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
        expect_both_know(host, guest, tick);
        ASSERT_EQ(host.find<net::Desynced>()->fields.size(), 1U) << host.log();
        EXPECT_EQ(host.find<net::Desynced>()->fields[0].path, field);
    }
}

TEST(SessionWalk, AStateOfMegabytesIsKnownFromAFewThousandBytes) {
    Arena arena;
    Side& host = arena.host(erase<SoundStock>(), stock_options(2, 400'000, 50, 5));
    Side& guest = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    expect_both_know(host, guest, 5);
    EXPECT_EQ(host.find<net::Desynced>()->fields.at(0).path, "cells[200000]");
    EXPECT_GT(host.trace->evidence.at(0).state.size(), 3'000'000U);
}

TEST(SessionWalk, AnEntryThatOnlyOneSideHasIsOneDifference) {
    Arena arena;
    Side& host = arena.host(erase<SoundStock>(), stock_options(2, 2'000, 10'000, 7));
    Side& guest = arena.join(erase<Stock<StockFault::element>>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    expect_both_know(host, guest, 7);
    EXPECT_LE(host.find<net::Desynced>()->fields.size(), 2U);
}

TEST(SessionWalk, OfMoreThanIsSentTheFirstFieldIsNamed) {
    Arena arena;
    Side& host = arena.host(erase<SoundStock>(), stock_options(2, 700'000, 50, 2));
    Side& guest = arena.join(erase<Stock<StockFault::everything>>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    for (const Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U);
        const auto& desync = *side->find<net::Desynced>();
        ASSERT_EQ(desync.fields.size(), 1U) << desync.text;
        EXPECT_EQ(desync.fields[0].path, "cells[0]");
        EXPECT_NE(desync.no_state.find("more than 4194304 bytes"), std::string::npos)
            << desync.no_state;
        EXPECT_EQ(desync.other->state, nullptr);
    }
    EXPECT_EQ(host.find<net::Desynced>()->fields[0].a, guest.find<net::Desynced>()->fields[0].b);
}

// A report whose state is of another size than ours: what is not known is filled up.
TEST(SessionWalk, AlsoOfALongerStateTheFirstFieldIsNamed) {
    const auto game = erase<SoundStock>();
    sim::AnySimulation simulation = erase<SoundStock>();
    const auto state_with = [&](std::uint32_t cells) {
        ::tandem::Setup setup = make_setup(game.info(), 2);
        SoundStock::Options options;
        options.cells = cells;
        setup.options = sim::canonical_bytes(options);
        EXPECT_TRUE(simulation.reset(setup).has_value());
        return simulation.save();
    };
    net::Moment ours;
    ours.ticks_done = 8;
    ours.has_state = true;
    ours.state = state_with(1'000);
    net::Autopsy theirs;
    theirs.ticks_done = 8;
    theirs.has_state = true;
    for (const std::uint32_t cells : {1'200U, 2'500U}) {
        const sim::Bytes other = state_with(cells);
        net::StatesAtDesync states;
        states.ours = &ours.state;
        states.their_bytes = other.size();
        states.walk = net::StateWalk::End::too_much;
        // Up to behind the length of the cells.
        states.their_beginning.assign(other.begin(), other.begin() + 8 + 4 + 100 * 12 + 4 + 100);
        const auto desync = net::explain_desync(game.info(), 2, Slot{1}, ours, states, {}, &theirs);
        ASSERT_EQ(desync.fields.size(), 1U) << desync.text;
        EXPECT_EQ(desync.fields[0].path, "cells.size");
        EXPECT_EQ(desync.fields[0].b, std::to_string(cells));
        states.their_beginning.resize(100);
        EXPECT_TRUE(
            net::explain_desync(game.info(), 2, Slot{1}, ours, states, {}, &theirs).fields.empty())
            << "no difference is known yet";
    }
}

TEST(SessionWalk, TheAlarmComesBeforeAnyDetail) {
    net::LinkOptions links;
    links.delay = milliseconds(100);
    Arena arena(1, links);
    Side& host = arena.host(erase<SoundStock>(), stock_options(2, 50'000, 50, 5));
    Side& guest = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
    ASSERT_TRUE(arena.run_until([&] { return host.count<net::Alarm>() == 1; }, seconds(10)));
    EXPECT_EQ(host.count<net::Desynced>(), 0U);
    EXPECT_EQ(host.find<net::Alarm>()->ticks_agreed, 5U);
    arena.run_for(milliseconds(250));
    EXPECT_EQ(host.count<net::Desynced>(), 0U) << "the walk takes a few times there and back";
    ASSERT_TRUE(arena.run_to_end());
    expect_both_know(host, guest, 5);
}

TEST(SessionWalk, WhoeverIsKilledInItsMidstLeavesTheOtherWithTheTickAtTheDeadline) {
    for (const int after_ms : {0, 150, 250, 350, 450}) {
        net::LinkOptions links;
        links.delay = milliseconds(50);
        Arena arena(1, links);
        Side& host = arena.host(erase<SoundStock>(), stock_options(2, 50'000, 50, 5));
        Side& guest = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
        ASSERT_TRUE(arena.run_until([&] { return guest.count<net::Alarm>() == 1; }, seconds(10)));
        arena.run_for(milliseconds(after_ms));
        guest.is_frozen = true;
        arena.network().cut(1);
        ASSERT_TRUE(arena.run_until([&] { return host.session->is_ended(); }, seconds(8)))
            << after_ms;
        ASSERT_EQ(host.count<net::Desynced>(), 1U) << host.log();
        EXPECT_EQ(host.find<net::Desynced>()->tick.number, 5U) << after_ms;
        EXPECT_EQ(host.trace->end, sim::EndReason::desync);
        EXPECT_EQ(host.trace->evidence.size(), 1U) << "our own state is kept";
    }
}

TEST(SessionWalk, AMachineThatStandsStillInItsMidstOnlyMakesItLater) {
    for (const int after_ms : {50, 150, 250, 350}) {
        net::LinkOptions links;
        links.delay = milliseconds(50);
        Arena arena(1, links);
        Side& host = arena.host(erase<SoundStock>(), stock_options(2, 50'000, 50, 5));
        Side& guest = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
        ASSERT_TRUE(arena.run_until([&] { return guest.count<net::Alarm>() == 1; }, seconds(10)));
        arena.run_for(milliseconds(after_ms));
        guest.sleeps_until = arena.now() + seconds(3);
        ASSERT_TRUE(arena.run_to_end()) << after_ms;
        expect_both_know(host, guest, 5);
    }
}

TEST(SessionWalk, APersonWhoCannotWaitStillHasTheTick) {
    net::LinkOptions links;
    links.delay = milliseconds(100);
    for (const bool is_host : {false, true}) {
        Arena arena(1, links);
        Side& host = arena.host(erase<SoundStock>(), stock_options(2, 50'000, 50, 5));
        Side& guest = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
        Side& leaver = is_host ? host : guest;
        ASSERT_TRUE(arena.run_until([&] { return leaver.count<net::Alarm>() == 1; }, seconds(10)));
        leaver.session->abandon("no patience");
        arena.run_for(milliseconds(1));
        ASSERT_EQ(leaver.count<net::Desynced>(), 1U) << leaver.log();
        EXPECT_EQ(leaver.trace->end, sim::EndReason::desync);
        ASSERT_TRUE(arena.run_to_end());
        EXPECT_EQ((is_host ? guest : host).count<net::Desynced>(), 1U);
    }
}

TEST(SessionWalk, OfALargerMatchTheOddOneWalksAndTheRestPlayOn) {
    Arena arena;
    Side& host = arena.host(erase<SoundStock>(), stock_options(3, 30'000, 50, 9));
    Side& bad = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
    Side& good = arena.join(erase<SoundStock>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << bad.log() << good.log();
    expect_both_know(host, bad, 9);
    for (const Side* side : {&host, &good}) {
        EXPECT_EQ(side->trace->ticks, 60U) << side->log();
        EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit);
    }
    EXPECT_EQ(good.count<net::Desynced>(), 0U);
}

TEST(SessionWalk, TwoWhoDifferAreBothWalkedWithAndSetAside) {
    net::LinkOptions links;
    links.delay = milliseconds(30);
    Arena arena(1, links);
    Side& host = arena.host(erase<SoundStock>(), stock_options(4, 30'000, 50, 9));
    Side& bad = arena.join(erase<Stock<StockFault::field>>(), stock_guest());
    Side& worse = arena.join(erase<Stock<StockFault::element>>(), stock_guest());
    Side& good = arena.join(erase<SoundStock>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << bad.log() << worse.log() << good.log();
    EXPECT_EQ(host.count<net::Desynced>(), 2U) << host.log();
    for (const net::Event& event : host.events) {
        if (const auto* desync = std::get_if<net::Desynced>(&event)) {
            EXPECT_EQ(desync->tick.number, 9U);
            EXPECT_TRUE(desync->no_state.empty()) << desync->text;
        }
    }
    for (const Side* side : {&bad, &worse}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << side->log();
        EXPECT_TRUE(side->find<net::Desynced>()->no_state.empty());
        EXPECT_EQ(side->trace->end, sim::EndReason::desync);
    }
    EXPECT_EQ(good.trace->ticks, 60U);
    EXPECT_EQ(host.trace->chain, good.trace->chain);
}

TEST(SessionWalk, AHostThatIsTheOddOneWalksWithOneOfThoseWhoAgree) {
    Arena arena;
    Side& host = arena.host(erase<Stock<StockFault::field>>(), stock_options(3, 30'000, 50, 9));
    Side& one = arena.join(erase<SoundStock>(), stock_guest());
    Side& two = arena.join(erase<SoundStock>(), stock_guest());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << one.log() << two.log();
    ASSERT_EQ(host.count<net::Desynced>(), 1U) << host.log();
    EXPECT_EQ(host.find<net::Desynced>()->fields.at(0).path, "cells[15000]");
    for (const Side* side : {&one, &two}) {
        EXPECT_EQ(side->count<net::Desynced>(), 1U) << side->log();
        EXPECT_EQ(side->trace->ticks, 60U) << side->log();
        EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit);
    }
    EXPECT_EQ(one.trace->chain, two.trace->chain);
}

// ---- One who lies ----

// A host with a large state, and a guest that is said to differ after the first tick.
struct DisputedHost {
    DisputedHost() {
        net::HostOptions options = stock_options(2, 20'000, 50, 99);
        options.session.is_paced = false;
        auto made = net::Lockstep::host(erase<SoundStock>(), options, scripted(Slot{0}), &trace);
        host.emplace(std::move(*made));
        puppet.emplace(*host);
        puppet->shake_hands(erase<SoundStock>());
        puppet->send(SpokenPacket().run(1, 0, std::vector<sim::Bytes>(5, sim::Bytes(2))));
        puppet->advance();
        puppet->send(SpokenPacket().ack(0, 5).hash(1, sim::ChainHash{4711}));
        puppet->advance();
        report.ticks_done = 1;
        report.state_hash = sim::StateHash{77};
        report.hashes.chain = sim::ChainHash{4711};
        report.has_state = true;
        report.state_bytes = 160'000;
        puppet->say(report);
        advance_a_little();
    }
    void advance_a_little() {
        for (int call = 0; call < 5; ++call) {
            puppet->advance();
        }
    }
    void expect_blame(const std::string& why) {
        advance_a_little();
        const auto* bye = puppet->last<net::Bye>();
        ASSERT_NE(bye, nullptr) << why;
        EXPECT_NE(bye->why.find(why), std::string::npos) << bye->why;
        expect_report();
    }
    void expect_report() {
        ASSERT_NE(puppet->told<net::Desynced>(), nullptr) << "it has found out at once";
        EXPECT_EQ(puppet->told<net::Desynced>()->tick.number, 0U);
        EXPECT_FALSE(puppet->told<net::Desynced>()->no_state.empty());
        EXPECT_EQ(trace.end, sim::EndReason::desync);
        EXPECT_EQ(trace.evidence.size(), 1U);
    }

    Trace trace;
    std::optional<net::Lockstep> host;
    std::optional<Puppet> puppet;
    net::Autopsy report;
};

TEST(HostileWalk, ItsStateIsAskedForAtOnceAndOursIsTold) {
    DisputedHost dispute;
    const auto* ask = dispute.puppet->last<net::Ask>();
    ASSERT_NE(ask, nullptr);
    EXPECT_EQ(ask->hashes, std::vector<std::uint64_t>{77});
    const auto* ours = dispute.puppet->last<net::Autopsy>();
    ASSERT_NE(ours, nullptr);
    EXPECT_TRUE(ours->state.empty()) << "no state of this size is sent whole";
    dispute.puppet->say(net::Ask{1, {ours->state_hash.value}});
    dispute.advance_a_little();
    ASSERT_NE(dispute.puppet->last<net::Pieces>(), nullptr);
    EXPECT_EQ(dispute.puppet->last<net::Pieces>()->contents.size(), 1U);
    EXPECT_FALSE(dispute.host->is_ended());
}

TEST(HostileWalk, SilenceEndsAtTheDeadline) {
    DisputedHost dispute;
    dispute.puppet->advance(milliseconds(4'900));
    EXPECT_FALSE(dispute.host->is_ended());
    dispute.puppet->advance(milliseconds(200));
    EXPECT_TRUE(dispute.host->is_ended());
    dispute.expect_report();
}

TEST(HostileWalk, PiecesThatCannotBeEndTheWalkAndNotTheReport) {
    DisputedHost wrong_size;
    wrong_size.puppet->say(net::Pieces{1, {{sim::Bytes(4'000), {}}}});
    wrong_size.expect_blame("does not fit its hash or its size");
    DisputedHost unasked;
    unasked.puppet->say(net::Pieces{1, {{sim::Bytes(1), {}}, {sim::Bytes(1), {}}}});
    unasked.expect_blame("more was told than asked for");
    DisputedHost other_tick;
    other_tick.puppet->say(net::Pieces{2, {}});
    other_tick.expect_blame("was not reported");
    DisputedHost again;
    again.puppet->say(again.report);
    again.expect_blame("is due once");
}

TEST(HostileWalk, AskingForWhatIsNotThereEndsTheWalkAndNotTheReport) {
    DisputedHost strange;
    strange.puppet->say(net::Ask{1, {12'345}});
    strange.expect_blame("a piece that the state asked for does not have");
    DisputedHost many;
    for (std::size_t ask = 0; ask <= net::PieceLimits::asks_max; ++ask) {
        many.puppet->say(net::Ask{1, {many.puppet->last<net::Autopsy>()->state_hash.value}});
    }
    many.expect_blame("more at a time than is answered");
    DisputedHost afterwards;
    afterwards.puppet->say(net::Enough{1});
    afterwards.puppet->say(net::Ask{1, {1}});
    afterwards.expect_blame("after it had enough");
    DisputedHost twice;
    twice.puppet->say(net::Enough{1});
    twice.puppet->say(net::Enough{1});
    twice.expect_blame("it had enough before");
}

TEST(HostileWalk, WhoGivesNothingIsNotAskedAgain) {
    DisputedHost dispute;
    dispute.puppet->say(net::Pieces{1, {}});
    dispute.puppet->say(net::Enough{1});
    dispute.advance_a_little();
    EXPECT_TRUE(dispute.host->is_ended());
    dispute.expect_report();
    EXPECT_NE(dispute.puppet->told<net::Desynced>()->no_state.find("told no more"),
              std::string::npos);
}

}  // namespace
}  // namespace tandem::test
