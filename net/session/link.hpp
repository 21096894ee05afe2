// SPDX-License-Identifier: MIT
// The link to one peer: the inputs that it has acknowledged and is sent again, the comparison of
// its history with ours, and its progress. A subscriber need not be a player.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <tandem/net/session/agreement.hpp>
#include <tandem/net/session/history.hpp>
#include <tandem/net/session/liveness.hpp>
#include <tandem/net/session/pace.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/packet.hpp>

namespace tandem::net {

// A packet is made of this, the same for all links of a side.
struct PacketSources {
    const Agreement& agreement;
    const wire::PacketFormat& format;
    Pace& pace;
    std::optional<wire::HashPoint> hash;  // that of the last tick simulated
    std::uint64_t ticks_done = 0;
    Slot own;                        // our own slot
    std::optional<Time> way_beyond;  // for this link
    std::optional<Thrift> thrift{};  // for this link
    // True if slack is told. It is not told while somebody who needs the same inputs tells us none.
    bool tells_slack = true;
};

class Link {
public:
    // `slots` are the ones whose inputs the peer is sent; it sends the others. They ascend.
    Link(PeerId id, std::vector<std::uint32_t> slots, std::uint32_t players, Time now);

    // Goes on where another link ended: every input of each slot before these ticks is here and
    // there.
    void go_on_from(const std::vector<std::uint64_t>& ticks);

    // ---- Sending ----
    // The packets that are due now; normally one.
    std::vector<sim::Bytes> make_packets(const PacketSources& sources, Time now);
    // Sends no input of our own slot from `tick` on; an empty value lets all be sent.
    void withhold_from(std::optional<std::uint64_t> tick) { withheld_from_ = tick; }
    // Something new is to be sent with the next tick.
    void want_flush() { wants_flush_ = true; }
    // Something came that must be acknowledged, or relayed.
    void want_answer() { owes_answer_ = true; }
    bool wants_flush() const { return wants_flush_; }
    bool owes_answer() const { return owes_answer_; }
    // The newest inputs are sent once more.
    void want_copy() { owes_copy_ = true; }
    bool owes_copy() const { return owes_copy_; }
    // True if something was sent that the peer has not acknowledged.
    bool awaits_acks(const Agreement& agreement) const;
    Time last_sent() const { return sent_; }

    // ---- Receiving ----
    // A sound packet came.
    void on_heard(Time now) {
        hears_again_ = hears_again_ || now - heard_ >= Line::k_silence;
        heard_ = now;
        liveness.clear(Owed::any_sign);
    }
    Time last_heard() const { return heard_; }
    // True if it came after a silence, and nothing was sent since.
    bool hears_again() const { return hears_again_; }
    // Takes an acknowledgement. Returns false if the input before `next` was never sent.
    bool receive_ack(const Agreement& agreement, const wire::Ack& ack);
    // Notes, after all acknowledgements of a packet, whether the slot that lags most got on.
    void on_acks(const Agreement& agreement, Time period, Time now);
    // The time when it last acknowledged something new.
    Time last_acked() const { return last_acked_; }
    // An input of this slot came with so much slack; the least is told with the next packet.
    void on_slack(std::uint32_t slot, std::int32_t slack_ticks);
    // The slack of our inputs that the peer told last, and the slack of its inputs here.
    std::optional<std::int32_t> slack_there;
    std::optional<std::int32_t> slack_here;
    // True if the peer speaks for this slot.
    bool speaks_for(std::uint32_t slot) const;

    // The peer has every input of the slot before this tick.
    std::uint64_t acked(std::uint32_t slot) const { return flows_[slot].acked; }
    // Our slot's inputs from `tick` on do not count any more.
    void retract(std::uint32_t slot, std::uint64_t tick);
    // The slot begins anew at `tick`.
    void skip_to(std::uint32_t slot, std::uint64_t tick);
    // Notes the tick before which lies the input that a packet of the peer is coded against.
    void set_coded_from(std::uint32_t slot, std::uint64_t known) {
        flows_[slot].coded_from = known;
    }
    std::uint64_t coded_from(std::uint32_t slot) const { return flows_[slot].coded_from; }

    // ---- Comparing ----
    // The peer tells a hash of its history.
    void receive_hash(const wire::HashPoint& hash);
    // Compares as far as both histories are known. Returns the first hash that differs.
    std::optional<wire::HashPoint> compare(const History& history, Time period);
    // Both histories are equal up to so many ticks.
    std::uint64_t ticks_compared() const { return ticks_compared_; }
    // The peer has told its history up to here.
    std::uint64_t ticks_told() const { return ticks_told_; }
    // Notes that they are equal up to here, which we know from elsewhere.
    void set_equal(std::uint64_t ticks) { ticks_compared_ = std::max(ticks_compared_, ticks); }
    // The newest hash that it told.
    const std::optional<wire::HashPoint>& last_told() const { return last_told_; }
    // Takes the peer's told history for equal, as far as `ticks`: somebody else compares it.
    void believe_told(std::uint64_t ticks, Time period);
    // Ignores hashes that the peer tells of ticks before this one.
    void ignore_told_before(std::uint64_t ticks);
    // Begins to compare anew at `ticks`. Hashes that the peer told before do not count.
    void restart_comparing(std::uint64_t ticks);
    // Ignores the peer's hashes until comparing is restarted: it plays other ticks than we.
    void stop_comparing();

    // Adds to the peer's debts after another `elapsed`. `holds_up` means that the match waits for
    // its inputs, `lacks_history` that it has told less than it should have.
    void update_debts(const Agreement& agreement, bool holds_up, bool lacks_history, Time elapsed);
    Liveness liveness;

    PeerId id() const { return id_; }
    const std::vector<std::uint32_t>& slots() const { return slots_; }

private:
    struct Flow {
        std::uint64_t acked = 0;     // the peer has every input before this one
        std::uint64_t cursor = 0;    // where to continue if not all fitted into one flush
        std::uint64_t sent = 0;      // every input before this one was sent
        std::uint64_t due = 0;       // and before this one a round trip ago or more
        std::uint64_t again_to = 0;  // unacknowledged inputs before this one are sent again now
        std::uint64_t coded_from = 0;
        std::optional<std::int32_t> untold_slack;
        bool is_flushed = false;  // the rest of a flush is for other slots
    };

    wire::PacketHead make_head(const PacketSources& sources, Time now);
    void add_acks(const PacketSources& sources, wire::PacketWriter& writer);
    bool begin_round(const PacketSources& sources, Time now);
    std::uint64_t first_to_send(const Flow& flow, const InputLog& inputs,
                                const PacketSources& sources) const;
    bool says_known(const PacketSources& sources) const;
    std::uint64_t known_before(std::uint32_t slot, std::uint64_t first,
                               const PacketSources& sources) const;
    bool add_runs(const PacketSources& sources, wire::PacketWriter& writer);
    bool add_run(std::uint32_t slot, const PacketSources& sources, wire::PacketWriter& writer);

    PeerId id_;
    std::vector<std::uint32_t> slots_;
    std::vector<Flow> flows_;  // by slot
    std::size_t turn_ = 0;     // the index of the slot whose inputs come next
    Time round_began_{0};      // when what was not acknowledged was last sent again
    Time heard_;
    Time sent_;
    Time last_acked_;
    std::uint64_t least_acked_ = 0;  // the least of all slots with unacknowledged inputs
    bool wants_flush_ = false;
    bool owes_answer_ = false;
    bool owes_copy_ = false;
    bool hears_again_ = false;
    std::optional<std::uint64_t> echoed_;  // the number of the packet that was echoed last

    std::deque<wire::HashPoint> told_;  // not compared yet, in order
    std::optional<wire::HashPoint> last_told_;
    std::uint64_t ticks_told_ = 0;
    std::uint64_t ticks_compared_ = 0;
    bool compares_ = true;
    std::optional<std::uint64_t> withheld_from_;
};

}  // namespace tandem::net
