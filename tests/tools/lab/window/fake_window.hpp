// SPDX-License-Identifier: MIT
// A window without a display: it paints, shows nothing, and goes when it is told to.
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/lab/window/lab_window.hpp>
#include <tandem/tools/lab/window/painting.hpp>

namespace tandem::tools::lab::window {

class FakeWindow final : public LabWindow {
public:
    FakeWindow() : painting_(64, 48) {
        display_ = {.driver = "none",
                    .renderer = "fake",
                    .library = "SDL 0",
                    .width = 64,
                    .height = 48,
                    .refresh_hz = 0};
    }

    const DisplayFacts& display() const override { return display_; }
    sim::Result<void> set_vsync(bool is_wanted) override {
        wishes.push_back(is_wanted);
        if (refuses) {
            return sim::Error{sim::ErrorCode::io, "lab window", "the display refuses"};
        }
        vsync_ = {false, is_wanted ? "it is none" : ""};
        wait_ = is_wanted ? Wait::platform : Wait::none;
        return {};
    }
    const Vsync& vsync() const override { return vsync_; }
    void begin(const std::string& title, std::uint32_t layers) override {
        titles.push_back(title);
        if (title == goes_at) {
            goes_after = 0;
            if (goes_by == Gone::interrupted) {
                std::raise(SIGINT);
            }
        }
        painting_.begin(title, layers);
    }
    const Painting& painting() const override { return painting_; }
    // The display tells of it at once, if it does as it is asked.
    void resize(const WindowSize& size) override {
        if (resizes) {
            size_signals_ = {size_signals_.count + 1, size};
        }
    }
    SizeSignals size_signals() const override { return size_signals_; }
    // Its calls always come back.
    void set_last_words(std::function<void()>) override {}
    std::optional<Gone> gone() const override {
        return shown_ >= goes_after ? std::optional(goes_by) : std::nullopt;
    }

    Wait wait() const override { return wait_; }
    void draw(const Drawing& drawing) override { painting_.paint(drawing); }
    void show() override { ++shown_; }
    bool is_open() override { return !gone(); }

    std::vector<bool> wishes;
    std::vector<std::string> titles;
    bool refuses = false;
    bool resizes = true;
    std::uint64_t goes_after = UINT64_MAX;  // pictures
    std::string goes_at = {};               // the title of what begins then
    Gone goes_by = Gone::closed;

private:
    Painting painting_;
    DisplayFacts display_;
    Vsync vsync_;
    SizeSignals size_signals_;
    Wait wait_ = Wait::none;
    std::uint64_t shown_ = 0;
};

}  // namespace tandem::tools::lab::window
