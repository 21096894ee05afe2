// SPDX-License-Identifier: MIT
// Tells the marks of a recording, for a person and for a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/view/playback.hpp>
#include <tandem/tools/view/players_shown.hpp>

namespace tandem::tools {

// The mark in words: "left at tick 20, player 1".
std::string mark_text(const sim::Mark& mark);
// The mark as {"kind", "tick", "player", "value", "text"}.
JsonObject mark_facts(const sim::Mark& mark);

// The marks to which one may want to jump, by their ticks. Names and the match are not among them:
// they are about the whole session.
std::vector<PlaybackMark> playback_marks(const replay::Replay& file);

// The players by the names that they gave.
PlayersShown players_of(const replay::Replay& file);
// The id of the match that this is a recording of, foreign text; empty if it says none.
std::string match_of(const replay::Replay& file);
// The ticks before which somebody was waited for.
std::vector<std::uint64_t> stalled_ticks(const replay::Replay& file);
// The ticks done at which the file holds a whole state.
std::vector<std::uint64_t> keyframe_ticks(const replay::Replay& file);

// The faults that were planted before so many ticks were done, in words: code that simulates the
// recording again to get at its states plants them again. Empty if there is none.
std::string plants_text(const replay::Replay& file, std::uint64_t ticks_done);

}  // namespace tandem::tools
