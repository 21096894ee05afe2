// SPDX-License-Identifier: MIT
// The parent's part of a match: starts two processes for every pair, says what to play, hears what
// came of it, and leaves nothing running.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/lab/match/orders.hpp>

namespace tandem::tools::lab::match {

// Several pairs of one arm, at the same time. The fast machine hosts.
struct PairsPlan {
    const Arm* arm = nullptr;
    std::uint32_t seconds = 0;
    std::uint32_t repeats = 0;
    std::uint32_t fast_cost_ns = 0;  // of a frame
    std::uint32_t slow_cost_ns = 0;
    std::string folder;                // where the recordings go
    bool force = false;                // replaces those of an earlier match
    std::vector<std::string> program;  // how this program is started again; empty: by a copy of
                                       // this process, which must then have no other thread
};

struct PairResult {
    SideReport fast;
    SideReport slow;
    std::string fast_file;
    std::string slow_file;
};

// The states of both machines after the same tick.
struct SameMoment {
    std::uint64_t ticks_done = 0;
    sim::Bytes fast;
    sim::Bytes slow;
};

// How far a pair is.
struct PairView {
    Progressing fast;
    Progressing slow;
    std::optional<SameMoment> both = std::nullopt;  // the latest that both have told
};

struct PairsHooks {
    std::function<void(const std::vector<PairView>&)> watch;  // called often; may be empty
    std::function<bool()> is_interrupted;                     // may be empty
    // A machine that says nothing for so long hangs, and so does one that takes so long over a
    // single message.
    std::chrono::nanoseconds patience = std::chrono::seconds(10);
    // And so do pairs that have not ended by then, whatever they say. Nothing: longest_run and half
    // a minute to begin and end in.
    std::optional<std::chrono::nanoseconds> time_max;
};

// Where the recording of a machine goes, `number` from 1.
std::string recording_path(const std::string& folder, const Arm& arm, std::uint32_t number,
                           bool is_fast);

// Plays them all. Every process it started has ended when it returns. The first failure ends all
// pairs: error network for a machine that died or lost the other, internal for one that hangs, io
// where no process or file can be made; it names arm, pair and machine. Where it was interrupted
// the error says so.
sim::Result<std::vector<PairResult>> play_pairs(const PairsPlan& plan, const PairsHooks& hooks);

}  // namespace tandem::tools::lab::match
