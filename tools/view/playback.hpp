// SPDX-License-Identifier: MIT
// The remote control of a recording: keys and time go in, and orders for the player and the text
// below the picture come out. It plays nothing itself and reads no clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/time/pacer.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/view/countdown.hpp>
#include <tandem/tools/view/players_shown.hpp>
#include <tandem/tools/view/time_line.hpp>

namespace tandem::tools {

// A place in the recording that a person may want to jump to.
struct PlaybackMark {
    std::uint64_t tick = 0;
    std::string text;
};

// The recording that is shown.
struct PlaybackScope {
    std::uint64_t first_tick = 0;               // ticks done at the recording's beginning
    std::uint64_t end_tick = 0;                 // ticks done at the end of what is shown
    TickRate rate{60};                          // in real time
    std::vector<PlaybackMark> marks = {};       // in order of their ticks
    bool is_growing = false;                    // a session is still writing it
    std::uint32_t slots = 1;                    // the session's
    std::string no_take_over = {};              // the reason for which nobody can take over; empty
                                                // if somebody can
    std::vector<std::uint64_t> stalls = {};     // in order of their ticks
    std::vector<std::uint64_t> keyframes = {};  // in ticks done
    bool stays_at_end = false;                  // until a person ends it
    PlayersShown players = {};                  // names for their strips
};

// The order that the player has to carry out now.
struct PlaybackOrder {
    enum class Kind : std::uint8_t {
        stay,
        step,       // go to `target`, tick by tick, forward
        step_back,  // go to `target`, backward
        jump,       // go to `target`, by the shortest way
        hand_over,  // somebody plays `slot` from here on
    };
    Kind kind = Kind::stay;
    std::uint64_t target = 0;  // ticks done
    bool is_unpaced = false;   // a step, forward or backward: as far as there is time before the
                               // next picture
    Slot slot;
};

class Playback {
public:
    // A speed in thousandths of real time.
    static constexpr std::uint64_t k_real_time = 1000;

    // `speed` is at least 1 thousandth.
    Playback(PlaybackScope scope, std::uint64_t speed, std::uint64_t ticks_done,
             std::chrono::nanoseconds now);

    // Takes a key as decode_keys gives it.
    void press(std::uint8_t key, std::chrono::nanoseconds now);
    // Takes an action of a pointer on the time line.
    void execute(const TimeLineOrder& order, std::chrono::nanoseconds now);
    // Stops here, as for a person who looks elsewhere.
    void pause() { is_paused_ = true; }
    // True if a key asks for something at once: let it be done before the next key.
    bool has_order() const { return order_.has_value(); }
    // Returns the order that is due. The player tells with `arrived` how far it came.
    PlaybackOrder advance(std::chrono::nanoseconds now);
    void arrived(std::uint64_t ticks_done) { here_ = ticks_done; }
    // The player left the recording in this tick. It pauses, so that the divergence does not scroll
    // past.
    void diverged(std::uint64_t tick);
    // Shows a remark until the next key.
    void remark(std::string text) { remark_ = std::move(text); }
    // The file was read again: its end and the things along it are now those of `longer`. The
    // rest of the scope stays.
    void grow(PlaybackScope longer);

    // True if a person wants to end it, or the end has been in sight for long enough.
    bool is_over() const { return is_over_; }
    // Returns how far the picture is on its way from the state before to the present one.
    sim::Alpha alpha() const { return alpha_; }
    // Buttons read it to show what they would change.
    bool is_paused() const { return is_paused_; }
    bool is_backward() const { return is_backward_; }
    bool is_at_end() const { return here_ >= scope_.end_tick; }
    std::string speed_text() const;
    // Returns the state and what a person should know, in a line: the last one of lines().
    std::string state_line(std::chrono::nanoseconds now) const;
    const std::optional<std::uint64_t>& loop_from() const { return loop_from_; }
    const std::optional<std::uint64_t>& loop_to() const { return loop_to_; }
    // Returns the lines below the picture; the last ones say most. None is wider than 79
    // columns, but for the texts of marks and ticks of more than seven digits. All keys come
    // with a legend of the bar's signs. There is no time line if `line` is null.
    std::vector<std::string> lines(std::chrono::nanoseconds now, const TimeLine* line) const;
    // True if a person wants to see the strips where they take rows of text.
    bool shows_strips() const { return shows_strips_; }
    // Returns the time line for a picture, valid until something changes. If marks, stalls or
    // keyframes lie so close that no bar tells them apart, a single one of each is there: a file
    // may hold millions.
    const TimeLine& time_line(std::span<const std::uint8_t> strips = {});

private:
    bool is_looping() const { return loop_from_ && loop_to_; }
    // True if playing forward will go back to the loop's beginning.
    bool is_in_loop() const { return is_looping() && here_ <= *loop_to_; }
    void play(bool is_playing, std::chrono::nanoseconds now);
    void toggle(std::chrono::nanoseconds now);
    void press_while_typing(std::uint8_t key);
    void press_while_counting(std::uint8_t key, std::chrono::nanoseconds now);
    void press_to_play(std::uint8_t key, std::chrono::nanoseconds now);
    void press_to_go(std::uint8_t key);
    void change_speed(bool is_faster, std::chrono::nanoseconds now);
    void set_loop(std::optional<std::uint64_t>& end);
    void go_to_mark(bool is_next);
    void go_to(std::uint64_t ticks_done);
    void go_back(std::uint64_t ticks);
    void go_to_typed();
    void begin_take_over(std::chrono::nanoseconds now);
    void start_pacer(std::chrono::nanoseconds now);
    void lay_out_line();
    PlaybackOrder order_to_play(std::chrono::nanoseconds now);
    PlaybackOrder forward(std::uint64_t ticks);
    PlaybackOrder backward(std::uint64_t ticks);
    void stop_at_end(std::chrono::nanoseconds now);
    std::string state_text(std::chrono::nanoseconds now) const;
    std::string marks_here_text() const;

    PlaybackScope scope_;
    TimeLine line_;  // the things along it are there from the start, its present place once it is
                     // asked
    std::uint64_t speed_;
    std::uint64_t here_;
    sim::Pacer pacer_;
    sim::Alpha alpha_{1, 1};
    bool is_paused_ = false;
    bool is_backward_ = false;
    bool is_unpaced_ = false;
    bool is_over_ = false;
    bool shows_all_keys_ = false;
    bool shows_strips_ = false;
    std::optional<PlaybackOrder> order_;  // a key's
    std::optional<std::uint64_t> loop_from_;
    std::optional<std::uint64_t> loop_to_;
    std::optional<std::uint64_t> diverged_at_;
    std::optional<std::string> typed_;    // a tick that is being typed
    std::optional<Countdown> countdown_;  // runs before taking over
    Slot slot_;                           // the slot that is taken over
    std::string remark_;                  // said by the last key
    std::optional<std::chrono::nanoseconds> end_since_;
};

}  // namespace tandem::tools
