// SPDX-License-Identifier: MIT
// A result is a value or an error, never both, and asking for the wrong one is noticed.
#include <tandem/sim/result.hpp>

#include <memory>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

Result<int> half(int number) {
    if (number % 2 != 0) {
        return Error{ErrorCode::usage, "number " + std::to_string(number), "it is odd"};
    }
    return number / 2;
}

TEST(Result, HoldsAValue) {
    const Result<int> result = half(8);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.has_value());
    EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsAnErrorWithItsPlaceAndText) {
    const Result<int> result = half(9);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::usage);
    EXPECT_EQ(result.error().text(), "number 9: it is odd");
    EXPECT_EQ((Error{ErrorCode::usage, "", "it is odd"}.text()), "it is odd");
}

TEST(Error, SaysFromOutsideInWhereItHappened) {
    const Error error{ErrorCode::bad_data, "byte 5", "it is odd"};
    EXPECT_EQ(error.within("player 1").within("a.tandem").text(),
              "a.tandem, player 1, byte 5: it is odd");
    EXPECT_EQ(error.within("a.tandem").code, ErrorCode::bad_data);
    EXPECT_EQ(error.text(), "byte 5: it is odd") << "an error is not changed by its copy";
}

TEST(Error, AnEmptyPlaceIsNoPartOfAnother) {
    const Error nowhere{ErrorCode::usage, "", "it is odd"};
    EXPECT_EQ(nowhere.within("a.tandem").text(), "a.tandem: it is odd");
    EXPECT_EQ(nowhere.within("").text(), "it is odd");
    EXPECT_EQ((Error{ErrorCode::usage, "byte 5", "it is odd"}.within("").text()),
              "byte 5: it is odd");
}

TEST(Result, MovesWhatCannotBeCopied) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    ASSERT_TRUE(result);
    EXPECT_EQ(**result, 5);
    const std::unique_ptr<int> taken = std::move(result).value();
    EXPECT_EQ(*taken, 5);
}

TEST(Result, OfNothingIsSuccessByDefault) {
    const Result<void> good;
    EXPECT_TRUE(good);
    good.value();
    const Result<void> bad = Error{ErrorCode::io, "disk", "it is full"};
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().text(), "disk: it is full");
}

TEST(ResultDeathTest, AskingForWhatIsNotThereEndsTheProcess) {
    const Result<int> good = 1;
    const Result<int> bad = Error{};
    const Result<void> nothing;
    EXPECT_DEATH(static_cast<void>(good.error()), "assertion failed");
    EXPECT_DEATH(static_cast<void>(bad.value()), "assertion failed");
    EXPECT_DEATH(static_cast<void>(nothing.error()), "assertion failed");
    const Result<void> failed = Error{};
    EXPECT_DEATH(failed.value(), "assertion failed");
}

}  // namespace
}  // namespace tandem::sim
