// SPDX-License-Identifier: MIT
// Our declarations of SDL2 beside SDL2's own headers: the same numbers at the same places.
#include <tandem/tools/view/sdl_abi.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include <tandem/tools/view/sdl_library.hpp>

// Last, because X, which it includes, has macros with everybody's names.
#include <SDL.h>
#include <SDL_syswm.h>

namespace tandem::tools {
namespace {

// Two members are one if they stand at the same place and are as large.
#define SAME_MEMBER(ours, our_member, theirs, their_member)                       \
    static_assert(offsetof(ours, our_member) == offsetof(theirs, their_member) && \
                  sizeof(ours::our_member) == sizeof(theirs::their_member))

template <class Ours, class Theirs>
constexpr bool k_same_size = sizeof(Ours) == sizeof(Theirs) && alignof(Ours) == alignof(Theirs);

static_assert(k_same_size<sdl::Version, SDL_version>);
static_assert(k_same_size<sdl::DisplayMode, SDL_DisplayMode>);
static_assert(k_same_size<sdl::RendererInfo, SDL_RendererInfo>);
static_assert(k_same_size<sdl::SystemInfo, SDL_SysWMinfo>);
static_assert(k_same_size<sdl::KeyboardEvent, SDL_KeyboardEvent>);
static_assert(k_same_size<sdl::WindowEvent, SDL_WindowEvent>);
static_assert(k_same_size<sdl::TextInputEvent, SDL_TextInputEvent>);
static_assert(k_same_size<sdl::MouseMotionEvent, SDL_MouseMotionEvent>);
static_assert(k_same_size<sdl::MouseButtonEvent, SDL_MouseButtonEvent>);
static_assert(k_same_size<sdl::Event, SDL_Event>);

SAME_MEMBER(sdl::DisplayMode, refresh_rate, SDL_DisplayMode, refresh_rate);
SAME_MEMBER(sdl::RendererInfo, name, SDL_RendererInfo, name);
SAME_MEMBER(sdl::RendererInfo, flags, SDL_RendererInfo, flags);
SAME_MEMBER(sdl::SystemInfo, system, SDL_SysWMinfo, subsystem);
#if defined(SDL_VIDEO_DRIVER_X11)
SAME_MEMBER(sdl::SystemInfo, info.x11.display, SDL_SysWMinfo, info.x11.display);
SAME_MEMBER(sdl::SystemInfo, info.x11.window, SDL_SysWMinfo, info.x11.window);
#endif
SAME_MEMBER(sdl::KeyboardEvent, repeat, SDL_KeyboardEvent, repeat);
SAME_MEMBER(sdl::KeyboardEvent, keysym.scancode, SDL_KeyboardEvent, keysym.scancode);
SAME_MEMBER(sdl::KeyboardEvent, keysym.sym, SDL_KeyboardEvent, keysym.sym);
SAME_MEMBER(sdl::KeyboardEvent, keysym.mod, SDL_KeyboardEvent, keysym.mod);
SAME_MEMBER(sdl::WindowEvent, event, SDL_WindowEvent, event);
SAME_MEMBER(sdl::TextInputEvent, text, SDL_TextInputEvent, text);
SAME_MEMBER(sdl::MouseMotionEvent, x, SDL_MouseMotionEvent, x);
SAME_MEMBER(sdl::MouseMotionEvent, y, SDL_MouseMotionEvent, y);
SAME_MEMBER(sdl::MouseButtonEvent, button, SDL_MouseButtonEvent, button);
SAME_MEMBER(sdl::MouseButtonEvent, x, SDL_MouseButtonEvent, x);
SAME_MEMBER(sdl::MouseButtonEvent, y, SDL_MouseButtonEvent, y);
// A later SDL2 gave it more at its end.
SAME_MEMBER(sdl::MouseWheelEvent, y, SDL_MouseWheelEvent, y);
#undef SAME_MEMBER

static_assert(sdl::k_init_video == SDL_INIT_VIDEO);
static_assert(sdl::k_position_undefined == int{SDL_WINDOWPOS_UNDEFINED});
static_assert(sdl::k_window_hidden == SDL_WINDOW_HIDDEN);
static_assert(sdl::k_window_resizable == SDL_WINDOW_RESIZABLE);
static_assert(sdl::k_window_input_focus == SDL_WINDOW_INPUT_FOCUS);
static_assert(sdl::k_window_allow_highdpi == SDL_WINDOW_ALLOW_HIGHDPI);
static_assert(sdl::k_renderer_software == SDL_RENDERER_SOFTWARE);
static_assert(sdl::k_renderer_presentvsync == SDL_RENDERER_PRESENTVSYNC);
static_assert(sdl::k_pixels_rgba32 == SDL_PIXELFORMAT_RGBA32);
static_assert(sdl::k_texture_streaming == SDL_TEXTUREACCESS_STREAMING);
static_assert(sdl::k_system_x11 == SDL_SYSWM_X11);

static_assert(sdl::k_quit == SDL_QUIT);
static_assert(sdl::k_window_event == SDL_WINDOWEVENT);
static_assert(sdl::k_key_down == SDL_KEYDOWN);
static_assert(sdl::k_key_up == SDL_KEYUP);
static_assert(sdl::k_text_input == SDL_TEXTINPUT);
static_assert(sdl::k_mouse_motion == SDL_MOUSEMOTION);
static_assert(sdl::k_mouse_button_down == SDL_MOUSEBUTTONDOWN);
static_assert(sdl::k_mouse_button_up == SDL_MOUSEBUTTONUP);
static_assert(sdl::k_mouse_wheel == SDL_MOUSEWHEEL);
static_assert(sdl::k_window_size_changed == SDL_WINDOWEVENT_SIZE_CHANGED);
static_assert(sdl::k_window_leave == SDL_WINDOWEVENT_LEAVE);
static_assert(sdl::k_window_focus_gained == SDL_WINDOWEVENT_FOCUS_GAINED);
static_assert(sdl::k_window_focus_lost == SDL_WINDOWEVENT_FOCUS_LOST);
static_assert(sdl::k_window_close == SDL_WINDOWEVENT_CLOSE);
static_assert(sdl::k_button_right == SDL_BUTTON_RIGHT);

static_assert(sdl::k_place_a == SDL_SCANCODE_A);
static_assert(sdl::k_place_q == SDL_SCANCODE_Q);
static_assert(sdl::k_place_w == SDL_SCANCODE_W);
static_assert(sdl::k_place_z == SDL_SCANCODE_Z);
static_assert(sdl::k_place_1 == SDL_SCANCODE_1);
static_assert(sdl::k_place_0 == SDL_SCANCODE_0);
static_assert(sdl::k_place_space == SDL_SCANCODE_SPACE);
static_assert(sdl::k_place_minus == SDL_SCANCODE_MINUS);
static_assert(sdl::k_place_equals == SDL_SCANCODE_EQUALS);
static_assert(sdl::k_place_left_bracket == SDL_SCANCODE_LEFTBRACKET);
static_assert(sdl::k_place_right_bracket == SDL_SCANCODE_RIGHTBRACKET);
static_assert(sdl::k_place_comma == SDL_SCANCODE_COMMA);
static_assert(sdl::k_place_period == SDL_SCANCODE_PERIOD);
static_assert(sdl::k_place_slash == SDL_SCANCODE_SLASH);
static_assert(sdl::k_places == SDL_NUM_SCANCODES);
static_assert(sdl::k_no_character == SDLK_SCANCODE_MASK);
static_assert(sdl::k_key_backspace == SDLK_BACKSPACE);
static_assert(sdl::k_key_tab == SDLK_TAB);
static_assert(sdl::k_key_return == SDLK_RETURN);
static_assert(sdl::k_key_escape == SDLK_ESCAPE);
static_assert(sdl::k_key_home == SDLK_HOME);
static_assert(sdl::k_key_end == SDLK_END);
static_assert(sdl::k_key_right == SDLK_RIGHT);
static_assert(sdl::k_key_left == SDLK_LEFT);
static_assert(sdl::k_key_down_arrow == SDLK_DOWN);
static_assert(sdl::k_key_up_arrow == SDLK_UP);
static_assert(sdl::k_key_keypad_enter == SDLK_KP_ENTER);
static_assert(sdl::k_left_shift == KMOD_LSHIFT);
static_assert(sdl::k_right_shift == KMOD_RSHIFT);
static_assert(sdl::k_shift == KMOD_SHIFT);
static_assert(sdl::k_ctrl == KMOD_CTRL);
static_assert(sdl::k_alt == KMOD_ALT);
static_assert(sdl::k_gui == KMOD_GUI);

// How a function is called: enums as the int that they are, pointers as pointers.
template <class Value>
struct Passed {
    using Type = Value;
};
template <class Value>
requires std::is_enum_v<Value>
struct Passed<Value> {
    using Type = int;
};
template <class Value>
struct Passed<Value*> {
    using Type = void*;
};
template <class Function>
struct Call;
template <class Returned, class... Given>
struct Call<Returned (*)(Given...)> {
    using Type = typename Passed<Returned>::Type (*)(typename Passed<Given>::Type...);
};
template <class Ours, class Theirs>
constexpr bool k_same_call = std::is_same_v<typename Call<Ours>::Type, typename Call<Theirs>::Type>;

#define SAME_CALL(name) \
    static_assert(k_same_call<decltype(SdlLibrary::name), decltype(&SDL_##name)>)
SAME_CALL(Init);
SAME_CALL(Quit);
SAME_CALL(GetError);
SAME_CALL(GetVersion);
SAME_CALL(GetCurrentVideoDriver);
SAME_CALL(SetHint);
SAME_CALL(CreateWindow);
SAME_CALL(DestroyWindow);
SAME_CALL(ShowWindow);
SAME_CALL(GetWindowSize);
SAME_CALL(SetWindowSize);
SAME_CALL(SetWindowTitle);
SAME_CALL(GetWindowFlags);
SAME_CALL(GetWindowDisplayIndex);
SAME_CALL(GetWindowWMInfo);
SAME_CALL(GetCurrentDisplayMode);
SAME_CALL(GL_GetSwapInterval);
SAME_CALL(GL_GetProcAddress);
SAME_CALL(CreateRenderer);
SAME_CALL(DestroyRenderer);
SAME_CALL(GetRendererInfo);
SAME_CALL(GetRendererOutputSize);
SAME_CALL(CreateTexture);
SAME_CALL(DestroyTexture);
SAME_CALL(UpdateTexture);
SAME_CALL(RenderCopy);
SAME_CALL(RenderPresent);
SAME_CALL(RenderSetVSync);
SAME_CALL(PollEvent);
SAME_CALL(StartTextInput);
#undef SAME_CALL

TEST(SdlAbi, HintsHaveTheirNames) {
    EXPECT_EQ(std::string(sdl::k_hint_no_signal_handlers), SDL_HINT_NO_SIGNAL_HANDLERS);
    EXPECT_EQ(std::string(sdl::k_hint_allow_screensaver), SDL_HINT_VIDEO_ALLOW_SCREENSAVER);
}

}  // namespace
}  // namespace tandem::tools
