// SPDX-License-Identifier: MIT
// Gives a session in front of a person a picture to look at, keys, and a pace. A terminal and a
// window are such surfaces.
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

// The picture that is to be seen.
struct Picture {
    const sim::AnySimulation& current;
    const sim::AnySimulation& previous;
    sim::Alpha alpha;
    // The last lines say most.
    const std::vector<std::string>& lines;
    // Null if there is no time line. The lines then hold none either.
    const TimeLine* time_line = nullptr;
    // Stands in large letters in the middle of the game: how long it takes to begin, or who is
    // waited for.
    std::string_view banner = {};
    // The game is over: the first line of its status stands there in place of a banner.
    bool is_end = false;
    // A person reads and copies the lines at leisure: they get the room that they need, at the
    // game's cost, and go on in the next row if they are too long.
    bool shows_whole_lines = false;
};

// Returns the text in the middle of a picture with these lines of status.
std::string banner_of(const Picture& picture, const std::vector<std::string>& status);

class Surface {
public:
    virtual ~Surface() = default;

    // Takes in the person's actions; returns every key pressed since the last call.
    virtual std::vector<std::uint8_t> poll(std::chrono::nanoseconds now) = 0;
    // Returns the keys that a game sees as held down: those that are down now or were tapped since
    // the last call, so that a tap between two ticks is not lost. The pointer is in it too.
    virtual Keys held() = 0;
    // A key that was pressed before and is up by now does not count.
    virtual void forget_keys() { static_cast<void>(held()); }
    // Returns the person's actions with the pointer on the time line since the last call.
    virtual std::vector<TimeLineOrder> extract_orders() { return {}; }

    // Sets the players whom the picture names from now on.
    virtual void show_players(PlayersShown players) = 0;
    // Draws, unless it is too early for another picture.
    virtual void draw(const Picture& picture, std::chrono::nanoseconds now) = 0;
    // Shows lines while there is no picture. The first ones say most.
    virtual void page(const std::vector<std::string>& lines, std::chrono::nanoseconds now) = 0;
    // True if a picture's time line is shown with a pointer, so that no line of text has to show
    // it.
    virtual bool shows_time_line() const { return false; }

    // True if a person may have a mouse or a finger there.
    virtual bool has_pointer() const { return false; }

    // Returns its name in --view.
    virtual const char* view() const { return "terminal"; }
    // True if nobody can see or type any more.
    virtual bool is_gone() const = 0;
    // Returns the reason, unless a person wanted it so.
    virtual std::optional<sim::Error> failure() const { return std::nullopt; }
    // True if the keys come here at present.
    virtual bool is_focused() const { return true; }
    // Waits for the moment of the next picture, but no longer than until then.
    virtual void wait_for_frame(std::chrono::nanoseconds until) = 0;

    // True if 'q' or Escape is among the keys, or the surface is gone.
    bool wants_to_end(const std::vector<std::uint8_t>& keys) const {
        return is_gone() || is_quit(keys);
    }
    // True if 'q' or Escape is among the keys.
    static bool is_quit(const std::vector<std::uint8_t>& keys);

    // The last picture stays in sight for so long, so that a spectator sees how it ended.
    static constexpr std::chrono::nanoseconds k_last_look = std::chrono::seconds(3);
};

}  // namespace tandem::tools
