// SPDX-License-Identifier: MIT
// Tickets come back from their text as they went, nothing but that text is read, and no error shows
// what could be a secret.
#include <tandem/net/ticket/ticket_text.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::MatchTicket;
using net::parse_match_ticket;
using net::parse_slot_ticket;
using net::SlotTicket;
using net::TicketKind;
using sim::as_bytes;

constexpr std::string_view k_slot_text =
    "tandem slot secret 1 - tell nobody: who has this file can play in your place\n"
    "match 000102030405060708090a0b0c0d0eff\n"
    "slot 1\n"
    "given 2\n"
    "generation 3\n"
    "secret 0404040404040404040404040404040404040404040404040404040404040404\n";
constexpr std::string_view k_match_text =
    "tandem match secret 1 - tell nobody: who has this file can take over the whole match\n"
    "match 000102030405060708090a0b0c0d0eff\n"
    "generation 3\n"
    "given 1,0,4294967295\n"
    "secret 0505050505050505050505050505050505050505050505050505050505050505\n";
// The digits of both secrets.
constexpr std::string_view k_fours = "0404";
constexpr std::string_view k_fives = "0505";

net::MatchId counting_id() {
    net::MatchId id{};
    for (std::size_t i = 0; i < id.size(); ++i) {
        id[i] = static_cast<std::byte>(i);
    }
    id.back() = std::byte{0xFF};
    return id;
}

SlotTicket slot_sample() {
    return {
        .match = counting_id(), .slot = 1, .given = 2, .generation = 3, .secret = key_number(4)};
}

MatchTicket match_sample() {
    return {.match = counting_id(),
            .secret = key_number(5),
            .generation = 3,
            .given = {1, 0, std::numeric_limits<std::uint32_t>::max()}};
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string changed(text);
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
}

bool is_read(std::string_view text) {
    const auto slot = parse_slot_ticket(as_bytes(text));
    const auto match = parse_match_ticket(as_bytes(text));
    for (const auto& [failed, error] : {std::pair(!slot, slot ? sim::Error() : slot.error()),
                                        std::pair(!match, match ? sim::Error() : match.error())}) {
        EXPECT_TRUE(!failed || error.code == sim::ErrorCode::bad_data) << error.text();
        EXPECT_EQ(error.text().find(k_fours), std::string::npos) << error.text();
        EXPECT_EQ(error.text().find(k_fives), std::string::npos) << error.text();
    }
    return slot || match;
}

void expect_error(const sim::Error& error, const std::string& text) {
    EXPECT_EQ(error.text().substr(0, text.size()), text) << error.text();
}

TEST(TicketTextTest, SaysWhatItIsAndThenOneValueALine) {
    EXPECT_EQ(sim::as_text(net::ticket_text(slot_sample())), k_slot_text);
    EXPECT_EQ(sim::as_text(net::ticket_text(match_sample())), k_match_text);
    EXPECT_EQ(net::ticket_kind(as_bytes(k_slot_text)), TicketKind::slot);
    EXPECT_EQ(net::ticket_kind(as_bytes(k_match_text)), TicketKind::match);
    EXPECT_EQ(net::ticket_kind(as_bytes("a key")), std::nullopt);
    EXPECT_EQ(net::ticket_kind({}), std::nullopt);
}

TEST(TicketTextTest, ComesBackAsItWent) {
    const auto slot = parse_slot_ticket(as_bytes(k_slot_text));
    ASSERT_TRUE(slot) << slot.error().text();
    EXPECT_EQ(slot->match, counting_id());
    EXPECT_EQ(slot->slot, 1U);
    EXPECT_EQ(slot->given, 2U);
    EXPECT_EQ(slot->generation, 3U);
    EXPECT_EQ(slot->secret.bytes(), key_number(4).bytes());
    const auto match = parse_match_ticket(as_bytes(k_match_text));
    ASSERT_TRUE(match) << match.error().text();
    EXPECT_EQ(match->match, counting_id());
    EXPECT_EQ(match->generation, 3U);
    EXPECT_EQ(match->given, match_sample().given);
    EXPECT_EQ(match->secret.bytes(), key_number(5).bytes());
}

TEST(TicketTextTest, AsManySlotsAsAMatchMayHaveAreReadAndNoMore) {
    MatchTicket ticket = match_sample();
    ticket.given.assign(64, std::numeric_limits<std::uint32_t>::max());
    const sim::Bytes text = net::ticket_text(ticket);
    const auto read = parse_match_ticket(text);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->given, ticket.given);
    const auto refused =
        parse_match_ticket(as_bytes(replaced(sim::as_text(text), "given ", "given 1,")));
    ASSERT_FALSE(refused);
    expect_error(refused.error(),
                 "line 4: expected a number for each of at most 64 slots, found more");
}

TEST(TicketTextTest, WithOneByteChangedAddedOrMissingItIsRefusedOrTheOneTextOfAnotherTicket) {
    for (const std::string_view text : {k_slot_text, k_match_text}) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            for (const char byte : {'\0', '\n', '\r', ' ', '0', '9', 'a', 'A', ',', '-', '\xFF'}) {
                std::string changed(text);
                changed[at] = byte;
                std::string added(text);
                added.insert(at, 1, byte);
                std::string missing(text);
                missing.erase(at, 1);
                for (const std::string& damaged : {changed, added, missing}) {
                    // What is read after all is another ticket, of which this is the one text.
                    const auto slot = parse_slot_ticket(as_bytes(damaged));
                    const auto match = parse_match_ticket(as_bytes(damaged));
                    if (slot) {
                        EXPECT_EQ(sim::as_text(net::ticket_text(*slot)), damaged);
                    }
                    if (match) {
                        EXPECT_EQ(sim::as_text(net::ticket_text(*match)), damaged);
                    }
                }
            }
        }
    }
}

TEST(TicketTextTest, EveryTextThatIsCutIsRefused) {
    for (const std::string_view text : {k_slot_text, k_match_text}) {
        EXPECT_TRUE(is_read(text));
        for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
            EXPECT_FALSE(is_read(text.substr(0, bytes))) << bytes;
        }
    }
}

TEST(TicketTextTest, LinesThatAreMissingDoubledStrangeOrElsewhereAreRefused) {
    for (const std::string_view text : {k_slot_text, k_match_text}) {
        std::vector<std::string> lines;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = text.find('\n', begin) + 1;
            lines.emplace_back(text.substr(begin, end - begin));
            begin = end;
        }
        const auto whole = [](const std::vector<std::string>& all) {
            std::string joined;
            for (const std::string& line : all) {
                joined += line;
            }
            return joined;
        };
        for (std::size_t at = 0; at < lines.size(); ++at) {
            auto missing = lines;
            missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(at));
            EXPECT_FALSE(is_read(whole(missing))) << at;
            auto doubled = lines;
            doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
            EXPECT_FALSE(is_read(whole(doubled))) << at;
            auto strange = lines;
            strange.insert(strange.begin() + static_cast<std::ptrdiff_t>(at) + 1, "colour red\n");
            EXPECT_FALSE(is_read(whole(strange))) << at;
            auto empty = lines;
            empty.insert(empty.begin() + static_cast<std::ptrdiff_t>(at) + 1, "\n");
            EXPECT_FALSE(is_read(whole(empty))) << at;
            auto swapped = lines;
            std::swap(swapped[at], swapped[(at + 1) % lines.size()]);
            EXPECT_FALSE(is_read(whole(swapped))) << at;
        }
    }
}

TEST(TicketTextTest, ValuesBeyondTheirBoundsAreRefused) {
    for (const auto& [from, to] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"slot 1", "slot 64"},
             {"slot 1", "slot -1"},
             {"slot 1", "slot +1"},
             {"slot 1", "slot 01"},
             {"slot 1", "slot 0x1"},
             {"slot 1", "slot  1"},
             {"slot 1", "slot 1 "},
             {"slot 1", "slot"},
             {"given 2", "given 0"},
             {"given 2", "given 4294967296"},
             {"generation 3", "generation 4294967296"},
             {"generation 3", "generation 99999999999999999999999"},
             {"0eff", "0eFF"},
             {"0eff", "0eff00"},
             {"0eff", "0e"},
             {"0404\n", "040g\n"}}) {
        EXPECT_FALSE(is_read(replaced(k_slot_text, from, to))) << to;
    }
    for (const std::string_view given :
         {"given ", "given 1,", "given ,1", "given 1,,1", "given 1, 0", "given 4294967296"}) {
        EXPECT_FALSE(is_read(replaced(k_match_text, "given 1,0,4294967295", given))) << given;
    }
    EXPECT_TRUE(is_read(replaced(k_slot_text, "slot 1", "slot 63")));
}

TEST(TicketTextTest, AnErrorSaysLineExpectedAndActual) {
    const auto slot_error = [](const std::string& text) {
        const auto read = parse_slot_ticket(as_bytes(text));
        EXPECT_FALSE(read);
        return read ? sim::Error() : read.error();
    };
    expect_error(slot_error(replaced(k_slot_text, "slot 1", "slot 64")),
                 "line 3: expected a number from 0 to 63, found 64;");
    expect_error(slot_error(replaced(k_slot_text, "slot 1\n", "")),
                 "line 3: expected \"slot\" and its value, found \"given\";");
    expect_error(slot_error(replaced(k_slot_text, "slot 1", "colour red")),
                 "line 3: expected \"slot\" and its value, found a line of no such name;");
    expect_error(slot_error(replaced(k_slot_text, "0404\n", "04 04\n")),
                 "line 6: expected 64 digits 0-9 and a-f, found 65 characters, of which the "
                 "first 62 are such digits;");
    expect_error(slot_error(std::string(k_slot_text) + "more"),
                 "line 7: expected the end of the file, found more;");
    expect_error(slot_error(std::string(k_slot_text.substr(0, k_slot_text.size() - 1))),
                 "line 6: expected a whole line, found a part of one;");
    expect_error(
        slot_error(std::string(k_match_text)),
        "line 1: expected \"tandem slot secret 1 - tell nobody: who has this file can play "
        "in your place\", found the secret of a whole match, which its host keeps;");
    const sim::Error key = slot_error("the words of another key\n");
    expect_error(key, "line 1: expected \"tandem slot secret 1");
    EXPECT_EQ(key.message.find("the words"), std::string::npos) << key.message;
    const auto match = parse_match_ticket(as_bytes(k_slot_text));
    ASSERT_FALSE(match);
    EXPECT_NE(match.error().message.find("the secret of one slot, which its player keeps"),
              std::string::npos);
}

TEST(TicketTextTest, ALongerTextThanMayBeIsRefusedBeforeItIsRead) {
    std::string text(k_slot_text);
    text.resize(net::k_ticket_text_bytes_max + 1, '\n');
    const auto read = parse_slot_ticket(as_bytes(text));
    ASSERT_FALSE(read);
    expect_error(read.error(), "a ticket has at most 65536 bytes, and these are 65537;");
}

TEST(TicketTextTest, TheNumberOfAMatchIsReadInOneSpelling) {
    EXPECT_EQ(net::match_id_text(counting_id()), "000102030405060708090a0b0c0d0eff");
    EXPECT_EQ(net::parse_match_id("000102030405060708090a0b0c0d0eff"), counting_id());
    for (const std::string_view text :
         {"", "00", "000102030405060708090a0b0c0d0e", "000102030405060708090a0b0c0d0eff00",
          "000102030405060708090A0B0C0D0EFF", "000102030405060708090a0b0c0d0ef "}) {
        EXPECT_EQ(net::parse_match_id(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace tandem::test
