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
#include <tandem/tools/view/surface.hpp>
#include <tandem/tools/view/term_canvas.hpp>

namespace tandem::tools {

// The picture of a game with `line` below it, sized for a terminal: as text, for LiveScreen and for
// tests.
std::string frame_text(const sim::AnySimulation& current, const sim::AnySimulation& previous,
                       sim::Alpha alpha, TerminalSize size, const std::vector<std::string>& lines,
                       const PlayersShown& players = {});

// Lines instead of a picture; of more than fit the last ones are left out.
std::string page_text(const std::vector<std::string>& lines, TerminalSize size);

class LiveScreen final : public Surface {
public:
    // Notes are held back while it is open. Error usage where there is no terminal.
    static sim::Result<std::unique_ptr<LiveScreen>> open(Console& console);
    ~LiveScreen() override;
    LiveScreen(const LiveScreen&) = delete;
    LiveScreen& operator=(const LiveScreen&) = delete;

    std::vector<std::uint8_t> poll(std::chrono::nanoseconds now) override;
    Keys held() override { return held_.take(now_); }
    void show_players(PlayersShown players) override { players_ = std::move(players); }
    void draw(const Picture& picture, std::chrono::nanoseconds now) override;
    void page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) override;
    // A terminal that has hung up.
    bool is_gone() const override { return terminal_->is_gone(); }
    void wait_for_frame(std::chrono::nanoseconds until) override;

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
