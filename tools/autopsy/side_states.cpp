// SPDX-License-Identifier: MIT
// Only known states are shown: each way to one says if the recording confirms it.
#include <tandem/tools/autopsy/side_states.hpp>

#include <utility>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::tools::autopsy {
namespace {

using replay::Replay;
using sim::AnySimulation;
using sim::Bytes;

std::optional<Bytes> stored_at(const Replay& replay, std::uint64_t ticks_done,
                               const AnySimulation& spare) {
    const replay::StoredState* stored = replay.find_state(ticks_done);
    if (stored == nullptr) {
        return std::nullopt;
    }
    auto loaded = replay.load_state(*stored, spare.info().state_bytes_max);
    return loaded ? std::optional(std::move(loaded->bytes)) : std::nullopt;
}

// Returns the state as it was recorded, faults included that the file's marks name.
std::optional<Bytes> confirmed_at(const Replay& replay, std::uint64_t ticks_done,
                                  const AnySimulation& spare) {
    if (ticks_done <= replay.first_tick() || ticks_done > replay.end_tick()) {
        return std::nullopt;
    }
    auto run = replay::rerun(replay, spare.clone(), ticks_done - 1, ticks_done);
    const bool is_known = run && run->matches && run->is_vouched_for;
    return is_known ? std::optional(std::move(run->state)) : std::nullopt;
}

// Returns the state of the simulation here, with the bit flipped that alone gives the recorded one.
std::optional<Bytes> flipped_at(const Replay& replay, std::uint64_t ticks_done,
                                const replay::FlippedBit& bit, const AnySimulation& spare,
                                const replay::Progress& progress) {
    constexpr std::uint64_t k_bits_of_byte = 8;
    const bool is_before = bit.place.moment == replay::FlipMoment::before_step;
    if (bit.ticks_done + (is_before ? 1 : 0) != ticks_done) {
        return std::nullopt;
    }
    const auto honest = replay::run_to(replay, spare, replay::RunFrom::keyframe, bit.ticks_done,
                                       replay::AtParting::go_on, progress);
    auto state = honest ? honest->simulation().save() : Bytes();
    if (bit.place.byte >= state.size()) {
        return std::nullopt;
    }
    state[bit.place.byte] ^= static_cast<std::byte>(1U << (bit.place.bit % k_bits_of_byte));
    if (!is_before) {
        return state;
    }
    AnySimulation simulation = spare.clone();
    replay::Cursor cursor(replay);
    const auto record = cursor.record(sim::Tick{bit.ticks_done});
    const bool is_stepped = record && simulation.reset(replay.header().setup) &&
                            simulation.restore(state) && simulation.step(*record);
    return is_stepped ? std::optional(simulation.save()) : std::nullopt;
}

std::optional<Bytes> simulated_here(const Replay& replay, std::uint64_t ticks_done,
                                    replay::RunFrom from, const AnySimulation& spare,
                                    const replay::Progress& progress) {
    if (ticks_done < replay.first_tick() || ticks_done > replay.end_tick()) {
        return std::nullopt;
    }
    const auto run =
        replay::run_to(replay, spare, from, ticks_done, replay::AtParting::go_on, progress);
    const bool came_there = run && !run->failure() && run->ticks_done() == ticks_done;
    return came_there ? std::optional(run->simulation().save()) : std::nullopt;
}

class StateSearch {
public:
    StateSearch(const PageInput& input, const AnySimulation& spare,
                const replay::Progress& progress)
        : input_(input), spare_(spare), progress_(progress) {}

    std::optional<SideStates> at_the_bad_tick() const {
        const AutopsyVerdict& verdict = input_.verdict;
        const std::uint64_t ticks_done = *verdict.tick + (verdict.is_reset ? 0 : 1);
        auto first = recorded(input_.first, ticks_done, replay::FaultySide::first);
        auto second = input_.second != nullptr
                          ? recorded(*input_.second, ticks_done, replay::FaultySide::second)
                          : simulated_here(input_.first, ticks_done, replay::RunFrom::keyframe,
                                           spare_, progress_);
        // Other inputs need not lead to another state at once.
        if (!first || !second || *first == *second) {
            return std::nullopt;
        }
        return SideStates{ticks_done, {std::move(*first), std::move(*second)}, true};
    }

    // Returns the states from so many ticks on.
    std::optional<SideStates> later(std::uint64_t from) const {
        if (input_.second == nullptr) {
            for (const replay::StoredState& stored : input_.first.states()) {
                if (stored.ticks_done >= from) {
                    return both(stored.ticks_done,
                                simulated_here(input_.first, stored.ticks_done,
                                               replay::RunFrom::start, spare_, progress_));
                }
            }
            return std::nullopt;
        }
        for (const replay::CommonState& common :
             replay::common_states(input_.first, *input_.second, from)) {
            auto states =
                both(common.ticks_done, stored_at(*input_.second, common.ticks_done, spare_));
            if (states) {
                return states;
            }
        }
        return std::nullopt;
    }

private:
    std::optional<Bytes> recorded(const Replay& replay, std::uint64_t ticks_done,
                                  replay::FaultySide side) const {
        if (auto stored = stored_at(replay, ticks_done, spare_)) {
            return stored;
        }
        if (auto confirmed = confirmed_at(replay, ticks_done, spare_)) {
            return confirmed;
        }
        const AutopsyVerdict& verdict = input_.verdict;
        const bool is_known_bit =
            verdict.bits.size() == 1 && verdict.bits.front().is_confirmed && verdict.side == side;
        return is_known_bit
                   ? flipped_at(replay, ticks_done, verdict.bits.front(), spare_, progress_)
                   : std::nullopt;
    }
    std::optional<SideStates> both(std::uint64_t ticks_done, std::optional<Bytes> second) const {
        auto first = stored_at(input_.first, ticks_done, spare_);
        if (!first || !second || *first == *second) {
            return std::nullopt;
        }
        return SideStates{ticks_done, {std::move(*first), std::move(*second)}, false};
    }

    const PageInput& input_;
    const AnySimulation& spare_;
    const replay::Progress& progress_;
};

}  // namespace

std::optional<SideStates> find_side_states(const PageInput& input, const AnySimulation& spare,
                                           std::string& why_not, const replay::Progress& progress) {
    const bool is_one_game = input.second == nullptr || input.second->header().state_schema ==
                                                            input.first.header().state_schema;
    if (!input.verdict.is_bad || !input.verdict.tick || !is_one_game) {
        return std::nullopt;
    }
    const StateSearch search(input, spare, progress);
    auto states = search.at_the_bad_tick();
    if (!states) {
        states = search.later(*input.verdict.tick + 1);
    }
    if (!states) {
        why_not =
            "The states are not drawn: no two that differ can be had behind the bad tick, "
            "neither from the recordings nor by simulating.";
    }
    return states;
}

std::optional<SideStates> find_later_states(const PageInput& input, const AnySimulation& spare,
                                            const replay::Progress& progress) {
    TANDEM_ASSERT(input.verdict.tick);
    const std::uint64_t bad_ticks_done = *input.verdict.tick + (input.verdict.is_reset ? 0 : 1);
    return StateSearch(input, spare, progress).later(bad_ticks_done + 1);
}

}  // namespace tandem::tools::autopsy
