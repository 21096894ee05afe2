// SPDX-License-Identifier: MIT
// Keys by their letters where those are Latin, else by their places.
#if defined(TANDEM_HAS_SDL)
#include <tandem/tools/view/sdl_keys.hpp>

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/tools/view/key_decoder.hpp>

namespace tandem::tools {
namespace {

SDL_KeyboardEvent key_event(SDL_Scancode place, SDL_Keycode letter, int modifiers = 0) {
    SDL_KeyboardEvent event{};
    event.keysym.scancode = place;
    event.keysym.sym = letter;
    event.keysym.mod = static_cast<std::uint16_t>(modifiers);
    return event;
}

std::string typed(SdlKeys& keys) {
    const std::vector<std::uint8_t> numbers = keys.take_typed();
    return {numbers.begin(), numbers.end()};
}

TEST(SdlKeys, ALatinLetterCountsAsWhatStandsOnTheKey) {
    SdlKeys keys;
    // A French keyboard has Z where the US one has W.
    keys.press(key_event(SDL_SCANCODE_W, SDLK_z));
    keys.type("z");
    EXPECT_EQ(typed(keys), "z");
    const Keys held = keys.take_held();
    EXPECT_TRUE(held.down('z'));
    EXPECT_FALSE(held.down('w'));
}

TEST(SdlKeys, AnotherAlphabetsLetterCountsAsItsPlace) {
    SdlKeys keys;
    constexpr SDL_Keycode k_cyrillic_tse = 0x446;
    keys.press(key_event(SDL_SCANCODE_W, k_cyrillic_tse));
    keys.type("ц");
    EXPECT_EQ(typed(keys), "w");
    EXPECT_TRUE(keys.take_held().down('w'));
    EXPECT_TRUE(keys.take_held().down('w')) << "until it goes up";
    keys.release(key_event(SDL_SCANCODE_W, k_cyrillic_tse));
    EXPECT_FALSE(keys.take_held().down('w'));
}

TEST(SdlKeys, EveryKeyOfThePlayerHasAPlace) {
    SdlKeys keys;
    constexpr SDL_Keycode k_foreign = 0x400;
    for (const auto& [place, modifiers] :
         {std::pair(SDL_SCANCODE_Q, 0), std::pair(SDL_SCANCODE_COMMA, 0),
          std::pair(SDL_SCANCODE_PERIOD, 0), std::pair(SDL_SCANCODE_SLASH, int{KMOD_LSHIFT}),
          std::pair(SDL_SCANCODE_EQUALS, int{KMOD_RSHIFT}), std::pair(SDL_SCANCODE_MINUS, 0),
          std::pair(SDL_SCANCODE_LEFTBRACKET, 0), std::pair(SDL_SCANCODE_1, 0),
          std::pair(SDL_SCANCODE_0, 0), std::pair(SDL_SCANCODE_SPACE, 0)}) {
        keys.press(key_event(place, k_foreign, modifiers));
    }
    EXPECT_EQ(typed(keys), "q,.?+-[10 ");
}

// AZERTY's digits are typed with shift; the key itself is é.
TEST(SdlKeys, ATextThatIsAsciiGoesBeforeThePlace) {
    SdlKeys keys;
    constexpr SDL_Keycode k_e_acute = 0xE9;
    keys.press(key_event(SDL_SCANCODE_2, k_e_acute, KMOD_LSHIFT));
    keys.type("2");
    keys.press(key_event(SDL_SCANCODE_SLASH, k_e_acute));
    keys.type("!");
    EXPECT_EQ(typed(keys), "2!");
}

TEST(SdlKeys, AKeyWithoutATextIsTypedOnceAndTwoKeysInTheirOrder) {
    SdlKeys keys;
    keys.press(key_event(SDL_SCANCODE_LEFT, SDLK_LEFT));
    keys.press(key_event(SDL_SCANCODE_A, 0x444));
    keys.press(key_event(SDL_SCANCODE_HOME, SDLK_HOME));
    EXPECT_EQ(keys.take_typed(),
              (std::vector<std::uint8_t>{static_cast<std::uint8_t>(Key::left), 'a', k_home_key}));
    EXPECT_TRUE(keys.take_typed().empty());
}

TEST(SdlKeys, AnotherLayoutMeanwhileLeavesNoKeyDown) {
    SdlKeys keys;
    keys.press(key_event(SDL_SCANCODE_W, SDLK_w));
    keys.take_held();
    keys.release(key_event(SDL_SCANCODE_W, 0x446));
    EXPECT_FALSE(keys.take_held().down('w'));
}

TEST(SdlKeys, AreUpWhenTheKeysGoElsewhere) {
    SdlKeys keys;
    keys.press(key_event(SDL_SCANCODE_W, SDLK_w));
    keys.release_all();
    EXPECT_FALSE(keys.take_held().down('w'));
}

TEST(SdlKeys, ARepeatTypesAndDoesNotPress) {
    SdlKeys keys;
    SDL_KeyboardEvent event = key_event(SDL_SCANCODE_LEFT, SDLK_LEFT);
    event.repeat = 1;
    keys.press(event);
    EXPECT_EQ(keys.take_typed().size(), 1U);
    EXPECT_FALSE(keys.take_held().down(Key::left));
}

}  // namespace
}  // namespace tandem::tools
#endif
