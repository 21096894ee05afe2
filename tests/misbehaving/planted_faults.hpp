// SPDX-License-Identifier: MIT
// The table of all faults that the misbehaving games have, and of who finds each of them. The tests
// of every finder go through it. An empty cell claims nothing, unless its comment says so.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace tandem::misbehaving {

// Mistakes that one build never shows are found by a comparison with one of these.
enum class OtherBuild : std::uint8_t { none, libcxx, contracted };

// A probe of check that catches the fault, alone or with all others.
struct CaughtBy {
    const char* probe = "";
    const char* words = "";  // of the error
    // True if the whole check names this probe. Where memory or addresses take part, luck decides
    // which of several is first.
    bool is_first = true;
};

// A disturbance from which an inquest finds the reason.
struct Inquest {
    const char* disturbance = "";
    std::uint64_t ticks_done = 0;  // of the first state that differs; 0: it is not claimed
};

// How reliably check --chaos tells class and reason.
enum class ToldByChaos : std::uint8_t {
    unclaimed,
    measured,  // with most seeds (tests/bench/check_classes.py)
    always,    // with the seed of the tests
};

// A side of a match that went wrong, as the verb record-as makes its recording.
struct RecordedSide {
    const char* how = "";
    const char* memory = "";  // what MALLOC_PERTURB_ is; empty: it is not set
    bool has_other_rules = false;
};

struct OtherFinders {
    const char* other_reason = "";  // that luck makes as right
    CaughtBy against = {};          // what check catches it by in comparison with the other build
    OtherBuild other = OtherBuild::none;

    std::vector<std::string> changed_by = {};    // disturbances
    std::vector<std::string> unchanged_by = {};  // disturbances that must not change it
    ToldByChaos chaos = ToldByChaos::unclaimed;
    Inquest inquest = {};
    bool has_evidence = false;  // runs of an origin prove the reason

    // A recording shows it where a state is restored on the way, and verify alone does not.
    bool is_unsaved_in_recordings = false;
    std::vector<RecordedSide> sides = {};  // two recordings, of which explain tells the class
    std::vector<std::string> other_classes = {};  // that explain may tell as well
};

struct PlantedFault {
    const char* game;
    const char* cause_class = "";  // that check, its chaos and explain tell
    const char* reason = "";       // that check and its chaos tell
    const char* field = "";        // shows it first; empty: it is no difference of fields
    CaughtBy caught = {};          // in one build; empty beside `against`: check must not find it
    OtherFinders found = {};
};

const std::vector<PlantedFault>& planted_faults();

// The faults of which this is true.
template <class Predicate>
std::vector<PlantedFault> planted_faults_where(Predicate is_wanted) {
    std::vector<PlantedFault> wanted;
    for (const PlantedFault& fault : planted_faults()) {
        if (is_wanted(fault)) {
            wanted.push_back(fault);
        }
    }
    return wanted;
}

inline void PrintTo(const PlantedFault& fault, std::ostream* stream) { *stream << fault.game; }

}  // namespace tandem::misbehaving
