// SPDX-License-Identifier: MIT
// Paths show every bucket, and what has happened once in a thousand ticks is still seen.
#include <tandem/tools/autopsy/strip_paths.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::autopsy {
namespace {

sim::SchemaNode signed_byte() {
    sim::SchemaNode node;
    node.kind = sim::FieldKind::signed_integer;
    node.width_bytes = 1;
    return node;
}

class StripPaths : public testing::Test {
protected:
    StripPaths() {
        lane_.sides[0].buckets = {{10, 1, 0xF6, 0x00},   // from -10 to 0
                                  {10, 0, 0x0A, 0x0A},   // 10
                                  {0, 1, 0, 0},          // absent
                                  {10, 1, 0x0A, 0x0A}};  // 10
    }
    InputField number_{"amount", signed_byte(), true, 1};
    InputField other_{"orders", signed_byte(), false, 0};
    InputLane lane_;
    TickBuckets buckets_{{0, 40}, 4};
};

TEST_F(StripPaths, AColumnReachesFromTheLeastToTheLargestValueOfItsTicks) {
    const LaneScale scale(lane_, number_);
    EXPECT_EQ(scale.level(0xF6), 0U);
    EXPECT_EQ(scale.level(0x00), 50U);
    EXPECT_EQ(scale.level(0x0A), 100U);
    EXPECT_EQ(lane_path(lane_.sides[0], number_, scale, buckets_),
              "M0,50H1V100H0ZM1,0H2V8H1ZM3,0H4V8H3Z");
}

TEST_F(StripPaths, WhereAPlayerTookNoPartNothingIsDrawnAndThatIsSaid) {
    EXPECT_EQ(absent_path(lane_.sides[0], buckets_, {0, 40}), "M2,0H3V100H2Z");
    EXPECT_EQ(absent_path(lane_.sides[0], buckets_, {0, 20}), "");
}

TEST_F(StripPaths, OneChangeInALongBucketIsHigherThanNone) {
    lane_.sides[0].buckets = {{5'000, 1, 0, 0}, {5'000, 0, 0, 0}, {5'000, 5'000, 0, 0}};
    const LaneScale scale(lane_, other_);
    EXPECT_EQ(lane_path(lane_.sides[0], other_, scale, TickBuckets{{0, 15'000}, 3}),
              "M0,84H1V100H0ZM1,98H2V100H1ZM2,0H3V100H2Z");
}

TEST_F(StripPaths, OneTickThatDiffersMarksItsBucket) {
    EXPECT_EQ(marked_path({0, 1, 0, 300}), "M1,0H2V100H1ZM3,0H4V100H3Z");
    const std::vector<AgreementBucket> buckets{{10, 0, 0}, {9, 1, 0}, {0, 0, 10}};
    EXPECT_EQ(agreement_path(buckets, Agreement::equal), "M0,50H1V100H0Z");
    EXPECT_EQ(agreement_path(buckets, Agreement::differ), "M1,0H2V100H1Z");
    EXPECT_EQ(agreement_path(buckets, Agreement::unknown), "M2,92H3V100H2Z");
}

}  // namespace
}  // namespace tandem::tools::autopsy
