// SPDX-License-Identifier: MIT
// Inputs one behind the other, where that can be read again.
#include <tandem/tools/formats/table_writer.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/formats/written.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(RawWriter, WritesEveryInputAndNothingElse) {
    const replay::Replay file = recording_of(sim::erase<Counter>(), 30, 3);
    const Written written = write_table(&tools::make_raw_writer, file, {.has_columns = false});
    EXPECT_EQ(written.text.size(), 30U * 3 * 2);
}

TEST(RawWriter, RefusesWhatCouldNotBeRead) {
    const Written variable = write_table(
        &tools::make_raw_writer, recording_of(sim::erase<RichGame>(), 3), {.has_columns = false});
    ASSERT_TRUE(variable.error);
    EXPECT_TRUE(says(variable.error->text(), "have no fixed size"));
    const Written absent =
        write_table(&tools::make_raw_writer,
                    recording_of(sim::erase<Counter>(), 3, 2,
                                 [](std::uint64_t tick) { return tick == 1 ? 1 : 3; }),
                    {.has_columns = false});
    ASSERT_TRUE(absent.error);
    EXPECT_TRUE(says(absent.error->text(), "player 1 is absent in tick 1"));
}

}  // namespace
}  // namespace tandem::test
