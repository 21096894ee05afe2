// SPDX-License-Identifier: MIT
// Simulates a recording and checks it tick by tick, as for tables. A file has its name only once
// all of it is written.
#include <tandem/tools/program/session/picture_export.hpp>

#include <array>
#include <charconv>
#include <memory>
#include <optional>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/tools/formats/frame_steps.hpp>
#include <tandem/tools/formats/picture_writer.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/piece_sink.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/live_screen.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

struct PictureFormat {
    const char* name;
    MakePictureWriter* make;
    PictureSize size;  // unless --size is given
    PictureSize least;
    PictureSize most;
    bool is_film;           // --from and --to, else --at
    bool takes_rate;        // --fps
    bool takes_any_output;  // the output may be standard output too
};
constexpr PictureSize k_pixels{1280, 720};
constexpr PictureSize k_pixels_least{64, 64};
constexpr PictureSize k_pixels_most{8192, 8192};
constexpr PictureSize k_cells_least{k_least_terminal.columns, k_least_terminal.rows};
constexpr std::array<PictureFormat, 3> k_picture_formats{
    {{"png", &make_png_writer, k_pixels, k_pixels_least, k_pixels_most, false, false, true},
     {"cast", &make_cast_writer, {80, 24}, k_cells_least, {1000, 500}, true, false, true},
     {"video", &make_video_writer, k_pixels, k_pixels_least, k_pixels_most, true, true, false}}};
// The most frames a second of a terminal. A film has as many as most displays.
constexpr std::uint32_t k_frames_of_terminal = 30;
constexpr std::uint32_t k_frames_of_film = 60;

std::string size_text(PictureSize size);
const PictureFormat* find_format(const std::string& name);
Result<PictureSize> picture_size(const std::string& text, const PictureFormat& format);

// Leads the game from state to state, and keeps the state before.
class PictureWalk {
public:
    explicit PictureWalk(replay::Run run)
        : run_(std::move(run)), previous_(run_.simulation().clone()) {}

    // Goes there. Ends early if `goes_on` says so.
    Result<void> go_to(std::uint64_t ticks_done, const replay::Progress& goes_on) {
        while (run_.ticks_done() < ticks_done && goes_on(run_.ticks_done())) {
            if (run_.ticks_done() + 1 == ticks_done) {
                previous_ = run_.simulation().clone();
            }
            TANDEM_TRY(replay::retrace_step(run_));
        }
        return {};
    }

    const replay::Run& run() const { return run_; }
    const sim::AnySimulation& current() const { return run_.simulation(); }
    const sim::AnySimulation& previous() const { return previous_; }

private:
    replay::Run run_;
    sim::AnySimulation previous_;
};

class PictureExport {
public:
    PictureExport(const Arguments& arguments, Context& context)
        : arguments_(arguments),
          context_(context),
          format_(*find_format(arguments.text("--format"))),
          path_(arguments.text("FILE")) {
        output_.output = arguments.text("--output");
        output_.force = arguments.flag("--force");
    }

    Result<int> run();

private:
    bool is_stdout() const { return output_.output == k_standard_output; }

    Result<void> check_options();

    // The range by ticks done: both ends are shown.
    Result<replay::TickRange> range_of(const Replay& file) const;
    Result<RegisteredGame> drawing_game(const Replay& file) const;
    void fill_show(const Replay& file, const replay::TickRange& range);
    Result<void> write(const Replay& file, const RegisteredGame& game,
                       const replay::TickRange& range);
    Result<void> draw_all(const Replay& file, const RegisteredGame& game,
                          const replay::TickRange& range, PictureWriter& writer);
    Result<void> draw_frames(PictureWalk& walk, const replay::TickRange& range,
                             PictureWriter& writer, const replay::Progress& goes_on);
    Result<void> append_doubts(const Replay& file, const replay::Run& run);

    // True after a signal. An output on standard output needs no removal.
    bool is_interrupted() const { return !is_stdout() && pending_signal() != 0; }

    int report(const Replay& file);

    const Arguments& arguments_;
    Context& context_;
    const PictureFormat& format_;
    std::string path_;
    SessionArguments output_;
    PictureShow show_;
    bool is_whole_ = false;
    std::uint64_t pictures_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> picture_formats() {
    std::vector<std::string> names;
    for (const PictureFormat& format : k_picture_formats) {
        names.emplace_back(format.name);
    }
    return names;
}

bool is_picture_format(const std::string& name) { return find_format(name) != nullptr; }

std::vector<Option> picture_options() {
    return {at_option("png: after so many ticks; -600: 600 before the end"),
            {.names = {"--size"},
             .value_name = "WxH",
             .sentence = "Of a picture or a film in pixels, of cast in columns and rows",
             .default_text = "1280x720, cast 80x24",
             .value = Text{}},
            {.names = {"--fps"},
             .value_name = "N",
             .sentence = "Pictures in a second of video",
             .default_text = "60",
             .value = Whole{.least = 1, .most = 240}}};
}

Result<int> export_pictures(const Arguments& arguments, Context& context) {
    return PictureExport(arguments, context).run();
}

namespace {

std::string size_text(PictureSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

const PictureFormat* find_format(const std::string& name) {
    for (const PictureFormat& format : k_picture_formats) {
        if (format.name == name) {
            return &format;
        }
    }
    return nullptr;
}

// Reads a size: "80x24".
Result<PictureSize> picture_size(const std::string& text, const PictureFormat& format) {
    if (text.empty()) {
        return format.size;
    }
    PictureSize size;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width);
    const bool has_cross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
    const auto height = has_cross ? std::from_chars(width.ptr + 1, end, size.height) : width;
    const bool is_size = has_cross && height.ec == std::errc() && height.ptr == end;
    if (!is_size || size.width < format.least.width || size.height < format.least.height ||
        size.width > format.most.width || size.height > format.most.height) {
        return Error{ErrorCode::usage, "--size " + text,
                     std::string("expected a size for ") + format.name + " such as " +
                         size_text(format.size) + ", from " + size_text(format.least) + " to " +
                         size_text(format.most)};
    }
    return size;
}

Result<int> PictureExport::run() {
    TANDEM_TRY(check_options());
    const auto file = open_replay(path_, context_);
    TANDEM_TRY(file);
    const auto range = range_of(*file);
    TANDEM_TRY(range);
    const auto game = drawing_game(*file);
    TANDEM_TRY(game);
    fill_show(*file, *range);
    std::optional<SignalGuard> signals;
    if (!is_stdout()) {
        signals.emplace();
    }
    const auto done = write(*file, *game, *range);
    if (is_interrupted() && !is_whole_) {
        return exit_code_of_signal(pending_signal());
    }
    TANDEM_TRY(done);
    return report(*file);
}

Result<void> PictureExport::check_options() {
    const auto size = picture_size(arguments_.text("--size"), format_);
    TANDEM_TRY(size);
    show_.size = *size;
    TANDEM_TRY(check_piece_output(output_.output, context_.console));
    if (is_stdout() && !format_.takes_any_output) {
        return Error{ErrorCode::usage, "--output -", "a film needs a file; name one"};
    }
    struct Refusal {
        const char* option;
        bool is_refused;
        const char* why;
    };
    const std::array<Refusal, 6> refusals{
        {{"--field", true, "a picture has no columns"},
         {"--every", true, "a picture has no rows"},
         {"--at", format_.is_film, "a film has --from and --to"},
         {"--from", !format_.is_film, "one picture has --at"},
         {"--to", !format_.is_film, "one picture has --at"},
         {"--fps", !format_.takes_rate, "only video has a rate of its own"}}};
    for (const Refusal& refusal : refusals) {
        if (refusal.is_refused && arguments_.has(refusal.option)) {
            return Error{ErrorCode::usage, refusal.option, refusal.why};
        }
    }
    return check_output("--output", output_.output, output_, {path_});
}

Result<replay::TickRange> PictureExport::range_of(const Replay& file) const {
    if (format_.is_film) {
        return tick_range(arguments_, file);
    }
    const auto at = ticks_at(arguments_, file);
    return at ? Result<replay::TickRange>(replay::TickRange{*at, *at}) : at.error();
}

Result<RegisteredGame> PictureExport::drawing_game(const Replay& file) const {
    auto game = game_of(file, path_, context_);
    TANDEM_TRY(game);
    TANDEM_TRY(replay::check_simulation(file.header(), *game->info).within(path_));
    if (!game->info->has_draw) {
        return Error{ErrorCode::usage, std::string("--format ") + format_.name,
                     "the game " + game->info->name + " does not draw (it has no draw member)"};
    }
    return game;
}

void PictureExport::fill_show(const Replay& file, const replay::TickRange& range) {
    show_.title = file.header().game;
    show_.range = format_.is_film ? range : replay::TickRange{file.first_tick(), file.end_tick()};
    show_.rate = file.header().setup.tick_rate;
    show_.frames_per_second =
        format_.takes_rate ? arguments_.whole<std::uint32_t>("--fps").value_or(k_frames_of_film)
                           : k_frames_of_terminal;
    show_.players = players_of(file);
    show_.marks = playback_marks(file);
    show_.file = is_stdout() ? "" : output_.output;
}

Result<void> PictureExport::write(const Replay& file, const RegisteredGame& game,
                                  const replay::TickRange& range) {
    std::unique_ptr<replay::FileOutput> output;
    if (!is_stdout()) {
        auto opened = open_whole_output(output_.output, output_.force);
        TANDEM_TRY(opened);
        output = std::move(*opened);
    }
    PieceSink sink(output.get(), context_.console);
    const auto writer =
        format_.make(show_, [&](std::string_view bytes) { return sink.write(bytes); });
    TANDEM_TRY(writer);
    if (auto drawn = draw_all(file, game, range, **writer); !drawn || is_interrupted()) {
        return drawn;
    }
    if (auto finished = (*writer)->finish(); !finished || is_interrupted()) {
        return finished;
    }
    auto done = sink.finish();
    bytes_ = sink.bytes();
    is_whole_ = done.has_value();
    return done;
}

Result<void> PictureExport::draw_all(const Replay& file, const RegisteredGame& game,
                                     const replay::TickRange& range, PictureWriter& writer) {
    Progress progress(context_.console.err(), context_.console.may_redraw(), "exporting", "tick",
                      std::nullopt);
    std::uint64_t looks = 0;
    const auto goes_on = [&](std::uint64_t) {
        if (++looks % k_ticks_between_looks == 0) {
            progress.update(looks, steady_now());
        }
        return !is_interrupted();
    };
    // It begins a tick earlier, for the state before the first one.
    const std::uint64_t start = range.from - (range.from > file.first_tick() ? 1 : 0);
    auto run = replay::retrace(file, game.make(), start, goes_on).within(path_);
    TANDEM_TRY(run);
    if (is_interrupted()) {
        return {};
    }
    PictureWalk walk(std::move(*run));
    TANDEM_TRY(writer.begin());
    if (auto drawn = draw_frames(walk, range, writer, goes_on); !drawn || is_interrupted()) {
        return drawn;
    }
    return append_doubts(file, walk.run());
}

Result<void> PictureExport::draw_frames(PictureWalk& walk, const replay::TickRange& range,
                                        PictureWriter& writer, const replay::Progress& goes_on) {
    for (FrameSteps frames(range, show_.rate, show_.frames_per_second);; frames.next()) {
        TANDEM_TRY(walk.go_to(frames.ticks_done(), goes_on).within(path_));
        if (is_interrupted()) {
            return {};
        }
        auto drawn = writer.picture({walk.current(), walk.previous(), frames.alpha(),
                                     frames.ticks_done(), frames.microseconds()});
        ++pictures_;
        if (!drawn || frames.is_last()) {
            return drawn;
        }
    }
}

Result<void> PictureExport::append_doubts(const Replay& file, const replay::Run& run) {
    const auto confirmed = replay::confirm(run).within(path_);
    TANDEM_TRY(confirmed);
    if (!*confirmed) {
        notes_.push_back(unconfirmed_text(file));
    }
    if (std::string plants = plants_text(file, run.ticks_done()); !plants.empty()) {
        notes_.push_back(std::move(plants));
    }
    return {};
}

int PictureExport::report(const Replay& file) {
    for (const std::string& note : notes_) {
        context_.console.print_note(note);
    }
    if (!is_stdout()) {
        context_.console.print("wrote " + count_text(pictures_, "picture") + " of " +
                               escaped(file.header().game) + " as " + format_.name + " into " +
                               escaped(output_.output) + " (" + count_text(bytes_, "byte") + ")");
    }
    JsonArray notes(notes_.begin(), notes_.end());
    const JsonObject facts{
        {"file", output_.output},      {"source", path_},       {"game", file.header().game},
        {"format", format_.name},      {"pictures", pictures_}, {"width", show_.size.width},
        {"height", show_.size.height}, {"bytes", bytes_},       {"notes", std::move(notes)}};
    if (file.flaw()) {
        return context_.fail(*file.flaw(), facts);
    }
    context_.console.report(facts);
    return 0;
}

}  // namespace
}  // namespace tandem::tools
