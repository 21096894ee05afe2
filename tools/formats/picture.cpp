// SPDX-License-Identifier: MIT
// The game has the room that the lines below it leave, and a bar across the foot shows the time.
#include <tandem/tools/formats/picture_writer.hpp>

#include <algorithm>
#include <string>

#include <tandem/sim/text.hpp>
#include <tandem/tools/view/stage.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {
namespace {

constexpr Color k_ground{16, 18, 26};
constexpr Color k_text{225, 228, 235};
constexpr Color k_time_text{150, 158, 172};
constexpr Color k_bar{52, 58, 72};
constexpr Color k_bar_done{120, 170, 240};
constexpr Color k_bar_mark{240, 200, 90};

// The height of a row is in letters' heights.
constexpr float k_row = 1.8F;
constexpr float k_picture_margin = 0.8F;
constexpr float k_bar_height = 0.5F;

// Returns as many parts in a row as fit; a part that is too long alone is cut by the picture's
// edge.
std::vector<std::string> rows_of(const std::vector<std::string>& parts, const Raster& raster) {
    const float width =
        static_cast<float>(raster.width()) - 2 * k_picture_margin * raster.text_height();
    std::vector<std::string> rows;
    for (const std::string& part : parts) {
        const std::string joined = rows.empty() ? part : rows.back() + "   " + part;
        if (!rows.empty() && raster.text_width(joined) <= width) {
            rows.back() = joined;
        } else {
            rows.push_back(part);
        }
    }
    return rows;
}

// Returns where a tick stands on a bar of this many pixels.
std::uint32_t place_on_bar(const PictureShow& show, std::uint64_t ticks_done,
                           std::uint32_t pixels) {
    const auto ticks = static_cast<double>(show.range.to - show.range.from);
    const auto done = static_cast<double>(ticks_done - show.range.from);
    return ticks > 0 ? static_cast<std::uint32_t>(done / ticks * pixels) : pixels;
}

void draw_bar(Raster& raster, const PictureShow& show, std::uint64_t ticks_done) {
    const auto height =
        std::max(1U, static_cast<std::uint32_t>(raster.text_height() * k_bar_height));
    const std::uint32_t top = raster.height() - std::min(height, raster.height());
    raster.fill({0, top, raster.width(), height}, k_bar);
    raster.fill({0, top, place_on_bar(show, ticks_done, raster.width()), height}, k_bar_done);
    const std::uint32_t wide = std::max(1U, height / 3);
    for (const PlaybackMark& mark : show.marks) {
        if (mark.tick >= show.range.from && mark.tick <= show.range.to) {
            raster.fill({place_on_bar(show, mark.tick, raster.width() - wide), top, wide, height},
                        k_bar_mark);
        }
    }
}

}  // namespace

std::string moment_text(const PictureMoment& moment) {
    return "after " + sim::ticks_text(moment.ticks_done);
}

Raster picture_raster(PictureSize size) {
    constexpr float k_letters_in_height = 45;
    constexpr float k_letter_least = 7;
    constexpr float k_letter_most = 40;
    const float least_side = static_cast<float>(std::min(size.width, size.height));
    return {size.width, size.height,
            std::clamp(least_side / k_letters_in_height, k_letter_least, k_letter_most)};
}

sim::Result<void> draw_picture(Raster& raster, const PictureShow& show,
                               const PictureMoment& moment) {
    const float row = k_row * raster.text_height();
    // The number of rows is known only once they are drawn: then the game is drawn again, into the
    // room that they leave.
    std::vector<std::string> rows;
    for (std::size_t drawn_rows = 1;; drawn_rows = rows.size()) {
        raster.clear(k_ground);
        const float taken = (static_cast<float>(drawn_rows) + k_picture_margin) * row;
        const float left = std::max(static_cast<float>(raster.height()) - taken, 1.0F);
        const PixelArea area{0, 0, raster.width(), static_cast<std::uint32_t>(left)};
        raster.show_game_in(area, {.players = show.players});
        if (auto drawn = moment.current.draw_copy(raster, moment.previous, moment.alpha); !drawn) {
            return drawn.error().within(moment_text(moment));
        }
        // The last picture is as in a window: the winner stands large, above whatever lies there.
        const Picture last{
            moment.current,           moment.previous, moment.alpha, rows, nullptr, {},
            moment.current.finished()};
        draw_banner(raster, area, banner_of(last, raster.status_lines()));
        rows = rows_of(raster.status_lines(), raster);
        const auto rows_max =
            static_cast<std::size_t>(static_cast<float>(raster.height()) / row / 4);
        rows.resize(std::min(rows.size(), rows_max));
        rows.push_back(
            place_text({show.range.from, show.range.to, moment.ticks_done, {}}, show.rate));
        if (rows.size() <= drawn_rows) {
            break;
        }
    }
    const float margin = k_picture_margin * raster.text_height();
    float foot = static_cast<float>(raster.height()) - 1.6F * margin;
    for (std::size_t i = rows.size(); i-- > 0; foot -= row) {
        raster.draw_text({margin, foot}, rows[i], i + 1 == rows.size() ? k_time_text : k_text);
    }
    draw_bar(raster, show, moment.ticks_done);
    return {};
}

}  // namespace tandem::tools
