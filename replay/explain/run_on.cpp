// SPDX-License-Identifier: MIT
// A few bits of the chain at every tick, and all of them at the end: chance does not come so far.
#include <tandem/replay/explain/run_on.hpp>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>

namespace tandem::replay {

std::uint64_t next_whole_chain(const Replay& replay, std::uint64_t ticks_done) {
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done >= ticks_done) {
            return anchor.ticks_done;
        }
    }
    return replay.end_tick();
}

sim::Result<RunOn> run_on(const Replay& replay, sim::Timeline& timeline, std::uint64_t at_least,
                          const Progress& progress) {
    Cursor cursor(replay);
    const auto is_as_recorded = [&] {
        return is_recorded_chain(cursor, timeline.ticks_done(), timeline.chain());
    };
    RunOn run;
    const std::uint64_t end = next_whole_chain(replay, at_least);
    auto agrees = is_as_recorded();
    while (agrees && *agrees && timeline.ticks_done() < end) {
        if (progress && !progress(timeline.ticks_done())) {
            run.agrees = true;
            return run;
        }
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        if (!record) {
            return record.error();
        }
        ++run.ticks;
        agrees = timeline.advance(*record) ? is_as_recorded() : sim::Result<bool>(false);
    }
    if (!agrees) {
        return agrees.error();
    }
    run.agrees = *agrees;
    const auto last = cursor.chain(end);
    run.is_confirmed = run.agrees && last && last->whole.has_value();
    return run;
}

}  // namespace tandem::replay
