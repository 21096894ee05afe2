// SPDX-License-Identifier: MIT
// Plays a scenario: every side on its own machine, over one simulated network, in virtual time. The
// same scenario and game give the same outcome in every run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/netsim/recovery.hpp>
#include <tandem/tools/netsim/referee.hpp>
#include <tandem/tools/netsim/side.hpp>
#include <tandem/tools/netview/trace_writer.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::netsim {

// What came of it, the worst thing first.
enum class Verdict : std::uint8_t {
    chains_differ,   // and it was told
    not_told,        // chains differ, and nobody was told
    false_alarm,     // somebody was told of a difference that there is not
    copy_taken,      // on a sealed line a packet was delivered a second time
    ahead_of_time,   // more ticks were played than time has passed
    too_long_delay,  // somebody's delay is longer than its lines explain
    stuck,           // no progress although no fault lasts
    step_failed,     // the game's own step, on the recording of the records
    not_recovered,   // long after the last fault it is not as without faults
    cut_short,       // the match ended before its last tick; nobody died
    one_chain,       // all is well
};
// What a machine is called: "host", "guest 1".
std::string machine_name(std::uint32_t number);
// As a word: "chains differ".
std::string verdict_text(Verdict verdict);

// What one side sent and got, by the network's count.
struct Traffic {
    std::uint64_t sent_packets = 0;
    std::uint64_t sent_wire_bytes = 0;  // with all heads
    std::uint64_t got_packets = 0;      // sent to it
    std::uint64_t got_wire_bytes = 0;
    double seconds = 0;  // of the match
};

struct SideOutcome {
    SideFacts facts;
    Traffic traffic;
    std::uint32_t least_delay = 0;  // D*; k_least_delay_max + 1: none
    bool is_on_edge = false;
    double late_ticks_limit = 0;  // what the lines alone make late, at the delays it had
};

struct Outcome {
    Verdict verdict = Verdict::one_chain;
    std::string why;  // in words, where it is not one chain
    std::vector<SideOutcome> sides;
    std::vector<Difference> differences;
    std::uint64_t ticks_compared = 0;  // over all sides, with the local recording
    std::uint64_t ticks_recorded = 0;  // of that
    sim::ChainHash chain;              // of that
    net::LinkStatistics packets;       // over all lines
    std::size_t bytes_under_way_most = 0;
    std::optional<std::uint64_t> ahead_at_tick;  // the first that was played before its time
    double virtual_seconds = 0;
    std::uint64_t trace = 0;  // a running hash of all that happened
    Recovery recovery;
    double twin_seconds = 0;  // of virtual time, of the match without faults; 0: there was none
};

struct RunOptions {
    bool has_limits = true;  // compare with the best there could be, which takes its own time
    // Compare with the same match without faults where it is to recover, which plays 15 s more.
    bool has_twin = true;
    // Told every virtual second how many ticks are confirmed.
    std::function<void(std::uint64_t ticks)> on_progress = {};
    // The game of each machine, where they are not all the same: how a fault of one machine is
    // played. The referee always plays the game itself.
    std::function<sim::AnySimulation(std::uint32_t machine)> make_of = {};
    // What is between a machine and its endpoint, which outlives it: how one that lies is played.
    std::function<std::unique_ptr<net::Transport>(std::uint32_t machine, net::Transport& endpoint)>
        transport_of = {};
    // Where to write what all sides do, if anywhere. The caller finishes it. Nothing else changes.
    netview::TraceWriter* trace = nullptr;
};
// The error is that there is something wrong with the scenario, or that the game cannot start with
// so many players.
sim::Result<Outcome> run_scenario(const Scenario& scenario, const RegisteredGame& game,
                                  const RunOptions& options = {});

// A match without anything happening for this long, when no fault lasts any more, is stuck. A host
// that goes on waiting for players when one is gone is not.
inline constexpr net::Time k_stuck_after = std::chrono::seconds(30);

}  // namespace tandem::tools::netsim
