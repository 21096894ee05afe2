// SPDX-License-Identifier: MIT
// What goes to a peer and what it says of what it has: everything it has not acknowledged, oldest
// first, in turns where that is too much; and how histories are compared.
#include <tandem/net/session/link.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <tandem/net/wire/terms.hpp>
#include <tests/net/input_kinds.hpp>

namespace tandem::test {
namespace {

namespace wire = net::wire;
using net::Link;
using net::Owed;
using net::PeerId;
using net::Time;
using std::chrono::milliseconds;

constexpr PeerId k_linked{9};
constexpr Time k_link_period = milliseconds(20);

// We are slot 0 of so many and send to the player of the last slot, who has all that is asked for.
struct LinkedPair final : wire::KnownInputs {
    explicit LinkedPair(std::size_t input_bytes = 4, std::uint32_t players = 2)
        : schema(pad_schema(input_bytes)),
          format{players, wire::InputFormat(schema)},
          agreement(sim::Bytes(input_bytes)),
          pace({TickRate{50}, std::nullopt, true}),
          link(k_linked, sent_slots(players), players, Time{0}) {
        agreement.reset(players);
        pace.add_peer(k_linked, milliseconds(40));
        pace.start(Time{0});
    }
    static std::vector<std::uint32_t> sent_slots(std::uint32_t players) {
        std::vector<std::uint32_t> slots;
        for (std::uint32_t slot = 0; slot + 1 < players; ++slot) {
            slots.push_back(slot);
        }
        return slots;
    }
    sim::Bytes input(std::uint32_t slot, std::uint64_t tick) const {
        sim::Bytes bytes(agreement_bytes());
        Random random(tick, slot);
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random.below(256U));
        }
        return bytes;
    }
    std::size_t agreement_bytes() const { return *format.inputs.fixed_bytes(); }
    void give(std::uint32_t slot, std::uint64_t from, std::uint64_t until) {
        for (std::uint64_t tick = from; tick < until; ++tick) {
            agreement.inputs(slot).insert(tick, input(slot, tick));
        }
    }
    // What the packets of a flush say. Their inputs are checked.
    std::vector<wire::Packet> flush(Time now = Time{0}) {
        std::vector<wire::Packet> packets;
        const net::PacketSources sources{agreement, format,     pace,   hash,       ticks_done,
                                         Slot{0},   way_beyond, thrift, tells_slack};
        for (const sim::Bytes& bytes : link.make_packets(sources, now)) {
            EXPECT_LE(bytes.size(), net::k_packet_bytes_max);
            const wire::PacketContext context{&format, this, pace.due_ticks() * wire::k_due_parts};
            wire::Packet packet;
            const auto decoded = wire::decode_packet(bytes, context, packet);
            EXPECT_TRUE(decoded.has_value()) << decoded.error().text();
            for (const wire::Run& run : packet.runs) {
                for (std::uint64_t index = 0; index < run.count; ++index) {
                    EXPECT_TRUE(std::ranges::equal(packet.inputs[run.index + index],
                                                   input(run.slot, run.first + index)));
                }
            }
            packets.push_back(packet);
        }
        return packets;
    }
    // The ticks of a slot's inputs in one flush, in the order of sending.
    std::vector<std::uint64_t> flushed_ticks(std::uint32_t slot = 0, Time now = Time{0}) {
        std::vector<std::uint64_t> ticks;
        for (const wire::Packet& packet : flush(now)) {
            for (const wire::Run& run : packet.runs) {
                for (std::uint64_t index = 0; run.slot == slot && index < run.count; ++index) {
                    ticks.push_back(run.first + index);
                }
            }
        }
        return ticks;
    }
    bool acknowledge(std::uint32_t slot, std::uint64_t next) {
        const bool is_possible = link.receive_ack(agreement, {slot, next, std::nullopt});
        link.on_acks(agreement, k_link_period, Time{0});
        return is_possible;
    }
    std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t first) const override {
        return agreement.before(slot, first);
    }

    sim::Schema schema;
    wire::PacketFormat format;
    net::Agreement agreement;
    net::Pace pace;
    Link link;
    std::optional<wire::HashPoint> hash;
    std::uint64_t ticks_done = 0;
    std::optional<Time> way_beyond;
    std::optional<net::Thrift> thrift;
    bool tells_slack = true;
};

// ---- Sending ----

TEST(LinkTest, EveryFlushRepeatsAllThatIsNotAcknowledgedOldestFirst) {
    LinkedPair pair;
    pair.give(0, 0, 3);
    EXPECT_EQ(pair.flushed_ticks(), (std::vector<std::uint64_t>{0, 1, 2}));
    pair.give(0, 3, 4);
    EXPECT_EQ(pair.flushed_ticks(), (std::vector<std::uint64_t>{0, 1, 2, 3}));
    EXPECT_TRUE(pair.acknowledge(0, 2));
    EXPECT_TRUE(pair.acknowledge(0, 1)) << "an old acknowledgement takes nothing back";
    EXPECT_EQ(pair.flushed_ticks(), (std::vector<std::uint64_t>{2, 3}));
    EXPECT_TRUE(pair.link.awaits_acks(pair.agreement));
    EXPECT_TRUE(pair.acknowledge(0, 4));
    EXPECT_TRUE(pair.flushed_ticks().empty());
    EXPECT_FALSE(pair.link.awaits_acks(pair.agreement));
}

TEST(LinkTest, AnAcknowledgementOfWhatWasNeverSentIsRefused) {
    LinkedPair pair(4, 3);
    pair.give(0, 0, 4);
    pair.give(2, 0, 4);
    EXPECT_FALSE(pair.acknowledge(0, 5));
    EXPECT_FALSE(pair.acknowledge(0, ~std::uint64_t{0}));
    EXPECT_FALSE(pair.acknowledge(1, 1)) << "of another's inputs, which are not here yet";
    EXPECT_FALSE(pair.acknowledge(2, 1)) << "of its own inputs";
    EXPECT_FALSE(pair.acknowledge(3, 0)) << "of nobody's";
    EXPECT_TRUE(pair.acknowledge(0, 4));
    EXPECT_EQ(pair.link.acked(0), 4U);
    EXPECT_TRUE(pair.link.speaks_for(2));
    EXPECT_FALSE(pair.link.speaks_for(0) || pair.link.speaks_for(1) || pair.link.speaks_for(3));
}

TEST(LinkTest, AWindowLargerThanAFlushGoesOutInTurns) {
    LinkedPair pair(1'000);
    pair.give(0, 0, 50);  // one for each packet
    std::set<std::uint64_t> seen;
    for (int round = 0; round < 7; ++round) {
        const auto ticks = pair.flushed_ticks();
        EXPECT_FALSE(ticks.empty());
        EXPECT_LE(ticks.size(), 8U) << "a flush is bounded";
        seen.insert(ticks.begin(), ticks.end());
    }
    EXPECT_EQ(seen.size(), 50U) << "no input starves";
    EXPECT_EQ(pair.flushed_ticks().front(), 0U) << "and then from the oldest again";
}

// ---- A way longer than its shortest ----

using Ticks = std::vector<std::uint64_t>;

TEST(LinkTest, OnALongWayTheNewestStandInEachPacketAndTheRestGoesOnceARoundTrip) {
    LinkedPair pair;
    pair.give(0, 0, 6);
    EXPECT_EQ(pair.flushed_ticks(), (Ticks{0, 1, 2, 3, 4, 5}));
    ASSERT_TRUE(pair.acknowledge(0, 1));
    pair.thrift = net::Thrift{milliseconds(50), 2, milliseconds(400), false};
    pair.give(0, 6, 10);
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(50)), (Ticks{6, 7, 8, 9})) << "each once";
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(100)), (Ticks{8, 9}));
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(399)), (Ticks{8, 9}));
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(400)), (Ticks{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(450)), (Ticks{8, 9}));
    // What is acknowledged within the round trip is not sent again.
    ASSERT_TRUE(pair.acknowledge(0, 10));
    pair.give(0, 10, 14);
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(500)), (Ticks{10, 11, 12, 13}));
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(800)), (Ticks{12, 13}))
        << "only now sent for so long";
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(1'200)), (Ticks{10, 11, 12, 13}));
    pair.thrift.reset();
    EXPECT_EQ(pair.flushed_ticks(0, milliseconds(1'250)), (Ticks{10, 11, 12, 13}));
}

TEST(LinkTest, ARunThatBeginsLaterIsCodedAgainstWhatIsAcknowledged) {
    LinkedPair pair;
    pair.give(0, 0, 10);
    pair.flush();
    ASSERT_TRUE(pair.acknowledge(0, 3));
    pair.thrift = net::Thrift{milliseconds(50), 2, milliseconds(400), false};
    const auto packets = pair.flush(milliseconds(50));
    ASSERT_EQ(packets.size(), 1U);
    ASSERT_EQ(packets[0].runs.size(), 1U);
    EXPECT_TRUE(packets[0].head.says_known);
    EXPECT_EQ(packets[0].runs[0].first, 8U);
    EXPECT_EQ(packets[0].runs[0].known, 3U);
    pair.thrift.reset();
    EXPECT_FALSE(pair.flush(milliseconds(100))[0].head.says_known);
}

TEST(LinkTest, WhereNothingIsAnsweredAFewOfTheOldestGo) {
    LinkedPair pair;
    pair.give(0, 0, 40);
    pair.flush();
    ASSERT_TRUE(pair.acknowledge(0, 7));
    pair.thrift = net::Thrift{milliseconds(100), 2, milliseconds(400), true};
    for (int ms = 100; ms < 2'000; ms += 100) {
        EXPECT_EQ(pair.flushed_ticks(0, milliseconds(ms)), (Ticks{7, 8, 9, 10, 11, 12}));
    }
}

TEST(LinkTest, OfAWindowLargerThanAPacketOneGoesAtATimeAndNoneStarves) {
    LinkedPair pair(1'000);
    pair.give(0, 0, 5);
    EXPECT_EQ(pair.flush().size(), 5U);
    pair.thrift = net::Thrift{milliseconds(50), 2, milliseconds(400), false};
    std::set<std::uint64_t> seen;
    for (int ms = 400; ms < 700; ms += 50) {
        const auto ticks = pair.flushed_ticks(0, milliseconds(ms));
        EXPECT_LE(ticks.size(), 2U);
        seen.insert(ticks.begin(), ticks.end());
    }
    EXPECT_EQ(seen.size(), 5U);
}

TEST(LinkTest, NoSlackIsToldWhereItWouldNotBeAllThatIsNeeded) {
    LinkedPair pair;
    for (const bool tells : {true, false}) {
        pair.tells_slack = tells;
        pair.link.on_slack(1, 4);
        const auto packets = pair.flush();
        ASSERT_EQ(packets[0].acks.size(), 1U);
        EXPECT_EQ(packets[0].acks[0].slack.has_value(), tells);
    }
    pair.tells_slack = true;
    EXPECT_FALSE(pair.flush()[0].acks[0].slack.has_value()) << "nor later";
}

TEST(LinkTest, NoSlotStarvesWhereAnotherFillsAPacket) {
    LinkedPair pair(1'000, 4);
    for (std::uint32_t slot = 0; slot < 3; ++slot) {
        pair.give(slot, 0, 1);
    }
    std::set<std::uint32_t> slots;
    for (const wire::Packet& packet : pair.flush()) {
        for (const wire::Run& run : packet.runs) {
            slots.insert(run.slot);
        }
    }
    EXPECT_EQ(slots, (std::set<std::uint32_t>{0, 1, 2})) << "one packet for each";
}

TEST(LinkTest, ARunEndsAtAnAbsenceAndTheNextOneBeginsAfterIt) {
    LinkedPair pair(4, 3);
    pair.give(1, 0, 10);
    ASSERT_TRUE(pair.acknowledge(1, 6));
    pair.agreement.leave_at(1, 10);
    EXPECT_EQ(pair.flushed_ticks(1), (std::vector<std::uint64_t>{6, 7, 8, 9}));
    pair.agreement.return_at(1, 20);
    EXPECT_EQ(pair.flushed_ticks(1), (std::vector<std::uint64_t>{6, 7, 8, 9}))
        << "the peer still lacks what was given before";
    pair.give(1, 20, 22);
    EXPECT_EQ(pair.flushed_ticks(1), (std::vector<std::uint64_t>{6, 7, 8, 9, 20, 21}));
    ASSERT_TRUE(pair.acknowledge(1, 10));
    EXPECT_EQ(pair.flushed_ticks(1), (std::vector<std::uint64_t>{20, 21}));
    ASSERT_TRUE(pair.acknowledge(1, 22));
    EXPECT_TRUE(pair.flushed_ticks(1).empty());
}

TEST(LinkTest, WithheldInputsWaitAndSoDoWeForNobody) {
    LinkedPair pair(4, 3);
    pair.give(0, 0, 5);
    pair.give(1, 0, 5);
    pair.link.withhold_from(3);
    EXPECT_EQ(pair.flushed_ticks(0), (std::vector<std::uint64_t>{0, 1, 2}));
    EXPECT_EQ(pair.flushed_ticks(1), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    pair.link.withhold_from(std::nullopt);
    EXPECT_EQ(pair.flushed_ticks(0), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST(LinkTest, WhatIsTakenBackIsSentAgain) {
    LinkedPair pair;
    pair.give(0, 0, 5);
    ASSERT_TRUE(pair.acknowledge(0, 5));
    pair.link.retract(0, 3);
    EXPECT_EQ(pair.flushed_ticks(), (std::vector<std::uint64_t>{3, 4}));
    pair.link.skip_to(0, 30);
    EXPECT_EQ(pair.link.acked(0), 30U);
    EXPECT_TRUE(pair.flushed_ticks().empty());
}

TEST(LinkTest, ALinkThatGoesOnSendsWhatIsBehindTheTicksOfTheOneBefore) {
    LinkedPair pair;
    pair.give(0, 0, 8);
    pair.give(1, 0, 6);
    pair.link.go_on_from({5, 6});
    EXPECT_EQ(pair.link.acked(0), 5U);
    EXPECT_EQ(pair.link.coded_from(1), 6U) << "the next run is coded against what is here";
    EXPECT_EQ(pair.flushed_ticks(), (std::vector<std::uint64_t>{5, 6, 7}));
    EXPECT_TRUE(pair.acknowledge(0, 8));
    EXPECT_TRUE(pair.flushed_ticks().empty());
}

TEST(LinkTest, AFlushSaysWhatWeHaveWithTheLeastSlackOnce) {
    LinkedPair pair;
    pair.give(1, 0, 7);
    pair.link.on_slack(1, 5);
    pair.link.on_slack(1, -2);
    pair.link.on_slack(1, 4);
    auto packets = pair.flush();
    ASSERT_EQ(packets.size(), 1U);
    EXPECT_EQ(packets[0].acks, (std::vector<wire::Ack>{{1, 7, std::int8_t{-2}}}));
    EXPECT_EQ(pair.flush()[0].acks, (std::vector<wire::Ack>{{1, 7, std::nullopt}}));
    pair.link.on_slack(1, -900);
    EXPECT_EQ(pair.flush()[0].acks[0].slack, wire::Ack::slack_min);
}

TEST(LinkTest, EveryPacketIsAnsweredOnceWithTheTimeItWasHeld) {
    LinkedPair pair;
    EXPECT_FALSE(pair.flush()[0].head.echo.has_value()) << "nothing came yet";
    pair.pace.on_packet(k_linked, {200, {}, {}, {}, 0, {}}, milliseconds(100));
    const auto first = pair.flush(milliseconds(108))[0].head.echo;
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->number, 200U);
    EXPECT_EQ(wire::held_time(first->held_code), milliseconds(8));
    EXPECT_FALSE(pair.flush(milliseconds(110))[0].head.echo.has_value());
    pair.pace.on_packet(k_linked, {201, {}, {}, {}, 0, {}}, milliseconds(120));
    EXPECT_FALSE(pair.flush(milliseconds(400))[0].head.echo.has_value())
        << "held for longer than can be told";
    EXPECT_TRUE(pair.flush(milliseconds(121))[0].head.echo.has_value());
}

TEST(LinkTest, APacketTellsTimeStrainLossesAndHistory) {
    LinkedPair pair;
    pair.hash = wire::HashPoint{2, 77};
    pair.way_beyond = milliseconds(10);
    pair.pace.advance(milliseconds(45), 0);
    auto head = pair.flush(milliseconds(45))[0].head;
    EXPECT_EQ(head.due, 2 * 16U + 4U) << "two ticks and a quarter";
    EXPECT_EQ(head.hash, pair.hash);
    ASSERT_TRUE(head.extras.has_value());
    EXPECT_EQ(head.extras->strain, wire::Strain::none);
    EXPECT_EQ(wire::way_time(*head.extras->way_beyond), milliseconds(10));
    pair.way_beyond.reset();
    EXPECT_FALSE(pair.flush()[0].head.extras.has_value()) << "what is not worth it is not told";
    pair.pace.advance(milliseconds(400), 0);
    head = pair.flush()[0].head;
    ASSERT_TRUE(head.extras.has_value());
    EXPECT_EQ(head.extras->strain, wire::Strain::frozen);
    EXPECT_EQ(static_cast<std::uint8_t>(head.number), 2U);
}

TEST(LinkTest, AnUnpacedSideTellsNoTime) {
    LinkedPair pair;
    pair.pace = net::Pace({TickRate{50}, std::nullopt, false});
    pair.pace.add_peer(k_linked, milliseconds(40));
    pair.ticks_done = 5;
    EXPECT_FALSE(pair.flush()[0].head.due.has_value());
}

TEST(LinkTest, AFlushIsWhatWasOwed) {
    LinkedPair pair;
    pair.link.want_flush();
    pair.link.want_answer();
    EXPECT_TRUE(pair.link.wants_flush() && pair.link.owes_answer());
    pair.flush(milliseconds(7));
    EXPECT_FALSE(pair.link.wants_flush() || pair.link.owes_answer());
    EXPECT_EQ(pair.link.last_sent(), milliseconds(7));
    pair.link.on_heard(milliseconds(8));
    EXPECT_EQ(pair.link.last_heard(), milliseconds(8));
    pair.link.set_coded_from(1, 44);
    EXPECT_EQ(pair.link.coded_from(1), 44U);
}

// ---- Comparing ----

struct ToldHistory {
    ToldHistory() : link(k_linked, {0}, 2, Time{0}), history(0) { add(); }
    void add(std::uint64_t moments = 1) {
        for (; moments > 0; --moments) {
            net::Moment moment;
            moment.ticks_done = next++;
            moment.hashes.chain = sim::ChainHash{chain_after(moment.ticks_done)};
            history.add(std::move(moment));
        }
    }
    static std::uint64_t chain_after(std::uint64_t ticks) {
        return (std::uint64_t{0xABCD} << 32) + 1'000 + ticks;
    }
    void tell(std::uint64_t ticks, bool is_equal = true) {
        link.receive_hash(
            {ticks, static_cast<std::uint32_t>(chain_after(ticks)) + (is_equal ? 0 : 1)});
    }
    std::optional<wire::HashPoint> compare() { return link.compare(history, k_link_period); }

    Link link;
    net::History history;
    std::uint64_t next = 0;
};

TEST(LinkTest, HistoriesAreComparedAsFarAsBothAreKnown) {
    ToldHistory told;
    told.add(3);
    told.tell(2);
    told.tell(5);
    EXPECT_EQ(told.link.ticks_told(), 5U);
    EXPECT_FALSE(told.compare().has_value());
    EXPECT_EQ(told.link.ticks_compared(), 2U) << "the rest when we have got there";
    told.add(2);
    EXPECT_FALSE(told.compare().has_value());
    EXPECT_EQ(told.link.ticks_compared(), 5U);
    told.tell(4, false);
    EXPECT_FALSE(told.compare().has_value()) << "what is older than what was told says nothing";
}

TEST(LinkTest, TheFirstHashThatDiffersIsFoundAndNoneAfterIt) {
    ToldHistory told;
    told.add(9);
    told.tell(3);
    told.tell(6, false);
    told.tell(9);
    const auto differs = told.compare();
    ASSERT_TRUE(differs.has_value());
    EXPECT_EQ(differs->ticks_done, 6U);
    EXPECT_EQ(told.link.ticks_compared(), 3U);
    EXPECT_TRUE(told.compare().has_value()) << "it does not go away";
    told.link.stop_comparing();
    EXPECT_FALSE(told.compare().has_value());
    told.link.restart_comparing(4);
    EXPECT_EQ(told.link.ticks_compared(), 4U);
    told.tell(6, false);
    EXPECT_TRUE(told.compare().has_value());
}

TEST(LinkTest, HashesToldFarAheadAreBoundedAndALaterOneStandsForThem) {
    ToldHistory told;
    for (std::uint64_t ticks = 1; ticks <= 5'000; ++ticks) {
        told.tell(ticks, ticks != 100);
    }
    told.add(5'000);
    EXPECT_FALSE(told.compare().has_value()) << "the hash is a running one";
    EXPECT_EQ(told.link.ticks_compared(), 5'000U);
}

// ---- Liveness ----

TEST(LinkTest, WhatAPeerOwesShrinksAsItGetsOn) {
    LinkedPair pair;
    pair.give(0, 0, 10);
    pair.link.liveness.owe(Owed::acknowledgements, milliseconds(1'000));
    ASSERT_TRUE(pair.acknowledge(0, 3));
    EXPECT_EQ(pair.link.liveness.debt(Owed::acknowledgements), milliseconds(1'000 - 3 * 8 * 20));
    ASSERT_TRUE(pair.acknowledge(0, 3));
    EXPECT_EQ(pair.link.liveness.debt(Owed::acknowledgements), milliseconds(520))
        << "saying it again is nothing new";
    ToldHistory told;
    told.add(5);
    told.link.liveness.owe(Owed::history, milliseconds(1'000));
    told.tell(5);
    told.compare();
    EXPECT_EQ(told.link.liveness.debt(Owed::history), milliseconds(200));
}

TEST(LivenessTest, DrippingIsNoProgressAndAnEighthOfTheSpeedIs) {
    for (const int every : {7, 8, 9, 16}) {
        net::Liveness liveness;
        Time longest{0};
        for (int tick = 0; tick < 8'000; ++tick) {
            liveness.owe(Owed::inputs, k_link_period);
            if (tick % every == 0) {
                liveness.pay(Owed::inputs, 1, k_link_period);
            }
            longest = std::max(longest, liveness.debt(Owed::inputs));
        }
        EXPECT_EQ(longest > std::chrono::seconds(5), every > 8) << "one tick in " << every;
    }
}

TEST(LivenessTest, TheWorstDebtIsNamedAndNoPaymentIsKeptForLater) {
    net::Liveness liveness;
    EXPECT_EQ(liveness.worst(), Owed::any_sign);
    liveness.owe(Owed::history, milliseconds(30));
    liveness.owe(Owed::acknowledgements, milliseconds(20));
    EXPECT_EQ(liveness.worst(), Owed::history);
    liveness.pay(Owed::history, ~std::uint64_t{0}, Time{1});
    EXPECT_EQ(liveness.debt(Owed::history), Time{0}) << "no sum overflows";
    EXPECT_EQ(liveness.worst(), Owed::acknowledgements);
    liveness.owe(Owed::history, milliseconds(30));
    EXPECT_EQ(liveness.debt(Owed::history), milliseconds(30));
    liveness.clear(Owed::history);
    EXPECT_EQ(liveness.debt(Owed::history), Time{0});
}

}  // namespace
}  // namespace tandem::test
