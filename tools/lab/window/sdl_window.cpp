// SPDX-License-Identifier: MIT
// SDL carries the pixels. Whether a renderer really waits for its display is not believed but
// looked at, because SDL keeps vsync by a clock of milliseconds where a renderer has none.
#include <tandem/tools/lab/window/lab_window.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <tandem/tools/lab/window/painting.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/environment.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/lost_display.hpp>
#include <tandem/tools/view/sdl_library.hpp>
#include <tandem/tools/view/sdl_picture.hpp>

namespace tandem::tools::lab::window {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

namespace {

constexpr const char* k_place = "lab window";
constexpr const char* k_instead =
    "; lab loops runs the same loops in virtual time, and lab loops --real on this machine's clock";

constexpr int k_width = 640;
constexpr int k_height = 480;
constexpr std::string_view k_opengl = "opengl";
constexpr std::string_view k_software = "software";
constexpr const char* k_title = "tandem lab window: ";

class SdlWindow final : public LabWindow {
public:
    explicit SdlWindow(const SdlLibrary& sdl)
        : sdl_(sdl), painting_(k_width, k_height), picture_(sdl) {}
    ~SdlWindow() override { close(); }
    SdlWindow(const SdlWindow&) = delete;
    SdlWindow& operator=(const SdlWindow&) = delete;

    Result<void> open();

    const DisplayFacts& display() const override { return display_; }
    Result<void> set_vsync(bool is_wanted) override;
    const Vsync& vsync() const override { return vsync_; }
    void begin(const std::string& title, std::uint32_t layers) override;
    const Painting& painting() const override { return painting_; }
    void resize(const WindowSize& size) override;
    SizeSignals size_signals() const override { return size_signals_; }
    void set_last_words(std::function<void()> last_words) override;
    std::optional<Gone> gone() const override;

    Wait wait() const override { return wait_; }
    void draw(const Drawing& drawing) override;
    void show() override;
    bool is_open() override;

private:
    void receive(const sdl::Event& event);
    Error failure(const char* what) const {
        return {ErrorCode::usage, k_place, std::string(what) + ": " + sdl_.GetError() + k_instead};
    }
    Result<void> make_renderer();
    bool is_opengl() const { return display_.renderer.starts_with(k_opengl); }
    std::string opengl_text() const;
    VsyncSigns read_vsync();
    void close();

    const SdlLibrary& sdl_;
    Painting painting_;
    DisplayFacts display_;
    Vsync vsync_;
    SizeSignals size_signals_;
    std::function<void()> last_words_;
    Wait wait_ = Wait::none;
    sdl::Window* window_ = nullptr;
    sdl::Renderer* renderer_ = nullptr;
    SdlPicture picture_;
    bool is_initialised_ = false;
    bool is_closed_ = false;
};

}  // namespace

Result<std::unique_ptr<LabWindow>> open_lab_window() {
    const auto sdl = sdl_library();
    if (!sdl) {
        return Error{ErrorCode::usage, k_place,
                     std::string("a window needs SDL2, which is not installed here (Debian: "
                                 "apt-get install libsdl2-2.0-0)") +
                         k_instead};
    }
    auto window = std::make_unique<SdlWindow>(**sdl);
    TANDEM_TRY(window->open());
    return std::unique_ptr<LabWindow>(std::move(window));
}

namespace {

Result<void> SdlWindow::open() {
    sdl_.SetHint(sdl::k_hint_no_signal_handlers, "1");
    if (sdl_.Init(sdl::k_init_video) != 0) {
        return failure("there is no display for a window");
    }
    is_initialised_ = true;
    const char* const driver = sdl_.GetCurrentVideoDriver();
    display_.driver = driver != nullptr ? driver : "?";
    if (is_unseen(display_.driver, own_environment())) {
        return Error{ErrorCode::usage, k_place,
                     std::string("there is no display for a window: SDL2 found none but '") +
                         display_.driver + "', which nobody sees; set DISPLAY, as xvfb-run does" +
                         k_instead};
    }
    // A renderer may put another window into its place; the first one is never seen.
    window_ =
        sdl_.CreateWindow(k_title, sdl::k_position_undefined, sdl::k_position_undefined, k_width,
                          k_height, sdl::k_window_hidden | sdl::k_window_allow_highdpi);
    if (window_ == nullptr) {
        return failure("no window could be opened");
    }
    survive_lost_display(x_window_of(sdl_, window_));
    TANDEM_TRY(make_renderer());
    sdl_.ShowWindow(window_);
    sdl::Version version{};
    sdl_.GetVersion(&version);
    display_.library = "SDL " + std::to_string(version.major) + "." +
                       std::to_string(version.minor) + "." + std::to_string(version.patch);
    display_.refresh_hz = refresh_hz_of(sdl_, window_).value_or(0);
    int width = k_width;
    int height = k_height;
    sdl_.GetRendererOutputSize(renderer_, &width, &height);
    display_.width = static_cast<std::uint32_t>(width);
    display_.height = static_cast<std::uint32_t>(height);
    painting_ = Painting(display_.width, display_.height);
    return {};
}

Result<void> SdlWindow::make_renderer() {
    renderer_ = create_renderer(sdl_, window_, 0);
    if (renderer_ == nullptr) {
        return failure("nothing can be drawn in a window");
    }
    sdl::RendererInfo info{};
    display_.renderer = sdl_.GetRendererInfo(renderer_, &info) == 0 ? info.name : "?";
    if (is_opengl()) {
        display_.renderer += opengl_text();
    }
    return {};
}

// Says who draws behind OpenGL: often the processor, by Mesa.
std::string SdlWindow::opengl_text() const {
    constexpr unsigned k_gl_renderer = 0x1F01;
    using GetString = const unsigned char* (*)(unsigned);
    const auto get = reinterpret_cast<GetString>(sdl_.GL_GetProcAddress("glGetString"));
    const unsigned char* const name = get != nullptr ? get(k_gl_renderer) : nullptr;
    return name == nullptr ? "" : " (" + escaped(reinterpret_cast<const char*>(name)) + ")";
}

// The window and its renderer stay: to make them anew is what a display may vanish in the
// middle of.
Result<void> SdlWindow::set_vsync(bool is_wanted) {
    vsync_ = {};
    wait_ = Wait::none;
    if (gone()) {
        return {};
    }
    if (is_wanted && sdl_.RenderSetVSync == nullptr) {
        vsync_.why_not = "this SDL2 is older than 2.0.18";
    } else if (is_wanted) {
        sdl_.RenderSetVSync(renderer_, 1);
        vsync_ = judge_vsync(read_vsync());
    }
    if (sdl_.RenderSetVSync != nullptr && !vsync_.is_obtained && !gone()) {
        sdl_.RenderSetVSync(renderer_, 0);
    }
    if (is_wanted) {
        wait_ = vsync_.is_obtained ? Wait::screen : Wait::platform;
    }
    return {};
}

// Looks for the signs of vsync: pictures as fast as they go.
VsyncSigns SdlWindow::read_vsync() {
    constexpr int k_first = 3;  // may still fill buffers
    constexpr int k_pictures = 20;
    VsyncSigns signs;
    signs.is_software = display_.renderer == k_software;
    signs.swap_interval = is_opengl() ? std::optional(sdl_.GL_GetSwapInterval()) : std::nullopt;
    signs.refresh_hz = display_.refresh_hz;
    draw({});
    for (int i = 0; i < k_first; ++i) {
        show();
    }
    const auto begin = steady_now();
    for (int i = 0; i < k_pictures && is_open(); ++i) {
        show();
    }
    signs.period = (steady_now() - begin) / k_pictures;
    return signs;
}

void SdlWindow::begin(const std::string& title, std::uint32_t layers) {
    painting_.begin(title, layers);
    if (!gone()) {
        sdl_.SetWindowTitle(window_, (k_title + title).c_str());
    }
}

void SdlWindow::draw(const Drawing& drawing) {
    painting_.paint(drawing);
    if (gone()) {
        return;
    }
    static_cast<void>(picture_.copy(renderer_, painting_.raster()));
}

// A coarse picture fills the window as a fine one does.
void SdlWindow::show() {
    if (!gone()) {
        static_cast<void>(picture_.show(renderer_));
    }
}

bool SdlWindow::is_open() {
    sdl::Event event;
    while (!gone() && sdl_.PollEvent(&event) != 0) {
        receive(event);
    }
    return !gone();
}

void SdlWindow::receive(const sdl::Event& event) {
    const bool is_of_window = event.type == sdl::k_window_event;
    if (event.type == sdl::k_quit || (is_of_window && event.window.event == sdl::k_window_close)) {
        is_closed_ = true;
    } else if (is_of_window && event.window.event == sdl::k_window_size_changed) {
        int width = 0;
        int height = 0;
        sdl_.GetRendererOutputSize(renderer_, &width, &height);
        size_signals_ = {size_signals_.count + 1,
                         {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)}};
    }
}

void SdlWindow::resize(const WindowSize& size) {
    if (!gone()) {
        sdl_.SetWindowSize(window_, static_cast<int>(size.width), static_cast<int>(size.height));
    }
}

void SdlWindow::set_last_words(std::function<void()> last_words) {
    last_words_ = std::move(last_words);
    if (last_words_) {
        end_with_display(x_window_of(sdl_, window_), last_words_);
    } else if (!gone()) {
        survive_lost_display(x_window_of(sdl_, window_));
    }
}

std::optional<Gone> SdlWindow::gone() const {
    if (is_display_lost()) {
        return Gone::vanished;
    }
    if (pending_signal() != 0) {
        return Gone::interrupted;
    }
    return is_closed_ ? std::optional(Gone::closed) : std::nullopt;
}

// A display that has vanished takes its windows along; to touch them would end the program.
void SdlWindow::close() {
    if (!is_initialised_ || is_display_lost()) {
        return;
    }
    picture_.drop();
    if (renderer_ != nullptr) {
        sdl_.DestroyRenderer(renderer_);
    }
    if (window_ != nullptr) {
        sdl_.DestroyWindow(window_);
    }
    sdl_.Quit();
}

}  // namespace
}  // namespace tandem::tools::lab::window
