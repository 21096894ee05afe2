// SPDX-License-Identifier: MIT
// Plays a session from its start to its end, as often as is wanted.
#include <tandem/tools/check/disturbed_run.hpp>

#include <tandem/tools/check/disturbed_game.hpp>

namespace tandem::tools::check {
namespace {

class DisturbedRun {
public:
    DisturbedRun(const RegisteredGame& game, const Script& script, const RunOrder& order,
                 const std::function<void()>& moved)
        : script_(script),
          order_(order),
          moved_(moved),
          game_(game, order.disturbances, script.setup(), script.ticks()) {}

    RunOutcome play() {
        for (std::uint64_t time = 0; time < order_.times && !is_over_; ++time) {
            play_once(time == 0);
        }
        outcome_.meetings = game_.meetings();
        return std::move(outcome_);
    }

private:
    void play_once(bool is_first) {
        keep(game_.reset(script_.setup()), 0, is_first);
        for (std::uint64_t tick = 0; tick < script_.ticks() && !is_over_; ++tick) {
            disturb(tick);
            if (is_over_) {
                return;
            }
            keep(game_.step(tick, script_.record(tick)), tick + 1, is_first);
            if (moved_) {
                moved_();
            }
        }
    }

    void disturb(std::uint64_t tick) {
        for (const Disturbance& each : order_.disturbances) {
            if (!info_of(each.kind).has_ticks || !each.ticks.has(tick)) {
                continue;
            }
            if (const auto done = game_.disturb(each, tick, game_.simulation()); !done) {
                fail(std::string("after it ") + info_of(each.kind).what + ": " +
                     done.error().text());
                return;
            }
        }
    }

    void fail(const std::string& text) {
        outcome_.failure = text;
        is_over_ = true;
    }

    // Keeps what a reset or a step has led to.
    void keep(const Result<void>& done, std::uint64_t ticks_done, bool is_first) {
        if (!done) {
            return fail(done.error().text());
        }
        const sim::AnySimulation& simulation = game_.simulation();
        outcome_.hashes.push_back(simulation.state_hash());
        is_over_ = order_.compares && simulation.state_hash() != script_.hash(ticks_done);
        if (is_over_ || (is_first && order_.state_at == ticks_done)) {
            static_cast<void>(simulation.save(outcome_.state));
        }
    }

    const Script& script_;
    const RunOrder& order_;
    const std::function<void()>& moved_;
    DisturbedGame game_;
    bool is_over_ = false;
    RunOutcome outcome_;
};

}  // namespace

RunOutcome play_disturbed(const RegisteredGame& game, const Script& script, const RunOrder& order,
                          const std::function<void()>& moved) {
    return DisturbedRun(game, script, order, moved).play();
}

}  // namespace tandem::tools::check
