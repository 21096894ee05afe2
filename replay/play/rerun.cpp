// SPDX-License-Identifier: MIT
// Simulates again. A re-run is believed only as far as it reproduces the file.
#include <tandem/replay/play/rerun.hpp>

#include <string>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// True if the run came here as recorded. A chain that cannot be read confirms nothing.
bool is_as_recorded(Run& run) {
    const auto agrees = run.compare();
    return agrees && *agrees;
}

// Keeps the state while there is room; the first one that does not fit ends the keeping.
void keep_state(const sim::AnySimulation& simulation, std::uint64_t& room, Rerun& result) {
    if (room == 0) {
        return;
    }
    sim::Bytes state = simulation.save();
    if (state.size() > room) {
        room = 0;
        return;
    }
    room -= state.size();
    result.kept.push_back(std::move(state));
}

}  // namespace

sim::Result<Rerun> rerun(const Replay& replay, sim::AnySimulation simulation, std::uint64_t first,
                         std::uint64_t last, std::uint64_t kept_bytes_max) {
    TANDEM_ASSERT(first < last && last <= replay.end_tick());
    auto run = Run::from_keyframe(replay, std::move(simulation), first + 1);
    TANDEM_TRY(run);
    TANDEM_TRY(run->plant_faults());
    Rerun result;
    std::uint64_t room = kept_bytes_max;
    result.matches = is_as_recorded(*run);
    const auto anchor = next_whole_chain(replay, last);
    result.is_vouched_for = anchor || replay.header().track_bits >= k_trusted_track_bits;
    const std::uint64_t end = anchor.value_or(replay.end_tick());
    while (run->ticks_done() < end && result.matches) {
        if (auto stepped = run->step(); !stepped) {
            if (!run->failure()) {
                return stepped.error();
            }
            result.matches = false;  // the recorded session did not fail here
            break;
        }
        result.matches = is_as_recorded(*run);
        if (run->ticks_done() > first && run->ticks_done() <= last) {
            result.chains.push_back(run->chain());
            result.states.push_back(run->state_hash());
            keep_state(run->simulation(), room, result);
        }
        if (run->ticks_done() == last) {
            result.state = run->simulation().save();
        }
    }
    return result;
}

sim::Result<bool> confirm_chain(const Replay& replay, sim::AnySimulation spare,
                                std::uint64_t ticks_done, sim::ChainHash chain) {
    TANDEM_ASSERT(ticks_done >= replay.first_tick() && ticks_done <= replay.end_tick());
    Cursor cursor(replay);
    TANDEM_TRY(check_chain(cursor, ticks_done, chain));
    const auto recorded = cursor.chain(ticks_done);
    TANDEM_TRY(recorded);
    if (recorded->low_bits >= k_trusted_track_bits) {
        return true;
    }
    const auto run = rerun(replay, std::move(spare), ticks_done - 1, ticks_done);
    TANDEM_TRY(run);
    if (run->matches && run->chains.back() == chain) {
        return run->is_vouched_for;
    }
    const auto anchor = next_whole_chain(replay, ticks_done);
    return sim::Error{sim::ErrorCode::divergence, "",
                      "the file has " + std::to_string(recorded->low_bits) +
                          " bits of the chain at a tick, and the chain that it has after " +
                          sim::ticks_text(anchor.value_or(replay.end_tick())) +
                          " is not reached from here"};
}

}  // namespace tandem::replay
