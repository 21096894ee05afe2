// SPDX-License-Identifier: MIT
// Every absence is one entry, which its return, its leaving or the end of the match closes.
#include <tandem/tools/program/match/away_log.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

// The name of our own slot (AwayLog::Name).
constexpr std::string_view k_own_name = "you";

std::string whole_seconds_text(net::Time time) {
    return duration_text(static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(time).count())));
}

std::string coming_text(const net::Coming& coming, const std::string& who) {
    std::string text = who + (who == k_own_name ? " come back" : " comes back");
    if (coming.bytes > 0) {
        text += ": " + std::to_string(coming.bytes_given * 100 / coming.bytes) + " % of " +
                count_text(coming.bytes, "byte");
    }
    return coming.ticks_behind > 0
               ? text + ", " + count_text(coming.ticks_behind, "tick") + " behind"
               : text;
}

}  // namespace

void AwayLog::on_event(const net::Event& event, net::Time now) {
    if (const auto* absented = std::get_if<net::Absented>(&event)) {
        Absence* open = open_of(absented->slot);
        if (open == nullptr) {
            absences_.push_back(
                {.slot = absented->slot, .since_tick = absented->from_tick, .since = now});
            open = &absences_.back();
        }
        if (absented->waits_ms > 0) {
            open->waits_until = now + std::chrono::milliseconds(absented->waits_ms);
            open->has_stood = true;
        }
        comers_.erase(absented->slot);
    } else if (const auto* returned = std::get_if<net::Returned>(&event);
               returned != nullptr && !returned->is_bot) {
        end_absence(returned->slot, returned->from_tick, now);
        for (Absence& other : absences_) {
            other.waits_until = net::Time{0};  // there is somebody to play with again
        }
    } else if (const auto* left = std::get_if<net::Left>(&event)) {
        end_absence(left->slot, std::nullopt, now);
    } else if (std::holds_alternative<net::Ended>(event)) {
        for (Absence& absence : absences_) {
            absence.until = absence.until.value_or(now);
        }
        comers_.clear();
    }
}

bool AwayLog::add_coming(const net::Coming& coming) {
    return comers_.insert_or_assign(coming.slot, coming).second;
}

AwayLog::Absence* AwayLog::open_of(Slot slot) {
    for (Absence& absence : absences_) {
        if (absence.slot == slot && !absence.until) {
            return &absence;
        }
    }
    return nullptr;
}

void AwayLog::end_absence(Slot slot, std::optional<std::uint64_t> until_tick, net::Time now) {
    comers_.erase(slot);
    if (Absence* open = open_of(slot)) {
        open->until_tick = until_tick;
        open->until = now;
    }
}

std::string AwayLog::line(net::Time now, const Name& name) const {
    std::string text;
    for (const Absence& absence : absences_) {
        if (absence.until || comers_.contains(absence.slot)) {
            continue;
        }
        const std::string who = name(absence.slot);
        const bool is_own = who == k_own_name;
        text += (text.empty() ? "" : "; ") +
                (is_own && absence.has_stood ? "the host is not reached"
                                             : who + (is_own ? " are" : " is") + " away") +
                " for " + whole_seconds_text(now - absence.since);
    }
    for (const auto& [slot, coming] : comers_) {
        text += (text.empty() ? "" : "; ") + coming_text(coming, name(slot));
    }
    return text;
}

const AwayLog::Absence* AwayLog::waited_for() const {
    const Absence* last = nullptr;
    for (const Absence& absence : absences_) {
        const bool is_waited_for = !absence.until && absence.waits_until != net::Time{0};
        if (is_waited_for && (last == nullptr || last->waits_until < absence.waits_until)) {
            last = &absence;
        }
    }
    return last;
}

bool AwayLog::is_waiting() const { return waited_for() != nullptr && comers_.empty(); }

std::string AwayLog::waiting_text(net::Time now, const Name& name) const {
    const Absence* last = waited_for();
    if (last == nullptr) {
        return "";
    }
    const std::string who = name(last->slot);
    return "waiting for " + (who == k_own_name ? "the host" : who) + ", " +
           whole_seconds_text(last->waits_until - now) + " more; q ends it";
}

std::vector<std::string> AwayLog::end_lines(const Name& name) const {
    std::vector<std::string> lines;
    for (const Absence& absence : absences_) {
        const std::string who = name(absence.slot);
        const bool is_own = who == k_own_name;
        const bool is_host_lost = is_own && absence.has_stood;
        std::string line =
            is_host_lost ? "the host was not reached" : who + (is_own ? " were" : " was") + " away";
        line += " from tick " + std::to_string(absence.since_tick);
        line += absence.until_tick ? " to tick " + std::to_string(*absence.until_tick)
                : is_host_lost     ? std::string(" on")
                                   : std::string(" on and did not come back");
        lines.push_back(line + ", for " + std::to_string(absence.lasted(absence.since).count()) +
                        " ms");
    }
    return lines;
}

JsonArray AwayLog::facts() const {
    JsonArray list;
    for (const Absence& absence : absences_) {
        list.push_back(JsonObject{
            {"player", absence.slot.index},
            {"since_tick", absence.since_tick},
            {"until_tick", absence.until_tick ? JsonValue(*absence.until_tick) : JsonValue()},
            {"ms", static_cast<std::uint64_t>(absence.lasted(absence.since).count())}});
    }
    return list;
}

}  // namespace tandem::tools
