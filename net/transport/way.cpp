// SPDX-License-Identifier: MIT
// Asks at new addresses, and judges what comes back. The tokens are cookies, so an address that
// has proven nothing takes no memory.
#include <tandem/net/transport/way.hpp>

#include <algorithm>

namespace tandem::net {

Way::Way(ByteView address, std::uint8_t number)
    : address_(address.begin(), address.end()), newest_from_(address_), number_(number) {}

std::optional<std::uint64_t> Way::receive(ByteView from, bool is_newest, const CookieMaker& tokens,
                                          Time now) {
    if (!is_newest) {
        return std::nullopt;
    }
    newest_from_.assign(from.begin(), from.end());
    if (newest_from_ == address_ || (asked_ && now - *asked_ < k_ask_pause)) {
        return std::nullopt;
    }
    asked_ = now;
    return tokens.make(asked_address(from), now);
}

// A datagram on its way may overtake the answer before it, so the answer itself need not be the
// newest.
bool Way::receive(std::uint64_t token, ByteView from, bool is_newest, const CookieMaker& tokens,
                  Time now) {
    if (is_newest) {
        newest_from_.assign(from.begin(), from.end());
    }
    if (!std::equal(from.begin(), from.end(), newest_from_.begin(), newest_from_.end()) ||
        newest_from_ == address_ || !tokens.is_right(token, asked_address(from), now)) {
        return false;
    }
    address_ = newest_from_;
    asked_.reset();
    return true;
}

// Two connections that ask the same address do not ask for the same token.
Bytes Way::asked_address(ByteView from) const {
    Bytes asked(1, static_cast<std::byte>(number_));
    sim::append(asked, from);
    return asked;
}

Bytes encode_way(const WayMessage& message) {
    Bytes out;
    sim::append_le(out, static_cast<std::uint8_t>(message.kind));
    sim::append_le(out, message.token);
    return out;
}

std::optional<WayMessage> decode_way(ByteView content) {
    if (content.size() != k_way_message_bytes ||
        (content[0] != std::byte{1} && content[0] != std::byte{2})) {
        return std::nullopt;
    }
    sim::ByteReader reader(content);
    const auto kind = static_cast<WayMessage::Kind>(reader.u8());
    return WayMessage{kind, reader.u64()};
}

}  // namespace tandem::net
