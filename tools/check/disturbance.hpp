// SPDX-License-Identifier: MIT
// A disturbance: something that is done to a game and must not change it. A probe of check is one
// that is done to a twin, which plays beside the game; --chaos does all of them at random to runs
// of it. What is done to a run can be written and read again, so that it can be repeated exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools::check {

enum class DisturbanceKind : std::uint8_t {
    again,        // nothing at all: the same once more
    later,        // over a second later, with pauses between ticks
    neighbour,    // another game of the process steps in between
    save,         // its state is saved in between
    restore,      // goes on from its saved state in a fresh object
    used,         // the same in an object that has played something else
    copy,         // goes on as a copy
    late,         // inputs come late: some ticks with guessed ones, then back and as it was
    reset,        // begins in an object that has played something else
    observe,      // drawn, saved and asked for inputs in between
    rounding,     // floating point rounds otherwise while it steps
    flush,        // floating point takes tiny numbers for zero while it steps
    locale,       // numbers are written with another decimal point
    environment,  // other variables, time zone, folder
    pattern,      // memory that nobody wrote holds this byte
    heap,         // blocks of memory lie elsewhere and in another order
    thread,       // another thread steps
    beside,       // another thread steps another game at the same time
    // The following are for twins alone, which other processes play.
    process,  // another process plays, at least a second later and in another environment
    memory,   // the same in memory that is filled, with its blocks in another order
    build,    // another build plays
};

struct DisturbanceInfo {
    DisturbanceKind kind;
    const char* name;   // "restore"
    const char* what;   // "went on from its saved state in a fresh object"; null: for twins alone
    bool has_ticks;     // it is done at ticks, and not from the start to the end
    bool is_for_float;  // it is possible only if the state holds no floating point
    // The following are null if no probe does it.
    const char* probe = nullptr;  // the name as a probe: "fresh"
    const char* who = nullptr;    // the twin, in words
    const char* cause = nullptr;  // the likely mistake if it differs, and its remedy
    replay::CauseClass cause_class = replay::CauseClass::none;
    const char* reason = nullptr;  // the mistake within its class, in a word
};

// All that can be done to a run, in the order of DisturbanceKind.
std::span<const DisturbanceInfo> all_disturbances();
const DisturbanceInfo& info_of(DisturbanceKind kind);
// The names of all: "again, later, ..."
std::string disturbance_names();

// The probes: those of this process first, then the one in a copy of it (thread), then other
// programs.
std::span<const DisturbanceKind> all_probes();
// The place of a probe among them.
std::size_t place_of_probe(DisturbanceKind probe);
// Their names as probes.
std::vector<std::string> probe_words();
// The same in one text: "serialize, twin, ..."
std::string probe_names();
// The probes of `names`, each of which may be a list with commas, in their order. Without names
// these are all but `build`, which needs another build to be named. Those of `skipped` are left
// out. Error usage, also if a probe is in both or none is left.
sim::Result<std::vector<DisturbanceKind>> choose_probes(
    const std::vector<std::string>& names, const std::vector<std::string>& skipped = {});
// The probes of a list after --skip, in their order. Error usage.
sim::Result<std::vector<DisturbanceKind>> skipped_probes(const std::vector<std::string>& skipped);

// The most disturbances of one run, and the most listed ticks of each.
inline constexpr std::size_t k_disturbances_max = 32;
inline constexpr std::size_t k_listed_ticks_max = 64;

// The ticks before, or in, whose step a disturbance is done.
struct ChosenTicks {
    enum class Way : std::uint8_t { every, seeded, listed };
    Way way = Way::every;
    std::uint64_t seed = 0;              // for seeded: draws the ticks, and how often they come
    std::vector<std::uint64_t> ticks{};  // for listed, ascending

    bool has(std::uint64_t tick) const;
    friend bool operator==(const ChosenTicks&, const ChosenTicks&) = default;
};

inline constexpr std::uint32_t k_rounding_by_turns = 3;

struct Disturbance {
    DisturbanceKind kind = DisturbanceKind::again;
    // The variant of rounding: 0 up, 1 down, 2 to zero, 3 up and down by turns (for twins alone);
    // of pattern: the byte; of heap: the number of the layout; of reset: the ticks that a twin
    // plays before it; else 0.
    std::uint32_t variant = 0;
    ChosenTicks ticks{};

    friend bool operator==(const Disturbance&, const Disturbance&) = default;
};

// Writes a disturbance: "restore~7" at random ticks of seed 7, "restore@57+80" at these,
// "rounding/up" in every tick.
std::string disturbance_text(const Disturbance& disturbance);
// The same for several, with + between them.
std::string disturbances_text(std::span<const Disturbance> disturbances);
// Reads disturbance_text. Error usage.
sim::Result<Disturbance> parse_disturbance(std::string_view text);
// The disturbance of this kind that a seed draws.
Disturbance draw_disturbance(DisturbanceKind kind, std::uint64_t seed);

// Succeeds if it may be done to this game on this machine. The error says why not.
sim::Result<void> check_disturbance(DisturbanceKind kind, const sim::GameInfo& game);

}  // namespace tandem::tools::check
