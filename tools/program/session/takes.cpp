// SPDX-License-Identifier: MIT
// Plays takes. A take ends before a person goes back, so going back reads a whole file.
#include <tandem/tools/program/session/takes.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/time/game_loop.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/program/session/setup.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tandem/tools/view/countdown.hpp>
#include <tandem/tools/view/end_screen.hpp>
#include <tandem/tools/view/key_decoder.hpp>
#include <tandem/tools/view/progress.hpp>
#include <tandem/tools/view/start_screen.hpp>

namespace tandem::tools {
namespace {

using sim::EndReason;

constexpr std::uint64_t k_back_seconds = 5;
// A key must not wait for a slow game's next tick.
constexpr std::chrono::nanoseconds k_longest_sleep = std::chrono::milliseconds(16);

bool holds(const std::vector<std::uint8_t>& keys, std::uint8_t key);

// Plays the ticks of one take.
class TakeRecording {
public:
    // `presence` says who took part before its first tick, `end_tick` is the first tick that is not
    // played any more; `keys_help` stands below the picture.
    TakeRecording(sim::Timeline& timeline, const replay::Recorder& recorder, Seats& seats,
                  std::uint64_t presence, std::optional<std::uint64_t> end_tick,
                  std::vector<std::string> keys_help)
        : timeline_(timeline),
          recorder_(recorder),
          seats_(seats),
          end_tick_(end_tick),
          first_tick_(timeline.ticks_done()),
          keys_help_(std::move(keys_help)),
          presence_(presence) {}

    // Plays the next tick, unless the session is over for a reason of its own.
    Result<std::optional<EndReason>> advance();

    // Plays as fast as possible.
    Result<std::optional<EndReason>> run(Progress& progress);

    // Plays at the tick rate, in front of a person if there is a screen. If there is no reason, the
    // person goes back in time.
    Result<std::optional<EndReason>> run_paced(Surface* screen, Progress& progress);

private:
    // Waits until the next tick is due, or the next picture if there is a screen.
    struct OwnTime {
        std::chrono::nanoseconds now() { return latest = steady_now(); }
        void wait_until(std::chrono::nanoseconds tick) const {
            if (screen == nullptr) {
                return sleep_until(std::min(tick, latest + k_longest_sleep));
            }
            screen->wait_for_frame(loop.is_paused() ? latest + k_longest_sleep : tick);
        }

        Surface* screen;
        const sim::GameLoop& loop;
        std::chrono::nanoseconds latest{};
    };

    // Looks at the person. A person who looks elsewhere gives no keys, and nobody else waits for
    // them.
    template <class End>
    void watch_person(Surface* screen, sim::GameLoop& loop, const End& end) {
        if (pending_signal() != 0) {
            return end(std::optional(EndReason::interrupted));
        }
        if (screen == nullptr) {
            return;
        }
        const auto now = steady_now();
        const std::vector<std::uint8_t> keys = screen->poll(now);
        if (screen->wants_to_end(keys)) {
            return end(std::optional(EndReason::interrupted));
        }
        if (holds(keys, k_backspace_key)) {
            return end(std::optional<EndReason>());
        }
        if (seats_.is_live() && !screen->is_focused()) {
            loop.pause();
        } else if (loop.is_paused()) {
            loop.resume(now);
        }
    }

    // Marks players who leave and return, as a source may let them: a reader wants to find that
    // without its game.
    Result<void> mark_changes(sim::Tick tick);
    std::vector<std::string> lines(const sim::GameLoop& loop) const;

    sim::Timeline& timeline_;
    const replay::Recorder& recorder_;
    Seats& seats_;
    std::optional<std::uint64_t> end_tick_;
    std::uint64_t first_tick_;
    std::vector<std::string> keys_help_;
    std::uint64_t presence_;  // presence in the tick before
    sim::Bytes record_;
};

EndReason reason_of(const Error& error);
Result<void> name_others(sim::Timeline& timeline, const std::map<std::uint32_t, std::string>& names,
                         Slot own);

}  // namespace

Result<void> Takes::run() {
    const CallWatch watch(
        watched_calls(context_, [this](const CutShort& cut) { return cut_short(cut); }));
    TANDEM_TRY(prepare());
    std::optional<BranchPoint> from = plan_.from;
    std::string path = path_;
    for (;;) {
        const auto ended = record_take(path, *output_, from);
        if (!ended || *ended) {
            return ended ? Result<void>() : ended.error();
        }
        auto back = go_back();
        if (!back || !*back) {
            return back ? Result<void>() : back.error();
        }
        from = std::move(*back);
        path = next_name(path_);
        // Nobody has this name, so there is nothing to replace.
        SessionArguments session = plan_.session;
        session.force = false;
        auto output = open_output(path, session);
        TANDEM_TRY(output);
        output_ = std::move(*output);
    }
}

// Prepares the session. Everything that can be refused is refused before there is a file.
Result<void> Takes::prepare() {
    const SessionArguments& session = plan_.session;
    auto plant = planned_plant(*game_.info, session.plant);
    TANDEM_TRY(plant);
    plant_ = std::move(*plant);
    TANDEM_TRY(check_plant());
    SourceContext sources{.game = *game_.info, .first_tick = first_tick()};
    if (screen_ != nullptr) {
        sources.held_keys = [this] { return screen_->held(); };
    }
    const auto players = plan_.from ? std::optional(plan_.from->setup.slots) : session.players;
    auto seats = Seats::open(session.inputs, sources, players);
    TANDEM_TRY(seats);
    seats_ = std::move(*seats);
    if (seats_->is_endless() && !seats_->is_live() && !plan_.is_realtime && !session.ticks) {
        return Error{ErrorCode::usage, "",
                     "bots never stop by themselves and nothing paces them; say --ticks N, or "
                     "--realtime to watch the clock"};
    }
    auto chosen = setup();
    TANDEM_TRY(chosen);
    setup_ = std::move(*chosen);
    const auto path =
        choose_output(session, game_.info->name, "",
                      plan_.from ? std::vector{plan_.from->file} : std::vector<std::string>());
    TANDEM_TRY(path);
    path_ = *path;
    auto output = open_output(path_, session);
    TANDEM_TRY(output);
    output_ = std::move(*output);
    if (seats_->has_bots() && !game_.info->has_bot) {
        context_.console.print_note(no_bot_text(*game_.info));
    }
    return {};
}

Result<void> Takes::check_plant() const {
    if (!plant_ || plant_->tick.number >= first_tick()) {
        return {};
    }
    return Error{ErrorCode::usage, "--plant " + plan_.session.plant,
                 "the session goes on at tick " + std::to_string(first_tick()) +
                     ", so this tick is not played"};
}

Result<Setup> Takes::setup() const {
    return plan_.from ? plan_.from->setup : make_setup(game_, plan_.session, seats_->players());
}

Result<Takes::Ending> Takes::record_take(const std::string& path, replay::FileOutput& output,
                                         const std::optional<BranchPoint>& from) {
    replay::RecorderOptions options = recorder_options(plan_.session, context_.console);
    // A person who goes on for a player has that player's name, unless --name says another. That
    // one is for the person at the keys, else for the first player.
    PlayersShown players{from ? from->names : std::map<std::uint32_t, std::string>(),
                         seats_->own_slot()};
    options.player_slot = seats_->own_slot().value_or(Slot{0}).index;
    if (!plan_.session.player_name.empty()) {
        players.names[options.player_slot] = plan_.session.player_name;
    }
    options.player_name = players.names[options.player_slot];
    if (from) {
        options.parent = replay::Parent{from->hashes.chain, from->ticks_done};
    }
    replay::Recorder recorder(output, options);
    sim::Timeline timeline(game_.make(), &recorder);
    if (auto begun = begin(timeline, from); !begun) {
        return cannot_begin(begun.error());
    }
    TANDEM_TRY(name_others(timeline, players.names, Slot{options.player_slot}));
    if (screen_ != nullptr) {
        screen_->show_players(std::move(players));
    }
    lineage_.push_back(takes_.size());
    Take& take = takes_.emplace_back();
    take.path = path;
    take.first_tick = timeline.ticks_done();
    take.parent = options.parent;
    take.parent_file = from ? from->file : "";
    const Running running{timeline, recorder};
    running_ = &running;
    // Every way out ends the recording, so that it is whole up to the last tick. The error says
    // what stopped it, beside the facts of the session.
    const auto ended = play(timeline, recorder, from ? from->presence : setup_.presence);
    running_ = nullptr;
    finish_take(take, timeline, recorder, output,
                ended ? ended->value_or(EndReason::interrupted) : reason_of(ended.error()));
    take.faults = timeline.simulation().faults();
    TANDEM_TRY(ended);
    if (screen_ != nullptr && *ended && take.reason != EndReason::interrupted) {
        show_end(*screen_, timeline.simulation(),
                 end_lines({.reason = end_reason_now(take.reason),
                            .ticks = timeline.ticks_done(),
                            .rate = setup_.tick_rate,
                            .file = take.is_whole ? path : "",
                            .program = context_.program.name,
                            .view = screen_->view()}),
                 seats_->is_live());
    }
    if (take.reason == EndReason::source_ended) {
        cut_ = seats_->cut_at(sim::Tick{take.end_tick()});
    }
    return take.lost ? Result<Ending>(*take.lost) : *ended;
}

// Finishes a take without its simulation, which may be in the middle of a step.
void Takes::finish_take(Take& take, sim::Timeline& timeline, const replay::Recorder& recorder,
                        replay::FileOutput& output, EndReason reason) const {
    take.reason = reason;
    const bool went_on_without = recorder.failure().has_value();
    const auto told = timeline.end(reason);
    const auto closed = output.close();
    take.lost = !told ? told.error() : !closed ? closed.error() : recorder.failure();
    take.is_lost = output.is_lost();
    if ((!told || !closed) && !take.is_lost && !went_on_without) {
        take.reason = EndReason::recording_failed;  // its last piece found no room
    }
    take.is_whole = take.reason != EndReason::recording_failed && !take.lost;
    take.ticks = take.is_whole  ? timeline.ticks_done() - take.first_tick
                 : take.is_lost ? 0
                                : recorder.ticks_written();
    take.chain = timeline.chain();
    take.bytes = take.is_lost ? 0 : recorder.bytes_written();
}

// Ends the session in the middle of a call of the game, in a take or between two; returns the exit
// code.
int Takes::cut_short(const CutShort& cut) {
    if (running_ != nullptr) {
        finish_take(takes_.back(), running_->timeline, running_->recorder, *output_, cut.reason);
    }
    output_.reset();  // this removes a file without a header
    if (takes_.empty()) {
        if (cut.error) {
            return context_.fail(*cut.error);
        }
        context_.console.print("nothing was recorded, and no file was written");
        return exit_code_of_signal(pending_signal());
    }
    print();
    return report_end(first_error({cut.error, lost()}, context_.console), std::nullopt, facts(),
                      context_);
}

Result<void> Takes::begin(sim::Timeline& timeline, const std::optional<BranchPoint>& from) {
    if (plant_ && (!from || plant_->tick.number >= from->ticks_done)) {
        timeline.set_plant(*plant_);
    }
    return from ? timeline.start_at(from->setup, from->ticks_done, from->state, from->hashes)
                : timeline.start(setup_);
}

Result<Takes::Ending> Takes::play(sim::Timeline& timeline, const replay::Recorder& recorder,
                                  std::uint64_t presence) {
    const bool has_person = screen_ != nullptr && seats_->is_live();
    if (has_person && takes_.size() == 1 && plan_.counts_down &&
        !count_down(timeline.simulation())) {
        return Ending(EndReason::interrupted);
    }
    if (has_person) {
        screen_->forget_keys();  // keys of the time before the first tick do not count
    }
    Progress progress(context_.console.err(), context_.console.may_redraw(), "recording", "tick",
                      limit());
    std::optional<std::uint64_t> end_tick;
    if (plan_.session.ticks) {
        end_tick = first_tick() + *plan_.session.ticks;
    }
    TakeRecording recording(timeline, recorder, *seats_, presence, end_tick, keys_help());
    return plan_.is_realtime || seats_->is_live() ? recording.run_paced(screen_, progress)
                                                  : recording.run(progress);
}

std::optional<std::uint64_t> Takes::limit() const {
    const auto rows = seats_->rows();
    if (rows && plan_.session.ticks) {
        return std::min(*rows, *plan_.session.ticks);
    }
    return rows ? rows : plan_.session.ticks;
}

std::vector<std::string> Takes::keys_help() const {
    return keys_help_lines(*game_.info, screen_ != nullptr && screen_->has_pointer());
}

// The lines below the picture, as many as while it is played, so that the picture above them stays
// as large as it is.
std::vector<std::string> Takes::below(std::string line) const {
    std::vector<std::string> lines = keys_help();
    lines.push_back(std::move(line));
    return lines;
}

// Counts down. False if the person, or a signal, ends the session instead.
bool Takes::count_down(const sim::AnySimulation& simulation) {
    const Countdown countdown(steady_now());
    for (auto now = steady_now(); !countdown.is_over(now); now = steady_now()) {
        if (pending_signal() != 0 || screen_->wants_to_end(screen_->poll(now))) {
            return false;
        }
        const std::string number = countdown.text(now);
        screen_->draw({simulation,
                       simulation,
                       {1, 1},
                       plan_.from ? below("you play on in " + number + "   q ends it")
                                  : countdown_lines(keys_help(), number),
                       nullptr,
                       number},
                      now);
        screen_->wait_for_frame(now + k_longest_sleep);
    }
    return true;
}

std::uint64_t Takes::back_from(std::uint64_t ticks_done) const {
    const std::uint64_t back = sim::ticks_in(k_back_seconds, setup_.tick_rate);
    return ticks_done > first_tick() + back ? ticks_done - back : first_tick();
}

// The place from which the session goes on; nothing if it ends instead. The take that holds the
// place is the last one, or one that it goes on from.
Result<std::optional<BranchPoint>> Takes::go_back() {
    std::uint64_t target = back_from(takes_.back().end_tick());
    for (;;) {
        while (lineage_.size() > 1 && target < takes_[lineage_.back()].first_tick) {
            lineage_.pop_back();
        }
        const Take& take = takes_[lineage_.back()];
        const auto file = replay::Replay::open(take.path);
        TANDEM_TRY(file);
        auto player = replay::Player::create(*file, game_.make()).within(take.path);
        TANDEM_TRY(player);
        auto chosen = choose_place(*player, take, target);
        if (!chosen || *chosen || target >= take.first_tick) {
            return chosen;
        }
    }
}

// Lets the person choose a place in this take. Returns with a target before its first tick if that
// is further back than this take reaches.
Result<std::optional<BranchPoint>> Takes::choose_place(replay::Player& player, const Take& take,
                                                       std::uint64_t& target) {
    Countdown countdown(steady_now());
    for (;;) {
        if (player.ticks_done() != target) {
            TANDEM_TRY(player.seek(target).within(take.path));
        }
        const auto now = steady_now();
        const std::vector<std::uint8_t> keys = screen_->poll(now);
        if (pending_signal() != 0 || screen_->wants_to_end(keys)) {
            return std::optional<BranchPoint>();
        }
        if (holds(keys, k_backspace_key)) {
            target = back_from(target);
            if (target < take.first_tick) {
                return std::optional<BranchPoint>();
            }
            countdown = Countdown(now);
        } else if (countdown.is_over(now)) {
            auto point = branch_here(player, take.path);
            return point ? Result<std::optional<BranchPoint>>(std::optional(std::move(*point)))
                         : point.error();
        }
        const std::string number = countdown.text(now);
        screen_->draw({player.simulation(),
                       player.simulation(),
                       {1, 1},
                       below("back at tick " + std::to_string(target) + ", you play on in " +
                             number + "   Backspace goes further back, q ends it"),
                       nullptr,
                       number},
                      now);
        screen_->wait_for_frame(now + k_longest_sleep);
    }
}

namespace {

bool holds(const std::vector<std::uint8_t>& keys, std::uint8_t key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Result<std::optional<EndReason>> TakeRecording::advance() {
    if (end_tick_ && timeline_.ticks_done() >= *end_tick_) {
        return std::optional(EndReason::tick_limit);
    }
    if (timeline_.simulation().finished()) {
        return std::optional(EndReason::finished);
    }
    const sim::Tick tick{timeline_.ticks_done()};
    const auto goes_on = seats_.make_record(tick, timeline_.simulation(), record_);
    TANDEM_TRY(goes_on);
    if (!*goes_on) {
        return std::optional(EndReason::source_ended);
    }
    TANDEM_TRY(mark_changes(tick));
    TANDEM_TRY(timeline_.advance(record_));
    return std::optional<EndReason>();
}

Result<std::optional<EndReason>> TakeRecording::run(Progress& progress) {
    for (;;) {
        if (timeline_.ticks_done() % k_ticks_between_looks == 0) {
            progress.update(timeline_.ticks_done() - first_tick_, steady_now());
            if (pending_signal() != 0) {
                return std::optional(EndReason::interrupted);
            }
        }
        const auto ended = advance();
        if (!ended || *ended) {
            return ended;
        }
    }
}

Result<std::optional<EndReason>> TakeRecording::run_paced(Surface* screen, Progress& progress) {
    sim::PacerOptions options;
    options.tick_rate = timeline_.simulation().setup().tick_rate;
    sim::GameLoop loop(options);
    const sim::RunToken run = loop.start(steady_now());
    OwnTime time{screen, loop};
    sim::AnySimulation previous = timeline_.simulation().clone();
    Result<std::optional<EndReason>> ending = std::optional<EndReason>();
    const auto end = [&](Result<std::optional<EndReason>> how) {
        ending = std::move(how);
        loop.stop(run);
    };
    loop.run(
        run, time, [&] { watch_person(screen, loop, end); },
        [&] {
            if (screen != nullptr) {
                previous = timeline_.simulation().clone();
            }
            if (auto ended = advance(); !ended || *ended) {
                end(std::move(ended));
            }
        },
        [&](const sim::Pace& pace) {
            progress.update(timeline_.ticks_done() - first_tick_, time.latest);
            if (screen != nullptr) {
                screen->draw({timeline_.simulation(), previous, pace.alpha, lines(loop)},
                             time.latest);
            }
        });
    return ending;
}

Result<void> TakeRecording::mark_changes(sim::Tick tick) {
    const std::uint64_t before = std::exchange(presence_, seats_.presence());
    for (std::uint32_t slot = 0; slot < seats_.players(); ++slot) {
        const bool is_present = (presence_ >> slot & 1U) != 0;
        if (is_present != ((before >> slot & 1U) != 0)) {
            const auto kind = is_present ? sim::MarkKind::returned : sim::MarkKind::left;
            TANDEM_TRY(timeline_.mark({kind, tick, slot, 0, {}}));
        }
    }
    return {};
}

std::vector<std::string> TakeRecording::lines(const sim::GameLoop& loop) const {
    std::vector<std::string> lines = keys_help_;
    lines.push_back(std::string(loop.is_paused() ? "paused while you look elsewhere, tick "
                                                 : "recording, tick ") +
                    std::to_string(timeline_.ticks_done()) + "   Backspace goes back " +
                    std::to_string(k_back_seconds) + " s, q ends it");
    add_lost_line(recorder_.failure(), lines);
    return lines;
}

// The reason of an error, as in a match. If neither a person's wish nor the game's step ended it,
// the recording could not go on, for want of space on the disk or of the field for a planted fault.
EndReason reason_of(const Error& error) {
    return error.code == ErrorCode::step_failed ? EndReason::step_failed
                                                : EndReason::recording_failed;
}

// Gives players who played before their old names. A file may name players that no slot has.
Result<void> name_others(sim::Timeline& timeline, const std::map<std::uint32_t, std::string>& names,
                         Slot own) {
    const std::uint32_t slots = timeline.simulation().setup().slots;
    for (const auto& [slot, name] : names) {
        const sim::Mark mark{sim::MarkKind::player_name, sim::Tick{timeline.ticks_done()}, slot, 0,
                             name};
        if (slot != own.index && slot < slots && !name.empty()) {
            TANDEM_TRY(timeline.mark(mark));
        }
    }
    return {};
}

}  // namespace
}  // namespace tandem::tools
