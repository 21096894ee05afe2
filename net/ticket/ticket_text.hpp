// SPDX-License-Identifier: MIT
// Tickets as the text of a file. A person sees in its first line that it is a secret; a program
// checks every line of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// No longer text is read.
inline constexpr std::size_t k_ticket_text_bytes_max = 64 * 1024;

// The text of a ticket. It holds the secret, so the caller wipes it.
sim::Bytes ticket_text(const SlotTicket& ticket);
sim::Bytes ticket_text(const MatchTicket& ticket);

// Reads what ticket_text wrote. An error (bad_data) names the line, and what was expected and what
// stands there; it never shows a secret.
Result<SlotTicket> parse_slot_ticket(sim::ByteView text);
// Reads the text of a host's ticket likewise.
Result<MatchTicket> parse_match_ticket(sim::ByteView text);

// The kinds of tickets.
enum class TicketKind : std::uint8_t { slot, match };
// The kind that the first line says; nothing if this is no ticket's text.
std::optional<TicketKind> ticket_kind(sim::ByteView text);

// The number of a match as 32 lower-case hexadecimal digits.
std::string match_id_text(const MatchId& match);
// The number that match_id_text wrote; nothing for any other text.
std::optional<MatchId> parse_match_id(std::string_view text);

}  // namespace tandem::net
