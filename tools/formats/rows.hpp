// SPDX-License-Identifier: MIT
// Reads a recording as a table: a row for each tick, a column for each field of an input or of the
// state.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/formats/value_parts.hpp>

namespace tandem::tools {

// A column of the table.
struct Column {
    std::string name;                     // "p1.forward", "units[17].hp"
    std::optional<std::uint32_t> player;  // the player of the input; none for the state
    std::string path;                     // within that input or state
    KnownField field;                     // as the schema has it
};

// A row of the table, which is a tick.
struct Row {
    std::uint64_t tick = 0;
    sim::RecordView inputs;
    sim::Bytes state;  // after the step of this tick; empty if no state was asked for
};

// Returns the columns with these names: "p1.PATH" is a field of player 1's input if the input has
// it; any other name is a path of the state. The error (usage) names those that exist.
sim::Result<std::vector<Column>> columns_named(const replay::Header& header,
                                               const std::vector<std::string>& names);

// Returns a column for every leaf that the players' inputs have in these ticks, player by player,
// in canonical order. An error says that the file cannot be read there.
sim::Result<std::vector<Column>> columns_of_inputs(const replay::Replay& file,
                                                   const replay::TickRange& range);

// True if a column is of the state, so that the game is needed.
bool has_state(const std::vector<Column>& columns);

// Returns the cell of a row; nothing if the player was absent or the value has no such part.
std::optional<ValuePart> cell_of(const Column& column, const Row& row,
                                 const replay::Header& header);

// Reads the rows one after the other.
class RowReader {
public:
    // Reads every `every`-th tick (1 or more, asserted) of a range within the file (asserted). With
    // a `factory` rows have states, which are simulated and compared as in retrace. `file` must
    // outlive the reader. `each_tick` can stop the reader while it simulates.
    static sim::Result<RowReader> create(const replay::Replay& file, const replay::TickRange& range,
                                         std::uint64_t every,
                                         const std::function<sim::AnySimulation()>& factory,
                                         replay::Progress each_tick = nullptr);

    // Reads the next row into `row`, whose memory is reused. False behind the last one, and if
    // `each_tick` stopped it.
    sim::Result<bool> next(Row& row);

    // True if the file confirms all states read so far, as in retrace, or there are none.
    sim::Result<bool> confirm() const;

    // The number of rows in all.
    std::uint64_t rows() const { return (range_.to - range_.from + every_ - 1) / every_; }

private:
    RowReader(const replay::Replay& file, const replay::TickRange& range, std::uint64_t every,
              replay::Progress each_tick);

    const replay::Replay* file_;
    replay::TickRange range_;
    std::uint64_t every_;
    replay::Progress each_tick_;
    replay::Cursor cursor_;
    std::unique_ptr<replay::Run> run_;
    bool is_stopped_ = false;
};

}  // namespace tandem::tools
