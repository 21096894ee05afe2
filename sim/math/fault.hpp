// SPDX-License-Identifier: MIT
// What arithmetic reports when a result does not fit or does not exist: operation, place in the
// source and tick. A report changes no result, no state and no hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// The default build checks every result of Fixed and of the functions on it for overflow, on a
// branch that is not taken. Defined as 0 it wraps in silence, with the same results; a division by
// zero and the root of a negative number are reported all the same.
#ifndef TANDEM_ARITHMETIC_CHECKS
// As above.
#define TANDEM_ARITHMETIC_CHECKS 1
#endif

namespace tandem::sim {

// Whether overflows are reported in this build.
inline constexpr bool k_arithmetic_checks = TANDEM_ARITHMETIC_CHECKS != 0;

// A place in the source. As a default argument, `Site site = Site::here()`, it is the caller's.
// Not std::source_location, which clang 14 lacks.
struct Site {
    const char* file = "";  // as the compiler names it
    int line = 0;           // from 1; 0 where nobody knows

    // Where it is called.
    static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return {file, line};
    }
};

// What is wrong with a result.
enum class FaultKind : std::uint8_t {
    overflow,   // the result wrapped
    no_result,  // there is none, and 0 stands for it
};

// The first of the faults of one operation at one place, and how many there were.
struct Fault {
    FaultKind kind = FaultKind::overflow;  // what is wrong
    const char* number = "";               // "Fixed"
    const char* operation = "";            // "multiplication"
    Site site;                             // where
    std::uint64_t tick = 0;                // of the first
    std::uint64_t count = 0;               // how many
    const char* asked =
        "";  // the game's function that was asked for an input, where it was not a step

    // "tick 42: Fixed multiplication overflowed at game.hpp:88; the result wrapped", with "in
    // bot_input" behind the place where that was asked for the tick's input. The place is a file's
    // name without its folders, which are those of one machine.
    std::string text() const;
};

// Faults by place, in memory that is there from the start.
class FaultLog {
public:
    // Places that are told apart; faults of further ones are counted alone.
    static constexpr std::size_t k_places_max = 16;

    // One more.
    void add(const Fault& fault);
    // None any more.
    void clear();

    // The first k_places_max places, in the order in which they were met.
    std::span<const Fault> places() const { return {places_.data(), used_}; }
    // All faults, those of further places included.
    std::uint64_t count() const { return count_; }

private:
    std::array<Fault, k_places_max> places_;
    std::size_t used_ = 0;
    std::uint64_t count_ = 0;
};

// Collects the faults of this thread, as those of `tick`, while it lives; the innermost scope gets
// them. Where there is none a fault goes unheard in a release build.
class FaultScope {
public:
    // `asked` is the function of the game that is asked for an input of that tick; a log of null
    // hears nothing.
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

// Ticks that were stepped already, as the fewest runs: whoever goes back in time steps a tick
// again, and its faults count once.
class TicksHeard {
public:
    // Whether the tick was new.
    bool add(std::uint64_t tick);
    // As if no tick had been stepped.
    void clear() { runs_.clear(); }

private:
    struct Run {
        std::uint64_t first;
        std::uint64_t end;
    };
    std::vector<Run> runs_;  // ascending, apart from each other
};

// Where Tandem is built for debugging a fault is an assertion, unless one of these lives on its
// thread: for tests of faults.
class FaultsExpected {
public:
    FaultsExpected();
    ~FaultsExpected();
    FaultsExpected(const FaultsExpected&) = delete;
    FaultsExpected& operator=(const FaultsExpected&) = delete;
};

// Reports to the scope of this thread. Not constexpr on purpose: in a constant expression the call
// is the compile error that names the operation.
[[gnu::cold]] void result_overflowed(const char* number, const char* operation, Site site);
// The same where there is no result.
[[gnu::cold]] void result_missing(const char* number, const char* operation, Site site);

}  // namespace tandem::sim
