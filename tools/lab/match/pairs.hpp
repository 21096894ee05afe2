// SPDX-License-Identifier: MIT
// The parent's part of a match: it starts two processes for every pair, sends them their orders,
// takes their results, and leaves nothing running.
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

// Several pairs of an arm, at the same time. The fast machine hosts.
struct PairsPlan {
    const Arm* arm = nullptr;
    std::uint32_t seconds = 0;
    std::uint32_t repeats = 0;
    std::uint32_t fast_cost_ns = 0;  // a frame's
    std::uint32_t slow_cost_ns = 0;
    std::string folder;                // for the recordings
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

// The progress of a pair.
struct PairView {
    Progressing fast;
    Progressing slow;
    std::optional<SameMoment> both = std::nullopt;  // the latest that both have told
};

struct PairsHooks {
    std::function<void(const std::vector<PairView>&)> watch;  // is called often; may be empty
    std::function<bool()> is_interrupted;                     // may be empty
    // A machine that says nothing for so long hangs, and so does one that takes so long over a
    // single message.
    std::chrono::nanoseconds patience = std::chrono::seconds(10);
    // Pairs that have not ended by then hang too, whatever they say. If it is empty: longest_run
    // and half a minute to begin and end in.
    std::optional<std::chrono::nanoseconds> time_max;
};

// Returns the path of a machine's recording, `number` from 1.
std::string recording_path(const std::string& folder, const Arm& arm, std::uint32_t number,
                           bool is_fast);

// Plays all pairs. Every process it started has ended when it returns. The first failure ends all
// pairs: error network for a machine that died or lost the other, internal for one that hangs, io
// if no process or file can be made; it names arm, pair and machine. If it was interrupted, the
// error says so.
sim::Result<std::vector<PairResult>> play_pairs(const PairsPlan& plan, const PairsHooks& hooks);

}  // namespace tandem::tools::lab::match
