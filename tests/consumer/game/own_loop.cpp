// SPDX-License-Identifier: MIT
// A program with a loop of its own, from the libraries alone: records a session, plays it back, and
// hosts or joins a match over UDP.
//
//   own_loop record|play|host|join FILE
#include <cstdio>
#include <stdexcept>

#include <tandem/net/net.hpp>
#include <tandem/replay/replay.hpp>
#include <tandem/sim/game.hpp>

#include "tug.hpp"

using namespace tandem;
using Input = Tug::Input;
constexpr int k_ticks = 300;

// Tandem returns errors and throws none; here each one ends the program with its sentence.
template <class T>
T must(sim::Result<T> result) {
    if (!result)
        throw std::runtime_error(result.error().text());
    return std::move(result).value();
}

void record(const char* path) {
    const auto file = must(replay::FileOutput::create(path));
    replay::Recorder recorder(*file);
    sim::Timeline timeline(sim::erase<Tug>(), &recorder);
    must(timeline.start({.slots = 2}));
    for (int tick = 0; tick < k_ticks; ++tick)
        must(timeline.advance({Input{tick % 2 == 0}, Input{tick % 3 == 0}}));
    must(timeline.end(sim::EndReason::tick_limit));  // without it the file counts as cut
    must(file->close());                             // says whether everything reached the disk
    std::printf("recorded %d ticks\n", k_ticks);
}

void play(const char* path) {
    const replay::Replay file = must(replay::Replay::open(path));  // outlives its player
    replay::Player player = must(replay::Player::create(file, sim::erase<Tug>()));
    while (!player.at_end())
        must(player.step());
    if (player.diverged_at())
        throw std::runtime_error(player.diverged_at()->text);
    const Tug& game = player.simulation().as<Tug>();  // the running game, read in place
    std::printf("played %d ticks, rope %lld\n", k_ticks, static_cast<long long>(game.rope.raw()));
    must(player.seek(file.ticks() / 2));  // to any tick, forward or back
}

// Returns whether the match came to its agreed end.
bool match(bool is_host, const char* path) {
    net::HostOptions hosting{.session = {.ticks_limit = k_ticks}, .setup = {.slots = 2}};
    const net::JoinOptions joining{.session = hosting.session};
    // Asked once for every tick, some ticks before it is played: here a game reads its keys.
    const auto source = net::input_source<Tug>(
        [](sim::Tick tick, const Tug&) { return Input{tick.number % 2 == 0}; });
    // Room for more than play, so that who comes too late is told so.
    const auto port = net::k_default_port;
    const auto wire = must(is_host ? net::EnetTransport::host(port, 4)
                                   : net::EnetTransport::connect("127.0.0.1", port));
    const auto file = must(replay::FileOutput::create(path));
    replay::Recorder recorder(*file);
    const auto game = [] { return sim::erase<Tug>(); };
    auto driver = must(is_host ? net::Driver::host(game(), hosting, source, &recorder, *wire)
                               : net::Driver::join(game(), joining, source, &recorder, *wire));
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
    while (!driver.is_over()) {
        for (const net::Event& event : driver.pump(std::chrono::milliseconds(1), now))
            if (!std::holds_alternative<net::Ticked>(event))
                std::printf("%s\n", net::event_text(event).c_str());
        // Here a game draws driver.session().simulation().as<Tug>(), once session().is_started().
    }
    must(file->close());  // the session itself has ended the recording
    return !driver.ended()->error;
}

int main(int argc, char** argv) try {
    const std::string verb = argc == 3 ? argv[1] : "";
    if (verb == "host" || verb == "join")
        return match(verb == "host", argv[2]) ? 0 : 1;
    if (verb == "record" || verb == "play")
        return (verb == "record" ? record : play)(argv[2]), 0;
    std::fprintf(stderr, "usage: own_loop record|play|host|join FILE\n");
    return 2;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "own_loop: %s\n", failure.what());
    return 1;
}
