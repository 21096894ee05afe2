// SPDX-License-Identifier: MIT
// The escape sequences are those that xterm and all later terminals send: ESC [ A, or ESC O A in
// application mode.
#include <tandem/tools/view/key_decoder.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace tandem::tools {
namespace {

using std::chrono::nanoseconds;
// Keyboards repeat after a pause of 250 to 500 ms and then every 30 to 40 ms: the first press must
// bridge the pause, a repeat only the gap. A shorter first hold stutters, a longer repeat hold
// overshoots.
constexpr nanoseconds k_first_hold = std::chrono::milliseconds(300);
constexpr nanoseconds k_repeat_hold = std::chrono::milliseconds(120);
// A player steers and aims by left and right: there a tap is to be one, although a key that is held
// then stutters once, at the pause.
constexpr nanoseconds k_aside_hold = std::chrono::milliseconds(110);

constexpr char k_escape = '\x1b';
// A terminal sends a sequence in one piece, which a slow line may cut; a person's next key comes
// later than this.
constexpr nanoseconds k_sequence_pause = std::chrono::milliseconds(50);
// No key's sequence is as long; a longer one is no key and not kept.
constexpr std::size_t k_sequence_max = 32;

constexpr char k_delete = 0x7F;  // Backspace of most terminals
constexpr char k_control_h = 8;  // Backspace of the others

constexpr std::uint8_t code_of(Key key) { return static_cast<std::uint8_t>(key); }

// Returns the key of a sequence, given without its ESC. Home and End have three forms each.
std::optional<std::uint8_t> key_of(std::string_view sequence) {
    if (sequence.size() == 2) {
        switch (sequence[1]) {
            case 'A':
                return code_of(Key::up);
            case 'B':
                return code_of(Key::down);
            case 'C':
                return code_of(Key::right);
            case 'D':
                return code_of(Key::left);
            case 'H':
                return k_home_key;
            case 'F':
                return k_end_key;
            default:
                return std::nullopt;
        }
    }
    if (sequence == "[1~" || sequence == "[7~") {
        return k_home_key;
    }
    if (sequence == "[4~" || sequence == "[8~") {
        return k_end_key;
    }
    return std::nullopt;
}

// Returns the length of the sequence after ESC that `text` begins with, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
    if (text.size() < 2 || (text[0] != '[' && text[0] != 'O')) {
        return 0;
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] >= 0x40 && text[i] <= 0x7E) {  // a final byte of ECMA-48
            return i + 1;
        }
        if (text[i] == k_escape) {  // another sequence begins
            return i;
        }
    }
    return text.size();
}

// Returns the begin of the sequence that more bytes may complete; the end if there is none.
std::size_t unfinished_from(std::string_view text) {
    const std::size_t from = text.rfind(k_escape);
    if (from == text.npos || text.size() - from > k_sequence_max) {
        return text.size();
    }
    const std::string_view after = text.substr(from + 1);
    const bool is_begun = after.empty() || after[0] == '[' || after[0] == 'O';
    const bool is_finished = std::any_of(after.begin() + (after.empty() ? 0 : 1), after.end(),
                                         [](char c) { return c >= 0x40 && c <= 0x7E; });
    return is_begun && !is_finished ? from : text.size();
}

}  // namespace

std::vector<std::uint8_t> decode_keys(std::string_view typed) {
    std::vector<std::uint8_t> keys;
    const auto add = [&](Key key) { keys.push_back(code_of(key)); };
    while (!typed.empty()) {
        const char c = typed[0];
        typed.remove_prefix(1);
        if (c == k_escape) {
            const std::size_t length = sequence_length(typed);
            if (length == 0) {
                add(Key::escape);
                continue;
            }
            if (const auto key = key_of(typed.substr(0, length))) {
                keys.push_back(*key);
            }
            typed.remove_prefix(length);
        } else if (c == '\r' || c == '\n') {
            add(Key::enter);
        } else if (c == '\t') {
            add(Key::tab);
        } else if (c == k_delete || c == k_control_h) {
            keys.push_back(k_backspace_key);
        } else if (c >= 'A' && c <= 'Z') {
            keys.push_back(static_cast<std::uint8_t>(c - 'A' + 'a'));
        } else if (c >= ' ' && c < 0x7F) {
            keys.push_back(static_cast<std::uint8_t>(c));
        }
    }
    return keys;
}

std::vector<std::uint8_t> KeyDecoder::read(std::string_view typed, nanoseconds now) {
    if (typed.empty()) {
        const bool is_over = now - last_typed_ >= k_sequence_pause;
        return is_over ? decode_keys(std::exchange(unfinished_, {})) : std::vector<std::uint8_t>();
    }
    last_typed_ = now;
    const std::string all = unfinished_.append(typed);
    const std::size_t from = unfinished_from(all);
    unfinished_ = all.substr(from);
    return decode_keys(std::string_view(all).substr(0, from));
}

void HeldKeys::press(std::uint8_t key, nanoseconds now) {
    if (std::find(untaken_.begin(), untaken_.end(), key) == untaken_.end()) {
        untaken_.push_back(key);
    }
    const auto old = std::find_if(presses_.begin(), presses_.end(),
                                  [&](const Press& press) { return press.key == key; });
    const bool repeats = old != presses_.end() && old->until > now;
    const bool is_aside = key == code_of(Key::left) || key == code_of(Key::right);
    const nanoseconds first_hold = is_aside ? k_aside_hold : k_first_hold;
    const nanoseconds until = now + (repeats ? k_repeat_hold : first_hold);
    if (old == presses_.end()) {
        presses_.push_back({key, until});
    } else {
        old->until = std::max(old->until, until);
        if (!repeats) {
            old->until = until;
        }
    }
}

Keys HeldKeys::held(nanoseconds now) const {
    Keys keys;
    for (const Press& press : presses_) {
        if (press.until > now) {
            keys.press(static_cast<Key>(press.key));
        }
    }
    return keys;
}

Keys HeldKeys::read(nanoseconds now) {
    Keys keys = held(now);
    for (const std::uint8_t key : untaken_) {
        keys.press(static_cast<Key>(key));
    }
    untaken_.clear();
    return keys;
}

}  // namespace tandem::tools
