// SPDX-License-Identifier: MIT
// What each field costs: the sizes add up to the state, and a field written alone is that part of
// the state.
#include <tandem/sim/schema/field_cost.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/sim/game/field_writer.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tests/sim/operands.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

struct WorldBase {
    std::uint16_t first = 1;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(first));
    }
};
struct World : WorldBase {
    std::vector<test::Cell> cells{2};
    std::vector<test::Unit> units{3};
    std::vector<std::uint64_t> x{1, 2, 3, 4};
    std::vector<Vec2> at{4};
    std::map<std::string, test::Cell> owners{{"a", {}}, {"long", {}}};
    std::vector<std::pair<std::string, bool>> names{{"abc", true}, {"", false}};
    std::array<std::uint32_t, 5> row{};
    std::bitset<12> flags;
    std::string title{"hello"};
    std::deque<std::uint8_t> queue{1, 2};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::base_class<WorldBase>(this), CEREAL_NVP(cells), CEREAL_NVP(units));
        ar(columns("ships", CEREAL_NVP(x), CEREAL_NVP(at)));
        ar(CEREAL_NVP(owners), CEREAL_NVP(names), CEREAL_NVP(row), CEREAL_NVP(flags),
           CEREAL_NVP(title), CEREAL_NVP(queue));
    }
};

std::string text(const FieldCost& cost) {
    std::string line =
        cost.path + " " + std::to_string(cost.bytes) + "/" + std::to_string(cost.elements);
    for (const FieldCost& part : cost.parts) {
        line += ", " + text(part);
    }
    return line;
}

TEST(FieldCost, CountsBytesAndElementsOfEachFieldAndItsParts) {
    std::vector<std::string> lines;
    for (const FieldCost& cost : field_costs(schema_of<World>(), canonical_bytes(World{}))) {
        lines.push_back(text(cost));
    }
    EXPECT_EQ(lines, (std::vector<std::string>{
                         "first 2/1",
                         "cells 20/2, cells[].owner 8/2, cells[].height 4/2, cells[].kind 4/2",
                         "units 70/3, units[].team 3/3, units[].hp 12/3, units[].is_awake 3/3, "
                         "units[].position 48/3",
                         "ships 100/4, ships[].x 32/4, ships[].at 64/4",
                         "owners 33/2, owners[].owner 8/2, owners[].height 4/2, owners[].kind 4/2",
                         "names 17/2, names[].first 11/2, names[].second 2/2", "row 20/5",
                         "flags 2/12", "title 9/5", "queue 6/2"}));
}

TEST(FieldCost, TellsWhichFieldsMoveAsABlock) {
    const World world;
    std::string moves;
    for (std::size_t field = 0; field < 10; ++field) {
        HashSink sink;
        FieldWriter writer(field, sink);
        writer.visit(world);
        moves += writer.move() == FieldMove::block ? "b" : "s";
    }
    // first cells units ships owners names row flags title queue
    EXPECT_EQ(moves, "sbsbssbsbs");
}

// The fields written one by one are the state.
TEST(FieldCost, AddsUpToTheStateForManyStates) {
    const std::uint64_t first_seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + 20; ++seed) {
        const AnySimulation simulation = test::run_rich(seed, seed % 9);
        const Bytes state = simulation.save();
        const auto costs = field_costs(simulation.info().state_schema, state);
        Bytes together;
        for (std::size_t field = 0; field < costs.size(); ++field) {
            Bytes written;
            BufferSink sink(written);
            ASSERT_TRUE(simulation.write_field(field, sink));
            sink.finish();
            EXPECT_EQ(written.size(), costs[field].bytes) << costs[field].path;
            append(together, written);
            std::uint64_t parts = 0;
            for (const FieldCost& part : costs[field].parts) {
                parts += part.bytes;
            }
            EXPECT_LE(parts, costs[field].bytes) << costs[field].path;
        }
        EXPECT_EQ(together, state);
    }
}

TEST(FieldCostDeathTest, AFieldThatIsNotThereIsAMistakeOfTheCaller) {
    const AnySimulation simulation = test::run_rich(1, 1);
    HashSink sink;
    EXPECT_DEATH(static_cast<void>(simulation.write_field(1000, sink)), "field <");
}

}  // namespace
}  // namespace tandem::sim
