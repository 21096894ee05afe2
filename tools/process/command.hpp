// SPDX-License-Identifier: MIT
// Which words start a program as a child: this one again, or one that the user names.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// How to start this program again. It is empty where the arguments that `run` was given are not
// those of this process: then the same program with other arguments would not reach `run` again.
std::vector<std::string> own_program(const std::vector<std::string>& arguments);

// --against: a program, or a program and its arguments separated by blanks ("qemu-s390x game").
std::vector<std::string> other_program(const std::string& text);

// Succeeds where such a command's program can be started; the error (io) is "./nope does not
// exist". A name without a slash is looked for where the shell looks.
sim::Result<void> check_command(const std::vector<std::string>& command);

}  // namespace tandem::tools
