// SPDX-License-Identifier: MIT
// The outcome of one file that was verified: for a person, for a program, and as an exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

struct Outcome {
    std::string path;
    std::string game;
    std::optional<replay::GameBuild> maker;  // the program that made it, if the file says that
    std::optional<sim::Digest> digest;       // digest of its bytes, if it was asked for
    std::optional<std::uint64_t> seek_seed;  // seed of the seek storm, if one was asked for
    bool is_cached = false;                  // nothing was simulated now
    std::optional<replay::VerifyReport> report;
    std::optional<sim::Error> error;  // the reason why it could not be verified, or not to its end

    // True unless somebody interrupted the run before this file's turn.
    bool is_begun() const { return report || error; }
    bool is_same() const;
    // True if there is a divergence, or a state that is not saved whole.
    bool has_difference() const;
};

// The reason why a file could not be verified, or not to its end, after it was read and simulated.
// `flaw` is the reader's error about it.
std::optional<sim::Error> error_of(const std::string& path, const replay::VerifyReport& report,
                                   const std::optional<sim::Error>& flaw);

// The error of the file, the worst first: a difference beats any other error of the file. Nothing
// if all is well.
std::optional<sim::Error> failure_of(const Outcome& outcome);

// The keys of the file's JSON object.
JsonObject facts_of(const Outcome& outcome);

// Prints the outcome of a file that was begun, and returns its exit code.
ExitCode report(const Outcome& outcome, Console& console);

// The exit code for git bisect run: 0 if all files are the same, as far as they can be read; 1 if
// any file has a difference; else 125, which means that it cannot be told.
int bisect_code(std::span<const Outcome> outcomes);
// The exit code for a run that has no outcomes: 125, but the code of a signal stays.
int bisect_code(int exit_code);

// The sums over all files.
struct Sum {
    ExitCode code = ExitCode::ok;
    std::uint64_t ticks = 0;
    std::size_t same = 0;  // the same, and complete
    std::size_t live = 0;  // the same so far
    std::size_t not_begun = 0;

    void add(const Outcome& outcome);
    // The sums in words: "2 of 3 files complete and the same, 370 ticks compared".
    std::string text(std::size_t files) const;
};

}  // namespace tandem::tools
