// SPDX-License-Identifier: MIT
// Bad ticks as if guesses had been tried at them, for tests of what is made of that.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/explain/verdict.hpp>

namespace tandem::test {

inline replay::Hypothesis guess(replay::CauseClass cause, replay::GuessPlace place,
                                const std::string& path) {
    replay::Hypothesis made;
    made.cause = cause;
    made.place = place;
    made.path = path;
    made.text = path + " is otherwise";
    return made;
}
inline replay::Hypothesis bit_after() {
    return guess(replay::CauseClass::memory, replay::GuessPlace::after_step, "a");
}
inline replay::Hypothesis bit_before() {
    return guess(replay::CauseClass::memory, replay::GuessPlace::before_step, "b");
}
inline replay::Hypothesis one_more() {
    return guess(replay::CauseClass::change, replay::GuessPlace::after_step, "a");
}
inline replay::Hypothesis lost() {
    return guess(replay::CauseClass::unsaved, replay::GuessPlace::before_step, "c");
}
inline replay::Hypothesis late() {
    return guess(replay::CauseClass::inputs, replay::GuessPlace::record, "");
}

// Fits for so many ticks, and then to the end, or until it parts.
inline replay::TriedTick tried(std::vector<replay::Hypothesis> guesses, std::uint64_t tick = 100,
                               std::uint64_t ticks = 50, bool parts = false) {
    replay::TriedTick made;
    made.bad.ticks_done = tick + 1;
    made.search.guesses = std::move(guesses);
    made.search.fit.ticks = ticks;
    made.search.fit.is_confirmed = true;
    made.search.has_tried_before = true;
    if (parts) {
        made.search.fit.parts_behind = replay::RunPlace{tick + ticks, {}, {}};
    }
    return made;
}

}  // namespace tandem::test
