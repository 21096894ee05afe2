// SPDX-License-Identifier: MIT
// Answers the questions by a simulation in this process.
#include <tandem/replay/explain/game_program.hpp>

#include <utility>

namespace tandem::replay {

OwnProgram::OwnProgram(sim::AnySimulation simulation, std::string build)
    : simulation_(std::move(simulation)), build_(std::move(build)) {}

sim::Result<void> OwnProgram::reset(const Setup& setup) { return simulation_.reset(setup); }

sim::Result<void> OwnProgram::restore(sim::ByteView state) { return simulation_.restore(state); }

sim::Result<std::vector<sim::StateHash>> OwnProgram::step(const std::vector<sim::Bytes>& records) {
    std::vector<sim::StateHash> hashes;
    for (const sim::Bytes& record : records) {
        if (!simulation_.step(record)) {
            break;
        }
        hashes.push_back(simulation_.state_hash());
    }
    return hashes;
}

sim::Result<std::vector<sim::PhaseHash>> OwnProgram::step_with_phases(sim::ByteView record) {
    return simulation_.step_with_phases(record, sim::PhaseDetail::states);
}

sim::Result<sim::Bytes> OwnProgram::save() { return simulation_.save(); }

}  // namespace tandem::replay
