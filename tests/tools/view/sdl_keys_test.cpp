// SPDX-License-Identifier: MIT
// Keys by their letters where those are Latin, else by their places.
#include <tandem/tools/view/sdl_keys.hpp>

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/tools/view/key_decoder.hpp>

namespace tandem::tools {
namespace {

constexpr sdl::Scancode k_place_home = sdl::k_key_home & ~sdl::k_no_character;
constexpr sdl::Scancode k_place_left = sdl::k_key_left & ~sdl::k_no_character;

sdl::KeyboardEvent key_event(sdl::Scancode place, sdl::Keycode letter, int modifiers = 0) {
    sdl::KeyboardEvent event{};
    event.keysym.scancode = place;
    event.keysym.sym = letter;
    event.keysym.mod = static_cast<std::uint16_t>(modifiers);
    return event;
}

std::string typed(SdlKeys& keys) {
    const std::vector<std::uint8_t> numbers = keys.extract_typed();
    return {numbers.begin(), numbers.end()};
}

TEST(SdlKeys, ALatinLetterCountsAsWhatStandsOnTheKey) {
    SdlKeys keys;
    // A French keyboard has Z where the US one has W.
    keys.press(key_event(sdl::k_place_w, 'z'));
    keys.type("z");
    EXPECT_EQ(typed(keys), "z");
    const Keys held = keys.extract_held();
    EXPECT_TRUE(held.down('z'));
    EXPECT_FALSE(held.down('w'));
}

TEST(SdlKeys, AnotherAlphabetsLetterCountsAsItsPlace) {
    SdlKeys keys;
    constexpr sdl::Keycode k_cyrillic_tse = 0x446;
    keys.press(key_event(sdl::k_place_w, k_cyrillic_tse));
    keys.type("ц");
    EXPECT_EQ(typed(keys), "w");
    EXPECT_TRUE(keys.extract_held().down('w'));
    EXPECT_TRUE(keys.extract_held().down('w')) << "until it goes up";
    keys.release(key_event(sdl::k_place_w, k_cyrillic_tse));
    EXPECT_FALSE(keys.extract_held().down('w'));
}

TEST(SdlKeys, EveryKeyOfThePlayerHasAPlace) {
    SdlKeys keys;
    constexpr sdl::Keycode k_foreign = 0x400;
    for (const auto& [place, modifiers] :
         {std::pair(sdl::k_place_q, 0), std::pair(sdl::k_place_comma, 0),
          std::pair(sdl::k_place_period, 0), std::pair(sdl::k_place_slash, int{sdl::k_left_shift}),
          std::pair(sdl::k_place_equals, int{sdl::k_right_shift}), std::pair(sdl::k_place_minus, 0),
          std::pair(sdl::k_place_left_bracket, 0), std::pair(sdl::k_place_1, 0),
          std::pair(sdl::k_place_0, 0), std::pair(sdl::k_place_space, 0)}) {
        keys.press(key_event(place, k_foreign, modifiers));
    }
    EXPECT_EQ(typed(keys), "q,.?+-[10 ");
}

// AZERTY's digits are typed with shift; the key itself is é.
TEST(SdlKeys, ATextThatIsAsciiGoesBeforeThePlace) {
    SdlKeys keys;
    constexpr sdl::Keycode k_e_acute = 0xE9;
    keys.press(key_event(sdl::k_place_1 + 1, k_e_acute, sdl::k_left_shift));
    keys.type("2");
    keys.press(key_event(sdl::k_place_slash, k_e_acute));
    keys.type("!");
    EXPECT_EQ(typed(keys), "2!");
}

TEST(SdlKeys, AKeyWithoutATextIsTypedOnceAndTwoKeysInTheirOrder) {
    SdlKeys keys;
    keys.press(key_event(k_place_left, sdl::k_key_left));
    keys.press(key_event(sdl::k_place_a, 0x444));
    keys.press(key_event(k_place_home, sdl::k_key_home));
    EXPECT_EQ(keys.extract_typed(),
              (std::vector<std::uint8_t>{static_cast<std::uint8_t>(Key::left), 'a', k_home_key}));
    EXPECT_TRUE(keys.extract_typed().empty());
}

TEST(SdlKeys, AnotherLayoutMeanwhileLeavesNoKeyDown) {
    SdlKeys keys;
    keys.press(key_event(sdl::k_place_w, 'w'));
    keys.extract_held();
    keys.release(key_event(sdl::k_place_w, 0x446));
    EXPECT_FALSE(keys.extract_held().down('w'));
}

TEST(SdlKeys, AreUpWhenTheKeysGoElsewhere) {
    SdlKeys keys;
    keys.press(key_event(sdl::k_place_w, 'w'));
    keys.release_all();
    EXPECT_FALSE(keys.extract_held().down('w'));
}

TEST(SdlKeys, ARepeatTypesAndDoesNotPress) {
    SdlKeys keys;
    sdl::KeyboardEvent event = key_event(k_place_left, sdl::k_key_left);
    event.repeat = 1;
    keys.press(event);
    EXPECT_EQ(keys.extract_typed().size(), 1U);
    EXPECT_FALSE(keys.extract_held().down(Key::left));
}

}  // namespace
}  // namespace tandem::tools
