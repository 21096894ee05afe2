// SPDX-License-Identifier: MIT
// Compression that only ever shrinks, and decompression that believes nothing.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/blocks/codec.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using replay::Codec;
using replay::decode_content;

sim::Bytes noise(std::size_t size) {
    Random random(3);
    sim::Bytes bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.below(256U));
    }
    return bytes;
}

TEST(Codec, ComesBackInEverySize) {
    replay::Compressor compressor;
    for (const std::size_t size : {100U, 4'097U, 70'000U, 1'000'000U}) {
        sim::Bytes content = noise(size);
        std::fill(content.begin() + static_cast<std::ptrdiff_t>(size / 2), content.end(),
                  std::byte{4});
        const sim::ByteView coded = compressor.compress(content);
        ASSERT_FALSE(coded.empty()) << size;
        ASSERT_LT(coded.size(), size);
        sim::Bytes out;
        ASSERT_TRUE(decode_content(Codec::zstd, coded, static_cast<std::uint32_t>(size), out));
        EXPECT_EQ(out, content);
    }
}

TEST(Codec, WhatDoesNotShrinkIsNotCompressed) {
    replay::Compressor compressor;
    EXPECT_TRUE(compressor.compress({}).empty());
    EXPECT_TRUE(compressor.compress(noise(10)).empty());
    EXPECT_TRUE(compressor.compress(noise(5'000)).empty());
}

TEST(Codec, PlainContentHasItsOwnSize) {
    const sim::Bytes content = noise(10);
    sim::Bytes out;
    EXPECT_TRUE(decode_content(Codec::plain, content, 10, out));
    EXPECT_EQ(out, content);
    EXPECT_FALSE(decode_content(Codec::plain, content, 9, out));
    EXPECT_FALSE(decode_content(Codec::plain, content, 11, out));
}

TEST(Codec, NeverGivesMoreOrLessThanWasStated) {
    replay::Compressor compressor;
    const sim::Bytes zeros(1'000'000);
    const sim::ByteView coded = compressor.compress(zeros);
    ASSERT_FALSE(coded.empty());
    sim::Bytes out;
    EXPECT_TRUE(decode_content(Codec::zstd, coded, 1'000'000, out));
    for (const std::uint32_t claimed : {0U, 1U, 999'999U, 1'000'001U}) {
        EXPECT_FALSE(decode_content(Codec::zstd, coded, claimed, out)) << claimed;
    }
}

TEST(Codec, RefusesTwoFramesAndHalfAFrameAndNoise) {
    replay::Compressor compressor;
    const sim::Bytes zeros(1'000);
    const sim::ByteView coded = compressor.compress(zeros);
    sim::Bytes two_frames(coded.begin(), coded.end());
    sim::append(two_frames, coded);
    sim::Bytes out;
    EXPECT_FALSE(decode_content(Codec::zstd, two_frames, 1'000, out));
    EXPECT_FALSE(decode_content(Codec::zstd, coded.first(coded.size() - 1), 1'000, out));
    EXPECT_FALSE(decode_content(Codec::zstd, coded.first(4), 1'000, out));
    EXPECT_FALSE(decode_content(Codec::zstd, {}, 0, out));
    EXPECT_FALSE(decode_content(Codec::zstd, noise(50), 1'000, out));
}

TEST(Codec, AnUnknownCodecIsNamed) {
    sim::Bytes out;
    const auto decoded = decode_content(static_cast<Codec>(7), noise(10), 10, out);
    ASSERT_FALSE(decoded);
    EXPECT_NE(decoded.error().message.find("unknown codec 7"), std::string::npos);
}

}  // namespace
}  // namespace tandem::test
