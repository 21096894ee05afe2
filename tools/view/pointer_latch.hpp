// SPDX-License-Identifier: MIT
// A mouse or a finger between two ticks of a game: a press that is over before a tick has seen it
// is still told, once.
#pragma once

#include <optional>

namespace tandem::tools {

// `Place` is in whatever units the caller has: pixels, or the game's.
template <class Place>
class PointerLatch {
public:
    // As sim's Pointer has it.
    struct State {
        Place at{};
        Place pressed_at{};
        bool is_down = false;
        bool is_pressed = false;
        bool is_released = false;
        bool is_second = false;
    };

    // It is there, with a button down or none; another button meanwhile is no press.
    void put(Place at, bool is_down, bool is_second) {
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
    // The same by what happened.
    void move(Place at) { put(at, is_down(), false); }
    void press(Place at, bool is_second) {
        move(at);
        state_->is_down = false;
        put(at, true, is_second);
    }
    // Nothing happens where it was not down.
    void release(Place at) {
        if (is_down()) {
            put(at, false, false);
        }
    }
    // It is nowhere any more: a press that is over is still told, one that is not does not count.
    void leave() {
        if (is_down()) {
            state_.reset();
        }
        is_away_ = true;
    }
    // What it did does not count.
    void forget() { state_.reset(); }

    bool is_down() const { return state_ && state_->is_down; }
    // Where it is and what it did; nothing where it is nowhere.
    const std::optional<State>& state() const { return state_; }
    // A tick has seen state(): what happened until now is not told again.
    void be_seen() {
        if (is_away_) {
            state_.reset();
        } else if (state_) {
            state_->is_pressed = state_->is_released = false;
        }
    }

private:
    std::optional<State> state_;
    bool is_away_ = false;  // only what it did before is still to be told
};

}  // namespace tandem::tools
