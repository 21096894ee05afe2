// SPDX-License-Identifier: MIT
// Writers of tables, one for each format. Rows go in, bytes come out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/formats/rows.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Takes the bytes of a format, in order.
using Sink = std::function<sim::Result<void>(std::string_view bytes)>;

// The table that is written.
struct TickTable {
    const replay::Replay& file;
    replay::TickRange range;  // its ticks
    std::uint64_t every = 1;  // a row each so many ticks
    std::uint64_t rows = 0;
    std::vector<FieldColumn> columns;
    sim::Bytes idle_input;  // the game's, if it is at hand
};

class TableWriter {
public:
    virtual ~TableWriter() = default;
    // It is called once, before the first row. It fails (usage) if the format cannot hold a column.
    virtual sim::Result<void> begin() = 0;
    // It is called for each row. It fails if the format cannot hold it.
    virtual sim::Result<void> row(const Row& row) = 0;
    // It is called once, after the last row.
    virtual sim::Result<void> finish() { return {}; }
    // Returns the facts that the recording has and the file does not, in sentences; it is asked at
    // the end.
    virtual std::vector<std::string> notes() const { return {}; }
    // Returns the description that a reader needs of the columns, to stand in a file beside
    // this one; empty if the format has it itself.
    virtual JsonObject description() const { return {}; }
};

// Each writes `table`, which must outlive the writer, into `sink`.

// Writes the script that a source script:FILE.csv reads: the inputs of all players, which are all
// its columns.
std::unique_ptr<TableWriter> make_script_writer(const TickTable& table, Sink sink);
// Writes a line for each row, the tick first. Cells are quoted if they must be.
std::unique_ptr<TableWriter> make_csv_writer(const TickTable& table, Sink sink);
// Writes a JSON object for each row: the tick, the inputs of all players, and the columns as
// `fields`.
std::unique_ptr<TableWriter> make_jsonl_writer(const TickTable& table, Sink sink);
// Writes a NumPy array of rows, whose fields are the columns. Fixed point is raw.
std::unique_ptr<TableWriter> make_npy_writer(const TickTable& table, Sink sink);
// Writes Chrome's trace events: ticks as slices, columns as curves, marks as moments.
std::unique_ptr<TableWriter> make_trace_writer(const TickTable& table, Sink sink);
// Writes the canonical inputs without anything between them, as `import` reads them.
std::unique_ptr<TableWriter> make_raw_writer(const TickTable& table, Sink sink);

}  // namespace tandem::tools
