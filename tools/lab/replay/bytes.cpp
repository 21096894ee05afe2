// SPDX-License-Identifier: MIT
// It measures the bytes that inputs take in a file, and those that states would take.
#include <tandem/tools/lab/replay/tables.hpp>

#include <chrono>

#include <tandem/replay/recording/encoder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_minute_ticks = 3'000;  // a minute of the yard

enum class Content : unsigned char { inputs, film };

// Hands everything to an encoder, and each state as well where it makes a film.
class Filming final : public sim::TickObserver {
public:
    explicit Filming(Content content, bool compress)
        : encoder_({.has_keyframes = false, .compress = compress}), content_(content) {}

    sim::Result<void> on_start(const sim::SessionStart& start) override {
        auto started = encoder_.start(start);
        head_bytes_ = encoder_.bytes_made();
        return started;
    }
    sim::Result<void> on_tick(const sim::TickedView& ticked) override {
        encoder_.tick(ticked);
        return {};
    }
    sim::Result<void> on_event(const sim::Mark& mark) override {
        encoder_.mark(mark);
        return {};
    }
    sim::Result<void> on_state(const sim::StateView& state) override {
        if (state.ticks_done > 0) {
            encoder_.state(state);
        }
        return {};
    }
    bool wants_keyframe(std::uint64_t) const override { return content_ == Content::film; }
    sim::Result<void> on_end(sim::EndReason) override {
        encoder_.close_block();
        return {};
    }

    double bytes_per_tick(std::uint64_t ticks) const {
        return static_cast<double>(encoder_.bytes_made() - head_bytes_) /
               static_cast<double>(ticks);
    }

private:
    replay::Encoder encoder_;
    Content content_;
    std::uint64_t head_bytes_ = 0;
};

enum class Packing : bool { none, compressed };

double file_bytes(sim::AnySimulation game, const Records& records, Content content,
                  Packing packing) {
    Filming filming(content, packing == Packing::compressed);
    run_records(std::move(game), records, 1, &filming);
    return filming.bytes_per_tick(records.size());
}

double state_bytes(sim::AnySimulation game, std::uint32_t slots) {
    Setup setup;
    setup.slots = slots;
    TANDEM_ASSERT(game.reset(setup).has_value());
    return static_cast<double>(game.save().size());
}

struct RecordBytes {
    double plain = 0;
    double in_runs = 0;
};

// A tick.
RecordBytes record_bytes(const Records& records) {
    constexpr std::size_t k_count_bytes = 2;
    std::size_t plain = 0;
    std::size_t in_runs = 0;
    for (std::size_t tick = 0; tick < records.size(); ++tick) {
        plain += records[tick].size();
        if (tick == 0 || records[tick] != records[tick - 1]) {
            in_runs += records[tick].size() + k_count_bytes;
        }
    }
    const auto ticks = static_cast<double>(records.size());
    return {static_cast<double>(plain) / ticks, static_cast<double>(in_runs) / ticks};
}

std::vector<Cell> row_of(const std::string& game, const std::string& stored, double bytes,
                         double state) {
    return {game, stored, Amount{bytes, 2}, Amount{state, 0}, Amount{state / bytes, 1}};
}

std::vector<Cell> row_of_frames(const std::string& game, const Records& records) {
    const double bytes =
        file_bytes(sim::erase<VariableWorld>(), records, Content::inputs, Packing::none);
    return row_of(game, "inputs and lengths of frames", bytes,
                  state_bytes(sim::erase<VariableWorld>(), 1));
}

}  // namespace

FileBytes yard_file_bytes() {
    const auto bytes = [](const Records& records, Content content, Packing packing) {
        return file_bytes(sim::erase<Yard>(), records, content, packing);
    };
    const Records played = yard_records(k_minute_ticks);
    const RecordBytes alone = record_bytes(played);
    return {bytes(played, Content::inputs, Packing::none),
            alone.plain,
            alone.in_runs,
            bytes(idle_records(k_minute_ticks), Content::inputs, Packing::none),
            bytes(played, Content::film, Packing::none),
            bytes(played, Content::film, Packing::compressed),
            state_bytes(sim::erase<Yard>(), 2)};
}

Table bytes_table() {
    Table table{.name = "bytes",
                .title = "What a tick takes in a replay file: inputs against states",
                .columns = {{"game", "game"},
                            {"stored", "stored"},
                            {"bytes_per_tick", "bytes a tick"},
                            {"state_bytes", "bytes of a state"},
                            {"times_smaller", "state is so many times"}}};
    const FileBytes yard = yard_file_bytes();
    table.rows.push_back(row_of("yard, two players", "inputs", yard.inputs, yard.state));
    table.rows.push_back(row_of("yard, nobody plays", "inputs", yard.idle, yard.state));
    table.rows.push_back(
        row_of("yard, two players", "every state, as film", yard.film, yard.state));
    const Loop& loop = *find_loop("L2");
    const Machine normal = *parse_machine("normal");
    table.rows.push_back(
        row_of_frames("variable step, even frames", variable_records(log_loop(loop, normal))));
    table.rows.push_back(
        row_of_frames("variable step, uneven frames",
                      variable_records(log_loop(loop, normal, {.jitter_seed = 1}))));
    table.notes = {
        "Without the file's head; with block headers and, for each tick, 16 bits of the running",
        "hash, which cannot be packed. States are not packed here, since compressors differ by",
        "version."};
    return table;
}

}  // namespace tandem::tools::lab
