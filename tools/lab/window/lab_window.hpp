// SPDX-License-Identifier: MIT
// A window in which loops of the lab run, as far as the runs need to know it: tests have a window
// that needs no display.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>
#include <tandem/tools/lab/machine/screen.hpp>
#include <tandem/tools/lab/window/painting.hpp>

namespace tandem::tools::lab::window {

// The rate if a refresh rate is unknown, as that of a display without a screen.
inline constexpr std::uint32_t k_usual_refresh_hz = 60;

// The display and the library that show the window.
struct DisplayFacts {
    std::string driver;       // SDL's video driver: "x11"
    std::string renderer;     // "opengl (llvmpipe)", "software"
    std::string library;      // "SDL 2.26.5"
    std::uint32_t width = 0;  // the window's, in pixels
    std::uint32_t height = 0;
    std::uint32_t refresh_hz = 0;  // as the display says; 0 if it does not

    std::uint32_t refresh_or_usual() const {
        return refresh_hz != 0 ? refresh_hz : k_usual_refresh_hz;
    }
};

// The result of the wish for vsync.
struct Vsync {
    bool is_obtained = false;
    std::string why_not;  // the reason if it is not
};

struct WindowSize {
    std::uint32_t width = 0;  // in pixels
    std::uint32_t height = 0;

    friend bool operator==(const WindowSize&, const WindowSize&) = default;
};

// The number of new sizes that the display has told, and the last of them.
struct SizeSignals {
    std::uint64_t count = 0;
    WindowSize size;
};

// The reason for which a window is there no more.
enum class Gone : std::uint8_t { closed, vanished, interrupted };

class LabWindow : public Screen {
public:
    virtual const DisplayFacts& display() const = 0;
    // Wishes for vsync; vsync() returns the last wish's result. The error is io if the display
    // refuses.
    virtual sim::Result<void> set_vsync(bool is_wanted) = 0;
    virtual const Vsync& vsync() const = 0;
    // Begins a run: its title, and how often each pixel of a picture is painted.
    virtual void begin(const std::string& title, std::uint32_t layers) = 0;
    // Returns the pictures painted since then.
    virtual const Painting& painting() const = 0;
    // Asks the display for another size, which tells of it when it likes.
    virtual void resize(const WindowSize& size) = 0;
    virtual SizeSignals size_signals() const = 0;
    // Sets the function that is called if the display vanishes in a call that would never come
    // back; it ends the program. With no function the window is gone, if the call comes back.
    virtual void set_last_words(std::function<void()> last_words) = 0;
    // Returns nothing while it is open.
    virtual std::optional<Gone> gone() const = 0;
};

// Opens a window by SDL2, which is looked for only then; call it on the main thread. The error is
// usage if this build, this machine or this display has none.
sim::Result<std::unique_ptr<LabWindow>> open_lab_window();

// The signs of a renderer that says it waits for the display's refresh.
struct VsyncSigns {
    bool is_software = false;           // it draws on the processor
    std::optional<int> swap_interval;   // OpenGL's answer, if it is asked
    std::uint32_t refresh_hz = 0;       // the display's answer; 0 for none
    std::chrono::nanoseconds period{};  // from one picture to the next, shown without a pause
};

// Checks if it really does.
Vsync judge_vsync(const VsyncSigns& signs);

}  // namespace tandem::tools::lab::window
