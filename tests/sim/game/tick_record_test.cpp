// SPDX-License-Identifier: MIT
// Records put together and taken apart, and everything a hostile one may try.
#include <tandem/sim/game/tick_record.hpp>

#include <gtest/gtest.h>

#include <tests/sim/by_hand.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

struct Pair {
    std::uint8_t a = 0;
    bool b = false;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(a), CEREAL_NVP(b));
    }
};

const Schema& pair_schema() {
    static const Schema schema = schema_of<Pair>();
    return schema;
}

std::string refusal(std::uint32_t slots, const Bytes& record) {
    const auto parsed = parse_record(pair_schema(), slots, record);
    return parsed ? "accepted" : parsed.error().text();
}

TEST(TickRecord, IsPresenceBitsAndTheInputsOfWhoIsThere) {
    const std::vector<Bytes> inputs{bytes_of({1, 0}), bytes_of({2, 1}), bytes_of({3, 0})};
    const Bytes record = make_record(0b101, inputs);
    EXPECT_EQ(record, bytes_of({0b101, 1, 0, 3, 0}));
    const auto view = parse_record(pair_schema(), 3, record);
    ASSERT_TRUE(view) << view.error().text();
    EXPECT_EQ(view->presence, 0b101U);
    EXPECT_EQ(view->bytes, record.size());
    ASSERT_EQ(view->inputs.size(), 3U);
    EXPECT_TRUE(view->present(0));
    EXPECT_FALSE(view->present(1));
    EXPECT_TRUE(view->inputs[1].empty());
    EXPECT_EQ(Bytes(view->inputs[2].begin(), view->inputs[2].end()), inputs[2]);
}

TEST(TickRecord, PresenceBeyondTheSlotsIsDroppedWhenMadeAndRefusedWhenRead) {
    const std::vector<Bytes> inputs{bytes_of({1, 0})};
    EXPECT_EQ(make_record(~std::uint64_t{0}, inputs), bytes_of({1, 1, 0}));
    EXPECT_EQ(refusal(1, bytes_of({3, 1, 0, 2, 0})),
              "record byte 0: the presence bits of 1 slots are cut or name a slot that does not "
              "exist");
}

TEST(TickRecord, EverySlotCountRoundTrips) {
    for (std::uint32_t slots = 1; slots <= k_slots_max; ++slots) {
        for (const std::uint64_t presence : {std::uint64_t{0}, ~std::uint64_t{0},
                                             0xa5a5a5a5a5a5a5a5, std::uint64_t{1} << (slots - 1)}) {
            std::vector<Bytes> inputs;
            for (std::uint32_t slot = 0; slot < slots; ++slot) {
                inputs.push_back(bytes_of({static_cast<int>(slot), 1}));
            }
            const Bytes record = make_record(presence, inputs);
            const auto view = parse_record(pair_schema(), slots, record);
            ASSERT_TRUE(view) << slots << " slots: " << view.error().text();
            EXPECT_EQ(view->bytes, record.size());
            for (std::uint32_t slot = 0; slot < slots; ++slot) {
                const bool is_present = (presence >> slot & 1U) != 0;
                ASSERT_EQ(view->present(slot), is_present);
                EXPECT_EQ(view->inputs[slot].size(), is_present ? 2U : 0U);
            }
            std::vector<Bytes> again(slots);
            for (std::uint32_t slot = 0; slot < slots; ++slot) {
                again[slot].assign(view->inputs[slot].begin(), view->inputs[slot].end());
            }
            EXPECT_EQ(make_record(view->presence, again), record);
        }
    }
}

TEST(TickRecord, PresenceTakesOneByteForEightSlots) {
    EXPECT_EQ(presence_bytes(1), 1U);
    EXPECT_EQ(presence_bytes(8), 1U);
    EXPECT_EQ(presence_bytes(9), 2U);
    EXPECT_EQ(presence_bytes(64), 8U);
}

TEST(TickRecord, AnInputThatIsNotCanonicalNamesPlayerAndByte) {
    EXPECT_EQ(refusal(2, bytes_of({3, 1, 0, 2, 7})),
              "input of player 1 at record byte 3, byte 2, field b: found a bool of 7");
    EXPECT_EQ(refusal(2, bytes_of({3, 1, 0, 2})),
              "input of player 1 at record byte 3, byte 1, field b: found the end of the bytes in "
              "the middle of the field");
}

TEST(TickRecord, EveryCutIsRefused) {
    const AnySimulation simulation = test::run_rich(1, 0, 20);
    const Bytes record = test::rich_record(simulation, 0);
    const Schema& schema = simulation.info().input_schema;
    ASSERT_TRUE(parse_record(schema, 20, record));
    for (std::size_t size = 0; size < record.size(); ++size) {
        EXPECT_FALSE(parse_record(schema, 20, ByteView(record).first(size))) << "cut to " << size;
    }
}

TEST(TickRecord, BytesBehindItAreLeftToTheCaller) {
    Bytes stream = bytes_of({1, 1, 0, 1, 2, 1});
    const auto first = parse_record(pair_schema(), 1, stream);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->bytes, 3U);
    EXPECT_TRUE(parse_record(pair_schema(), 1, ByteView(stream).subspan(3)));
}

TEST(TickRecordDeathTest, NoSlotsAndTooManyAreMistakesOfTheCaller) {
    EXPECT_DEATH(make_record(0, {}), "assertion failed");
    EXPECT_DEATH(make_record(0, std::vector<Bytes>(65)), "assertion failed");
    EXPECT_DEATH(static_cast<void>(parse_record(pair_schema(), 65, {})), "assertion failed");
}

}  // namespace
}  // namespace tandem::sim
