// SPDX-License-Identifier: MIT
// A press and its text are two events, in this order.
#if defined(TANDEM_HAS_SDL)
#include <tandem/tools/view/sdl_keys.hpp>

#include <string_view>
#include <utility>

#include <tandem/tools/view/key_decoder.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint8_t number_of(Key key) { return static_cast<std::uint8_t>(key); }

std::optional<std::uint8_t> named_key(SDL_Keycode code) {
    switch (code) {
        case SDLK_UP:
            return number_of(Key::up);
        case SDLK_DOWN:
            return number_of(Key::down);
        case SDLK_LEFT:
            return number_of(Key::left);
        case SDLK_RIGHT:
            return number_of(Key::right);
        case SDLK_RETURN:
        case SDLK_KP_ENTER:
            return number_of(Key::enter);
        case SDLK_TAB:
            return number_of(Key::tab);
        case SDLK_ESCAPE:
            return number_of(Key::escape);
        case SDLK_BACKSPACE:
            return k_backspace_key;
        case SDLK_HOME:
            return k_home_key;
        case SDLK_END:
            return k_end_key;
        default:
            return std::nullopt;
    }
}

bool is_ascii(SDL_Keycode code) { return code >= ' ' && code < 0x7F; }

// What stands there on a US keyboard.
std::optional<std::uint8_t> key_in_place(SDL_Scancode place, bool has_shift) {
    constexpr std::string_view k_digits = "1234567890";
    constexpr std::string_view k_signs = "-=[]";
    const auto nth = [&](std::string_view row, SDL_Scancode first) {
        return static_cast<std::uint8_t>(row[static_cast<std::size_t>(place - first)]);
    };
    if (place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z) {
        return static_cast<std::uint8_t>('a' + (place - SDL_SCANCODE_A));
    }
    if (place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_0) {
        return nth(k_digits, SDL_SCANCODE_1);
    }
    if (place >= SDL_SCANCODE_MINUS && place <= SDL_SCANCODE_RIGHTBRACKET) {
        return has_shift && place == SDL_SCANCODE_EQUALS ? std::uint8_t{'+'}
                                                         : nth(k_signs, SDL_SCANCODE_MINUS);
    }
    switch (place) {
        case SDL_SCANCODE_SPACE:
            return number_of(Key::space);
        case SDL_SCANCODE_COMMA:
            return std::uint8_t{','};
        case SDL_SCANCODE_PERIOD:
            return std::uint8_t{'.'};
        case SDL_SCANCODE_SLASH:
            return has_shift ? std::uint8_t{'?'} : std::uint8_t{'/'};
        default:
            return std::nullopt;
    }
}

}  // namespace

void SdlKeys::press(const SDL_KeyboardEvent& event) {
    speak();
    const SDL_Keysym& keysym = event.keysym;
    const bool has_shift = (keysym.mod & KMOD_SHIFT) != 0;
    const auto named = named_key(keysym.sym);
    if (named) {
        typed_.push_back(*named);
    } else if (!is_ascii(keysym.sym) && (keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0) {
        unsaid_ = key_in_place(keysym.scancode, has_shift);
    }
    const auto held = named                  ? named
                      : is_ascii(keysym.sym) ? std::optional(static_cast<std::uint8_t>(keysym.sym))
                                             : key_in_place(keysym.scancode, false);
    if (held && event.repeat == 0 && keysym.scancode < SDL_NUM_SCANCODES) {
        held_.press(*held);
        down_[keysym.scancode] = held;
    }
}

void SdlKeys::release(const SDL_KeyboardEvent& event) {
    if (event.keysym.scancode < SDL_NUM_SCANCODES && down_[event.keysym.scancode]) {
        held_.release(*std::exchange(down_[event.keysym.scancode], std::nullopt));
    }
}

void SdlKeys::type(const char* text) {
    const std::vector<std::uint8_t> keys = decode_keys(text);
    if (!keys.empty()) {
        unsaid_.reset();
    }
    typed_.insert(typed_.end(), keys.begin(), keys.end());
}

void SdlKeys::release_all() {
    held_.release_all();
    down_.fill(std::nullopt);
    unsaid_.reset();
}

// The text of the last press came, or will not come.
void SdlKeys::speak() {
    if (unsaid_) {
        typed_.push_back(*std::exchange(unsaid_, std::nullopt));
    }
}

std::vector<std::uint8_t> SdlKeys::take_typed() {
    speak();
    return std::exchange(typed_, {});
}

}  // namespace tandem::tools
#endif
