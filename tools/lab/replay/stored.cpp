// SPDX-License-Identifier: MIT
// It shows which data a recording must hold so that it plays again elsewhere: C01 to C03.
#include <tandem/tools/lab/replay/tables.hpp>

#include <algorithm>

#include <tandem/replay/play/player.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_stored_ticks = 500;  // ten seconds of the yard
constexpr std::uint64_t k_seed = 7;
// Two starts of a program whose random numbers come from the clock on the wall, here two given
// numbers, so that this table is the same every time.
constexpr std::uint64_t k_morning_ns = 1'700'000'000'000'000'000;
constexpr std::uint64_t k_evening_ns = 1'700'000'043'210'987'654;

const Loop& variable_loop() { return *find_loop("L2"); }

// Steps a game with a file's records whenever a loop runs an update.
class PlayedBy : public Game {
public:
    explicit PlayedBy(const replay::Replay& replay)
        : player_(*replay::Player::create(replay, sim::erase<Yard>())) {}
    void update(const Update&) override {
        if (!player_.at_end()) {
            TANDEM_ASSERT(player_.step().has_value());
            hashes_.push_back(player_.simulation().state_hash().value);
        }
    }
    const std::vector<std::uint64_t>& hashes() const { return hashes_; }

private:
    replay::Player player_;
    std::vector<std::uint64_t> hashes_;
};

std::vector<Cell> row_of(const std::string& arm, const std::string& stored,
                         const std::string& played, const Comparison& comparison,
                         const Cell& first_other_step = {}) {
    return {arm,
            stored,
            played,
            counted(comparison.compared),
            counted(comparison.differing),
            comparison.first ? counted(*comparison.first) : Cell(),
            first_other_step,
            comparison.compared > 0 && comparison.differing == 0};
}

}  // namespace

VariableReplay replay_keys_only(const Machine& recorded, const Machine& played) {
    const Records original = variable_records(log_loop(variable_loop(), recorded));
    const FrameLog frames = log_loop(variable_loop(), played);
    const Records others = with_steps_of(original, frames);
    VariableReplay result;
    result.comparison = compare(run_records(sim::erase<VariableWorld>(), original).hashes,
                                run_records(sim::erase<VariableWorld>(), others).hashes);
    const auto other = std::mismatch(others.begin(), others.end(), original.begin()).first;
    if (other != others.end()) {
        result.first_other_step = static_cast<std::uint64_t>(other - others.begin());
    }
    return result;
}

Comparison replay_keys_and_steps(const Machine& recorded, const std::optional<sim::Plant>& plant) {
    const Records original = variable_records(log_loop(variable_loop(), recorded));
    return verify_file(record(sim::erase<VariableWorld>(), original, 1, plant),
                       sim::erase<VariableWorld>());
}

Comparison replay_ticks(const Machine& played) {
    const Records records = yard_records(k_stored_ticks);
    const replay::Replay file = record(sim::erase<Yard>(), records);
    PlayedBy player(file);
    run_loop(*find_loop("L3"), played, {}, &player);
    return compare(run_records(sim::erase<Yard>(), records).hashes, player.hashes());
}

Comparison replay_wall_clock() {
    const Records records = yard_records(k_stored_ticks);
    return compare(run_records(sim::erase<YardWithWallClock<k_morning_ns>>(), records).hashes,
                   run_records(sim::erase<YardWithWallClock<k_evening_ns>>(), records).hashes);
}

Comparison replay_seed() {
    const Records records = yard_records(k_stored_ticks);
    const replay::Replay file = record(sim::erase<Yard>(), records, k_seed);
    return compare(
        run_records(sim::erase<Yard>(), records, k_seed).hashes,
        run_records(sim::erase<Yard>(), records_of(file), file.header().setup.seed).hashes);
}

Comparison replay_film() {
    const Records original = variable_records(log_loop(variable_loop(), machine_of("normal")));
    replay::BufferOutput output;
    replay::RecorderOptions options;
    options.keyframe_ticks = 1;
    options.keyframe_bytes_per_second = 1U << 30;  // every state, whatever it takes
    replay::Recorder recorder(output, options);
    const GameRun run = run_records(sim::erase<VariableWorld>(), original, 1, &recorder);
    const auto film = replay::Replay::parse(output.bytes());
    TANDEM_ASSERT(film.has_value());
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t done = 1; done <= film->end_tick(); ++done) {
        const replay::StoredState* stored = film->find_state(done);
        const auto state = stored == nullptr ? sim::Result<replay::LoadedState>(sim::Error{})
                                             : film->load_state(*stored);
        hashes.push_back(state ? sim::state_hash(film->header().state_schema, state->bytes).value
                               : 0);
    }
    return compare(run.hashes, hashes);
}

Table stored_table() {
    Table table{.name = "stored",
                .title = "What a recording must hold: recorded on normal, played on five machines",
                .columns = {{"arm", "arm"},
                            {"stored", "stored"},
                            {"played_on", "played on"},
                            {"compared", "compared"},
                            {"differing", "differing"},
                            {"first_difference", "first"},
                            {"first_other_step", "first other step"},
                            {"exact", "exact"}}};
    for (const Machine& machine : known_machines()) {
        const VariableReplay run = replay_keys_only(machine_of("normal"), machine);
        table.rows.push_back(
            row_of("variable step (L2)", "keys by frame", machine.name, run.comparison,
                   run.first_other_step ? counted(*run.first_other_step) : Cell()));
    }
    table.rows.push_back(row_of("variable step (L2)", "keys and lengths of frames", "any",
                                replay_keys_and_steps(machine_of("normal"))));
    table.rows.push_back(
        row_of("variable step (L2)", "every state, as film", "any", replay_film()));
    for (const Machine& machine : known_machines()) {
        table.rows.push_back(
            row_of("fixed tick (L3)", "keys by tick", machine.name, replay_ticks(machine)));
    }
    table.rows.push_back(row_of("fixed tick, random numbers seeded by the clock", "keys by tick",
                                "normal, later", replay_wall_clock()));
    table.rows.push_back(row_of("fixed tick, random numbers in the state", "keys by tick, seed",
                                "normal, later", replay_seed()));
    table.notes = {
        "compared: frames or ticks that both have. The two readings of the clock are given "
        "numbers;",
        "the wind draws for the first time in tick " + std::to_string(Yard::k_gust_ticks - 1) + ".",
        "Film cannot be played with another key or another program."};
    return table;
}

}  // namespace tandem::tools::lab
