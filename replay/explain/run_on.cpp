// SPDX-License-Identifier: MIT
// A few bits of the chain at every tick, and all of them at the end: chance does not come so far.
#include <tandem/replay/explain/run_on.hpp>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>

namespace tandem::replay {
namespace {

std::uint64_t next_whole_chain(const Replay& replay, std::uint64_t ticks_done) {
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done >= ticks_done) {
            return anchor.ticks_done;
        }
    }
    return replay.end_tick();
}

}  // namespace

RunOn run_on(const Replay& replay, sim::Timeline& timeline, std::uint64_t at_least) {
    Cursor cursor(replay);
    const auto is_as_recorded = [&] {
        return check_chain(cursor, timeline.ticks_done(), timeline.chain()).has_value();
    };
    RunOn run;
    run.agrees = is_as_recorded();
    const std::uint64_t end = next_whole_chain(replay, at_least);
    while (run.agrees && timeline.ticks_done() < end) {
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        run.agrees = record && timeline.advance(*record) && is_as_recorded();
        ++run.ticks;
    }
    const auto last = cursor.chain(end);
    run.is_confirmed = run.agrees && last && last->whole.has_value();
    return run;
}

}  // namespace tandem::replay
