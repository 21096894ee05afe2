// SPDX-License-Identifier: MIT
// The guest before a host's door: it knocks, shows its cookie and its key, and is let in or told
// why not. It is a state machine without sockets: datagrams and time go in, datagrams come out.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <tandem/net/transport/door_message.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class Knocker {
public:
    // Makes a guest with this key, or without one. `seed` is random and for this guest alone.
    Knocker(std::optional<MatchKey> key, SecretKey seed);

    // The datagram to send now, if one is due: it knocks, and repeats a message without an answer.
    std::optional<sim::Bytes> due(Time now);
    // Takes a datagram from the host's address. Returns what to send back at once. To stretch a
    // passphrase takes some tenths of a second within this call.
    std::optional<sim::Bytes> receive(sim::ByteView datagram, Time now);

    // Gives the connection that it was let in with, once.
    std::optional<Admission> extract_entry() { return std::exchange(entry_, std::nullopt); }
    // Begins again at the door, wherever it was. A passphrase is stretched again only for other
    // terms.
    void restart(Time now);
    // True until it is let in or turned away.
    bool is_knocking() const { return stage_ != Stage::over; }
    // The reason why there is no way in. Then nothing more is sent.
    const std::optional<Refusal>& refusal() const { return refusal_; }

private:
    enum class Stage : std::uint8_t { knocking, proving, over };

    std::optional<sim::Bytes> receive(const Answer& answer, Time now);
    void receive(const SecondMessage& second);
    std::optional<Refusal> misfit(const Answer& answer) const;
    // Returns false if this machine cannot, or has done it often enough.
    bool learn_shared(const KeyTerms& terms);
    void go_to(Stage stage, Time now);
    std::optional<sim::Bytes> turn_away(const Answer& answer, Refusal refusal);

    std::optional<MatchKey> key_;
    KeyKind kind_;
    KeyRatchet random_;
    std::uint64_t token_;
    Stage stage_ = Stage::knocking;
    Time next_{0};                 // when to send again
    Time pause_{0};                // and how long after that; 0: nothing was sent yet
    std::uint32_t sent_ = 0;       // at this stage
    std::uint32_t stretched_ = 0;  // for this connection
    std::optional<KeyTerms> terms_;
    std::optional<SecretKey> shared_;  // for these terms
    std::optional<Noise> noise_;
    sim::Bytes first_;
    std::optional<Admission> entry_;
    std::optional<Refusal> refusal_;
};

}  // namespace tandem::net
