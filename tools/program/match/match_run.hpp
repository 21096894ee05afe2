// SPDX-License-Identifier: MIT
// A match of this program, from its opening to its closing object: the loop that asks the session
// a thousand times a second for work, and what is told of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tandem/net/driver.hpp>
#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/replay/recording/recording_files.hpp>
#include <tandem/tools/netview/net_view.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/match/away_log.hpp>
#include <tandem/tools/program/match/match_evidence.hpp>
#include <tandem/tools/program/match/match_plan.hpp>
#include <tandem/tools/program/match/match_screen.hpp>
#include <tandem/tools/program/match/resumed_host.hpp>
#include <tandem/tools/program/match/resumed_match.hpp>
#include <tandem/tools/program/match/secret_keeper.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {

class MatchRun {
public:
    // With `resumed` this side comes back to a match that it has left, with `going_on` it is a host
    // that goes on with one.
    MatchRun(const MatchPlan& plan, Context& context, const RegisteredGame& game,
             const std::optional<ResumedMatch>& resumed, const std::optional<ResumedHost>& going_on)
        : plan_(plan),
          context_(context),
          game_(game),
          resumed_(resumed),
          going_on_(going_on),
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
    // Keeps the secret of a match that goes on, before anybody hears of it.
    Result<void> keep_raised_secret(const net::Lockstep& session) const;
    // Begins to keep what this side comes back with.
    void keep_secret();
    void report_secret(const std::optional<Error>& failure);

    // Shows a line below the picture, if there is a screen.
    void show(std::string line) {
        if (screen_ != nullptr) {
            screen_->print(std::move(line), steady_now());
        }
    }

    // The number of slots of a host's match, and of the others who are there at its start.
    std::uint32_t slots() const { return going_on_ ? going_on_->setup.slots : plan_.players(); }
    std::uint32_t others() const {
        return going_on_ ? static_cast<std::uint32_t>(going_on_->awaited().size())
                         : plan_.players() - plan_.open_slots - 1;
    }
    std::string begin_text(const net::Started& fact) const;
    static std::uint64_t vacant_slots(const net::MatchTicket& ticket);
    bool is_vacant(Slot slot) const { return (vacant_ >> slot.index & 1U) != 0; }

    // Asks for an orderly end upon a signal or the quit key. If that does not come in time, the
    // match is abandoned.
    void watch_person();

    // Hears of connections that were not made, so that no session knows of them.
    void report_refusals();
    void draw() {
        if (screen_ != nullptr) {
            const AwayLog::Name name = [this](Slot slot) { return view_->name(slot); };
            screen_->set_away(away_.line(now_, name), away_.waiting_text(now_, name));
            screen_->draw(*session_, *view_, files_->failure(), steady_now());
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
    void on(const net::Absented& fact);
    void on(const net::Coming& fact);
    void on(const net::Returned& fact);
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
    std::uint64_t ticks_kept() const { return files_->is_lost() ? 0 : files_->ticks_written(); }
    // The file that is written, or was last.
    const std::string& path() const { return files_->paths().back(); }

    std::string end_text(const std::string& otherwise, bool says_why) const {
        const bool is_own = ended_->slot == session_->own_slot();
        return is_own ? otherwise
                      : end_news(*ended_, view_->name(ended_->slot), otherwise, says_why);
    }
    std::string summary() const;
    // How to come back, if that is possible; else empty.
    std::string way_back() const;
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
    const std::optional<ResumedMatch>& resumed_;
    const std::optional<ResumedHost>& going_on_;
    std::unique_ptr<MatchScreen> screen_;
    MatchSource source_;
    std::unique_ptr<net::EnetTransport> transport_;
    std::unique_ptr<replay::RecordingFiles> files_;
    std::optional<SecretKeeper> secrets_;  // nothing: nobody comes back
    AwayLog away_;
    std::unique_ptr<netview::NetView> view_;
    MatchEvidence evidence_;
    std::optional<net::Driver> driver_;
    net::Lockstep* session_ = nullptr;  // belongs to the driver

    SleepWatch sleep_;
    std::chrono::nanoseconds now_{};  // time of the last pump, as the session knows it
    Gathering here_;
    bool has_begun_ = false;
    std::optional<Unsaid> unsaid_;
    std::uint64_t left_ = 0;    // a bit for each slot
    std::uint64_t vacant_ = 0;  // the same of slots that nobody has had yet
    std::optional<std::chrono::nanoseconds> leaving_since_;
    bool leaves_alone_ = false;  // while the match waited for others
    std::optional<Error> cut_;
    std::optional<Error> turned_away_;
    sim::FaultLog faults_;
    std::optional<Error> lost_;  // error of the recording, if it is not whole
    std::optional<Error> view_error_;
    std::optional<net::Ended> ended_;
};

}  // namespace tandem::tools
