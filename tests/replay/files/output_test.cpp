// SPDX-License-Identifier: MIT
// The output in memory keeps what it is given.
#include <gtest/gtest.h>

#include <tandem/replay/files/output.hpp>

namespace tandem::test {
namespace {

TEST(BufferOutput, KeepsWhatIsAppendedInOrder) {
    replay::BufferOutput output;
    EXPECT_TRUE(output.append(sim::as_bytes("one ")));
    EXPECT_TRUE(output.flush());
    EXPECT_TRUE(output.append(sim::as_bytes("two")));
    const sim::ByteView expected = sim::as_bytes("one two");
    EXPECT_EQ(output.bytes(), sim::Bytes(expected.begin(), expected.end()));
}

}  // namespace
}  // namespace tandem::test
