// SPDX-License-Identifier: MIT
// A program with a loop of its own, from the libraries alone: records a session, plays it back, and
// hosts or joins a match over UDP.
//
//   own_loop record|play|host|join FILE
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <tandem/net/driver.hpp>
#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/replay/file_output.hpp>
#include <tandem/replay/player.hpp>
#include <tandem/replay/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/time/pacer.hpp>

#include "tug.hpp"

using namespace tandem;

constexpr std::uint64_t k_ticks = 300;

// Tandem returns errors and throws none; here each one ends the program with its sentence.
template <class T>
T must(sim::Result<T> result) {
    if (!result)
        throw std::runtime_error(result.error().text());
    if constexpr (!std::is_void_v<T>)
        return std::move(result).value();
}

// An AnySimulation holds the game as bytes; this is the way back to its fields.
Tug game_of(const sim::AnySimulation& simulation) {
    Tug game;
    game.reset(simulation.setup());  // makes what serialize does not name
    must(sim::read_value(simulation.save(), game, simulation.info().state_bytes_max, "state"));
    return game;
}

void record(const std::string& path) {
    const auto file = must(replay::FileOutput::create(path));
    replay::Recorder recorder(*file);
    sim::Timeline timeline(sim::erase<Tug>(), &recorder);
    Setup setup;
    setup.slots = 2;
    must(timeline.start(setup));
    while (timeline.ticks_done() < k_ticks) {
        // A tick's record: who is present, one bit for each slot, and each slot's canonical input.
        const std::vector<sim::Bytes> inputs{
            sim::canonical_bytes(Tug::Input{timeline.ticks_done() % 2 == 0}),
            sim::canonical_bytes(Tug::Input{timeline.ticks_done() % 3 == 0})};
        must(timeline.advance(sim::make_record(0b11, inputs)));
    }
    must(timeline.end(sim::EndReason::tick_limit));  // without it the file counts as cut
    must(file->close());                             // says whether everything reached the disk
    std::printf("recorded %llu ticks\n", static_cast<unsigned long long>(timeline.ticks_done()));
}

void play(const std::string& path) {
    const replay::Replay file = must(replay::Replay::open(path));  // outlives its player
    replay::Player player = must(replay::Player::create(file, sim::erase<Tug>()));
    while (!player.at_end())
        must(player.step());
    if (player.diverged_at())
        throw std::runtime_error(player.diverged_at()->text);
    const Fixed rope = game_of(player.simulation()).rope;
    std::printf("played %llu ticks, rope %lld\n",
                static_cast<unsigned long long>(player.ticks_done()),
                static_cast<long long>(rope.raw()));
    must(player.seek(file.ticks() / 2));  // to any tick, forward or back
}

// The loop of a match, from before the others are there until they need nothing more from us.
// Returns whether it came to its agreed end.
bool run(net::Lockstep& session, net::Transport& transport) {
    net::Driver driver(session, transport);
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
    std::optional<sim::Pacer> pacer;  // before Started no tick is due
    std::uint64_t due_ticks = 0;
    bool is_agreed = false;
    std::optional<std::chrono::nanoseconds> give_up;
    // At Ended our last messages are still on their way: pump until they arrived, for two seconds.
    while (!driver.is_closed() && (!give_up || now() < *give_up)) {
        if (pacer)
            due_ticks += pacer->advance(now()).ticks;
        for (const net::Event& event : driver.pump(std::chrono::milliseconds(1), now, due_ticks)) {
            if (std::holds_alternative<net::Started>(event)) {
                // Keep: a tick that is late is still played, or we would fall behind for good.
                pacer.emplace(sim::PacerOptions{.tick_rate = session.setup().tick_rate,
                                                .debt_policy = sim::DebtPolicy::keep},
                              now());
            } else if (const auto* ended = std::get_if<net::Ended>(&event)) {
                is_agreed = !ended->error;
                give_up = now() + std::chrono::seconds(2);
            }
            if (!std::holds_alternative<net::Ticked>(event))
                std::printf("%s\n", net::event_text(event).c_str());
        }
        // Here a game draws session.simulation(), once session.is_started().
    }
    return is_agreed;
}

bool match(bool is_host, const std::string& path) {
    net::HostOptions host_options;
    host_options.session.ticks_limit = k_ticks;
    host_options.session.entropy = net::random_entropy();  // sessions draw none by themselves
    host_options.setup.slots = 2;                          // the default of one is no match
    net::JoinOptions join_options;
    join_options.session = host_options.session;
    // Asked once for every tick, some ticks before it is simulated: here a game reads its keys.
    const net::InputSource source = [](sim::Tick tick, const sim::AnySimulation&) {
        return sim::Result(std::optional(sim::canonical_bytes(Tug::Input{tick.number % 2 == 0})));
    };

    // Room for more than play, so that who comes too late is told so.
    const auto transport =
        must(is_host ? net::EnetTransport::host(net::k_default_port, 4)
                     : net::EnetTransport::connect("127.0.0.1", net::k_default_port));
    const auto file = must(replay::FileOutput::create(path));
    replay::Recorder recorder(*file);
    net::Lockstep session =
        must(is_host ? net::Lockstep::host(sim::erase<Tug>(), host_options, source, &recorder)
                     : net::Lockstep::join(sim::erase<Tug>(), join_options, source, &recorder));
    const bool is_agreed = run(session, *transport);  // the session itself ends the recording
    must(file->close());
    return is_agreed;
}

int main(int argc, char** argv) {
    const std::string verb = argc == 3 ? argv[1] : "";
    try {
        if (verb == "record") {
            record(argv[2]);
        } else if (verb == "play") {
            play(argv[2]);
        } else if (verb == "host" || verb == "join") {
            return match(verb == "host", argv[2]) ? 0 : 1;
        } else {
            std::fprintf(stderr, "usage: own_loop record|play|host|join FILE\n");
            return 2;
        }
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "own_loop: %s\n", failure.what());
        return 1;
    }
}
