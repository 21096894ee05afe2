// SPDX-License-Identifier: MIT
// Maps errors by one switch over every error code, so that a new code cannot be forgotten here.
#include <tandem/tools/exit_code.hpp>

namespace tandem::tools {

ExitCode exit_code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return ExitCode::usage;
        case ErrorCode::bad_data:
            return ExitCode::bad_file;
        case ErrorCode::divergence:
            return ExitCode::divergence;
        case ErrorCode::network:
            return ExitCode::network;
        case ErrorCode::refused:
            return ExitCode::network;
        case ErrorCode::io:
            return ExitCode::io;
        case ErrorCode::no_simulation:
            return ExitCode::no_simulation;
        case ErrorCode::step_failed:
            return ExitCode::internal;
        case ErrorCode::internal:
            return ExitCode::internal;
    }
    return ExitCode::internal;
}

const char* name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return "usage";
        case ErrorCode::bad_data:
            return "bad_data";
        case ErrorCode::divergence:
            return "divergence";
        case ErrorCode::network:
            return "network";
        case ErrorCode::refused:
            return "refused";
        case ErrorCode::io:
            return "io";
        case ErrorCode::no_simulation:
            return "no_simulation";
        case ErrorCode::step_failed:
            return "step_failed";
        case ErrorCode::internal:
            return "internal";
    }
    return "internal";
}

ExitCode worse_of(ExitCode first, ExitCode second) {
    if (first == ExitCode::divergence || second == ExitCode::divergence) {
        return ExitCode::divergence;
    }
    return first == ExitCode::ok ? second : first;
}

}  // namespace tandem::tools
