// SPDX-License-Identifier: MIT
// The verb play shows a recording to a person, or plays it headless for its outcome.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tandem/replay/play/player.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/branch.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/followed_file.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/takes.hpp>
#include <tandem/tools/program/session/watched_player.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/input_strips.hpp>
#include <tandem/tools/view/playback.hpp>
#include <tandem/tools/view/progress.hpp>
#include <tandem/tools/view/surface.hpp>

namespace tandem::tools {
namespace {

using replay::Player;
using replay::Replay;

// Speeds are used in steps of a thousandth.
constexpr double k_speed_min = 0.001;
constexpr double k_speed_max = 1000;
constexpr std::uint64_t k_speed_parts = Playback::k_real_time;

struct PlayCommand {
    std::string file;
    std::string from;  // texts for tick_of
    std::string to;
    double speed = 1;
    ViewChoice view;
    bool follows = false;
};

// The ticks of a file that are shown.
struct ShownTicks {
    std::uint64_t from = 0;
    std::optional<std::uint64_t> last;  // --to; nothing: the file's end, also if it grows
    bool follows = false;

    std::uint64_t to(const Replay& file) const {
        return std::min(last.value_or(file.end_tick()), file.end_tick());
    }
    bool is_growing(const FollowedFile& file) const {
        return follows && file.is_live() && (!last || *last > file.replay().end_tick());
    }
};

// Shows the recording to a person, whose keys are the remote control.
class Show {
public:
    Show(WatchedPlayer& watched, FollowedFile& file, Surface& screen, const ShownTicks& range,
         const PlayCommand& command)
        : watched_(watched),
          player_(watched.player()),
          file_(file),
          screen_(screen),
          range_(range),
          playback_(scope_of(player_, file, range),
                    static_cast<std::uint64_t>(std::lround(command.speed * k_speed_parts)),
                    player_.ticks_done(), steady_now()),
          previous_(player_.simulation().clone()),
          strips_(std::in_place, file.replay(), range.to(file.replay())),
          was_focused_(screen.is_focused()) {}

    // Runs until some time after the end, a quit key or a signal. If the person takes over, returns
    // for whom.
    Result<std::optional<Slot>> run();

    // Says why the person cannot do that, and goes on.
    void refuse(const Error& error) { playback_.remark(escaped(error.message)); }

private:
    void draw(std::chrono::nanoseconds now);

    static constexpr std::chrono::nanoseconds k_frame = std::chrono::milliseconds(16);
    // The ticks that are decoded in a frame for the strips: an hour of duel takes about a second.
    static constexpr std::uint64_t k_strip_ticks = 2'000;
    // The part of a frame for ticks without pace; drawing takes the rest.
    static constexpr std::chrono::nanoseconds k_unpaced = std::chrono::milliseconds(12);

    static PlaybackScope scope_of(const Player& player, const FollowedFile& file,
                                  const ShownTicks& range);

    // Does the person's wishes, one after another.
    Result<void> receive(const std::vector<std::uint8_t>& keys, std::chrono::nanoseconds now);
    Result<void> execute_all(std::chrono::nanoseconds now);
    Result<void> read_more(std::chrono::nanoseconds now);
    Result<void> execute(const PlaybackOrder& order, std::chrono::nanoseconds now);

    static bool is_time_over(const PlaybackOrder& order, std::chrono::nanoseconds now) {
        return order.is_unpaced && steady_now() - now >= k_unpaced;
    }

    Result<void> step(const PlaybackOrder& order, std::chrono::nanoseconds now);
    Result<void> step_back(const PlaybackOrder& order, std::chrono::nanoseconds now);

    WatchedPlayer& watched_;
    Player& player_;
    FollowedFile& file_;
    Surface& screen_;
    const ShownTicks& range_;
    Playback playback_;
    sim::AnySimulation previous_;
    std::optional<InputStrips> strips_;  // strips of the file as it was read last
    bool was_focused_;
};

Result<void> step_to(WatchedPlayer& watched, std::uint64_t to, const std::string& what,
                     Console& console);
std::uint64_t nearest_keyframe(const Replay& file, std::uint64_t ticks_done);
Result<void> go_to(WatchedPlayer& watched, std::uint64_t from, Console& console);
Result<ShownTicks> range_of(const PlayCommand& command, const Replay& file);
Result<void> play_unseen(WatchedPlayer& watched, FollowedFile& file, const ShownTicks& range,
                         Console& console);

// The session of a person who plays on from here, in a file beside the recording.
struct TakenOver {
    std::optional<Takes> takes;
    TakesPlan plan;
    Result<void> done;
};
void hand_over(TakenOver& over, BranchPoint from, Slot slot, const RegisteredGame& game,
               Surface& screen, Context& context);
Result<void> play_seen(WatchedPlayer& watched, FollowedFile& file, const ShownTicks& range,
                       const PlayCommand& command, const RegisteredGame& game, TakenOver& over,
                       Surface& screen, Context& context);
std::string compared_text(const WatchedPlayer& watched, const std::string& program);
int report(const PlayCommand& command, const Replay& file, const WatchedPlayer& watched,
           const Result<void>& played, const TakenOver& over, const std::optional<Error>& unseen,
           Context& context);
Result<int> run_play(const Arguments& arguments, Context& context);

}  // namespace

Verb play_verb() {
    return {
        .name = "play",
        .other_names = {"replay", "watch"},
        .sentence = "Play a recorded session back",
        .example = "play a.tandem --from 600 --speed 2",
        .options = joined(
            {{{.names = {"FILE"}, .sentence = "File to play", .value = Path{}, .is_required = true},
              {.names = {"--from"},
               .value_name = "T",
               .sentence = "First tick to show; -T counts from the end",
               .default_text = "0",
               .value = Text{}},
              {.names = {"--to"},
               .value_name = "T",
               .sentence = "First tick no longer shown; -T counts from the end",
               .value = Text{}},
              {.names = {"--speed"},
               .value_name = "X",
               .sentence = "Times real time, 0.001 to 1000",
               .default_text = "1",
               .value = Number{.least = k_speed_min}},
              {.names = {"--follow"}, .sentence = "Wait for more of a file that is still written"}},
             view_options()}),
        .run = &reported<&run_play>,
    };
}

namespace {

Result<std::optional<Slot>> Show::run() {
    for (;;) {
        const auto now = steady_now();
        const std::vector<std::uint8_t> keys = screen_.poll(now);
        TANDEM_TRY(read_more(now));
        TANDEM_TRY(receive(keys, now));
        if (pending_signal() != 0 || screen_.is_gone() || playback_.is_over()) {
            return std::optional<Slot>();
        }
        const PlaybackOrder order = playback_.advance(now);
        if (order.kind == PlaybackOrder::Kind::hand_over) {
            return std::optional(order.slot);
        }
        TANDEM_TRY(execute(order, now));
        draw(now);
        screen_.wait_for_frame(now + k_frame);
    }
}

void Show::draw(std::chrono::nanoseconds now) {
    const bool has_own_line = screen_.shows_time_line();
    std::span<const std::uint8_t> strips;
    if (has_own_line || playback_.shows_strips()) {
        strips_->advance(k_strip_ticks);
        strips = strips_->levels();
    }
    const TimeLine& line = playback_.time_line(strips);
    screen_.draw({player_.simulation(), previous_, playback_.alpha(),
                  playback_.lines(now, has_own_line ? nullptr : &line), &line},
                 now);
}

PlaybackScope Show::scope_of(const Player& player, const FollowedFile& file,
                             const ShownTicks& range) {
    const sim::GameInfo& game = player.simulation().info();
    PlaybackScope scope;
    scope.first_tick = file.replay().first_tick();
    scope.end_tick = range.to(file.replay());
    scope.rate = player.simulation().setup().tick_rate;
    scope.marks = playback_marks(file.replay());
    scope.stalls = stalled_ticks(file.replay());
    scope.keyframes = keyframe_ticks(file.replay());
    scope.is_growing = range.is_growing(file);
    scope.players = players_of(file.replay());
    scope.slots = player.simulation().setup().slots;
    scope.no_take_over = game.has_keys ? "" : "the game " + game.name + " takes no keys";
    return scope;
}

Result<void> Show::receive(const std::vector<std::uint8_t>& keys, std::chrono::nanoseconds now) {
    // A person who looks elsewhere misses nothing.
    if (std::exchange(was_focused_, screen_.is_focused()) && !screen_.is_focused()) {
        playback_.pause();
    }
    for (const std::uint8_t key : keys) {
        playback_.press(key, now);
        TANDEM_TRY(execute_all(now));
    }
    for (const TimeLineOrder& order : screen_.extract_orders()) {
        playback_.execute(order, now);
        TANDEM_TRY(execute_all(now));
    }
    return {};
}

Result<void> Show::execute_all(std::chrono::nanoseconds now) {
    while (playback_.has_order()) {
        TANDEM_TRY(execute(playback_.advance(now), now));
    }
    return {};
}

Result<void> Show::read_more(std::chrono::nanoseconds now) {
    if (!range_.follows) {
        return {};
    }
    const auto more = file_.read_more(player_, now);
    TANDEM_TRY(more);
    if (*more) {
        playback_.grow(scope_of(player_, file_, range_));
        strips_.emplace(file_.replay(), range_.to(file_.replay()));
    }
    return {};
}

Result<void> Show::execute(const PlaybackOrder& order, std::chrono::nanoseconds now) {
    Result<void> done;
    switch (order.kind) {
        case PlaybackOrder::Kind::step:
            done = step(order, now);
            break;
        case PlaybackOrder::Kind::step_back:
            done = step_back(order, now);
            break;
        case PlaybackOrder::Kind::jump:
            done = watched_.seek(order.target);
            previous_ = player_.simulation().clone();
            break;
        case PlaybackOrder::Kind::stay:
        case PlaybackOrder::Kind::hand_over:
            break;
    }
    playback_.arrived(player_.ticks_done());
    return done;
}

Result<void> Show::step(const PlaybackOrder& order, std::chrono::nanoseconds now) {
    while (player_.ticks_done() < order.target && !is_time_over(order, now)) {
        if (order.is_unpaced || player_.ticks_done() + 1 == order.target) {
            previous_ = player_.simulation().clone();
        }
        const bool had_diverged = player_.diverged_at().has_value();
        TANDEM_TRY(watched_.step());
        if (player_.diverged_at() && !had_diverged) {
            playback_.diverged(player_.diverged_at()->tick.number);
            return {};
        }
    }
    return {};
}

Result<void> Show::step_back(const PlaybackOrder& order, std::chrono::nanoseconds now) {
    previous_ = player_.simulation().clone();
    if (!order.is_unpaced) {
        return watched_.seek(order.target);
    }
    while (player_.ticks_done() > order.target && !is_time_over(order, now)) {
        TANDEM_TRY(watched_.seek(player_.ticks_done() - 1));
    }
    return {};
}

// Goes step by step, with a line about it; a signal ends it early.
Result<void> step_to(WatchedPlayer& watched, std::uint64_t to, const std::string& what,
                     Console& console) {
    const std::uint64_t start = watched.ticks_done();
    Progress progress(console.err(), console.may_redraw(), what, "tick", to - start);
    while (watched.ticks_done() < to && pending_signal() == 0) {
        if (watched.ticks_done() % k_ticks_between_looks == 0) {
            progress.update(watched.ticks_done() - start, steady_now());
        }
        TANDEM_TRY(watched.step());
    }
    return {};
}

// The latest state that the file holds of no more ticks than these, or its start.
std::uint64_t nearest_keyframe(const Replay& file, std::uint64_t ticks_done) {
    std::uint64_t nearest = file.first_tick();
    for (const replay::StoredState& state : file.states()) {
        if (state.purpose == sim::StatePurpose::keyframe && state.ticks_done <= ticks_done) {
            nearest = std::max(nearest, state.ticks_done);
        }
    }
    return nearest;
}

// Goes there. A long way is gone in sight of the user.
Result<void> go_to(WatchedPlayer& watched, std::uint64_t from, Console& console) {
    const auto jumped = watched.seek(nearest_keyframe(watched.player().replay(), from));
    return jumped ? step_to(watched, from, "seeking", console) : jumped;
}

Result<ShownTicks> range_of(const PlayCommand& command, const Replay& file) {
    ShownTicks range{file.first_tick(), std::nullopt, command.follows};
    if (!command.from.empty()) {
        const auto from = tick_of(command.from, file, "--from");
        TANDEM_TRY(from);
        if (*from < file.first_tick() || *from > file.end_tick()) {
            return Error{ErrorCode::usage, "--from " + command.from, ticks_held_text(file)};
        }
        range.from = *from;
    }
    if (!command.to.empty()) {
        const auto to = tick_of(command.to, file, "--to");
        TANDEM_TRY(to);
        range.last = *to;
    }
    if (range.to(file) < range.from) {
        return Error{ErrorCode::usage, "--to " + command.to,
                     "this lies before the start at tick " + std::to_string(range.from) + "; " +
                         ticks_held_text(file)};
    }
    return range;
}

// Plays without a screen, and waits for more of a file that is still written.
Result<void> play_unseen(WatchedPlayer& watched, FollowedFile& file, const ShownTicks& range,
                         Console& console) {
    for (;;) {
        if (auto played = step_to(watched, range.to(file.replay()), "playing", console);
            !played || !range.is_growing(file) || pending_signal() != 0) {
            return played;
        }
        const auto now = steady_now();
        TANDEM_TRY(file.read_more(watched.player(), now));
        sleep_until(now + FollowedFile::k_wait_for_more);
    }
}

void hand_over(TakenOver& over, BranchPoint from, Slot slot, const RegisteredGame& game,
               Surface& screen, Context& context) {
    over.plan.session.inputs = {std::to_string(slot.index) + "=keys"};
    over.plan.session.output =
        new_name(std::filesystem::path(from.file).parent_path().string(), game.info->name, "");
    over.plan.from = std::move(from);
    over.plan.counts_down = false;  // it has been counted
    over.takes.emplace(over.plan, game, context, &screen);
    over.done = over.takes->run();
}

// Plays in front of a person, who may take over.
Result<void> play_seen(WatchedPlayer& watched, FollowedFile& file, const ShownTicks& range,
                       const PlayCommand& command, const RegisteredGame& game, TakenOver& over,
                       Surface& screen, Context& context) {
    screen.show_players(players_of(file.replay()));
    Show show(watched, file, screen, range, command);
    for (;;) {
        const auto slot = show.run();
        if (!slot || !*slot) {
            return slot ? Result<void>() : slot.error();
        }
        auto from = branch_here(watched.player(), command.file);
        if (from) {
            hand_over(over, std::move(*from), **slot, game, screen, context);
            return {};
        }
        show.refuse(from.error());
    }
}

std::string compared_text(const WatchedPlayer& watched, const std::string& program) {
    if (const auto& divergence = watched.player().diverged_at()) {
        return "left the recording in tick " + std::to_string(divergence->tick.number);
    }
    if (watched.is_all_compared()) {
        return watched.compared() == 0 ? "no tick compared with the recording"
                                       : "every played tick compared with the recording";
    }
    const std::string hint = "; " + program + " verify compares all";
    return watched.first_compared() ? count_text(watched.compared(), "tick") + " from tick " +
                                          std::to_string(*watched.first_compared()) +
                                          " on compared with the recording" + hint
                                    : "no tick compared with the recording" + hint;
}

// Tells how much was played, and why it stopped before its time.
int report(const PlayCommand& command, const Replay& file, const WatchedPlayer& watched,
           const Result<void>& played, const TakenOver& over, const std::optional<Error>& unseen,
           Context& context) {
    const Player& player = watched.player();
    const std::uint64_t ticks = player.ticks_done() - file.first_tick();
    const auto& divergence = player.diverged_at();
    const auto& first_compared = watched.first_compared();
    context.console.print("played " + escaped(command.file) + ", " + escaped(file.header().game) +
                          " with " + count_text(file.header().setup.slots, "player") + ", " +
                          std::to_string(ticks) + " of " + count_text(file.ticks(), "tick") +
                          ", chain " + hash_text(player.chain().value) + "; " +
                          compared_text(watched, context.program.name));
    JsonObject facts{{"file", command.file},
                     {"game", file.header().game},
                     {"ticks", ticks},
                     {"players", file.header().setup.slots},
                     {"chain", hash_text(player.chain().value)},
                     {"bytes", file.bytes()},
                     {"ticks_recorded", file.ticks()},
                     {"ticks_checked", watched.compared()},
                     {"checked_from", first_compared ? JsonValue(*first_compared) : JsonValue()},
                     {"diverged_at", divergence ? JsonValue(divergence->tick.number) : JsonValue()},
                     {"flaw", file.flaw() ? JsonValue(file.flaw()->text()) : JsonValue()},
                     {"faults", faults_json(player.simulation().faults())}};
    const bool has_branch = over.takes && !over.takes->takes().empty();
    facts.emplace_back("branch",
                       has_branch ? JsonValue(over.takes->takes().back().path) : JsonValue());
    facts.emplace_back("first_tick", file.first_tick());
    facts.emplace_back("earlier_takes",
                       has_branch ? JsonValue(over.takes->earlier()) : JsonArray());
    report_faults(player.simulation().faults(), context.console);
    if (has_branch) {
        over.takes->print();
    }
    const auto error_of = [](const Result<void>& done) {
        return done ? std::nullopt : std::optional(done.error());
    };
    // Any other error says more than a picture that is gone.
    const auto error =
        first_error({error_of(played), error_of(over.done),
                     over.takes ? over.takes->lost() : std::nullopt, file.flaw(), unseen},
                    context.console);
    if (divergence) {
        // The divergence came first, so that later errors are told beside it.
        if (error) {
            context.console.complain(*error);
        }
        return context.fail({ErrorCode::divergence,
                             command.file + ", tick " + std::to_string(divergence->tick.number),
                             "the simulation left the recording here: " + divergence->text + "; " +
                                 context.program.name + " verify says more"},
                            facts);
    }
    if (error) {
        return context.fail(*error, facts);
    }
    context.console.report(facts);
    return pending_signal() != 0 ? exit_code_of_signal(pending_signal()) : 0;
}

Result<int> run_play(const Arguments& arguments, Context& context) {
    const PlayCommand command{.file = arguments.text("FILE"),
                              .from = arguments.text("--from"),
                              .to = arguments.text("--to"),
                              .speed = arguments.number("--speed").value_or(1),
                              .view = view_choice(arguments),
                              .follows = arguments.flag("--follow")};
    // A view that cannot be opened is refused before anything is read.
    TANDEM_TRY(check_view(command.view));
    const bool on_screen = is_shown(command.view, true);
    if (!on_screen && arguments.has("--speed")) {
        context.console.print_note(
            "without a picture nothing sets the pace, so --speed does nothing");
    }
    if (command.speed > k_speed_max) {
        return Error{ErrorCode::usage, "--speed", "at most 1000 times real time"};
    }
    replay::GrowingFile growing(command.file, open_options(context));
    auto opened = open_replay(growing, context);
    TANDEM_TRY(opened);
    FollowedFile file(std::move(growing), std::move(*opened));
    const auto game = game_of(file.replay(), command.file, context);
    TANDEM_TRY(game);
    const auto range = range_of(command, file.replay());
    TANDEM_TRY(range);
    const CallWatch watch(watched_calls(context));
    auto player = Player::create(file.replay(), game->make()).within(command.file);
    TANDEM_TRY(player);
    const SignalGuard signals;
    WatchedPlayer watched(*player);
    TakenOver over;
    std::optional<Error> unseen;
    Result<void> played = go_to(watched, range->from, context.console);
    if (played && on_screen && pending_signal() == 0) {
        ViewChoice choice = command.view;
        choice.title = file.replay().header().game + ": " + escaped(command.file);
        auto screen = open_surface(choice, true, context.console);
        TANDEM_TRY(screen);
        played = play_seen(watched, file, *range, command, *game, over, **screen, context);
        unseen = (*screen)->failure();
    } else if (played) {
        played = play_unseen(watched, file, *range, context.console);
    }
    return report(command, file.replay(), watched, played, over, unseen, context);
}

}  // namespace
}  // namespace tandem::tools
