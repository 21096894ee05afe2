// SPDX-License-Identifier: MIT
// The walk through two states that differ: what it finds, what it costs, and what it does with one
// who lies.
#include <tandem/net/session/state_walk.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include <tandem/sim/bytes/hash.hpp>
#include <tests/net/random_state.hpp>

namespace tandem::test {
namespace {

using net::OwnState;
using net::Piece;
using net::PieceContent;
using net::PieceLimits;
using net::StateTeller;
using net::StateWalk;
using sim::Bytes;
using sim::StateHash;

// A walk compares bytes, whatever they mean.
const sim::Schema& any_schema() {
    static const sim::Schema schema;
    return schema;
}

struct WalkedState {
    explicit WalkedState(Bytes bytes) : own(any_schema(), std::move(bytes)) {
        hash = StateHash{sim::hash_bytes(own.state)};
        EXPECT_TRUE(own.pieces.build(~std::size_t{0} / 2));
    }
    OwnState own;
    StateHash hash;
};

struct WalkCost {
    std::uint64_t asks = 0;
    std::uint64_t bytes = 0;  // of asks and answers as messages
    std::uint64_t largest = 0;
};

// Asks and answers by the book, as many asks open as may be, until the walk is over.
WalkCost walk_to_its_end(StateWalk& walk, const WalkedState& theirs,
                         const net::WalkBounds& bounds = {}) {
    WalkCost cost;
    StateTeller teller(theirs.own, theirs.hash, bounds);
    while (!walk.is_over()) {
        bool is_asking = true;
        while (is_asking) {
            const auto hashes = walk.next_ask();
            is_asking = !hashes.empty();
            if (is_asking) {
                ++cost.asks;
                cost.bytes += net::encode_message(net::Ask{1, hashes}).size();
                EXPECT_TRUE(teller.receive(hashes).has_value());
            }
        }
        auto answer = teller.next_answer();
        EXPECT_TRUE(answer.has_value());
        if (!answer || !*answer) {
            EXPECT_TRUE(walk.is_over()) << "nothing is asked, and the walk is not over";
            return cost;
        }
        const std::uint64_t size = net::encode_message(net::Pieces{1, **answer}).size();
        cost.bytes += size;
        cost.largest = std::max(cost.largest, size);
        EXPECT_TRUE(walk.receive(**std::move(answer)).has_value());
    }
    return cost;
}

// Differences as a game makes them: fields, and elements that only one side has.
void spoil_state(Random& random, Bytes& state) {
    for (std::uint32_t count = random.between(1U, 20U); count > 0; --count) {
        const auto at = static_cast<std::ptrdiff_t>(random.below(state.size()));
        const auto size = std::min<std::ptrdiff_t>(random.between(1, 40),
                                                   static_cast<std::ptrdiff_t>(state.size()) - at);
        switch (random.below(std::uint32_t{6})) {
            case 0:
                state.insert(state.begin() + at, static_cast<std::size_t>(size), std::byte{9});
                break;
            case 1:
                if (state.size() > 100) {
                    state.erase(state.begin() + at, state.begin() + at + size);
                }
                break;
            default:
                state[static_cast<std::size_t>(at)] ^=
                    static_cast<std::byte>(1U << random.below(8U));
        }
    }
}

TEST(StateWalkTest, WhateverDiffersTheOtherStateIsKnownInTheEnd) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=StateWalkTest.Whatever*");
        Random random(seed);
        const WalkedState ours(random_state(random, 1 + random.below(std::uint64_t{400'000})));
        Bytes other = ours.own.state;
        spoil_state(random, other);
        const WalkedState theirs(std::move(other));
        StateWalk walk(ours.own, theirs.hash, theirs.own.state.size());
        const WalkCost cost = walk_to_its_end(walk, theirs);
        ASSERT_EQ(walk.end(), StateWalk::End::whole);
        ASSERT_TRUE(walk.state() == theirs.own.state);
        EXPECT_LE(walk.bytes_told(), 20U * 3 * PieceLimits::bytes_max);
        EXPECT_LE(cost.largest, PieceLimits::answer_bytes_max + PieceLimits::bytes_max + 1'000);
    }
}

TEST(StateWalkTest, StatesThatHaveNothingInCommonAreSentUpToTheBound) {
    Random random(11);
    const WalkedState ours(random_state(random, 900'000));
    const WalkedState small(random_state(random, 800'000));
    StateWalk walk(ours.own, small.hash, small.own.state.size());
    walk_to_its_end(walk, small);
    EXPECT_EQ(walk.end(), StateWalk::End::whole);
    EXPECT_TRUE(walk.state() == small.own.state);

    Bytes noise(PieceLimits::told_bytes_max + 500'000);
    for (std::byte& byte : noise) {
        byte = static_cast<std::byte>(random.below(std::uint32_t{256}));
    }
    const WalkedState large(std::move(noise));
    StateWalk cut(ours.own, large.hash, large.own.state.size());
    walk_to_its_end(cut, large);
    ASSERT_EQ(cut.end(), StateWalk::End::too_much);
    EXPECT_LE(cut.bytes_told(), PieceLimits::told_bytes_max);
    const Bytes known = cut.known_beginning();
    EXPECT_GT(known.size(), PieceLimits::told_bytes_max / 2) << "the lowest places come first";
    EXPECT_TRUE(std::equal(known.begin(), known.end(), large.own.state.begin()));
}

// Whoever is given a state may have nothing of it.
TEST(StateWalkTest, AStateThatIsGivenComesWholeHoweverLittleIsKnownOfIt) {
    Random random(23);
    for (const std::size_t size : {std::size_t{1}, std::size_t{300}, std::size_t{4'500'000}}) {
        Bytes noise(size);
        for (std::byte& byte : noise) {
            byte = static_cast<std::byte>(random.below(std::uint32_t{256}));
        }
        const WalkedState theirs(std::move(noise));
        const WalkedState ours(Bytes(10, std::byte{7}));
        const net::WalkBounds bounds = net::giving_bounds(size);
        StateWalk walk(ours.own, theirs.hash, size, bounds);
        walk_to_its_end(walk, theirs, bounds);
        ASSERT_EQ(walk.end(), StateWalk::End::whole) << size;
        EXPECT_EQ(walk.state(), theirs.own.state);
        EXPECT_EQ(walk.bytes_told(), size);
        EXPECT_LE(walk.bytes_told(), bounds.bytes);
    }
}

TEST(StateWalkTest, OneFieldOfALargeStateCostsAFewThousandBytes) {
    Random random(13);
    Bytes state = random_state(random, 8'000'000);
    const WalkedState ours(state);
    state[5'000'000] ^= std::byte{1};
    const WalkedState theirs(std::move(state));
    StateWalk walk(ours.own, theirs.hash, theirs.own.state.size());
    const WalkCost cost = walk_to_its_end(walk, theirs);
    EXPECT_TRUE(walk.state() == theirs.own.state);
    EXPECT_LE(cost.asks, 8U);
    EXPECT_LE(cost.bytes, 16'000U);
}

TEST(StateWalkTest, ASizeThatOursCannotMakeIsNotWalked) {
    const WalkedState ours(Bytes(10'000));
    for (const std::uint64_t bytes :
         {std::uint64_t{5'000'000}, std::uint64_t{1} << 31, ~std::uint64_t{0}}) {
        StateWalk walk(ours.own, StateHash{1}, bytes);
        EXPECT_EQ(walk.end(), StateWalk::End::too_large);
        EXPECT_TRUE(walk.next_ask().empty());
        EXPECT_TRUE(walk.known_beginning().empty());
    }
}

// ---- One who lies ----

struct LiedTo {
    LiedTo() : ours(Bytes(20'000, std::byte{7})), walk(ours.own, StateHash{77}, 20'000) {
        EXPECT_EQ(walk.next_ask(), std::vector<std::uint64_t>{77});
    }
    WalkedState ours;
    StateWalk walk;
};

TEST(StateWalkTest, WhatCannotBeIsRefused) {
    const auto is_refused = [](const std::vector<PieceContent>& answer) {
        LiedTo lied;
        return !lied.walk.receive(answer).has_value();
    };
    EXPECT_FALSE(is_refused({{{}, {{1, 10'000}, {2, 10'000}}}}));
    EXPECT_TRUE(is_refused({{{}, {{1, 10'000}, {2, 9'999}}}})) << "sizes that are no sum";
    EXPECT_TRUE(is_refused({{{}, {{1, 20'000}, {2, 0}}}})) << "a tree without end";
    EXPECT_TRUE(is_refused({{{}, {{1, 15'000}, {1, 5'000}}}})) << "one piece of two sizes";
    EXPECT_TRUE(is_refused({{Bytes(4'000), {}}})) << "too few bytes";
    EXPECT_TRUE(is_refused({{{}, {{1, 10'000}, {2, 10'000}}}, {Bytes(1), {}}})) << "two for one";

    LiedTo unasked;
    EXPECT_TRUE(unasked.walk.receive({{{}, {{1, 10'000}, {2, 10'000}}}}).has_value());
    EXPECT_FALSE(unasked.walk.receive({{Bytes(10'000), {}}}).has_value()) << "not asked for";

    LiedTo other;
    EXPECT_TRUE(other.walk.receive({{{}, {{1, 3'000}, {2, 17'000}}}}).has_value());
    EXPECT_EQ(other.walk.next_ask().size(), 2U);
    EXPECT_FALSE(other.walk.receive({{Bytes(3'000), {}}}).has_value()) << "another hash";
}

TEST(StateWalkTest, AStateThatIsNotTheOneWhoseHashWasToldIsRefused) {
    const WalkedState ours(Bytes(20'000, std::byte{7}));
    const WalkedState theirs(Bytes(20'000, std::byte{8}));
    StateWalk walk(ours.own, StateHash{theirs.hash.value + 1}, theirs.own.state.size());
    walk.next_ask();
    StateTeller teller(theirs.own, theirs.hash);
    EXPECT_TRUE(teller.receive({theirs.hash.value}).has_value());
    auto answer = teller.next_answer();
    EXPECT_TRUE(walk.receive(**answer).has_value());
    sim::Result<void> taken;
    for (int round = 0; round < 20 && taken.has_value(); ++round) {
        const auto hashes = walk.next_ask();
        ASSERT_FALSE(hashes.empty());
        ASSERT_TRUE(teller.receive(hashes).has_value());
        taken = walk.receive(**teller.next_answer());
    }
    EXPECT_FALSE(taken.has_value());
    EXPECT_EQ(walk.end(), StateWalk::End::none);
}

// Each piece is said to consist of two new ones: a tree whose leaves never come.
TEST(StateWalkTest, ATreeThatIsMadeUpEndsAtTheBounds) {
    const WalkedState ours(Bytes(100'000'000, std::byte{7}));
    std::map<std::uint64_t, PieceContent> made_up;
    std::uint64_t made = 0;
    // Content first, hashes after it: from small pieces upwards, all different.
    const std::function<Piece(std::uint32_t)> make = [&](std::uint32_t bytes) {
        PieceContent content;
        if (bytes <= 4'000 || ++made > 30'000) {
            content.bytes.assign(std::min(bytes, std::uint32_t{4'000}), std::byte{1});
            sim::store_le(++made, content.bytes.data());
        } else {
            content.parts = {make(bytes / 2), make(bytes - bytes / 2)};
        }
        const Piece piece{net::piece_hash(content), bytes};
        made_up[piece.hash] = std::move(content);
        return piece;
    };
    const Piece root = make(90'000'000);
    StateWalk walk(ours.own, StateHash{77}, 90'000'000);
    std::size_t told = 0;
    std::uint64_t rounds = 0;
    bool is_refused = false;
    while (!walk.is_over() && !is_refused) {
        ASSERT_LE(++rounds, 20'000U);
        std::vector<PieceContent> answer;
        for (const std::uint64_t hash : walk.next_ask()) {
            answer.push_back(made_up.at(hash == 77 ? root.hash : hash));
            ++told;
        }
        is_refused = !walk.receive(std::move(answer)).has_value();
    }
    EXPECT_LE(told, PieceLimits::told_max);
    EXPECT_LE(walk.bytes_told(), PieceLimits::told_bytes_max + PieceLimits::answer_bytes_max * 4);
}

// Five pieces that name each other 64 times stand for a billion.
TEST(StateWalkTest, PiecesOfPiecesThatRepeatAreLaidOutUpToABound) {
    const WalkedState ours(Bytes(100'000'000, std::byte{7}));
    std::vector<PieceContent> levels{{Bytes(1, std::byte{1}), {}}};
    std::vector<Piece> pieces{{net::piece_hash(levels[0]), 1}};
    while (pieces.back().bytes < 64U * 64 * 64 * 64) {
        const Piece below = pieces.back();
        levels.push_back({{}, std::vector<Piece>(64, below)});
        pieces.push_back({net::piece_hash(levels.back()), below.bytes * 64});
    }
    StateWalk walk(ours.own, StateHash{pieces.back().hash}, pieces.back().bytes);
    for (std::size_t level = levels.size(); level-- > 0 && !walk.is_over();) {
        ASSERT_EQ(walk.next_ask().size(), 1U);
        ASSERT_TRUE(walk.receive({levels[level]}).has_value());
    }
    EXPECT_EQ(walk.end(), StateWalk::End::too_much);
}

TEST(StateWalkTest, WhoGivesNothingMoreEndsTheWalk) {
    LiedTo lied;
    EXPECT_TRUE(lied.walk.receive({}).has_value());
    EXPECT_EQ(lied.walk.end(), StateWalk::End::refused);
    EXPECT_TRUE(lied.walk.next_ask().empty());
}

TEST(StateTellerTest, WhoAsksForMoreThanThereIsIsRefused) {
    const WalkedState ours(Bytes(50'000, std::byte{7}));
    StateTeller strange(ours.own, ours.hash);
    EXPECT_TRUE(strange.receive({12'345}).has_value());
    EXPECT_FALSE(strange.next_answer().has_value()) << "a piece that we do not have";

    StateTeller many(ours.own, ours.hash);
    for (std::size_t ask = 0; ask < PieceLimits::asks_max; ++ask) {
        EXPECT_TRUE(many.receive({ours.hash.value}).has_value());
    }
    EXPECT_FALSE(many.receive({ours.hash.value}).has_value()) << "too many at a time";

    StateTeller endless(ours.own, ours.hash);
    std::uint64_t answered = 0;
    while (endless.receive(std::vector<std::uint64_t>(64, ours.hash.value)).has_value()) {
        const auto answer = endless.next_answer();
        ASSERT_TRUE(answer.has_value() && answer->has_value());
        answered += (*answer)->size();
        ASSERT_LE(answered, PieceLimits::told_max);
    }
    EXPECT_GT(answered, PieceLimits::told_max - 64);
}

TEST(StateTellerTest, OfTheStateItTellsNoMoreThanItsBound) {
    Random random(17);
    Bytes noise(100'000);
    for (std::byte& byte : noise) {
        byte = static_cast<std::byte>(random.below(std::uint32_t{256}));
    }
    const WalkedState ours(std::move(noise));
    std::vector<std::uint64_t> leaves;
    std::vector<Piece> todo{ours.own.pieces.root()};
    while (!todo.empty()) {
        const auto found = ours.own.pieces.find(todo.back().hash);
        todo.pop_back();
        if (found->parts.empty()) {
            leaves.push_back(net::piece_hash(ours.own.pieces.content(*found)));
        }
        todo.insert(todo.end(), found->parts.begin(), found->parts.end());
    }
    StateTeller teller(ours.own, ours.hash);
    std::uint64_t told = 0;
    bool has_ended = false;
    for (int round = 0; round < 1'000 && !has_ended; ++round) {
        std::vector<std::uint64_t> hashes;
        for (std::size_t index = 0; index < PieceLimits::asked_max; ++index) {
            hashes.push_back(leaves[index % leaves.size()]);
        }
        ASSERT_TRUE(teller.receive(hashes).has_value());
        const auto answer = teller.next_answer();
        ASSERT_TRUE(answer.has_value() && answer->has_value());
        has_ended = (*answer)->empty();
        for (const PieceContent& content : **answer) {
            told += content.bytes.size();
        }
    }
    EXPECT_TRUE(has_ended);
    EXPECT_LE(told, PieceLimits::told_bytes_max);
}

TEST(StateTellerTest, NothingIsToldBeforeThePiecesAreComplete) {
    OwnState own(any_schema(), Bytes(50'000, std::byte{7}));
    const StateHash hash{sim::hash_bytes(own.state)};
    StateTeller teller(own, hash);
    EXPECT_TRUE(teller.receive({hash.value}).has_value());
    EXPECT_FALSE(teller.next_answer()->has_value());
    EXPECT_TRUE(own.pieces.build(1'000'000));
    EXPECT_TRUE(teller.next_answer()->has_value());
    EXPECT_FALSE(teller.next_answer()->has_value()) << "once";
}

}  // namespace
}  // namespace tandem::test
