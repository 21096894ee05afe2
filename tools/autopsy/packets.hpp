// SPDX-License-Identifier: MIT
// Reads the packets of a match's last seconds from the bundle of one side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools::autopsy {

struct SeenPacket {
    std::int64_t at_us = 0;  // since the beginning of the match there, in real time
    bool is_sent = false;
    std::optional<std::uint32_t> peer;  // its slot, if it has one
    std::string kind;                   // "packet", or a message's name
    std::uint64_t bytes = 0;
};

// More packets are not read, and a file of more bytes is refused.
inline constexpr std::size_t k_packets_read_max = 20'000;
inline constexpr std::uint64_t k_packet_file_bytes_max = std::uint64_t{8} << 20;

// Reads one object a line; unknown members are passed over. The error (bad_data) names a line that
// is no such object, lacks a member, or goes back in time.
sim::Result<std::vector<SeenPacket>> parse_packets(std::string_view text);

// Reads packets.jsonl beside a recording that lies in a bundle: a folder with bundle.json. Nothing
// if it lies in none.
sim::Result<std::optional<std::vector<SeenPacket>>> packets_beside(const std::string& recording);

}  // namespace tandem::tools::autopsy
