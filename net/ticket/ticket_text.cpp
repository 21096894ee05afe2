// SPDX-License-Identifier: MIT
// A ticket's text is a first line and then lines of a name and a value, in one order and one
// spelling, so that nothing in it can be overlooked or doubted. Errors say nothing of a value that
// could be a secret.
#include <tandem/net/ticket/ticket_text.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/inputs.hpp>

namespace tandem::net {
namespace {

constexpr std::string_view k_slot_line =
    "tandem slot secret 1 - tell nobody: who has this file can play in your place";
constexpr std::string_view k_match_line =
    "tandem match secret 1 - tell nobody: who has this file can take over the whole match";
constexpr std::string_view k_hex_digits = "0123456789abcdef";

void append_line(Bytes& text, std::string_view name, std::string_view value);
void append_number(Bytes& text, std::string_view name, std::uint32_t value);
void append_hex_line(Bytes& text, std::string_view name, ByteView bytes);
void append_hex(Bytes& text, ByteView bytes);
// The place of the first character that is no hexadecimal digit, or the length.
std::size_t count_of_digits(std::string_view text);
void read_hex(std::string_view digits, std::span<std::byte> out);
// A number as ticket_text writes it: no sign, no zero in front.
std::optional<std::uint32_t> number_in(std::string_view text);
bool is_own_name(std::string_view word);

// Reads the lines one after the other. After the first mistake it reads nothing more.
class TicketReader {
public:
    TicketReader(ByteView text, std::string_view first_line);

    std::uint32_t number(std::string_view name, std::uint32_t least, std::uint32_t most);
    std::vector<std::uint32_t> numbers(std::string_view name);
    void hex(std::string_view name, std::span<std::byte> out);
    // Nothing stands behind the lines that were read. Returns the first mistake of all, if any.
    std::optional<Error> finish();

private:
    void read_first_line(std::string_view expected);
    std::string_view value_of(std::string_view name);
    std::optional<std::string_view> next_line();
    void fail(const std::string& expected, const std::string& actual);

    std::string_view rest_;
    std::size_t line_ = 0;
    std::optional<Error> error_;
};

// A vector that grows leaves a copy of the secret behind.
constexpr std::size_t k_text_bytes_reserved = 2'048;

}  // namespace

Bytes ticket_text(const SlotTicket& ticket) {
    TANDEM_ASSERT(ticket.slot < k_slots_max && ticket.given >= 1);
    Bytes text;
    text.reserve(k_text_bytes_reserved);
    append_line(text, k_slot_line, "");
    append_hex_line(text, "match", ticket.match);
    append_number(text, "slot", ticket.slot);
    append_number(text, "given", ticket.given);
    append_number(text, "generation", ticket.generation);
    append_hex_line(text, "secret", ticket.secret.bytes());
    TANDEM_ASSERT(text.size() <= k_text_bytes_reserved);
    return text;
}

Bytes ticket_text(const MatchTicket& ticket) {
    TANDEM_ASSERT(!ticket.given.empty() && ticket.given.size() <= k_slots_max);
    std::string given;
    for (const std::uint32_t often : ticket.given) {
        given += (given.empty() ? "" : ",") + std::to_string(often);
    }
    Bytes text;
    text.reserve(k_text_bytes_reserved);
    append_line(text, k_match_line, "");
    append_hex_line(text, "match", ticket.match);
    append_number(text, "generation", ticket.generation);
    append_line(text, "given", given);
    append_hex_line(text, "secret", ticket.secret.bytes());
    TANDEM_ASSERT(text.size() <= k_text_bytes_reserved);
    return text;
}

Result<SlotTicket> parse_slot_ticket(ByteView text) {
    constexpr std::uint32_t k_most = std::numeric_limits<std::uint32_t>::max();
    TicketReader reader(text, k_slot_line);
    SlotTicket ticket;
    reader.hex("match", ticket.match);
    ticket.slot = reader.number("slot", 0, k_slots_max - 1);
    ticket.given = reader.number("given", 1, k_most);
    ticket.generation = reader.number("generation", 0, k_most);
    reader.hex("secret", ticket.secret.bytes());
    if (auto error = reader.finish()) {
        return *std::move(error);
    }
    return ticket;
}

Result<MatchTicket> parse_match_ticket(ByteView text) {
    TicketReader reader(text, k_match_line);
    MatchTicket ticket;
    reader.hex("match", ticket.match);
    ticket.generation = reader.number("generation", 0, std::numeric_limits<std::uint32_t>::max());
    ticket.given = reader.numbers("given");
    reader.hex("secret", ticket.secret.bytes());
    if (auto error = reader.finish()) {
        return *std::move(error);
    }
    return ticket;
}

std::optional<TicketKind> ticket_kind(ByteView text) {
    const std::string_view all = sim::as_text(text);
    const std::string_view first_line = all.substr(0, all.find('\n'));
    return first_line == k_slot_line    ? std::optional(TicketKind::slot)
           : first_line == k_match_line ? std::optional(TicketKind::match)
                                        : std::nullopt;
}

std::string match_id_text(const MatchId& match) {
    Bytes digits;
    append_hex(digits, match);
    return std::string(sim::as_text(digits));
}

std::optional<MatchId> parse_match_id(std::string_view text) {
    MatchId match{};
    if (text.size() != 2 * match.size() || count_of_digits(text) != text.size()) {
        return std::nullopt;
    }
    read_hex(text, match);
    return match;
}

namespace {

void append_line(Bytes& text, std::string_view name, std::string_view value) {
    sim::append(text, sim::as_bytes(name));
    if (!value.empty()) {
        text.push_back(std::byte{' '});
        sim::append(text, sim::as_bytes(value));
    }
    text.push_back(std::byte{'\n'});
}

void append_number(Bytes& text, std::string_view name, std::uint32_t value) {
    append_line(text, name, std::to_string(value));
}

void append_hex_line(Bytes& text, std::string_view name, ByteView bytes) {
    sim::append(text, sim::as_bytes(name));
    text.push_back(std::byte{' '});
    append_hex(text, bytes);
    text.push_back(std::byte{'\n'});
}

void append_hex(Bytes& text, ByteView bytes) {
    for (const std::byte byte : bytes) {
        const auto value = std::to_integer<unsigned>(byte);
        text.push_back(static_cast<std::byte>(k_hex_digits[value >> 4U]));
        text.push_back(static_cast<std::byte>(k_hex_digits[value & 15U]));
    }
}

std::size_t count_of_digits(std::string_view text) {
    return std::min(text.find_first_not_of(k_hex_digits), text.size());
}

void read_hex(std::string_view digits, std::span<std::byte> out) {
    TANDEM_ASSERT(digits.size() == 2 * out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t high = k_hex_digits.find(digits[2 * i]);
        const std::size_t low = k_hex_digits.find(digits[2 * i + 1]);
        out[i] = static_cast<std::byte>(high << 4U | low);
    }
}

std::optional<std::uint32_t> number_in(std::string_view text) {
    std::uint32_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, failure] = std::from_chars(text.data(), last, value);
    const bool is_whole = failure == std::errc() && end == last;
    return is_whole && std::to_string(value) == text ? std::optional(value) : std::nullopt;
}

bool is_own_name(std::string_view word) {
    return word == "match" || word == "slot" || word == "given" || word == "generation" ||
           word == "secret";
}

TicketReader::TicketReader(ByteView text, std::string_view first_line) : rest_(sim::as_text(text)) {
    if (text.size() > k_ticket_text_bytes_max) {
        error_ = Error{ErrorCode::bad_data, "",
                       "a ticket has at most " + std::to_string(k_ticket_text_bytes_max) +
                           " bytes, and these are " + std::to_string(text.size()) +
                           "; name another file"};
        return;
    }
    read_first_line(first_line);
}

std::uint32_t TicketReader::number(std::string_view name, std::uint32_t least, std::uint32_t most) {
    const std::string_view text = value_of(name);
    const auto value = number_in(text);
    if (!value || *value < least || *value > most) {
        fail("a number from " + std::to_string(least) + " to " + std::to_string(most),
             value ? std::to_string(*value) : "something else");
        return least;
    }
    return *value;
}

std::vector<std::uint32_t> TicketReader::numbers(std::string_view name) {
    std::string_view text = value_of(name);
    std::vector<std::uint32_t> values;
    // It reads one more than there may be, so that it ends and yet sees that there are too many.
    for (bool is_more = true; is_more && values.size() <= k_slots_max;) {
        const std::size_t comma = text.find(',');
        const auto value = number_in(text.substr(0, comma));
        if (!value) {
            fail("numbers with commas between them",
                 "something else as number " + std::to_string(values.size() + 1));
            return {};
        }
        values.push_back(*value);
        is_more = comma != std::string_view::npos;
        text.remove_prefix(is_more ? comma + 1 : text.size());
    }
    if (values.size() > k_slots_max) {
        fail("a number for each of at most " + std::to_string(k_slots_max) + " slots", "more");
    }
    return values;
}

void TicketReader::hex(std::string_view name, std::span<std::byte> out) {
    const std::string_view text = value_of(name);
    const std::size_t digits = count_of_digits(text);
    if (digits != text.size() || digits != 2 * out.size()) {
        fail(std::to_string(2 * out.size()) + " digits 0-9 and a-f",
             std::to_string(text.size()) + " characters, of which the first " +
                 std::to_string(digits) + " are such digits");
        return;
    }
    read_hex(text, out);
}

std::optional<Error> TicketReader::finish() {
    if (!error_ && !rest_.empty()) {
        ++line_;
        fail("the end of the file", "more");
    }
    return std::move(error_);
}

// The line itself is not shown: somebody may have named a key file by mistake.
void TicketReader::read_first_line(std::string_view expected) {
    const auto line = next_line();
    if (!line || *line == expected) {
        return;
    }
    const bool is_slots = *line == k_slot_line;
    const bool is_matches = *line == k_match_line;
    fail('"' + std::string(expected) + '"',
         is_slots ? "the secret of one slot, which its player keeps"
         : is_matches
             ? "the secret of a whole match, which its host keeps"
             : "another line; this is no such file, or another version of Tandem wrote it");
}

// The value on the next line, which must have this name. It is empty after a mistake.
std::string_view TicketReader::value_of(std::string_view name) {
    const auto line = next_line();
    if (!line) {
        return {};
    }
    const std::size_t space = std::min(line->find(' '), line->size());
    const std::string_view word = line->substr(0, space);
    if (word != name) {
        fail('"' + std::string(name) + "\" and its value",
             is_own_name(word) ? '"' + std::string(word) + '"' : "a line of no such name");
        return {};
    }
    return line->substr(std::min(space + 1, line->size()));
}

// A line without an end was cut.
std::optional<std::string_view> TicketReader::next_line() {
    if (error_) {
        return std::nullopt;
    }
    ++line_;
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) {
        fail("a whole line", rest_.empty() ? "the end of the file" : "a part of one");
        return std::nullopt;
    }
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
}

void TicketReader::fail(const std::string& expected, const std::string& actual) {
    if (!error_) {
        error_ = Error{ErrorCode::bad_data, "line " + std::to_string(line_),
                       "expected " + expected + ", found " + actual +
                           "; restore this file from a copy, or go on without it"};
    }
}

}  // namespace
}  // namespace tandem::net
