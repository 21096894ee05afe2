// SPDX-License-Identifier: MIT
// Every note comes back as it was; everything else is refused.
#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/lab/match/wire.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

const std::vector<Note>& all_notes() {
    static const std::vector<Note> k_notes{
        Greeting{ArmId::v_fair, 6, 3},
        AheadPress{{1'003, 1'057, k_tap_key}},
        Begin{},
        KeysNow{k_all_keys},
        StepOrder{17, {10'000'000, {k_jump_key, k_hold_key}, false}},
        Finished{},
        Beat{},
    };
    return k_notes;
}

bool is_refused(sim::Bytes bytes) {
    const auto note = decode_note(bytes);
    return !note && note.error().code == sim::ErrorCode::network;
}

TEST(MatchWire, EveryNoteComesBackAsItWas) {
    for (const Note& note : all_notes()) {
        const auto decoded = decode_note(encode(note));
        ASSERT_TRUE(decoded);
        EXPECT_EQ(decoded->index(), note.index());
        EXPECT_EQ(encode(*decoded), encode(note));
    }
}

TEST(MatchWire, ACutOrLongerNoteIsRefused) {
    EXPECT_TRUE(is_refused({}));
    for (const Note& note : all_notes()) {
        sim::Bytes bytes = encode(note);
        bytes.push_back(std::byte{0});
        EXPECT_TRUE(is_refused(bytes));
        for (std::size_t size = 0; size + 1 < bytes.size(); ++size) {
            EXPECT_TRUE(is_refused(
                sim::Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))));
        }
    }
}

TEST(MatchWire, NumbersOutOfTheirBoundsAreRefused) {
    EXPECT_TRUE(is_refused({std::byte{0}}));
    EXPECT_TRUE(is_refused({std::byte{8}}));
    EXPECT_TRUE(is_refused(encode(Greeting{static_cast<ArmId>(99), 6, 3})));
    EXPECT_TRUE(is_refused(encode(Greeting{ArmId::v_fair, 0, 3})));
    EXPECT_TRUE(is_refused(encode(Greeting{ArmId::v_fair, k_run_seconds_max + 1, 3})));
    EXPECT_TRUE(is_refused(encode(Greeting{ArmId::v_fair, 6, k_presses_max + 1})));
    EXPECT_TRUE(is_refused(encode(AheadPress{{5, 5, k_tap_key}})));
    EXPECT_TRUE(is_refused(encode(AheadPress{{5, 6, 0x80}})));
    EXPECT_TRUE(is_refused(encode(KeysNow{0x08})));
    EXPECT_TRUE(is_refused(encode(StepOrder{0, {0, {}, true}})));
    EXPECT_TRUE(is_refused(encode(StepOrder{0, {VariableGame::k_tick_ns + 1, {}, true}})));
    sim::Bytes other_magic = encode(Greeting{ArmId::v_fair, 6, 3});
    other_magic[1] ^= std::byte{1};
    EXPECT_TRUE(is_refused(other_magic));
    sim::Bytes other_flag = encode(StepOrder{0, {1, {}, true}});
    other_flag.back() = std::byte{2};
    EXPECT_TRUE(is_refused(other_flag));
}

TEST(MatchWire, NoBytesDoHarm) {
    Random random(5);
    for (int i = 0; i < 20'000; ++i) {
        sim::Bytes bytes(random.below(20U));
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random.below(256U));
        }
        if (const auto note = decode_note(bytes)) {
            EXPECT_EQ(encode(*note), bytes);
        }
    }
}

}  // namespace
}  // namespace tandem::test
