// SPDX-License-Identifier: MIT
// Sessions are as long as a keyframe or two need, so that each fault has a keyframe before it and
// one behind it.
#include <tests/bench/replay/cause_sessions.hpp>

#include <optional>
#include <utility>

#include <tandem/replay/files/output.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/support/bodies.hpp>
#include <tests/support/emulator.hpp>
#include <tests/support/record_source.hpp>
#include <tests/support/registry.hpp>

namespace tandem::bench {
namespace {

constexpr std::uint64_t k_keyframes_of_a_session = 5;
constexpr std::uint32_t k_units = 100;

template <class Game>
FaultyGame faulty_game(std::uint64_t ticks) {
    FaultyGame game{std::string(Game::name), [] { return sim::erase<Game>(); }, {}, ticks};
    game.setup = bots_of(game.make().info());
    return game;
}

}  // namespace

std::vector<FaultyGame> faulty_games() {
    std::vector<FaultyGame> games{faulty_game<games::Duel>(3'600), faulty_game<games::Swarm>(900),
                                  faulty_game<test::Emulator>(1'500),
                                  faulty_game<test::Registry>(1'500),
                                  faulty_game<test::Bodies>(1'500)};
    games::Swarm::Options options;
    options.units = k_units;
    games[1].setup.set_options(options);
    return games;
}

replay::GameBuild build_named(const std::string& name) {
    return {sim::digest_bytes(sim::as_bytes(name)), sim::digest_bytes({}), name};
}

replay::RecorderOptions recorder_options(const FaultyGame& game, const std::string& build) {
    replay::RecorderOptions options;
    options.build = build;
    options.game_build = build_named(build);
    options.keyframe_ticks = game.ticks / k_keyframes_of_a_session;
    return options;
}

replay::Replay parse(const sim::Bytes& file) { return sound(replay::Replay::parse(file)); }

replay::Replay play_bots(const FaultyGame& game, std::uint64_t ticks,
                         const std::optional<sim::Plant>& plant) {
    replay::BufferOutput file;
    replay::Recorder recorder(file, recorder_options(game, "here"));
    sim::Timeline timeline(game.make(), &recorder);
    if (plant) {
        timeline.set_plant(*plant);
    }
    sound(timeline.start(game.setup));
    while (timeline.ticks_done() < ticks &&
           timeline.advance(test::bot_record(timeline.simulation(), timeline.ticks_done()))) {
    }
    sound(timeline.end(sim::EndReason::tick_limit));
    return parse(file.bytes());
}

}  // namespace tandem::bench
