// SPDX-License-Identifier: MIT
// A window in which loops of the lab run, as far as the runs need to know it: tests have one that
// needs no display.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>
#include <tandem/tools/lab/machine/screen.hpp>
#include <tandem/tools/lab/window/painting.hpp>

namespace tandem::tools::lab::window {

// Where a refresh rate is unknown, as of a display without a screen.
inline constexpr std::uint32_t k_usual_refresh_hz = 60;

// What the window is shown by.
struct DisplayFacts {
    std::string driver;       // SDL's video driver: "x11"
    std::string renderer;     // "opengl (llvmpipe)", "software"
    std::string library;      // "SDL 2.26.5"
    std::uint32_t width = 0;  // of the window, in pixels
    std::uint32_t height = 0;
    std::uint32_t refresh_hz = 0;  // as the display says; 0: it does not

    std::uint32_t refresh_or_usual() const {
        return refresh_hz != 0 ? refresh_hz : k_usual_refresh_hz;
    }
};

// What became of the wish for vsync.
struct Vsync {
    bool is_obtained = false;
    std::string why_not;  // where it is not
};

// Why a window is there no more.
enum class Gone : std::uint8_t { closed, vanished, interrupted };

class LabWindow : public Screen {
public:
    virtual const DisplayFacts& display() const = 0;
    // The last wish for it, and what became of that. Error io where the display refuses.
    virtual sim::Result<void> set_vsync(bool is_wanted) = 0;
    virtual const Vsync& vsync() const = 0;
    // Before a run: what stands in its title, and how often each pixel of a picture is painted.
    virtual void begin(const std::string& title, std::uint32_t layers) = 0;
    // What was painted since then.
    virtual const Painting& painting() const = 0;
    // Nothing while it is open.
    virtual std::optional<Gone> gone() const = 0;
};

}  // namespace tandem::tools::lab::window
