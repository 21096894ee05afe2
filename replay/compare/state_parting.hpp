// SPDX-License-Identifier: MIT
// Finds where the states of two recordings part whose inputs have parted. Chains cannot tell it,
// since inputs are in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/compare/diff_parts.hpp>

namespace tandem::replay {

class StateParting {
public:
    // All must outlive this object.
    StateParting(const Replay& a, const Replay& b, DiffStates& states, DiffReport& report);

    // Sets `state_tick` and `state_fields` of the report, or a note that says why not. The inputs
    // part at tick `from`.
    void find_from(std::uint64_t from);

private:
    bool load(const CommonState& common);
    bool name_difference(const CommonState& common);
    bool simulate_from(std::uint64_t equal_at);
    void name_states_of(std::uint64_t equal_at, std::size_t index, const Rerun& run_a,
                        const Rerun& run_b);
    void report_equal();
    void report_later(const std::vector<CommonState>& stored, std::uint64_t equal_at);

    const Replay& a_;
    const Replay& b_;
    DiffStates& states_;
    DiffReport& report_;
    std::uint64_t first_;
    std::uint64_t end_;
    // The two states that are being compared.
    std::optional<sim::Bytes> state_a_;
    std::optional<sim::Bytes> state_b_;
};

}  // namespace tandem::replay
