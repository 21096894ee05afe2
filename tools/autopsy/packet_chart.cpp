// SPDX-License-Identifier: MIT
// Real time and the time of the match are not the same, so packets have an axis of their own.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>
#include <array>

#include <tandem/tools/text/fixed_text.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

std::string seconds_text(std::int64_t us) {
    constexpr std::int64_t k_shown_as_zero_us = 5'000;  // half of the last digit
    const bool is_negative = us <= -k_shown_as_zero_us;
    return (is_negative ? "-" : "") + fixed_text(static_cast<double>(us < 0 ? -us : us) / 1e6, 2) +
           " s";
}

std::string peer_text(const SeenPacket& packet) {
    return packet.peer ? "player " + std::to_string(*packet.peer) : "somebody without a slot";
}

// The time from the first packet to the last, at least a microsecond.
struct PacketSpan {
    std::int64_t begin = 0;
    std::int64_t length = 1;

    std::size_t column_of(std::int64_t at_us) const {
        return static_cast<std::size_t>(static_cast<double>(at_us - begin) /
                                        static_cast<double>(length) * (k_packet_columns - 1));
    }
};

struct PacketSilence {
    std::int64_t us = 0;
    std::int64_t until = 0;
};

PacketSilence longest_silence(const std::vector<SeenPacket>& packets, bool is_sent) {
    PacketSilence longest;
    std::int64_t last = packets.front().at_us;
    for (const SeenPacket& packet : packets) {
        if (packet.is_sent == is_sent) {
            longest = packet.at_us - last > longest.us
                          ? PacketSilence{packet.at_us - last, packet.at_us}
                          : longest;
            last = packet.at_us;
        }
    }
    return longest;
}

void write_packet_words(Markup& page, const std::vector<SeenPacket>& packets) {
    for (const bool is_sent : {true, false}) {
        std::uint64_t count = 0;
        std::uint64_t bytes = 0;
        for (const SeenPacket& packet : packets) {
            count += packet.is_sent == is_sent ? 1 : 0;
            bytes += packet.is_sent == is_sent ? packet.bytes : 0;
        }
        const PacketSilence silence = longest_silence(packets, is_sent);
        page.element("p", std::string(is_sent ? "Sent, arrows up: " : "Arrived, arrows down: ") +
                              std::to_string(count) + " with " + count_text(bytes, "byte") +
                              "; the longest silence was " + seconds_text(silence.us) + ", up to " +
                              seconds_text(silence.until) + ".");
    }
}

// Draws arrows from the middle, with a head.
void write_arrows(Markup& page, const char* look, const std::array<bool, k_packet_columns>& columns,
                  bool is_up) {
    std::string d;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns.at(i)) {
            const std::string x = std::to_string(i);
            d += is_up ? "M" + x + ",50V8m-1.2,9l1.2,-9l1.2,9"
                       : "M" + x + ",50V92m-1.2,-9l1.2,9l1.2,-9";
        }
    }
    if (!d.empty()) {
        page.leaf("path", {{"class", look}, {"d", d}});
    }
}

void write_packet_picture(Markup& page, const std::vector<SeenPacket>& packets) {
    const std::int64_t begin = packets.front().at_us;
    const PacketSpan span{begin, std::max<std::int64_t>(packets.back().at_us - begin, 1)};
    std::array<std::array<bool, k_packet_columns>, 2> seen{};
    std::array<std::array<bool, k_packet_columns>, 2> messages{};
    for (const SeenPacket& packet : packets) {
        const std::size_t way = packet.is_sent ? 0 : 1;
        seen.at(way).at(span.column_of(packet.at_us)) = true;
        auto& message = messages.at(way).at(span.column_of(packet.at_us));
        message = message || packet.kind != "packet";
    }
    const std::string end = seconds_text(begin + span.length);
    page.open("svg", {{"class", "packets"},
                      {"role", "img"},
                      {"aria-label", "Packets from " + seconds_text(begin) + " to " + end},
                      {"viewBox", "0 0 " + std::to_string(k_packet_columns) + " 100"},
                      {"preserveAspectRatio", "none"},
                      {"width", "100%"},
                      {"height", "90"}});
    for (std::size_t way = 0; way < 2; ++way) {
        write_arrows(page, way == 0 ? "sent" : "arrived", seen.at(way), way == 0);
        write_arrows(page, "message", messages.at(way), way == 0);
    }
    page.leaf("path", {{"class", "middle"}, {"d", "M0,50H" + std::to_string(k_packet_columns)}});
    page.close();
    page.open("p", {{"class", "ends quiet"}});
    page.element("span", seconds_text(begin));
    page.element("span", end + " of real time in the match");
    page.close();
}

// Names all but ordinary packets; the last ones, which are nearest to the desync.
void write_packet_messages(Markup& page, const std::vector<SeenPacket>& packets) {
    std::vector<const SeenPacket*> messages;
    for (const SeenPacket& packet : packets) {
        if (packet.kind != "packet") {
            messages.push_back(&packet);
        }
    }
    if (messages.empty()) {
        return;
    }
    const std::size_t left_out = messages.size() - std::min(messages.size(), k_messages_named);
    page.open("details");
    page.element(
        "summary",
        count_text(messages.size(), "message") + " among them" +
            (left_out > 0 ? ", of which the last " + std::to_string(k_messages_named) : ""));
    page.open("ul");
    for (std::size_t i = left_out; i < messages.size(); ++i) {
        const SeenPacket& message = *messages[i];
        page.element("li", "at " + seconds_text(message.at_us) + ": " + message.kind + ", " +
                               count_text(message.bytes, "byte") +
                               (message.is_sent ? ", to " : ", from ") + peer_text(message));
    }
    page.close();
    page.close();
}

}  // namespace

void write_packets(Markup& page, const PageFacts& facts) {
    if (facts.packets.empty()) {
        return;
    }
    page.end_line();
    page.open("section", {{"id", "packets"}, {"aria-labelledby", "packets_heading"}});
    page.element("h2", "The packets of the last seconds", {{"id", "packets_heading"}});
    for (const SidePackets& side : facts.packets) {
        page.element("h3", "As " + side.name + " saw them");
        if (side.packets.empty()) {
            page.element("p", "None.");
            continue;
        }
        write_packet_words(page, side.packets);
        write_packet_picture(page, side.packets);
        write_packet_messages(page, side.packets);
    }
    page.close();
}

}  // namespace tandem::tools::autopsy
