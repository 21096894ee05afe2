// SPDX-License-Identifier: MIT
// The schedule of a simulated match, as one plain value: how many play for how long, how each line
// treats packets, and which faults come when. Only the luck of each packet is drawn later, so that
// a scenario stays the same when the generators of profiles change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools::netsim {

// The conditions of a line in one direction, in whole numbers that a file keeps exactly. The units
// are those of net::LinkOptions, times in microseconds.
struct LineConditions {
    std::uint64_t delay_us = 0;
    std::uint64_t jitter_us = 0;
    std::uint64_t loss_ppm = 0;
    std::uint64_t burst_ppm = 0;
    std::uint64_t burst_packets = 1;
    std::uint64_t duplicate_ppm = 0;
    std::uint64_t reorder_ppm = 0;
    std::uint64_t damage_ppm = 0;
    std::uint64_t rate_bytes_per_s = 0;  // 0 means no limit
    std::uint64_t queue_bytes = 65'536;

    friend bool operator==(const LineConditions&, const LineConditions&) = default;
};
net::LinkOptions link_options(const LineConditions& line);

// A direction that differs from the others. One of its ends is machine 0, the host.
struct OwnLine {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    LineConditions line;

    friend bool operator==(const OwnLine&, const OwnLine&) = default;
};

// The conditions of a machine from beginning to end.
struct MachineConditions {
    std::int64_t drift_ppm = 0;       // how much faster its clock runs than true time
    std::uint64_t step_permille = 0;  // a step's time in thousandths of a tick; 1,050 is 5 %
                                      // more than there is time for

    friend bool operator==(const MachineConditions&, const MachineConditions&) = default;
};

// The faults that can last for a while.
enum class FaultKind : std::uint8_t {
    // These are faults of one direction of a line.
    cut,         // nothing that is sent arrives
    loss,        // amount: so many ppm more are lost
    delay,       // amount: so many ms more
    jitter,      // amount: so many ms more
    duplicates,  // amount: so many ppm more
    reordering,  // amount: so many ppm more
    damage,      // amount: so many ppm more
    rate,        // amount: the bytes a second that it carries
    replay,      // packets that arrived up to `amount` ms ago are delivered again and again
    // These are faults of a machine.
    freeze,  // it does nothing, and its datagrams wait
    slow,    // amount: so many thousandths of a tick more for each step
    clock,   // amount: ms by which its clock steps; a clock that would go back stands still. No
             // span
    die,     // for ever. No span
    // These are faults of a guest's process, which another one of the same player follows.
    kill,      // it is gone without a word; the other one comes `for_ms` later, with its ticket
    stranger,  // likewise, but who comes does not have the slot's secret, and must be refused
    leave,     // no fault: its person leaves. No span
};

// The properties of a kind of fault.
struct FaultTraits {
    FaultKind kind;
    std::string_view name;  // as in files
    bool is_of_a_line;
    bool has_span;           // for_ms means something
    std::int64_t least = 0;  // bounds of the amount; both are 0 if it has none
    std::int64_t most = 0;
    bool is_of_a_guest = false;  // never of machine 0, the host
};
const std::vector<FaultTraits>& fault_traits();
const FaultTraits& traits_of(FaultKind kind);

struct Fault {
    FaultKind what = FaultKind::cut;
    std::uint32_t from = 0;  // a line's
    std::uint32_t to = 0;
    std::uint32_t machine = 0;  // a machine's
    std::uint64_t at_ms = 0;    // since all machines were switched on
    std::uint64_t for_ms = 0;
    std::int64_t amount = 0;

    friend bool operator==(const Fault&, const Fault&) = default;
};

// A bit that is flipped on purpose in one machine's state, so that the detectors are seen to fire.
struct ScenarioPlant {
    std::uint32_t machine = 1;
    std::uint64_t tick = 0;
    std::string field;

    friend bool operator==(const ScenarioPlant&, const ScenarioPlant&) = default;
};

struct Scenario {
    std::string name = "own";
    std::uint64_t seed = 1;     // the seed of the match and of the packets' luck
    std::uint32_t players = 2;  // machine 0 hosts and relays
    std::uint64_t ticks = 3'600;
    bool is_sealed = false;                   // as over UDP
    LineConditions line;                      // every direction's
    std::vector<OwnLine> lines;               // the exceptions to it
    std::vector<MachineConditions> machines;  // a machine without an entry has the default
    std::vector<Fault> faults;
    std::optional<ScenarioPlant> plant;

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

// The conditions of one direction.
LineConditions line_of(const Scenario& scenario, std::uint32_t from, std::uint32_t to);
// The conditions of a machine.
MachineConditions machine_of(const Scenario& scenario, std::uint32_t machine);
// Returns the bytes that each datagram carries besides its payload.
std::size_t heads_bytes_of(const Scenario& scenario);
// True if this machine is never to take part again, by the scenario: it dies, its person leaves, or
// somebody else comes in its place.
bool goes_for_good(const Scenario& scenario, std::uint32_t machine);
// Returns the end of the last fault, since the machines were switched on.
std::uint64_t faults_end_ms(const Scenario& scenario);
// Converts a number of milliseconds of a scenario.
net::Time scenario_time(std::uint64_t ms);

// The bounds of every number. The error (usage) names the place and the bound.
inline constexpr std::uint64_t k_scenario_ticks_max = 1'000'000'000;
inline constexpr std::uint64_t k_scenario_ms_max = 10'000'000'000;
inline constexpr std::uint64_t k_scenario_faults_max = 10'000;
inline constexpr std::uint64_t k_line_us_max = 10'000'000;
inline constexpr std::uint64_t k_burst_packets_max = 100'000;
inline constexpr std::uint64_t k_rate_least = 1'000;
inline constexpr std::uint64_t k_rate_most = 10'000'000'000;
inline constexpr std::uint64_t k_queue_bytes_most = std::uint64_t{1} << 30;
inline constexpr std::int64_t k_drift_ppm_max = 100'000;
inline constexpr std::uint64_t k_step_permille_max = 100'000;
sim::Result<void> check_scenario(const Scenario& scenario);

// ---- Profiles of lines (profiles.cpp) ----

// The names are "lan", "wifi", "4g", "transatlantic" and "hotel".
std::vector<std::string> profile_names();

// Returns the scenario of a profile; nothing if there is none of this name. The same seed gives the
// same one. `seconds` is the length of the match by the game's own time: faults come within it.
std::optional<Scenario> make_profile(std::string_view name, std::uint64_t seed,
                                     std::uint32_t players, std::uint64_t ticks,
                                     std::uint64_t seconds);

// ---- A scenario as text (scenario_text.cpp) ----

// Writes every value that is not at its default, in a fixed order: the same scenario gives the same
// text, and scenario_from_text gives the same scenario back.
std::string scenario_text(const Scenario& scenario);

// Returns the scenario that a text describes; a value that it leaves out is at its default. An
// unknown key, a value of another type, and a number out of its bounds are errors (bad_data) that
// name it.
sim::Result<Scenario> scenario_from_text(std::string_view text);

}  // namespace tandem::tools::netsim
