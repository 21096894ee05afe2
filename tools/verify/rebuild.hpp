// SPDX-License-Identifier: MIT
// Helps somebody who mends a simulation: each time the program is built again, the new one is asked
// to play a recording.
#pragma once

#include <chrono>
#include <string>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Asks the program as it is, then waits for its own file to be built again, asks the new program,
// and so on until a signal comes. Returns the exit code of that signal, or of the error that made
// it impossible. For each program it says the first tick that is not as recorded, and the first
// that is another than by the program before, with the fields. The place stays: the next program is
// first asked about the place where a program last parted from the recording, from the keyframe
// before it.
Result<int> verify_on_rebuild(const std::string& path, const Context& context);

}  // namespace tandem::tools
