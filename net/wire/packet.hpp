// SPDX-License-Identifier: MIT
// An unreliable packet of wire version 6. A side tells a peer about time, its history and the
// inputs it has received, and sends the inputs that the peer lacks. PROTOCOL.md describes each bit.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/wire/bits.hpp>
#include <tandem/net/wire/input_coding.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net::wire {

// ---- Durations in eight bits ----

// The code nearest to how long a packet was held: in steps of 0.25 ms below 32 ms, then of 1.75 ms.
// A time longer than k_held_max has no code, and a negative one counts as 0.
inline constexpr std::chrono::microseconds k_held_max{254'250};
std::optional<std::uint8_t> held_code(std::chrono::nanoseconds held);
std::chrono::microseconds held_time(std::uint8_t code);

// The code nearest to the length of a way: within 0.125 ms below 14 ms, then within 1.8 %, and the
// last code for everything longer than k_way_max. A negative one counts as 0.
inline constexpr std::chrono::microseconds k_way_max{1'984'000};
std::uint8_t way_code(std::chrono::nanoseconds way);
std::chrono::microseconds way_time(std::uint8_t code);

// ---- The parts of a packet ----

// The newest packet that came from the receiver.
struct Echo {
    std::uint8_t number = 0;     // its number
    std::uint8_t held_code = 0;  // how long ago it came, see held_time()
    friend bool operator==(const Echo&, const Echo&) = default;
};

// The state of the sender's machine.
enum class Strain : std::uint8_t {
    none = 0,    // it keeps up
    slow = 1,    // it is too slow for the game
    frozen = 2,  // it did not run for a while
};

// Facts that are seldom worth telling.
struct Extras {
    static constexpr std::uint8_t loss_run_max = 15;
    Strain strain = Strain::none;
    std::uint8_t loss_run = 0;  // the most packets of the receiver lost in a row lately; 15 or more
    std::optional<std::uint8_t> way_beyond;  // from a host to its farthest other guest, way_time()
    friend bool operator==(const Extras&, const Extras&) = default;
};

// The sender's history: the low half of its chain after so many ticks.
struct HashPoint {
    std::uint64_t ticks_done = 0;
    std::uint32_t chain_low = 0;
    friend bool operator==(const HashPoint&, const HashPoint&) = default;
};

// Due ticks are told in so many parts of a tick.
inline constexpr std::uint64_t k_due_parts = 16;
// A match time in these parts of a tick, rounded down, and back.
std::uint64_t due_parts(std::chrono::nanoseconds match_time, std::chrono::nanoseconds period);
std::chrono::nanoseconds due_time(std::uint64_t parts, std::chrono::nanoseconds period);

// Every packet begins with this.
struct PacketHead {
    std::uint8_t number = 0;  // this packet's number on this link; 0 follows 255
    std::optional<Echo> echo;
    std::optional<Extras> extras;
    // The sender's due ticks in sixteenths of a tick. An unpaced side has none.
    std::optional<std::uint64_t> due;
    // Any tick near those that the packet speaks of. It counts if `due` is absent.
    std::uint64_t base = 0;
    std::optional<HashPoint> hash;
    // True if each run says which input it is coded against; else that is the one before it.
    bool says_known = false;

    // The tick from which the packet's other ticks are counted: due's whole part, or base. None of
    // them may be further away than k_small_signed_max (asserted by the writer).
    std::uint64_t origin() const { return due ? *due / k_due_parts : base; }
    friend bool operator==(const PacketHead&, const PacketHead&) = default;
};

// "I have every input of this slot before `next`."
struct Ack {
    static constexpr std::int8_t slack_min = -32;
    static constexpr std::int8_t slack_max = 31;
    std::uint32_t slot = 0;
    std::uint64_t next = 0;
    // How many ticks before its use an input of this slot arrived, the least since the last packet.
    std::optional<std::int8_t> slack;
    friend bool operator==(const Ack&, const Ack&) = default;
};

// The inputs of one slot for `count` ticks from `first` on.
struct Run {
    std::uint32_t slot = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::size_t index = 0;  // the first one's index in Packet::inputs
    // It is coded against the input before this tick, which the receiver has acknowledged: `first`,
    // or an earlier one.
    std::uint64_t known = 0;
};

// A decoded packet. Decoding into the same object again reuses its memory.
struct Packet {
    PacketHead head;
    std::vector<Ack> acks;  // slots ascend
    std::vector<Run> runs;  // slots ascend
    InputTable inputs;      // the inputs of all runs
    // True if the rest was left out, because the input before a run is not known here any more.
    bool is_cut = false;
};

// ---- Writing ----

// Both sides of a match know this.
struct PacketFormat {
    std::uint32_t players = 0;
    InputFormat inputs;
};

// Writes one packet: head, acknowledgements, runs.
class PacketWriter {
public:
    // The fewest bytes that a packet may be limited to: a head fits into them for sure, with the
    // bits that say of up to 64 players that nothing follows.
    static constexpr std::size_t bytes_min = 64;

    // Clears `out` and writes at most `bytes_max` bytes into it. `format` and `out` must outlive
    // the writer.
    PacketWriter(const PacketHead& head, const PacketFormat& format, std::size_t bytes_max,
                 sim::Bytes& out);

    // Slots ascend, and all acknowledgements come before the first run (asserted). A slack beyond
    // its bounds is clamped. Returns false, and adds nothing, if it does not fit.
    bool add_ack(const Ack& ack);
    // The inputs of a slot that may be added: as many of the `available` ones from tick `first` on
    // as fit. `previous` is the input before tick `known`, which the receiver has; for tick 0 the
    // idle input. `known` is `first`, or an earlier tick if the head says that runs tell it
    // (asserted).
    struct Offer {
        std::uint32_t slot = 0;
        std::uint64_t first = 0;
        std::uint64_t known = 0;
        sim::ByteView previous;
        std::uint64_t available = 0;
    };
    // Returns how many were added. Slots ascend (asserted).
    std::uint64_t add_run(const Offer& offer, InputsAt inputs);
    // Fills the last byte. Call it once, at the end.
    void finish();

private:
    void write_slot(std::uint32_t slot);
    // Puts the bits of the slots before `slot` that are not in the list.
    void skip_slots(std::uint32_t slot);
    void begin_runs();
    std::int64_t distance(std::uint64_t tick) const;

    const PacketFormat* format_;
    std::uint64_t origin_;
    std::size_t bits_max_;
    BitWriter writer_;
    std::uint32_t next_slot_ = 0;  // in the list that is being written
    bool is_in_runs_ = false;
    bool says_known_;
};

// ---- Reading ----

// The inputs that the receiver knows.
class KnownInputs {
public:
    virtual ~KnownInputs() = default;
    // The input of the slot for the tick before `tick`, or the idle input if `tick` is 0. Returns
    // nothing if it is not known, or not any more. It is valid until the packet is decoded. For
    // each slot keep the input before the largest Run::known that its sender has named, and all
    // later ones: the sender may name that tick again until it hears of a later acknowledgement.
    virtual std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t tick) const = 0;
};

// The receiver knows this when a packet comes.
struct PacketContext {
    const PacketFormat* format = nullptr;
    const KnownInputs* known = nullptr;
    // The receiver's own due ticks in sixteenths, or its ticks done times 16: the value nearest to
    // it counts among all those with the low bits of a packet's due or base.
    std::uint64_t reference = 0;
};

// Decodes a packet into `out`. Only what PacketWriter writes is accepted, bit by bit; after an
// error the content of `out` means nothing. The work is bounded by the packet's size: it has at
// least one bit for each input.
sim::Result<void> decode_packet(sim::ByteView bytes, const PacketContext& context, Packet& out);

}  // namespace tandem::net::wire
