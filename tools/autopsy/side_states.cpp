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

std::optional<Bytes> recorded_at(const Replay& replay, std::uint64_t ticks_done,
                                 replay::FaultySide side, const AutopsyVerdict& verdict,
                                 const AnySimulation& spare, const replay::Progress& progress) {
    if (auto stored = stored_at(replay, ticks_done, spare)) {
        return stored;
    }
    if (auto confirmed = confirmed_at(replay, ticks_done, spare)) {
        return confirmed;
    }
    const bool is_known_bit =
        verdict.bits.size() == 1 && verdict.bits.front().is_confirmed && verdict.side == side;
    return is_known_bit ? flipped_at(replay, ticks_done, verdict.bits.front(), spare, progress)
                        : std::nullopt;
}

// Other inputs need not lead to another state at once.
std::optional<SideStates> states_that_differ(std::uint64_t ticks_done, std::optional<Bytes> first,
                                             std::optional<Bytes> second, bool is_bad_tick) {
    if (!first || !second || *first == *second) {
        return std::nullopt;
    }
    return SideStates{ticks_done, {std::move(*first), std::move(*second)}, is_bad_tick};
}

std::optional<SideStates> states_at_the_bad_tick(const PageInput& input, const AnySimulation& spare,
                                                 const replay::Progress& progress) {
    const AutopsyVerdict& verdict = input.verdict;
    const std::uint64_t ticks_done = *verdict.tick + (verdict.is_reset ? 0 : 1);
    auto first =
        recorded_at(input.first, ticks_done, replay::FaultySide::first, verdict, spare, progress);
    auto second =
        input.second != nullptr
            ? recorded_at(*input.second, ticks_done, replay::FaultySide::second, verdict, spare,
                          progress)
            : simulated_here(input.first, ticks_done, replay::RunFrom::keyframe, spare, progress);
    return states_that_differ(ticks_done, std::move(first), std::move(second), true);
}

// Returns the states from so many ticks on.
std::optional<SideStates> later_states(std::uint64_t from, const PageInput& input,
                                       const AnySimulation& spare,
                                       const replay::Progress& progress) {
    if (input.second == nullptr) {
        for (const replay::StoredState& stored : input.first.states()) {
            if (stored.ticks_done >= from) {
                return states_that_differ(stored.ticks_done,
                                          stored_at(input.first, stored.ticks_done, spare),
                                          simulated_here(input.first, stored.ticks_done,
                                                         replay::RunFrom::start, spare, progress),
                                          false);
            }
        }
        return std::nullopt;
    }
    for (const replay::CommonState& common :
         replay::common_states(input.first, *input.second, from)) {
        auto states =
            states_that_differ(common.ticks_done, stored_at(input.first, common.ticks_done, spare),
                               stored_at(*input.second, common.ticks_done, spare), false);
        if (states) {
            return states;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<SideStates> find_side_states(const PageInput& input, const AnySimulation& spare,
                                           std::string& why_not, const replay::Progress& progress) {
    const bool is_one_game = input.second == nullptr || input.second->header().state_schema ==
                                                            input.first.header().state_schema;
    if (!input.verdict.is_bad || !input.verdict.tick || !is_one_game) {
        return std::nullopt;
    }
    auto states = states_at_the_bad_tick(input, spare, progress);
    if (!states) {
        states = later_states(*input.verdict.tick + 1, input, spare, progress);
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
    return later_states(bad_ticks_done + 1, input, spare, progress);
}

}  // namespace tandem::tools::autopsy
