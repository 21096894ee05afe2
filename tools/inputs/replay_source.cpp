// SPDX-License-Identifier: MIT
// A recording as a source: the inputs of all its players once more, into the same game or a changed
// one.
#include <tandem/tools/inputs/source.hpp>

#include <optional>

#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::tools {
namespace {

class ReplaySource final : public Source {
public:
    ReplaySource(replay::Replay file, std::optional<replay::FailedTick> failed, sim::Bytes idle,
                 std::uint64_t first_tick)
        : file_(std::move(file)),
          cursor_(file_),
          failed_(std::move(failed)),
          idle_(std::move(idle)),
          first_tick_(first_tick) {}

    std::uint32_t columns() const override { return file_.header().setup.slots; }
    std::optional<std::uint64_t> rows() const override {
        return file_.end_tick() - first_tick_ + (failed_ ? 1U : 0U);
    }
    std::optional<Error> cut() const override { return file_.flaw(); }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t column, Slot, sim::Tick tick,
                                                 const sim::AnySimulation&) override {
        if (tick.number >= *rows()) {
            return std::optional<sim::Bytes>();
        }
        const auto record = parse(tick);
        TANDEM_TRY(record);
        const sim::ByteView input = record->inputs[column];
        return std::optional(record->present(column) ? sim::Bytes(input.begin(), input.end())
                                                     : idle_);
    }

    bool present(std::uint32_t column, sim::Tick tick) const override {
        const auto record = parse(tick);
        return record && record->present(column);
    }

private:
    sim::Result<sim::RecordView> parse(sim::Tick tick) const {
        const sim::Schema& schema = file_.header().input_schema;
        if (failed_ && first_tick_ + tick.number == file_.end_tick()) {
            return sim::parse_record(schema, columns(), failed_->record);
        }
        const auto record = cursor_.record(sim::Tick{first_tick_ + tick.number});
        return record ? sim::parse_record(schema, columns(), *record) : record.error();
    }

    replay::Replay file_;
    mutable replay::Cursor cursor_;  // changes nothing but its memory of the last reading
    // The failed tick, whose inputs come behind the others, so that the same step fails again.
    std::optional<replay::FailedTick> failed_;
    sim::Bytes idle_;
    std::uint64_t first_tick_;  // row 0
};

}  // namespace

sim::Result<std::unique_ptr<Source>> open_replay_source(const std::string& path,
                                                        const sim::GameInfo& game,
                                                        std::uint64_t first_tick) {
    const auto find_game = [&](const std::string& name, std::uint32_t) {
        return name == game.name ? std::optional(game) : std::nullopt;
    };
    auto file = replay::Replay::open(path, {.find_game = find_game});
    TANDEM_TRY(file);
    if (!(file->header().input_schema == game.input_schema)) {
        return Error{ErrorCode::no_simulation, path,
                     "the recording is of " + file->header().game + " version " +
                         std::to_string(file->header().game_version) +
                         ", whose input is not that of " + game.name + " version " +
                         std::to_string(game.version)};
    }
    auto failed = replay::failed_tick(*file);
    const std::uint64_t end = file->end_tick() + (failed ? 1U : 0U);
    if (end == file->first_tick()) {
        return Error{ErrorCode::bad_data, path,
                     "the recording holds no whole tick to take inputs from"};
    }
    const std::uint64_t row_0 = first_tick == 0 ? file->first_tick() : first_tick;
    if (row_0 < file->first_tick() || row_0 >= end) {
        return Error{ErrorCode::usage, "--inputs replay:" + path,
                     "the session goes on at tick " + std::to_string(row_0) +
                         ", and the recording holds ticks " + std::to_string(file->first_tick()) +
                         " to " + std::to_string(end - 1)};
    }
    return std::unique_ptr<Source>(std::make_unique<ReplaySource>(
        std::move(*file), std::move(failed), game.idle_input, row_0));
}

}  // namespace tandem::tools
