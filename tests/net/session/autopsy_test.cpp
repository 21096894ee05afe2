// SPDX-License-Identifier: MIT
// A desync is found at its first tick, by both sides, with field and both values, whatever the
// line.
#include <tandem/net/session/autopsy.hpp>

#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/heard.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::DesyncCause;
using sim::erase;
using sim::ErrorCode;

// Both sides report this tick and cause, with the values the other way round, and their replays are
// finished with the evidence of the state after that tick.
void expect_desync(Side& host, Side& guest, std::uint64_t tick, DesyncCause cause) {
    const std::string log = host.log() + guest.log();
    for (Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << log;
        const auto& desync = *side->find<net::Desynced>();
        EXPECT_EQ(desync.tick.number, tick) << log;
        EXPECT_EQ(desync.cause, cause) << log;
        EXPECT_EQ(side->trace->end, sim::EndReason::desync);
        ASSERT_TRUE(side->ended().error.has_value());
        EXPECT_EQ(side->ended().error->code, ErrorCode::divergence);
        ASSERT_TRUE(side->trace->has_mark(sim::MarkKind::desync));
        ASSERT_EQ(side->trace->evidence.size(), 1U);
        EXPECT_EQ(side->trace->evidence[0].ticks_done, cause == DesyncCause::setup ? 0 : tick + 1);
    }
    const auto& here = *host.find<net::Desynced>();
    const auto& there = *guest.find<net::Desynced>();
    ASSERT_TRUE(here.theirs.has_value() && there.theirs.has_value());
    EXPECT_EQ(here.ours, *there.theirs);
    EXPECT_EQ(*here.theirs, there.ours);
    EXPECT_EQ(here.our_chain, there.their_chain);
    EXPECT_NE(here.our_chain, here.their_chain);
    ASSERT_EQ(here.fields.size(), there.fields.size());
    for (std::size_t index = 0; index < here.fields.size(); ++index) {
        EXPECT_EQ(here.fields[index].path, there.fields[index].path);
        EXPECT_EQ(here.fields[index].a, there.fields[index].b);
        EXPECT_EQ(here.fields[index].b, there.fields[index].a);
    }
}

TEST(Desync, APlantedBitIsFoundAtItsTickWithFieldAndBothValues) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Desync.APlanted*");
        Random random(seed);
        net::LinkOptions links = rough_line(random, 100, 40);
        links.burst_ppm = 100'000;
        links.burst_packets = random.between(1U, 6U);
        const std::uint64_t tick = random.below(std::uint64_t{150});
        const bool on_host = random.chance(1, 2);
        Arena arena(seed, links);
        net::HostOptions options = host_options(erase<Counter>(), 2, 200);
        net::JoinOptions join_options;
        (on_host ? options.session : join_options.session).plant =
            sim::Plant{sim::Tick{tick}, "totals[1]"};
        options.session.is_paced = random.chance(1, 2);
        join_options.session.is_paced = random.chance(1, 2);
        Side& host = arena.host(erase<Counter>(), options);
        Side& guest = arena.join(erase<Counter>(), join_options);
        ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
        expect_desync(host, guest, tick, DesyncCause::simulation);
        const auto& desync = *host.find<net::Desynced>();
        ASSERT_EQ(desync.fields.size(), 1U);
        EXPECT_EQ(desync.fields[0].path, "totals[1]");
        EXPECT_NE(desync.text.find("tick " + std::to_string(tick)), std::string::npos);
        EXPECT_NE(desync.text.find("totals[1]"), std::string::npos);
        EXPECT_TRUE((on_host ? host : guest).trace->has_mark(sim::MarkKind::plant));
    }
}

TEST(Desync, EvenTheLastTickOfAMatchIsCompared) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 100);
    net::JoinOptions join_options;
    join_options.session.plant = sim::Plant{sim::Tick{99}, "ticks"};
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    expect_desync(host, guest, 99, DesyncCause::simulation);
}

TEST(Desync, TwoMachinesThatComputeDifferentlyAreFoundAtTheFirstDifference) {
    Arena arena;
    net::HostOptions options = host_options(erase<Forked<0>>(), 2, 100);
    Side& host = arena.host(erase<Forked<0>>(), options);
    Side& guest = arena.join(erase<Forked<1>>());
    ASSERT_TRUE(arena.run_to_end());
    expect_desync(host, guest, 50, DesyncCause::simulation);
    EXPECT_EQ(host.find<net::Desynced>()->fields.at(0).path, "total");
}

// Counter, but another build of it resets differently.
struct OtherReset : Counter {
    void reset(const Setup& setup) {
        Counter::reset(setup);
        totals[0] += 5;
    }
};

TEST(Desync, AResetThatDiffersCostsThatGuestTheMatchAndNobodyElse) {
    Arena arena;
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 3, 100));
    Side& patient = arena.join(erase<Counter>());
    arena.run_for(milliseconds(100));
    Side& other = arena.join(erase<OtherReset>());
    ASSERT_TRUE(arena.run_until([&] { return other.session->is_ended(); }, milliseconds(500)));
    ASSERT_EQ(other.count<net::Desynced>(), 1U) << other.log();
    const auto& desync = *other.find<net::Desynced>();
    EXPECT_EQ(desync.cause, DesyncCause::setup);
    EXPECT_EQ(desync.fields.at(0).path, "totals[0]");
    EXPECT_EQ(other.ended().error->code, ErrorCode::divergence);
    EXPECT_EQ(other.trace->end, sim::EndReason::desync);
    ASSERT_EQ(other.trace->evidence.size(), 1U);
    EXPECT_EQ(other.trace->evidence[0].ticks_done, 0U);
    EXPECT_EQ(other.trace->ticks, 0U);

    ASSERT_EQ(host.count<net::Refused>(), 1U) << host.log();
    const auto& refused = *host.find<net::Refused>();
    EXPECT_TRUE(refused.by_us);
    EXPECT_EQ(refused.reason, net::RefusalReason::reset);
    EXPECT_NE(refused.host_value, refused.guest_value);
    EXPECT_FALSE(host.session->is_ended() || patient.session->is_ended());
    Side& third = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end()) << host.log();
    EXPECT_EQ(third.trace->ticks, 100U);
    EXPECT_TRUE(host.trace->truth == patient.trace->truth);
}

// Their digests came with the handshake, so no side guesses.
TEST(Desync, SaysWhetherBothSidesRunOneProgram) {
    const auto program = [](const std::string& name, const std::string& libraries) {
        return net::GameProgram{sim::digest_bytes(sim::as_bytes(name)),
                                sim::digest_bytes(sim::as_bytes(libraries)), "a compiler"};
    };
    const std::tuple<net::GameProgram, net::GameProgram, const char*> pairs[] = {
        {program("a", "x"), program("a", "x"), "(both sides run the same program)"},
        {program("a", "x"), program("a", "y"),
         "(the two sides run one program with different libraries)"},
        {program("a", "x"), program("b", "x"), "(the two sides run different programs)"}};
    for (const auto& [of_host, of_guest, words] : pairs) {
        Arena arena;
        net::HostOptions options = host_options(erase<Counter>(), 2, 100);
        options.session.program = of_host;
        net::JoinOptions join;
        join.session.program = of_guest;
        join.session.plant = sim::Plant{sim::Tick{40}, "totals[0]"};
        Side& host = arena.host(erase<Counter>(), options);
        Side& guest = arena.join(erase<Counter>(), join);
        ASSERT_TRUE(arena.run_to_end());
        for (Side* side : {&host, &guest}) {
            ASSERT_EQ(side->count<net::Desynced>(), 1U);
            const std::string& text = side->find<net::Desynced>()->text;
            EXPECT_NE(text.find(words), std::string::npos) << text;
        }
    }
}

TEST(Desync, OfOneProgramThatResetsInTwoWaysBlamesNoBuild) {
    const net::GameProgram program{sim::digest_bytes(sim::as_bytes("a program")), {}, ""};
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 100);
    options.session.program = program;
    net::JoinOptions join;
    join.session.program = program;
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<OtherReset>(), join);
    ASSERT_TRUE(arena.run_until([&] { return guest.session->is_ended(); }, milliseconds(500)));
    ASSERT_EQ(guest.count<net::Desynced>(), 1U) << guest.log();
    ASSERT_EQ(host.count<net::Refused>(), 1U) << host.log();
    for (const std::string& text :
         {guest.find<net::Desynced>()->text, host.find<net::Refused>()->text}) {
        EXPECT_NE(text.find("both sides run the same program"), std::string::npos) << text;
        EXPECT_EQ(text.find("build"), std::string::npos) << text;
    }
}

TEST(Desync, WithoutMemoryForStatesTickAndCauseAreStillExact) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 2, 100);
    options.session.evidence_memory_bytes_max = 0;
    net::JoinOptions join_options;
    join_options.session.plant = sim::Plant{sim::Tick{40}, "totals[0]"};
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(arena.run_to_end());
    for (Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U);
        EXPECT_EQ(side->find<net::Desynced>()->tick.number, 40U);
        EXPECT_EQ(side->find<net::Desynced>()->cause, DesyncCause::simulation);
        EXPECT_TRUE(side->find<net::Desynced>()->fields.empty());
    }
    // Nobody is left to wonder why no field is named.
    const auto& here = *host.find<net::Desynced>();
    EXPECT_NE(here.no_state.find("no evidence"), std::string::npos) << here.no_state;
    EXPECT_NE(here.text.find(here.no_state), std::string::npos) << here.text;
    const auto& there = *guest.find<net::Desynced>();
    EXPECT_NE(there.no_state.find("the other side's state"), std::string::npos) << there.no_state;
    EXPECT_NE(there.text.find(there.no_state), std::string::npos) << there.text;
    EXPECT_TRUE(host.trace->evidence.empty());
    EXPECT_EQ(guest.trace->evidence.size(), 1U);
}

TEST(Desync, ASideWhosePeerFallsSilentReportsAloneAfterATimeout) {
    net::LinkOptions links;
    links.delay = milliseconds(20);
    Arena arena(1, links);
    net::HostOptions options = host_options(erase<Counter>(), 2, 500);
    net::JoinOptions join_options;
    join_options.session.plant = sim::Plant{sim::Tick{60}, "totals[0]"};
    Side& host = arena.host(erase<Counter>(), options);
    Side& guest = arena.join(erase<Counter>(), join_options);
    ASSERT_TRUE(
        arena.run_until([&] { return !host.trace->evidence.empty(); }, std::chrono::seconds(5)));
    guest.is_frozen = true;
    arena.network().cut(1);
    ASSERT_TRUE(arena.run_until([&] { return host.session->is_ended(); }, std::chrono::seconds(8)));
    ASSERT_EQ(host.count<net::Desynced>(), 1U) << host.log();
    EXPECT_EQ(host.find<net::Desynced>()->tick.number, 60U);
    EXPECT_EQ(host.trace->end, sim::EndReason::desync);
}

TEST(Desync, OfALargerMatchTheOddOneIsSetAsideAndTheRestPlayOn) {
    Arena arena;
    net::HostOptions options = host_options(erase<Counter>(), 3, 300);
    Side& host = arena.host(erase<Counter>(), options);
    net::JoinOptions planted;
    planted.session.plant = sim::Plant{sim::Tick{80}, "totals[2]"};
    Side& bad = arena.join(erase<Counter>(), planted);
    Side& good = arena.join(erase<Counter>());
    ASSERT_TRUE(arena.run_to_end()) << host.log() << bad.log() << good.log();
    const std::string log = host.log() + bad.log() + good.log();
    EXPECT_EQ(bad.trace->end, sim::EndReason::desync) << log;
    EXPECT_EQ(bad.ended().error->code, ErrorCode::divergence) << log;
    for (const Side* side : {&host, &bad}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << log;
        EXPECT_EQ(side->find<net::Desynced>()->tick.number, 80U) << log;
        EXPECT_EQ(side->find<net::Desynced>()->cause, DesyncCause::simulation) << log;
        EXPECT_EQ(side->trace->evidence.size(), 1U) << "both accounts are kept\n" << log;
        EXPECT_EQ(side->count<net::Alarm>(), 1U) << log;
    }
    ASSERT_EQ(host.count<net::Left>(), 1U) << log;
    EXPECT_EQ(host.find<net::Left>()->reason, net::LeftReason::desync);
    const std::string odd = "player " + std::to_string(bad.session->own_slot().index);
    for (const Side* side : {&host, &good}) {
        ASSERT_EQ(side->count<net::Left>(), 1U) << log;
        const std::string& told = side->find<net::Left>()->text;
        EXPECT_EQ(told.find(odd + " is set aside: desync after tick 80: "), 0U) << told;
        EXPECT_NE(told.find("; totals[2]  "), std::string::npos) << told;
        EXPECT_NE(told.find(" (player 0 | " + odd + ")"), std::string::npos) << told;
        expect_true_for_whoever_reads(told);
        EXPECT_EQ(side->trace->ticks, 300U) << log;
        EXPECT_EQ(side->trace->end, sim::EndReason::tick_limit) << log;
        EXPECT_FALSE(side->ended().error.has_value()) << log;
    }
    EXPECT_TRUE(host.trace->records == good.trace->records);
    EXPECT_EQ(host.trace->chain, good.trace->chain);
    EXPECT_EQ(good.count<net::Desynced>(), 0U) << log;
}

TEST(Desync, ACauseIsToldByTheRecordsAlone) {
    const sim::GameInfo& game = erase<Counter>().info();
    net::Moment ours;
    ours.ticks_done = 8;
    ours.hashes.records = sim::RecordsHash{1};
    net::Autopsy theirs;
    theirs.ticks_done = 8;
    theirs.hashes.records = sim::RecordsHash{1};
    EXPECT_EQ(net::explain_desync(game, 2, Slot{1}, ours, {}, {}, &theirs).cause,
              DesyncCause::simulation);
    theirs.hashes.records = sim::RecordsHash{2};
    EXPECT_EQ(net::explain_desync(game, 2, Slot{1}, ours, {}, {}, &theirs).cause,
              DesyncCause::inputs);
    EXPECT_EQ(net::explain_desync(game, 2, Slot{1}, ours, {}, {}, nullptr).cause,
              DesyncCause::unknown);
    ours.ticks_done = theirs.ticks_done = 0;
    EXPECT_EQ(net::explain_desync(game, 2, Slot{1}, ours, {}, {}, &theirs).cause,
              DesyncCause::setup);
}

TEST(Desync, AResetTooLargeToBeSentIsSaidToBe) {
    net::Moment ours;
    ours.has_state = true;
    ours.state.resize(net::MessageLimits::evidence_bytes_max + 1);
    const net::Autopsy sent = net::make_reset_autopsy(ours);
    EXPECT_FALSE(sent.has_state);
    net::StatesAtDesync states;
    states.ours = &ours.state;
    const auto desync =
        net::explain_desync(erase<Counter>().info(), 2, Slot{1}, ours, states, {}, &sent);
    EXPECT_TRUE(desync.fields.empty());
    EXPECT_NE(desync.text.find("state of 1048577 bytes is too large to be sent"), std::string::npos)
        << desync.text;
}

TEST(Desync, AReportHoldsTheStateOnlyIfItIsASinglePiece) {
    net::Moment ours;
    ours.ticks_done = 8;
    ours.has_state = true;
    ours.state.resize(net::PieceLimits::bytes_max);
    EXPECT_EQ(net::make_autopsy(ours).state, ours.state);
    ours.state.resize(net::PieceLimits::bytes_max + 1);
    const net::Autopsy large = net::make_autopsy(ours);
    EXPECT_TRUE(large.has_state);
    EXPECT_EQ(large.state_bytes, ours.state.size());
    EXPECT_TRUE(large.state.empty());
    ours.has_state = false;
    EXPECT_FALSE(net::make_autopsy(ours).has_state);
}

TEST(Desync, ItsTickIsTheOneAfterWhichTheStatesDiffer) {
    net::Moment ours;
    ours.ticks_done = 8;
    const auto desync =
        net::explain_desync(erase<Counter>().info(), 2, Slot{1}, ours, {}, {}, nullptr);
    EXPECT_EQ(desync.tick.number, 7U);
    EXPECT_EQ(desync.text.rfind("desync after tick 7 with player 1", 0), 0U) << desync.text;
}

}  // namespace
}  // namespace tandem::test
