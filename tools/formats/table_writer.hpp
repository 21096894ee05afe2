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

// What is written.
struct Table {
    const replay::Replay& file;
    replay::TickRange range;  // of ticks
    std::uint64_t every = 1;  // a row each so many ticks
    std::uint64_t rows = 0;
    std::vector<Column> columns;
    sim::Bytes idle_input;  // of the game, if it is at hand
};

class TableWriter {
public:
    virtual ~TableWriter() = default;
    // Called once, before the first row. It fails (usage) if the format cannot hold a column.
    virtual sim::Result<void> begin() = 0;
    // Called for each row. It fails if the format cannot hold it.
    virtual sim::Result<void> row(const Row& row) = 0;
    // Called once, after the last row.
    virtual sim::Result<void> finish() { return {}; }
    // What the file does not say although the recording does, in sentences; asked at the end.
    virtual std::vector<std::string> notes() const { return {}; }
    // What a reader needs to know of the columns, to stand in a file beside this one; empty if the
    // format says it itself.
    virtual JsonObject description() const { return {}; }
};

// Each writes `table`, which must outlive the writer, into `sink`.

// What a source script:FILE.csv reads: the inputs of all players, which are all its columns.
std::unique_ptr<TableWriter> make_script_writer(const Table& table, Sink sink);
// A line for each row, the tick first. Cells are quoted where they must be.
std::unique_ptr<TableWriter> make_csv_writer(const Table& table, Sink sink);
// A JSON object for each row: the tick, the inputs of all players, and the columns as `fields`.
std::unique_ptr<TableWriter> make_jsonl_writer(const Table& table, Sink sink);
// A NumPy array of rows, whose fields are the columns. Fixed point is raw.
std::unique_ptr<TableWriter> make_npy_writer(const Table& table, Sink sink);
// Chrome's trace events: ticks as slices, columns as curves, marks as moments.
std::unique_ptr<TableWriter> make_trace_writer(const Table& table, Sink sink);
// The canonical inputs without anything between them: what `import` reads.
std::unique_ptr<TableWriter> make_raw_writer(const Table& table, Sink sink);

}  // namespace tandem::tools
