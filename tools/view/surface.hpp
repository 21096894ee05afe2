// SPDX-License-Identifier: MIT
// What a session in front of a person needs: a picture to look at, keys, and a pace. A terminal and
// a window are such surfaces.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/tools/view/players_shown.hpp>
#include <tandem/tools/view/time_line.hpp>

namespace tandem::tools {

// What is to be seen.
struct Picture {
    const sim::AnySimulation& current;
    const sim::AnySimulation& previous;
    sim::Alpha alpha;
    // The last ones say most.
    const std::vector<std::string>& lines;
    // Null where there is none to go along. The lines then hold none either.
    const TimeLine* time_line = nullptr;
    // In large letters in the middle of the game: how long it takes to begin, or who is waited for.
    std::string_view banner = {};
    // The game is over: what it says first in its status stands there in place of a banner.
    bool is_end = false;
    // The lines are read and copied at leisure: they get the room that they need, at the game's
    // cost, and go on in the next row where they are too long.
    bool shows_whole_lines = false;
};

// What stands in the middle of a picture with these lines of status.
std::string banner_of(const Picture& picture, const std::vector<std::string>& status);

class Surface {
public:
    virtual ~Surface() = default;

    // Takes in what the person did; the answer is every key pressed since the last call.
    virtual std::vector<std::uint8_t> poll(std::chrono::nanoseconds now) = 0;
    // What a game sees as held down: what is down now or was tapped since the last call, so that a
    // tap between two ticks is not lost. Also where the pointer is.
    virtual Keys held() = 0;
    // What was pressed before and is up by now does not count.
    virtual void forget_keys() { static_cast<void>(held()); }
    // What the person did with the pointer on the time line since the last call.
    virtual std::vector<TimeLineOrder> take_orders() { return {}; }

    // Whom the picture names from now on.
    virtual void show_players(PlayersShown players) = 0;
    // Draws, unless it is too early for another picture.
    virtual void draw(const Picture& picture, std::chrono::nanoseconds now) = 0;
    // Lines instead of a picture, while there is none. The first ones say most.
    virtual void page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) = 0;
    // Whether the time line of a picture is shown with a pointer, so that no line has to show it.
    virtual bool shows_time_line() const { return false; }

    // Whether a person may have a mouse or a finger there.
    virtual bool has_pointer() const { return false; }

    // How --view names it.
    virtual const char* view() const { return "terminal"; }
    // Whether nobody can see or type any more.
    virtual bool is_gone() const = 0;
    // Why, where no person wanted it so.
    virtual std::optional<sim::Error> failure() const { return std::nullopt; }
    // Whether the keys come here at present.
    virtual bool is_focused() const { return true; }
    // Waits for the moment of the next picture, but no longer than until then.
    virtual void wait_for_frame(std::chrono::nanoseconds until) = 0;

    // 'q' and Escape end what is going on, and so does a surface that is gone.
    bool wants_to_end(const std::vector<std::uint8_t>& keys) const {
        return is_gone() || is_quit(keys);
    }
    // Whether 'q' or Escape is among them.
    static bool is_quit(const std::vector<std::uint8_t>& keys);

    // How long the last picture stays in sight, so that whoever looks on sees how it ended.
    static constexpr std::chrono::nanoseconds k_last_look = std::chrono::seconds(3);
};

}  // namespace tandem::tools
