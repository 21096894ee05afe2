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
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netsim {

// The outcomes of a match, the worst first.
enum class ScenarioVerdict : std::uint8_t {
    chains_differ,    // a side was told of it
    not_told,         // chains differ, and no side was told
    false_alarm,      // a side was told of a difference that there is not
    stranger_let_in,  // somebody without the secret of a slot took part in its place
    ticks_lost,       // the host lacks ticks that were certain to a side
    copy_taken,       // on a sealed line a packet was delivered a second time
    ahead_of_time,    // more ticks were played than time has passed
    too_long_delay,   // a side's delay is longer than its lines explain
    stuck,            // no progress although no fault lasts
    step_failed,      // the game's own step failed while the records were played
    not_recovered,    // long after the last fault it differs from a match without faults
    cut_short,        // the match ended before its last tick; nobody died
    one_chain,        // every side played to the end, and all chains are equal
};
// Returns the name of a machine: "host", "guest 1".
std::string machine_name(std::uint32_t number);
// Returns a verdict in words: "chains differ".
std::string verdict_text(ScenarioVerdict verdict);

// The traffic of one side, by the network's count.
struct Traffic {
    std::uint64_t sent_packets = 0;
    std::uint64_t sent_wire_bytes = 0;  // with all heads
    std::uint64_t got_packets = 0;      // all that were sent to it
    std::uint64_t got_wire_bytes = 0;
    double seconds = 0;  // the length of the match
};

struct SideOutcome {
    SideFacts facts;
    Traffic traffic;
    std::uint32_t least_delay = 0;  // D*; k_least_delay_max + 1 if there is none
    bool is_on_edge = false;
    double late_ticks_limit = 0;  // the ticks that the lines alone make late, at the delays it had
};

struct ScenarioOutcome {
    ScenarioVerdict verdict = ScenarioVerdict::one_chain;
    std::string why;  // in words, unless all chains are equal
    std::vector<SideOutcome> sides;
    std::vector<Difference> differences;
    std::uint64_t ticks_compared = 0;  // over all sides, with the local recording
    std::uint64_t ticks_recorded = 0;  // by the local recording
    sim::ChainHash chain;              // the local recording's
    net::LinkStatistics packets;       // over all lines
    std::size_t bytes_under_way_most = 0;
    std::optional<std::uint64_t> ahead_at_tick;  // the first that was played before its time
    double virtual_seconds = 0;
    std::uint64_t trace = 0;    // a running hash of all that happened
    std::uint64_t kills = 0;    // processes that were killed
    std::uint64_t returns = 0;  // so often somebody was absent and took part again
    Recovery recovery;
    double twin_seconds = 0;  // virtual seconds of the match without faults; 0 if there was none
};

struct ScenarioOptions {
    bool has_limits = true;  // compare with the best protocol, which takes a while
    // Compare a match that is to recover with the same match without faults, which plays 15 s more.
    bool has_twin = true;
    // It is told every virtual second how many ticks are confirmed.
    std::function<void(std::uint64_t ticks)> on_progress = {};
    // Makes the game of each machine, if they are not all the same: a fault of one machine is
    // played so. The referee always plays the game itself.
    std::function<sim::AnySimulation(std::uint32_t machine)> make_of = {};
    // Makes a transport between a machine and its endpoint, which outlives it: a machine that lies
    // is played so.
    std::function<std::unique_ptr<net::Transport>(std::uint32_t machine, net::Transport& endpoint)>
        transport_of = {};
    // Gets a trace of all sides if it is not null. The caller finishes it. Nothing else changes.
    netview::TraceWriter* trace = nullptr;
};
// Plays the scenario. The error says that the scenario is wrong, or that the game cannot start with
// so many players.
sim::Result<ScenarioOutcome> run_scenario(const Scenario& scenario, const RegisteredGame& game,
                                          const ScenarioOptions& options = {});

// A match in which nothing happens for this long, when no fault lasts any more, is stuck. A host
// that goes on waiting for players when one is gone is not.
inline constexpr net::Time k_stuck_after = std::chrono::seconds(30);

// Returns the table and the sentences below it, line by line.
std::vector<std::string> outcome_lines(const Scenario& scenario, const std::string& game,
                                       const ScenarioOutcome& outcome);
// Returns the same facts as a JSON object.
JsonObject outcome_facts(const Scenario& scenario, const std::string& game,
                         const ScenarioOutcome& outcome);

}  // namespace tandem::tools::netsim
