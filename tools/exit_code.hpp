// SPDX-License-Identifier: MIT
// The exit codes of the program, which scripts rely on, and how errors map to them.
#pragma once

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// tools/CLI.md lists them for users. Never renumber.
enum class ExitCode : int {
    ok = 0,
    divergence = 1,     // two histories differ; beats bad_file
    usage = 2,          // the command line asks for something that cannot be
    bad_file = 3,       // bad, cut or foreign
    network = 4,        // nobody there, refused, port in use, peer lost
    io = 5,             // missing file, disk full, output exists
    no_simulation = 6,  // a sound file that no game of this program can run
    internal = 70,      // EX_SOFTWARE of sysexits.h: a fault of Tandem or of the game's own code
};

// What the process ends with after such an error.
ExitCode exit_code_of(sim::ErrorCode code);

// "bad_data", the name of a code in JSON.
const char* name_of(sim::ErrorCode code);

// What a shell expects of a program that a signal ended: 130 for Ctrl-C.
constexpr int exit_code_of_signal(int signal_number) { return 128 + signal_number; }

// Two findings about one run: divergence beats a bad file, any finding beats ok, else the first
// stands.
ExitCode worse_of(ExitCode first, ExitCode second);

}  // namespace tandem::tools
