// SPDX-License-Identifier: MIT
// A session in front of a person: the terminal as screen and keyboard while it lasts.
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
#include <tandem/tools/view/key_decoder.hpp>
#include <tandem/tools/view/term_canvas.hpp>

namespace tandem::tools {

// The picture of a game with `line` below it, sized for a terminal: as text, for LiveScreen and for
// tests.
std::string frame_text(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                       sim::Alpha alpha, TerminalSize size, const std::vector<std::string>& lines,
                       const PlayersShown& players = {});

class LiveScreen {
public:
    // Notes are held back while it is open. Error usage where there is no terminal.
    static sim::Result<std::unique_ptr<LiveScreen>> open(Console& console);
    ~LiveScreen();
    LiveScreen(const LiveScreen&) = delete;
    LiveScreen& operator=(const LiveScreen&) = delete;

    // Takes in what was typed; the answer is every key pressed since the last call.
    std::vector<std::uint8_t> poll(std::chrono::nanoseconds now);
    // What a game sees as held down.
    Keys held() const { return held_.held(now_); }

    // Whom the picture names from now on.
    void show_players(PlayersShown players) { players_ = std::move(players); }

    // Draws, unless the last picture is younger than a thirtieth of a second.
    void draw(const sim::AnySimulation& current, const sim::AnySimulation& previous,
              sim::Alpha alpha, const std::vector<std::string>& lines,
              std::chrono::nanoseconds now);

    // A line instead of a picture, while there is none.
    void message(const std::string& line, std::chrono::nanoseconds now);

    // Keeps the last picture in sight for a moment, so that a person sees how it ended. Whatever
    // would have ended the session, and a signal, ends this sooner.
    void show_last(const sim::AnySimulation& last, const std::vector<std::string>& lines);
    static constexpr std::chrono::nanoseconds k_last_look = std::chrono::seconds(3);

    // 'q' and Escape end what is going on, and so does a terminal that has hung up.
    bool wants_to_end(const std::vector<std::uint8_t>& keys) const {
        return terminal_->is_gone() || is_quit(keys);
    }
    // Whether nobody can type any more.
    bool is_gone() const { return terminal_->is_gone(); }
    static bool is_quit(const std::vector<std::uint8_t>& keys);

private:
    bool is_due(std::chrono::nanoseconds now);
    LiveScreen(Console& console, std::unique_ptr<Terminal> terminal)
        : console_(console), terminal_(std::move(terminal)) {}

    Console& console_;
    std::unique_ptr<Terminal> terminal_;
    HeldKeys held_;
    std::chrono::nanoseconds now_{};
    std::chrono::nanoseconds drawn_{};
    TerminalSize size_;
    PlayersShown players_;
    bool has_drawn_ = false;
};

}  // namespace tandem::tools
