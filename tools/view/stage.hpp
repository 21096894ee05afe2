// SPDX-License-Identifier: MIT
// Draws a picture in pixels for window and browser: the game, its status, lines of text and the
// time line. Pointer events in pixels go in; orders for a playback and the game's own pointer come
// out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tandem/tools/view/pointer_latch.hpp>
#include <tandem/tools/view/raster.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

// The places of a picture's parts, in pixels. An absent part has no height.
struct StageLayout {
    PixelArea game;
    PixelArea button;  // plays and pauses
    PixelArea bar;
    PixelArea strips;
};

// Draws a text in the middle of the game's part of a picture, on a ground of its own; the shorter,
// the larger. It draws nothing if there is no room.
void draw_banner(Raster& raster, const PixelArea& game, std::string_view text);

class Stage {
public:
    // `points` is the number of pixels of a point: 2 on a display twice as fine. Sizes of 0 count
    // as 1.
    Stage(std::uint32_t width, std::uint32_t height, float points);
    // Changes the size.
    void resize(std::uint32_t width, std::uint32_t height, float points);

    // Sets the players whom the picture names from now on.
    void show_players(PlayersShown players) {
        players_ = std::move(players);
        status_rows_ = 1;
    }
    // Draws into pixels().
    void draw(const Picture& picture);
    // Shows lines instead of a picture.
    void show_page(const std::vector<std::string>& lines);
    // The picture that was drawn last.
    const Raster& raster() const { return raster_; }
    const StageLayout& layout() const { return layout_; }

    // ---- The pointer, a mouse's or a finger's, in pixels.
    void move(PixelPoint at);
    void press(PixelPoint at, bool is_second);
    void release(PixelPoint at);
    // The pointer left the picture.
    void leave();
    // Turns the wheel by so many notches: the camera comes nearer, or with less than 0 goes
    // farther, about this place.
    void turn_wheel(PixelPoint at, float notches);
    // Returns the pointer for the game's next tick: a press that ended meanwhile is still told,
    // once.
    std::optional<Pointer> extract_pointer();
    // Returns the actions on the time line since the last call.
    std::vector<TimeLineOrder> extract_orders() { return std::exchange(orders_, {}); }

private:
    std::uint32_t line_height() const;
    std::size_t letters_in(float width) const;
    std::vector<std::string> wrapped(const std::vector<std::string>& parts) const;
    std::vector<std::string> bottom_lines(const Picture& picture) const;
    void lay_out(const Picture& picture, std::size_t status_rows, std::size_t line_rows);
    void draw_game(const Picture& picture);
    void draw_rows(const std::vector<std::string>& rows, std::uint32_t top);
    void draw_time_line(const TimeLine& line);
    void draw_button(bool is_playing);
    void draw_flag(const TimeLine& line, std::uint64_t tick, const char* letter, Color color);
    void draw_strips(const TimeLine& line);
    std::uint32_t strip_height() const;
    std::string strip_label(Slot slot) const;
    std::uint32_t label_width(std::uint32_t rows) const;
    float x_of(const TimeLine& line, std::uint64_t tick) const;
    void seek(float x);
    Vec2 to_game(PixelPoint at) const;

    Raster raster_;
    StageLayout layout_;
    std::uint32_t lines_top_ = 0;
    std::size_t status_rows_ = 1;  // the most in any picture of this size and these players
    PlayersShown players_;
    struct BarTicks {
        std::uint64_t first = 0;
        std::uint64_t end = 0;
    };
    std::optional<BarTicks> bar_ticks_;  // the last picture's; nothing if it had no bar
    float zoom_ = 1;
    std::optional<DrawPoint> center_;
    PointerLatch<Vec2> pointer_;
    bool is_seeking_ = false;
    std::vector<TimeLineOrder> orders_;
};

}  // namespace tandem::tools
