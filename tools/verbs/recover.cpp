// SPDX-License-Identifier: MIT
// The verb recover writes everything that is whole in a damaged or cut recording into new files.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;
using replay::Stretch;
using replay::TrimReport;

struct KeptPiece {
    std::string file;
    Stretch ticks;
    TrimReport report;
};

// The most parts. Each has a header and a schema of its own. A hostile file of 75 bytes a part must
// not become gigabytes of files, and nobody looks through more.
constexpr std::size_t k_pieces_max = 1'000;

std::string piece_name(const std::string& output, std::size_t number);

struct Recovered {
    std::vector<KeptPiece> pieces;
    std::vector<sim::Error> failures;  // errors of stretches that could not be written

    std::uint64_t ticks() const {
        std::uint64_t sum = 0;
        for (const KeptPiece& piece : pieces) {
            sum += piece.report.ticks;
        }
        return sum;
    }
    // The ticks lost between the pieces, and before the first.
    std::uint64_t ticks_lost_between(const Replay& file) const {
        std::uint64_t lost = 0;
        std::uint64_t next = file.header().first_tick;
        for (const KeptPiece& piece : pieces) {
            lost += piece.ticks.first_tick - next;
            next = piece.ticks.end_tick;
        }
        return lost;
    }
    // The ticks lost behind the last piece; nobody knows how many if the file has no end.
    std::optional<std::uint64_t> ticks_lost_at_end(const Replay& file) const {
        const auto end = file.session_end_tick();
        const std::uint64_t last =
            pieces.empty() ? file.header().first_tick : pieces.back().ticks.end_tick;
        return end ? std::optional(*end - last) : std::nullopt;
    }
};

bool is_written(const Replay& file, const Stretch& stretch);
std::size_t count_written(const Replay& file);
Result<void> check_pieces(const Replay& file, const Arguments& arguments);
Result<TrimReport> write_piece_with(const Replay& stretch, const KeptPiece& piece,
                                    const std::function<sim::AnySimulation()>& factory,
                                    bool may_replace, Console& console);
Result<TrimReport> write_piece(const Replay& stretch, const KeptPiece& piece,
                               const Arguments& arguments, Context& context);
Result<void> write_pieces(const Replay& file, const Arguments& arguments, Context& context,
                          Recovered& recovered);
JsonObject recovered_facts(const Recovered& recovered, const Replay& file, const std::string& path);
int report_recovered(const Recovered& recovered, const Replay& file, const std::string& path,
                     Context& context);
Result<int> run_recover(const Arguments& arguments, Context& context);

}  // namespace

Verb recover_verb() {
    return {
        .name = "recover",
        .sentence = "Write all that is whole of a damaged recording into new files",
        .example = "recover damaged.tandem -o whole.tandem",
        .options = {{.names = {"FILE"},
                     .sentence = "File to take it from",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"-o", "--output"},
                     .value_name = "FILE",
                     .sentence = "File to write; further pieces get .2, .3 before the ending",
                     .value = Path{}},
                    {.names = {"--force"}, .sentence = "Replace these files if they exist"}},
        .run = &reported<&run_recover>,
    };
}

namespace {

// The names of the pieces: out.tandem, out.2.tandem, out.3.tandem.
std::string piece_name(const std::string& output, std::size_t number) {
    if (number == 0) {
        return output;
    }
    std::filesystem::path name(output);
    const std::string ending = name.extension().string();
    name.replace_extension("." + std::to_string(number + 1) + ending);
    return name.string();
}

// True if a stretch is written. At least one file is, even if it holds no tick: the header and the
// first state are something.
bool is_written(const Replay& file, const Stretch& stretch) {
    return stretch.first_tick != stretch.end_tick || file.stretches().size() == 1;
}

// The number of stretches that are written as files of their own.
std::size_t count_written(const Replay& file) {
    return static_cast<std::size_t>(
        std::count_if(file.stretches().begin(), file.stretches().end(),
                      [&](const Stretch& stretch) { return is_written(file, stretch); }));
}

// Checks the names before the first piece is written: a later one could have the name of the input,
// or replace a file that somebody wants to keep.
Result<void> check_pieces(const Replay& file, const Arguments& arguments) {
    std::size_t number = 0;
    for (const Stretch& stretch : file.stretches()) {
        if (!is_written(file, stretch) || number == k_pieces_max) {
            continue;
        }
        const std::string name = piece_name(arguments.text("--output"), number++);
        TANDEM_TRY(check_output("--output", name, {}, {arguments.text("FILE")}));
        std::error_code ignored;
        if (!arguments.flag("--force") &&
            std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) {
            return sim::Error{ErrorCode::io, name,
                              "exists already; choose another name, or replace it with --force"};
        }
    }
    return {};
}

Result<TrimReport> write_piece_with(const Replay& stretch, const KeptPiece& piece,
                                    const std::function<sim::AnySimulation()>& factory,
                                    bool may_replace, Console& console) {
    auto opened = open_whole_output(piece.file, may_replace);
    TANDEM_TRY(opened);
    Progress progress(console.err(), console.may_redraw(), "recovering", "tick", stretch.ticks());
    std::uint64_t done = 0;
    const auto each_tick = [&](std::uint64_t) {
        if (++done % k_ticks_between_looks != 0) {
            return true;
        }
        progress.update(done, steady_now());
        return pending_signal() == 0;
    };
    auto report = replay::trim(
        stretch, {piece.ticks.first_tick, piece.ticks.end_tick}, factory, **opened, each_tick,
        stretch.completeness() == replay::Completeness::live ? replay::TrimEnd::chosen
                                                             : replay::TrimEnd::lost);
    progress.finish();
    if (report && !report->is_interrupted) {
        TANDEM_TRY((*opened)->close());
    }
    return report;
}

// Writes a piece. It is simulated and compared if the game is here and its simulation is as
// recorded; otherwise it is copied.
Result<TrimReport> write_piece(const Replay& stretch, const KeptPiece& piece,
                               const Arguments& arguments, Context& context) {
    const bool may_replace = arguments.flag("--force");
    const auto game = game_if_any(stretch, context);
    if (game) {
        auto simulated = write_piece_with(stretch, piece, game->make, may_replace, context.console);
        if (simulated || simulated.error().code == ErrorCode::io) {
            return simulated;
        }
        context.console.print_note(simulated.error().within(arguments.text("FILE")).text() +
                                   "; the ticks were copied as they were recorded");
    }
    return write_piece_with(stretch, piece, nullptr, may_replace, context.console);
}

Result<void> write_pieces(const Replay& file, const Arguments& arguments, Context& context,
                          Recovered& recovered) {
    const std::string path = arguments.text("FILE");
    const auto stretches = file.stretches();
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        if (!is_written(file, stretches[i])) {
            continue;
        }
        if (recovered.pieces.size() == k_pieces_max) {
            recovered.failures.push_back({ErrorCode::bad_data, path,
                                          "there are " + std::to_string(count_written(file)) +
                                              " parts that can be played; only the first " +
                                              std::to_string(k_pieces_max) + " are written"});
            break;
        }
        KeptPiece piece{
            piece_name(arguments.text("--output"), recovered.pieces.size()), stretches[i], {}};
        const auto report =
            write_piece(i == 0 ? file : file.at_stretch(i), piece, arguments, context);
        if (!report && report.error().code == ErrorCode::io) {
            return report.error();  // the next piece could not be written either
        }
        if (!report) {
            recovered.failures.push_back(report.error().within(path));
            continue;
        }
        if (report->is_interrupted) {
            return {};
        }
        piece.report = *report;
        recovered.pieces.push_back(std::move(piece));
    }
    return recovered.pieces.empty() ? Result<void>(recovered.failures.front()) : Result<void>();
}

JsonObject recovered_facts(const Recovered& recovered, const Replay& file,
                           const std::string& path) {
    JsonArray pieces;
    for (const KeptPiece& piece : recovered.pieces) {
        pieces.emplace_back(JsonObject{
            {"file", piece.file},
            {"first_tick", piece.ticks.first_tick},
            {"ticks", piece.report.ticks},
            {"bytes", piece.report.bytes},
            {"simulated", piece.report.is_simulated},
            {"states_left_out", piece.report.states_left_out},
            {"end", piece.report.has_end ? JsonValue(end_name(piece.report.end)) : JsonValue()}});
    }
    JsonArray flaws;
    for (const sim::Error& flaw : file.flaws()) {
        flaws.emplace_back(flaw.text());
    }
    for (const sim::Error& failure : recovered.failures) {
        flaws.emplace_back(failure.text());
    }
    const auto at_end = recovered.ticks_lost_at_end(file);
    return {{"source", path},
            {"game", file.header().game},
            {"pieces", std::move(pieces)},
            {"ticks", recovered.ticks()},
            {"ticks_lost", recovered.ticks_lost_between(file) + at_end.value_or(0)},
            {"ticks_lost_at_end", at_end ? JsonValue(*at_end) : JsonValue()},
            {"flaws", std::move(flaws)}};
}

int report_recovered(const Recovered& recovered, const Replay& file, const std::string& path,
                     Context& context) {
    Console& console = context.console;
    for (const KeptPiece& piece : recovered.pieces) {
        console.print("wrote " + count_text(piece.report.ticks, "tick") + " of " +
                      escaped(file.header().game) + ", from tick " +
                      std::to_string(piece.ticks.first_tick) + " on, into " + escaped(piece.file) +
                      " (" + count_text(piece.report.bytes, "byte") + ")" +
                      (piece.report.has_end ? "" : ", without an end"));
    }
    if (const std::uint64_t lost = recovered.ticks_lost_between(file); lost != 0) {
        console.print(count_text(lost, "tick") + " between these are lost");
    }
    if (const auto lost = recovered.ticks_lost_at_end(file); lost && *lost != 0) {
        console.print(count_text(*lost, "tick") + " behind these are lost");
    }
    for (const sim::Error& flaw : file.flaws()) {
        console.print_note(flaw.text());
    }
    for (const sim::Error& failure : recovered.failures) {
        console.print_note(failure.text());
    }
    const JsonObject facts = recovered_facts(recovered, file, path);
    if (file.flaw() || !recovered.failures.empty()) {
        return context.fail(
            {ErrorCode::bad_data, path,
             "not all of it was whole; what is, " + count_text(recovered.ticks(), "tick") +
                 ", was written, and " + context.program.name + " info says what is missing"},
            facts);
    }
    console.report(facts);
    return 0;
}

Result<int> run_recover(const Arguments& arguments, Context& context) {
    const std::string output = arguments.text("--output");
    const std::string path = arguments.text("FILE");
    if (output.empty()) {
        return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
    }
    TANDEM_TRY(check_output("--output", output, {}, {path}));
    const SignalGuard signals;
    const auto file = open_replay(path, context, replay::OpenDepth::records);
    TANDEM_TRY(file);
    TANDEM_TRY(check_pieces(*file, arguments));
    if (file->completeness() == replay::Completeness::live) {
        context.console.print_note("a session is still writing " + escaped(path) +
                                   "; this is what it has so far");
    }
    Recovered recovered;
    if (auto written = write_pieces(*file, arguments, context, recovered); !written) {
        return context.fail(written.error(), recovered_facts(recovered, *file, path));
    }
    if (pending_signal() != 0) {
        context.console.print_note("interrupted; written whole: " +
                                   count_text(recovered.pieces.size(), "file"));
        return exit_code_of_signal(pending_signal());
    }
    return report_recovered(recovered, *file, path, context);
}

}  // namespace
}  // namespace tandem::tools
