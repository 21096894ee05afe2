// SPDX-License-Identifier: MIT
// The side that everyone connects to. It gives the setup, relays inputs, and decides from which
// tick to which players are absent and where the match ends.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/session/giver.hpp>
#include <tandem/net/session/resumption.hpp>
#include <tandem/net/session/session.hpp>
#include <tandem/net/session/spare.hpp>

namespace tandem::net {

class Host final : public Session {
public:
    static sim::Result<std::unique_ptr<Session>> create(sim::AnySimulation simulation,
                                                        HostOptions options, InputSource source,
                                                        sim::TickObserver* observer);

    void abandon(std::string why) override;
    const MatchTicket* own_match_ticket() const override { return &ticket_; }

private:
    // A player that returns at this tick, and a peer that does not know of it yet.
    struct Return {
        Slot slot;
        std::uint64_t tick = 0;
        std::set<PeerId> not_agreed;
    };

    Host(sim::AnySimulation simulation, HostOptions options, InputSource source,
         sim::TickObserver* observer);

    // ---- Handshake (host_handshake.cpp) ----
    void receive_greeting(Peer& peer, const Greeting& greeting);
    void receive_hello(Peer& peer, const Hello& hello);
    void welcome(Peer& peer, const Hello& hello, std::uint32_t slot);
    void receive_ready(Peer& peer, const Ready& ready);
    void refuse(Peer& peer, const Refusal& refusal);
    void start_match();
    // Gives the slot to somebody; returns what its player comes back with.
    SlotSecret give_slot(std::uint32_t slot);
    void begin();
    void watch_handshake() override;
    std::uint32_t guests() const;
    // How many players begin the match.
    std::uint32_t seats() const { return setup_.slots - open_slots_; }
    std::uint32_t free_slot() const;

    // ---- Who waits for the start (host_lobby.cpp) ----
    void watch_lobby();
    void drop_silent_guests();
    void start_if_all_live();
    // True if every slot has a guest that is ready and lives.
    bool may_start() const;
    void serve_newcomers();
    void refuse_as_full(Peer& peer);
    // The slot of the guest that is silent for longest, if that may be dead, is free afterwards.
    void drop_ghost();
    // A guest may be silent for so long while a newcomer asks for its slot.
    Time silence_max(const Peer& peer) const;

    // ---- Coming back (host_claims.cpp) ----
    void receive_claim(Peer& peer, const Hello& hello);
    std::optional<Refusal> find_wrong_secret(const Peer& peer, const Claim& claim) const;
    std::optional<Refusal> find_wrong_past(const Claim& claim) const;
    bool is_ahead(const Claim& claim) const;
    std::optional<sim::ChainHash> known_chain(std::uint64_t ticks_done) const;
    void replace_line(Peer& before);
    // Closes the connection of somebody who takes no part at present.
    void drop_line(PeerId id);
    bool may_await(const Peer& peer, LeftReason reason) const;
    std::uint64_t kept_for(const Peer& peer) const;
    // The player takes no part from `tick` on, and its slot waits for it.
    void open_slot(const Peer& peer, std::uint64_t tick, const std::string& text);
    // How long the match stands for a player; 0: it goes on.
    std::uint64_t waits_ms() const;
    // The first tick in which nobody else takes part. We are alone (asserted).
    std::uint64_t alone_at() const;
    void watch_standing();
    void end_standing(Slot last, const std::string& text);
    bool may_anybody_come() const;
    void keep_for_comers();
    void part_from_comers(const std::string& why);

    // ---- Going on with a match, and newcomers (host_resume.cpp) ----
    void await_history();
    void watch_resumption();
    void go_on_if_all_are_here();
    void go_on();
    std::uint64_t kept_of(const Claim& claim) const;
    bool awaits_newcomers_alone() const;
    std::optional<Slot> open_slot_for_newcomer() const;
    void receive_newcomer(Peer& peer, const Hello& hello);

    // ---- Bots (host_bots.cpp) ----
    void watch_bots();
    bool is_fillable(Slot slot) const;
    void fill(Slot slot);
    void make_way(Slot slot);
    void dismiss_bots();

    // ---- What they are given (host_giving.cpp) ----
    void serve_comers();
    void prepare_gift(std::uint64_t not_before);
    std::shared_ptr<const Gift> is_gift_fresh(std::uint64_t not_before) const;
    void serve_comer(Peer& peer);
    void send_backlog(Peer& peer);
    bool can_go_on(const Peer& peer) const;
    // By slot: what it has of the inputs, as far as it counts.
    std::vector<std::uint64_t> counted_inputs(const Peer& peer) const;
    Rejoin rejoin_at(const Peer& peer, std::uint64_t ticks_done) const;
    void send_rejoin(Peer& peer, Rejoin rejoin);
    void go_on_with(Peer& peer);
    void give(Peer& peer, std::shared_ptr<const Gift> gift);
    void attach(Peer& peer, const std::vector<std::uint64_t>& has);
    void receive_comer_message(Peer& peer, const Message& message);
    void get_nearer(Comer& comer) const;
    std::optional<std::uint64_t> ticks_behind(const Peer& peer) const;
    void watch_comers();

    // ---- Receiving ----
    Time others_patience() const override;
    sim::Result<void> check_inputs(const Peer& peer) override;
    void receive_message(Peer& peer, const Message& message) override;
    void receive_match_message(Peer& peer, const Message& message);

    // ---- What is due ----
    void watch_match() override;
    // Every guest's inputs pass through us, so all that we have played is certain.
    // Ticks that were played alone are, once somebody builds on them.
    std::uint64_t certain_ticks() override { return alone_from_; }
    sim::Result<void> play_last_ticks() override;

    // ---- Decisions (host_decisions.cpp) ----
    void receive_stop(Peer& peer, const Stop& stop);
    // Removes the guests that leave and whose last input has come.
    void let_go();
    void end_own_inputs(std::uint64_t tick, sim::EndReason reason) override;
    // The first tick in which a lost guest is absent.
    std::uint64_t lost_tick(const Peer& peer) const;
    std::uint64_t finish_tick(const Peer& peer) const;
    // True if at least two go on playing without this peer.
    bool has_others(const Peer& peer) const;
    bool awaits_somebody() const;
    void lose(PeerId id, LeftReason reason, const std::string& text) override;
    // The player takes no part from `tick` on. If nobody else is left or may come back, the match
    // ends there.
    void remove_player(const Peer& peer, std::uint64_t tick, sim::EndReason reason,
                       const Left& left);

    // ---- Progress (host_progress.cpp) ----
    void watch_progress();
    // The others play on without this peer, and it may return.
    void set_aside(Peer& peer, const std::string& text);
    void receive_back(Peer& peer, const Back& back);
    // The slot takes part from a tick on that lies behind all that anybody was asked for. Returns
    // that tick.
    std::uint64_t begin_presence(Slot slot, std::uint64_t asked, bool is_bot);
    void receive_agreed(Peer& peer, const Agreed& agreed);
    void forget_agreeing(PeerId id);
    void withhold_inputs();
    void watch_away();
    void report_stall();
    void part_after_standstill(Time lasted) override;

    // ---- Histories (host_desync.cpp) ----
    void compare();
    void settle_disputes() override;
    void settle_dispute(Peer& peer, bool is_odd);
    // True if this peer is the odd one. It is empty until all players have been compared.
    std::optional<bool> is_odd_one(const Peer& peer) const;
    void try_finish() override;

    // ---- Set aside ourselves (host_relaying.cpp) ----
    // We are the odd one: the rest play on, and we only relay.
    void stand_aside(Peer& peer);
    void receive_differ_of_others(const Peer& peer, const Differ& differ);
    void finish_relaying();
    void finish_leavers();
    void end_relaying(const Bye& bye);

    Time patience() const { return std::chrono::milliseconds(options_.peer_timeout_ms); }

    // A newcomer who found no free slot, and waits whether one of the guests is dead.
    struct Newcomer {
        Hello hello;
        Time waited{0};
    };

    std::uint32_t guests_timeout_ms_;
    Setup setup_;
    std::map<PeerId, Time> away_;  // made no progress, may return; since when
    std::vector<Return> returns_;
    // A slot that waits for its player.
    struct AwaySlot {
        Time since{0};
        std::uint64_t keeps_from = 0;  // the inputs that it may lack
        bool is_awaited = true;        // it did not leave on purpose
    };
    std::map<Slot, AwaySlot> slots_away_;
    std::optional<Time> alone_since_;  // nobody is left to play with
    std::uint64_t alone_from_ = k_no_limit;
    MatchTicket ticket_;
    std::optional<Resumption> resumption_;
    std::uint64_t resumed_at_ = 0;  // the ticks that were kept of the generations before
    std::uint32_t open_slots_;
    BotSource bot_;
    std::set<Slot> bots_;  // the slots that bots play, or will
    Giver giver_;
    Spare spare_;
    std::map<Slot, std::vector<Time>> gifts_given_;
    Time coming_told_{0};
    std::optional<Desynced> own_desync_;  // we were the odd one, and only relay
    std::optional<Slot> holder_;          // who holds us up now
    std::optional<Time> gathering_since_;
    std::map<PeerId, Newcomer> newcomers_;
    Time last_ready_{0};  // when the last guest became ready
    Time start_at_{0};
    std::vector<std::string> names_;
};

}  // namespace tandem::net
