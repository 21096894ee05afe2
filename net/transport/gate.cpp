// SPDX-License-Identifier: MIT
// Decides which datagrams pass, and in which form.
#include <tandem/net/transport/gate.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <tandem/net/transport/enet_datagram.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

Gate::Gate(Door door, bool is_keyed) : is_keyed_(is_keyed), door_(std::move(door)) {}

Gate::Gate(Knocker knocker, bool is_keyed) : is_keyed_(is_keyed), knocker_(std::move(knocker)) {}

Gate::Taken Gate::receive(ByteView datagram, ByteView address, const PlaceOf& place_of, Time now) {
    if (is_door_message(datagram)) {
        return receive_at_door(datagram, address, now);
    }
    return is_keyed_ ? receive_sealed(datagram, place_of, now)
                     : receive_naked(datagram, address, now);
}

Gate::Taken Gate::receive_at_door(ByteView datagram, ByteView address, Time now) {
    Taken taken;
    if (knocker_) {
        taken.answer = knocker_->receive(datagram, now).value_or(Bytes{});
    }
    if (!door_) {
        return taken;
    }
    Door::Verdict verdict = door_->receive(datagram, address, now);
    taken.answer = std::move(verdict.answer);
    if (verdict.admitted) {
        lines_.emplace(verdict.admitted->number,
                       SealedLine{std::move(verdict.admitted->seal), now});
    }
    if (verdict.refusal) {
        on_refusal(*verdict.refusal, now);
    }
    return taken;
}

// Without a key everything passes but a request for a place, for which a cookie is needed.
Gate::Taken Gate::receive_naked(ByteView datagram, ByteView address, Time now) const {
    Taken taken;
    taken.passes = true;
    if (!head_bytes(datagram) || receiver_of(datagram) != k_no_place) {
        return taken;
    }
    const auto request = decode_connect(datagram, true);
    taken.caller = door_ && request ? door_->judge(request->data, address, now) : Caller::refused;
    taken.passes = taken.caller != Caller::refused;
    return taken;
}

// With a key a datagram passes only if the other end of a connection sealed it, for its own place.
Gate::Taken Gate::receive_sealed(ByteView datagram, const PlaceOf& place_of, Time now) {
    const auto found =
        datagram.empty() ? lines_.end() : lines_.find(static_cast<std::uint8_t>(datagram[0]));
    if (found == lines_.end()) {
        return {};
    }
    SealedLine& line = found->second;
    const auto opened = line.seal.open(datagram.subspan(1));
    if (!opened || !head_bytes(opened->plain)) {
        return {};
    }
    Taken taken;
    taken.is_newest = opened->is_newest;
    if (door_) {
        line.heard = now;
        if (receiver_of(opened->plain) == k_no_place) {
            if (!asks_for_place(line, opened->plain, place_of)) {
                return {};
            }
            taken.caller = Caller::proven;
        } else {
            // Nobody speaks for a place that is not its own.
            taken.place = line.id ? place_of(*line.id) : std::nullopt;
            if (taken.place != receiver_of(opened->plain)) {
                return {};
            }
            line.had_place = true;
        }
    }
    taken.passes = true;
    taken.content = with_empty_checksum(opened->plain);
    return taken;
}

bool Gate::asks_for_place(SealedLine& line, ByteView plain, const PlaceOf& place_of) {
    const auto request = decode_connect(plain, false);
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
    const auto line = std::find_if(lines_.begin(), lines_.end(), [&](const auto& entry) {
        return !door_ || entry.second.id == id;
    });
    TANDEM_ASSERT(line != lines_.end());
    Bytes sealed(1, static_cast<std::byte>(line->first));
    sim::append(sealed, line->second.seal.seal(without_checksum(datagram)));
    return sealed;
}

void Gate::forget(const PlaceOf& place_of, Time now) {
    TANDEM_ASSERT(door_.has_value());
    for (auto entry = lines_.begin(); entry != lines_.end();) {
        SealedLine& line = entry->second;
        const bool has_place = line.id && place_of(*line.id);
        if (!has_place && (line.had_place || now - line.heard >= k_arrival_max)) {
            door_->leave(entry->first);
            entry = lines_.erase(entry);
        } else {
            ++entry;
        }
    }
}

std::optional<Bytes> Gate::due(Time now) { return knocker_ ? knocker_->due(now) : std::nullopt; }

std::optional<std::uint32_t> Gate::extract_entry(Time now) {
    if (!knocker_) {
        return std::nullopt;
    }
    if (knocker_->refusal()) {
        on_refusal(*knocker_->refusal(), now);
        knocker_.reset();
        return std::nullopt;
    }
    auto entry = knocker_->extract_entry();
    if (!entry) {
        return std::nullopt;
    }
    if (entry->seal) {
        lines_.emplace(entry->number, SealedLine{*std::move(entry->seal)});
    }
    knocker_.reset();
    return entry->data;
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

}  // namespace tandem::net
