// SPDX-License-Identifier: MIT
// What lanes say of recordings, against the inputs that were recorded, at every distance.
#include <tandem/tools/autopsy/input_lanes.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tests/property/mutate.hpp>
#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::tools::autopsy {
namespace {

using test::ListenerInput;
using test::ListenerInputs;

ListenerInput an_input(Random& random) {
    ListenerInput input;
    input.amount = random.between<std::int16_t>(-3, 3);
    input.is_loud = random.below(4U) == 0;
    input.orders = static_cast<std::uint8_t>(random.below(4U));
    input.tail = random.below(3U) == 0 ? random.next32() : 5;
    input.is_present = random.below(8U) != 0;
    return input;
}

// Inputs that are held for a while.
ListenerInputs inputs_of(Random& random, std::size_t ticks) {
    ListenerInputs inputs;
    while (inputs.size() < ticks) {
        const std::pair held{an_input(random), an_input(random)};
        inputs.insert(inputs.end(), random.between<std::size_t>(1, 9), held);
    }
    inputs.resize(ticks);
    return inputs;
}

// The same with other inputs at some ticks.
ListenerInputs changed(ListenerInputs inputs, Random& random, std::uint32_t one_in) {
    for (auto& [a, b] : inputs) {
        if (random.below(one_in) == 0) {
            (random.below(2U) == 0 ? a : b) = an_input(random);
        }
    }
    return inputs;
}

// The texts and numbers of a field, as the truth.
struct Truth {
    bool is_present = false;
    std::int64_t number = 0;
    std::string text;

    friend bool operator==(const Truth&, const Truth&) = default;
};
Truth truth_of(const ListenerInputs& inputs, std::uint64_t tick, std::uint32_t slot,
               std::size_t field) {
    const ListenerInput& input = slot == 0 ? inputs[tick].first : inputs[tick].second;
    if (!input.is_present) {
        return {};
    }
    switch (field) {
        case 0:
            return {true, input.amount, std::to_string(input.amount)};
        case 1:
            return {true, input.is_loud, input.is_loud ? "true" : "false"};
        case 2:
            return {true, input.orders,
                    std::to_string(input.orders) + (input.orders == 1 ? " entry" : " entries")};
        default:
            return {true, input.tail, std::to_string(input.tail)};
    }
}

std::int64_t number_of(const InputField& field, std::uint64_t raw) {
    return field.path == "amount" ? static_cast<std::int16_t>(raw) : static_cast<std::int64_t>(raw);
}

// Each bucket of a side, from the inputs themselves.
void check_buckets(const InputLanes& lanes, const InputLane& lane, std::size_t side,
                   const ListenerInputs& inputs, const TickBuckets& buckets) {
    const InputField& field = lanes.fields[lane.field];
    for (std::uint64_t i = 0; i < buckets.count(); ++i) {
        LaneBucket truth;
        std::int64_t least = 0;
        std::int64_t most = 0;
        const TickSpan span = buckets.ticks_of(i);
        for (std::uint64_t tick = span.first; tick < std::min(span.end, inputs.size()); ++tick) {
            const Truth now = truth_of(inputs, tick, lane.slot.index, lane.field);
            if (tick > 0 && now != truth_of(inputs, tick - 1, lane.slot.index, lane.field)) {
                ++truth.changes;
            }
            if (now.is_present) {
                least = truth.present == 0 ? now.number : std::min(least, now.number);
                most = truth.present == 0 ? now.number : std::max(most, now.number);
                ++truth.present;
            }
        }
        const LaneBucket& found = lane.sides[side].buckets[i];
        ASSERT_EQ(found.present, truth.present) << field.path << " in bucket " << i;
        ASSERT_EQ(found.changes, truth.changes) << field.path << " in bucket " << i;
        if (field.is_number && truth.present > 0) {
            ASSERT_EQ(number_of(field, found.least), least) << field.path << " in bucket " << i;
            ASSERT_EQ(number_of(field, found.most), most) << field.path << " in bucket " << i;
        }
    }
}

// Each value of the exact span.
void check_runs(const InputLane& lane, std::size_t side, const ListenerInputs& inputs,
                TickSpan exact) {
    const auto& runs = lane.sides[side].runs;
    std::size_t run = 0;
    for (std::uint64_t tick = exact.first; tick < std::min(exact.end, inputs.size()); ++tick) {
        ASSERT_FALSE(runs.empty());
        while (run + 1 < runs.size() && runs[run + 1].first_tick <= tick) {
            ++run;
        }
        const Truth now = truth_of(inputs, tick, lane.slot.index, lane.field);
        ASSERT_LE(runs[run].first_tick, tick);
        ASSERT_EQ(runs[run].is_present, now.is_present) << tick;
        ASSERT_EQ(runs[run].text, now.text) << tick;
    }
}

// That every tick with a difference is counted in its bucket, and no other one.
void check_differences(const InputLanes& lanes, const ListenerInputs& a, const ListenerInputs& b,
                       const LanePlan& plan) {
    const TickBuckets& buckets = plan.buckets;
    std::vector<std::uint64_t> exactly;
    std::vector<std::uint32_t> all(buckets.count());
    for (const InputLane& lane : lanes.lanes) {
        std::vector<std::uint32_t> truth(buckets.count());
        for (std::uint64_t tick = 0; tick < std::min(a.size(), b.size()); ++tick) {
            truth[buckets.of(tick)] += truth_of(a, tick, lane.slot.index, lane.field) !=
                                               truth_of(b, tick, lane.slot.index, lane.field)
                                           ? 1U
                                           : 0U;
        }
        ASSERT_EQ(lane.differ, truth) << lanes.fields[lane.field].path;
    }
    std::optional<std::uint64_t> first;
    for (std::uint64_t tick = 0; tick < std::min(a.size(), b.size()); ++tick) {
        bool differs = false;
        for (std::uint32_t slot = 0; slot < 2; ++slot) {
            for (std::size_t field = 0; field < 4; ++field) {
                differs =
                    differs || truth_of(a, tick, slot, field) != truth_of(b, tick, slot, field);
            }
        }
        all[buckets.of(tick)] += differs ? 1U : 0U;
        if (differs && plan.exact.holds(tick)) {
            exactly.push_back(tick);
        }
        first = differs && !first ? std::optional(tick) : first;
    }
    EXPECT_EQ(lanes.differ, all);
    EXPECT_EQ(lanes.differ_exactly, exactly);
    EXPECT_EQ(lanes.first_differing, first);
}

TEST(InputLanes, HoldEachValueAtFullZoomAndLoseNoDifferenceFromAfar) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 30);
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     "; again: TANDEM_SEED=" + std::to_string(seed) +
                     " TANDEM_MUTANTS=1 tandem_tools_tests --gtest_filter=InputLanes.*");
        Random random(seed);
        const ListenerInputs a = inputs_of(random, random.between<std::size_t>(1, 300));
        ListenerInputs b = changed(a, random, random.between<std::uint32_t>(2, 200));
        b.resize(random.between<std::size_t>(1, b.size()));
        const auto in_a = test::open_replay(test::record_inputs(a));
        const auto in_b = test::open_replay(test::record_inputs(b));
        LanePlan plan;
        plan.buckets = TickBuckets({0, a.size()}, random.between<std::uint64_t>(1, 80));
        plan.exact.first = random.below(a.size());
        plan.exact.end = random.between(plan.exact.first + 1, a.size());
        plan.slots = {Slot{0}, Slot{1}};
        const InputLanes lanes = read_input_lanes(in_a, &in_b, plan);
        ASSERT_EQ(lanes.lanes.size(), 8U);
        for (const InputLane& lane : lanes.lanes) {
            check_buckets(lanes, lane, 0, a, plan.buckets);
            check_buckets(lanes, lane, 1, b, plan.buckets);
            check_runs(lane, 0, a, plan.exact);
            check_runs(lane, 1, b, plan.exact);
        }
        check_differences(lanes, a, b, plan);
        if (testing::Test::HasFailure()) {
            return;
        }
    }
}

TEST(InputLanes, DifferencesOfPlayersAndFieldsWithoutAStripAreCountedToo) {
    Random random(3);
    const ListenerInputs a = inputs_of(random, 100);
    ListenerInputs b = a;
    b[40].second.is_present = true;
    b[40].second.tail = a[40].second.tail + 1;
    const auto in_a = test::open_replay(test::record_inputs(a));
    const auto in_b = test::open_replay(test::record_inputs(b));
    LanePlan plan;
    plan.buckets = TickBuckets({0, 100}, 10);
    plan.slots = {Slot{0}};
    plan.fields_max = 2;
    const InputLanes lanes = read_input_lanes(in_a, &in_b, plan);
    EXPECT_EQ(lanes.lanes.size(), 2U);
    EXPECT_EQ(lanes.fields_left_out, 2U);
    EXPECT_EQ(lanes.differ[4], 1U);
    EXPECT_EQ(lanes.first_differing, 40U);
}

TEST(InputLanes, OfOneRecordingHaveOneSide) {
    Random random(4);
    const auto replay = test::open_replay(test::record_inputs(inputs_of(random, 50)));
    LanePlan plan;
    plan.buckets = TickBuckets({0, 50}, 10);
    plan.slots = {Slot{0}, Slot{1}};
    const InputLanes lanes = read_input_lanes(replay, nullptr, plan);
    for (const InputLane& lane : lanes.lanes) {
        EXPECT_EQ(lane.sides[0].buckets.size(), 10U);
        EXPECT_TRUE(lane.sides[1].buckets.empty());
    }
}

TEST(InputLanes, OfAFileThatCannotBeReadEndThereAndSayWhy) {
    Random random(5);
    const test::Recorded recorded = test::record_inputs(inputs_of(random, 100));
    const auto replay = test::open_replay(test::undecodable_at(recorded.file, 50));
    LanePlan plan;
    plan.buckets = TickBuckets({0, 100}, 100);
    plan.slots = {Slot{0}};
    const InputLanes lanes = read_input_lanes(replay, nullptr, plan);
    ASSERT_TRUE(lanes.flaws[0]);
    EXPECT_EQ(lanes.lanes[0].sides[0].buckets[99], LaneBucket{});
}

}  // namespace
}  // namespace tandem::tools::autopsy
