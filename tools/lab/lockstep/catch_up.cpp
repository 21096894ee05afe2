// SPDX-License-Identifier: MIT
// Coming back with a peer's help: its snapshot and the inputs since, as a recording that begins
// with that snapshot. Sessions themselves hand over no state (net/PROTOCOL.md, known weaknesses).
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <chrono>
#include <utility>

#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/encoder.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

constexpr std::uint64_t k_snapshot_tick = 300;

// Returns a peer's recording of ten seconds of a real match.
replay::Replay peer_recording() {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    VirtualMatchOptions options;
    options.observers[0] = &recorder;
    {
        VirtualMatch match(options);
        match.run_until(seconds(10));
    }
    TANDEM_ASSERT(recorder.flush().has_value());
    auto replay = replay::Replay::parse(output.bytes());
    TANDEM_ASSERT(replay.has_value());
    return *std::move(replay);
}

// The peer's state after so many ticks, as its own simulation gives it.
sim::Bytes state_after(const replay::Replay& replay, std::uint64_t ticks) {
    auto player = replay::Player::create(replay, sim::erase<Yard>());
    TANDEM_ASSERT(player && player->seek(ticks));
    return player->simulation().save();
}

// A recording of the ticks from k_snapshot_tick on, which begins with that state.
replay::Replay transfer(const replay::Replay& history, const sim::Bytes& snapshot) {
    replay::Encoder encoder({});
    sim::Timeline timeline(sim::erase<Yard>());
    TANDEM_ASSERT(timeline.start(history.header().setup).has_value());
    replay::Cursor cursor(history);
    const auto next_record = [&] {
        const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
        TANDEM_ASSERT(record.has_value());  // it was recorded in memory just now
        return *record;
    };
    while (timeline.ticks_done() < k_snapshot_tick) {
        TANDEM_ASSERT(timeline.advance(next_record()).has_value());
    }
    const sim::SessionStart start{timeline.simulation().info(),
                                  timeline.simulation().setup(),
                                  timeline.start_value(),
                                  timeline.state_hash(),
                                  timeline.hashes(),
                                  snapshot,
                                  k_snapshot_tick};
    TANDEM_ASSERT(encoder.start(start).has_value());
    while (timeline.ticks_done() < history.end_tick()) {
        const sim::Tick tick{timeline.ticks_done()};
        const sim::ByteView record = next_record();
        TANDEM_ASSERT(timeline.advance(record).has_value());
        encoder.tick({tick, record, timeline.state_hash(), timeline.hashes()});
    }
    encoder.close_block();
    auto replay = replay::Replay::parse(encoder.extract());
    TANDEM_ASSERT(replay.has_value());
    return *std::move(replay);
}

}  // namespace

CatchUp catch_up(std::uint64_t stale_ticks) {
    const replay::Replay history = peer_recording();
    const sim::Bytes snapshot = state_after(history, k_snapshot_tick - stale_ticks);
    const replay::Replay help = transfer(history, snapshot);
    CatchUp result{k_snapshot_tick, help.end_tick(), false, {}};
    auto player = replay::Player::create(help, sim::erase<Yard>());
    if (!player) {
        result.refusal = player.error().text();
        return result;
    }
    while (!player->at_end() && !player->diverged_at()) {
        TANDEM_ASSERT(player->step().has_value());
    }
    if (const auto& divergence = player->diverged_at()) {
        result.until_tick = player->ticks_done();
        result.refusal =
            "tick " + std::to_string(divergence->tick.number) + ": " + divergence->text;
        return result;
    }
    const auto recorded = replay::Cursor(history).chain(history.end_tick());
    result.agrees = recorded && recorded->agrees(player->chain()) &&
                    player->simulation().save() == state_after(history, history.end_tick());
    return result;
}

CatchUp catch_up_alone() {
    net::SimulatedNetwork network(1);
    network.add_endpoint();
    net::Transport& transport = network.add_endpoint();
    auto driver = net::Driver::join(
        sim::erase<Yard>(), {},
        [](sim::Tick, const sim::AnySimulation&) -> sim::Result<std::optional<sim::Bytes>> {
            return std::optional<sim::Bytes>();
        },
        nullptr, transport);
    TANDEM_ASSERT(driver.has_value());
    network.connect(1, 0);
    for (net::Time now{0}; !driver->ended(); now += std::chrono::milliseconds(2)) {
        network.advance(now);
        driver->pump(std::chrono::milliseconds(0), [now] { return now; });
    }
    CatchUp result;
    result.refusal = driver->ended()->error ? driver->ended()->error->text() : "";
    return result;
}

Table catch_up_table() {
    Table table{.name = "catch_up",
                .title = "Catching up from a peer's snapshot and the inputs since",
                .columns = {{"help", "help"},
                            {"from_tick", "snapshot of tick"},
                            {"until_tick", "played to tick"},
                            {"agrees", "hashes equal"},
                            {"refusal", "refused because"}}};
    const auto add = [&](const std::string& help, const CatchUp& run) {
        table.rows.push_back({help, counted(run.from_tick), counted(run.until_tick), run.agrees,
                              run.refusal.empty() ? Cell() : Cell(run.refusal)});
    };
    add("snapshot, inputs since", catch_up(0));
    add("one tick stale", catch_up(1));
    add("100 ticks stale", catch_up(100));
    table.rows.push_back({"no peer", Cell(), Cell(), false, catch_up_alone().refusal});
    table.notes = {
        "The help is a recording that begins with the peer's state (a session hands over none).",
        "Without it one's own last tick is all there is to go on from."};
    return table;
}

}  // namespace tandem::tools::lab
