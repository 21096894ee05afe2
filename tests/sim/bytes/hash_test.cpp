// SPDX-License-Identifier: MIT
// The hash is XXH3 with seed 0: published vectors and one byte of difference anywhere.
#include <tandem/sim/bytes/hash.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

std::string hex(const Digest& digest) {
    constexpr char k_digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest.bytes) {
        text.push_back(k_digits[static_cast<unsigned>(byte) >> 4]);
        text.push_back(k_digits[static_cast<unsigned>(byte) & 15U]);
    }
    return text;
}

TEST(Hash, OfWordsIsThatOfTheirLittleEndianBytes) {
    EXPECT_EQ(hash_words({}), hash_bytes({}));
    Bytes flat;
    append_le<std::uint64_t>(flat, 1);
    append_le<std::uint64_t>(flat, 0x0123456789abcdefULL);
    EXPECT_EQ(hash_words({1, 0x0123456789abcdefULL}), hash_bytes(flat));
}

// The values for no bytes are those of xxHash's own sanity check (cli/xsum_sanity_check.c, length
// 0, seed 0); those for "abc" are frozen here.
TEST(Hash, EqualsThePublishedVectors) {
    EXPECT_EQ(hash_bytes({}), 0x2d06800538d394c2ULL);
    EXPECT_EQ(hash_bytes(as_bytes("abc")), 0x78af5f94892f3950ULL);
    EXPECT_EQ(hex(digest_bytes({})), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(hex(digest_bytes(as_bytes("abc"))), "06b05ab6733a618578af5f94892f3950");
}

// XXH3 has one path for each of 0, 1-3, 4-8, 9-16, 17-128, 129-240 and more bytes.
TEST(Hash, OneFlippedBitChangesHashAndDigestAtEveryLength) {
    for (const std::size_t size : {1U, 3U, 4U, 8U, 9U, 16U, 17U, 128U, 129U, 240U, 241U, 5000U}) {
        Bytes bytes(size, std::byte{0x5a});
        const std::uint64_t hash = hash_bytes(bytes);
        const Digest digest = digest_bytes(bytes);
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            bytes[at] ^= std::byte{0x10};
            EXPECT_NE(hash_bytes(bytes), hash) << size << " bytes, byte " << at;
            EXPECT_FALSE(digest_bytes(bytes) == digest) << size << " bytes, byte " << at;
            bytes[at] ^= std::byte{0x10};
        }
    }
}

TEST(Hash, ADigestOfPiecesIsThatOfAll) {
    Bytes bytes;
    for (std::uint32_t i = 0; i < 5'000; ++i) {
        bytes.push_back(static_cast<std::byte>(i * 31 % 251));
    }
    EXPECT_EQ(DigestSink().digest(), digest_bytes({}));
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1'024}}) {
        DigestSink sink;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            sink.write(ByteView(bytes).subspan(at, std::min(piece, bytes.size() - at)));
        }
        EXPECT_EQ(sink.digest(), digest_bytes(bytes)) << piece;
    }
}

TEST(Hash, ZerosOfDifferentLengthDiffer) {
    std::set<std::uint64_t> hashes;
    for (std::size_t size = 0; size < 600; ++size) {
        hashes.insert(hash_bytes(Bytes(size)));
    }
    EXPECT_EQ(hashes.size(), 600U);
}

}  // namespace
}  // namespace tandem::sim
