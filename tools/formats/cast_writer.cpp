// SPDX-License-Identifier: MIT
// The file is a header and one event a line: https://docs.asciinema.org/manual/asciicast/v2/. Times
// are those of the game, so the same recording always gives the same file.
#include <tandem/tools/formats/picture_writer.hpp>

#include <algorithm>

#include <nlohmann/json.hpp>

#include <tandem/tools/view/live_screen.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools {
namespace {

using sim::Result;

// These turn the cursor and the wrapping of long lines off and on again.
constexpr std::string_view k_cast_begin = "\x1b[?25l\x1b[?7l";
constexpr std::string_view k_cast_end = "\x1b[m\x1b[?7h\x1b[?25h\r\n";
constexpr std::uint64_t k_second = 1'000'000;  // microseconds

std::string json_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Returns "12.345678", whatever the locale says of points.
std::string seconds_text(std::uint64_t microseconds) {
    const std::string part = std::to_string(microseconds % k_second + k_second);
    return std::to_string(microseconds / k_second) + "." + part.substr(1);
}

class CastWriter final : public PictureWriter {
public:
    CastWriter(const PictureShow& show, Sink sink) : show_(show), sink_(std::move(sink)) {
        bar_.first_tick = show.range.from;
        bar_.end_tick = show.range.to;
        for (const PlaybackMark& mark : show.marks) {
            bar_.marks.push_back(mark.tick);
        }
    }

    Result<void> begin() override {
        return sink_("{\"version\": 2, \"width\": " + std::to_string(show_.size.width) +
                     ", \"height\": " + std::to_string(show_.size.height) +
                     ", \"title\": " + json_text(escaped(show_.title)) + "}\n");
    }

    Result<void> picture(const PictureMoment& moment) override {
        bar_.ticks_done = moment.ticks_done;
        TermFrame frame = term_frame(
            moment.current, moment.previous, moment.alpha, {show_.size.width, show_.size.height},
            {time_bar_text(bar_, show_.rate, bar_columns())}, show_.players, room_);
        // In a terminal a draw that fails is a line of text; a file of such lines is not worth
        // keeping.
        if (!frame.drawn) {
            return frame.drawn.error().within(moment_text(moment));
        }
        TANDEM_TRY(mark_until(moment.ticks_done));
        now_ = std::max(now_, moment.microseconds);
        const bool is_first = shown_.rows() == 0;
        const std::string update = update_text(shown_, frame.picture);
        shown_ = std::move(frame.picture);
        if (update.empty()) {
            return {};
        }
        return event('o', is_first ? std::string(k_cast_begin) + update : update);
    }

    Result<void> finish() override { return event('o', std::string(k_cast_end)); }

private:
    // Returns the columns of a row that the text beside the bar leaves.
    std::uint32_t bar_columns() const {
        constexpr std::uint32_t k_text_columns = 50;
        return std::max(show_.size.width, k_text_columns + 1) - k_text_columns;
    }

    // Events stand in the order of their times.
    Result<void> mark_until(std::uint64_t ticks_done) {
        for (; next_mark_ < show_.marks.size(); ++next_mark_) {
            const PlaybackMark& mark = show_.marks[next_mark_];
            if (mark.tick > ticks_done) {
                break;
            }
            if (mark.tick < show_.range.from) {
                continue;
            }
            const double ticks = static_cast<double>(mark.tick - show_.range.from);
            const double seconds = ticks * show_.rate.seconds / show_.rate.ticks;
            now_ = std::max(now_, static_cast<std::uint64_t>(seconds * k_second));
            TANDEM_TRY(event('m', mark.text));
        }
        return {};
    }

    Result<void> event(char kind, const std::string& text) {
        return sink_("[" + seconds_text(now_) + ", \"" + kind + "\", " + json_text(text) + "]\n");
    }

    const PictureShow& show_;
    Sink sink_;
    TimeLine bar_;
    std::size_t next_mark_ = 0;
    std::uint64_t now_ = 0;
    StatusRoom room_;
    TermPicture shown_;  // as of the last event
};

}  // namespace

Result<std::unique_ptr<PictureWriter>> make_cast_writer(const PictureShow& show, Sink sink) {
    return std::unique_ptr<PictureWriter>(std::make_unique<CastWriter>(show, std::move(sink)));
}

}  // namespace tandem::tools
