// SPDX-License-Identifier: MIT
// A machine with a variable step: the five V arms of section 3, which differ in where a step ends
// and when a key counts, and in nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/match/side.hpp>
#include <tandem/tools/lab/match/state_log.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>
#include <tandem/tools/lab/match/wire.hpp>

namespace tandem::tools::lab::match {

class VariableSide final : public MatchSide {
public:
    // `transport` and `recorder`, which may be null, must outlive this. The plan's arm is a
    // variable one (asserted).
    VariableSide(const SidePlan& plan, net::Transport& transport, sim::TickObserver* recorder);

    sim::Result<void> frame(net::Time now) override;
    bool is_playing() const override { return stage_ == Stage::playing; }
    bool is_over() const override { return stage_ == Stage::over; }
    SideReport report() const override;

private:
    enum class Stage : std::uint8_t { gathering, playing, finishing, closing, over };

    // Says how this arm steps.
    bool is_scripted() const;
    bool is_follower() const;
    bool tells_ahead() const;

    sim::Result<void> receive(net::Time now);
    sim::Result<void> receive_packet(const net::TransportEvent& event, net::Time now);
    sim::Result<void> receive(const Greeting& note, net::Time now);
    sim::Result<void> receive(const AheadPress& note, net::Time now);
    sim::Result<void> receive(const Begin& note, net::Time now);
    sim::Result<void> receive(const KeysNow& note, net::Time now);
    sim::Result<void> receive(const StepOrder& note, net::Time now);
    sim::Result<void> receive(const Finished& note, net::Time now);
    sim::Result<void> receive(const Beat& note, net::Time now);
    sim::Result<void> watch(net::Time now) const;
    void send(const Note& note);

    sim::Result<void> begin_if_ready(net::Time now);
    sim::Result<void> begin(net::Time now);
    sim::Result<void> play(net::Time now);
    sim::Result<void> play_measured(std::uint64_t until_ns);
    sim::Result<void> play_fair(std::uint64_t until_ns);
    sim::Result<void> play_scripted();
    void read_keys(net::Time now);
    std::uint64_t next_stamp(std::uint64_t after_ns) const;
    HeldKeys held_by_script(std::uint64_t at_ns) const;
    // Steps once or more up to `until_ns`, cut at whole seconds.
    sim::Result<void> step_until(std::uint64_t until_ns, const HeldKeys& keys);
    sim::Result<void> add(const Piece& piece);
    sim::Result<void> end_second();
    sim::Result<void> try_finish(net::Time now);

    SidePlan plan_;
    net::Transport& transport_;
    StateLog state_log_;
    sim::Timeline timeline_;
    Stage stage_ = Stage::gathering;

    std::optional<net::PeerId> peer_;
    std::optional<Greeting> greeting_;  // the other side's
    std::optional<net::Time> first_call_;
    net::Time connected_at_{0};
    net::Time heard_at_{0};
    net::Time told_at_{0};
    net::Time closing_since_{0};
    bool peer_is_finished_ = false;

    std::array<std::vector<Press>, k_players> presses_;  // known here, own and the other's
    HeldKeys held_{};                                    // as this machine knows it
    net::Time start_{0};
    net::Time end_{0};
    std::uint32_t frames_ = 0;

    World live_;
    std::uint64_t done_ns_ = 0;  // the match's time, by steps
    std::uint64_t pieces_done_ = 0;
    VariableGame::Input second_;  // the steps of the second that is under way
    std::uint64_t replays_differing_ = 0;
};

}  // namespace tandem::tools::lab::match
