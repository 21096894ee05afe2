// SPDX-License-Identifier: MIT
// First whether restoring does anything: a run that is restored at every tick costs little, and
// most games save all that they have. Only of others each tick is tried.
#include <tandem/replay/explain/restore_search.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/explain/run_on.hpp>

namespace tandem::replay {
namespace {

// Ticks before the bad one in which a restore is looked for at every tick.
constexpr std::uint64_t k_window_ticks = 600;
// How many ticks may be simulated for it in all.
constexpr std::uint64_t k_work_ticks = 2'000'000;

class Restores {
public:
    Restores(const Replay& replay, const sim::AnySimulation& spare, sim::Tick tick,
             const Progress& progress)
        : replay_(replay), spare_(spare), tick_(tick), progress_(progress), cursor_(replay) {}

    sim::Result<RestoreSearch> run() {
        RestoreSearch search;
        const std::uint64_t first = replay_.first_tick();
        const std::uint64_t from =
            std::max(first, tick_.number - std::min(tick_.number, k_window_ticks));
        search.ticks_tried = tick_.number - from;
        sim::Timeline straight(spare_.clone());
        if (auto started = start_as_recorded(replay_, straight); !started) {
            return started.error();
        }
        // A hidden member that a keyframe lacks would be missing here too, but then for both runs.
        jump_to_keyframe(replay_, straight, first, from + 1);
        const auto restored_often = differs_if_restored_at_every_tick(straight);
        if (!restored_often) {
            return restored_often.error();
        }
        search.matters = *restored_often;
        if (search.matters) {
            auto found = find_the_tick(from);
            if (!found) {
                return found.error();
            }
            search.restored_at = *found;
        }
        return search;
    }

private:
    bool advance(sim::Timeline& timeline) {
        const auto record = cursor_.record(sim::Tick{timeline.ticks_done()});
        ++work_;
        return record && timeline.advance(*record) &&
               (!progress_ || work_ % k_ticks_between_reports != 0 || progress_(work_));
    }

    // A new simulation that only knows what was saved.
    std::optional<sim::Timeline> restored(const sim::Timeline& timeline) const {
        sim::Timeline fresh(spare_.clone());
        if (!fresh.start(replay_.header().setup) ||
            !fresh.jump(timeline.ticks_done(), timeline.simulation().save(), timeline.hashes())) {
            return std::nullopt;
        }
        return fresh;
    }

    sim::Result<bool> differs_if_restored_at_every_tick(const sim::Timeline& straight) {
        sim::Timeline plain(straight.simulation().clone());
        sim::Timeline often(straight.simulation().clone());
        for (sim::Timeline* timeline : {&plain, &often}) {
            if (auto begun = start_as_recorded(replay_, *timeline); !begun) {
                return begun.error();
            }
            if (timeline->ticks_done() != straight.ticks_done()) {
                if (auto moved = timeline->jump(straight.ticks_done(), straight.simulation().save(),
                                                straight.hashes());
                    !moved) {
                    return moved.error();
                }
            }
        }
        while (plain.ticks_done() < std::min(tick_.number + k_window_ticks, replay_.end_tick())) {
            auto fresh = restored(often);
            if (!fresh) {
                return true;
            }
            often = std::move(*fresh);
            if (!advance(plain) || !advance(often)) {
                break;
            }
            if (plain.chain() != often.chain()) {
                return true;
            }
        }
        return false;
    }

    // The straight run from the beginning, with all that the game keeps beside its state; from each
    // tick on one that was restored there.
    sim::Result<std::optional<std::uint64_t>> find_the_tick(std::uint64_t from) {
        using Found = std::optional<std::uint64_t>;
        sim::Timeline straight(spare_.clone());
        if (auto started = start_as_recorded(replay_, straight); !started) {
            return started.error();
        }
        while (straight.ticks_done() <= tick_.number && work_ < k_work_ticks) {
            const std::uint64_t here = straight.ticks_done();
            if (here >= from || replay_.find_state(here) != nullptr) {
                const auto fits = is_it(straight);
                if (!fits || *fits) {
                    return fits ? sim::Result<Found>(Found(here)) : fits.error();
                }
            }
            if (!advance(straight)) {
                break;
            }
        }
        return Found();
    }

    sim::Result<bool> is_it(const sim::Timeline& straight) {
        auto run = restored(straight);
        if (!run) {
            return false;
        }
        while (run->ticks_done() <= tick_.number) {
            if (!advance(*run)) {
                return false;
            }
            const auto agrees = is_recorded_chain(cursor_, run->ticks_done(), run->chain());
            if (!agrees || !*agrees) {
                return agrees;
            }
        }
        const auto behind = run_on(replay_, *run, run->ticks_done(), progress_);
        return behind ? sim::Result<bool>(behind->is_confirmed) : behind.error();
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    sim::Tick tick_;
    const Progress& progress_;
    Cursor cursor_;
    std::uint64_t work_ = 0;
};

}  // namespace

sim::Result<RestoreSearch> find_restore(const Replay& replay, const sim::AnySimulation& spare,
                                        sim::Tick tick, const Progress& progress) {
    return Restores(replay, spare, tick, progress).run();
}

}  // namespace tandem::replay
