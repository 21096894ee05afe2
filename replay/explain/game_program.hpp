// SPDX-License-Identifier: MIT
// A build of the game that is asked to simulate: the one that asks, or another one in a process of
// its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// A program that answers questions. An answer of another program cannot be trusted: hashes and
// states may be anything. The errors are step_failed if the game fails, and others if no answer
// came or none that makes sense. After one of those nothing more can be asked.
class GameProgram {
public:
    virtual ~GameProgram() = default;

    // The program's own description of its build, for people; foreign text.
    virtual std::string build() const = 0;
    // The digest of the file that it was started from, if that is known.
    virtual std::optional<sim::Digest> digest() const = 0;

    // Starts anew. Like all functions below it needs the game of the recording.
    virtual sim::Result<void> reset(const Setup& setup) = 0;
    // Goes on with this state. It needs a reset before it.
    virtual sim::Result<void> restore(sim::ByteView state) = 0;
    // Steps these ticks. Returns the hash of the state after each one; they are fewer if the game
    // failed in the tick behind the last of them.
    virtual sim::Result<std::vector<sim::StateHash>> step(
        const std::vector<sim::Bytes>& records) = 0;
    // Steps one tick. Returns the hashes of the states at the ends of its phases.
    virtual sim::Result<std::vector<sim::PhaseHash>> step_with_phases(sim::ByteView record) = 0;
    // Returns the canonical bytes of the state.
    virtual sim::Result<sim::Bytes> save() = 0;
};

// Starts the program that asks once more, in a process that shares nothing with its own. The errors
// are those of a program that cannot be started or does not answer.
using ProgramStarter = std::function<sim::Result<std::unique_ptr<GameProgram>>()>;

// A simulation in this process.
class OwnProgram final : public GameProgram {
public:
    // Begins with this simulation as it is. It may never have been reset.
    explicit OwnProgram(sim::AnySimulation simulation, std::string build = "");

    std::string build() const override { return build_; }
    std::optional<sim::Digest> digest() const override { return std::nullopt; }
    sim::Result<void> reset(const Setup& setup) override;
    sim::Result<void> restore(sim::ByteView state) override;
    sim::Result<std::vector<sim::StateHash>> step(const std::vector<sim::Bytes>& records) override;
    sim::Result<std::vector<sim::PhaseHash>> step_with_phases(sim::ByteView record) override;
    sim::Result<sim::Bytes> save() override;

private:
    sim::AnySimulation simulation_;
    std::string build_;
};

}  // namespace tandem::replay
