// SPDX-License-Identifier: MIT
// The packets of the last seconds as arrows over real time: up what was sent, down what arrived.
#pragma once

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tandem/tools/text/markup.hpp>

namespace tandem::tools::autopsy {

// Columns of the picture; all arrows of one are drawn as one.
inline constexpr std::uint64_t k_packet_columns = 600;
// Messages that are named; more are counted.
inline constexpr std::size_t k_messages_named = 60;

// A section; nothing where no bundle is at hand.
void write_packets(Markup& page, const PageFacts& facts);

}  // namespace tandem::tools::autopsy
