// SPDX-License-Identifier: MIT
// The parts of a diff, each by itself.
#include <gtest/gtest.h>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(DiffParts, AHeaderDoesNotDifferFromItself) {
    const auto replay = open_replay(record<Counter>({}));
    EXPECT_TRUE(replay::header_differences(replay.header(), replay.header()).empty());
}

TEST(DiffParts, WhatDecidesNothingIsNoDifference) {
    const auto replay = open_replay(record<Counter>({}));
    replay::Header other = replay.header();
    other.build = "another";
    other.block_ticks = 1;
    other.keyframe_ticks = 1;
    other.parent = replay::Parent{};
    EXPECT_TRUE(replay::header_differences(replay.header(), other).empty());
}

TEST(DiffParts, AnAssetDiffersByNameSizeOrContent) {
    const auto lines = [](Asset a, Asset b) {
        const auto replay = open_replay(record<Counter>({}));
        replay::Header one = replay.header();
        replay::Header two = replay.header();
        one.setup.assets = {std::move(a)};
        two.setup.assets = {std::move(b)};
        return replay::header_differences(one, two);
    };
    const auto asset = [](const char* name, std::size_t size, int value) {
        return Asset::from_content(name, sim::Bytes(size, static_cast<std::byte>(value)));
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 3, 1)), Lines{});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 3, 2)), Lines{"asset a: other content"});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 4, 1)), Lines{"asset a: 3 bytes | 4 bytes"});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("b", 3, 1)),
              (Lines{"asset a: 3 bytes | absent", "asset b: absent | 3 bytes"}));
}

TEST(DiffParts, TheOrderOfAssetsDecidesTheStart) {
    const auto replay = open_replay(record<Counter>({}));
    replay::Header one = replay.header();
    replay::Header two = replay.header();
    const Asset a = Asset::from_content("a", sim::Bytes(1));
    const Asset b = Asset::from_content("b", sim::Bytes(2));
    one.setup.assets = {a, b};
    two.setup.assets = {b, a};
    EXPECT_EQ(replay::header_differences(one, two).size(), 1U);
}

TEST(DiffParts, InputsDifferInTheLowestSlotFirst) {
    const auto replay = open_replay(record<Counter>({.slots = 3}));
    const auto bytes = [](std::uint8_t presence, std::initializer_list<std::uint16_t> amounts) {
        sim::Bytes record;
        sim::append_le(record, presence);
        for (const std::uint16_t amount : amounts) {
            sim::append_le(record, amount);
        }
        return record;
    };
    const auto differs = [&](const sim::Bytes& a, const sim::Bytes& b) {
        return replay::input_difference(replay.header(), a, b);
    };
    EXPECT_EQ(differs(bytes(7, {1, 2, 3}), bytes(7, {1, 9, 8})).player, tandem::Slot{1});
    EXPECT_EQ(differs(bytes(7, {1, 2, 3}), bytes(5, {1, 9})).player, tandem::Slot{1});
    EXPECT_EQ(differs(bytes(5, {1, 3}), bytes(5, {1, 4})).player, tandem::Slot{2});
}

TEST(DiffParts, CommonEndsAndStatesAreThoseOfBoth) {
    const auto a = open_replay(
        record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 10, .keyframe_ticks = 30}}));
    const auto b = open_replay(
        record<Counter>({.options = {.block_ticks = 15, .epoch_ticks = 15, .keyframe_ticks = 45}}));
    using Ticks = std::vector<std::uint64_t>;
    EXPECT_EQ(replay::common_ends(a, b, 90), (Ticks{30, 60, 90}));
    EXPECT_EQ(replay::common_ends(a, b, 89), (Ticks{30, 60}));
    const auto states = replay::common_states(a, b, 0);
    ASSERT_EQ(states.size(), 2U);
    for (const std::size_t i : {0U, 1U}) {
        EXPECT_EQ(states[i].ticks_done, i * 90);
        EXPECT_EQ(states[i].a, a.find_state(i * 90));
        EXPECT_EQ(states[i].b, b.find_state(i * 90));
    }
    EXPECT_EQ(replay::common_states(a, b, 1).size(), 1U);
}

}  // namespace
}  // namespace tandem::test
