// SPDX-License-Identifier: MIT
// The layer between ENet and the socket: the door before connections and, with a match key, the
// seal around every datagram of them. It is a state machine without sockets. It knows ENet's
// datagrams, but none of its types; the places of its connections are asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <tandem/net/transport/door.hpp>
#include <tandem/net/transport/knocker.hpp>

namespace tandem::net {

class Gate {
public:
    // ENet's place of the connection with this id, if it has one.
    using PlaceOf = std::function<std::optional<std::uint16_t>(std::uint32_t id)>;
    // How many channels a connection has; one that wants another number gets no place.
    static constexpr std::uint32_t k_channels = 2;
    // A connection without a place of ENet's is kept so long after it was last heard of.
    static constexpr Time k_arrival_max = std::chrono::seconds(3);
    // The most refusals that are noted in a minute, and kept. A stranger who likes to be refused
    // must not fill somebody's screen.
    static constexpr std::size_t k_refusals_max = 16;

    // A host's gate, and a guest's.
    explicit Gate(Door door, bool is_keyed);
    explicit Gate(Knocker knocker, bool is_keyed);

    // The decision about a datagram.
    struct Taken {
        bool passes = false;                  // ENet gets it
        std::optional<sim::Bytes> content{};  // and reads this in place of what came
        std::optional<Caller> caller{};       // it asks ENet for a place: proven or of_old
        // The place of its connection. It has the datagram's address from now on if the datagram is
        // the newest; else the datagram counts as from the place's address.
        std::optional<std::uint16_t> place{};
        bool is_newest = false;
        sim::Bytes answer{};  // to send back to where it came from; empty: nothing
    };
    // Takes a datagram, and the bytes of the address it came from. A guest must not be given any
    // that did not come from the host's address.
    Taken receive(sim::ByteView datagram, sim::ByteView address, const PlaceOf& place_of, Time now);
    // Seals a datagram of ENet's that has the id of its connection in the place of its checksum. It
    // must be of a connection that this gate let in (asserted).
    sim::Bytes seal(sim::ByteView datagram);

    // A host's gate frees the numbers of connections that have ended or never began.
    void forget(const PlaceOf& place_of, Time now);
    // A guest's gate returns the datagram to send to the host now, if one is due.
    std::optional<sim::Bytes> due(Time now);
    // A guest's gate returns once, when the door is open, the data for the CONNECT to send now.
    std::optional<std::uint32_t> extract_entry(Time now);
    // True while a guest is still before the door.
    bool is_knocking() const { return knocker_.has_value(); }
    // The connections that did not come about since the last call.
    std::vector<Refusal> extract_refusals();

private:
    // A sealed connection.
    struct SealedLine {
        Seal seal;
        Time heard{0};
        std::optional<std::uint32_t> id{};  // ENet's of it, once it has asked for a place
        bool had_place = false;             // it was heard from its place
    };

    Taken receive_at_door(sim::ByteView datagram, sim::ByteView address, Time now);
    Taken receive_naked(sim::ByteView datagram, sim::ByteView address, Time now) const;
    Taken receive_sealed(sim::ByteView datagram, const PlaceOf& place_of, Time now);
    bool asks_for_place(SealedLine& line, sim::ByteView plain, const PlaceOf& place_of);
    void on_refusal(const Refusal& refusal, Time now);

    bool is_keyed_;
    std::optional<Door> door_;        // a host's door
    std::optional<Knocker> knocker_;  // a guest's knocker, until it is let in or turned away
    std::map<std::uint8_t, SealedLine> lines_;
    std::vector<Refusal> refusals_;
    Time minute_{0};  // since when `noted_` is counted
    std::size_t noted_ = 0;
};

}  // namespace tandem::net
