// SPDX-License-Identifier: MIT
// The options of a recording, for the recorder and for the encoder that it uses.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// The options of a recording. Every member has a default, so that a designated initializer can name
// only some of them.
struct RecorderOptions {
    std::uint32_t block_ticks = 0;  // ticks in a full block of inputs; 0: one second
    std::uint32_t epoch_ticks = 0;  // ticks after which inputs are coded afresh; 0: 32 s
    // The number of low bits of the chain after every tick: 0, 8, 16 or 64 (asserted). Below 16 a
    // first bad tick is known exactly only if both files can be simulated again.
    std::uint32_t track_bits = 16;
    // The fewest ticks between keyframes; 0: 32 s. A seek simulates from the last keyframe, so it
    // needs no more than one in this many ticks.
    std::uint64_t keyframe_ticks = 0;
    // Keyframes also take at most so many bytes for a second of the session. Bytes that are not
    // spent are not saved up, so the distances between keyframes are the same early and late.
    std::uint64_t keyframe_bytes_per_second = 4'096;
    bool has_keyframes = true;  // the reset state is always written
    bool compress = true;       // compress a block other than inputs if that makes it smaller
    // Gives the time since any moment; it never goes back. With a clock a block of inputs is also
    // written when its first tick is about a second old, so that a process that is killed loses at
    // most a second of time, as long as no step takes much longer than those before it. Without a
    // clock only ticks count. The clock decides where blocks end and nothing else.
    std::function<std::chrono::nanoseconds()> clock{};
    // Writes blocks on a thread of the recorder's own too, in the middle of a step or of a stall:
    // at most a second of time is lost, whatever a step costs. It needs a clock (asserted), which
    // is then also called on that thread. The thread uses the output while the session does not. If
    // the system gives no thread, the recorder does without.
    bool has_flush_thread = false;
    // Lets every call after a failure of the output succeed and do nothing, so that the session
    // goes on without a recording. Recorder::failure tells. A failure at the start ends it all the
    // same.
    bool goes_on_without_output = false;
    // The recorder calls this once, in the call in which it finds that the output has failed, so
    // that a session that goes on can tell people at once. It must not call the recorder.
    std::function<void(const sim::Error&)> on_failure{};
    std::string build{};  // the build of Tandem; shown to people, compared by nobody
    // The program that simulates, if it is known. Diff does not compare it; explain asks for it.
    std::optional<GameBuild> game_build{};
    std::string player_name{};  // only a name that the player gave for this purpose; empty: none
    std::uint32_t player_slot = 0;  // the slot of the player with that name
    // The recording that this session continues: its chain at the tick at which the session begins
    // (sim::Timeline::start_at).
    std::optional<Parent> parent{};
};

}  // namespace tandem::replay
