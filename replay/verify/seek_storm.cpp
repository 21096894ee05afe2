// SPDX-License-Identifier: MIT
// Compares seeks with a straight run, which keeps two numbers for each place of a seek, never a
// state.
#include <tandem/replay/verify/seek_storm.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <tandem/replay/play/player.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

// The hashes of the straight run at one place.
struct Known {
    sim::RunningHashes hashes;
    sim::StateHash state;
};

std::vector<std::uint64_t> draw_targets(const Replay& replay, const SeekStorm& storm) {
    Random random(storm.seed);
    std::vector<std::uint64_t> targets;
    for (std::uint64_t i = 0; i < storm.seeks; ++i) {
        targets.push_back(random.between(replay.first_tick(), replay.end_tick()));
    }
    return targets;
}

class Storm {
public:
    Storm(const Replay& replay, const sim::AnySimulation& spare, const SeekStorm& storm,
          const Progress& progress)
        : replay_(replay), spare_(spare), storm_(storm), progress_(progress) {}

    sim::Result<SeekStormReport> run() {
        report_.is_begun = true;
        const auto targets = draw_targets(replay_, storm_);
        TANDEM_TRY(learn(targets));
        if (!report_.is_interrupted) {
            TANDEM_TRY(seek_all(targets));
        }
        return std::move(report_);
    }

private:
    // Makes the straight run. If it ends early, later places are not sought: the segments give the
    // verdict about them.
    sim::Result<void> learn(const std::vector<std::uint64_t>& targets) {
        for (const std::uint64_t target : targets) {
            known_.emplace(target, Known{});
        }
        auto run = Run::from_start(replay_, spare_.clone());
        TANDEM_TRY(run);
        for (auto place = known_.begin(); place != known_.end(); ++place) {
            std::uint64_t next = run->ticks_done();
            while (run->ticks_done() < place->first) {
                next = std::min(place->first, next + k_ticks_between_reports);
                if (!run->step_to(next)) {
                    known_.erase(place, known_.end());
                    return {};
                }
                if (is_stopped()) {
                    return {};
                }
            }
            place->second = {run->hashes(), run->state_hash()};
        }
        return {};
    }

    sim::Result<void> seek_all(const std::vector<std::uint64_t>& targets) {
        auto player = Player::create(replay_, spare_.clone());
        TANDEM_TRY(player);
        for (const std::uint64_t target : targets) {
            if (is_stopped()) {
                return {};
            }
            const auto known = known_.find(target);
            if (known == known_.end()) {
                continue;
            }
            const std::uint64_t from = player->ticks_done();
            const auto sought = player->seek(target);
            if (!sought) {
                suspect(from, target, "fails: " + sought.error().text());
                return {};
            }
            if (player->chain() != known->second.hashes.chain ||
                player->simulation().state_hash() != known->second.state) {
                suspect(from, target, "arrives at another state than the straight run");
                name_fields(target, player->simulation());
                return {};
            }
            ++report_.seeks_checked;
        }
        return {};
    }

    void suspect(std::uint64_t from, std::uint64_t target, const std::string& what) {
        report_.suspicion =
            Suspicion{from, target,
                      "seek " + std::to_string(report_.seeks_checked + 1) + " of " +
                          std::to_string(storm_.seeks) + " (seed " + std::to_string(storm_.seed) +
                          "), from " + std::to_string(from) + " to " + std::to_string(target) +
                          " ticks done, " + what};
    }

    void name_fields(std::uint64_t target, const sim::AnySimulation& arrived) {
        auto run = Run::from_start(replay_, spare_.clone());
        if (run && run->step_to(target)) {
            report_.fields = sim::compare_values(replay_.header().state_schema,
                                                 run->simulation().save(), arrived.save());
        }
    }

    bool is_stopped() {
        report_.is_interrupted = progress_ && !progress_(0);
        return report_.is_interrupted;
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    SeekStorm storm_;
    const Progress& progress_;
    SeekStormReport report_;
    std::map<std::uint64_t, Known> known_;
};

}  // namespace

sim::Result<SeekStormReport> seek_storm(const Replay& replay, const sim::AnySimulation& spare,
                                        const SeekStorm& storm, const Progress& progress) {
    return Storm(replay, spare, storm, progress).run();
}

}  // namespace tandem::replay
