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

struct Piece {
    std::string file;
    Stretch ticks;
    TrimReport report;
};

// The most parts. Each has a header and a schema of its own. A hostile file of 75 bytes a part must
// not become gigabytes of files, and nobody looks through more.
constexpr std::size_t k_pieces_max = 1'000;

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

class Recovery {
public:
    Recovery(const Arguments& arguments, Context& context)
        : path_(arguments.text("FILE")), context_(context) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
    }

    Result<int> run() {
        if (output_.output.empty()) {
            return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
        }
        TANDEM_TRY(check_output("--output", output_.output, output_, {path_}));
        const SignalGuard signals;
        const auto file = open_replay(path_, context_, replay::OpenDepth::records);
        TANDEM_TRY(file);
        TANDEM_TRY(check_pieces(*file));
        if (file->completeness() == replay::Completeness::live) {
            context_.console.print_note("a session is still writing " + escaped(path_) +
                                        "; this is what it has so far");
        }
        if (auto written = write_all(*file); !written) {
            return context_.fail(written.error(), facts(*file));
        }
        if (pending_signal() != 0) {
            context_.console.print_note("interrupted; written whole: " +
                                        count_text(pieces_.size(), "file"));
            return exit_code_of_signal(pending_signal());
        }
        return report(*file);
    }

private:
    // True if a stretch is written. At least one file is, even if it holds no tick: the header and
    // the first state are something.
    static bool is_written(const Replay& file, const Stretch& stretch) {
        return stretch.first_tick != stretch.end_tick || file.stretches().size() == 1;
    }

    // The number of stretches that are written as files of their own.
    static std::size_t count_written(const Replay& file) {
        return static_cast<std::size_t>(
            std::count_if(file.stretches().begin(), file.stretches().end(),
                          [&](const Stretch& stretch) { return is_written(file, stretch); }));
    }

    // Checks the names before the first piece is written: a later one could have the name of the
    // input, or replace a file that somebody wants to keep.
    Result<void> check_pieces(const Replay& file) const {
        std::size_t number = 0;
        for (const Stretch& stretch : file.stretches()) {
            if (!is_written(file, stretch) || number == k_pieces_max) {
                continue;
            }
            const std::string name = piece_name(output_.output, number++);
            TANDEM_TRY(check_output("--output", name, output_, {path_}));
            std::error_code ignored;
            if (!output_.force &&
                std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) {
                return sim::Error{ErrorCode::io, name,
                                  "exists already; choose another name, or replace it with "
                                  "--force"};
            }
        }
        return {};
    }

    Result<void> write_all(const Replay& file) {
        const auto stretches = file.stretches();
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            if (!is_written(file, stretches[i])) {
                continue;
            }
            if (pieces_.size() == k_pieces_max) {
                failures_.push_back({ErrorCode::bad_data, path_,
                                     "there are " + std::to_string(count_written(file)) +
                                         " parts that can be played; only the first " +
                                         std::to_string(k_pieces_max) + " are written"});
                break;
            }
            Piece piece{piece_name(output_.output, pieces_.size()), stretches[i], {}};
            const auto report = write(i == 0 ? file : file.at_stretch(i), piece);
            if (!report && report.error().code == ErrorCode::io) {
                return report.error();  // the next piece could not be written either
            }
            if (!report) {
                failures_.push_back(report.error().within(path_));
                continue;
            }
            if (report->is_interrupted) {
                return {};
            }
            piece.report = *report;
            pieces_.push_back(std::move(piece));
        }
        return pieces_.empty() ? Result<void>(failures_.front()) : Result<void>();
    }

    // Writes a piece. It is simulated and compared if the game is here and its simulation is as
    // recorded; otherwise it is copied.
    Result<TrimReport> write(const Replay& stretch, const Piece& piece) {
        const auto game = game_if_any(stretch, context_);
        if (game) {
            auto simulated = write_with(stretch, piece, game->make);
            if (simulated || simulated.error().code == ErrorCode::io) {
                return simulated;
            }
            context_.console.print_note(simulated.error().within(path_).text() +
                                        "; the ticks were copied as they were recorded");
        }
        return write_with(stretch, piece, nullptr);
    }

    Result<TrimReport> write_with(const Replay& stretch, const Piece& piece,
                                  const std::function<sim::AnySimulation()>& factory) {
        auto opened = open_whole_output(piece.file, output_.force);
        TANDEM_TRY(opened);
        Progress progress(context_.console.err(), context_.console.may_redraw(), "recovering",
                          "tick", stretch.ticks());
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

    std::uint64_t ticks() const {
        std::uint64_t sum = 0;
        for (const Piece& piece : pieces_) {
            sum += piece.report.ticks;
        }
        return sum;
    }

    // The ticks lost between the pieces, and before the first.
    std::uint64_t ticks_lost_between(const Replay& file) const {
        std::uint64_t lost = 0;
        std::uint64_t next = file.header().first_tick;
        for (const Piece& piece : pieces_) {
            lost += piece.ticks.first_tick - next;
            next = piece.ticks.end_tick;
        }
        return lost;
    }

    // The ticks lost behind the last piece; nobody knows how many if the file has no end.
    std::optional<std::uint64_t> ticks_lost_at_end(const Replay& file) const {
        const auto end = file.session_end_tick();
        const std::uint64_t last =
            pieces_.empty() ? file.header().first_tick : pieces_.back().ticks.end_tick;
        return end ? std::optional(*end - last) : std::nullopt;
    }

    JsonObject facts(const Replay& file) const {
        JsonArray pieces;
        for (const Piece& piece : pieces_) {
            pieces.emplace_back(
                JsonObject{{"file", piece.file},
                           {"first_tick", piece.ticks.first_tick},
                           {"ticks", piece.report.ticks},
                           {"bytes", piece.report.bytes},
                           {"simulated", piece.report.is_simulated},
                           {"states_left_out", piece.report.states_left_out},
                           {"end", piece.report.has_end ? JsonValue(end_name(piece.report.end))
                                                        : JsonValue()}});
        }
        JsonArray flaws;
        for (const sim::Error& flaw : file.flaws()) {
            flaws.emplace_back(flaw.text());
        }
        for (const sim::Error& failure : failures_) {
            flaws.emplace_back(failure.text());
        }
        const auto at_end = ticks_lost_at_end(file);
        return {{"source", path_},
                {"game", file.header().game},
                {"pieces", std::move(pieces)},
                {"ticks", ticks()},
                {"ticks_lost", ticks_lost_between(file) + at_end.value_or(0)},
                {"ticks_lost_at_end", at_end ? JsonValue(*at_end) : JsonValue()},
                {"flaws", std::move(flaws)}};
    }

    int report(const Replay& file) {
        for (const Piece& piece : pieces_) {
            context_.console.print("wrote " + count_text(piece.report.ticks, "tick") + " of " +
                                   escaped(file.header().game) + ", from tick " +
                                   std::to_string(piece.ticks.first_tick) + " on, into " +
                                   escaped(piece.file) + " (" +
                                   count_text(piece.report.bytes, "byte") + ")" +
                                   (piece.report.has_end ? "" : ", without an end"));
        }
        if (const std::uint64_t lost = ticks_lost_between(file); lost != 0) {
            context_.console.print(count_text(lost, "tick") + " between these are lost");
        }
        if (const auto lost = ticks_lost_at_end(file); lost && *lost != 0) {
            context_.console.print(count_text(*lost, "tick") + " behind these are lost");
        }
        for (const sim::Error& flaw : file.flaws()) {
            context_.console.print_note(flaw.text());
        }
        for (const sim::Error& failure : failures_) {
            context_.console.print_note(failure.text());
        }
        if (file.flaw() || !failures_.empty()) {
            return context_.fail(
                {ErrorCode::bad_data, path_,
                 "not all of it was whole; what is, " + count_text(ticks(), "tick") +
                     ", was written, and " + context_.program.name + " info says what is missing"},
                facts(file));
        }
        context_.console.report(facts(file));
        return 0;
    }

    std::string path_;
    SessionArguments output_;
    Context& context_;
    std::vector<Piece> pieces_;
    std::vector<sim::Error> failures_;  // errors of stretches that could not be written
};

Result<int> run_recover(const Arguments& arguments, Context& context) {
    return Recovery(arguments, context).run();
}

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

}  // namespace tandem::tools
