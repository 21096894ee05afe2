// SPDX-License-Identifier: MIT
// The states of two files that are compared, as the files hold them or simulated again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/play/rerun.hpp>

namespace tandem::replay {

// Gives the states to compare. A state that cannot be had is told once, as a note of the report.
class DiffStates {
public:
    // `a` is the first of the two files. All must outlive this object. Without a factory nothing is
    // simulated.
    DiffStates(const Replay& a, const SimulationFactory& factory, DiffReport& report);

    bool can_simulate() const { return factory_ != nullptr; }

    // Returns a run that came out as `replay`, one of the two files, recorded it; see rerun().
    std::optional<Rerun> simulate(const Replay& replay, std::uint64_t first, std::uint64_t last,
                                  std::uint64_t kept_bytes_max = 0);
    // Returns a stored state of `replay`, within the game's own bound if the game is known.
    std::optional<sim::Bytes> load(const Replay& replay, const StoredState& stored);
    // Returns the last state of the run, else the stored one after so many ticks.
    std::optional<sim::Bytes> state_at(const Replay& replay, std::uint64_t ticks_done,
                                       const std::optional<Rerun>& run);

private:
    bool is_first(const Replay& replay) const { return &replay == &a_; }
    void append_note(std::string text);

    const Replay& a_;
    const SimulationFactory& factory_;
    DiffReport& report_;
    std::optional<std::uint64_t> state_bytes_max_;
    bool a_unusable_told_ = false;
    bool b_unusable_told_ = false;
};

}  // namespace tandem::replay
