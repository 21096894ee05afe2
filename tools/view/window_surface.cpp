// SPDX-License-Identifier: MIT
// SDL only carries pixels and events; the stage decides about their meaning.
#include <tandem/tools/view/window_surface.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/view/frame_due.hpp>
#include <tandem/tools/view/lost_display.hpp>
#include <tandem/tools/view/sdl_keys.hpp>
#include <tandem/tools/view/sdl_library.hpp>
#include <tandem/tools/view/sdl_picture.hpp>
#include <tandem/tools/view/stage.hpp>

namespace tandem::tools {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

namespace {

using std::chrono::nanoseconds;

constexpr int k_width = 960;
constexpr int k_height = 720;
constexpr int k_least_side = 120;
// No display has so many pixels a side; a texture ends at 16,384, and a larger window shows
// this one stretched.
constexpr int k_most_side = 8'192;
constexpr std::uint32_t k_fps_default = 60;
// Keys and signals are looked for at least so often.
constexpr nanoseconds k_longest_wait = std::chrono::milliseconds(16);

class WindowSurface final : public Surface {
public:
    WindowSurface(const SdlLibrary& sdl, const WindowOptions& options)
        : sdl_(sdl),
          may_wait_(options.may_wait),
          due_(k_fps_default),
          stage_(1, 1, 1),
          picture_(sdl) {}
    ~WindowSurface() override { close(); }
    WindowSurface(const WindowSurface&) = delete;
    WindowSurface& operator=(const WindowSurface&) = delete;

    Result<void> open(const WindowOptions& options);
    std::vector<std::uint8_t> poll(nanoseconds now) override;
    Keys held() override;
    std::optional<Error> failure() const override;
    std::vector<TimeLineOrder> extract_orders() override { return stage_.extract_orders(); }
    void show_players(PlayersShown players) override { stage_.show_players(std::move(players)); }
    void draw(const Picture& picture, nanoseconds now) override;
    void page(const std::vector<std::string>& lines, nanoseconds now) override;
    bool shows_time_line() const override { return true; }
    bool has_pointer() const override { return true; }
    const char* view() const override { return "window"; }
    bool is_gone() const override { return is_closed_ || failed_ || is_display_lost(); }
    bool is_focused() const override { return is_focused_; }
    void wait_for_frame(nanoseconds until) override;

private:
    Error cannot_open(const char* what) const;
    void make_renderer();
    void forget_renderer();
    void read(const sdl::Event& event);
    void receive_window_event(const sdl::WindowEvent& event);
    void fit();
    void present(nanoseconds now);
    bool show();
    void close();
    PixelPoint pixels(int x, int y) const {
        return {static_cast<float>(x) * points_, static_cast<float>(y) * points_};
    }

    const SdlLibrary& sdl_;
    bool may_wait_;
    FrameDue due_;
    Stage stage_;
    sdl::Window* window_ = nullptr;
    sdl::Renderer* renderer_ = nullptr;
    SdlPicture picture_;
    float points_ = 1;  // pixels of a point
    PixelPoint mouse_;
    SdlKeys keys_;
    std::optional<Error> failed_;  // the failure to show a picture
    bool waits_ = false;           // true if it waits for the display, with each picture
    bool is_open_ = false;
    bool is_closed_ = false;
    bool is_focused_ = false;
};

}  // namespace

Result<void> check_window() {
    const auto sdl = sdl_library();
    return sdl ? Result<void>() : sdl.error();
}

Result<std::unique_ptr<Surface>> open_window(const WindowOptions& options) {
    const auto sdl = sdl_library();
    TANDEM_TRY(sdl);
    return open_window(**sdl, options);
}

Result<std::unique_ptr<Surface>> open_window(const SdlLibrary& sdl, const WindowOptions& options) {
    auto window = std::make_unique<WindowSurface>(sdl, options);
    TANDEM_TRY(window->open(options));
    return std::unique_ptr<Surface>(std::move(window));
}

namespace {

Error WindowSurface::cannot_open(const char* what) const {
    return {ErrorCode::usage, "--view window",
            std::string(what) + ": " + sdl_.GetError() + "; use --view terminal or --view none"};
}

Result<void> WindowSurface::open(const WindowOptions& options) {
    // Ctrl-C keeps its meaning.
    sdl_.SetHint(sdl::k_hint_no_signal_handlers, "1");
    sdl_.SetHint(sdl::k_hint_allow_screensaver, "1");
    if (sdl_.Init(sdl::k_init_video) != 0) {
        return cannot_open("there is no display for a window");
    }
    is_open_ = true;
    const char* const driver = sdl_.GetCurrentVideoDriver();
    if (is_unseen(driver == nullptr ? "" : driver, own_environment())) {
        return Error{ErrorCode::usage, "--view window",
                     "there is no display for a window; use --view terminal or --view none"};
    }
    // A renderer may put another window into its place; the first one is never seen.
    window_ = sdl_.CreateWindow(
        options.title.c_str(), sdl::k_position_undefined, sdl::k_position_undefined, k_width,
        k_height, sdl::k_window_hidden | sdl::k_window_resizable | sdl::k_window_allow_highdpi);
    if (window_ == nullptr) {
        return cannot_open("no window could be opened");
    }
    survive_lost_display(x_window_of(sdl_, window_));
    waits_ = may_wait_ && !options.fps_max;
    make_renderer();
    if (renderer_ == nullptr) {
        return cannot_open("nothing can be drawn in a window");
    }
    sdl_.ShowWindow(window_);
    // If the display sets the pace, a cap just above its rate leaves the pace to it.
    sdl::RendererInfo info{};
    const bool is_waiting = sdl_.GetRendererInfo(renderer_, &info) == 0 &&
                            (info.flags & sdl::k_renderer_presentvsync) != 0;
    const std::uint32_t rate = refresh_hz_of(sdl_, window_).value_or(k_fps_default);
    due_ = FrameDue(options.fps_max.value_or(is_waiting ? rate + rate / 3 : rate));
    sdl_.StartTextInput();
    is_focused_ = (sdl_.GetWindowFlags(window_) & sdl::k_window_input_focus) != 0;
    fit();
    return {};
}

void WindowSurface::make_renderer() {
    const std::uint32_t flags = waits_ ? std::uint32_t{sdl::k_renderer_presentvsync} : 0U;
    renderer_ = create_renderer(sdl_, window_, flags);
}

void WindowSurface::forget_renderer() {
    picture_.drop();
    if (renderer_ != nullptr) {
        sdl_.DestroyRenderer(std::exchange(renderer_, nullptr));
    }
}

// Pixels are asked for again, because a window may have come to a finer display.
void WindowSurface::fit() {
    int width = 0;
    int height = 0;
    int points_wide = 0;
    if (sdl_.GetRendererOutputSize(renderer_, &width, &height) != 0) {
        return;
    }
    sdl_.GetWindowSize(window_, &points_wide, nullptr);
    points_ = points_wide > 0 ? static_cast<float>(width) / static_cast<float>(points_wide) : 1;
    const auto columns = static_cast<std::uint32_t>(std::clamp(width, k_least_side, k_most_side));
    const auto rows = static_cast<std::uint32_t>(std::clamp(height, k_least_side, k_most_side));
    if (columns != stage_.raster().width() || rows != stage_.raster().height()) {
        stage_.resize(columns, rows, points_);
    }
}

// A display that has vanished takes its windows along; to touch them would end the program.
void WindowSurface::close() {
    if (!is_open_ || is_display_lost()) {
        return;
    }
    forget_renderer();
    if (window_ != nullptr) {
        sdl_.DestroyWindow(window_);
    }
    sdl_.Quit();
}

// ---- Events -------------------------------------------------------------------------------------

std::vector<std::uint8_t> WindowSurface::poll(nanoseconds) {
    sdl::Event event;
    while (!is_gone() && sdl_.PollEvent(&event) != 0) {
        read(event);
    }
    return keys_.extract_typed();
}

std::optional<Error> WindowSurface::failure() const {
    if (is_display_lost() && !is_closed_) {
        return Error{ErrorCode::io, "--view window",
                     "the display has vanished, and the window with it; nothing that was recorded "
                     "is lost"};
    }
    return failed_;
}

Keys WindowSurface::held() {
    Keys keys = keys_.extract_held();
    if (const auto pointer = stage_.extract_pointer()) {
        keys.point(*pointer);
    }
    return keys;
}

void WindowSurface::read(const sdl::Event& event) {
    switch (event.type) {
        case sdl::k_quit:
            is_closed_ = true;
            return;
        case sdl::k_window_event:
            return receive_window_event(event.window);
        case sdl::k_key_down:
            // If no program manages the windows, nobody says who has the keys.
            is_focused_ = true;
            return keys_.press(event.key);
        case sdl::k_key_up:
            return keys_.release(event.key);
        case sdl::k_text_input:
            return keys_.type(event.text.text);
        case sdl::k_mouse_motion:
            mouse_ = pixels(event.motion.x, event.motion.y);
            return stage_.move(mouse_);
        case sdl::k_mouse_button_down:
            return stage_.press(pixels(event.button.x, event.button.y),
                                event.button.button == sdl::k_button_right);
        case sdl::k_mouse_button_up:
            return stage_.release(pixels(event.button.x, event.button.y));
        case sdl::k_mouse_wheel:
            return stage_.turn_wheel(mouse_, static_cast<float>(event.wheel.y));
        default:
            return;
    }
}

void WindowSurface::receive_window_event(const sdl::WindowEvent& event) {
    switch (event.event) {
        case sdl::k_window_close:
            is_closed_ = true;
            return;
        case sdl::k_window_size_changed:
            return fit();
        case sdl::k_window_focus_gained:
            is_focused_ = true;
            return;
        case sdl::k_window_focus_lost:
            is_focused_ = false;
            keys_.release_all();
            return stage_.leave();
        case sdl::k_window_leave:
            return stage_.leave();
        default:
            return;
    }
}

// ---- Pictures -----------------------------------------------------------------------------------

void WindowSurface::draw(const Picture& picture, nanoseconds now) {
    if (!is_gone() && due_.is_due(now)) {
        stage_.draw(picture);
        present(now);
    }
}

void WindowSurface::page(const std::vector<std::string>& lines, nanoseconds now) {
    if (!is_gone() && due_.is_due(now)) {
        stage_.show_page(lines);
        present(now);
    }
}

void WindowSurface::present(nanoseconds now) {
    due_.drawn(now);
    if (show() || is_display_lost()) {
        return;
    }
    // A display may take away its renderer's objects, as when a machine wakes up.
    forget_renderer();
    make_renderer();
    if (renderer_ != nullptr) {
        fit();
    }
    if (!show() && !is_display_lost()) {
        failed_ = Error{ErrorCode::io, "--view window",
                        std::string("the window cannot show its picture: ") + sdl_.GetError() +
                            "; nothing that was recorded is lost, go on with --view terminal or "
                            "--view none"};
    }
}

bool WindowSurface::show() {
    return picture_.copy(renderer_, stage_.raster()) && picture_.show(renderer_);
}

void WindowSurface::wait_for_frame(nanoseconds until) {
    sleep_until(std::min({until, due_.next(), steady_now() + k_longest_wait}));
}

}  // namespace
}  // namespace tandem::tools
