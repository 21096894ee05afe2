// SPDX-License-Identifier: MIT
// Draws in each call the things that are there by now. A session does not wait for a person who
// looks at it.
#include <tandem/tools/program/match/match_screen.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/seats.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/keys_help.hpp>
#include <tandem/tools/view/frame_due.hpp>
#include <tandem/tools/view/start_screen.hpp>

namespace tandem::tools {
namespace {

// This is long enough for a person to read a fact.
constexpr std::chrono::nanoseconds k_fact_lasts = std::chrono::seconds(4);
// There are always as many lines, so that the picture above stays where it is: the place, the line,
// and whom the match waits for or an event.
constexpr std::size_t k_lines_below = 3;

}  // namespace

// ---- Gathering ----------------------------------------------------------------------------------

std::vector<std::string> host_news(std::uint32_t others, std::uint16_t port,
                                   const std::string& program) {
    return {"waiting for " + count_text(others, "player") + " on UDP port " + std::to_string(port),
            "they say: " + program + " join THIS-MACHINE:" + std::to_string(port)};
}

std::vector<std::string> guest_news(const std::string& host_name, std::uint16_t port) {
    return {"joining " + escaped(host_name) + ", UDP port " + std::to_string(port)};
}

std::string end_news(const net::Ended& ended, const std::string& name, const std::string& otherwise,
                     bool says_why) {
    if (ended.reason == sim::EndReason::interrupted) {
        return name + " left";
    }
    if (ended.reason == sim::EndReason::peer_lost) {
        return name + " was lost" +
               (says_why && ended.error ? ": " + escaped(ended.error->message) : "");
    }
    return otherwise;
}

void Gathering::connect(const net::Connected& fact) {
    names_[fact.slot.index] = netview::name_text(fact.name, fact.slot);
}

std::string Gathering::text(std::uint32_t others) const {
    std::string who;
    for (const auto& [slot, name] : names_) {
        who += (who.empty() ? ": " : ", ") + name;
    }
    return std::to_string(names_.size()) + " of " + count_text(others, "other player") +
           (names_.size() == 1 ? " is" : " are") + " here" + who;
}

// ---- The screen ---------------------------------------------------------------------------------

sim::Result<std::unique_ptr<MatchScreen>> MatchScreen::open(const MatchPlan& plan,
                                                            const sim::GameInfo& game,
                                                            Console& console) {
    ViewChoice choice = plan.view;
    choice.title = game.name + (plan.is_host ? ": host" : ": guest");
    choice.may_wait = false;  // packets do not wait for a display
    auto surface = open_surface(choice, wants_keys(plan.session.inputs), console);
    TANDEM_TRY(surface);
    if (*surface == nullptr) {
        return std::unique_ptr<MatchScreen>();
    }
    return std::unique_ptr<MatchScreen>(new MatchScreen(plan, game, std::move(*surface)));
}

MatchScreen::MatchScreen(const MatchPlan& plan, const sim::GameInfo& game,
                         std::unique_ptr<Surface> surface)
    : title_(game.name + (plan.is_host ? ": you host a match" : ": you join a match")),
      has_person_(wants_keys(plan.session.inputs)),
      surface_(std::move(surface)) {
    if (has_person_) {
        keys_help_ = keys_help_lines(game, surface_->has_pointer());
    }
}

bool MatchScreen::wants_to_end(std::chrono::nanoseconds now) {
    return surface_->wants_to_end(surface_->poll(now));
}

Keys MatchScreen::held() { return surface_->held(); }

void MatchScreen::begin_asking(sim::Tick tick) {
    if (tick.number == 0) {
        surface_->forget_keys();
    }
}

void MatchScreen::print(std::string line, std::chrono::nanoseconds now) {
    line_ = std::move(line);
    said_at_ = now;
}

void MatchScreen::begin(const net::Started& started, std::chrono::nanoseconds now) {
    PlayersShown players{{}, started.own};
    for (std::uint32_t slot = 0; slot < started.names.size(); ++slot) {
        players.names[slot] = started.names[slot];
    }
    surface_->show_players(std::move(players));
    if (has_person_) {
        countdown_ = Countdown(now);
    }
    line_.clear();
}

std::vector<std::string> MatchScreen::lines(const net::Lockstep& session,
                                            const netview::NetView& view,
                                            std::chrono::nanoseconds now) const {
    std::vector<std::string> lines = keys_help_;
    if (session.ticks_done() == 0) {
        const bool is_counting = countdown_ && !countdown_->is_over(now);
        lines = countdown_lines(
            keys_help_, is_counting ? countdown_->text(now) : "a moment, once everybody is ready");
        lines.resize(keys_help_.size() + k_lines_below);
        return lines;
    }
    lines.push_back("player " + std::to_string(session.own_slot().index) + ", tick " +
                    std::to_string(session.ticks_done()) +
                    (session.setup().slots > 2 ? "   q leaves the match" : "   q ends the match"));
    const std::vector<std::string> line = view.player_lines(session);
    lines.insert(lines.end(), line.begin(), line.end());
    if (!away_line_.empty()) {
        lines.resize(std::min(lines.size(), keys_help_.size() + k_lines_below - 1));
        lines.push_back(away_line_);
    } else if (line.size() + 1 < k_lines_below && now - said_at_ < k_fact_lasts) {
        lines.push_back(line_);
    }
    lines.resize(keys_help_.size() + k_lines_below);
    return lines;
}

std::string MatchScreen::banner(const net::Lockstep& session, const netview::NetView& view,
                                std::chrono::nanoseconds now) const {
    if (countdown_ && session.ticks_done() == 0) {
        return countdown_->is_over(now) ? "" : countdown_->text(now);
    }
    return waiting_.empty() ? view.waiting_text() : waiting_;
}

void MatchScreen::draw(const net::Lockstep& session, const netview::NetView& view,
                       const std::optional<sim::Error>& lost, std::chrono::nanoseconds now) {
    if (!session.is_started()) {
        std::vector<std::string> news = news_;
        if (!line_.empty()) {
            news.push_back(line_);
        }
        if (!away_line_.empty()) {
            news.push_back(away_line_);
        }
        return surface_->page(waiting_page(title_, news, keys_help_), now);
    }
    if (!current_ || drawn_ticks_ != session.ticks_done()) {
        previous_ = std::move(current_);
        current_ = std::make_unique<sim::AnySimulation>(session.simulation().clone());
        drawn_ticks_ = session.ticks_done();
    }
    const sim::AnySimulation& previous = previous_ ? *previous_ : *current_;
    std::vector<std::string> below = lines(session, view, now);
    add_lost_line(lost, below);
    const auto alpha = alpha_since(ticked_at_, now, session.setup().tick_rate);
    const std::string large = banner(session, view, now);
    surface_->draw({*current_, previous, alpha, below, nullptr, large}, now);
}

void MatchScreen::show_end(const sim::AnySimulation& last, SessionEnd end) {
    end.view = surface_->view();
    tools::show_end(*surface_, last, end_lines(end), has_person_);
}

}  // namespace tandem::tools
