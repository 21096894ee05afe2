// SPDX-License-Identifier: MIT
// A recording written by one of the formats' writers, for their tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/formats/table_writer.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {

// A recording of bots. Whom `present` leaves out of a tick is absent from it.
inline replay::Replay recording_of(
    sim::AnySimulation simulation, std::uint64_t ticks, std::uint32_t slots = 2,
    const std::function<std::uint64_t(std::uint64_t tick)>& present = nullptr) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    sim::Timeline timeline(std::move(simulation), &recorder);
    EXPECT_TRUE(timeline.start(make_setup(timeline.simulation().info(), slots)));
    const sim::GameInfo& game = timeline.simulation().info();
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        sim::Bytes record = bot_record(timeline.simulation(), tick);
        if (present) {
            const auto parsed = sim::parse_record(game.input_schema, slots, record);
            sim::Bytes changed;
            sim::make_record(present(tick), parsed->inputs, changed);
            record = std::move(changed);
        }
        EXPECT_TRUE(timeline.advance(record));
        if (tick == 3) {
            EXPECT_TRUE(timeline.mark({sim::MarkKind::note, sim::Tick{3}, 0, 0, "a \"note\""}));
        }
    }
    EXPECT_TRUE(timeline.end(sim::EndReason::tick_limit));
    auto file = replay::Replay::parse(output.bytes());
    EXPECT_TRUE(file);
    return *std::move(file);
}

// What a writer made of it.
struct Written {
    std::string text;
    std::vector<std::string> notes;
    tools::JsonObject description;
    std::vector<tools::FieldColumn> columns;
    std::optional<sim::Error> error;
};

struct WrittenOptions {
    std::vector<std::string> fields = {};  // none: all inputs
    bool has_columns = true;               // false: none where no field is named
    std::optional<replay::TickRange> range = {};
    std::uint64_t every = 1;
    std::function<sim::AnySimulation()> factory = {};
};

inline Written write_table(std::unique_ptr<tools::TableWriter> (*make)(const tools::TickTable&,
                                                                       tools::Sink),
                           const replay::Replay& file, const WrittenOptions& options = {}) {
    Written written;
    const replay::TickRange range =
        options.range.value_or(replay::TickRange{file.first_tick(), file.end_tick()});
    auto columns = options.fields.empty() && options.has_columns
                       ? tools::columns_of_inputs(file, range)
                       : tools::columns_named(file.header(), options.fields);
    if (!columns) {
        written.error = columns.error();
        return written;
    }
    written.columns = *columns;
    auto reader = tools::RowReader::create(
        file, range, options.every,
        tools::has_state(*columns) ? options.factory : std::function<sim::AnySimulation()>());
    EXPECT_TRUE(reader);
    const tools::TickTable table{file, range, options.every, reader->rows(), std::move(*columns),
                                 {}};
    const auto writer = make(table, [&](std::string_view bytes) {
        written.text += bytes;
        return sim::Result<void>();
    });
    sim::Result<void> done = writer->begin();
    std::uint64_t rows = 0;
    for (tools::Row row; done;) {
        const auto more = reader->next(row);
        EXPECT_TRUE(more) << (more ? "" : more.error().text());
        if (!more || !*more) {
            break;
        }
        ++rows;
        done = writer->row(row);
    }
    done = done ? writer->finish() : done;
    if (!done) {
        written.error = done.error();
    } else {
        EXPECT_EQ(rows, table.rows);
    }
    written.notes = writer->notes();
    written.description = writer->description();
    return written;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end == std::string::npos ? text.size() : end + 1;
    }
    return lines;
}

}  // namespace tandem::test
