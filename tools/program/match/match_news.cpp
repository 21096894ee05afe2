// SPDX-License-Identifier: MIT
// Puts the events of a match into words, for the terminal and for the screen.
#include <tandem/tools/program/match/match_run.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <tandem/tools/program/match/ask_host.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {

bool MatchRun::goes_on_without(Slot slot) const {
    if (!session_->is_started()) {
        return plan_.is_host;
    }
    const auto left = static_cast<std::uint32_t>(std::popcount(left_ | vacant_));
    return slot.index != 0 && session_->setup().slots >= left + 2;
}

void MatchRun::progress_event(const net::Event& event, Progress& progress) {
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

void MatchRun::on(const net::Connected& fact) {
    print(fact);
    here_.connect(fact);
    if (plan_.is_host) {
        show(here_.text(others()));
    }
}

// A side that is given a state while it runs begins once more, which is no news.
void MatchRun::on(const net::Started& fact) {
    keep_secret();
    if (std::exchange(has_begun_, true)) {
        return;
    }
    if (const auto ticket = session_->match_ticket()) {
        vacant_ = vacant_slots(*ticket);
    } else if (!resumed_ && session_->ticks_done() > 0) {
        vacant_ = std::uint64_t{1} << fact.own.index;  // until this side takes part
    }
    std::string text = begin_text(fact);
    context_.console.print_note(text);
    if (!resumed_) {
        show(std::move(text));
    }
    if (screen_ != nullptr) {
        screen_->begin(fact, steady_now());
    }
}

std::string MatchRun::begin_text(const net::Started& fact) const {
    const std::string own = "you are player " + std::to_string(fact.own.index);
    const std::string after = "after " + count_text(session_->ticks_done(), "tick");
    if (going_on_) {
        return "the match goes on " + after + "; " + own;
    }
    if (resumed_ || session_->ticks_done() > 0) {
        return own + (resumed_ ? " again" : "") + ", in the match " + after;
    }
    if (vacant_ == 0) {
        return escaped(net::event_text(fact));
    }
    std::string open;
    for (std::uint32_t slot = fact.players - plan_.open_slots; slot < fact.players; ++slot) {
        open += (open.empty() ? "" : ", ") + std::to_string(slot);
    }
    return "the match begins with " + std::to_string(fact.players - plan_.open_slots) +
           " players; " + own + "; " +
           (plan_.open_slots == 1 ? "slot " + open + " is open" : "slots " + open + " are open");
}

// A bit for each slot that nobody has been given, also of a match that goes on.
std::uint64_t MatchRun::vacant_slots(const net::MatchTicket& ticket) {
    std::uint64_t vacant = 0;
    for (std::uint32_t slot = 1; slot < ticket.given.size(); ++slot) {
        vacant |= std::uint64_t{ticket.given[slot] == 0} << slot;
    }
    return vacant;
}

void MatchRun::on(const net::Waiting& fact) {
    // Its end is no news where the match stands because that player is away. A person who looks at
    // the match sees it with its seconds.
    if (!(fact.is_over && away_.is_waiting())) {
        context_.console.print_note(escaped(net::event_text(fact)));
    }
    // Ticks that were played so far must not wait for the other side.
    static_cast<void>(files_->flush());
}

void MatchRun::on(const net::Absented& fact) {
    std::string text = escaped(net::event_text(fact));
    context_.console.print_note(fact.waits_ms > 0 ? text + "; Ctrl-C or q ends it sooner" : text);
    show(std::move(text));
    static_cast<void>(files_->flush());
}

// The screen has a line of its own for it.
void MatchRun::on(const net::Coming& fact) {
    if (!away_.add_coming(fact)) {
        return;
    }
    if (fact.slot != session_->own_slot()) {
        context_.console.print_note("player " + std::to_string(fact.slot.index) +
                                    (is_vacant(fact.slot) ? " joins" : " comes back"));
    }
}

// The host's secret says who has been given a slot, and a guest's which generation it has seen.
void MatchRun::on(const net::Returned& fact) {
    if (fact.is_bot) {
        print(fact);
        return;
    }
    keep_secret();
    if (is_vacant(fact.slot)) {
        std::string text = "player " + std::to_string(fact.slot.index) + " takes part from tick " +
                           std::to_string(fact.from_tick) + " on";
        context_.console.print_note(text);
        show(std::move(text));
    } else {
        print(fact);
    }
    const std::uint64_t bit = std::uint64_t{1} << fact.slot.index;
    vacant_ &= ~bit;
    left_ &= ~bit;
}

void MatchRun::keep_secret() {
    if (!secrets_) {
        return;
    }
    if (auto slot = session_->slot_ticket()) {
        secrets_->keep(*std::move(slot));
    } else if (auto match = session_->match_ticket()) {
        secrets_->keep(*std::move(match));
    }
}

void MatchRun::report_secret(const std::optional<Error>& failure) {
    if (failure) {
        context_.console.print_note(
            "the secret of this side is not kept, so that it cannot come "
            "back: " +
            escaped(failure->text()));
    }
}

void MatchRun::on(const net::Left& fact) {
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
        show(here_.text(others()));
    } else if (session_->is_started() && fact.reason == net::LeftReason::left) {
        show(view_->name(fact.slot) + " left");
    }
}

void MatchRun::on(const net::Refused& fact) {
    if (!plan_.is_host) {
        print_unless_error(ErrorCode::refused, fact);
    } else if (!is_question(fact)) {
        print(fact);
    }
}

}  // namespace tandem::tools
