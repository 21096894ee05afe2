// SPDX-License-Identifier: MIT
// Frames, keys and steps. Every step is made live and, at the end of its second, made again
// from what was recorded of it.
#include <tandem/tools/lab/match/variable_side.hpp>

#include <algorithm>

#include <tandem/net/driver.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Bytes;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_ns_per_second = VariableGame::k_tick_ns;
constexpr net::Time k_beat = std::chrono::milliseconds(500);
// A session of Tandem's has the same patience (net/options.hpp).
constexpr net::Time k_connect_patience = std::chrono::seconds(10);
constexpr net::Time k_peer_patience = std::chrono::seconds(5);
// Two sides that have met may take so long until they begin.
constexpr net::Time k_gathering_patience = std::chrono::seconds(10);

Error network(const std::string& what) { return {ErrorCode::network, "", what}; }

Error out_of_turn(const char* what) {
    return network(std::string("the other side sent ") + what + " out of turn");
}

}  // namespace

VariableSide::VariableSide(const SidePlan& plan, net::Transport& transport,
                           sim::TickObserver* recorder)
    : plan_(plan),
      transport_(transport),
      state_log_(recorder, 1),
      timeline_(sim::erase<VariableGame>(), &state_log_) {
    TANDEM_ASSERT(arm_of(plan.arm).is_variable);
    TANDEM_ASSERT(plan.seconds > 0 && plan.frame_cost_ns > 0 && plan.fast_cost_ns > 0);
    const std::size_t own = plan_.is_host ? 0 : 1;
    presses_[own] = script_of(own);
}

bool VariableSide::is_scripted() const {
    return plan_.arm == ArmId::v_script || plan_.arm == ArmId::v_same;
}
bool VariableSide::is_follower() const { return plan_.arm == ArmId::v_hostdt && !plan_.is_host; }
bool VariableSide::tells_ahead() const { return plan_.arm == ArmId::v_fair || is_scripted(); }

Result<void> VariableSide::frame(net::Time now) {
    if (!first_call_) {
        first_call_ = heard_at_ = now;
    }
    auto done = receive(now);
    if (done && stage_ == Stage::playing) {
        ++frames_;
        done = play(now);
    }
    if (done) {
        done = try_finish(now);
    }
    if (done) {
        done = watch(now);
    }
    if (peer_ && now - told_at_ >= k_beat && stage_ != Stage::closing) {
        send(Beat{});
        told_at_ = now;
    }
    transport_.flush();
    // A side that has finished has also ended its recording.
    if (!done && stage_ == Stage::playing && timeline_.ticks_done() > 0) {
        static_cast<void>(timeline_.end(sim::EndReason::peer_lost));
    }
    return done;
}

// ---- The other side ----

Result<void> VariableSide::receive(net::Time now) {
    for (const net::TransportEvent& event : transport_.poll(std::chrono::milliseconds(0))) {
        const bool is_known = peer_ && event.peer == *peer_;
        if (event.kind == net::TransportEvent::Kind::connected && !peer_) {
            peer_ = event.peer;
            heard_at_ = connected_at_ = now;
            const std::size_t own = plan_.is_host ? 0 : 1;
            const auto ahead = static_cast<std::uint32_t>(presses_[own].size());
            send(Greeting{plan_.arm, plan_.seconds, tells_ahead() ? ahead : 0});
            for (std::size_t i = 0; tells_ahead() && i < presses_[own].size(); ++i) {
                send(AheadPress{presses_[own][i]});
            }
        } else if (event.kind == net::TransportEvent::Kind::connected) {
            transport_.close(event.peer);
        } else if (event.kind == net::TransportEvent::Kind::disconnected && is_known) {
            if (!peer_is_finished_ || stage_ < Stage::finishing) {
                return network("the other side is gone");
            }
            stage_ = Stage::over;
        } else if (event.kind == net::TransportEvent::Kind::packet && is_known) {
            TANDEM_TRY(receive_packet(event, now));
        }
    }
    return {};
}

Result<void> VariableSide::receive_packet(const net::TransportEvent& event, net::Time now) {
    const auto note = decode_note(event.bytes);
    TANDEM_TRY(note);
    heard_at_ = now;
    return std::visit([&](const auto& content) { return receive(content, now); }, *note);
}

Result<void> VariableSide::receive(const Greeting& note, net::Time now) {
    if (greeting_) {
        return out_of_turn("a second greeting");
    }
    if (note.arm != plan_.arm || note.seconds != plan_.seconds) {
        return network("the other side plays " + std::string(arm_of(note.arm).name) + " for " +
                       std::to_string(note.seconds) + " s, this one " +
                       std::string(arm_of(plan_.arm).name) + " for " +
                       std::to_string(plan_.seconds) + " s");
    }
    greeting_ = note;
    return begin_if_ready(now);
}

Result<void> VariableSide::receive(const AheadPress& note, net::Time now) {
    std::vector<Press>& theirs = presses_[plan_.is_host ? 1 : 0];
    if (!greeting_ || stage_ != Stage::gathering || theirs.size() >= greeting_->presses) {
        return out_of_turn("a key ahead");
    }
    theirs.push_back(note.press);
    return begin_if_ready(now);
}

Result<void> VariableSide::receive(const Begin&, net::Time now) {
    const bool is_complete =
        greeting_ && presses_[plan_.is_host ? 1 : 0].size() == greeting_->presses;
    if (plan_.is_host || stage_ != Stage::gathering || !is_complete) {
        return out_of_turn("the beginning");
    }
    return begin(now);
}

Result<void> VariableSide::receive(const KeysNow& note, net::Time) {
    const bool is_heard =
        plan_.arm == ArmId::v_naive || (plan_.arm == ArmId::v_hostdt && plan_.is_host);
    // A side that is done still hears the keys of one that is not.
    if (!is_heard || stage_ == Stage::gathering) {
        return out_of_turn("keys");
    }
    held_[plan_.is_host ? 1 : 0] = note.keys;
    return {};
}

Result<void> VariableSide::receive(const StepOrder& note, net::Time) {
    const std::uint64_t end_ns = plan_.seconds * k_ns_per_second;
    const std::uint64_t left_ns = k_ns_per_second - done_ns_ % k_ns_per_second;
    if (!is_follower() || stage_ != Stage::playing || note.index != pieces_done_ ||
        note.piece.dt_ns > left_ns || done_ns_ >= end_ns) {
        return out_of_turn("a step");
    }
    return add(note.piece);
}

Result<void> VariableSide::receive(const Finished&, net::Time) {
    if (stage_ == Stage::gathering || peer_is_finished_) {
        return out_of_turn("its end");
    }
    peer_is_finished_ = true;
    return {};
}

Result<void> VariableSide::receive(const Beat&, net::Time) { return {}; }

Result<void> VariableSide::watch(net::Time now) const {
    if (!peer_ && now - *first_call_ > k_connect_patience) {
        return network("the other side did not come within " + seconds_text(k_connect_patience));
    }
    if (peer_ && stage_ < Stage::closing && now - heard_at_ > k_peer_patience) {
        return network("the other side has not been heard for " + seconds_text(k_peer_patience));
    }
    // A peer that only says that it is there holds nobody up for ever.
    if (peer_ && stage_ == Stage::gathering && now - connected_at_ > k_gathering_patience) {
        return network("the other side was not ready within " + seconds_text(k_gathering_patience));
    }
    const bool is_running = stage_ == Stage::playing || stage_ == Stage::finishing;
    if (is_running && now - start_ > longest_run(plan_.seconds)) {
        return network("the match of " + std::to_string(plan_.seconds) + " s was not over after " +
                       seconds_text(longest_run(plan_.seconds)));
    }
    return {};
}

void VariableSide::send(const Note& note) {
    transport_.send(*peer_, net::Channel::reliable, encode(note));
}

// ---- Frames ----

Result<void> VariableSide::begin_if_ready(net::Time now) {
    const bool is_complete =
        greeting_ && presses_[plan_.is_host ? 1 : 0].size() == greeting_->presses;
    if (!plan_.is_host || !is_complete || stage_ != Stage::gathering) {
        return {};
    }
    send(Begin{});
    return begin(now);
}

Result<void> VariableSide::begin(net::Time now) {
    stage_ = Stage::playing;
    start_ = end_ = now;
    live_.begin_second();
    return timeline_.start(Setup{});
}

Result<void> VariableSide::play(net::Time now) {
    end_ = now;
    const auto passed = static_cast<std::uint64_t>((now - start_).count());
    const std::uint64_t until_ns = std::min(passed, plan_.seconds * k_ns_per_second);
    switch (plan_.arm) {
        case ArmId::v_fair:
            return play_fair(until_ns);
        case ArmId::v_script:
        case ArmId::v_same:
            return play_scripted();
        case ArmId::v_naive:
        case ArmId::v_hostdt:
        case ArmId::f_float:
        case ArmId::f_int:
        case ArmId::f_broken_dropped:
        case ArmId::f_broken_flipped:
        case ArmId::f_broken_random:
            break;
    }
    read_keys(now);
    return is_follower() ? Result<void>() : play_measured(until_ns);
}

// Polls the own keyboard, as a game does once a frame: what went down and up in between is lost.
void VariableSide::read_keys(net::Time now) {
    const std::size_t own = plan_.is_host ? 0 : 1;
    const auto ms = static_cast<std::uint64_t>((now - start_).count()) / k_ns_per_ms;
    const std::uint8_t keys = held_at(presses_[own], ms);
    const bool is_told_by_steps = plan_.arm == ArmId::v_hostdt && plan_.is_host;
    if (keys != held_[own]) {
        held_[own] = keys;
        if (!is_told_by_steps) {
            send(KeysNow{keys});
        }
    }
}

Result<void> VariableSide::play_measured(std::uint64_t until_ns) {
    return until_ns > done_ns_ ? step_until(until_ns, held_) : Result<void>();
}

Result<void> VariableSide::play_fair(std::uint64_t until_ns) {
    while (done_ns_ < until_ns) {
        const std::uint64_t next = std::min(next_stamp(done_ns_), until_ns);
        TANDEM_TRY(step_until(next, held_by_script(done_ns_)));
    }
    return {};
}

// Makes as many virtual steps as fit into this machine's frame.
Result<void> VariableSide::play_scripted() {
    const std::uint64_t step_ns =
        plan_.arm == ArmId::v_same ? plan_.fast_cost_ns : plan_.frame_cost_ns;
    const std::uint64_t until_ns = std::uint64_t{frames_} * plan_.frame_cost_ns;
    while (done_ns_ + step_ns <= until_ns && stage_ == Stage::playing) {
        const std::uint64_t next = done_ns_ + step_ns;
        TANDEM_TRY(step_until(next, held_by_script(next)));
    }
    return {};
}

std::uint64_t VariableSide::next_stamp(std::uint64_t after_ns) const {
    std::uint64_t next = ~std::uint64_t{0};
    for (const auto& presses : presses_) {
        for (const Press& press : presses) {
            for (const std::uint64_t stamp_ms : {press.down_ms, press.up_ms}) {
                if (stamp_ms * k_ns_per_ms > after_ns) {
                    next = std::min(next, stamp_ms * k_ns_per_ms);
                }
            }
        }
    }
    return next;
}

HeldKeys VariableSide::held_by_script(std::uint64_t at_ns) const {
    HeldKeys keys{};
    for (std::size_t player = 0; player < k_players; ++player) {
        keys[player] = held_at(presses_[player], at_ns / k_ns_per_ms);
    }
    return keys;
}

// ---- Steps ----

Result<void> VariableSide::step_until(std::uint64_t until_ns, const HeldKeys& keys) {
    while (done_ns_ < until_ns && stage_ == Stage::playing) {
        const std::uint64_t second_ends = (done_ns_ / k_ns_per_second + 1) * k_ns_per_second;
        const std::uint64_t next = std::min(until_ns, second_ends);
        const Piece piece{static_cast<std::uint32_t>(next - done_ns_), keys, next == until_ns};
        if (plan_.arm == ArmId::v_hostdt) {
            send(StepOrder{pieces_done_, piece});
        }
        TANDEM_TRY(add(piece));
    }
    return {};
}

Result<void> VariableSide::add(const Piece& piece) {
    if (!second_.pieces.push(piece)) {
        return Error{ErrorCode::internal, "",
                     "more than " + std::to_string(VariableGame::k_pieces_max) +
                         " steps in a second do not fit into a recording; let frames cost more"};
    }
    live_.step(piece.dt_ns, piece.keys, piece.is_frame);
    done_ns_ += piece.dt_ns;
    ++pieces_done_;
    return done_ns_ % k_ns_per_second == 0 ? end_second() : Result<void>();
}

Result<void> VariableSide::end_second() {
    const Bytes input = sim::canonical_bytes(second_);
    second_.pieces.clear();
    TANDEM_TRY(timeline_.advance(sim::make_record(1, {&input, 1})));
    VariableGame live;
    live.world = live_;
    replays_differing_ += sim::canonical_bytes(live) == timeline_.simulation().save() ? 0U : 1U;
    live_.begin_second();
    if (timeline_.ticks_done() == plan_.seconds) {
        stage_ = Stage::finishing;
        send(Finished{});
        return timeline_.end(sim::EndReason::tick_limit);
    }
    return {};
}

Result<void> VariableSide::try_finish(net::Time now) {
    if (stage_ == Stage::finishing && peer_is_finished_) {
        stage_ = Stage::closing;
        closing_since_ = now;
        if (!plan_.is_host) {
            transport_.close(*peer_);
        }
    }
    // The guest ends the connection; a host that hears nothing of it goes by itself.
    if (stage_ == Stage::closing &&
        (!transport_.is_open() || now - closing_since_ > net::k_farewell)) {
        stage_ = Stage::over;
    }
    return {};
}

SideReport VariableSide::report() const {
    SideReport report;
    report.frames = frames_;
    report.played_ns = static_cast<std::uint64_t>((end_ - start_).count());
    report.hashes = state_log_.hashes();
    report.snapshots = state_log_.snapshots();
    report.replays_differing = replays_differing_;
    return report;
}

}  // namespace tandem::tools::lab::match
