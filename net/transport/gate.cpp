// SPDX-License-Identifier: MIT
// Decides which datagrams pass, and in which form.
#include <tandem/net/transport/gate.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <tandem/net/transport/enet_datagram.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

Bytes sealed(std::uint8_t number, Seal& seal, ByteView content);

}  // namespace

Gate::Gate(Door door, const SecretKey& seed) : tokens_(seed), door_(std::move(door)) {}

Gate::Gate(Knocker knocker, ByteView host_address, const SecretKey& seed)
    : tokens_(seed), knocker_(std::move(knocker)) {
    host_addresses_.emplace_back(host_address.begin(), host_address.end());
}

Gate::Taken Gate::receive(ByteView datagram, ByteView address, const PlaceOf& place_of, Time now) {
    return is_door_message(datagram) ? receive_at_door(datagram, address, now)
                                     : receive_sealed(datagram, address, place_of, now);
}

Gate::Taken Gate::receive_at_door(ByteView datagram, ByteView address, Time now) {
    Taken taken;
    const bool is_from_host =
        std::any_of(host_addresses_.begin(), host_addresses_.end(), [&](const Bytes& host) {
            return std::equal(host.begin(), host.end(), address.begin(), address.end());
        });
    if (knocker_ && is_from_host && knocker_->is_knocking()) {
        taken.answer = knocker_->receive(datagram, now).value_or(Bytes{});
        if (auto entry = knocker_->extract_entry()) {
            admit(*std::move(entry), address, now);
            has_entered_ = true;
        }
        if (knocker_->refusal()) {
            on_refusal(*knocker_->refusal(), now);
        }
    }
    if (!door_) {
        return taken;
    }
    Door::Verdict verdict = door_->receive(datagram, address, now);
    taken.answer = std::move(verdict.answer);
    if (verdict.admitted) {
        admit(*std::move(verdict.admitted), address, now);
    }
    if (verdict.refusal) {
        on_refusal(*verdict.refusal, now);
    }
    return taken;
}

void Gate::admit(Admission admission, ByteView address, Time now) {
    const std::uint8_t number = admission.number;
    lines_.emplace(number, SealedLine{std::move(admission.seal), admission.binding,
                                      Way(address, number), now});
}

// A datagram passes only if the other end of a connection sealed it, for its own place.
Gate::Taken Gate::receive_sealed(ByteView datagram, ByteView address, const PlaceOf& place_of,
                                 Time now) {
    const auto found =
        datagram.empty() ? lines_.end() : lines_.find(static_cast<std::uint8_t>(datagram[0]));
    if (found == lines_.end()) {
        return {};
    }
    SealedLine& line = found->second;
    const auto opened = line.seal.open(datagram.subspan(1));
    if (!opened) {
        return {};
    }
    if (const auto message = decode_way(opened->plain)) {
        return receive_way(*found, *message, opened->is_newest, address, place_of, now);
    }
    Taken taken;
    if (!judge(line, opened->plain, place_of, now, taken)) {
        return {};
    }
    taken.passes = true;
    taken.content = with_empty_checksum(opened->plain);
    taken.way = line.way.address();
    const auto token = line.way.receive(address, opened->is_newest, tokens_, now);
    // Nobody gets more than came from there.
    if (token && datagram.size() >= k_seal_bytes + k_way_message_bytes) {
        taken.answer = sealed(found->first, line.seal, encode_way({WayMessage::Kind::ask, *token}));
    }
    return taken;
}

// Returns true if ENet is to get this datagram.
bool Gate::judge(SealedLine& line, ByteView plain, const PlaceOf& place_of, Time now,
                 Taken& taken) const {
    if (!head_bytes(plain)) {
        return false;
    }
    if (!door_) {
        return true;
    }
    if (receiver_of(plain) == k_no_place) {
        line.asked = now;
        taken.asks_for_place = asks_for_place(line, plain, place_of);
        return taken.asks_for_place;
    }
    // Nobody speaks for a place that is not its own.
    const auto place = line.id ? place_of(*line.id) : std::nullopt;
    if (place != receiver_of(plain)) {
        return false;
    }
    line.had_place = true;
    return true;
}

// An answer of the other side moves the way; a question of it is answered to where it came from.
Gate::Taken Gate::receive_way(Lines::value_type& entry, const WayMessage& message, bool is_newest,
                              ByteView address, const PlaceOf& place_of, Time now) {
    auto& [number, line] = entry;
    Taken taken;
    if (message.kind == WayMessage::Kind::ask) {
        taken.answer =
            sealed(number, line.seal, encode_way({WayMessage::Kind::answer, message.token}));
        return taken;
    }
    if (!line.way.receive(message.token, address, is_newest, tokens_, now)) {
        return taken;
    }
    taken.way = line.way.address();
    if (door_) {
        taken.place = line.id ? place_of(*line.id) : std::nullopt;
        return taken;
    }
    taken.place = 0;
    host_addresses_.resize(1);
    if (host_addresses_[0] != taken.way) {
        host_addresses_.push_back(taken.way);
    }
    return taken;
}

bool Gate::asks_for_place(SealedLine& line, ByteView plain, const PlaceOf& place_of) const {
    const auto request = decode_connect(plain);
    if (!request || request->number != 0 || request->channels != k_channels || line.had_place ||
        (line.id && place_of(*line.id))) {
        return false;
    }
    // The id leads from ENet's datagrams to the line that seals them, so there is none twice.
    for (const auto& [number, other] : lines_) {
        if (&other != &line && other.id == request->id) {
            return false;
        }
    }
    line.id = request->id;
    return true;
}

Bytes Gate::seal(ByteView datagram) {
    const auto head = head_bytes(datagram);
    TANDEM_ASSERT(head && datagram.size() >= *head + k_checksum_bytes);
    std::uint32_t id = 0;
    std::memcpy(&id, datagram.data() + *head, sizeof(id));
    const auto line = line_of(id);
    return sealed(line->first, line->second.seal, without_checksum(datagram));
}

const Binding& Gate::binding(std::uint32_t id) { return line_of(id)->second.binding; }

// A guest has one line, and learns its id from ENet alone.
Gate::Lines::iterator Gate::line_of(std::uint32_t id) {
    const auto line = std::find_if(lines_.begin(), lines_.end(), [&](const auto& entry) {
        return !door_ || entry.second.id == id;
    });
    TANDEM_ASSERT(line != lines_.end());
    return line;
}

void Gate::forget(const PlaceOf& place_of, Time now) {
    TANDEM_ASSERT(door_.has_value());
    for (auto entry = lines_.begin(); entry != lines_.end();) {
        SealedLine& line = entry->second;
        const bool has_place = line.id && place_of(*line.id);
        if (!has_place && (line.had_place || now - line.asked >= k_arrival_max)) {
            door_->leave(entry->first);
            entry = lines_.erase(entry);
        } else {
            ++entry;
        }
    }
}

bool Gate::awaits_arrival() const {
    TANDEM_ASSERT(door_.has_value());
    return std::any_of(lines_.begin(), lines_.end(),
                       [](const auto& entry) { return !entry.second.had_place; });
}

std::optional<Bytes> Gate::due(Time now) { return knocker_ ? knocker_->due(now) : std::nullopt; }

std::optional<Bytes> Gate::extract_entry() {
    return std::exchange(has_entered_, false) ? std::optional(lines_.begin()->second.way.address())
                                              : std::nullopt;
}

void Gate::restart(Time now) {
    TANDEM_ASSERT(knocker_.has_value());
    lines_.clear();
    has_entered_ = false;
    knocker_->restart(now);
}

void Gate::on_refusal(const Refusal& refusal, Time now) {
    if (now - minute_ >= std::chrono::minutes(1)) {
        minute_ = now;
        noted_ = 0;
    }
    if (noted_ == k_refusals_max) {
        return;
    }
    ++noted_;
    if (refusals_.size() == k_refusals_max) {
        refusals_.erase(refusals_.begin());
    }
    refusals_.push_back(refusal);
}

std::vector<Refusal> Gate::extract_refusals() { return std::exchange(refusals_, {}); }

namespace {

// The connection's number and then the sealed content.
Bytes sealed(std::uint8_t number, Seal& seal, ByteView content) {
    Bytes datagram(1, static_cast<std::byte>(number));
    sim::append(datagram, seal.seal(content));
    return datagram;
}

}  // namespace

}  // namespace tandem::net
