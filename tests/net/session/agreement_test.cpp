// SPDX-License-Identifier: MIT
// What the sides agree on, without any network: who is present, what is confirmed, where it ends.
#include <tandem/net/session/agreement.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <tandem/sim/math/random.hpp>
#include <tests/sim/by_hand.hpp>

namespace tandem::test {
namespace {

using net::AgreedEnd;
using net::Agreement;
using net::Presence;
using sim::EndReason;

const sim::Bytes k_idle_byte{std::byte{77}};

// ---- Presence ----

TEST(PresenceTest, EverybodyIsPresentUntilItLeaves) {
    Presence presence;
    EXPECT_TRUE(presence.at(0) && presence.at(1'000'000));
    EXPECT_EQ(presence.next(5), 5U);
    EXPECT_FALSE(presence.absent_from().has_value());
    EXPECT_FALSE(presence.begins_at(0)) << "the beginning is no return";
    presence.leave_at(10);
    EXPECT_TRUE(presence.at(9));
    EXPECT_FALSE(presence.at(10) || presence.at(500));
    EXPECT_EQ(presence.next(9), 9U);
    EXPECT_FALSE(presence.next(10).has_value());
    EXPECT_EQ(presence.absent_from(), 10U);
    presence.return_at(20);
    EXPECT_FALSE(presence.at(19));
    EXPECT_TRUE(presence.at(20));
    EXPECT_EQ(presence.next(10), 20U);
    EXPECT_FALSE(presence.absent_from().has_value());
    EXPECT_TRUE(presence.begins_at(20));
    EXPECT_FALSE(presence.begins_at(10) || presence.begins_at(21));
}

TEST(PresenceTest, AnAbsenceOfNoTickIsABeginningAllTheSame) {
    Presence presence;
    presence.leave_at(10);
    presence.return_at(10);
    EXPECT_TRUE(presence.at(9) && presence.at(10));
    EXPECT_TRUE(presence.begins_at(10)) << "what was given before is not known any more";
    presence.leave_at(10);
    EXPECT_FALSE(presence.at(10));
    EXPECT_FALSE(presence.begins_at(10));
    presence.return_at(30);
    EXPECT_EQ(presence.next(10), 30U);
    EXPECT_TRUE(presence.begins_at(30));
}

TEST(PresenceTest, GoesOnFromTheMiddleOfAMatchAsItWasTold) {
    const Presence present(true, {100, 120});
    EXPECT_TRUE(present.at(0) && present.at(99) && !present.at(100) && present.at(120));
    const Presence absent(false, {120, 140});
    EXPECT_FALSE(absent.at(0) || absent.at(119));
    EXPECT_TRUE(absent.at(120) && absent.begins_at(120));
    EXPECT_EQ(absent.absent_from(), 140U);
    EXPECT_EQ(absent.changes_from(100), (std::vector<std::uint64_t>{120, 140}));
    EXPECT_EQ(absent.changes_from(121), (std::vector<std::uint64_t>{140}));
    EXPECT_EQ(absent.changes_from(120).size(), 2U);
    EXPECT_TRUE(absent.changes_from(141).empty());
    const Presence gone(false, {});
    EXPECT_EQ(gone.absent_from(), 0U);
    EXPECT_FALSE(gone.next(1'000).has_value());
}

// What one side tells of a presence is enough for the other one from there on.
TEST(PresenceTest, ChangesFromATickMakeTheSamePresenceFromThere) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        Presence whole;
        std::uint64_t tick = 0;
        for (std::uint32_t change = random.below(8U); change > 0; --change) {
            tick += random.below(4U);
            whole.absent_from() ? whole.return_at(tick) : whole.leave_at(tick);
        }
        const std::uint64_t from = 1 + random.below(20U);
        const Presence rest(whole.at(from - 1), whole.changes_from(from));
        EXPECT_EQ(rest.absent_from().has_value(), whole.absent_from().has_value());
        for (std::uint64_t at = from; at < from + 40; ++at) {
            EXPECT_EQ(rest.at(at), whole.at(at)) << at << " from " << from;
            EXPECT_EQ(rest.begins_at(at), whole.begins_at(at)) << at << " from " << from;
            EXPECT_EQ(rest.next(at), whole.next(at)) << at << " from " << from;
        }
    }
}

TEST(PresenceTest, IsWhatARowOfMarksSays) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=PresenceTest.IsWhatARow*");
        Random random(seed);
        Presence presence;
        std::vector<bool> row(120, true);
        std::uint64_t tick = 0;
        bool is_here = true;
        while ((tick += random.below(std::uint64_t{25})) < row.size()) {
            if (is_here) {
                presence.leave_at(tick);
            } else {
                presence.return_at(tick);
            }
            is_here = !is_here;
            std::fill(row.begin() + static_cast<std::ptrdiff_t>(tick), row.end(), is_here);
        }
        EXPECT_EQ(presence.absent_from().has_value(), !is_here);
        for (std::uint64_t look = 0; look < row.size(); ++look) {
            ASSERT_EQ(presence.at(look), row[look]);
            const auto next =
                std::find(row.begin() + static_cast<std::ptrdiff_t>(look), row.end(), true);
            ASSERT_EQ(presence.next(look),
                      next == row.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::uint64_t>(next - row.begin())));
            if (look > 0 && row[look] && !row[look - 1]) {
                ASSERT_TRUE(presence.begins_at(look));
            }
            if (!row[look]) {
                ASSERT_FALSE(presence.begins_at(look));
            }
        }
    }
}

// ---- Agreement ----

struct AgreementOf : Agreement {
    explicit AgreementOf(std::uint32_t players) : Agreement(k_idle_byte) { reset(players); }
    // Inputs of a slot for [from, until), each the tick's number.
    void give(std::uint32_t slot, std::uint64_t from, std::uint64_t until) {
        for (std::uint64_t tick = from; tick < until; ++tick) {
            inputs(slot).insert(tick, sim::Bytes{static_cast<std::byte>(tick)});
        }
    }
};

TEST(AgreementTest, ATickIsConfirmedOnceEveryPresentSlotsInputIsThere) {
    AgreementOf agreement(2);
    EXPECT_EQ(agreement.players(), 2U);
    EXPECT_EQ(agreement.missing(0), Slot{0});
    agreement.give(0, 0, 5);
    EXPECT_EQ(agreement.missing(0), Slot{1});
    EXPECT_EQ(agreement.confirmed_until(0), 0U);
    agreement.give(1, 1, 3);
    EXPECT_EQ(agreement.confirmed_until(0), 0U) << "tick 0 is still missing";
    agreement.give(1, 0, 1);
    EXPECT_EQ(agreement.confirmed_until(0), 3U);
    EXPECT_FALSE(agreement.missing(2).has_value());
    EXPECT_EQ(agreement.missing(3), Slot{1});
    EXPECT_EQ(agreement.confirmed_until(2), 3U);
}

TEST(AgreementTest, NothingIsConfirmedBeyondTheEnd) {
    AgreementOf agreement(1);
    agreement.give(0, 0, 50);
    EXPECT_EQ(agreement.confirmed_until(0), 50U);
    EXPECT_FALSE(agreement.is_over_at(50));
    agreement.end_at({7, EndReason::tick_limit, Slot{0}});
    EXPECT_EQ(agreement.confirmed_until(0), 7U);
    EXPECT_EQ(agreement.confirmed_until(9), 9U) << "what is simulated stays so";
    EXPECT_FALSE(agreement.is_over_at(6));
    EXPECT_TRUE(agreement.is_over_at(7) && agreement.is_over_at(8));
}

TEST(AgreementTest, TheSmallestEndHoldsWithItsOwnReason) {
    AgreementOf agreement(2);
    EXPECT_FALSE(agreement.end().has_value());
    agreement.end_at({50, EndReason::tick_limit, Slot{0}});
    agreement.end_at({20, EndReason::source_ended, Slot{1}});
    agreement.end_at({30, EndReason::interrupted, Slot{0}});
    agreement.end_at({20, EndReason::interrupted, Slot{0}});
    EXPECT_EQ(agreement.end()->tick, 20U);
    EXPECT_EQ(agreement.end()->reason, EndReason::source_ended);
    EXPECT_EQ(agreement.end()->who, Slot{1});
}

TEST(AgreementTest, WhereAGameIsNotOverAfterAllTheAgreedEndHoldsAgain) {
    AgreementOf agreement(2);
    agreement.end_at({90, EndReason::tick_limit, Slot{0}});
    agreement.end_at({50, EndReason::finished, Slot{0}});
    EXPECT_EQ(agreement.end()->tick, 50U);
    agreement.end_at({80, EndReason::source_ended, Slot{1}});
    agreement.play_on();
    EXPECT_EQ(agreement.end()->tick, 80U);
    EXPECT_EQ(agreement.end()->reason, EndReason::source_ended);
}

TEST(AgreementTest, WhoIsLostIsTheReasonWhateverEndWasAgreedOn) {
    AgreementOf agreement(2);
    agreement.end_at({10, EndReason::tick_limit, Slot{0}});
    agreement.lose_at(30, Slot{1});
    EXPECT_EQ(agreement.end()->tick, 10U);
    EXPECT_EQ(agreement.end()->reason, EndReason::peer_lost);
    EXPECT_EQ(agreement.end()->who, Slot{1});
    agreement.lose_at(4, Slot{0});
    EXPECT_EQ(agreement.end()->tick, 4U);
    EXPECT_EQ(agreement.end()->who, Slot{0});
}

TEST(AgreementTest, WhoIsAbsentIsNotWaitedForAndItsPresenceBitIsClear) {
    AgreementOf agreement(3);
    agreement.give(0, 0, 10);
    agreement.give(1, 0, 10);
    agreement.give(2, 0, 6);
    agreement.leave_at(2, 4);
    EXPECT_EQ(agreement.confirmed_until(0), 10U);
    EXPECT_FALSE(agreement.missing(5).has_value());
    EXPECT_FALSE(agreement.inputs(2).has(4)) << "what it gave for later is taken back";
    sim::Bytes record;
    agreement.make_record(3, record);
    EXPECT_EQ(record, sim::bytes_of({0b111, 3, 3, 3}));
    agreement.make_record(4, record);
    EXPECT_EQ(record, sim::bytes_of({0b011, 4, 4}));

    agreement.return_at(2, 8);
    EXPECT_EQ(agreement.confirmed_until(0), 8U);
    EXPECT_EQ(agreement.missing(8), Slot{2});
    EXPECT_FALSE(agreement.missing(7).has_value());
    agreement.give(2, 8, 20);
    EXPECT_EQ(agreement.confirmed_until(0), 10U);
    agreement.make_record(8, record);
    EXPECT_EQ(record, sim::bytes_of({0b111, 8, 8, 8}));
}

// Two may be away at once, and return one after the other: the second one hears of all that at
// once, while it still lacks what the first one gave before.
TEST(AgreementTest, AReturnTakesNothingAwayThatWasGivenBeforeTheAbsence) {
    AgreementOf agreement(2);
    agreement.give(0, 0, 30);
    agreement.give(1, 0, 4);
    agreement.leave_at(1, 10);
    agreement.return_at(1, 20);
    EXPECT_EQ(agreement.confirmed_until(0), 4U);
    EXPECT_EQ(agreement.missing(4), Slot{1});
    EXPECT_TRUE(agreement.before(1, 4).has_value()) << "its next packet is coded against it";
    agreement.give(1, 20, 25);
    EXPECT_EQ(agreement.confirmed_until(0), 4U);
    agreement.give(1, 4, 10);
    EXPECT_EQ(agreement.confirmed_until(0), 25U);
    sim::Bytes record;
    agreement.make_record(9, record);
    EXPECT_EQ(record, sim::bytes_of({0b11, 9, 9}));
    agreement.make_record(10, record);
    EXPECT_EQ(record, sim::bytes_of({0b01, 10}));
}

TEST(AgreementTest, WithoutAnybodyPresentNothingIsConfirmed) {
    AgreementOf agreement(2);
    agreement.leave_at(0, 0);
    agreement.leave_at(1, 0);
    EXPECT_EQ(agreement.confirmed_until(0), 0U) << "or it would run on for ever";
    agreement.return_at(1, 9);
    EXPECT_EQ(agreement.confirmed_until(0), 9U) << "until somebody is there";
}

TEST(AgreementTest, BeginsInTheMiddleWithTheInputsBeforeIt) {
    AgreementOf agreement(3);
    agreement.end_at({7, EndReason::tick_limit, Slot{0}});
    const sim::Bytes before{std::byte{42}};
    sim::RecordView record;
    record.presence = 0b101;
    record.inputs = {before, {}, before};
    agreement.begin_at(
        100, {Presence(true, {}), Presence(false, {110}), Presence(true, {100, 105})}, &record);
    EXPECT_FALSE(agreement.end().has_value()) << "what was agreed before is told anew";
    EXPECT_TRUE(std::ranges::equal(*agreement.before(0, 100), before));
    EXPECT_FALSE(agreement.before(1, 100).has_value()) << "it had none";
    EXPECT_TRUE(std::ranges::equal(*agreement.before(1, 110), k_idle_byte)) << "it begins there";
    EXPECT_EQ(agreement.inputs(0).next(), 100U);
    EXPECT_EQ(agreement.inputs(1).next(), 110U);
    EXPECT_EQ(agreement.inputs(2).next(), 105U) << "nothing is missing while it is absent";
    agreement.give(0, 100, 120);
    EXPECT_EQ(agreement.confirmed_until(100), 105U);
    agreement.give(2, 105, 120);
    EXPECT_EQ(agreement.confirmed_until(100), 110U);
    agreement.give(1, 110, 120);
    EXPECT_EQ(agreement.confirmed_until(100), 120U);
}

TEST(AgreementTest, BeginsAtTheVeryBeginningWithoutARecord) {
    AgreementOf agreement(2);
    agreement.begin_at(0, {Presence(true, {}), Presence(true, {0})}, nullptr);
    EXPECT_TRUE(std::ranges::equal(*agreement.before(0, 0), k_idle_byte));
    EXPECT_EQ(agreement.present(), 1U);
    agreement.give(0, 0, 5);
    EXPECT_EQ(agreement.confirmed_until(0), 5U);
}

TEST(AgreementTest, AResetForgetsEverything) {
    AgreementOf agreement(2);
    agreement.give(0, 0, 3);
    agreement.leave_at(1, 2);
    agreement.end_at({7, EndReason::tick_limit, Slot{0}});
    agreement.reset(3);
    EXPECT_EQ(agreement.players(), 3U);
    EXPECT_FALSE(agreement.end().has_value());
    EXPECT_FALSE(agreement.inputs(0).has(0));
    EXPECT_TRUE(agreement.presence(1).at(5));
}

TEST(AgreementTest, TheInputBeforeARunIsTheIdleOneWhereASlotBegins) {
    const auto is = [](std::optional<sim::ByteView> input, int value) {
        return input && input->size() == 1 && (*input)[0] == static_cast<std::byte>(value);
    };
    AgreementOf agreement(1);
    EXPECT_TRUE(is(agreement.before(0, 0), 77));
    EXPECT_FALSE(agreement.before(0, 1).has_value()) << "it is not here yet";
    agreement.give(0, 0, 10);
    EXPECT_TRUE(is(agreement.before(0, 1), 0));
    EXPECT_TRUE(is(agreement.before(0, 10), 9));
    EXPECT_FALSE(agreement.before(0, 11).has_value());
    agreement.inputs(0).forget_before(5);
    EXPECT_FALSE(agreement.before(0, 5).has_value()) << "it is not here any more";
    EXPECT_TRUE(is(agreement.before(0, 6), 5));
    agreement.leave_at(0, 8);
    EXPECT_TRUE(is(agreement.before(0, 8), 7));
    EXPECT_FALSE(agreement.before(0, 9).has_value());
    agreement.return_at(0, 12);
    EXPECT_TRUE(is(agreement.before(0, 12), 77)) << "as at the beginning";
    agreement.leave_at(0, 12);
    agreement.return_at(0, 12);
    EXPECT_TRUE(is(agreement.before(0, 12), 77));
}

// Whatever happens, confirmed are just the ticks of which every present slot's input is here.
TEST(AgreementTest, ConfirmedIsWhatTheFirstMissingInputLeaves) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=AgreementTest.ConfirmedIsWhat*");
        Random random(seed);
        const std::uint32_t players = random.between(1U, 6U);
        AgreementOf agreement(players);
        std::vector<std::uint64_t> changed(players);  // presence; the first slot always is present
        std::uint64_t done = 0;
        for (int step = 0; step < 400; ++step) {
            const std::uint32_t slot = random.below(players);
            const Presence& presence = agreement.presence(slot);
            if (slot > 0 && random.chance(1, 60)) {
                const std::uint64_t from =
                    std::max({done, agreement.inputs(slot).next(), changed[slot]});
                changed[slot] = from + random.below(std::uint64_t{4});
                if (presence.absent_from()) {
                    agreement.return_at(slot, changed[slot]);
                } else {
                    agreement.leave_at(slot, changed[slot]);
                }
            } else if (random.chance(1, 200)) {
                agreement.end_at(
                    {done + random.below(std::uint64_t{40}), EndReason::interrupted, Slot{slot}});
            } else if (const auto next = presence.next(agreement.inputs(slot).next())) {
                const std::uint64_t tick = *next + random.below(std::uint64_t{3});
                if (presence.at(tick)) {
                    agreement.give(slot, tick, tick + 1);
                }
            }
            const std::uint64_t confirmed = agreement.confirmed_until(done);
            for (std::uint64_t tick = done; tick < confirmed; ++tick) {
                ASSERT_FALSE(agreement.missing(tick).has_value());
                ASSERT_FALSE(agreement.is_over_at(tick));
            }
            ASSERT_TRUE(agreement.is_over_at(confirmed) ||
                        agreement.missing(confirmed).has_value());
            done = random.chance(1, 3) ? confirmed : done;
        }
    }
}

}  // namespace
}  // namespace tandem::test
