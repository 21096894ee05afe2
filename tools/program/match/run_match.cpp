// SPDX-License-Identifier: MIT
// Runs the loop of a match: asks the session a thousand times a second for work, and puts its
// events into words.
#include <tandem/tools/program/match/run_match.hpp>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/tools/netview/net_view.hpp>
#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/program/evidence/faults.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/match/ask_host.hpp>
#include <tandem/tools/program/match/match_evidence.hpp>
#include <tandem/tools/program/match/match_screen.hpp>
#include <tandem/tools/program/match/patience.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/program/session/setup.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

// There are more connections than seats, so that a guest that comes too late is told so instead of
// being ignored.
constexpr std::uint32_t k_spare_connections = 4;
// The patience with the other side after a person's wish to stop.
constexpr std::chrono::nanoseconds k_leave_patience = std::chrono::seconds(3);

class Match {
public:
    Match(const MatchPlan& plan, Context& context, const RegisteredGame& game)
        : plan_(plan),
          context_(context),
          game_(game),
          // A bundle is made of the recording's file, so there must be one.
          evidence_(plan.is_host, plan.leaves_bundles && plan.session.output != k_standard_output,
                    steady_now_with_sleep) {}

    int run();

private:
    void close_files();

    // Ends the match in the middle of a call of the game. Returns the exit code.
    int cut_short(const CutShort& cut);
    Result<void> prepare();
    Result<void> open_source();
    Result<void> open_output();
    Result<void> open_view();
    Result<void> open_transport();
    Result<void> open_session(const net::SessionOptions& options);
    Result<net::Driver> host_session(const net::SessionOptions& options,
                                     const net::InputSource& ask);
    Result<net::Driver> join_session(const net::SessionOptions& options,
                                     const net::InputSource& ask);
    Result<std::optional<sim::Bytes>> input(sim::Tick tick, const sim::AnySimulation& simulation);
    void loop();

    // Returns the time. The others do not sleep with this machine. So a sleep is told first, and
    // stands in the recording: nobody should think that the others caused its effects.
    std::chrono::nanoseconds time_of_session();
    void announce();

    // Shows a line below the picture, if there is a screen.
    void show(std::string line) {
        if (screen_ != nullptr) {
            screen_->print(std::move(line), steady_now());
        }
    }

    // Asks for an orderly end upon a signal or the quit key. If that does not come in time, the
    // match is abandoned.
    void watch_person();

    // Hears of connections that were not made, so that no session knows of them.
    void report_refusals();
    void draw() {
        if (screen_ != nullptr) {
            screen_->draw(*session_, *view_, *recorder_, steady_now());
        }
    }

    // Puts a fact that the user sees into words.
    void print(const net::Event& event) {
        std::string text = escaped(net::event_text(event));
        context_.console.print_note(text);
        show(std::move(text));
    }
    // Says an event that ends the match, unless an error with this code follows and says it.
    void print_unless_error(ErrorCode code, const net::Event& event) {
        unsaid_ = Unsaid{escaped(net::event_text(event)), code};
    }

    // True if the match is not over: a host waits for the next guest, or two others play on.
    bool goes_on_without(Slot slot) const;
    void progress_event(const net::Event& event, Progress& progress);
    void on(const net::Connected& fact);
    void on(const net::Started& fact);
    void on(const net::Ticked&) {
        if (screen_ != nullptr) {
            screen_->tick(steady_now());
        }
    }
    void on(const net::Waiting& fact);
    void on(const net::DelayChanged& fact) { print(fact); }
    void on(const net::Alarm& fact) { print(fact); }
    void on(const net::Absented& fact) { print(fact); }
    void on(const net::Returned& fact) { print(fact); }
    void on(const net::Left& fact);
    void on(const net::Refused& fact);
    void on(const net::Desynced& fact) {
        goes_on_without(fact.slot) ? print(fact) : print_unless_error(ErrorCode::divergence, fact);
    }
    void on(const net::Ended& fact) {
        if (unsaid_ && !(fact.error && fact.error->code == unsaid_->error_code)) {
            context_.console.print_note(unsaid_->text);
        }
        ended_ = fact;
    }
    JsonObject facts() const;

    // True if the file holds every tick that was played.
    bool is_recorded() const {
        return ended_->reason != sim::EndReason::recording_failed && !lost_;
    }
    std::uint64_t ticks_kept() const { return output_->is_lost() ? 0 : recorder_->ticks_written(); }

    std::string end_text(const std::string& otherwise, bool says_why) const {
        const bool is_own = ended_->slot == session_->own_slot();
        return is_own ? otherwise
                      : end_news(*ended_, view_->name(ended_->slot), otherwise, says_why);
    }
    std::string summary() const;
    int finish();

    std::optional<Error> end_of_source() const {
        return ended_->reason == sim::EndReason::source_ended ? cut_ : std::nullopt;
    }

    std::optional<Error> error_to_tell() const;

    // A text that an error with this code would say as well.
    struct Unsaid {
        std::string text;
        ErrorCode error_code;
    };
    const MatchPlan& plan_;
    Context& context_;
    const RegisteredGame& game_;
    std::unique_ptr<MatchScreen> screen_;
    MatchSource source_;
    std::unique_ptr<net::EnetTransport> transport_;
    std::string path_;
    std::unique_ptr<replay::FileOutput> output_;
    std::unique_ptr<replay::Recorder> recorder_;
    std::unique_ptr<netview::NetView> view_;
    MatchEvidence evidence_;
    std::optional<net::Driver> driver_;
    net::Lockstep* session_ = nullptr;  // belongs to the driver

    SleepWatch sleep_;
    std::chrono::nanoseconds now_{};  // time of the last pump, as the session knows it
    Gathering here_;
    std::optional<Unsaid> unsaid_;
    std::uint64_t left_ = 0;  // a bit for each slot
    std::optional<std::chrono::nanoseconds> leaving_since_;
    std::optional<Error> cut_;
    std::optional<Error> turned_away_;
    sim::FaultLog faults_;
    std::optional<Error> lost_;  // error of the recording, if it is not whole
    std::optional<Error> view_error_;
    std::optional<net::Ended> ended_;
};

}  // namespace

int run_match(const MatchPlan& plan, Context& context) {
    const SignalGuard signals;
    const auto game = choose_match_game(plan, context);
    if (!game) {
        return pending_signal() != 0 ? report_no_match("", context) : context.fail(game.error());
    }
    return Match(plan, context, *game).run();
}

namespace {

int Match::run() {
    std::optional<CallWatch> watch(
        std::in_place,
        watched_calls(context_, [this](const CutShort& cut) { return cut_short(cut); }));
    const auto prepared = prepare();
    if (!prepared) {
        watch.reset();
        screen_.reset();
        return context_.fail(prepared.error());
    }
    loop();
    watch.reset();
    faults_ = session_->is_started() ? session_->simulation().faults() : sim::FaultLog();
    transport_.reset();  // the end stays in sight for minutes, and nobody is answered then
    close_files();
    if (screen_ != nullptr && session_->is_started() && !leaving_since_) {
        screen_->show_end(session_->simulation(),
                          {.reason = end_text(end_reason_now(ended_->reason), true),
                           .ticks = session_->ticks_done(),
                           .rate = session_->setup().tick_rate,
                           .file = is_recorded() ? path_ : "",
                           .program = context_.program.name});
    }
    if (screen_ != nullptr && !view_error_) {
        view_error_ = screen_->failure();
    }
    screen_.reset();
    if (is_recorded()) {
        evidence_.leave_bundles(path_, game_, session_->own_slot(), context_);
    }
    return finish();
}

void Match::close_files() {
    // An error in closing is told even if something else ended the match.
    const auto closed = output_->close();
    lost_ = closed ? recorder_->failure() : closed.error();
    view_error_ =
        view_->finish("ended on " + date_text(), replay::end_reason_text(ended_->reason), now_);
}

int Match::cut_short(const CutShort& cut) {
    if (session_ == nullptr) {
        output_.reset();  // this removes a file without a header
        return cut.error ? context_.fail(*cut.error) : report_no_match(game_.info->name, context_);
    }
    ended_ = driver_->break_off(cut.reason, cut.why, cut.error, steady_now_with_sleep);
    close_files();
    return finish();
}

Result<void> Match::prepare() {
    auto plant = planned_plant(*game_.info, plan_.session.plant);
    TANDEM_TRY(plant);
    TANDEM_TRY(open_source());
    auto options = match_session_options(plan_);
    TANDEM_TRY(options);
    options->plant = std::move(*plant);
    options->start_pause_ms = screen_ == nullptr ? 0 : screen_->start_pause_ms();
    // The port is opened before the file: a host that cannot listen leaves nothing behind.
    TANDEM_TRY(open_transport());
    TANDEM_TRY(open_output());
    TANDEM_TRY(open_view());
    return open_session(*options);
}

Result<void> Match::open_source() {
    auto screen = MatchScreen::open(plan_, *game_.info, context_.console);
    TANDEM_TRY(screen);
    screen_ = std::move(*screen);
    SourceContext sources{.game = *game_.info};
    if (screen_ != nullptr) {
        sources.held_keys = [this] { return screen_->held(); };
    }
    auto source = open_match_source(plan_.session.inputs, sources, Slot{plan_.is_host ? 0U : 1U});
    TANDEM_TRY(source);
    source_ = std::move(*source);
    TANDEM_TRY(check_pace(plan_, source_));
    if (source_.source->is_bot() && !game_.info->has_bot) {
        context_.console.print_note(no_bot_text(*game_.info));
    }
    return {};
}

Result<void> Match::open_output() {
    const auto path = choose_output(plan_.session, game_.info->name,
                                    plan_.is_host ? "host" : "guest", plan_.secrets());
    TANDEM_TRY(path);
    path_ = *path;
    auto output = tools::open_output(path_, plan_.session);
    TANDEM_TRY(output);
    output_ = std::move(*output);
    recorder_ = std::make_unique<replay::Recorder>(
        *output_, recorder_options(plan_.session, context_.console));
    return {};
}

Result<void> Match::open_view() {
    for (const auto& [option, path] :
         {std::pair("--net-report", plan_.net_report), std::pair("--trace", plan_.trace)}) {
        TANDEM_TRY(check_output(option, path, plan_.session, plan_.secrets()));
    }
    auto view = netview::NetView::open(
        {.report_path = plan_.net_report, .trace_path = plan_.trace, .force = plan_.session.force},
        *game_.info);
    TANDEM_TRY(view);
    view_ = *std::move(view);
    return {};
}

Result<void> Match::open_transport() {
    const auto key = match_key(plan_);
    TANDEM_TRY(key);
    auto transport = plan_.is_host ? net::EnetTransport::host(
                                         plan_.port, plan_.players() - 1 + k_spare_connections,
                                         net::ListenOn::every_address, *key)
                                   : net::EnetTransport::connect(plan_.host_name, plan_.port, *key);
    TANDEM_TRY(transport);
    transport_ = std::move(*transport);
    return {};
}

Result<void> Match::open_session(const net::SessionOptions& options) {
    const net::InputSource ask = [this](sim::Tick tick, const sim::AnySimulation& simulation) {
        return input(tick, simulation);
    };
    auto driver = plan_.is_host ? host_session(options, ask) : join_session(options, ask);
    if (!driver) {
        return cannot_begin(driver.error());
    }
    driver_.emplace(std::move(*driver));
    session_ = &driver_->session();
    return {};
}

Result<net::Driver> Match::host_session(const net::SessionOptions& options,
                                        const net::InputSource& ask) {
    auto host = match_host_options(plan_, game_, options, plan_.players());
    TANDEM_TRY(host);
    return net::Driver::host(game_.make(), *std::move(host), ask, evidence_.beside(*recorder_),
                             view_->over(evidence_.over(*transport_), steady_now_with_sleep));
}

Result<net::Driver> Match::join_session(const net::SessionOptions& options,
                                        const net::InputSource& ask) {
    auto join = match_join_options(plan_, game_, options);
    TANDEM_TRY(join);
    return net::Driver::join(game_.make(), *std::move(join), ask, evidence_.beside(*recorder_),
                             view_->over(evidence_.over(*transport_), steady_now_with_sleep));
}

Result<std::optional<sim::Bytes>> Match::input(sim::Tick tick,
                                               const sim::AnySimulation& simulation) {
    const Slot slot = session_->own_slot();
    if (screen_ != nullptr) {
        screen_->begin_asking(tick);
    }
    auto asked = input_of(source_, slot, tick, simulation);
    if (asked && !*asked) {
        cut_ = source_.source->cut();
    }
    return asked;
}

void Match::loop() {
    announce();
    Progress progress(context_.console.err(), context_.console.may_redraw(), "playing", "tick",
                      plan_.session.ticks, [this] { return view_->status(*session_); });
    while (!driver_->is_over()) {
        watch_person();
        for (const net::Event& event :
             driver_->pump(k_poll, [this] { return time_of_session(); })) {
            if (!is_question(event)) {
                view_->on_event(event, now_);
            }
            evidence_.on_event(event, now_);
            progress_event(event, progress);
            std::visit([this](const auto& fact) { on(fact); }, event);
        }
        view_->update(*session_, now_);
        if (session_->is_started() && !ended_) {
            progress.update(session_->ticks_done(), now_);
        }
        report_refusals();
        draw();
    }
    progress.finish();
}

std::chrono::nanoseconds Match::time_of_session() {
    if (const auto slept = sleep_.check()) {
        const std::string text = sleep_text(*slept);
        context_.console.print_note(text);
        show(text);
        if (session_->is_started() && !session_->is_ended()) {
            const sim::Tick tick{session_->ticks_done()};
            // If the recording has failed, the session finds out by itself.
            static_cast<void>(recorder_->on_event({sim::MarkKind::note, tick, 0, 0, text}));
        }
    }
    return now_ = steady_now_with_sleep();
}

void Match::announce() {
    std::vector<std::string> news =
        plan_.is_host ? host_news(plan_.players() - 1, transport_->port(), context_.program.name)
                      : guest_news(plan_.host_name, plan_.port);
    context_.console.print_note(news.size() > 1 ? news[0] + "; " + news[1] : news[0]);
    if (screen_ != nullptr) {
        screen_->set_news(std::move(news));
    }
}

void Match::watch_person() {
    const auto now = steady_now();
    const bool quits = screen_ != nullptr && screen_->wants_to_end(now);
    if (!leaving_since_ && (quits || pending_signal() != 0)) {
        leaving_since_ = now;
        session_->leave();
    } else if (leaving_since_ && !ended_ && now - *leaving_since_ > k_leave_patience) {
        session_->abandon("the player wanted to stop and the others did not answer");
    }
}

void Match::report_refusals() {
    for (const net::Refusal& refusal : transport_->extract_refusals()) {
        const std::string text = net::refusal_text(refusal);
        if (plan_.is_host) {
            show(escaped(text));
            context_.console.print_note(escaped(text));
        } else if (!ended_) {
            turned_away_ = Error{ErrorCode::refused, "", text};
            session_->abandon("the host's door is closed");
        }
    }
}

bool Match::goes_on_without(Slot slot) const {
    if (!session_->is_started()) {
        return plan_.is_host;
    }
    const auto left = static_cast<std::uint32_t>(std::popcount(left_));
    return slot.index != 0 && session_->setup().slots >= left + 2;
}

void Match::progress_event(const net::Event& event, Progress& progress) {
    if (const auto* started = std::get_if<net::Started>(&event)) {
        const std::uint64_t limit =
            std::min(started->ticks_limit, source_.source->rows().value_or(net::k_no_limit));
        if (limit != net::k_no_limit) {
            progress.set_total(limit);
        }
    }
    if (!std::holds_alternative<net::Ticked>(event)) {
        progress.finish();
    }
}

void Match::on(const net::Connected& fact) {
    print(fact);
    here_.connect(fact);
    if (plan_.is_host) {
        show(here_.text(plan_.players() - 1));
    }
}

void Match::on(const net::Started& fact) {
    print(fact);
    if (screen_ != nullptr) {
        screen_->begin(fact, steady_now());
    }
}

void Match::on(const net::Waiting& fact) {
    // A person who looks at the match sees it with its seconds.
    context_.console.print_note(escaped(net::event_text(fact)));
    // Ticks that were played so far must not wait for the other side.
    static_cast<void>(recorder_->flush());
}

void Match::on(const net::Left& fact) {
    left_ |= std::uint64_t{1} << fact.slot.index;
    if (fact.slot.index == 0 && fact.reason == net::LeftReason::desync) {
        // The match goes on, and the desync before it was not its end.
        if (unsaid_) {
            context_.console.print_note(unsaid_->text);
            unsaid_.reset();
        }
        print(fact);
        return;
    }
    goes_on_without(fact.slot) ? print(fact) : print_unless_error(ErrorCode::network, fact);
    here_.leave(fact.slot);
    if (!session_->is_started() && plan_.is_host) {
        show(here_.text(plan_.players() - 1));
    } else if (session_->is_started() && fact.reason == net::LeftReason::left) {
        show(view_->name(fact.slot) + " left");
    }
}

void Match::on(const net::Refused& fact) {
    if (!plan_.is_host) {
        print_unless_error(ErrorCode::refused, fact);
    } else if (!is_question(fact)) {
        print(fact);
    }
}

JsonObject Match::facts() const {
    const bool is_whole = is_recorded();
    JsonObject object{
        {"game", game_.info->name},
        {"ticks", is_whole ? ended_->ticks : ticks_kept()},
        {"players", session_->setup().slots},
        {"chain", is_whole ? JsonValue(hash_text(ended_->chain.value)) : JsonValue()},
        {"file", output_->is_lost() ? JsonValue() : JsonValue(path_)},
        {"bytes", output_->is_lost() ? 0 : recorder_->bytes_written()},
        {"player", session_->own_slot().index},
        {"end", end_name(ended_->reason)},
        {"faults", faults_json(faults_)},
        {"slept_ms", std::chrono::round<std::chrono::milliseconds>(sleep_.slept()).count()}};
    if (evidence_.desync() != nullptr) {
        object.emplace_back("desync", evidence_.facts());
    }
    for (auto& fact : view_->facts(*session_)) {
        object.push_back(std::move(fact));
    }
    return object;
}

std::string Match::summary() const {
    const std::string bytes = " (" + count_text(recorder_->bytes_written(), "byte") + ")";
    std::string text = "played " + count_text(ended_->ticks, "tick") + " of " + game_.info->name +
                       " as player " + std::to_string(session_->own_slot().index) + " of " +
                       std::to_string(session_->setup().slots);
    if (output_->is_lost()) {
        text += ", and the recording " + escaped(path_) + " is lost";
    } else if (!is_recorded()) {
        // The last ticks played are not in the file, and the chain would promise that they are.
        text += ", " + count_text(ticks_kept(), "tick") + " of them into " + escaped(path_) + bytes;
    } else {
        text += " into " + escaped(path_) + bytes + ", chain " + hash_text(ended_->chain.value);
    }
    return text + "; " + end_text(replay::end_reason_text(ended_->reason), false);
}

int Match::finish() {
    if (!session_->is_started()) {
        // There was no match, so there is no file either.
        const auto& error = turned_away_    ? turned_away_
                            : ended_->error ? ended_->error
                                            : view_error_;
        return error && pending_signal() == 0 ? context_.fail(*error)
                                              : report_no_match(game_.info->name, context_);
    }
    context_.console.print(summary());
    report_faults(faults_, context_.console);
    if (const auto* desync = evidence_.desync(); desync != nullptr && !desync->fields.empty()) {
        // The tick and the reason are part of the error.
        const bool is_setup = desync->cause == net::DesyncCause::setup;
        context_.console.print("ours | theirs:");
        print_fields(desync->fields, moment_text(is_setup ? 0 : desync->tick.number + 1),
                     context_.console);
    }
    // If the recording failed, that is why nothing was planted.
    const auto missed =
        !is_recorded() ? std::nullopt : missed_plant(plan_.session.plant, ended_->ticks);
    const auto error = with_way_on(
        first_error({error_to_tell(), lost_, view_error_, end_of_source()}, context_.console),
        lost_, ended_->reason);
    return report_end(error, missed, facts(), context_);
}

std::optional<Error> Match::error_to_tell() const {
    const net::Desynced* desync = evidence_.desync();
    const std::string next =
        "; " + evidence_.next_text(context_.program.name,
                                   output_->is_lost() ? std::string() : path_, is_recorded(),
                                   find_verb(context_.verbs, "explain") != nullptr);
    if (ended_->error) {
        Error error = *ended_->error;
        if (desync != nullptr && error.code == ErrorCode::network) {
            // The desync, which is to be looked into, came before.
            return Error{ErrorCode::divergence, "",
                         desync->text + "; then " + error.message + next};
        }
        error.message += error.code == ErrorCode::divergence ? next : "";
        return error;
    }
    if (desync != nullptr) {
        return Error{ErrorCode::divergence, "",
                     desync->text + "; the others played on without player " +
                         std::to_string(desync->slot.index) + next};
    }
    return std::nullopt;
}

}  // namespace
}  // namespace tandem::tools
