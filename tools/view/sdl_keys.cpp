// SPDX-License-Identifier: MIT
// A press and its text are two events, in this order.
#include <tandem/tools/view/sdl_keys.hpp>

#include <string_view>
#include <utility>

#include <tandem/tools/view/key_decoder.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint8_t number_of(Key key) { return static_cast<std::uint8_t>(key); }

std::optional<std::uint8_t> named_key(sdl::Keycode code) {
    switch (code) {
        case sdl::k_key_up_arrow:
            return number_of(Key::up);
        case sdl::k_key_down_arrow:
            return number_of(Key::down);
        case sdl::k_key_left:
            return number_of(Key::left);
        case sdl::k_key_right:
            return number_of(Key::right);
        case sdl::k_key_return:
        case sdl::k_key_keypad_enter:
            return number_of(Key::enter);
        case sdl::k_key_tab:
            return number_of(Key::tab);
        case sdl::k_key_escape:
            return number_of(Key::escape);
        case sdl::k_key_backspace:
            return k_backspace_key;
        case sdl::k_key_home:
            return k_home_key;
        case sdl::k_key_end:
            return k_end_key;
        default:
            return std::nullopt;
    }
}

bool is_ascii(sdl::Keycode code) { return code >= ' ' && code < 0x7F; }

// Returns the key in that place on a US keyboard.
std::optional<std::uint8_t> key_in_place(sdl::Scancode place, bool has_shift) {
    constexpr std::string_view k_digits = "1234567890";
    constexpr std::string_view k_signs = "-=[]";
    const auto nth = [&](std::string_view row, sdl::Scancode first) {
        return static_cast<std::uint8_t>(row[static_cast<std::size_t>(place - first)]);
    };
    if (place >= sdl::k_place_a && place <= sdl::k_place_z) {
        return static_cast<std::uint8_t>('a' + (place - sdl::k_place_a));
    }
    if (place >= sdl::k_place_1 && place <= sdl::k_place_0) {
        return nth(k_digits, sdl::k_place_1);
    }
    if (place >= sdl::k_place_minus && place <= sdl::k_place_right_bracket) {
        return has_shift && place == sdl::k_place_equals ? std::uint8_t{'+'}
                                                         : nth(k_signs, sdl::k_place_minus);
    }
    switch (place) {
        case sdl::k_place_space:
            return number_of(Key::space);
        case sdl::k_place_comma:
            return std::uint8_t{','};
        case sdl::k_place_period:
            return std::uint8_t{'.'};
        case sdl::k_place_slash:
            return has_shift ? std::uint8_t{'?'} : std::uint8_t{'/'};
        default:
            return std::nullopt;
    }
}

}  // namespace

void SdlKeys::press(const sdl::KeyboardEvent& event) {
    speak();
    const sdl::Keysym& keysym = event.keysym;
    const bool has_shift = (keysym.mod & sdl::k_shift) != 0;
    const auto named = named_key(keysym.sym);
    if (named) {
        typed_.push_back(*named);
    } else if (!is_ascii(keysym.sym) &&
               (keysym.mod & (sdl::k_ctrl | sdl::k_alt | sdl::k_gui)) == 0) {
        unsaid_ = key_in_place(keysym.scancode, has_shift);
    }
    const auto held = named                  ? named
                      : is_ascii(keysym.sym) ? std::optional(static_cast<std::uint8_t>(keysym.sym))
                                             : key_in_place(keysym.scancode, false);
    if (held && event.repeat == 0 && keysym.scancode < sdl::k_places) {
        held_.press(*held);
        down_[keysym.scancode] = held;
    }
}

void SdlKeys::release(const sdl::KeyboardEvent& event) {
    if (event.keysym.scancode < sdl::k_places && down_[event.keysym.scancode]) {
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

// Ends the wait for the text of the last press, which came or will not come.
void SdlKeys::speak() {
    if (unsaid_) {
        typed_.push_back(*std::exchange(unsaid_, std::nullopt));
    }
}

std::vector<std::uint8_t> SdlKeys::extract_typed() {
    speak();
    return std::exchange(typed_, {});
}

}  // namespace tandem::tools
