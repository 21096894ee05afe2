// SPDX-License-Identifier: MIT
// Inputs come back out of the record that was made of them.
#include <tandem/sim/game/input_record.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/describer.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using Input = test::Counter::Input;

TEST(InputRecord, GivesBackWhatWasWritten) {
    const Schema schema = schema_of<Input>();
    std::vector<Input> read{{1}, {2}, {3}, {4}};  // of another record
    Bytes bytes(99);
    for (std::uint32_t slots = 1; slots <= k_slots_max; ++slots) {
        std::vector<Input> written(slots);
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            written[slot].amount = static_cast<std::int16_t>(slot * 1000);
        }
        const std::uint64_t presence = 0x8421'0842'1084'2109;
        write_record(Inputs<Input>(written, presence), bytes);
        const auto record = parse_record(schema, slots, bytes);
        ASSERT_TRUE(record) << record.error().text();
        EXPECT_EQ(record->bytes, bytes.size());
        EXPECT_EQ(record->presence, presence & slots_mask(slots));
        ASSERT_TRUE(read_inputs(*record, read));
        ASSERT_EQ(read.size(), slots);
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            EXPECT_EQ(read[slot].amount, record->present(slot) ? written[slot].amount : 0);
        }
    }
}

TEST(InputRecord, AnInputThatDoesNotDecodeIsAnError) {
    const Bytes cut(1);
    std::vector<Input> read;
    EXPECT_FALSE(read_inputs(RecordView{1, {ByteView(cut)}, 2}, read));
}

}  // namespace
}  // namespace tandem::sim
