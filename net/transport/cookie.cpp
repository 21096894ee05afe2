// SPDX-License-Identifier: MIT
// A cookie is an authenticator over epoch and address.
#include <tandem/net/transport/cookie.hpp>

#include <span>

#include <tandem/net/transport/crypto.hpp>

namespace tandem::net {
namespace {

std::uint64_t epoch_of(Time now) {
    return static_cast<std::uint64_t>(now.count() / CookieMaker::k_epoch.count());
}

}  // namespace

CookieMaker::CookieMaker(const SecretKey& secret)
    : secret_(std::span(secret.bytes()).template first<16>()) {}

std::uint64_t CookieMaker::at(sim::ByteView address, std::uint64_t epoch) const {
    sim::Bytes content;
    sim::append_le(content, epoch);
    sim::append(content, address);
    return quick_mac(secret_, content);
}

std::uint64_t CookieMaker::make(sim::ByteView address, Time now) const {
    return at(address, epoch_of(now));
}

bool CookieMaker::is_right(std::uint64_t cookie, sim::ByteView address, Time now) const {
    const std::uint64_t epoch = epoch_of(now);
    return cookie == at(address, epoch) || cookie == at(address, epoch - 1);
}

}  // namespace tandem::net
