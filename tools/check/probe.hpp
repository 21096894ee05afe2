// SPDX-License-Identifier: MIT
// The probes of check. Each plays the game once more under one other condition that must make no
// difference. The probe that differs tells what kind of fault it is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools::check {

// Probes of this process come first, then the one in a copy of it (thread), then other programs.
enum class Probe : std::uint8_t {
    serialize,
    twin,
    reset,
    copy,
    fresh,
    dirty,
    observed,
    rounding,
    thread,
    process,
    memory,
    build,
};

struct ProbeInfo {
    Probe probe;
    const char* name;   // the name that --probe takes
    const char* who;    // the game's companion, in words
    const char* cause;  // the likely mistake if it differs, and its remedy
    replay::CauseClass cause_class;
    const char* reason;  // the mistake within its class, in a word
};

// All of them, in the order of Probe.
std::span<const ProbeInfo> all_probes();
const ProbeInfo& info_of(Probe probe);
// The probe of this name, or null.
const ProbeInfo* find_probe(std::string_view name);
// The names of all: "serialize, twin, ..."
std::string probe_names();

// The probes of `names`, each of which may be a list with commas, in the order of Probe. Without
// names these are all but `build`, which needs another build to be named. Those of `skipped` are
// left out. Error usage, also if a probe is in both or none is left.
sim::Result<std::vector<Probe>> choose_probes(const std::vector<std::string>& names,
                                              const std::vector<std::string>& skipped = {});
// The probes of a list after --skip, in the order of Probe. Error usage.
sim::Result<std::vector<Probe>> skipped_probes(const std::vector<std::string>& skipped);

}  // namespace tandem::tools::check
