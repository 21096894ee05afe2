// SPDX-License-Identifier: MIT
// Tells what was tried. The words for each kind of guess stand in one table.
#include <tandem/replay/explain/guess_account.hpp>

#include <algorithm>
#include <string>

#include <tandem/replay/explain/input_guesses.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

struct KindWords {
    CauseClass cause;
    std::string question;
    std::string what;  // the guesses that were tried, in the plural
};

std::vector<KindWords> kinds_of(const TriedTick& tick) {
    const KindWords bits{CauseClass::memory, "was one bit flipped", "single bits"};
    if (tick.bad.is_reset) {
        return {bits};
    }
    return {
        {CauseClass::inputs, "did it simulate another input than it recorded",
         "other records (of each player no input, one of up to " + std::to_string(k_ticks_around) +
             " ticks earlier or later, another's, or no presence, in this tick; none, another's "
             "or those of up to " +
             std::to_string(k_shift_max) + " ticks earlier or later, from this tick on)"},
        bits,
        {CauseClass::unsaved, "did a load lose a field", "fields as the reset makes them"},
        {CauseClass::change, "was something else changed once",
         "changes (a number one off or not changed by the step, up to " +
             std::to_string(k_draws_max) +
             " draws of a generator more or less, an element lost, doubled or exchanged, the step "
             "left out or done twice)"}};
}

// Says which guesses did not fit, how near they came, and which could not be tried.
std::string excluded_text(const TriedTick& tick, const KindWords& words) {
    const GuessCount& count = tick.search.count_of(words.cause);
    if (words.cause == CauseClass::unsaved && !tick.search.may_try_before) {
        return "that was not tried: the game did not survive a changed state";
    }
    if (count.tried == 0 && count.untried == 0) {
        return "no: there is none that would change anything";
    }
    if (count.tried == 0) {
        return "unknown: " + std::to_string(count.untried) + " " + words.what +
               " were not tried: in a state of " + std::to_string(tick.bad.honest.size()) +
               " bytes that takes too long";
    }
    std::string text = "no: none of " + std::to_string(count.tried) + " " + words.what +
                       " gives what was recorded";
    if (count.shorter_ticks != 0) {
        text += " for as long as something else does, and one for " +
                sim::ticks_text(count.shorter_ticks) + " only";
    } else if (count.by_chance != 0) {
        text += "; " + std::to_string(count.by_chance) +
                " of them give the few bits that the file has of the bad tick's chain, and not "
                "those of the next";
    }
    if (count.untried != 0) {
        text += "; " + std::to_string(count.untried) + " more were not tried: in a state of " +
                std::to_string(tick.bad.honest.size()) +
                " bytes that takes too long, and those of fields that differ at the next keyframe "
                "came first";
    }
    if (count.unsafe != 0) {
        text += "; " + std::to_string(count.unsafe) +
                " were not tried: a game may not survive another length of a list that has so many "
                "elements since its reset";
    }
    const bool is_before = words.cause == CauseClass::memory || words.cause == CauseClass::change;
    if (is_before && !tick.search.has_tried_before && !tick.bad.is_reset) {
        text += "; those before the step were not tried, as ";
        text += tick.search.may_try_before ? "one change behind it fits"
                                           : "the game did not survive one";
    }
    return text;
}

// Says how many alike there are, behind one of them.
std::string alike_text(const Reading& reading) {
    return reading.count == 1
               ? ""
               : ", as each of " + std::to_string(reading.count) + " alike before the step does,";
}

std::string found_text(const TriedTick& tick, const std::vector<Reading>& readings,
                       const KindWords& words, const GuessVerdict& verdict) {
    const bool is_proven = verdict.cause == words.cause;
    std::string text;
    for (const Reading& reading : readings) {
        if (reading.cause == words.cause && reading.tick == tick.bad.tick()) {
            text += (text.empty() ? "" : "; or ") + reading.text + alike_text(reading);
        }
    }
    if (text.empty()) {
        return text;
    }
    const char* answer = is_proven                      ? "yes: "
                         : tick.search.fit.parts_behind ? "for a while: "
                                                        : "perhaps: ";
    return answer + text + " " + fit_text(tick);
}

std::string later_text(const TriedTick& tick, const std::vector<Reading>& readings) {
    std::string text;
    for (const Reading& reading : readings) {
        if (reading.tick == tick.bad.tick()) {
            text += (text.empty() ? "" : "; or ") + reading.text + alike_text(reading);
        }
    }
    return text.empty() ? "nothing that was tried at the first bad tick fits here"
                        : text + " " + fit_text(tick);
}

}  // namespace

std::vector<EvidenceStep> account_of(const std::vector<TriedTick>& ticks,
                                     const GuessVerdict& verdict) {
    std::vector<EvidenceStep> steps;
    const TriedTick& first = ticks.front();
    for (const KindWords& words : kinds_of(first)) {
        std::string found = found_text(first, verdict.readings, words, verdict);
        steps.push_back(
            {words.question, found.empty() ? excluded_text(first, words) : std::move(found)});
    }
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        steps.push_back({"what is otherwise at tick " + std::to_string(ticks[i].bad.tick().number) +
                             ", where it parts again",
                         later_text(ticks[i], verdict.readings)});
    }
    if (verdict.cause == CauseClass::unknown && !verdict.why_not.empty()) {
        steps.push_back({"does that prove a cause", "no: " + verdict.why_not});
    }
    return steps;
}

}  // namespace tandem::replay
