// SPDX-License-Identifier: MIT
// The words that start a program as a child: this program again, or another that the user names.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The words that start this program again. They are empty if the arguments that `run` was given are
// not those of this process: then the same program with other arguments would not reach `run`
// again.
std::vector<std::string> own_program(const std::vector<std::string>& arguments);

// The words of --against: a program, or a program and its arguments separated by blanks
// ("qemu-s390x game").
std::vector<std::string> other_program(const std::string& text);

// Succeeds if the program of such a command can be started; the error (io) is "./nope does not
// exist". A name without a slash is looked for in the folders of PATH, as the shell does.
sim::Result<void> check_command(const std::vector<std::string>& command);

}  // namespace tandem::tools
