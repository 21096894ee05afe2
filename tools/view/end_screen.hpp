// SPDX-License-Identifier: MIT
// Shows how a session ended to the person who saw it: the reason, the place of the recording, how
// to look at it, and how to leave. The winner stands in the game's own picture above.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {

struct SessionEnd {
    std::string reason;  // "the game is over"
    std::uint64_t ticks = 0;
    TickRate rate{60};
    std::string file;               // empty if it does not hold everything
    std::string program;            // as on a command line
    std::string view = "terminal";  // the view that it was seen in
};

// Returns the reason of the end, as it is said at once.
std::string end_reason_now(sim::EndReason reason);

// Returns the lines below the last picture; the last ones say most.
std::vector<std::string> end_lines(const SessionEnd& end);

// Decides how long the end stays in sight. The caller passes times in.
class EndLook {
public:
    // A player has the fingers on the keys: a key that is pressed in the first moment closes
    // nothing, nor does a key that is held and repeats itself faster than this. `q` and Escape
    // close it at once.
    static constexpr std::chrono::nanoseconds k_deaf = std::chrono::seconds(1);
    static constexpr std::chrono::nanoseconds k_repeat = std::chrono::milliseconds(250);
    static constexpr std::chrono::nanoseconds k_person = std::chrono::minutes(2);

    // `has_person` says that somebody played. Otherwise the look is over after k_last_look.
    EndLook(std::chrono::nanoseconds now, bool has_person)
        : begun_(now), heard_(now), lasts_(has_person ? k_person : Surface::k_last_look) {}

    // True if the look is over. `keys` are those pressed since the last call.
    bool is_over(std::chrono::nanoseconds now, const std::vector<std::uint8_t>& keys) {
        const bool is_press = !keys.empty() && now - begun_ >= k_deaf && now - heard_ >= k_repeat;
        if (!keys.empty()) {
            heard_ = now;
        }
        return now - begun_ >= lasts_ || Surface::is_quit(keys) || is_press;
    }

private:
    std::chrono::nanoseconds begun_;
    std::chrono::nanoseconds heard_;  // the last key
    std::chrono::nanoseconds lasts_;
};

// Keeps the last picture in sight with these lines, until a key is pressed or nobody is there. A
// signal and a surface that is gone end it too.
void show_end(Surface& surface, const sim::AnySimulation& last,
              const std::vector<std::string>& lines, bool has_person);

}  // namespace tandem::tools
