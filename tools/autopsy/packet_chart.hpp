// SPDX-License-Identifier: MIT
// Draws the packets of the last seconds as arrows over real time: up for sent ones, down for
// arrived ones.
#pragma once

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

// The columns of the picture; all arrows of a column are drawn as one.
inline constexpr std::uint64_t k_packet_columns = 600;
// So many messages are named; more are counted.
inline constexpr std::size_t k_messages_named = 60;

// Writes the section; nothing if there is no bundle.
void write_packets(Markup& page, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
