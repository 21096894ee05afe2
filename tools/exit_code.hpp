// SPDX-License-Identifier: MIT
// The exit codes of the program and how errors map to them. Scripts rely on these numbers.
#pragma once

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The exit codes. tools/CLI.md lists them for users. Never change a number.
enum class ExitCode : int {
    ok = 0,
    divergence = 1,     // two histories differ; more important than bad_file
    usage = 2,          // the command line asks for something impossible
    bad_file = 3,       // bad, cut or foreign
    network = 4,        // nobody there, refused, port in use, peer lost
    io = 5,             // missing file, disk full, output exists
    no_simulation = 6,  // a sound file that no game of this program can run
    internal = 70,      // EX_SOFTWARE of sysexits.h: a fault of Tandem or of the game's own code
};

// The exit code for an error of this kind.
ExitCode exit_code_of(sim::ErrorCode code);

// The name of an error code in JSON: "bad_data".
const char* name_of(sim::ErrorCode code);

// The exit code that a shell expects from a program that a signal ended: 130 for Ctrl-C.
constexpr int exit_code_of_signal(int signal_number) { return 128 + signal_number; }

// Combines two exit codes of one run: divergence is worse than a bad file, everything is worse than
// ok; otherwise the first one counts.
ExitCode worse_of(ExitCode first, ExitCode second);

}  // namespace tandem::tools
