// SPDX-License-Identifier: MIT
// Text stands in rows of its own, so that no picture hides it.
#include <tandem/tools/view/stage.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include <tandem/sim/text.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/ground.hpp>
#include <tandem/tools/view/status_rows.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {
namespace {

// Colour-blind people can tell these colours apart. Every one has a shape or a letter as well.
constexpr Color k_text{224, 226, 230};
constexpr Color k_bar{58, 64, 74};
constexpr Color k_done{86, 180, 233};
constexpr Color k_mark{240, 228, 66};
constexpr Color k_keyframe{150, 156, 166};
constexpr Color k_stall{230, 159, 0};
constexpr Color k_loop{0, 158, 115};
constexpr Color k_diverged{213, 94, 0};

constexpr float k_text_points = 9;         // the height of a capital
constexpr float k_narrow_text_points = 7;  // where the picture is narrow
constexpr float k_narrow_points = 480;
constexpr float k_line = 1.9F;  // from row to row, in heights of a capital
constexpr float k_zoom_max = 32;
constexpr float k_zoom_notch = 1.2F;
// The text above the game and the text below it may take these parts of the height.
constexpr std::uint32_t k_status_share = 4;
constexpr std::uint32_t k_lines_share = 3;
constexpr std::size_t k_rows_of_part = 8;  // the most rows of a text
constexpr float k_label_share = 0.2F;      // the largest part of the width for names beside strips

float text_height_of(std::uint32_t width, float points) {
    const bool is_narrow = static_cast<float>(width) < k_narrow_points * points;
    return (is_narrow ? k_narrow_text_points : k_text_points) * points;
}

std::uint32_t rounded(float value) { return static_cast<std::uint32_t>(std::lround(value)); }

// Returns the nearest Fixed.
Fixed to_fixed(float value) {
    constexpr double k_one = 4294967296.0;
    constexpr double k_most = 2147483647.0;
    return Fixed::from_raw(
        static_cast<std::int64_t>(std::clamp(static_cast<double>(value), -k_most, k_most) * k_one));
}

std::optional<Pointer> pointer_of(const std::optional<PointerLatch<Vec2>::State>& state) {
    return state ? std::optional(Pointer{state->at, state->pressed_at, state->is_down,
                                         state->is_pressed, state->is_released, state->is_second})
                 : std::nullopt;
}

Color between(Color a, Color b, float part) {
    const auto mixed = [&](std::uint8_t from, std::uint8_t to) {
        const float value =
            static_cast<float>(from) + (static_cast<float>(to) - static_cast<float>(from)) * part;
        return static_cast<std::uint8_t>(value);
    };
    return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

}  // namespace

void draw_banner(Raster& raster, const PixelArea& game, std::string_view text) {
    constexpr std::size_t k_short = 2;
    constexpr float k_large = 6;
    constexpr float k_readable = 1.5F;
    const float width = raster.text_width(text);
    const auto room = static_cast<float>(game.width);
    if (text.empty() || static_cast<float>(game.height) < k_line * raster.text_height()) {
        return;
    }
    const float times =
        std::min(text.size() <= k_short ? k_large : k_readable, 0.9F * room / width);
    const float height = raster.text_height() * times;
    const float middle = static_cast<float>(game.top) + static_cast<float>(game.height) / 2;
    const float left = static_cast<float>(game.left) + (room - width * times) / 2;
    const float gap = height / 2;
    raster.fill({rounded(std::max(left - gap, 0.0F)), rounded(std::max(middle - height, 0.0F)),
                 rounded(width * times + 2 * gap), rounded(2 * height)},
                k_ground);
    raster.draw_text({left, middle + height / 2}, text, k_text, times);
}

Stage::Stage(std::uint32_t width, std::uint32_t height, float points)
    : raster_(std::max(width, 1U), std::max(height, 1U), text_height_of(width, points)) {}

void Stage::resize(std::uint32_t width, std::uint32_t height, float points) {
    raster_ = Raster(std::max(width, 1U), std::max(height, 1U), text_height_of(width, points));
    layout_ = {};
    bar_ticks_.reset();
    status_rows_ = 1;
}

std::uint32_t Stage::line_height() const { return rounded(raster_.text_height() * k_line); }

// ---- Layout -------------------------------------------------------------------------------------

std::size_t Stage::letters_in(float width) const {
    const float letter = raster_.text_width("nn") - raster_.text_width("n");
    return static_cast<std::size_t>(std::max(0.0F, width / std::max(1.0F, letter)));
}

// Cuts a part that is too wide for a row at its words, or at its letters.
std::vector<std::string> Stage::wrapped(const std::vector<std::string>& parts) const {
    const float width = static_cast<float>(raster_.width()) - 2 * raster_.text_height();
    const std::size_t letters = std::max<std::size_t>(letters_in(width), 1);
    std::vector<std::string> shown;
    for (const std::string& part : parts) {
        // A foreign text may be of any length.
        shown.emplace_back(sim::first_characters(part, letters * k_rows_of_part));
    }
    std::vector<std::string> rows;
    for (std::string& row : status_rows(shown, letters)) {
        while (sim::characters_of(row) > letters) {
            const std::string most(sim::first_characters(row, letters));
            const std::size_t space = most.rfind(' ');
            const std::size_t cut = space == most.npos || space == 0 ? most.size() : space;
            rows.push_back(row.substr(0, cut));
            row.erase(0, space == cut ? cut + 1 : cut);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

// The last lines say most. The first ones are left out if not all fit.
std::vector<std::string> Stage::bottom_lines(const Picture& picture) const {
    std::vector<std::string> rows;
    for (const std::string& line : picture.lines) {
        for (std::string& row : wrapped({line})) {
            rows.push_back(std::move(row));
        }
    }
    const std::uint32_t all = raster_.height() / std::max(line_height(), 1U);
    const std::size_t most = picture.shows_whole_lines ? all : std::max(all / k_lines_share, 2U);
    if (rows.size() > most) {
        rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(most));
    }
    return rows;
}

// A strip has room for the name of its player, which stands beside it.
std::uint32_t Stage::strip_height() const {
    return std::max(rounded(raster_.text_height() * 1.4F), 2U);
}

std::string Stage::strip_label(Slot slot) const {
    const float room = static_cast<float>(raster_.width()) * k_label_share;
    return std::string(
        sim::first_characters(escaped(strip_name(players_, slot)), letters_in(room)));
}

std::uint32_t Stage::label_width(std::uint32_t rows) const {
    float widest = 0;
    for (std::uint32_t slot = 0; slot < rows; ++slot) {
        widest = std::max(widest, raster_.text_width(strip_label(Slot{slot})));
    }
    return rounded(widest);
}

void Stage::lay_out(const Picture& picture, std::size_t status_rows, std::size_t line_rows) {
    const std::uint32_t width = raster_.width();
    const std::uint32_t gap = rounded(raster_.text_height() * 0.6F);
    const auto top = std::min(static_cast<std::uint32_t>(status_rows) * line_height() + gap,
                              raster_.height() - 1);
    std::uint32_t bottom = raster_.height();
    const auto cut = [&](std::uint32_t height) {
        bottom -= std::min(height, bottom);
        return bottom;
    };
    layout_ = {};
    lines_top_ = cut(static_cast<std::uint32_t>(line_rows) * line_height() + gap);
    if (picture.time_line != nullptr) {
        const std::uint32_t button = rounded(raster_.text_height() * 2.4F);
        const std::uint32_t rows = picture.time_line->strip_rows();
        const std::uint32_t labels = rows > 0 ? label_width(rows) + gap : 0;
        const std::uint32_t left = std::min(std::max(button + gap, labels) + gap, width - 1);
        const std::uint32_t long_side = width - left > gap ? width - left - gap : 1;
        const std::uint32_t strips = rows * strip_height();
        cut(gap);
        layout_.strips = {left, cut(std::min(strips, bottom / 6)), long_side, 0};
        layout_.strips.height = std::min(strips, raster_.height() / 6);
        cut(gap);
        layout_.bar = {left, cut(button), long_side, button};
        layout_.button = {gap, layout_.bar.top, button, button};
        cut(rounded(raster_.text_height() * 1.6F));  // for letters over the bar
    }
    layout_.game = {0, top, width, bottom > top + 1 ? bottom - top : 1};
}

// ---- Drawing ------------------------------------------------------------------------------------

void Stage::draw(const Picture& picture) {
    const std::vector<std::string> lines = bottom_lines(picture);
    const std::size_t status_most =
        std::max(raster_.height() / k_status_share / std::max(line_height(), 1U), 1U);
    std::vector<std::string> status;
    // The number of the status' rows is known once it is drawn; most often it is the same as
    // before. The status keeps the rows that it took once, so that the game keeps its size.
    for (int i = 0; i < 2; ++i) {
        raster_.clear(k_ground);
        lay_out(picture, status_rows_, lines.size());
        draw_game(picture);
        status = wrapped(raster_.status_lines());
        status.resize(std::min(status.size(), status_most));
        if (status.size() <= status_rows_) {
            break;
        }
        status_rows_ = status.size();
    }
    draw_banner(raster_, layout_.game, banner_of(picture, raster_.status_lines()));
    draw_rows(status, rounded(raster_.text_height() * 0.4F));
    draw_rows(lines, lines_top_);
    bar_ticks_.reset();
    if (picture.time_line != nullptr) {
        bar_ticks_ = {picture.time_line->first_tick, picture.time_line->end_tick};
        draw_time_line(*picture.time_line);
    }
}

void Stage::draw_game(const Picture& picture) {
    RasterOptions options{players_, pointer_of(pointer_.state()), zoom_, center_};
    raster_.show_game_in(layout_.game, std::move(options));
    const auto drawn = picture.current.draw_copy(raster_, picture.previous, picture.alpha);
    if (!drawn || !picture.current.info().has_draw) {
        // A picture decides nothing, so that a missing one ends nothing either.
        raster_.status(drawn ? "this game does not draw (it has no draw member)"
                             : escaped(drawn.error().text()));
    }
}

void Stage::show_page(const std::vector<std::string>& lines) {
    raster_.clear(k_ground);
    layout_ = {};
    bar_ticks_.reset();
    std::vector<std::string> rows;
    for (const std::string& line : lines) {
        std::ranges::move(wrapped({line}), std::back_inserter(rows));
    }
    draw_rows(rows, raster_.height() / 4);
}

void Stage::draw_rows(const std::vector<std::string>& rows, std::uint32_t top) {
    float foot = static_cast<float>(top) + raster_.text_height() * 1.3F;
    for (const std::string& row : rows) {
        raster_.draw_text({raster_.text_height(), foot}, row, k_text);
        foot += static_cast<float>(line_height());
    }
}

float Stage::x_of(const TimeLine& line, std::uint64_t tick) const {
    const std::uint64_t span = std::max<std::uint64_t>(1, line.end_tick - line.first_tick);
    const std::uint64_t done = std::clamp(tick, line.first_tick, line.end_tick) - line.first_tick;
    return static_cast<float>(layout_.bar.left) +
           static_cast<float>(static_cast<double>(done) / static_cast<double>(span) *
                              static_cast<double>(layout_.bar.width));
}

void Stage::draw_time_line(const TimeLine& line) {
    const PixelArea& bar = layout_.bar;
    const auto top = static_cast<float>(bar.top);
    const auto bottom = static_cast<float>(bar.top + bar.height);
    const float unit = raster_.text_height() / 4;
    draw_button(line.is_playing);
    raster_.fill(bar, k_bar);
    const auto done = rounded(x_of(line, line.ticks_done)) - bar.left;
    raster_.fill({bar.left, bar.top, std::min(done, bar.width), bar.height},
                 between(k_bar, k_done, 0.45F));
    // Keyframes are ticks at its foot, stalls zigzags in its middle, marks triangles at its top.
    for (const std::uint64_t tick : line.keyframes) {
        const float x = x_of(line, tick);
        raster_.draw_segment({x, bottom - unit}, {x, bottom}, unit / 2, k_keyframe);
    }
    for (const std::uint64_t tick : line.stalls) {
        const float x = x_of(line, tick);
        const float y = (top + bottom) / 2;
        raster_.draw_segment({x - unit, y + unit}, {x, y - unit}, unit / 2, k_stall);
        raster_.draw_segment({x, y - unit}, {x + unit, y + unit}, unit / 2, k_stall);
    }
    for (const std::uint64_t tick : line.marks) {
        const float x = x_of(line, tick);
        for (float part = 0; part <= 1; part += 0.25F) {
            const float half = unit * (1 - part);
            raster_.draw_segment({x - half, top + part * 2 * unit},
                                 {x + half, top + part * 2 * unit}, unit / 2, k_mark);
        }
    }
    if (line.loop_from) {
        draw_flag(line, *line.loop_from, "A", k_loop);
    }
    if (line.loop_to) {
        draw_flag(line, *line.loop_to, "B", k_loop);
    }
    if (line.diverged_at) {
        draw_flag(line, *line.diverged_at, "! diverged", k_diverged);
    }
    const float here = x_of(line, line.ticks_done);
    raster_.draw_segment({here, top - unit}, {here, bottom + unit}, unit * 0.8F, k_text);
    const std::string text =
        clock_text(line.ticks_done, line.rate) + " of " + clock_text(line.end_tick, line.rate) +
        "   tick " + std::to_string(line.ticks_done) + " of " + std::to_string(line.end_tick);
    raster_.draw_text(
        {static_cast<float>(bar.left) + 2 * unit, (top + bottom + raster_.text_height()) / 2}, text,
        k_text);
    draw_strips(line);
}

// A triangle plays, two bars pause: the sign says what a click does.
void Stage::draw_button(bool is_playing) {
    const PixelArea& button = layout_.button;
    raster_.fill(button, k_bar);
    const auto side = static_cast<float>(button.height);
    const PixelPoint middle{static_cast<float>(button.left) + side / 2,
                            static_cast<float>(button.top) + side / 2};
    const float arm = side / 4;
    if (is_playing) {
        for (const float x : {middle.x - arm * 0.6F, middle.x + arm * 0.6F}) {
            raster_.draw_segment({x, middle.y - arm}, {x, middle.y + arm}, arm * 0.6F, k_text);
        }
        return;
    }
    for (float x = -arm; x <= arm; x += 1) {
        const float half = (arm - x) / 2;
        raster_.draw_segment({middle.x + x, middle.y - half}, {middle.x + x, middle.y + half}, 1.5F,
                             k_text);
    }
}

// Draws a line across the bar with a text over it, which stays inside of the picture.
void Stage::draw_flag(const TimeLine& line, std::uint64_t tick, const char* text, Color color) {
    const float x = x_of(line, tick);
    const auto top = static_cast<float>(layout_.bar.top);
    const float unit = raster_.text_height() / 4;
    raster_.draw_segment({x, top - unit}, {x, top + static_cast<float>(layout_.bar.height)},
                         unit * 0.8F, color);
    const float most = static_cast<float>(raster_.width()) - raster_.text_width(text) - unit;
    raster_.draw_text({std::min(x, most), top - 1.5F * unit}, text, color);
}

// The busier a player is, the higher its strip: no colour has to be told from another.
void Stage::draw_strips(const TimeLine& line) {
    const PixelArea& area = layout_.strips;
    const std::uint32_t rows = line.strip_rows();
    if (rows == 0 || area.height < rows) {
        return;
    }
    const std::uint32_t row = area.height / rows;
    const bool has_labels = static_cast<float>(row) >= raster_.text_height();
    for (std::uint32_t slot = 0; slot < rows; ++slot) {
        if (has_labels) {
            const auto foot = static_cast<float>(area.top + (slot + 1) * row - 1);
            raster_.draw_text({raster_.text_height() * 0.6F, foot}, strip_label(Slot{slot}),
                              player_color(Slot{slot}));
        }
        const auto levels = line.strips.subspan(std::size_t{slot} * k_strip_columns);
        const std::uint32_t foot = area.top + (slot + 1) * row - 1;
        for (std::uint32_t x = 0; x < area.width; ++x) {
            const std::uint32_t level = levels[std::size_t{x} * k_strip_columns / area.width];
            if (level != k_strip_absent) {
                const std::uint32_t height = 1 + level * (row - std::min(row, 2U)) / 255;
                raster_.fill({area.left + x, foot - height, 1, height}, player_color(Slot{slot}));
            }
        }
    }
}

// ---- Pointer ------------------------------------------------------------------------------------

Vec2 Stage::to_game(PixelPoint at) const {
    const DrawPoint point = raster_.to_world(at);
    return {to_fixed(point.x), to_fixed(point.y)};
}

void Stage::seek(float x) {
    if (!bar_ticks_) {
        return;
    }
    const double part = std::clamp(
        static_cast<double>(x - static_cast<float>(layout_.bar.left)) / layout_.bar.width, 0.0,
        1.0);
    const std::uint64_t span = bar_ticks_->end - bar_ticks_->first;
    const auto done = static_cast<std::uint64_t>(std::llround(part * static_cast<double>(span)));
    // Only the last place of a drag counts.
    if (!orders_.empty() && orders_.back().kind == TimeLineOrder::Kind::seek) {
        orders_.pop_back();
    }
    orders_.push_back({TimeLineOrder::Kind::seek, bar_ticks_->first + done});
}

void Stage::move(PixelPoint at) {
    if (is_seeking_) {
        return seek(at.x);
    }
    if (layout_.game.holds(at.x, at.y) || pointer_.is_down()) {
        pointer_.move(to_game(at));
    } else {
        pointer_.leave();
    }
}

void Stage::press(PixelPoint at, bool is_second) {
    const auto holds = [&](const PixelArea& area) { return bar_ticks_ && area.holds(at.x, at.y); };
    if (holds(layout_.button)) {
        orders_.push_back({TimeLineOrder::Kind::toggle_play, 0});
    } else if (holds(layout_.bar) || holds(layout_.strips)) {
        is_seeking_ = true;
        seek(at.x);
    } else if (layout_.game.holds(at.x, at.y)) {
        pointer_.press(to_game(at), is_second);
    }
}

void Stage::release(PixelPoint at) {
    if (!std::exchange(is_seeking_, false)) {
        pointer_.release(to_game(at));
    }
}

void Stage::leave() {
    is_seeking_ = false;
    pointer_.leave();
}

// The place under the pointer stays there.
void Stage::turn_wheel(PixelPoint at, float notches) {
    const PixelArea& game = layout_.game;
    if (!game.holds(at.x, at.y)) {
        return;
    }
    const float before = zoom_;
    zoom_ = std::clamp(zoom_ * std::pow(k_zoom_notch, notches), 1.0F, k_zoom_max);
    const DrawPoint held = raster_.to_world(at);
    const DrawPoint middle =
        raster_.to_world({static_cast<float>(game.left) + static_cast<float>(game.width) / 2,
                          static_cast<float>(game.top) + static_cast<float>(game.height) / 2});
    const float part = before / zoom_;
    center_ = DrawPoint{held.x + (middle.x - held.x) * part, held.y + (middle.y - held.y) * part};
    // The whole picture is in sight: the game has its own camera again.
    if (zoom_ <= 1.0F) {
        center_.reset();
    }
}

std::optional<Pointer> Stage::extract_pointer() {
    const auto taken = pointer_of(pointer_.state());
    pointer_.be_seen();
    return taken;
}

}  // namespace tandem::tools
