// SPDX-License-Identifier: MIT
// Cookies: a number that only whoever receives at an address can know. The host makes it anew each
// time, so it remembers nothing of an address that has proved nothing.
#pragma once

#include <cstdint>

#include <tandem/net/transport/secret.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class CookieMaker {
public:
    // A cookie is right in the epoch in which it was made and in the next one.
    static constexpr Time k_epoch = std::chrono::seconds(30);

    // `secret` is random and for this maker alone.
    explicit CookieMaker(const SecretKey& secret);

    // The cookie of an address, of any bytes, now.
    std::uint64_t make(sim::ByteView address, Time now) const;
    // True if it is that address's cookie.
    bool is_right(std::uint64_t cookie, sim::ByteView address, Time now) const;

private:
    std::uint64_t at(sim::ByteView address, std::uint64_t epoch) const;
    SecretBytes<16> secret_;
};

}  // namespace tandem::net
