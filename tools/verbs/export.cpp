// SPDX-License-Identifier: MIT
// The verb export writes a recording in the formats of other programs.
#include <array>
#include <memory>
#include <optional>

#include <tandem/tools/formats/table_writer.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/picture_export.hpp>
#include <tandem/tools/program/session/piece_sink.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

struct Format {
    const char* name;
    std::unique_ptr<TableWriter> (*make)(const TickTable& table, Sink sink);
    bool takes_fields = true;         // --field
    bool takes_every = true;          // --every
    bool has_default_columns = true;  // all inputs, if no --field is given
    bool has_description = false;     // a file beside it says the meaning of its numbers
};
constexpr std::array<Format, 6> k_formats{{{"inputs", &make_script_writer, false, false, true},
                                           {"csv", &make_csv_writer, true, true, true},
                                           {"jsonl", &make_jsonl_writer, true, true, false},
                                           {"npy", &make_npy_writer, true, true, true, true},
                                           {"trace", &make_trace_writer, true, true, true},
                                           {"raw", &make_raw_writer, false, false, false}}};

std::vector<std::string> format_names();

class ExportSession {
public:
    ExportSession(const Arguments& arguments, Context& context)
        : path_(arguments.text("FILE")),
          fields_(arguments.texts("--field")),
          every_(arguments.whole("--every")),
          context_(context) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
        for (const Option& option : picture_options()) {
            picture_option_ = arguments.has(option.names[0]) ? option.names[0] : picture_option_;
        }
        for (const Format& format : k_formats) {
            format_ = arguments.text("--format") == format.name ? &format : format_;
        }
    }

    Result<int> run(const Arguments& arguments);

private:
    bool is_stdout() const { return output_.output == k_standard_output; }
    bool has_description() const { return format_->has_description && !is_stdout(); }
    std::string description_file() const { return output_.output + ".json"; }

    Result<void> check_options() const;

    // The game if states are wanted; null if they are not.
    Result<std::function<sim::AnySimulation()>> simulation_for(
        const Replay& file, const std::vector<FieldColumn>& columns);
    Result<void> write(const Replay& file, const replay::TickRange& range);
    Result<void> write_table(const TickTable& table, RowReader& reader,
                             const replay::Progress& goes_on);
    int report(const Replay& file);

    std::string path_;
    std::vector<std::string> fields_;
    std::optional<std::uint64_t> every_;
    std::string picture_option_;  // an option that only pictures have, if it was given
    SessionArguments output_;
    const Format* format_ = nullptr;
    Context& context_;
    bool is_interrupted_ = false;
    std::uint64_t rows_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<std::string> columns_;
    std::vector<std::string> notes_;
};

Result<int> run_export(const Arguments& arguments, Context& context);

}  // namespace

Verb export_verb() {
    return {
        .name = "export",
        .sentence = "Write inputs, states or pictures of a recording in another format",
        .example = "export a.tandem --format csv --field ticks -o ticks.csv",
        .options = joined(
            {{{.names = {"FILE"}, .sentence = "File to read", .value = Path{}, .is_required = true},
              {.names = {"--format"},
               .value_name = "NAME",
               .sentence = "inputs (what script: reads), csv, jsonl, npy (NumPy), trace "
                           "(Perfetto), raw, png, cast (asciinema) or video (by ffmpeg)",
               .value = OneOf{format_names()}},
              {.names = {"--field"},
               .value_name = "PATH",
               .sentence = "A field of the state, or with p0. in front of player 0's input",
               .default_text = "all fields of all inputs",
               .value = Text{},
               .is_repeated = true},
              from_option("First tick to take; -600: the 600th from the end"),
              to_option("First tick no longer taken; -600: the 600th from the end"),
              {.names = {"--every"},
               .value_name = "N",
               .sentence = "Take only every N-th tick",
               .default_text = "1",
               .value = Whole{.least = 1}}},
             picture_options(),
             {{.names = {"-o", "--output"},
               .value_name = "FILE",
               .sentence = "File to write, never one that is read; - for standard output",
               .value = Path{}},
              {.names = {"--force"}, .sentence = "Replace the file if it exists"}}}),
        .run = &reported<&run_export>,
    };
}

namespace {

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const Format& format : k_formats) {
        names.emplace_back(format.name);
    }
    for (const std::string& name : picture_formats()) {
        names.push_back(name);
    }
    return names;
}

Result<int> ExportSession::run(const Arguments& arguments) {
    TANDEM_TRY(check_options());
    auto file = open_replay(path_, context_);
    TANDEM_TRY(file);
    const auto range = tick_range(arguments, *file);
    TANDEM_TRY(range);
    // On standard output no file is to be finished or removed, and its reader may end first.
    std::optional<SignalGuard> signals;
    if (!is_stdout()) {
        signals.emplace();
    }
    const auto done = write(*file, *range);
    TANDEM_TRY(done);
    return is_interrupted_ ? exit_code_of_signal(pending_signal()) : report(*file);
}

Result<void> ExportSession::check_options() const {
    if (format_ == nullptr) {
        std::string names;
        for (const std::string& name : format_names()) {
            names += (names.empty() ? "" : ", ") + name;
        }
        return Error{ErrorCode::usage, "--format", "say which: " + names};
    }
    TANDEM_TRY(check_piece_output(output_.output, context_.console));
    if (!picture_option_.empty()) {
        return Error{ErrorCode::usage, picture_option_,
                     std::string("the format ") + format_->name + " is no picture"};
    }
    if (!fields_.empty() && !format_->takes_fields) {
        return Error{ErrorCode::usage, "--field",
                     std::string("the format ") + format_->name +
                         " has all inputs and "
                         "nothing else"};
    }
    if (every_ && !format_->takes_every) {
        return Error{ErrorCode::usage, "--every",
                     std::string("the format ") + format_->name + " has every tick"};
    }
    auto checked = check_output("--output", output_.output, output_, {path_});
    return checked && has_description()
               ? check_output("--output", description_file(), output_, {path_})
               : checked;
}

Result<std::function<sim::AnySimulation()>> ExportSession::simulation_for(
    const Replay& file, const std::vector<FieldColumn>& columns) {
    if (!has_state(columns)) {
        return std::function<sim::AnySimulation()>();
    }
    const auto game = game_of(file, path_, context_);
    TANDEM_TRY(game);
    TANDEM_TRY(replay::check_simulation(file.header(), *game->info).within(path_));
    return std::function<sim::AnySimulation()>(game->make);
}

Result<void> ExportSession::write(const Replay& file, const replay::TickRange& range) {
    auto columns = fields_.empty() && format_->has_default_columns
                       ? columns_of_inputs(file, range)
                       : columns_named(file.header(), fields_);
    TANDEM_TRY(columns);
    const auto factory = simulation_for(file, *columns);
    TANDEM_TRY(factory);
    const auto game = game_if_any(file, context_);
    Progress progress(context_.console.err(), context_.console.may_redraw(), "exporting", "tick",
                      std::nullopt);
    std::uint64_t looks = 0;
    const auto goes_on = [&](std::uint64_t) {
        if (++looks % k_ticks_between_looks == 0) {
            progress.update(looks, steady_now());
            is_interrupted_ = is_interrupted_ || pending_signal() != 0;
        }
        return !is_interrupted_;
    };
    auto reader =
        RowReader::create(file, range, every_.value_or(1), *factory, goes_on).within(path_);
    TANDEM_TRY(reader);
    const TickTable table{file,
                          range,
                          every_.value_or(1),
                          reader->rows(),
                          std::move(*columns),
                          game ? game->info->idle_input : sim::Bytes()};
    rows_ = table.rows;
    for (const FieldColumn& column : table.columns) {
        columns_.push_back(column.name);
    }
    return write_table(table, *reader, goes_on);
}

Result<void> ExportSession::write_table(const TickTable& table, RowReader& reader,
                                        const replay::Progress& goes_on) {
    std::unique_ptr<replay::FileOutput> output;
    if (!is_stdout()) {
        auto opened = open_whole_output(output_.output, output_.force);
        TANDEM_TRY(opened);
        output = std::move(*opened);
    }
    std::unique_ptr<replay::FileOutput> description;
    if (has_description()) {
        auto opened = open_whole_output(description_file(), output_.force);
        TANDEM_TRY(opened);
        description = std::move(*opened);
    }
    PieceSink sink(output.get(), context_.console);
    const auto writer =
        format_->make(table, [&](std::string_view bytes) { return sink.write(bytes); });
    TANDEM_TRY(writer->begin());
    Row row;
    for (;;) {
        const auto more = reader.next(row).within(path_);
        TANDEM_TRY(more);
        if (!*more || !goes_on(row.tick)) {
            break;
        }
        TANDEM_TRY(writer->row(row));
    }
    if (is_interrupted_) {
        return {};
    }
    const auto confirmed = reader.confirm().within(path_);
    TANDEM_TRY(confirmed);
    auto done = writer->finish();
    notes_ = writer->notes();
    if (!*confirmed) {
        notes_.push_back(unconfirmed_text(table.file));
    }
    if (std::string plants = plants_text(table.file, table.range.to);
        has_state(table.columns) && !plants.empty()) {
        notes_.push_back(std::move(plants));
    }
    done = done ? sink.finish() : done;
    if (done && description != nullptr) {
        // It describes a file that is whole.
        done = write_whole(*description, sim::as_bytes(json_line(writer->description()) + "\n"));
    }
    bytes_ = sink.bytes();
    return done;
}

int ExportSession::report(const Replay& file) {
    for (const std::string& note : notes_) {
        context_.console.print_note(note);
    }
    if (!is_stdout()) {
        context_.console.print("wrote " + count_text(rows_, "row") + " of " +
                               escaped(file.header().game) + " as " + format_->name + " into " +
                               escaped(output_.output) + " (" + count_text(bytes_, "byte") + ")");
    }
    JsonArray columns(columns_.begin(), columns_.end());
    JsonArray notes(notes_.begin(), notes_.end());
    const JsonObject facts{{"file", output_.output},
                           {"source", path_},
                           {"game", file.header().game},
                           {"format", format_->name},
                           {"rows", rows_},
                           {"columns", std::move(columns)},
                           {"bytes", bytes_},
                           {"notes", std::move(notes)}};
    if (file.flaw()) {
        return context_.fail(*file.flaw(), facts);
    }
    context_.console.report(facts);
    return 0;
}

Result<int> run_export(const Arguments& arguments, Context& context) {
    if (is_picture_format(arguments.text("--format"))) {
        return export_pictures(arguments, context);
    }
    return ExportSession(arguments, context).run(arguments);
}

}  // namespace
}  // namespace tandem::tools
