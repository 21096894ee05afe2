// SPDX-License-Identifier: MIT
// Bytes from a terminal become keys, and presses become keys held down.
#include <tandem/tools/view/key_decoder.hpp>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;

std::vector<std::uint8_t> keys(std::initializer_list<Key> named) {
    std::vector<std::uint8_t> numbers;
    for (const Key key : named) {
        numbers.push_back(static_cast<std::uint8_t>(key));
    }
    return numbers;
}

TEST(DecodeKeys, LettersAreLowerCase) {
    EXPECT_EQ(decode_keys("wA1 "), (std::vector<std::uint8_t>{'w', 'a', '1', ' '}));
}

TEST(DecodeKeys, ArrowsComeInBothModes) {
    EXPECT_EQ(decode_keys("\x1b[A\x1b[B\x1b[C\x1b[D"),
              keys({Key::up, Key::down, Key::right, Key::left}));
    EXPECT_EQ(decode_keys("\x1bOA\x1bOD"), keys({Key::up, Key::left}));
}

TEST(DecodeKeys, EscapeByItselfIsAKey) {
    EXPECT_EQ(decode_keys("\x1b"), keys({Key::escape}));
    EXPECT_EQ(decode_keys("\x1b\x1b[A"), keys({Key::escape, Key::up}));
}

TEST(DecodeKeys, EnterAndTabHaveNames) {
    EXPECT_EQ(decode_keys("\r\n\t"), keys({Key::enter, Key::enter, Key::tab}));
}

TEST(DecodeKeys, HomeEndAndBackspaceComeInEveryForm) {
    EXPECT_EQ(decode_keys("\x1b[H\x1bOH\x1b[1~\x1b[7~"), std::vector<std::uint8_t>(4, k_home_key));
    EXPECT_EQ(decode_keys("\x1b[F\x1bOF\x1b[4~\x1b[8~"), std::vector<std::uint8_t>(4, k_end_key));
    EXPECT_EQ(decode_keys("\x7f\x08"), std::vector<std::uint8_t>(2, k_backspace_key));
}

TEST(DecodeKeys, UnknownSequencesAndForeignBytesAreDropped) {
    EXPECT_EQ(decode_keys("\x1b[15~x\x1b[1;5Cy\xc3\xa4\x01z"),
              (std::vector<std::uint8_t>{'x', 'y', 'z'}));
    EXPECT_EQ(decode_keys("\x1b[12"), std::vector<std::uint8_t>());
    EXPECT_EQ(decode_keys("\x1b[12\x1b[A"), keys({Key::up}));
}

constexpr const char* k_sequences[] = {"\x1b[A",  "\x1b[B",  "\x1b[C",   "\x1b[D",  "\x1bOA",
                                       "\x1bOB",  "\x1bOC",  "\x1bOD",   "\x1b[H",  "\x1b[F",
                                       "\x1bOH",  "\x1bOF",  "\x1b[1~",  "\x1b[4~", "\x1b[7~",
                                       "\x1b[8~", "\x1b[5~", "\x1b[1;5C"};

TEST(KeyDecoder, ASequenceIsTheSameKeyWhereverItIsCut) {
    for (const std::string_view sequence : k_sequences) {
        for (std::size_t cut = 1; cut < sequence.size(); ++cut) {
            KeyDecoder decoder;
            EXPECT_EQ(decoder.read(sequence.substr(0, cut), milliseconds(1000)), keys({}));
            EXPECT_EQ(decoder.read("", milliseconds(1049)), keys({}));
            EXPECT_EQ(decoder.read(sequence.substr(cut), milliseconds(1049)), decode_keys(sequence))
                << sequence.substr(1) << " cut after " << cut;
            EXPECT_EQ(decoder.read("", milliseconds(2000)), keys({}));
        }
    }
}

TEST(KeyDecoder, ASequenceByteByByteIsTheSameKeyAndEachByteGivesItMoreTime) {
    for (const std::string_view sequence : k_sequences) {
        KeyDecoder decoder;
        std::vector<std::uint8_t> all;
        milliseconds now(0);
        for (const char c : sequence) {
            for (const std::uint8_t key : decoder.read(std::string_view(&c, 1), now)) {
                all.push_back(key);
            }
            EXPECT_EQ(decoder.read("", now + milliseconds(49)), keys({}));
            now += milliseconds(49);
        }
        EXPECT_EQ(all, decode_keys(sequence)) << sequence.substr(1);
    }
}

TEST(KeyDecoder, EscapeByItselfComesOnceNothingHasFollowedIt) {
    KeyDecoder decoder;
    EXPECT_EQ(decoder.read("w\x1b", milliseconds(1000)), (std::vector<std::uint8_t>{'w'}));
    EXPECT_EQ(decoder.read("", milliseconds(1049)), keys({}));
    EXPECT_EQ(decoder.read("", milliseconds(1050)), keys({Key::escape}));
    EXPECT_EQ(decoder.read("", milliseconds(2000)), keys({}));
}

TEST(KeyDecoder, EscapeComesAtOnceWhereTheNextByteBeginsNoSequenceOrAnotherOne) {
    KeyDecoder decoder;
    EXPECT_EQ(decoder.read("\x1b", milliseconds(0)), keys({}));
    EXPECT_EQ(decoder.read("w", milliseconds(10)), (std::vector<std::uint8_t>{27, 'w'}));
    EXPECT_EQ(decoder.read("\x1b", milliseconds(20)), keys({}));
    EXPECT_EQ(decoder.read("\x1b", milliseconds(30)), keys({Key::escape}));
    EXPECT_EQ(decoder.read("[A", milliseconds(40)), keys({Key::up}));
}

TEST(KeyDecoder, AKeyAfterASequenceWithoutAnEndIsNotLost) {
    KeyDecoder decoder;
    EXPECT_EQ(decoder.read("\x1b[" + std::string(100, '1'), milliseconds(0)), keys({}));
    EXPECT_EQ(decoder.read("w", milliseconds(10)), (std::vector<std::uint8_t>{'w'}));
}

TEST(HeldKeys, APressHoldsUntilAutoRepeatWouldHaveCome) {
    HeldKeys held;
    held.press('w', milliseconds(1000));
    EXPECT_TRUE(held.held(milliseconds(1000)).down('w'));
    EXPECT_TRUE(held.held(milliseconds(1299)).down('w'));
    EXPECT_FALSE(held.held(milliseconds(1300)).down('w'));
    EXPECT_FALSE(held.held(milliseconds(1000)).down('s'));
}

TEST(HeldKeys, AutoRepeatHoldsOnAndStopsSoonAfterTheLast) {
    HeldKeys held;
    held.press('w', milliseconds(0));
    for (int ms = 250; ms <= 1000; ms += 50) {
        held.press('w', milliseconds(ms));
        EXPECT_TRUE(held.held(milliseconds(ms + 49)).down('w')) << ms;
    }
    EXPECT_TRUE(held.held(milliseconds(1119)).down('w'));
    EXPECT_FALSE(held.held(milliseconds(1120)).down('w'));
}

TEST(HeldKeys, SeveralKeysAreHeldAtOnce) {
    HeldKeys held;
    held.press('w', milliseconds(0));
    held.press(static_cast<std::uint8_t>(Key::left), milliseconds(100));
    const Keys both = held.held(milliseconds(200));
    EXPECT_TRUE(both.down('w'));
    EXPECT_TRUE(both.down(Key::left));
    EXPECT_FALSE(held.held(milliseconds(250)).down(Key::left));
    EXPECT_TRUE(held.held(milliseconds(250)).down('w'));
}

TEST(HeldKeys, ATapOfLeftOrRightIsAShortOneAndHeldDownTheyStayDown) {
    for (const Key key : {Key::left, Key::right}) {
        HeldKeys held;
        const auto press = [&](int ms) {
            held.press(static_cast<std::uint8_t>(key), milliseconds(ms));
        };
        const auto is_down = [&](int ms) { return held.held(milliseconds(ms)).down(key); };
        press(1000);
        EXPECT_TRUE(is_down(1109));
        EXPECT_FALSE(is_down(1110));
        // A second tap is as short as the first.
        press(1200);
        EXPECT_FALSE(is_down(1310));
        // The slowest repeat, of a console, is 91 ms.
        for (int ms = 1500; ms <= 3000; ms += 91) {
            press(ms);
            EXPECT_TRUE(is_down(ms + 90)) << ms;
        }
    }
}

}  // namespace
}  // namespace tandem::tools
