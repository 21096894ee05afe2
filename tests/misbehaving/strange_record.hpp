// SPDX-License-Identifier: MIT
// A verb that records a session as a process does that has done something before: played another
// session, or gone back to a saved state on the way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::misbehaving {

inline constexpr std::uint64_t k_strange_ticks = 200;
inline constexpr std::uint64_t k_first_ticks = 107;  // of the session before
inline constexpr std::uint64_t k_restored_after = 89;

// Hands everything on, and does not mind a state that is restored where the session stands.
class RestoredObserver final : public sim::TickObserver {
public:
    explicit RestoredObserver(sim::TickObserver& other) : other_(other) {}

    sim::Result<void> on_start(const sim::SessionStart& start) override {
        return other_.on_start(start);
    }
    sim::Result<void> on_tick(const sim::TickedView& ticked) override {
        return other_.on_tick(ticked);
    }
    sim::Result<void> on_event(const sim::Mark& mark) override { return other_.on_event(mark); }
    sim::Result<void> on_state(const sim::StateView& state) override {
        return other_.on_state(state);
    }
    bool retract(std::uint64_t) override { return true; }
    bool wants_keyframe(std::uint64_t ticks_done) const override {
        return other_.wants_keyframe(ticks_done);
    }
    sim::Result<void> on_end(sim::EndReason reason) override { return other_.on_end(reason); }

private:
    sim::TickObserver& other_;
};

// The inputs depend on the tick alone, whatever the game has come to.
inline sim::Bytes strange_input(std::uint64_t tick) {
    return sim::make_record(1, std::vector<sim::Bytes>{{static_cast<std::byte>(tick * 37)}});
}

// The session; `is_restored`: it goes on from its saved state in a fresh object on the way.
inline sim::Result<void> play_strangely(const tools::RegisteredGame& game, std::uint64_t ticks,
                                        bool is_restored, sim::TickObserver* observer) {
    Setup setup;
    setup.slots = 1;
    sim::Timeline timeline(game.make(), observer);
    auto done = timeline.start(setup);
    while (done && timeline.ticks_done() < ticks) {
        if (is_restored && timeline.ticks_done() == k_restored_after) {
            const sim::Bytes state = timeline.simulation().save();
            done = timeline.go_back(k_restored_after, state, timeline.hashes());
        }
        done = done ? timeline.advance(strange_input(timeline.ticks_done())) : done;
    }
    return done ? timeline.end(sim::EndReason::tick_limit) : done;
}

inline int record_strangely(const tools::Arguments& arguments, tools::Context& context) {
    const auto game = context.registry.choose(context.game);
    auto output = replay::FileOutput::create(arguments.text("FILE"));
    if (!game || !output) {
        return context.fail(game ? output.error() : game.error());
    }
    const std::string how = arguments.text("HOW");
    if (how == "second") {
        if (auto first = play_strangely(*game, k_first_ticks, false, nullptr); !first) {
            return context.fail(first.error());
        }
    }
    replay::Recorder recorder(**output, {.keyframe_ticks = 60, .build = tools::build_text()});
    RestoredObserver observer(recorder);
    const auto played = play_strangely(*game, k_strange_ticks, how == "restored", &observer);
    const auto closed = (*output)->close();
    return played && closed ? 0 : context.fail(played ? closed.error() : played.error());
}

inline tools::Verb strange_record_verb() {
    return {.name = "record-as",
            .sentence = "Record a session in a process that has done something else",
            .example = "record-as second a.tandem",
            .starts_a_game = true,
            .options = {{.names = {"HOW"},
                         .sentence = "What else the process did",
                         .value = tools::OneOf{{"plain", "second", "restored"}},
                         .is_required = true},
                        {.names = {"FILE"},
                         .sentence = "File to write",
                         .value = tools::Path{},
                         .is_required = true}},
            .run = &record_strangely};
}

}  // namespace tandem::misbehaving
