// SPDX-License-Identifier: MIT
// Judges the guesses. Many edits of the state before a step that lead to one state behind it prove
// none of them: each is only one of many ways there. An edit that alone fits proves something, and
// so does one of the state behind the step.
#include <tandem/replay/explain/verdict.hpp>

#include <algorithm>
#include <set>

#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

bool is_before_step(const Hypothesis& guess) { return guess.place == GuessPlace::before_step; }

std::string guess_text(const Hypothesis& guess, const Fit& fit) {
    return guess.text + (guess.place == GuessPlace::all_records && fit.other_until
                             ? " to tick " + std::to_string(*fit.other_until - 1)
                             : "");
}

// Returns the readings of a tick. Edits before the step are told together, with one of them named.
std::vector<Reading> readings_of(const TriedTick& tick) {
    const Fit& fit = tick.search.fit;
    std::vector<Reading> readings;
    for (const Hypothesis& guess : tick.search.guesses) {
        const bool is_loss = guess.cause == CauseClass::unsaved;
        const auto alike =
            std::find_if(readings.begin(), readings.end(), [&](const Reading& reading) {
                return reading.cause == guess.cause && is_before_step(guess) && !is_loss;
            });
        if (alike != readings.end()) {
            ++alike->count;
            continue;
        }
        Reading reading{
            tick.bad.tick(), guess.cause, guess_text(guess, fit), guess.path, guess.player, 1,
            fit.ticks,       {}};
        if (fit.parts_behind) {
            reading.parts_tick = sim::Tick{fit.parts_behind->ticks_done};
        }
        readings.push_back(std::move(reading));
    }
    return readings;
}

// Returns the one class that fits at this tick; `unknown` if there are several, or many ways
// to one.
CauseClass only_class(const TriedTick& tick) {
    const auto& guesses = tick.search.guesses;
    const CauseClass cause = guesses.front().cause;
    const bool is_one = std::all_of(guesses.begin(), guesses.end(),
                                    [&](const auto& guess) { return guess.cause == cause; });
    const bool is_many_before =
        guesses.size() > 1 && std::all_of(guesses.begin(), guesses.end(), is_before_step);
    return is_one && !is_many_before ? cause : CauseClass::unknown;
}

// Returns the field whose loss fits at each of the ticks.
std::string lost_at_all(const std::vector<TriedTick>& ticks) {
    const auto loses = [](const TriedTick& tick, const std::string& path) {
        const auto& guesses = tick.search.guesses;
        return std::any_of(guesses.begin(), guesses.end(), [&](const Hypothesis& guess) {
            return guess.cause == CauseClass::unsaved && guess.path == path;
        });
    };
    for (const Hypothesis& guess : ticks.front().search.guesses) {
        if (guess.cause == CauseClass::unsaved &&
            std::all_of(ticks.begin(), ticks.end(),
                        [&](const TriedTick& tick) { return loses(tick, guess.path); })) {
            return guess.path;
        }
    }
    return "";
}

// Judges a single bad tick, behind which the rest is as recorded.
void judge_one(const TriedTick& tick, const VerdictFacts& facts, GuessVerdict& verdict) {
    const Fit& fit = tick.search.fit;
    if (facts.is_planted) {
        const auto& readings = verdict.readings;
        const auto bit = std::find_if(readings.begin(), readings.end(), [](const Reading& reading) {
            return reading.cause == CauseClass::memory;
        });
        if (bit != readings.end()) {
            verdict.cause = CauseClass::memory;
            verdict.proof = bit->text + " " + fit_text(tick);
            return;
        }
    }
    const CauseClass cause = only_class(tick);
    const bool is_long = fit.is_confirmed && fit.ticks > k_ticks_behind_least;
    if (cause == CauseClass::unknown) {
        std::set<CauseClass> classes;
        for (const Hypothesis& guess : tick.search.guesses) {
            classes.insert(guess.cause);
        }
        verdict.why_not = classes.size() > 1
                              ? "causes of several classes give the same"
                              : "several changes before the step lead to the same state behind it";
        return;
    }
    if (cause == CauseClass::unsaved && !facts.can_have_loaded) {
        verdict.why_not =
            "the file does not say that a state was loaded there, and the loss explains no second "
            "place";
        return;
    }
    const bool needs_long = cause == CauseClass::memory || cause == CauseClass::change;
    if (needs_long ? !is_long : !fit.is_confirmed) {
        verdict.why_not = "the file holds only " + sim::ticks_text(fit.ticks - 1) +
                          " behind it; other rules, or anything random, may do the same once";
        return;
    }
    verdict.cause = cause;
    verdict.proof = verdict.readings.front().text + " " + fit_text(tick);
}

void judge_many(const std::vector<TriedTick>& ticks, GuessVerdict& verdict) {
    const std::string count = std::to_string(ticks.size());
    const std::string field = lost_at_all(ticks);
    if (!field.empty()) {
        verdict.cause = CauseClass::unsaved;
        verdict.proof = field + " as the reset makes it, before the step, explains each of " +
                        count + " ticks in which it parts";
        return;
    }
    const bool are_inputs = std::all_of(ticks.begin(), ticks.end(), [](const TriedTick& tick) {
        return only_class(tick) == CauseClass::inputs;
    });
    if (are_inputs && ticks.back().search.fit.is_confirmed) {
        verdict.cause = CauseClass::inputs;
        verdict.proof = verdict.readings.front().text + ", and others in " +
                        std::to_string(ticks.size() - 1) +
                        " later ticks, give all that was recorded";
        return;
    }
    verdict.why_not = "it is no fault that came once: it parts again in " +
                      std::to_string(ticks.size() - 1) + " later ticks, each of them explained";
}

}  // namespace

std::string fit_text(const TriedTick& tick) {
    const Fit& fit = tick.search.fit;
    return "gives what was recorded there" +
           (fit.ticks <= 1 ? "" : " and in the " + sim::ticks_text(fit.ticks - 1) + " behind it") +
           (fit.parts_behind ? ", and then the recording parts again at tick " +
                                   std::to_string(fit.parts_behind->ticks_done)
                             : "");
}

GuessVerdict judge_guesses(const std::vector<TriedTick>& ticks, const VerdictFacts& facts) {
    GuessVerdict verdict;
    for (const TriedTick& tick : ticks) {
        const auto more = readings_of(tick);
        verdict.readings.insert(verdict.readings.end(), more.begin(), more.end());
    }
    if (ticks.empty() || !ticks.back().search.is_found()) {
        verdict.why_not = ticks.size() > 1 ? "it parts again, and nothing that was tried explains "
                                             "that"
                                           : "";
        return verdict;
    }
    const Fit& last = ticks.back().search.fit;
    verdict.is_complete = !last.parts_behind && !last.is_stopped;
    if (!verdict.is_complete) {
        verdict.why_not = "it parts again and again";
        if (ticks.size() == 1) {
            return verdict;
        }
    }
    if (ticks.size() == 1) {
        judge_one(ticks.front(), facts, verdict);
    } else if (verdict.is_complete || !lost_at_all(ticks).empty()) {
        judge_many(ticks, verdict);
    }
    return verdict;
}

}  // namespace tandem::replay
