// SPDX-License-Identifier: MIT
// The lockstep arms in virtual time: agreement, its price, and the planted faults.
#include <gtest/gtest.h>

#include <tandem/net/input_source.hpp>
#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tests/tools/lab/match/rig.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

TEST(FixedSide, MachinesOfAnySpeedAgreeAtEveryTick) {
    for (const ArmId arm : {ArmId::f_float, ArmId::f_int}) {
        for (const std::uint32_t guest_ms : {10U, 100U, 300U}) {
            const Pair pair = play_pair(arm, 3, {.host_ms = 10, .guest_ms = guest_ms});
            ASSERT_EQ(pair.failure, "");
            ASSERT_EQ(pair.host.hashes.size(), 3 * k_ticks_per_second);
            EXPECT_EQ(pair.host.hashes, pair.guest.hashes);
            EXPECT_EQ(pair.host.snapshots, pair.guest.snapshots);
            EXPECT_NEAR(last_outcome(arm, pair.guest).apex, 2.304, 1e-12);
        }
    }
}

TEST(FixedSide, TheDelayOfTheFormulaLetsNobodyWait) {
    for (const std::uint32_t host_ms : {10U, 20U}) {
        for (const std::uint32_t guest_ms : {50U, 100U, 110U, 250U, 400U, 500U, 1'000U}) {
            const Pair pair =
                play_pair(ArmId::f_int, 6, {.host_ms = host_ms, .guest_ms = guest_ms});
            ASSERT_EQ(pair.failure, "");
            // How rarely the other looks at the network, a session has learned when it has heard of
            // it three times. Before that it waits for a machine with longer frames than this.
            const bool is_known_in_time = guest_ms <= 110;
            EXPECT_LE(pair.host.stalls, is_known_in_time ? 0U : 2U) << guest_ms;
            EXPECT_LE(pair.guest.stalls, is_known_in_time ? 0U : 1U) << guest_ms;
            const std::uint32_t wait_ms = is_known_in_time ? 60 : guest_ms + host_ms;
            EXPECT_LE(pair.host.worst_gap_ns, wait_ms * 1'000'000U) << guest_ms;
            // A slow machine's ticks come all at once, one frame after the other.
            EXPECT_LE(pair.guest.worst_gap_ns, (guest_ms + 40) * 1'000'000U) << guest_ms;
        }
    }
    EXPECT_EQ(delay_ticks_for(100'000'000, 10'000'000), 3U);
    EXPECT_EQ(delay_ticks_for(1, 1), 1U);
}

// The control: with less delay somebody waits, each time for no longer than the other's frame.
TEST(FixedSide, WithLessDelayEveryStallIsCountedByItself) {
    for (const std::uint32_t guest_ms : {250U, 500U}) {
        const Pair pair =
            play_pair(ArmId::f_int, 6, {.host_ms = 10, .guest_ms = guest_ms, .delay_ticks = 2});
        ASSERT_EQ(pair.failure, "");
        EXPECT_EQ(pair.host.hashes, pair.guest.hashes);
        EXPECT_GT(pair.host.stalls, 5U) << guest_ms;
        EXPECT_GT(pair.host.stalled_ns, 100'000'000U) << guest_ms;
        EXPECT_LE(pair.host.stalled_ns, std::uint64_t{pair.host.stalls} * guest_ms * 1'000'000U)
            << guest_ms;
    }
}

// C77: lockstep adds its delay to what an input waits for anyway.
TEST(FixedSide, AnInputGrowsAsOldAsTheDelaySays) {
    constexpr std::uint64_t k_tick_time = 40'000'000;
    constexpr std::uint64_t k_frame_time = 10'000'000;
    for (const std::uint32_t delay : {1U, 3U, 6U}) {
        const Pair pair =
            play_pair(ArmId::f_int, 6, {.host_ms = 10, .guest_ms = 10, .delay_ticks = delay});
        ASSERT_EQ(pair.failure, "");
        for (const SideReport* report : {&pair.host, &pair.guest}) {
            EXPECT_EQ(report->inputs_aged, 6 * k_ticks_per_second);
            EXPECT_GE(report->input_age_max_ns, delay * k_tick_time);
            EXPECT_LE(report->input_age_max_ns, delay * k_tick_time + k_tick_time + k_frame_time);
            // Those before the first delay are asked for at the start.
            EXPECT_GE(report->input_age_sum_ns,
                      (report->inputs_aged - delay) * (delay * k_tick_time - k_frame_time));
            EXPECT_LE(report->input_age_sum_ns, report->inputs_aged * report->input_age_max_ns);
        }
    }
}

TEST(FixedSide, FramesAreThoseOfTheMatch) {
    const Pair pair = play_pair(ArmId::f_int, 4);
    EXPECT_GE(pair.host.frames, 400U);
    EXPECT_LE(pair.host.frames, 430U);
    EXPECT_GE(pair.guest.frames, 40U);
    EXPECT_LE(pair.guest.frames, 44U);
}

// The negative controls: a match that could not find these would prove nothing.
TEST(FixedSide, EveryFaultIsFoundAtExactlyItsTick) {
    for (const Arm& arm : arms()) {
        if (arm.fault == ArmFault::none) {
            continue;
        }
        const Pair pair = play_pair(arm.id, 2);
        ASSERT_EQ(pair.failure, "");
        for (const SideReport* report : {&pair.host, &pair.guest}) {
            EXPECT_EQ(report->desync_tick, arm.fault_tick) << arm.name;
            // Known once both have played it and looked at the network: a frame of 100 ms each time
            // on the slow machine, and a tick.
            EXPECT_GT(report->desync_after_ns, 0U) << arm.name;
            EXPECT_LE(report->desync_after_ns, 240'000'000U) << arm.name;
            EXPECT_NE(report->desync_text.find(arm.fault == ArmFault::random ? "simulation"
                                                                             : "transport"),
                      std::string::npos)
                << report->desync_text;
        }
        const auto tick = static_cast<std::size_t>(arm.fault_tick);
        ASSERT_GT(pair.host.hashes.size(), tick);
        for (std::size_t i = 0; i <= tick; ++i) {
            EXPECT_EQ(pair.host.hashes[i] == pair.guest.hashes[i], i < tick);
        }
        EXPECT_GT(pair.host.snapshots.back().ticks_done, arm.fault_tick);
    }
}

// As it would be between two builds of the game.
class ResetElsewhere : public FixedGame {
public:
    void reset(const Setup& setup) {
        FixedGame::reset(setup);
        luck = 1;
    }
};

TEST(FixedSide, WhoDiffersBeforeTickZeroIsToldOfItAndPlaysNone) {
    net::SimulatedNetwork network(1);
    net::Transport& host_end = network.add_endpoint();
    net::Transport& guest_end = network.add_endpoint();
    net::HostOptions options;
    options.setup.slots = k_players;
    options.session.delay_ticks = 1;
    options.session.is_paced = false;
    options.session.build = tools::build_text();
    auto host =
        net::Driver::host(sim::erase<ResetElsewhere>(), options,
                          net::input_source<ResetElsewhere>([](sim::Tick tick, const auto&) {
                              return input_of_script(Slot{0}, tick.number);
                          }),
                          nullptr, host_end);
    ASSERT_TRUE(host);
    const auto guest =
        FixedSide::make({ArmId::f_int, false, 2, 10'000'000, 10'000'000, 1}, guest_end, nullptr);
    ASSERT_TRUE(guest);
    network.connect(1, 0);
    for (net::Time now{0}; !(*guest)->is_over() && now < std::chrono::seconds(10);
         now += std::chrono::milliseconds(1)) {
        network.advance(now);
        host->pump(std::chrono::milliseconds(0), [now] { return now; });
        const auto framed = (*guest)->frame(now);
        ASSERT_TRUE(framed) << framed.error().text();
    }
    const SideReport report = (*guest)->report();
    EXPECT_EQ(report.desync_tick, 0U);
    EXPECT_EQ(report.desync_after_ns, 0U);
    EXPECT_NE(report.desync_text.find("desync before tick 0"), std::string::npos);
    EXPECT_EQ(report.inputs_aged, 0U);
}

TEST(FixedSide, AMachineWithoutAnotherFails) {
    net::SimulatedNetwork network(1);
    const auto side = FixedSide::make({ArmId::f_int, true, 2, 10'000'000, 10'000'000, 1},
                                      network.add_endpoint(), nullptr);
    ASSERT_TRUE(side);
    EXPECT_TRUE((*side)->frame(net::Time(0)));
    const auto late = (*side)->frame(std::chrono::milliseconds(10'100));
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, sim::ErrorCode::network);
    EXPECT_FALSE((*side)->is_playing());
}

}  // namespace
}  // namespace tandem::test
