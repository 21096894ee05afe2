// SPDX-License-Identifier: MIT
// Asks for missing records, plays them in a copy, and compares.
#include <tandem/net/session/resumption.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// The copies of all guests step so many ticks in a call.
constexpr std::uint64_t k_tried_per_call = 64;
// A guest brings so much at most: many times what half a minute of a large match takes.
constexpr std::uint64_t k_brought_bytes_max = std::uint64_t{64} << 20;

}  // namespace

std::optional<sim::ChainHash> Resumption::chain_at(std::uint64_t ticks_done) const {
    const std::uint64_t from = past_.ticks_done + 1 - past_.chains.size();
    if (ticks_done == past_.ticks_done) {
        return past_.hashes.chain;
    }
    if (ticks_done < from || ticks_done > past_.ticks_done) {
        return std::nullopt;
    }
    return past_.chains[ticks_done - from];
}

std::uint64_t Resumption::missing(const Tail& tail) const {
    return tail.ticks_done - std::min(tail.ticks_done, past_.ticks_done) - tail.records.size();
}

std::optional<Bring> Resumption::add(PeerId guest, const std::optional<HeldPast>& claimed) {
    Tail tail;
    tail.ticks_done = claimed ? claimed->ticks_done : 0;
    tail.chain = claimed ? claimed->chain : sim::ChainHash{};
    tail.is_settled = tail.ticks_done <= past_.ticks_done || !past_.takes_tails;
    const bool is_asked = !tail.is_settled;
    tails_[guest] = std::move(tail);
    return is_asked ? std::optional(Bring{past_.ticks_done}) : std::nullopt;
}

Result<void> Resumption::receive(PeerId guest, const Brought& brought) {
    const auto found = tails_.find(guest);
    if (found == tails_.end() || found->second.is_settled) {
        return Error{ErrorCode::bad_data, "", "a message out of its turn"};
    }
    Tail& tail = found->second;
    const std::uint64_t next = past_.ticks_done + tail.records.size();
    if (brought.from != next || brought.records.size() > missing(tail)) {
        return Error{ErrorCode::bad_data, "",
                     "it brings records from tick " + std::to_string(brought.from) + ", but " +
                         std::to_string(missing(tail)) + " from tick " + std::to_string(next) +
                         " are awaited"};
    }
    for (const sim::Bytes& record : brought.records) {
        tail.bytes += record.size() + sizeof(record);  // a record of no bytes takes memory
        tail.records.push_back(record);
    }
    if (tail.bytes > k_brought_bytes_max) {
        return Error{ErrorCode::bad_data, "", "it brings more than any match has"};
    }
    // Records that the guest does not have any more cannot be missed twice.
    tail.is_settled = brought.records.empty();
    return {};
}

std::vector<PeerId> Resumption::try_out(const sim::AnySimulation& game, const Setup& setup) {
    std::vector<PeerId> wrong;
    std::uint64_t steps = 0;
    for (auto& [guest, tail] : tails_) {
        if (tail.is_settled || missing(tail) > 0 || steps >= k_tried_per_call) {
            continue;
        }
        bool is_playable = true;
        if (!tail.copy) {
            tail.copy = std::make_unique<sim::Timeline>(game.clone());
            is_playable =
                tail.copy->start_at(setup, past_.ticks_done, past_.state, past_.hashes).has_value();
        }
        while (is_playable && tail.copy->ticks_done() < tail.ticks_done &&
               steps < k_tried_per_call) {
            ++steps;
            is_playable =
                tail.copy->advance(tail.records[tail.copy->ticks_done() - past_.ticks_done])
                    .has_value();
        }
        if (!is_playable || tail.copy->ticks_done() == tail.ticks_done) {
            tail.is_settled = true;
            tail.is_sound = is_playable && tail.copy->chain() == tail.chain;
            tail.copy.reset();
            if (!tail.is_sound) {
                wrong.push_back(guest);
            }
        }
    }
    return wrong;
}

bool Resumption::is_settled(PeerId guest) const {
    const auto found = tails_.find(guest);
    return found != tails_.end() && found->second.is_settled;
}

const std::vector<sim::Bytes>& Resumption::longest() const {
    static const std::vector<sim::Bytes> k_none;
    const std::vector<sim::Bytes>* longest = &k_none;
    for (const auto& [guest, tail] : tails_) {
        if (tail.is_sound && tail.records.size() > longest->size()) {
            longest = &tail.records;
        }
    }
    return *longest;
}

}  // namespace tandem::net
