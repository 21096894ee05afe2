// SPDX-License-Identifier: MIT
// What came of one file that was verified: for a person, for a program, and as an exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <tandem/replay/header.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

struct Outcome {
    std::string path;
    std::string game;
    std::optional<replay::GameBuild> maker;  // the program that made it, where it says that
    std::optional<sim::Digest> digest;       // of its bytes, where that was asked for
    std::optional<std::uint64_t> seek_seed;  // where a seek storm was asked for
    bool is_cached = false;                  // nothing was simulated now
    std::optional<replay::VerifyReport> report;
    std::optional<sim::Error> error;  // why it could not be verified, or not to its end

    // Neither: somebody interrupted it before this file's turn.
    bool is_begun() const { return report || error; }
    bool is_same() const;
    // A divergence, or a state that is not saved whole.
    bool has_difference() const;
};

// Why a file could not be verified, or not to its end, after it was read and simulated. `flaw` is
// what the reader said of it.
std::optional<sim::Error> error_of(const std::string& path, const replay::VerifyReport& report,
                                   const std::optional<sim::Error>& flaw);

// What is wrong, the worst first: a difference beats whatever else is wrong with the file. Nothing
// where all is well.
std::optional<sim::Error> failure_of(const Outcome& outcome);

// The keys of the file's JSON object.
JsonObject facts_of(const Outcome& outcome);

// Prints the outcome of a file that was begun, and returns its exit code.
ExitCode tell(const Outcome& outcome, Console& console);

// What git bisect run understands: 0 where all files are the same, as far as they can be read; 1
// where one has a difference; else 125, it cannot be told.
int bisect_code(std::span<const Outcome> outcomes);
// For a run that has no outcomes: 125, but what a signal gave stays.
int bisect_code(int exit_code);

// What all files come to together.
struct Sum {
    ExitCode code = ExitCode::ok;
    std::uint64_t ticks = 0;
    std::size_t same = 0;  // and complete
    std::size_t live = 0;  // the same so far
    std::size_t not_begun = 0;

    void add(const Outcome& outcome);
    // "2 of 3 files complete and the same, 370 ticks compared".
    std::string text(std::size_t files) const;
};

}  // namespace tandem::tools
