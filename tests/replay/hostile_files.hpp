// SPDX-License-Identifier: MIT
// Files that ask a reader for as much work as they can, with checksums that fit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::test {

struct HostileFile {
    std::string name;
    sim::Bytes bytes;
};

// One of each kind, of about so many bytes: bodies and heads that overlap behind damage, gaps and
// keyframes that do not meet, blocks that hold nothing or unpack to much, epochs of very many idle
// ticks.
std::vector<HostileFile> hostile_files(std::size_t bytes);

}  // namespace tandem::test
