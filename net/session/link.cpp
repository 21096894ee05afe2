// SPDX-License-Identifier: MIT
// Makes packets for a peer, and reads from a peer's packet which inputs it has.
#include <tandem/net/session/link.hpp>

#include <algorithm>
#include <utility>

#include <tandem/net/wire/terms.hpp>

namespace tandem::net {
namespace {

// A flush may take so many packets. Ordinary windows fit into one; after a long stall more help the
// peer to catch up.
constexpr std::size_t k_packets_per_flush_max = 8;
// If nothing is answered, one packet takes the place of those of 100 ms, six at 60 Hz. It has so
// many times as many inputs as one of them on the short way.
constexpr std::uint64_t k_oldest_times = 3;
// So many hashes may wait until we have simulated as far. Older ones are left out: a later one
// that is equal stands for them.
constexpr std::size_t k_told_max = 256;

}  // namespace

Link::Link(PeerId id, std::vector<std::uint32_t> slots, std::uint32_t players, Time now)
    : id_(id),
      slots_(std::move(slots)),
      flows_(players),
      heard_(now),
      sent_(now),
      last_acked_(now) {}

bool Link::speaks_for(std::uint32_t slot) const {
    return slot < flows_.size() && !std::binary_search(slots_.begin(), slots_.end(), slot);
}

void Link::go_on_from(const std::vector<std::uint64_t>& ticks) {
    for (std::uint32_t slot = 0; slot < flows_.size(); ++slot) {
        skip_to(slot, ticks[slot]);
    }
}

// ---- Sending ----

wire::PacketHead Link::make_head(const PacketSources& sources, Time now) {
    Pace& pace = sources.pace;
    wire::PacketHead head;
    head.number = static_cast<std::uint8_t>(pace.on_sent(id_, now));
    // Every packet is answered once: with the next one.
    const auto& newest = pace.line(id_).newest();
    if (newest && newest->number != echoed_ && !pace.waited_unseen(id_)) {
        if (const auto held = wire::held_code(now - newest->at + pace.unseen())) {
            head.echo = wire::Echo{static_cast<std::uint8_t>(newest->number), *held};
            echoed_ = newest->number;
        }
    }
    const auto loss_run = static_cast<std::uint8_t>(pace.line(id_).loss_run());
    if (pace.strain() != wire::Strain::none || loss_run != 0 || sources.way_beyond) {
        head.extras = wire::Extras{pace.strain(), loss_run, std::nullopt};
        if (sources.way_beyond) {
            head.extras->way_beyond = wire::way_code(*sources.way_beyond);
        }
    }
    if (pace.is_paced()) {
        head.due = wire::due_parts(pace.match_time().value(), pace.match_time().period());
    } else {
        head.base = sources.ticks_done;
    }
    head.hash = sources.hash;
    head.says_known = says_known(sources);
    return head;
}

void Link::add_acks(const PacketSources& sources, wire::PacketWriter& writer) {
    for (std::uint32_t slot = 0; slot < flows_.size(); ++slot) {
        if (!speaks_for(slot)) {
            continue;
        }
        wire::Ack ack{slot, sources.agreement.inputs(slot).next(), std::nullopt};
        const auto slack = std::exchange(flows_[slot].untold_slack, std::nullopt);
        if (slack && sources.tells_slack) {
            ack.slack = static_cast<std::int8_t>(
                std::clamp<std::int32_t>(*slack, wire::Ack::slack_min, wire::Ack::slack_max));
        }
        writer.add_ack(ack);
    }
}

// Sends again the inputs that were sent a round trip ago and are not acknowledged. Returns whether
// a round begins.
bool Link::begin_round(const PacketSources& sources, Time now) {
    const bool begins = !sources.thrift || (!sources.thrift->is_silent &&
                                            now - round_began_ >= sources.thrift->again_after);
    round_began_ = begins ? now : round_began_;
    for (const std::uint32_t slot : slots_) {
        Flow& flow = flows_[slot];
        if (sources.thrift && begins) {
            flow.again_to = flow.due;
        }
        if (sources.thrift && (begins || flow.again_to == 0)) {
            flow.cursor = 0;
        }
    }
    return begins;
}

// On a way as short as it can be, all unacknowledged inputs are sent. On a longer one that would
// fill its queue more and more, so an input stands in as many packets as on the short way.
std::uint64_t Link::first_to_send(const Flow& flow, const InputLog& inputs,
                                  const PacketSources& sources) const {
    const std::uint64_t oldest = std::max(flow.cursor, flow.acked);
    if (!sources.thrift || oldest < flow.again_to) {
        return inputs.after_gap(oldest);
    }
    if (sources.thrift->is_silent) {
        return inputs.after_gap(flow.acked);
    }
    const std::uint64_t newest = inputs.next() - std::min(inputs.next(), sources.thrift->inputs);
    return inputs.after_gap(std::max(oldest, std::min(flow.sent, newest)));
}

// True if a run does not begin where the acknowledged inputs end.
bool Link::says_known(const PacketSources& sources) const {
    return std::any_of(slots_.begin(), slots_.end(), [&](std::uint32_t slot) {
        const InputLog& inputs = sources.agreement.inputs(slot);
        const std::uint64_t first = first_to_send(flows_[slot], inputs, sources);
        return !flows_[slot].is_flushed && first < inputs.next() &&
               known_before(slot, first, sources) != first;
    });
}

// The last input before `first` that the peer has acknowledged is the one before this tick.
std::uint64_t Link::known_before(std::uint32_t slot, std::uint64_t first,
                                 const PacketSources& sources) const {
    const bool begins = sources.agreement.presence(slot).begins_at(first);
    return begins ? first : std::min(first, flows_[slot].acked);
}

// Adds runs from the oldest unacknowledged input of each slot on, or from the place where the last
// packet ran out of room. So a window larger than a flush is still sent whole in turn, and no slot
// waits for another one for ever. Returns whether all fit.
bool Link::add_runs(const PacketSources& sources, wire::PacketWriter& writer) {
    for (; turn_ < slots_.size(); ++turn_) {
        if (!add_run(slots_[turn_], sources, writer)) {
            return false;
        }
    }
    turn_ = 0;
    return std::all_of(slots_.begin(), slots_.end(),
                       [&](std::uint32_t slot) { return flows_[slot].is_flushed; });
}

// Returns whether everything of this slot fits.
bool Link::add_run(std::uint32_t slot, const PacketSources& sources, wire::PacketWriter& writer) {
    const InputLog& inputs = sources.agreement.inputs(slot);
    const bool is_withheld = withheld_from_ && slot == sources.own.index;
    const std::uint64_t last =
        is_withheld ? std::min(inputs.next(), *withheld_from_) : inputs.next();
    Flow& flow = flows_[slot];
    const std::uint64_t first = first_to_send(flow, inputs, sources);
    const std::uint64_t most = sources.thrift && sources.thrift->is_silent
                                   ? k_oldest_times * sources.thrift->inputs
                                   : inputs.next();
    const std::uint64_t end = std::min({inputs.run_end(first), last, first + most});
    const std::uint64_t known = known_before(slot, first, sources);
    const auto previous = sources.agreement.before(slot, known);
    if (flow.is_flushed || first >= end || !previous) {
        flow.is_flushed = true;
        return true;
    }
    const std::uint64_t added = writer.add_run(
        {slot, first, known, *previous, end - first},
        wire::InputsAt([&](std::uint64_t index) { return inputs.at(first + index); }));
    flow.sent = std::max(flow.sent, first + added);
    flow.is_flushed = inputs.after_gap(first + added) >= last || added == most;
    flow.cursor = flow.is_flushed ? 0 : first + added;
    flow.again_to = flow.is_flushed || flow.cursor >= flow.again_to ? 0 : flow.again_to;
    // Behind a gap it goes on in the next packet: a slot has one run in each.
    return flow.is_flushed;
}

std::vector<sim::Bytes> Link::make_packets(const PacketSources& sources, Time now) {
    std::vector<sim::Bytes> packets;
    for (Flow& flow : flows_) {
        flow.is_flushed = false;
    }
    const bool begins_round = begin_round(sources, now);
    bool is_whole = false;
    // Behind a queue one packet of repeated inputs is enough: the next goes on where it ended.
    const bool is_again = std::any_of(slots_.begin(), slots_.end(), [&](std::uint32_t slot) {
        return flows_[slot].again_to > flows_[slot].acked;
    });
    const bool is_one = sources.thrift && (is_again || sources.thrift->is_silent);
    const std::size_t most = is_one ? 1 : k_packets_per_flush_max;
    while (!is_whole && packets.size() < most) {
        sim::Bytes& packet = packets.emplace_back();
        wire::PacketWriter writer(make_head(sources, now), sources.format, k_packet_bytes_max,
                                  packet);
        if (packets.size() == 1) {
            add_acks(sources, writer);
        }
        is_whole = add_runs(sources, writer);
        writer.finish();
    }
    for (const std::uint32_t slot : slots_) {
        flows_[slot].due = begins_round ? flows_[slot].sent : flows_[slot].due;
    }
    sent_ = now;
    wants_flush_ = false;
    owes_answer_ = false;
    owes_copy_ = false;
    hears_again_ = false;
    return packets;
}

bool Link::awaits_acks(const Agreement& agreement) const {
    return std::any_of(slots_.begin(), slots_.end(), [&](std::uint32_t slot) {
        return flows_[slot].acked < agreement.inputs(slot).next();
    });
}

// ---- Receiving ----

bool Link::receive_ack(const Agreement& agreement, const wire::Ack& ack) {
    const bool is_ours = ack.slot < flows_.size() && !speaks_for(ack.slot);
    if (!is_ours) {
        return false;
    }
    // A peer that began in the middle of the match counts an absent slot's ticks before as had.
    const std::uint64_t had = std::max(flows_[ack.slot].acked, agreement.inputs(ack.slot).next());
    if (ack.next > had) {
        return false;
    }
    flows_[ack.slot].acked = std::max(flows_[ack.slot].acked, ack.next);
    return true;
}

// A peer that acknowledges one slot and not another makes no progress.
void Link::on_acks(const Agreement& agreement, Time period, Time now) {
    std::optional<std::uint64_t> least;
    for (const std::uint32_t slot : slots_) {
        if (flows_[slot].acked < agreement.inputs(slot).next()) {
            least = std::min(least.value_or(flows_[slot].acked), flows_[slot].acked);
        }
    }
    if (!least) {
        liveness.clear(Owed::acknowledgements);
        last_acked_ = now;
    } else if (*least > least_acked_) {
        liveness.pay(Owed::acknowledgements, *least - least_acked_, period);
        least_acked_ = *least;
        last_acked_ = now;
    }
}

void Link::update_debts(const Agreement& agreement, bool holds_up, bool lacks_history,
                        Time elapsed) {
    liveness.owe(Owed::any_sign, elapsed);
    // Only inputs pay for these, so a peer that gives them in bursts is in debt between the bursts.
    if (holds_up) {
        liveness.owe(Owed::inputs, elapsed);
    }
    liveness.update(Owed::acknowledgements, awaits_acks(agreement), elapsed);
    liveness.update(Owed::history, lacks_history, elapsed);
}

void Link::on_slack(std::uint32_t slot, std::int32_t slack_ticks) {
    auto& untold = flows_[slot].untold_slack;
    untold = std::min(untold.value_or(slack_ticks), slack_ticks);
}

void Link::retract(std::uint32_t slot, std::uint64_t tick) {
    Flow& flow = flows_[slot];
    flow.cursor = 0;
    for (std::uint64_t* until : {&flow.acked, &flow.sent, &flow.due, &flow.again_to}) {
        *until = std::min(*until, tick);
    }
}

void Link::skip_to(std::uint32_t slot, std::uint64_t tick) {
    Flow& flow = flows_[slot];
    flow = {};
    flow.acked = tick;
    flow.sent = tick;
    flow.coded_from = tick;
}

// ---- Comparing ----

void Link::receive_hash(const wire::HashPoint& hash) {
    if (!compares_) {
        last_told_ = hash;
        return;
    }
    if (hash.ticks_done <= ticks_told_) {
        return;
    }
    ticks_told_ = hash.ticks_done;
    last_told_ = hash;
    told_.push_back(hash);
    if (told_.size() > k_told_max) {
        told_.pop_front();
    }
}

std::optional<wire::HashPoint> Link::compare(const History& history, Time period) {
    while (!told_.empty()) {
        const wire::HashPoint told = told_.front();
        const Moment* ours = history.find(told.ticks_done);
        if (ours == nullptr && !history.has_forgotten(told.ticks_done)) {
            return std::nullopt;  // not simulated yet
        }
        if (ours != nullptr &&
            static_cast<std::uint32_t>(ours->hashes.chain.value) != told.chain_low) {
            return told;
        }
        told_.pop_front();
        if (ours != nullptr && told.ticks_done > ticks_compared_) {
            liveness.pay(Owed::history, told.ticks_done - ticks_compared_, period);
            ticks_compared_ = told.ticks_done;
        }
    }
    return std::nullopt;
}

void Link::believe_told(std::uint64_t ticks, Time period) {
    told_.clear();
    const std::uint64_t believed = std::min(ticks_told_, ticks);
    if (believed > ticks_compared_) {
        liveness.pay(Owed::history, believed - ticks_compared_, period);
        ticks_compared_ = believed;
    }
}

void Link::ignore_told_before(std::uint64_t ticks) {
    told_.clear();
    ticks_told_ = std::max(ticks_told_, ticks);
}

void Link::stop_comparing() {
    told_.clear();
    compares_ = false;
}

void Link::restart_comparing(std::uint64_t ticks) {
    compares_ = true;
    told_.clear();
    ticks_told_ = ticks;
    ticks_compared_ = ticks;
}

}  // namespace tandem::net
