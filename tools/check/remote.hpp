// SPDX-License-Identifier: MIT
// Runs the probes whose companion is another process: process, memory and build.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/session_history.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {

// The words that start `program` as the companion of `game`.
std::vector<std::string> companion_command(std::vector<std::string> program,
                                           const std::string& game);

// Succeeds if the states of the program that greeted so can be compared with those of this game;
// the error (refused) says what differs.
sim::Result<void> check_same_game(const Hello& hello, const sim::GameInfo& game);

struct RemoteOutcome {
    std::uint64_t ticks_compared = 0;
    std::optional<CompanionFinding> finding;
    // The reason why it did not run, or a thing that it could not do; empty if there is none.
    std::string not_run;
    std::string remark;
};

struct RemoteHooks {
    std::function<bool()> is_interrupted;
    std::function<void(std::uint64_t ticks)> progress;  // the ticks compared so far
    // Patience with a process that has not greeted yet: more than an emulated program takes to
    // start.
    std::chrono::nanoseconds greeting_patience = std::chrono::seconds(30);
    // Patience with a tick: more than any sound game needs for it under an emulator.
    std::chrono::nanoseconds tick_patience = std::chrono::seconds(60);
    std::function<std::chrono::nanoseconds()> now = steady_now;  // the clock for both
};

// Repeats the sessions in a process of `program`, until the first difference or an interrupt.
RemoteOutcome repeat_elsewhere(DisturbanceKind probe, const std::vector<std::string>& program,
                               const std::list<SessionHistory>& sessions, const RemoteHooks& hooks);

// The states of a session that a process of this program plays by itself under the probe's
// condition, so many `times` after each other, each to its end or its first failure. Nothing if it
// did not answer, or if too many states had to be sent.
std::optional<std::vector<sim::StateHash>> play_elsewhere(DisturbanceKind probe,
                                                          const std::vector<std::string>& program,
                                                          const SessionHistory& session,
                                                          std::uint64_t times,
                                                          const RemoteHooks& hooks);

// A session is told as orders to a companion that repeats it, which answers each.
//
// The order of this number: 0 is the reset, n is the step of tick n - 1, up to the session's ticks.
CompanionOrder order_of(const SessionHistory& session, std::uint64_t number);

// The tick of that order.
std::uint64_t tick_of_order(std::uint64_t number);

// Reads the answer to that order. Error bad_data if the bytes are no verdict, or one that this
// order cannot have: after a tick that the game could not play, no state can differ.
sim::Result<CompanionVerdict> decode_answer(const SessionHistory& session, std::uint64_t number,
                                            sim::ByteView bytes);

// The finding that such an answer makes about the game, if it is not `same`.
CompanionFinding finding_of(DisturbanceKind probe, const SessionHistory& session,
                            std::uint64_t number, const CompanionVerdict& verdict);

}  // namespace tandem::tools::check
