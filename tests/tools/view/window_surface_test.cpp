// SPDX-License-Identifier: MIT
// A window over an SDL of the test's own, which has no display and fails on demand. A real one is
// tried in end_to_end.
#include <tandem/tools/view/window_surface.hpp>

#include <array>
#include <chrono>
#include <deque>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/view/sdl_library.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::tools {
namespace {

using std::chrono::seconds;

// What the functions below do, one test after the other.
struct FakeSdl {
    std::deque<sdl::Event> events;
    const char* driver = "x11";
    std::uint32_t window_flags = sdl::k_window_input_focus;
    int renderers_left = 1000;  // that can be made
    int failing_updates = 0;    // from now on
    int renderers = 0;          // now
    int textures = 0;
    int presented = 0;
    int width = 640;
};
FakeSdl g_fake;
std::array<char, 1> g_something;

template <class Object>
Object* something() {
    return reinterpret_cast<Object*>(g_something.data());
}

SdlLibrary fake_library() {
    SdlLibrary sdl{};
    sdl.Init = [](std::uint32_t) { return 0; };
    sdl.Quit = [] {};
    sdl.GetError = []() -> const char* { return "planned"; };
    sdl.GetVersion = [](sdl::Version*) {};
    sdl.GetCurrentVideoDriver = [] { return g_fake.driver; };
    sdl.SetHint = [](const char*, const char*) { return 1; };
    sdl.CreateWindow = [](const char*, int, int, int, int, std::uint32_t) {
        return something<sdl::Window>();
    };
    sdl.DestroyWindow = [](sdl::Window*) {};
    sdl.ShowWindow = [](sdl::Window*) {};
    sdl.GetWindowSize = [](sdl::Window*, int* width, int*) { *width = g_fake.width; };
    sdl.GetWindowFlags = [](sdl::Window*) { return g_fake.window_flags; };
    sdl.GetWindowWMInfo = [](sdl::Window*, sdl::SystemInfo*) { return 0; };
    sdl.GetWindowDisplayIndex = [](sdl::Window*) { return -1; };
    sdl.CreateRenderer = [](sdl::Window*, int, std::uint32_t) -> sdl::Renderer* {
        if (g_fake.renderers_left == 0) {
            return nullptr;
        }
        --g_fake.renderers_left;
        ++g_fake.renderers;
        return something<sdl::Renderer>();
    };
    sdl.DestroyRenderer = [](sdl::Renderer*) { --g_fake.renderers; };
    sdl.GetRendererInfo = [](sdl::Renderer*, sdl::RendererInfo*) { return 0; };
    sdl.GetRendererOutputSize = [](sdl::Renderer*, int* width, int* height) {
        *width = g_fake.width;
        *height = 480;
        return 0;
    };
    sdl.CreateTexture = [](sdl::Renderer*, std::uint32_t, int, int, int) {
        ++g_fake.textures;
        return something<sdl::Texture>();
    };
    sdl.DestroyTexture = [](sdl::Texture*) { --g_fake.textures; };
    sdl.UpdateTexture = [](sdl::Texture*, const sdl::Rect*, const void*, int) {
        return g_fake.failing_updates > 0 && g_fake.failing_updates-- > 0 ? -1 : 0;
    };
    sdl.RenderCopy = [](sdl::Renderer*, sdl::Texture*, const sdl::Rect*, const sdl::Rect*) {
        return 0;
    };
    sdl.RenderPresent = [](sdl::Renderer*) { ++g_fake.presented; };
    sdl.PollEvent = [](sdl::Event* event) {
        if (g_fake.events.empty()) {
            return 0;
        }
        *event = g_fake.events.front();
        g_fake.events.pop_front();
        return 1;
    };
    sdl.StartTextInput = [] {};
    return sdl;
}

class WindowOfAFake : public testing::Test {
protected:
    WindowOfAFake() { g_fake = {}; }

    void open() {
        auto opened = open_window(sdl_, {"a title"});
        ASSERT_TRUE(opened) << opened.error().text();
        window_ = std::move(*opened);
    }
    void draw() {
        auto simulation = sim::erase<test::Counter>();
        ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 1)));
        now_ += seconds(1);
        window_->draw({simulation, simulation, {1, 1}, {}}, now_);
    }
    static void happen(std::uint8_t what) {
        sdl::Event event{};
        event.type = sdl::k_window_event;
        event.window.event = what;
        g_fake.events.push_back(event);
    }
    static void press_w() {
        sdl::Event event{};
        event.type = sdl::k_key_down;
        event.key.keysym.scancode = sdl::k_place_w;
        event.key.keysym.sym = 'w';
        g_fake.events.push_back(event);
    }

    SdlLibrary sdl_ = fake_library();
    std::unique_ptr<Surface> window_;
    std::chrono::nanoseconds now_{};
};

TEST_F(WindowOfAFake, ShowsPicturesAndGivesBackWhatItTook) {
    open();
    draw();
    EXPECT_EQ(g_fake.presented, 1);
    EXPECT_FALSE(window_->is_gone());
    window_.reset();
    EXPECT_EQ(g_fake.renderers, 0);
    EXPECT_EQ(g_fake.textures, 0);
}

TEST_F(WindowOfAFake, APictureThatFailsOnceIsShownByANewRenderer) {
    open();
    g_fake.failing_updates = 1;
    draw();
    EXPECT_EQ(g_fake.presented, 1);
    EXPECT_EQ(g_fake.renderers_left, 998);
    EXPECT_FALSE(window_->is_gone());
    EXPECT_FALSE(window_->failure());
}

TEST_F(WindowOfAFake, APictureThatCannotBeShownIsOneSentence) {
    open();
    g_fake.failing_updates = 2;
    draw();
    EXPECT_EQ(g_fake.presented, 0);
    EXPECT_TRUE(window_->is_gone());
    ASSERT_TRUE(window_->failure());
    EXPECT_EQ(window_->failure()->code, sim::ErrorCode::io);
    EXPECT_EQ(window_->failure()->text(),
              "--view window: the window cannot show its picture: planned; nothing that was "
              "recorded is lost, go on with --view terminal or --view none");
    draw();
    EXPECT_EQ(g_fake.presented, 0) << "a window that has failed is left alone";
}

TEST_F(WindowOfAFake, ARendererThatCannotBeMadeAgainIsTheSame) {
    open();
    g_fake.failing_updates = 1;
    g_fake.renderers_left = 0;
    draw();
    EXPECT_TRUE(window_->failure());
    EXPECT_EQ(g_fake.textures, 0);
}

TEST_F(WindowOfAFake, WithoutARendererDoesNotOpen) {
    g_fake.renderers_left = 0;
    const auto opened = open_window(sdl_, {"a title"});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, sim::ErrorCode::usage);
}

TEST_F(WindowOfAFake, ThatNobodyWouldSeeDoesNotOpen) {
    g_fake.driver = "offscreen";
    const auto opened = open_window(sdl_, {"a title"});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().text(),
              "--view window: there is no display for a window; use --view terminal or --view "
              "none");
}

TEST_F(WindowOfAFake, AClosedOneIsGoneAndDidNotFail) {
    open();
    happen(sdl::k_window_close);
    window_->poll(now_);
    EXPECT_TRUE(window_->is_gone());
    EXPECT_FALSE(window_->failure());
}

TEST_F(WindowOfAFake, HasTheFocusThatTheDisplayGaveIt) {
    open();
    EXPECT_TRUE(window_->is_focused());
    g_fake.window_flags = 0;
    open();
    EXPECT_FALSE(window_->is_focused());
    happen(sdl::k_window_focus_gained);
    window_->poll(now_);
    EXPECT_TRUE(window_->is_focused());
    happen(sdl::k_window_focus_lost);
    window_->poll(now_);
    EXPECT_FALSE(window_->is_focused());
}

TEST_F(WindowOfAFake, WhoTypesHasTheFocus) {
    g_fake.window_flags = 0;
    open();
    press_w();
    window_->poll(now_);
    EXPECT_TRUE(window_->is_focused());
    EXPECT_TRUE(window_->held().down('w'));
}

TEST_F(WindowOfAFake, KeysAreUpOnceTheFocusIsLost) {
    open();
    press_w();
    happen(sdl::k_window_focus_lost);
    window_->poll(now_);
    EXPECT_FALSE(window_->held().down('w'));
}

}  // namespace
}  // namespace tandem::tools
