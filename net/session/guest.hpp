// SPDX-License-Identifier: MIT
// A side that joins a host. It checks what it receives, reports ready, and follows the host's
// decisions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/session/session.hpp>

namespace tandem::net {

// The ticket that the player of a slot keeps, of the secret that it was told.
SlotTicket ticket_of(const SlotSecret& secret);

class Guest final : public Session {
public:
    static std::unique_ptr<Session> create(sim::AnySimulation simulation, JoinOptions options,
                                           InputSource source, sim::TickObserver* observer);

    std::optional<SlotTicket> own_slot_ticket() const override { return ticket_; }

private:
    Guest(sim::AnySimulation simulation, JoinOptions options, InputSource source,
          sim::TickObserver* observer);

    // ---- Handshake (guest_handshake.cpp) ----
    void receive_greeting(Peer& host, const Greeting& greeting);
    void receive_welcome(Peer& host, const Welcome& welcome);
    void receive_start(Peer& host, const Start& start);
    void receive_refusal(Peer& host, const Refusal& refusal);
    void receive_reset_report(Peer& host, const Autopsy& autopsy);
    void refuse(Peer& host, const Refusal& refusal);
    void watch_handshake() override;

    // ---- Receiving ----
    Time others_patience() const override;
    void greet(Peer& host) override;
    void receive_message(Peer& host, const Message& message) override;
    void receive_match_message(Peer& host, const Message& message);

    // ---- Coming back (guest_return.cpp) ----
    bool may_come_back() const;
    // True from the claim to a slot until the match is taken up.
    bool comes_back() const;
    void begin_return(Peer& host, const std::string& text);
    void watch_return() override;
    void call_again();
    void lose_while_returning(PeerId id, LeftReason reason, const std::string& text);
    void give_up_return(const std::string& why);
    Claim make_claim(const Peer& host) const;
    bool can_go_back_to(std::uint64_t ticks_done) const;
    void receive_welcome_back(Peer& host, const Welcome& welcome);
    void receive_rejoin(Peer& host, Rejoin rejoin);
    std::optional<std::string> find_wrong_rejoin(const Peer& host, const Rejoin& rejoin) const;
    std::optional<HeldPast> claimed_past() const;
    bool follow_presence(const Rejoin& rejoin);
    void go_on_with_own_state(Peer& host, const Rejoin& rejoin);
    void go_on_in_next_generation(Peer& host, const Rejoin& rejoin);
    void resume_play(Peer& host, const Rejoin& rejoin, const std::vector<std::uint64_t>& has);
    void receive_bring(Peer& host, const Bring& bring);
    const sim::Bytes* recorded(std::uint64_t tick) const;
    sim::Bytes state_to_begin_with() const;
    void go_on_fetching(Peer& host);
    void receive_part(Peer& host, const Part& part);
    void receive_pieces(Peer& host, const Pieces& pieces);
    void begin_at_given_state(Peer& host);

    // ---- Following the host (guest_decisions.cpp) ----
    void receive_end(Peer& host, const End& end);
    void receive_absent(Peer& host, const Absent& absent);
    void receive_own_absence(Peer& host, const Absent& absent);
    void receive_hosts_absence(Peer& host, const Absent& absent);
    void receive_present(Peer& host, const Present& present);
    void receive_gone(Peer& host, const Gone& gone);
    void receive_holdup(Peer& host, const Holdup& holdup);
    void receive_approach(Peer& host, const Approach& approach);
    void receive_bye(Peer& host, const Bye& bye);
    void end_own_inputs(std::uint64_t tick, sim::EndReason reason) override;
    void lose(PeerId id, LeftReason reason, const std::string& text) override;
    std::uint64_t certain_ticks() override;
    // The host has our inputs of the ticks before this one, or its history says so.
    std::uint64_t certain_until(const Peer& host) const;
    void watch_progress(Peer& host);
    void report_stall(Peer& host);
    void come_back(Peer& host);
    void watch_match() override;
    void compare();
    void settle_disputes() override;
    void try_finish() override;
    void part_after_standstill(Time lasted) override;
    std::string own_text() const;
    Peer* host();

    JoinOptions join_;
    std::optional<Waiting> held_up_;  // the host's last report, until it is over
    std::uint64_t certain_ = 0;
    bool is_absent_ = false;
    std::uint64_t absent_from_ = 0;
    std::optional<Time> said_back_;  // that we have caught up, and wait for the host's answer
    bool is_judged_ = false;         // the host has said who is the odd one
    std::optional<Time> joining_since_;

    // The host is lost, and called again.
    struct Away {
        Time since{0};
        Time called{0};
        std::string why;
        std::optional<HeldPast> past;  // as it was claimed last
    };
    // A state that the host gives.
    struct Fetch {
        Rejoin rejoin;
        std::unique_ptr<OwnState> base;
        std::unique_ptr<StateWalk> walk;
        Time since{0};
        Time nearer_at{0};
        Time told{0};
        sim::Bytes parts;  // a message that is not complete
    };
    std::optional<SlotTicket> ticket_;
    std::optional<Away> away_;
    std::optional<HeldPast> first_past_;  // as it was claimed before the match runs here
    std::unique_ptr<Fetch> fetch_;
    bool lost_inputs_ = false;  // those in our hands are of the place where a state is fetched
};

}  // namespace tandem::net
