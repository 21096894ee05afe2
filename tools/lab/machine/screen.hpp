// SPDX-License-Identifier: MIT
// The screen for a loop's pictures: a window, or the model of one. Without a screen a picture costs
// time and shows nothing, and only a loop that asks for a refresh waits for one.
#pragma once

#include <cstdint>

namespace tandem::tools::lab {

// Says who waits for a refresh when a picture is shown.
enum class Wait : std::uint8_t {
    none,      // nobody: vsync is off
    platform,  // the platform, for the machine's next one: vsync by a clock
    screen     // Screen::show does: vsync by the display
};

// A picture of the game.
struct Drawing {
    std::uint64_t updates = 0;   // that were run before
    double game_s = 0;           // the game's own time, with what the loop draws ahead of it
    std::uint32_t quarters = 4;  // parts of the full width and height
};

class Screen {
public:
    virtual ~Screen() = default;
    virtual Wait wait() const = 0;
    virtual void draw(const Drawing& drawing) = 0;
    // Shows the last drawing.
    virtual void show() = 0;
    // False once nobody sees it any more; it stays so.
    virtual bool is_open() = 0;
};

// The screen of virtual time: it shows nothing, at no cost.
class ModelScreen final : public Screen {
public:
    explicit ModelScreen(bool vsync) : wait_(vsync ? Wait::platform : Wait::none) {}

    Wait wait() const override { return wait_; }
    void draw(const Drawing&) override {}
    void show() override {}
    bool is_open() override { return true; }

private:
    Wait wait_;
};

}  // namespace tandem::tools::lab
