// SPDX-License-Identifier: MIT
// The part of SDL2's binary interface that a window needs. SDL2 keeps it for good, so every build
// has windows, wherever it was made. tests/tools/view/sdl_abi_test.cpp compares it with SDL2's own
// headers.
#pragma once

#include <bit>
#include <cstdint>

namespace tandem::tools::sdl {

// ---- Types that SDL keeps to itself -------------------------------------------------------------

struct Window;
struct Renderer;
struct Texture;
struct Rect;

// ---- Numbers ------------------------------------------------------------------------------------

inline constexpr std::uint32_t k_init_video = 0x20;
inline constexpr const char* k_hint_no_signal_handlers = "SDL_NO_SIGNAL_HANDLERS";
inline constexpr const char* k_hint_allow_screensaver = "SDL_VIDEO_ALLOW_SCREENSAVER";

inline constexpr int k_position_undefined = 0x1FFF'0000;
inline constexpr std::uint32_t k_window_hidden = 0x8;
inline constexpr std::uint32_t k_window_resizable = 0x20;
inline constexpr std::uint32_t k_window_input_focus = 0x200;
inline constexpr std::uint32_t k_window_allow_highdpi = 0x2000;

inline constexpr std::uint32_t k_renderer_software = 1;
inline constexpr std::uint32_t k_renderer_presentvsync = 4;
// Red is first in memory, whatever the order of bytes.
inline constexpr std::uint32_t k_pixels_rgba32 =
    std::endian::native == std::endian::little ? 0x1676'2004 : 0x1646'2004;
inline constexpr int k_texture_streaming = 1;

inline constexpr int k_system_x11 = 2;

// These are values of Event::type.
inline constexpr std::uint32_t k_quit = 0x100;
inline constexpr std::uint32_t k_window_event = 0x200;
inline constexpr std::uint32_t k_key_down = 0x300;
inline constexpr std::uint32_t k_key_up = 0x301;
inline constexpr std::uint32_t k_text_input = 0x303;
inline constexpr std::uint32_t k_mouse_motion = 0x400;
inline constexpr std::uint32_t k_mouse_button_down = 0x401;
inline constexpr std::uint32_t k_mouse_button_up = 0x402;
inline constexpr std::uint32_t k_mouse_wheel = 0x403;

// These are values of WindowEvent::event.
inline constexpr std::uint8_t k_window_size_changed = 6;
inline constexpr std::uint8_t k_window_leave = 11;
inline constexpr std::uint8_t k_window_focus_gained = 12;
inline constexpr std::uint8_t k_window_focus_lost = 13;
inline constexpr std::uint8_t k_window_close = 14;

inline constexpr std::uint8_t k_button_right = 3;

// The places on a keyboard; letters and digits are in the order of their row.
using Scancode = std::uint32_t;
inline constexpr Scancode k_place_a = 4;
inline constexpr Scancode k_place_q = 20;
inline constexpr Scancode k_place_w = 26;
inline constexpr Scancode k_place_z = 29;
inline constexpr Scancode k_place_1 = 30;
inline constexpr Scancode k_place_0 = 39;
inline constexpr Scancode k_place_space = 44;
inline constexpr Scancode k_place_minus = 45;
inline constexpr Scancode k_place_equals = 46;
inline constexpr Scancode k_place_left_bracket = 47;
inline constexpr Scancode k_place_right_bracket = 48;
inline constexpr Scancode k_place_comma = 54;
inline constexpr Scancode k_place_period = 55;
inline constexpr Scancode k_place_slash = 56;
inline constexpr Scancode k_places = 512;

// The meaning of a key: its character, or its place with this bit.
using Keycode = std::int32_t;
inline constexpr Keycode k_no_character = 1 << 30;
inline constexpr Keycode k_key_backspace = '\b';
inline constexpr Keycode k_key_tab = '\t';
inline constexpr Keycode k_key_return = '\r';
inline constexpr Keycode k_key_escape = 0x1B;
inline constexpr Keycode k_key_home = k_no_character | 74;
inline constexpr Keycode k_key_end = k_no_character | 77;
inline constexpr Keycode k_key_right = k_no_character | 79;
inline constexpr Keycode k_key_left = k_no_character | 80;
inline constexpr Keycode k_key_down_arrow = k_no_character | 81;
inline constexpr Keycode k_key_up_arrow = k_no_character | 82;
inline constexpr Keycode k_key_keypad_enter = k_no_character | 88;

inline constexpr std::uint16_t k_left_shift = 0x1;
inline constexpr std::uint16_t k_right_shift = 0x2;
inline constexpr std::uint16_t k_shift = 0x3;
inline constexpr std::uint16_t k_ctrl = 0xC0;
inline constexpr std::uint16_t k_alt = 0x300;
inline constexpr std::uint16_t k_gui = 0xC00;

// ---- Structures in memory ----------------------------------------------------------------------

struct Version {
    std::uint8_t major, minor, patch;
};

struct DisplayMode {
    std::uint32_t format;
    int width, height, refresh_rate;
    void* driver_data;
};

struct RendererInfo {
    const char* name;
    std::uint32_t flags, format_count;
    std::uint32_t formats[16];
    int max_texture_width, max_texture_height;
};

// The system's name of a window; the caller fills `version` in.
struct SystemInfo {
    Version version;
    int system;
    union {
        struct {
            void* display;
            unsigned long window;
        } x11;
        std::uint8_t room[64];
    } info;
};

struct Keysym {
    Scancode scancode;
    Keycode sym;
    std::uint16_t mod;
    std::uint32_t unused;
};

struct KeyboardEvent {
    std::uint32_t type, timestamp, window;
    std::uint8_t state, repeat, padding[2];
    Keysym keysym;
};

struct WindowEvent {
    std::uint32_t type, timestamp, window;
    std::uint8_t event, padding[3];
    std::int32_t data1, data2;
};

struct TextInputEvent {
    std::uint32_t type, timestamp, window;
    char text[32];
};

struct MouseMotionEvent {
    std::uint32_t type, timestamp, window, which, state;
    std::int32_t x, y, x_moved, y_moved;
};

struct MouseButtonEvent {
    std::uint32_t type, timestamp, window, which;
    std::uint8_t button, state, clicks, padding;
    std::int32_t x, y;
};

struct MouseWheelEvent {
    std::uint32_t type, timestamp, window, which;
    std::int32_t x, y;
};

union Event {
    std::uint32_t type;
    KeyboardEvent key;
    WindowEvent window;
    TextInputEvent text;
    MouseMotionEvent motion;
    MouseButtonEvent button;
    MouseWheelEvent wheel;
    void* room[56 / sizeof(void*)];  // for events that no window looks at
};

}  // namespace tandem::tools::sdl
