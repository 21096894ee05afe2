// SPDX-License-Identifier: MIT
// record: a session on this machine alone, into a file that grows as it happens.
#include <algorithm>
#include <utility>

#include <tandem/replay/contents.hpp>
#include <tandem/replay/output.hpp>
#include <tandem/replay/recorder.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/tools/program/faults.hpp>
#include <tandem/tools/program/output_file.hpp>
#include <tandem/tools/program/plant.hpp>
#include <tandem/tools/program/seats.hpp>
#include <tandem/tools/program/session_end.hpp>
#include <tandem/tools/program/setup.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tandem/tools/view/live_screen.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using sim::EndReason;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

struct RecordCommand {
    SessionArguments session;
    bool realtime = false;
};

class Recording {
public:
    Recording(sim::Timeline& timeline, Seats& seats, std::optional<std::uint64_t> ticks)
        : timeline_(timeline),
          seats_(seats),
          ticks_(ticks),
          keys_help_(keys_help_lines(timeline.simulation().info())),
          presence_(timeline.simulation().setup().presence) {}

    // One tick more, unless the session is over for a reason of its own.
    Result<std::optional<EndReason>> advance() {
        if (ticks_ && timeline_.ticks_done() >= *ticks_) {
            return std::optional(EndReason::tick_limit);
        }
        if (timeline_.simulation().finished()) {
            return std::optional(EndReason::finished);
        }
        const sim::Tick tick{timeline_.ticks_done()};
        const auto goes_on = seats_.make_record(tick, timeline_.simulation(), record_);
        if (!goes_on) {
            return goes_on.error();
        }
        if (!*goes_on) {
            return std::optional(EndReason::source_ended);
        }
        if (auto marked = mark_changes(tick); !marked) {
            return marked.error();
        }
        if (auto advanced = timeline_.advance(record_); !advanced) {
            return advanced.error();
        }
        return std::optional<EndReason>();
    }

    // As fast as possible.
    Result<EndReason> run(Progress& progress) {
        for (;;) {
            if (timeline_.ticks_done() % k_ticks_between_looks == 0) {
                progress.update(timeline_.ticks_done(), steady_now());
                if (pending_signal() != 0) {
                    return EndReason::interrupted;
                }
            }
            const auto ended = advance();
            if (!ended || *ended) {
                return ended ? Result<EndReason>(**ended) : Result<EndReason>(ended.error());
            }
        }
    }

    // At the tick rate, in front of a person where there is a screen.
    Result<EndReason> run_paced(LiveScreen* screen, Progress& progress) {
        sim::Pacer pacer({timeline_.simulation().setup().tick_rate, sim::DebtPolicy::drop,
                          sim::k_ticks_per_frame_max_default},
                         steady_now());
        sim::AnySimulation previous = timeline_.simulation().clone();
        for (;;) {
            const auto now = steady_now();
            if (pending_signal() != 0 ||
                (screen != nullptr && screen->wants_to_end(screen->poll(now)))) {
                return EndReason::interrupted;
            }
            const sim::Pace pace = pacer.advance(now);
            for (std::uint32_t i = 0; i < pace.ticks; ++i) {
                if (screen != nullptr && i + 1 == pace.ticks) {
                    previous = timeline_.simulation().clone();
                }
                const auto ended = advance();
                if (!ended || *ended) {
                    return ended ? Result<EndReason>(**ended) : Result<EndReason>(ended.error());
                }
            }
            progress.update(timeline_.ticks_done(), now);
            if (screen != nullptr) {
                screen->draw(timeline_.simulation(), previous, pace.alpha, lines(), now);
            }
            sleep_until(std::min(pacer.next_deadline(), now + k_longest_sleep));
        }
    }

private:
    // A key must not wait for a slow game's next tick.
    static constexpr std::chrono::nanoseconds k_longest_sleep = std::chrono::milliseconds(16);

    // A source may let players leave and return, which a reader wants to find without its game.
    Result<void> mark_changes(sim::Tick tick) {
        const std::uint64_t before = std::exchange(presence_, seats_.presence());
        for (std::uint32_t slot = 0; slot < seats_.players(); ++slot) {
            const bool is_present = (presence_ >> slot & 1U) != 0;
            if (is_present != ((before >> slot & 1U) != 0)) {
                const auto kind = is_present ? sim::MarkKind::returned : sim::MarkKind::left;
                if (auto told = timeline_.mark({kind, tick, slot, 0, {}}); !told) {
                    return told;
                }
            }
        }
        return {};
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> lines = keys_help_;
        lines.push_back("recording, tick " + std::to_string(timeline_.ticks_done()) +
                        "   q ends it");
        return lines;
    }

    sim::Timeline& timeline_;
    Seats& seats_;
    std::optional<std::uint64_t> ticks_;
    std::vector<std::string> keys_help_;
    std::uint64_t presence_;  // in the tick before
    sim::Bytes record_;
};

Result<void> check_ends(const RecordCommand& command, const Seats& seats) {
    if (seats.is_endless() && !seats.is_live() && !command.realtime && !command.session.ticks) {
        return Error{ErrorCode::usage, "",
                     "bots never stop by themselves and nothing paces them; say --ticks N, or "
                     "--realtime to watch the clock"};
    }
    return {};
}

// Everything that happens once the file is open.
class RecordSession {
public:
    RecordSession(const RecordCommand& command, Context& context, const RegisteredGame& game)
        : command_(command), context_(context), game_(game) {}

    int run() {
        const auto plant = planned_plant(*game_.info, command_.session.plant);
        if (!plant) {
            return context_.fail(plant.error());
        }
        if (wants_keys(command_.session.inputs)) {
            auto screen = LiveScreen::open(context_.console);
            if (screen) {
                screen_ = std::move(*screen);
            }
        }
        const auto done = record(*plant);
        screen_.reset();
        // Without a session there is no file either.
        return is_started_ ? finish(done) : context_.fail(done.error());
    }

private:
    Result<void> record(const std::optional<sim::Plant>& plant) {
        const SessionArguments& options = command_.session;
        SourceContext sources{.game = *game_.info};
        if (screen_ != nullptr) {
            sources.held_keys = [this] { return screen_->held(); };
        }
        auto seats = Seats::open(options.inputs, sources, options.players);
        if (!seats) {
            return seats.error();
        }
        if (auto ends = check_ends(command_, *seats); !ends) {
            return ends;
        }
        const auto setup = make_setup(game_, options, seats->players());
        if (!setup) {
            return setup.error();
        }
        const auto path = choose_output(options, game_.info->name, "");
        if (!path) {
            return path.error();
        }
        path_ = *path;
        auto output = open_output(path_, options);
        if (!output) {
            return output.error();
        }
        if (seats->has_bots() && !game_.info->has_bot) {
            context_.console.note(no_bot_text(*game_.info));
        }
        return run_into(**output, *seats, *setup, plant);
    }

    Result<void> run_into(replay::FileOutput& output, Seats& seats, const Setup& setup,
                          const std::optional<sim::Plant>& plant) {
        replay::RecorderOptions recorder_options;
        recorder_options.build = build_text();
        recorder_options.player_name = command_.session.player_name;
        // The name is that of the person at the keys, else of the first player.
        recorder_options.player_slot = seats.own_slot().value_or(Slot{0}).index;
        replay::Recorder recorder(output, recorder_options);
        sim::Timeline timeline(game_.make(), &recorder);
        if (plant) {
            timeline.set_plant(*plant);
        }
        if (auto started = timeline.start(setup); !started) {
            return started;
        }
        is_started_ = true;
        if (screen_ != nullptr) {
            PlayersShown players{{}, seats.own_slot()};
            players.names[recorder_options.player_slot] = recorder_options.player_name;
            screen_->show_players(std::move(players));
        }
        // Every way out ends the recording, so that it is whole up to the last tick; what stopped
        // it is the error to tell, beside what there is all the same.
        const Result<EndReason> ended = play(timeline, seats);
        reason_ = ended ? *ended : reason_of(ended.error());
        const auto closed = close(timeline, output, reason_);
        is_whole_ = reason_ != EndReason::recording_failed && closed;
        ticks_ = is_whole_ ? timeline.ticks_done() : recorder.ticks_written();
        chain_ = timeline.chain();
        faults_ = timeline.simulation().faults();
        players_ = setup.slots;
        bytes_ = recorder.bytes_written();
        if (!ended) {
            return ended.error();
        }
        if (screen_ != nullptr && reason_ != EndReason::interrupted) {
            screen_->show_last(timeline.simulation(),
                               {replay::end_reason_text(reason_) + ", tick " +
                                std::to_string(timeline.ticks_done()) + "   q closes"});
        }
        if (reason_ == EndReason::source_ended) {
            cut_ = seats.cut_at(sim::Tick{ticks_});
        }
        return closed;
    }

    Result<EndReason> play(sim::Timeline& timeline, Seats& seats) {
        Progress progress(context_.console.err(), context_.console.may_redraw(), "recording",
                          "tick", limit(seats));
        Recording recording(timeline, seats, command_.session.ticks);
        return command_.realtime || seats.is_live() ? recording.run_paced(screen_.get(), progress)
                                                    : recording.run(progress);
    }

    // As in a match: what is neither a person's wish nor the game's step is a recording that could
    // not go on, for want of space on the disk or of the field for a planted fault.
    static EndReason reason_of(const Error& error) {
        return error.code == ErrorCode::step_failed ? EndReason::step_failed
                                                    : EndReason::recording_failed;
    }

    static Result<void> close(sim::Timeline& timeline, replay::FileOutput& output,
                              EndReason reason) {
        const auto told = timeline.end(reason);
        const auto closed = output.close();
        return told ? closed : told;
    }

    std::optional<std::uint64_t> limit(const Seats& seats) const {
        const auto rows = seats.rows();
        if (rows && command_.session.ticks) {
            return std::min(*rows, *command_.session.ticks);
        }
        return rows ? rows : command_.session.ticks;
    }

    JsonObject facts() const {
        return {{"game", game_.info->name},
                {"ticks", ticks_},
                {"players", players_},
                // What was stepped last may not be in the file, and its chain would promise it.
                {"chain", is_whole_ ? JsonValue(hash_text(chain_.value)) : JsonValue()},
                {"file", path_},
                {"bytes", bytes_},
                {"end", end_name(reason_)},
                {"faults", faults_json(faults_)}};
    }

    int finish(const Result<void>& done) {
        context_.console.say("recorded " + count_text(ticks_, "tick") + " of " + game_.info->name +
                             " with " + count_text(players_, "player") + " into " + escaped(path_) +
                             " (" + count_text(bytes_, "byte") + ")" +
                             (is_whole_ ? ", chain " + hash_text(chain_.value) : "") + "; " +
                             replay::end_reason_text(reason_));
        tell_faults(faults_, context_.console);
        // Where the recording failed, that is why nothing was planted.
        const auto missed = is_whole_ ? missed_plant(command_.session.plant, ticks_) : std::nullopt;
        const std::optional<Error> error = !done ? done.error() : cut_;
        return tell_end(error, missed, facts(), context_);
    }

    const RecordCommand& command_;
    Context& context_;
    const RegisteredGame& game_;
    std::unique_ptr<LiveScreen> screen_;
    std::string path_;
    bool is_started_ = false;
    bool is_whole_ = false;    // the file: it holds every tick that was stepped
    std::uint64_t ticks_ = 0;  // in the file
    std::uint32_t players_ = 0;
    std::uint64_t bytes_ = 0;
    sim::ChainHash chain_;
    sim::FaultLog faults_;
    EndReason reason_ = EndReason::interrupted;
    std::optional<Error> cut_;
};

int run_record(const Arguments& arguments, Context& context) {
    const RecordCommand command{session_arguments(arguments), arguments.flag("--realtime")};
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    const SignalGuard signals;
    return RecordSession(command, context, *game).run();
}

}  // namespace

Verb record_verb() {
    return {
        .name = "record",
        .sentence = "Run a session and write it to a file",
        .example = "record --inputs lmp:freedm.wad#DEMO1 -o a.tandem",
        .starts_a_game = true,
        .options =
            joined({session_options(players_alone_option()),
                    {{.names = {"--realtime"},
                      .sentence = "Run at the game's tick rate instead of as fast as possible"}}}),
        .run = &run_record,
    };
}

}  // namespace tandem::tools
