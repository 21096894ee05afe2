// SPDX-License-Identifier: MIT
// Asks the session a thousand times a second for work, and watches the person meanwhile.
#include <tandem/tools/program/match/match_run.hpp>

#include <utility>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/tools/program/match/ask_host.hpp>
#include <tandem/tools/program/match/patience.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

namespace {

// The patience with the other side after a person's wish to stop.
constexpr std::chrono::nanoseconds k_leave_patience = std::chrono::seconds(3);

}  // namespace

int MatchRun::run() {
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
                           .file = is_recorded() ? path() : "",
                           .program = context_.program.name});
    }
    if (screen_ != nullptr && !view_error_) {
        view_error_ = screen_->failure();
    }
    screen_.reset();
    if (is_recorded()) {
        evidence_.leave_bundles(path(), game_, session_->own_slot(), context_);
    }
    return finish();
}

int MatchRun::cut_short(const CutShort& cut) {
    if (session_ == nullptr) {
        files_.reset();  // this removes a file without a header
        return cut.error ? context_.fail(*cut.error) : report_no_match(game_.info->name, context_);
    }
    ended_ = driver_->break_off(cut.reason, cut.why, cut.error, steady_now_with_sleep);
    close_files();
    return finish();
}

Result<std::optional<sim::Bytes>> MatchRun::input(sim::Tick tick,
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

void MatchRun::loop() {
    announce();
    Progress progress(context_.console.err(), context_.console.may_redraw(), "playing", "tick",
                      plan_.session.ticks, [this] { return view_->status(*session_); });
    // Where nobody is there, the end is told to nobody.
    while (!driver_->is_over() && !(ended_ && leaves_alone_)) {
        watch_person();
        for (const net::Event& event :
             driver_->pump(k_poll, [this] { return time_of_session(); })) {
            if (!is_question(event)) {
                view_->on_event(event, now_);
            }
            evidence_.on_event(event, now_);
            away_.on_event(event, now_);
            progress_event(event, progress);
            std::visit([this](const auto& fact) { on(fact); }, event);
        }
        view_->update(*session_, now_);
        if (session_->is_started() && !ended_) {
            progress.update(session_->ticks_done(), now_);
        }
        report_refusals();
        if (secrets_) {
            report_secret(secrets_->extract_failure());
        }
        draw();
    }
    progress.finish();
}

std::chrono::nanoseconds MatchRun::time_of_session() {
    if (const auto slept = sleep_.check()) {
        const std::string text = sleep_text(*slept);
        context_.console.print_note(text);
        show(text);
        if (session_->is_started() && !session_->is_ended()) {
            const sim::Tick tick{session_->ticks_done()};
            // If the recording has failed, the session finds out by itself.
            static_cast<void>(files_->on_event({sim::MarkKind::note, tick, 0, 0, text}));
        }
    }
    return now_ = steady_now_with_sleep();
}

void MatchRun::announce() {
    std::vector<std::string> news =
        going_on_       ? going_on_->news(*session_->match_ticket(), transport_->port(),
                                          plan_.wait_return_ms(), context_.program.name)
        : plan_.is_host ? host_news(others(), transport_->port(), context_.program.name)
                        : guest_news(plan_.host_name, plan_.port);
    if (resumed_) {
        news.front() += ", to come back as player " + std::to_string(resumed_->ticket.slot);
    }
    context_.console.print_note(news.size() > 1 ? news[0] + "; " + news[1] : news[0]);
    if (screen_ != nullptr) {
        screen_->set_news(std::move(news));
    }
}

void MatchRun::watch_person() {
    const auto now = steady_now();
    const bool quits = screen_ != nullptr && screen_->wants_to_end(now);
    if (!leaving_since_ && (quits || pending_signal() != 0)) {
        leaving_since_ = now;
        leaves_alone_ = away_.is_waiting();
        session_->leave();
    } else if (leaving_since_ && !ended_ && now - *leaving_since_ > k_leave_patience) {
        session_->abandon("the player wanted to stop and the others did not answer");
    }
}

void MatchRun::report_refusals() {
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

}  // namespace tandem::tools
