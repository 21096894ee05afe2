// SPDX-License-Identifier: MIT
// The stage of a session, and how it ends. Host and guest have the same stages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/session/peers.hpp>
#include <tandem/net/session/play.hpp>

namespace tandem::net {

enum class SessionStage : std::uint8_t {
    gathering,  // the sides find and check each other
    starting,   // all are ready; the host waits until its start has reached the others
    playing,
    finishing,  // every tick is simulated; the others may still need our inputs or hashes
    returning,  // a guest that has lost its host, or is given a state by it; nothing is played
    disputing,  // a desync was found, and no other player is left; waits for the report
    ended,
};

class Course {
public:
    Course(Play& play, Peers& peers) : play_(&play), peers_(&peers) {}

    std::string lost_text;  // why the match ends early, if a peer was lost

    // The only way from one stage to another is a verb of this class.
    SessionStage stage() const { return stage_; }
    // True while ticks are played, or just have been.
    bool is_running() const {
        return stage_ == SessionStage::playing || stage_ == SessionStage::finishing;
    }
    // All are ready, and the host waits until its start has reached them.
    void await_start() { go_to(SessionStage::starting); }
    // Begins to play, or plays on after a dispute that set somebody aside.
    void play() { go_to(SessionStage::playing); }
    // Plays no more once every tick is simulated.
    void finish_if_complete();
    // Plays no more until the host is found again.
    void await_return() { go_to(SessionStage::returning); }
    // Stops playing for a dispute after which nobody would be left to play with.
    void wait_for_report() { go_to(SessionStage::disputing); }

    // Notes the time of a call. Returns how long nobody called us, if that was longer than the
    // others wait for us.
    std::optional<Time> on_call(Time now, Time patience);
    Time now() const { return now_; }
    // Begins a call of advance, after on_call.
    void on_advance();
    // The time since the advance before this one, as far as others can be judged by it.
    Time elapsed() const { return elapsed_; }

    // Ends the session: finishes the recording, closes everything.
    void end(sim::EndReason reason, Slot slot, std::optional<sim::Error> error);
    // Ends it because of a failure here: of the game's step, or of the recording.
    void fail(const sim::Error& error);
    // Ends it in the middle of a call of the game that does not come back, and plays nothing more.
    // It tells the others, and finishes the recording with every tick that was played. Only sends
    // and the recording follow.
    Ended break_off(Bye bye, std::optional<sim::Error> error);
    // Ends the match as agreed, once nothing is left to exchange.
    void end_as_agreed();
    // Ends it because of this desync, of which the caller was told.
    void end_by_desync(const Desynced& desync);

    // Compares the account of its end, if the peer gave one.
    void compare_end(Peer& peer);
    // Returns whether this peer and we are done with each other, of `ticks` ticks. The error says
    // that it ended otherwise than agreed. `is_told_by_another` means that the peer only passes on
    // the reports of others, so nothing is gained by waiting until all is compared.
    sim::Result<bool> finish_with(Peer& peer, std::uint64_t ticks, bool is_told_by_another);

    // ---- A desync ----
    // Opens a dispute with a peer and tells it.
    void dispute(Peer& peer, std::uint64_t ticks_agreed, std::uint64_t ticks_differ, Time deadline);
    // Takes the peer's chains or report.
    sim::Result<void> receive_differ(Peer& peer, const Differ& differ, Time deadline);
    sim::Result<void> receive_report(Peer& peer, const Autopsy& autopsy, Time deadline);
    // True if a message belongs to the walk of a dispute.
    static bool is_of_walk(const Message& message);
    // Takes a message of the walk.
    static sim::Result<void> receive_walk(Peer& peer, const Message& message);
    // Goes on with the dispute: asks and answers.
    sim::Result<void> go_on(Peer& peer);
    // The known facts at the end of a dispute. It is marked in the recording, with our state.
    Desynced explain(const Peer& peer);

private:
    // The stage must be one that may follow (asserted).
    void go_to(SessionStage next);
    Ended conclude(sim::EndReason reason, Slot slot, std::optional<sim::Error> error);

    using ReceiveTheirs = std::function<sim::Result<std::optional<Autopsy>>(Dispute&)>;

    // Takes a peer's report of a difference at `ticks_differ`. If it is the first that we hear of
    // it, our own dispute opens. Nothing changes if `receive_theirs` finds it wrong.
    sim::Result<void> receive_dispute(Peer& peer, std::uint64_t ticks_differ, Time deadline,
                                      const ReceiveTheirs& receive_theirs);

    // Our state at the moment, with its pieces; null if it is no longer in memory. All who ask for
    // it share it.
    std::shared_ptr<OwnState> own_state(const Moment& moment);

    Play* play_;
    Peers* peers_;
    SessionStage stage_ = SessionStage::gathering;
    std::uint64_t own_state_ticks_ = 0;
    std::weak_ptr<OwnState> own_state_;
    Time now_{0};
    std::optional<Time> advanced_at_;
    Time elapsed_{0};
};

}  // namespace tandem::net
