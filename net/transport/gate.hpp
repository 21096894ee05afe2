// SPDX-License-Identifier: MIT
// The layer between ENet and the socket: the door before connections, the seal around every
// datagram of them, and the way that they take. It is a state machine without sockets. It knows
// ENet's datagrams, but none of its types; the places of its connections are asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <tandem/net/transport/door.hpp>
#include <tandem/net/transport/knocker.hpp>
#include <tandem/net/transport/way.hpp>

namespace tandem::net {

class Gate {
public:
    // ENet's place of the connection with this id, if it has one. A guest has a single place, 0.
    using PlaceOf = std::function<std::optional<std::uint16_t>(std::uint32_t id)>;
    // How many channels a connection has; one that wants another number gets no place.
    static constexpr std::uint32_t k_channels = 2;
    // A connection without a place of ENet's is kept so long after it last asked
    // for one.
    static constexpr Time k_arrival_max = std::chrono::seconds(3);
    // The most refusals that are noted in a minute, and kept. A stranger who likes to be refused
    // must not fill somebody's screen.
    static constexpr std::size_t k_refusals_max = 16;

    // A host's gate, and that of a guest who calls a host at this address. `seed` is random and for
    // this gate alone.
    Gate(Door door, const SecretKey& seed);
    Gate(Knocker knocker, sim::ByteView host_address, const SecretKey& seed);

    // The decision about a datagram.
    struct Taken {
        bool passes = false;          // ENet gets it
        sim::Bytes content{};         // and reads this in place of what came
        bool asks_for_place = false;  // it asks ENet for a place
        // The address of its connection, which ENet is to take for that of the datagram.
        sim::Bytes way{};
        // The place of its connection, which sends to `way` from now on.
        std::optional<std::uint16_t> place{};
        sim::Bytes answer{};  // to send back to where it came from; empty: nothing
    };
    // Takes a datagram, and the bytes of the address it came from.
    Taken receive(sim::ByteView datagram, sim::ByteView address, const PlaceOf& place_of, Time now);
    // Seals a datagram of ENet's that has the id of its connection in the place of its checksum. It
    // must be of a connection that this gate let in (asserted).
    sim::Bytes seal(sim::ByteView datagram);
    // The number that both sides of the connection with this id know (asserted to be here).
    const Binding& binding(std::uint32_t id);

    // A host's gate frees the numbers of connections that have ended or never began.
    void forget(const PlaceOf& place_of, Time now);

    // True while a host's gate has let somebody in whose place nobody has spoken from yet.
    bool awaits_arrival() const;

    // A guest's gate returns the datagram to send to the host now, if one is due.
    std::optional<sim::Bytes> due(Time now);
    // The addresses to send it to: the one that was given, and the one that the host moved to.
    const std::vector<sim::Bytes>& host_addresses() const { return host_addresses_; }
    // A guest's gate returns once, when the door has opened, the address that ENet is to connect
    // to.
    std::optional<sim::Bytes> extract_entry();
    // A guest's gate gives its connection up and begins again at the door.
    void restart(Time now);
    // True while a guest is still before the door, or has not used that it opened.
    bool is_knocking() const { return has_entered_ || (knocker_ && knocker_->is_knocking()); }
    // The connections that did not come about since the last call.
    std::vector<Refusal> extract_refusals();

private:
    // A sealed connection.
    struct SealedLine {
        Seal seal;
        Binding binding;
        Way way;
        Time asked{0};                      // when it was let in, or last asked ENet for a place
        std::optional<std::uint32_t> id{};  // ENet's of it, once it has asked for a place
        bool had_place = false;             // it was heard from its place
    };
    using Lines = std::map<std::uint8_t, SealedLine>;

    Taken receive_at_door(sim::ByteView datagram, sim::ByteView address, Time now);
    Taken receive_sealed(sim::ByteView datagram, sim::ByteView address, const PlaceOf& place_of,
                         Time now);
    bool judge(SealedLine& line, sim::ByteView plain, const PlaceOf& place_of, Time now,
               Taken& taken) const;
    Taken receive_way(Lines::value_type& entry, const WayMessage& message, bool is_newest,
                      sim::ByteView address, const PlaceOf& place_of, Time now);
    bool asks_for_place(SealedLine& line, sim::ByteView plain, const PlaceOf& place_of) const;
    Lines::iterator line_of(std::uint32_t id);
    void admit(Admission admission, sim::ByteView address, Time now);
    void on_refusal(const Refusal& refusal, Time now);

    CookieMaker tokens_;
    std::optional<Door> door_;        // a host's door
    std::optional<Knocker> knocker_;  // a guest's knocker
    std::vector<sim::Bytes> host_addresses_;
    bool has_entered_ = false;
    Lines lines_;
    std::vector<Refusal> refusals_;
    Time minute_{0};  // since when `noted_` is counted
    std::size_t noted_ = 0;
};

}  // namespace tandem::net
