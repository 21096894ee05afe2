// SPDX-License-Identifier: MIT
// Faults of arithmetic: reports of results that do not fit or do not exist, with operation, place
// in the source and tick. A report changes no result, no state and no hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// If it is 1, the default, every result of Fixed and of its functions is checked for overflow, on a
// branch that is normally not taken. If it is 0, overflows wrap without a report, with the same
// results. A division by zero and the root of a negative number are always reported.
#ifndef TANDEM_ARITHMETIC_CHECKS
// TANDEM_ARITHMETIC_CHECKS is 1 if overflows are checked, else 0; see above.
#define TANDEM_ARITHMETIC_CHECKS 1
#endif

namespace tandem::sim {

// True if overflows are reported in this build.
inline constexpr bool k_arithmetic_checks = TANDEM_ARITHMETIC_CHECKS != 0;

// A place in the source. The default argument `Site site = Site::here()` gives the caller's place.
// (clang 14 has no std::source_location.)
struct Site {
    const char* file = "";  // as the compiler writes it
    int line = 0;           // from 1; 0 if unknown

    // The place where this is called.
    static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return {file, line};
    }
};

// The kinds of fault that a result can have.
enum class FaultKind : std::uint8_t {
    overflow,   // the result wrapped
    no_result,  // the result does not exist; 0 is used
};

// The faults of one operation at one place: the first of them, and how many there were.
struct Fault {
    FaultKind kind = FaultKind::overflow;  // the kind of fault
    const char* number = "";               // "Fixed"
    const char* operation = "";            // "multiplication"
    Site site;                             // where
    std::uint64_t tick = 0;                // the tick of the first fault
    std::uint64_t count = 0;               // how many
    const char* asked = "";  // the game's function for inputs, if the fault was not in a step

    // "tick 42: Fixed multiplication overflowed at game.hpp:88; the result wrapped". If an input
    // was asked for, "in bot_input" or "in input_from_keys" follows the place. The place has the
    // file's name without its folders, because these differ between machines.
    std::string text() const;
};

// Collects faults by place. It never allocates memory.
class FaultLog {
public:
    // The most places that are listed. Faults at further places are only counted.
    static constexpr std::size_t k_places_max = 16;

    // Adds a fault.
    void add(const Fault& fault);
    // Forgets all faults.
    void clear();

    // The first k_places_max places, in the order in which they occurred.
    std::span<const Fault> places() const { return {places_.data(), used_}; }
    // The number of all faults, those at further places included.
    std::uint64_t count() const { return count_; }

private:
    std::array<Fault, k_places_max> places_;
    std::size_t used_ = 0;
    std::uint64_t count_ = 0;
};

// While it lives, it collects the faults of this thread as faults of `tick`. The innermost scope
// gets them. Without a scope, a release build ignores faults.
class FaultScope {
public:
    // `asked` is the game's function that is asked for an input of that tick. If `log` is null,
    // faults are ignored.
    FaultScope(FaultLog* log, std::uint64_t tick, const char* asked = "");
    FaultScope(FaultLog& log, std::uint64_t tick) : FaultScope(&log, tick) {}
    ~FaultScope();
    FaultScope(const FaultScope&) = delete;
    FaultScope& operator=(const FaultScope&) = delete;

    // The log of this thread's innermost scope, or null.
    static FaultLog* listening();

private:
    FaultLog* outer_log_;
    std::uint64_t outer_tick_;
    const char* outer_asked_;
};

// The ticks that were stepped already, stored as few runs of ticks. After a jump back in time a
// tick is stepped again, but its faults must count once.
class TicksHeard {
public:
    // Adds a tick. Returns whether it was new.
    bool add(std::uint64_t tick);
    // Forgets all ticks.
    void clear() { runs_.clear(); }

private:
    struct Run {
        std::uint64_t first;
        std::uint64_t end;
    };
    std::vector<Run> runs_;  // ascending, apart from each other
};

// Tests of faults use it. In a debug build of Tandem a fault is a failed assertion, unless an
// object of this class lives on the thread.
class FaultsExpected {
public:
    FaultsExpected();
    ~FaultsExpected();
    FaultsExpected(const FaultsExpected&) = delete;
    FaultsExpected& operator=(const FaultsExpected&) = delete;
};

// Reports an overflow to the scope of this thread. It is not constexpr on purpose: in a constant
// expression the call becomes a compile error that names the operation.
[[gnu::cold]] void result_overflowed(const char* number, const char* operation, Site site);
// Reports a result that does not exist likewise.
[[gnu::cold]] void result_missing(const char* number, const char* operation, Site site);

}  // namespace tandem::sim
