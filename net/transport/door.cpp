// SPDX-License-Identifier: MIT
// Leads a guest from its knock to its place, with the cheapest check first.
#include <tandem/net/transport/door.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

Door::Door(std::optional<SecretKey> shared, const KeyTerms& terms, std::size_t places,
           SecretKey seed)
    : shared_(std::move(shared)),
      terms_(terms),
      random_(std::move(seed)),
      cookies_(random_.next()),
      places_(places) {
    TANDEM_ASSERT(shared_.has_value() == (terms_.kind != KeyKind::none));
    TANDEM_ASSERT(places >= 1 && places <= k_connections_max);
}

Door::Verdict Door::receive(ByteView datagram, ByteView address, Time now) {
    const auto message = decode_door(datagram);
    if (!message) {
        return {};
    }
    Verdict verdict;
    if (const auto* knock = std::get_if<Knock>(&*message)) {
        verdict = answer(*knock, address, now);
    } else if (const auto* first = std::get_if<FirstMessage>(&*message)) {
        verdict = admit(*first, address, now);
    } else if (const auto* turned = std::get_if<TurnedAway>(&*message)) {
        verdict = receive(*turned, address, now);
    }
    TANDEM_ASSERT(verdict.answer.size() <= datagram.size());
    return verdict;
}

Door::Verdict Door::answer(const Knock& knock, ByteView address, Time now) const {
    return {
        encode_door(Answer{k_protocol_version, knock.token, cookies_.make(address, now), terms_}),
        std::nullopt, std::nullopt};
}

Door::Verdict Door::admit(const FirstMessage& first, ByteView address, Time now) {
    if (!cookies_.is_right(first.cookie, address, now)) {
        return {};
    }
    std::array<std::byte, 32> caller{};
    std::copy_n(first.noise.begin(), caller.size(), caller.begin());
    const auto known = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
        return place.is_taken && place.caller == caller;
    });
    if (known != places_.end()) {
        return {known->second, std::nullopt, std::nullopt};
    }
    const auto free = std::find_if(places_.begin(), places_.end(),
                                   [](const Place& place) { return !place.is_taken; });
    if (free == places_.end()) {
        return {};
    }
    const auto number = static_cast<std::uint8_t>(free - places_.begin());
    Noise noise(SealSide::host, shared_, door_prologue(first.cookie, terms_), random_.next());
    const auto payload = noise.read(first.noise);
    if (!payload) {
        const std::string ours(key_text(terms_.kind));
        const auto proof = sim::load_le<std::uint64_t>(caller.data());
        return {encode_door(
                    TurnedAway{k_protocol_version, proof, RefusalReason::key_wrong, terms_.kind}),
                std::nullopt, Refusal{RefusalReason::key_wrong, ours, "another key"}};
    }
    if (*payload != first_payload(terms_.kind)) {
        return {};
    }
    const std::array<std::byte, 1> content{static_cast<std::byte>(number)};
    const auto written = noise.write(content);
    if (!written) {
        return {};
    }
    SecondMessage second{k_protocol_version, {}};
    TANDEM_ASSERT(written->size() == second.noise.size());
    std::copy(written->begin(), written->end(), second.noise.begin());
    *free = Place{caller, encode_door(second), true};
    return {free->second, Admission{number, noise.split(), noise.binding()}, std::nullopt};
}

Door::Verdict Door::receive(const TurnedAway& turned, ByteView address, Time now) const {
    if (!cookies_.is_right(turned.proof, address, now)) {
        return {};
    }
    const bool is_protocol = turned.reason == RefusalReason::protocol;
    Refusal refusal{
        turned.reason,
        is_protocol ? std::to_string(k_protocol_version) : std::string(key_text(terms_.kind)),
        is_protocol ? std::to_string(turned.protocol) : std::string(key_text(turned.kind))};
    return {{}, std::nullopt, std::move(refusal)};
}

void Door::leave(std::uint8_t number) { places_[number] = Place{}; }

}  // namespace tandem::net
