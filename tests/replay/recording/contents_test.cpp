// SPDX-License-Identifier: MIT
// Header, schema, asset, marks and end: back as they were, and refused where they do not fit
// themselves.
#include <gtest/gtest.h>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

replay::Header make_header() {
    const sim::GameInfo& game = sim::GameModel<Counter>::game_info();
    replay::Header header;
    header.format_version = replay::k_format_version;
    header.game = game.name;
    header.game_version = 3;
    header.state_schema = game.state_schema;
    header.input_schema = game.input_schema;
    header.options_schema = game.options_schema;
    header.setup = make_setup(game, 2, 9);
    header.build = "a build";
    return header;
}

// Every shorter version of the bytes, given to a decoder that must refuse each.
template <class Decode>
void expect_all_prefixes_refused(const sim::Bytes& bytes, Decode&& decode) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode(sim::ByteView(bytes).first(size))) << size;
    }
    EXPECT_TRUE(decode(sim::ByteView(bytes)));
}

TEST(Header, IsRefusedCutAnywhere) {
    expect_all_prefixes_refused(replay::encode_header(make_header()), [](sim::ByteView bytes) {
        return replay::decode_header(bytes).has_value();
    });
}

replay::GameBuild a_game_build() {
    return {sim::digest_bytes(sim::as_bytes("a program")), sim::digest_bytes({}), "g++ 12.2.0"};
}

TEST(Header, HoldsTheBuildOfTheGameWhereItIsKnown) {
    replay::Header header = make_header();
    const sim::Bytes without = replay::encode_header(header);
    EXPECT_FALSE(replay::decode_header(without)->header.game_build);
    header.game_build = a_game_build();
    const sim::Bytes with = replay::encode_header(header);
    EXPECT_EQ(replay::decode_header(with)->header.game_build, a_game_build());
    // So a reader that knows no such block finds all it knows where it was.
    ASSERT_GT(with.size(), without.size());
    EXPECT_TRUE(std::equal(without.begin(), without.end(), with.begin()));
    // Cut anywhere behind that it is a header without a build.
    for (std::size_t size = without.size(); size < with.size(); ++size) {
        const auto cut = replay::decode_header(sim::ByteView(with).first(size));
        ASSERT_TRUE(cut) << size;
        EXPECT_FALSE(cut->header.game_build) << size;
    }
}

TEST(Header, ToleratesAnEmptyBuildOfTheGameAndBytesOfLaterVersions) {
    sim::Bytes bytes = replay::encode_header(make_header());
    sim::append_block(bytes, {});
    sim::append(bytes, sim::as_bytes("later"));
    const auto empty = replay::decode_header(bytes);
    ASSERT_TRUE(empty);
    EXPECT_FALSE(empty->header.game_build);
    bytes = replay::encode_header(make_header());
    sim::Bytes fields(32, std::byte{1});
    sim::append_text(fields, "a compiler");
    sim::append(fields, sim::as_bytes("later"));
    sim::append_block(bytes, fields);
    const auto longer = replay::decode_header(bytes);
    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->header.game_build->compiler, "a compiler");
    bytes = replay::encode_header(make_header());
    sim::append_block(bytes, sim::Bytes(4'097));
    EXPECT_FALSE(replay::decode_header(bytes)->header.game_build) << "longer than it may be";
}

TEST(Header, CutsABuildTextThatIsTooLong) {
    replay::Header header = make_header();
    header.build = std::string(1'000, 'x');
    const auto decoded = replay::decode_header(replay::encode_header(header));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->header.build, std::string(replay::k_header_text_bytes_max, 'x'));
}

TEST(Schemas, AreRefusedCutAnywhere) {
    const replay::Header header = make_header();
    const auto decoded = replay::decode_header(replay::encode_header(header));
    ASSERT_TRUE(decoded);
    expect_all_prefixes_refused(replay::encode_schemas(header), [&](sim::ByteView bytes) {
        auto copy = *decoded;
        return replay::decode_schemas(bytes, copy).has_value();
    });
}

TEST(Schemas, MustHaveTheHashesOfTheHeader) {
    const replay::Header header = make_header();
    auto decoded = replay::decode_header(replay::encode_header(header));
    ASSERT_TRUE(decoded);
    replay::Header other = header;
    other.input_schema = other.state_schema;
    EXPECT_FALSE(replay::decode_schemas(replay::encode_schemas(other), *decoded));
}

TEST(Schemas, MustFitTheOptionsOfTheSetup) {
    replay::Header header = make_header();
    header.setup.options.push_back(std::byte{0});
    auto decoded = replay::decode_header(replay::encode_header(header));
    ASSERT_TRUE(decoded);
    EXPECT_FALSE(replay::decode_schemas(replay::encode_schemas(header), *decoded));
}

TEST(AssetContent, MustBeTheOneThatTheSetupNames) {
    tandem::Setup setup;
    setup.assets = {Asset::from_content("map", sim::Bytes(9, std::byte{1}))};
    const sim::Bytes content = setup.assets[0].content;
    setup.assets[0].content.clear();
    EXPECT_FALSE(replay::decode_asset(replay::encode_asset(1, content), setup));
    EXPECT_FALSE(replay::decode_asset(replay::encode_asset(0, sim::Bytes(9)), setup));
    EXPECT_FALSE(replay::decode_asset({}, setup));
    EXPECT_TRUE(setup.assets[0].content.empty());
    EXPECT_TRUE(replay::decode_asset(replay::encode_asset(0, content), setup));
    EXPECT_EQ(setup.assets[0].content, content);
}

TEST(Marks, AreRefusedCutWithinOne) {
    sim::Bytes bytes;
    replay::encode_mark({sim::MarkKind::note, sim::Tick{7}, 1, 2, "text"}, bytes);
    const std::size_t one = bytes.size();
    replay::encode_mark({sim::MarkKind::left, sim::Tick{8}, 1, 2, ""}, bytes);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const auto marks = replay::decode_marks(sim::ByteView(bytes).first(size));
        const bool is_between = size == 0 || size == one || size == bytes.size();
        EXPECT_EQ(marks.has_value(), is_between) << size;
    }
}

TEST(Marks, OfANewerKindWithMoreFieldsAreKept) {
    sim::Bytes one;
    replay::encode_mark({static_cast<sim::MarkKind>(99), sim::Tick{7}, 1, 2, "text"}, one);
    sim::append(one, sim::as_bytes("new"));
    sim::store_le(static_cast<std::uint32_t>(one.size() - 4), one.data());
    const auto marks = replay::decode_marks(one);
    ASSERT_TRUE(marks);
    ASSERT_EQ(marks->size(), 1U);
    EXPECT_EQ(static_cast<int>(marks->front().kind), 99);
    EXPECT_EQ(marks->front().text, "text");
}

TEST(Marks, CutATextThatIsTooLong) {
    sim::Bytes bytes;
    replay::encode_mark({sim::MarkKind::note, sim::Tick{}, 0, 0, std::string(70'000, 'x')}, bytes);
    const auto marks = replay::decode_marks(bytes);
    ASSERT_TRUE(marks);
    EXPECT_EQ(marks->front().text.size(), 65'535U);
}

TEST(End, IsRefusedCutAnywhereAndWithAnOffsetThatCannotBe) {
    sim::Bytes bytes = replay::encode_end({.reason = sim::EndReason::finished,
                                           .ticks = 100,
                                           .index = {{replay::BlockType::keyframe, 300, 0},
                                                     {replay::BlockType::inputs, 400, 0},
                                                     {replay::BlockType::evidence, 900, 50},
                                                     {replay::BlockType::inputs, 1'000, 60}},
                                           .offset = 2'000});
    expect_all_prefixes_refused(
        bytes, [](sim::ByteView cut) { return replay::decode_end(cut).has_value(); });
    const auto end = replay::decode_end(bytes);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->index[2], (replay::IndexEntry{replay::BlockType::evidence, 900, 50}));
    EXPECT_EQ(end->offset, 2'000U);
    sim::store_le(std::uint64_t{999}, bytes.data() + bytes.size() - 8);
    EXPECT_FALSE(replay::decode_end(bytes));  // before the last block that it lists
}

TEST(End, WithAHostileCountAllocatesNothing) {
    sim::Bytes bytes = replay::encode_end({.reason = sim::EndReason::finished, .ticks = 100});
    sim::store_le(std::uint32_t{0xFFFFFFFF}, bytes.data() + 9);
    EXPECT_FALSE(replay::decode_end(bytes));
}

}  // namespace
}  // namespace tandem::test
