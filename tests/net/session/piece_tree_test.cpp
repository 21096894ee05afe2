// SPDX-License-Identifier: MIT
// A tree of pieces covers its state exactly, however it is built, and two states that differ in
// little have nearly all pieces in common.
#include <tandem/net/session/piece_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include <tandem/sim/bytes/hash.hpp>
#include <tests/net/random_state.hpp>

namespace tandem::test {
namespace {

using net::Piece;
using net::PieceLimits;
using net::PieceTree;
using sim::Bytes;
using sim::ByteView;

PieceTree whole_tree(ByteView state) {
    PieceTree tree(state);
    EXPECT_TRUE(tree.build(~std::size_t{0} / 2));
    return tree;
}

// Appends what a piece covers, by asking for its content down to the bytes.
void unfold(const PieceTree& tree, const Piece& piece, Bytes& out, std::set<std::uint64_t>& all) {
    all.insert(piece.hash);
    const auto found = tree.find(piece.hash);
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(found->bytes, piece.bytes);
    const net::PieceContent content = tree.content(*found);
    ASSERT_EQ(net::piece_hash(content), piece.hash);
    ASSERT_LE(content.parts.size(), PieceLimits::parts_max);
    ASSERT_NE(content.parts.size(), 1U);
    ASSERT_LE(content.bytes.size(), PieceLimits::bytes_max);
    sim::append(out, content.bytes);
    for (const Piece& part : content.parts) {
        unfold(tree, part, out, all);
    }
}

TEST(PieceTreeTest, ItsPiecesAreTheStateInOrder) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=PieceTreeTest.ItsPieces*");
        Random random(seed);
        const Bytes state = random_state(random, random.below(std::uint64_t{200'000}));
        const PieceTree tree = whole_tree(state);
        Bytes again;
        std::set<std::uint64_t> all;
        unfold(tree, tree.root(), again, all);
        EXPECT_TRUE(again == state);
        EXPECT_EQ(tree.root().bytes, state.size());
        EXPECT_FALSE(tree.find(tree.root().hash + 1).has_value());
    }
}

TEST(PieceTreeTest, BuiltInStepsItIsTheSame) {
    Random random(3);
    const Bytes state = random_state(random, 300'000);
    PieceTree slow(state);
    std::size_t steps = 0;
    while (!slow.build(10'000)) {
        EXPECT_FALSE(slow.is_complete());
        ++steps;
    }
    EXPECT_GT(steps, 20U) << "no step may take much longer than it was given";
    EXPECT_EQ(slow.root(), whole_tree(state).root());
}

TEST(PieceTreeTest, AnEmptyStateIsOnePieceOfNothing) {
    const PieceTree tree = whole_tree({});
    EXPECT_EQ(tree.root().bytes, 0U);
    EXPECT_EQ(tree.root().hash, sim::hash_bytes({}));
    EXPECT_TRUE(tree.content(*tree.find(tree.root().hash)).bytes.empty());
}

TEST(PieceTreeTest, AStateWithoutAnyCutHasTheLargestPieces) {
    const Bytes zeros(1'000'000);
    const PieceTree tree = whole_tree(zeros);
    Bytes again;
    std::set<std::uint64_t> all;
    unfold(tree, tree.root(), again, all);
    EXPECT_TRUE(again == zeros);
    EXPECT_LE(all.size(), 12U) << "equal pieces are one";
}

TEST(PieceTreeTest, AnElementMoreInTheMiddleLeavesNearlyAllPieces) {
    Random random(5);
    const Bytes state = random_state(random, 2'000'000);
    Bytes longer = state;
    longer.insert(longer.begin() + 1'000'003, 7, std::byte{0x5A});
    const auto pieces_of = [](const Bytes& of) {
        const PieceTree tree = whole_tree(of);
        Bytes again;
        std::set<std::uint64_t> all;
        unfold(tree, tree.root(), again, all);
        return all;
    };
    const std::set<std::uint64_t> before = pieces_of(state);
    const std::set<std::uint64_t> after = pieces_of(longer);
    std::vector<std::uint64_t> added;
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(),
                        std::back_inserter(added));
    EXPECT_GE(added.size(), 2U);
    EXPECT_LE(added.size(), 24U) << "of " << after.size();
}

// The example of PROTOCOL.md.
TEST(PieceTreeTest, TheWorkedExampleHolds) {
    Bytes state;
    for (std::uint32_t number = 0; number < 2'500; ++number) {
        sim::append_le(state, number * number);
    }
    const PieceTree tree = whole_tree(state);
    const auto root = tree.find(tree.root().hash);
    ASSERT_TRUE(root.has_value());
    std::string told;
    for (const Piece& part : root->parts) {
        told += std::to_string(part.bytes) + " ";
    }
    EXPECT_EQ(told, "1754 889 364 890 1760 521 2130 1692 ");
    EXPECT_EQ(tree.root().hash, 0x57702110c212d20eU);
}

}  // namespace
}  // namespace tandem::test
