// SPDX-License-Identifier: MIT
// Turns the bytes that a terminal sends into keys, and presses into keys held down: a terminal
// never says that a key was released.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/game/inputs.hpp>

namespace tandem::tools {

// Keys that the program keeps for itself. Their numbers are control characters, which no game can
// ask for by a name.
inline constexpr std::uint8_t k_home_key = 2;
inline constexpr std::uint8_t k_end_key = 3;
inline constexpr std::uint8_t k_backspace_key = 8;

// Returns the keys of these bytes. A byte is a key, but for the escape sequences of arrows, Home
// and End; an escape by itself is the Escape key. The numbers are those of tandem::Key, those above
// and lower-case ASCII. Unknown sequences and bytes beyond ASCII are dropped.
std::vector<std::uint8_t> decode_keys(std::string_view typed);

// Decodes bytes as they come in: a sequence that was cut is kept until the rest of it is there, and
// an escape is the Escape key once nothing has followed it for a while. It must be called again and
// again, also if nothing was typed. The caller passes times in.
class KeyDecoder {
public:
    std::vector<std::uint8_t> read(std::string_view typed, std::chrono::nanoseconds now);

private:
    std::string unfinished_;
    std::chrono::nanoseconds last_typed_{};
};

// Decides which keys count as held: a press holds until the auto-repeat of a keyboard would have
// come; one of left or right for a moment only, so that a tap steers finely. The caller passes
// times in.
class HeldKeys {
public:
    // A key was pressed. Its number is as in decode_keys.
    void press(std::uint8_t key, std::chrono::nanoseconds now);
    Keys held(std::chrono::nanoseconds now) const;
    // Returns the keys that are held or were pressed since the last call: no press is lost between
    // two ticks.
    Keys read(std::chrono::nanoseconds now);

private:
    struct Press {
        std::uint8_t key;
        std::chrono::nanoseconds until;
    };
    std::vector<Press> presses_;
    std::vector<std::uint8_t> untaken_;  // pressed since the last take
};

}  // namespace tandem::tools
