// SPDX-License-Identifier: MIT
// Keeps a mouse or a finger between two ticks of a game: a press that is over before a tick has
// seen it is still told, once.
#pragma once

#include <optional>

namespace tandem::tools {

// `Place` is in the caller's units: pixels, or the game's.
template <class Place>
class PointerLatch {
public:
    // The members are those of sim's Pointer.
    struct State {
        Place at{};
        Place pressed_at{};
        bool is_down = false;
        bool is_pressed = false;
        bool is_released = false;
        bool is_second = false;
    };

    // The pointer is at this place, with a button down or none; another button meanwhile is no
    // press.
    void set(Place at, bool is_down, bool is_second) {
        if (!state_) {
            state_.emplace();
        }
        is_away_ = false;
        state_->at = at;
        if (is_down && !state_->is_down) {
            state_->pressed_at = at;
            state_->is_pressed = true;
            state_->is_second = is_second;
        }
        state_->is_released = state_->is_released || (state_->is_down && !is_down);
        state_->is_down = is_down;
    }
    // move() leaves the button as it is, press() is a new press.
    void move(Place at) { set(at, is_down(), false); }
    void press(Place at, bool is_second) {
        move(at);
        state_->is_down = false;
        set(at, true, is_second);
    }
    // The button went up. Nothing happens if it was not down.
    void release(Place at) {
        if (is_down()) {
            set(at, false, false);
        }
    }
    // The pointer is nowhere any more: a press that is over is still told, an unfinished one does
    // not count.
    void leave() {
        if (is_down()) {
            state_.reset();
        }
        is_away_ = true;
    }
    // Everything that it did does not count.
    void forget() { state_.reset(); }

    bool is_down() const { return state_ && state_->is_down; }
    // The place of the pointer and its actions; nothing if it is nowhere.
    const std::optional<State>& state() const { return state_; }
    // A tick has seen state(): earlier actions are not told again.
    void be_seen() {
        if (is_away_) {
            state_.reset();
        } else if (state_) {
            state_->is_pressed = state_->is_released = false;
        }
    }

private:
    std::optional<State> state_;
    bool is_away_ = false;  // true if only its earlier actions are still to be told
};

}  // namespace tandem::tools
