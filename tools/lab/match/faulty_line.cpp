// SPDX-License-Identifier: MIT
// Every repetition of the input suffers the same, until it is acknowledged.
#include <tandem/tools/lab/match/faulty_line.hpp>

#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/wire.hpp>
#include <tandem/tools/lab/match/script.hpp>

namespace tandem::tools::lab::match {
namespace {

constexpr std::uint8_t k_stream_of_host = 0;

}  // namespace

std::vector<net::TransportEvent> FaultyLine::poll(std::chrono::milliseconds wait_max) {
    auto events = inner_.poll(wait_max);
    if (fault_ != Fault::dropped && fault_ != Fault::flipped) {
        return events;
    }
    for (net::TransportEvent& event : events) {
        if (event.kind == net::TransportEvent::Kind::packet &&
            event.channel == net::Channel::reliable) {
            note_token(event);
        } else if (event.kind == net::TransportEvent::Kind::packet) {
            change_input(event.bytes);
        }
    }
    return events;
}

void FaultyLine::note_token(const net::TransportEvent& event) {
    const auto message = net::decode_message(event.bytes);
    if (message && std::holds_alternative<net::Welcome>(*message)) {
        token_ = std::get<net::Welcome>(*message).token;
    }
}

void FaultyLine::change_input(sim::Bytes& packet) const {
    const auto payload = net::check_tag(token_, packet);
    if (!payload) {
        return;
    }
    sim::Bytes changed(payload->begin(), payload->end());
    const auto decoded = net::decode_packet(changed);
    if (!decoded) {
        return;
    }
    for (const net::Run& run : decoded->runs) {
        if (run.stream == k_stream_of_host && run.first <= tick_ && tick_ < run.first + run.count) {
            const auto at = static_cast<std::size_t>(run.items.data() - changed.data());
            std::byte& input = changed[at + static_cast<std::size_t>(tick_ - run.first)];
            input = fault_ == Fault::dropped ? std::byte{0} : input ^ std::byte{k_hold_key};
        }
    }
    packet = net::tag_packet(token_, changed);
}

}  // namespace tandem::tools::lab::match
