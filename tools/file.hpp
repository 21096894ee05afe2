// SPDX-License-Identifier: MIT
// Reading the files that users name as input.
#pragma once

#include <string>

#include <tandem/sim/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::tools {

// The whole file; error io with the reason of the operating system.
sim::Result<sim::Bytes> read_file(const std::string& path);

// Whether both paths name one file that exists, through links too.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tandem::tools
