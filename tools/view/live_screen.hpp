// SPDX-License-Identifier: MIT
// Shows a session to a person: the terminal is screen and keyboard while it lasts.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/system/terminal.hpp>
#include <tandem/tools/view/frame_due.hpp>
#include <tandem/tools/view/key_decoder.hpp>
#include <tandem/tools/view/status_rows.hpp>
#include <tandem/tools/view/surface.hpp>
#include <tandem/tools/view/term_canvas.hpp>

namespace tandem::tools {

// The least terminal that a picture fits into.
inline constexpr TerminalSize k_least_terminal{32, 10};

// A terminal's picture, and the error if the game could not draw it.
struct TermFrame {
    TermPicture picture;
    sim::Result<void> drawn;
    std::uint32_t game_rows = 0;           // from the top; 0 if no game is to be seen
    std::vector<std::string> status = {};  // the lines that the game gave
};
// Returns the game with `lines` below it: whole (see Picture), or each cut at its row's end and no
// more than fit into a third. If the terminal is too small for that, the frame says so instead.
// `room` is the space that the status took in the pictures before; it only grows, as far as the
// lines leave it.
TermFrame term_frame(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                     sim::Alpha alpha, TerminalSize size, const std::vector<std::string>& lines,
                     const PlayersShown& players, StatusRoom& room, bool shows_whole_lines = false);

// Puts a text in a box in the middle of the game; it is cut if it is too wide.
void write_banner(TermFrame& frame, std::string_view text);

// Returns a page of lines in place of the game; the last ones that do not fit are left out. If the
// terminal is too small for a picture, the page says so.
TermPicture page_picture(const std::vector<std::string>& lines, TerminalSize size);

class LiveScreen final : public Surface {
public:
    // Takes the terminal. Notes are held back while it is open. The error is usage if there is no
    // terminal.
    static sim::Result<std::unique_ptr<LiveScreen>> open(Console& console);
    ~LiveScreen() override;
    LiveScreen(const LiveScreen&) = delete;
    LiveScreen& operator=(const LiveScreen&) = delete;

    std::vector<std::uint8_t> poll(std::chrono::nanoseconds now) override;
    Keys held() override { return held_.read(now_); }
    // A key that is still down comes back by its auto-repeat.
    void forget_keys() override { held_ = {}; }
    void show_players(PlayersShown players) override {
        players_ = std::move(players);
        room_ = {};
    }
    void draw(const Picture& picture, std::chrono::nanoseconds now) override;
    void page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) override;
    // True if the terminal has hung up.
    bool is_gone() const override { return terminal_->is_gone(); }
    void wait_for_frame(std::chrono::nanoseconds until) override;

private:
    static constexpr std::uint32_t k_pictures_a_second = 60;

    // Writes each cell that differs from the terminal's present picture.
    void show(TermPicture picture, std::chrono::nanoseconds now);
    LiveScreen(Console& console, std::unique_ptr<Terminal> terminal);

    Console& console_;
    std::unique_ptr<Terminal> terminal_;
    bool has_colors_;
    KeyDecoder decoder_;
    HeldKeys held_;
    std::chrono::nanoseconds now_{};
    FrameDue due_{k_pictures_a_second};
    PlayersShown players_;
    StatusRoom room_;
    TermPicture shown_;
    std::uint32_t times_entered_ = 0;
};

}  // namespace tandem::tools
