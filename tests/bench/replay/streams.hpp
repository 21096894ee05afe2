// SPDX-License-Identifier: MIT
// Real people's input streams (TANDEM_DATA) and made ones, as records.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::bench {

struct Stream {
    std::string group;  // "doom"
    std::string name;   // "freedm_demo1"
    sim::Schema schema;
    std::uint32_t players = 1;
    std::uint32_t rate = 60;          // ticks a second
    std::vector<sim::Bytes> records;  // one a tick
};

// The streams in the folder that TANDEM_DATA names, by group and name; none if it is not set or
// not there.
std::vector<Stream> real_streams();
// The same streams as an import sees them: each player's input is an array of u8.
std::vector<Stream> raw_streams(const std::vector<Stream>& streams);
// Two pads of eight random bytes a tick; and an hour of two players who hold their pads still off
// centre.
std::vector<Stream> made_streams();

}  // namespace tandem::bench
