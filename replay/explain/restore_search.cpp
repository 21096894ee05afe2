// SPDX-License-Identifier: MIT
// Finds out first whether restoring does anything: a run that is restored at every tick costs
// little, and most games save all that they have. It tries each tick only for other games.
#include <tandem/replay/explain/restore_search.hpp>

#include <algorithm>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/replay/play/run.hpp>

namespace tandem::replay {
namespace {

// A restore is looked for at each of so many ticks before the bad one.
constexpr std::uint64_t k_window_ticks = 600;
// At most so many ticks are simulated for it in all.
constexpr std::uint64_t k_work_ticks = 2'000'000;

class Restores {
public:
    Restores(const Replay& replay, const sim::AnySimulation& spare, sim::Tick tick,
             const Progress& progress)
        : replay_(replay), spare_(spare), tick_(tick), progress_(progress) {}

    sim::Result<RestoreSearch> run() {
        RestoreSearch search;
        const std::uint64_t from =
            std::max(replay_.first_tick(), tick_.number - std::min(tick_.number, k_window_ticks));
        search.ticks_tried = tick_.number - from;
        const auto restored_often = differs_if_restored_at_every_tick(from);
        TANDEM_TRY(restored_often);
        search.matters = *restored_often;
        if (search.matters) {
            auto found = find_the_tick(from);
            TANDEM_TRY(found);
            search.restored_at = *found;
        }
        return search;
    }

private:
    bool advance(Run& run) {
        ++work_;
        return run.step() &&
               (!progress_ || work_ % k_ticks_between_reports != 0 || progress_(work_));
    }

    // Goes on from there with a new simulation, which knows only what was saved.
    bool restore(Run& run, const RunPlace& place) const {
        return run.renew(spare_.clone()) && run.jump(place);
    }

    // Returns whether a run that is restored at every tick differs. A hidden member that a keyframe
    // lacks is missing in both runs.
    sim::Result<bool> differs_if_restored_at_every_tick(std::uint64_t from) {
        auto plain = Run::from_keyframe(replay_, spare_.clone(), from + 1);
        auto often = Run::from_keyframe(replay_, spare_.clone(), from + 1);
        TANDEM_TRY(plain);
        TANDEM_TRY(often);
        const std::uint64_t end = std::min(tick_.number + k_window_ticks, replay_.end_tick());
        while (plain->ticks_done() < end) {
            if (!restore(*often, often->place())) {
                return true;
            }
            if (!advance(*plain) || !advance(*often)) {
                break;
            }
            if (plain->chain() != often->chain()) {
                return true;
            }
        }
        return false;
    }

    // Finds the tick of the restore. The straight run goes from the beginning, with all that the
    // game keeps beside its state; a run that is restored starts from each of its ticks.
    sim::Result<std::optional<std::uint64_t>> find_the_tick(std::uint64_t from) {
        using Found = std::optional<std::uint64_t>;
        auto straight = Run::from_start(replay_, spare_.clone());
        TANDEM_TRY(straight);
        Run restored(replay_, spare_.clone());
        while (straight->ticks_done() <= tick_.number && work_ < k_work_ticks) {
            const std::uint64_t here = straight->ticks_done();
            if (here >= from || replay_.find_state(here) != nullptr) {
                const auto fits = is_it(straight->place(), restored);
                if (!fits || *fits) {
                    return fits ? sim::Result<Found>(Found(here)) : fits.error();
                }
            }
            if (!advance(*straight)) {
                break;
            }
        }
        return Found();
    }

    sim::Result<bool> is_it(const RunPlace& place, Run& run) {
        if (!restore(run, place)) {
            return false;
        }
        while (run.ticks_done() <= tick_.number) {
            if (!advance(run)) {
                return false;
            }
            const auto agrees = run.compare();
            if (!agrees || !*agrees) {
                return agrees;
            }
        }
        // The ticks behind it, up to a whole chain, turn a guess at one tick into a proof.
        const std::uint64_t end =
            next_whole_chain(replay_, run.ticks_done()).value_or(replay_.end_tick());
        const auto gone = run.go_to(end, AtParting::stop, progress_);
        return gone ? sim::Result<bool>(run.agrees() && run.compared_whole()) : gone.error();
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    sim::Tick tick_;
    const Progress& progress_;
    std::uint64_t work_ = 0;
};

}  // namespace

sim::Result<RestoreSearch> find_restore(const Replay& replay, const sim::AnySimulation& spare,
                                        sim::Tick tick, const Progress& progress) {
    return Restores(replay, spare, tick, progress).run();
}

}  // namespace tandem::replay
