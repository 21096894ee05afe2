// SPDX-License-Identifier: MIT
// Asks the questions in order, from those that hashes prove to those that only exclude causes.
#include <tandem/replay/explain/suspect.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/builds.hpp>
#include <tandem/replay/explain/guess_account.hpp>
#include <tandem/replay/explain/guess_search.hpp>
#include <tandem/replay/explain/phase_search.hpp>
#include <tandem/replay/explain/restore_search.hpp>
#include <tandem/replay/explain/started_anew.hpp>
#include <tandem/replay/explain/verdict.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/replay/verify/segments.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// The same run is made so many times again to see whether it always comes out the same.
constexpr int k_repeats = 3;
// At most so many bad ticks are explained, and two in a state for which it takes longer to try all
// bits. Each is reached from the guess that explains the tick before.
constexpr std::size_t k_rounds_max = 8;
constexpr std::size_t k_rounds_of_large_states = 2;
constexpr std::size_t k_large_state_bytes = 16'384;
// A player who returns loads a state and catches up before the tick at which all say that the
// player is back, in at most so many ticks: ten seconds at 60 Hz.
constexpr std::uint64_t k_return_ticks = 600;

std::string moment_of(const Divergence& divergence);
std::string failure_text(const Run& run);

class Examination {
public:
    Examination(const Replay& suspect, const sim::AnySimulation& spare, const SuspectFacts& facts,
                Explanation& explanation, const Progress& progress)
        : suspect_(suspect),
          spare_(spare),
          facts_(facts),
          result_(explanation),
          progress_(progress),
          watched_([this](std::uint64_t ticks) {
              is_stopped_ = is_stopped_ || (progress_ && !progress_(ticks));
              return !is_stopped_;
          }) {}
    Examination(const Examination&) = delete;
    Examination& operator=(const Examination&) = delete;

    sim::Result<void> run();

private:
    using Question = void (Examination::*)();

    // True if the cause is decided, several explain it, or the search was stopped.
    bool is_over() const {
        return result_.cause != CauseClass::unknown || is_explained_ || is_stopped_;
    }

    void ask_in_order(const std::vector<Question>& questions);

    void step(std::string question, std::string answer) {
        result_.steps.push_back({std::move(question), std::move(answer)});
    }

    void decide(CauseClass cause, std::string proof);

    // True if a search came to no end, which then is the answer: it was stopped, or the file cannot
    // be read there. Such a search excludes nothing.
    template <class T>
    bool is_unanswered(const std::string& question, const sim::Result<T>& found) {
        if (!is_cut_short(question) && !found) {
            step(question, "not searched: " + found.error().text());
        }
        return is_stopped_ || !found;
    }
    bool is_cut_short(const std::string& question);

    // Tells the phase in which two runs part that begin the bad tick in one state.
    void report_phase(const std::optional<PhaseParting>& parting, const std::string& runs);
    void report_where_it_does_not_repeat();

    // Runs the same inputs from the same state several times in this process.
    sim::Result<void> ask_whether_it_repeats();

    // Asks for guesses about the bad tick, and about those in which the run parts again.
    void ask_for_guesses();
    void conclude_guesses(const std::vector<TriedTick>& ticks);

    // Asks whether another setup gives the first state too, as a bit does.
    bool has_other_setup();

    // Tells the fields of the recorded state of the bad tick, and the bits that lead there.
    void report_fields(const TriedTick& tick, const GuessVerdict& verdict);

    // True if a load may have lost a field: if the file goes on from another session, or a player
    // returned.
    bool can_have_loaded() const;

    // True if the file says that a fault was planted there.
    bool is_planted_there() const;

    // Asks why the state with which the session began is not the one that its setup gives.
    void ask_what_the_start_lacks();

    // Says, if one program made both beginnings, that its two resets of one setup differ by the
    // machine or by the run.
    void ask_who_began_it();
    void ask_for_a_restore();

    // True if nothing but a load explains all of the file.
    bool may_be_a_load() const;

    struct Judged {
        std::uint64_t judged = 0;
        std::uint64_t sound = 0;
    };

    // Judges the parts between keyframes behind so many ticks.
    Judged sound_segments(std::uint64_t from) const;
    void ask_its_later_keyframes();

    // True if no search left a cause open, and none was cut short.
    bool is_all_excluded() const { return is_all_tried_ && result_.readings.empty(); }
    static bool is_all_tried(const GuessSearch& search);

    // Names both builds. Returns true if they are the same code with the same libraries.
    bool is_made_by_this_build();

    const Replay& suspect_;
    const sim::AnySimulation& spare_;
    const SuspectFacts& facts_;
    Explanation& result_;
    const Progress& progress_;
    // Every search asks this, so that it is known when one was cut short.
    const Progress watched_;
    bool is_stopped_ = false;
    bool is_explained_ = false;  // by guesses that prove no class
    bool is_all_tried_ = false;  // all guesses at the first bad tick were tried
};

}  // namespace

sim::Result<void> examine_suspect(const Replay& suspect, const sim::AnySimulation& spare,
                                  const SuspectFacts& facts, Explanation& explanation,
                                  const Progress& progress) {
    explanation.cause = CauseClass::unknown;
    explanation.tick = facts.divergence.tick;
    explanation.is_reset = facts.divergence.is_reset;
    return Examination(suspect, spare, facts, explanation, progress).run();
}

namespace {

std::string moment_of(const Divergence& divergence) {
    return divergence.is_reset ? "before its first tick"
                               : "at tick " + std::to_string(divergence.tick.number);
}

std::string failure_text(const Run& run) { return run.failure() ? run.failure()->text() : ""; }

sim::Result<void> Examination::run() {
    report_maker(suspect_.header(), facts_.own_game_build, result_);
    if (auto repeated = ask_whether_it_repeats(); !repeated || is_over()) {
        return repeated;
    }
    if (facts_.start_anew != nullptr) {
        ask_programs_anew(suspect_, spare_, facts_, result_, watched_);
        if (is_over()) {
            return {};
        }
    }
    if (facts_.other != nullptr) {
        if (auto asked = conclude_by_other_program(suspect_, spare_, facts_, result_, watched_);
            !asked || is_over()) {
            return asked;
        }
    }
    if (facts_.divergence.is_reset) {
        ask_in_order({&Examination::ask_for_guesses, &Examination::ask_what_the_start_lacks,
                      &Examination::ask_who_began_it});
        return {};
    }
    ask_in_order({&Examination::ask_for_guesses, &Examination::ask_for_a_restore,
                  &Examination::ask_its_later_keyframes});
    return {};
}

void Examination::ask_in_order(const std::vector<Question>& questions) {
    for (std::size_t i = 0; i < questions.size() && !is_over(); ++i) {
        (this->*questions[i])();
    }
}

void Examination::decide(CauseClass cause, std::string proof) {
    result_.cause = cause;
    result_.proof = std::move(proof);
}

bool Examination::is_cut_short(const std::string& question) {
    if (is_stopped_) {
        step(question, "unknown: it was stopped");
    }
    return is_stopped_;
}

void Examination::report_phase(const std::optional<PhaseParting>& parting,
                               const std::string& runs) {
    if (!parting) {
        return;  // the game names no phases, or they show nothing
    }
    result_.phase = parting->phase;
    const auto fields =
        sim::compare_values(suspect_.header().state_schema, parting->first, parting->second);
    step("in which phase of the tick",
         runs + " the states first part " + parting->text +
             (fields.empty() ? "" : ": " + sim::difference_text(fields.front())));
}

void Examination::report_where_it_does_not_repeat() {
    const auto unlike =
        run_side_by_side(suspect_, spare_, facts_.divergence.ticks_done(), watched_);
    if (!unlike) {
        return;
    }
    step("where do two simulations side by side part",
         "in tick " + std::to_string(unlike->tick.number) +
             (unlike->phase ? ", " + unlike->phase->text : ""));
    if (unlike->phase && unlike->tick == facts_.divergence.tick) {
        result_.phase = unlike->phase->phase;
    }
}

sim::Result<void> Examination::ask_whether_it_repeats() {
    std::optional<Run> first;
    sim::Bytes first_state;
    for (int i = 0; i < k_repeats; ++i) {
        auto run = run_to(suspect_, spare_, RunFrom::keyframe, facts_.divergence.ticks_done(),
                          AtParting::go_on, watched_);
        TANDEM_TRY(run);
        if (run->is_stopped()) {
            step("does the simulation here always do the same", "unknown: it was stopped");
            return {};
        }
        const sim::Bytes state = run->simulation().save();
        if (!first) {
            first = std::move(run).value();
            first_state = state;
        } else if (state != first_state || failure_text(*run) != failure_text(*first)) {
            result_.fields =
                sim::compare_values(suspect_.header().state_schema, first_state, state);
            result_.values = ValuePair::two_runs;
            result_.fields_ticks_done = run->ticks_done();
            const std::string proof =
                "run again from tick " + std::to_string(first->began_at()) +
                " with the same inputs, the simulation here came to another state after " +
                sim::ticks_text(run->ticks_done());
            step("does the simulation here always do the same", "no: " + proof);
            decide(CauseClass::local, proof);
            report_where_it_does_not_repeat();
            return {};
        }
    }
    step("does the simulation here always do the same",
         "yes: " + std::to_string(k_repeats) + " runs from tick " +
             std::to_string(first->began_at()) + " in this process came to the same state");
    return {};
}

void Examination::ask_for_guesses() {
    const std::string question = "was something else done at the bad tick than is recorded";
    const auto begun = Run::from_start(suspect_, spare_.clone());
    auto bad = find_bad_tick(suspect_, spare_, facts_.divergence);
    if (is_unanswered(question, begun) || is_unanswered(question, bad)) {
        return;
    }
    const sim::Bytes first_state = begun->simulation().save();
    const GuessPlan plan{facts_.threads, facts_.edits_before_steps, first_state};
    std::vector<TriedTick> ticks;
    const std::size_t rounds =
        bad->honest.size() > k_large_state_bytes ? k_rounds_of_large_states : k_rounds_max;
    while (ticks.size() < rounds) {
        auto search = search_guesses(suspect_, spare_, *bad, plan, watched_);
        if (is_unanswered(question, search)) {
            return;
        }
        ticks.push_back({std::move(bad).value(), std::move(search).value()});
        const auto& parts_behind = ticks.back().search.fit.parts_behind;
        if (!parts_behind) {
            break;
        }
        bad = tick_behind(suspect_, spare_, *parts_behind);
        if (!bad) {
            break;  // the game fails there
        }
    }
    conclude_guesses(ticks);
}

void Examination::conclude_guesses(const std::vector<TriedTick>& ticks) {
    const GuessVerdict verdict = judge_guesses(ticks, {can_have_loaded(), is_planted_there()});
    is_all_tried_ = is_all_tried(ticks.front().search);
    for (const EvidenceStep& told : account_of(ticks, verdict)) {
        step(told.question, told.answer);
    }
    result_.readings = verdict.readings;
    if (verdict.readings.empty()) {
        return;
    }
    const TriedTick& first = ticks.front();
    report_fields(first, verdict);
    if (first.bad.is_reset && has_other_setup()) {
        return;
    }
    if (verdict.cause != CauseClass::unknown) {
        decide(verdict.cause, verdict.proof);
    }
    if (verdict.cause == CauseClass::inputs) {
        const Hypothesis& guess = first.search.guesses.front();
        result_.player = guess.player;
        const auto other = guess.other_record(first.bad.tick());
        if (other) {
            report_phase(part_by_inputs(suspect_, spare_, first.bad.tick(), first.bad.before,
                                        first.bad.record, *other),
                         "with the two inputs");
        }
    }
    // A search for a restore may still show that the loss came from a load.
    const bool is_loss =
        std::all_of(verdict.readings.begin(), verdict.readings.end(),
                    [](const Reading& reading) { return reading.cause == CauseClass::unsaved; });
    is_explained_ = verdict.is_complete && !is_loss && ticks.size() == 1 &&
                    first.search.fit.ticks > k_ticks_behind_least;
}

bool Examination::has_other_setup() {
    const std::string question = "does another setup give its beginning";
    const auto other = find_other_setup(suspect_, spare_, watched_);
    if (is_cut_short(question)) {
        return true;
    }
    if (other) {
        result_.readings.push_back(
            {facts_.divergence.tick, CauseClass::recording, other->text, "", {}, 1, 1, {}});
        step(question, "yes: " + other->text + ", so neither is proven");
        is_explained_ = true;
    }
    return other.has_value();
}

void Examination::report_fields(const TriedTick& tick, const GuessVerdict& verdict) {
    const sim::Schema& schema = suspect_.header().state_schema;
    const Fit& fit = tick.search.fit;
    for (const Hypothesis& guess : tick.search.guesses) {
        if (!guess.bit) {
            continue;
        }
        const bool is_after = guess.place == GuessPlace::after_step;
        FlippedBit bit = describe_bit(schema, is_after ? tick.bad.honest : tick.bad.before,
                                      *guess.bit, tick.bad.ticks_done - (is_after ? 0 : 1));
        bit.ticks_agreed = fit.ticks;
        bit.is_confirmed = fit.is_confirmed;
        result_.bits.push_back(std::move(bit));
    }
    result_.values = verdict.cause == CauseClass::unknown ? ValuePair::if_changed
                                                          : ValuePair::simulated_and_file;
    if (verdict.cause == CauseClass::memory) {
        const FlippedBit& bit = result_.bits.front();
        result_.fields = {{bit.path, bit.honest, bit.flipped, "", "", 0}};
        result_.fields_ticks_done = bit.ticks_done;
        return;
    }
    result_.fields = sim::compare_values(schema, tick.bad.honest, fit.state);
    result_.fields_ticks_done = tick.bad.ticks_done;
}

bool Examination::can_have_loaded() const {
    const std::uint64_t tick = facts_.divergence.tick.number;
    return (tick == suspect_.first_tick() && tick != 0) ||
           std::any_of(
               suspect_.marks().begin(), suspect_.marks().end(), [&](const sim::Mark& mark) {
                   return mark.kind == sim::MarkKind::returned && tick <= mark.tick.number &&
                          mark.tick.number - tick <= k_return_ticks;
               });
}

bool Examination::is_planted_there() const {
    return std::any_of(
        suspect_.marks().begin(), suspect_.marks().end(), [&](const sim::Mark& mark) {
            return mark.kind == sim::MarkKind::plant && mark.tick == facts_.divergence.tick;
        });
}

void Examination::ask_what_the_start_lacks() {
    const StoredState* stored = suspect_.find_state(suspect_.first_tick());
    const auto begun = Run::from_start(suspect_, spare_.clone());
    const auto state = stored == nullptr
                           ? sim::Result<LoadedState>(sim::Error{})
                           : suspect_.load_state(*stored, spare_.info().state_bytes_max);
    if (!begun || !state) {
        step("what does its beginning lack", "the file does not hold its first state");
        return;
    }
    result_.fields = sim::compare_values(suspect_.header().state_schema, begun->simulation().save(),
                                         state->bytes);
    result_.values = ValuePair::simulated_and_file;
    result_.fields_ticks_done = suspect_.first_tick();
    const auto other = find_other_setup(suspect_, spare_, watched_);
    if (is_cut_short("does another setup give its beginning")) {
        return;
    }
    if (other) {
        const std::string proof = other->text +
                                  " gives exactly the state with which the session "
                                  "began; the setup in the file does not";
        step("does another setup give its beginning", "yes: " + proof);
        decide(CauseClass::recording, proof);
        return;
    }
    step("does another setup give its beginning",
         "no: none with another seed or one other option that was tried");
    const auto goes_on = sound_segments(suspect_.first_tick());
    if (is_cut_short("does it go on from its own first state")) {
        return;
    }
    if (goes_on.judged == 0 || goes_on.sound < goes_on.judged) {
        step("does it go on from its own first state",
             goes_on.judged == 0 ? "unknown: the file has no ticks behind it"
                                 : "no, so more than its beginning is not what its setup gives");
        return;
    }
    const std::string proof =
        "from the states that the file holds the simulation here gives all "
        "that was recorded, but the setup in the file does not give the "
        "first of them";
    step("does it go on from its own first state", "yes: " + proof);
    decide(CauseClass::recording, proof);
}

void Examination::ask_who_began_it() {
    if (is_made_by_this_build()) {
        result_.proof =
            "one program made this beginning and another one of the same setup here, so bytes "
            "that nobody wrote, an address or a file of the machine decides in its reset";
    }
}

void Examination::ask_for_a_restore() {
    const std::string question = "does a saved and restored state go on the same";
    const auto found = find_restore(suspect_, spare_, facts_.divergence.tick, watched_);
    if (is_unanswered(question, found)) {
        return;
    }
    if (!found->matters) {
        step(question, "yes, in the " + std::to_string(found->ticks_tried) + " ticks before it");
        return;
    }
    if (!found->restored_at) {
        step(question,
             "no, so the game does not save all that decides; but none of the restores that "
             "were tried gives what was recorded");
        return;
    }
    const std::string proof = "saved and restored after " + sim::ticks_text(*found->restored_at) +
                              ", the simulation here gives what was recorded, and without that "
                              "it does not";
    step(question, "no: " + proof);
    if (!may_be_a_load()) {
        return;
    }
    decide(CauseClass::unsaved, proof);
    report_phase(
        part_by_restore(suspect_, spare_, facts_.divergence.tick, *found->restored_at, watched_),
        "with and without the restore");
}

bool Examination::may_be_a_load() const {
    return std::all_of(result_.readings.begin(), result_.readings.end(),
                       [](const Reading& reading) {
                           return reading.cause == CauseClass::unsaved || reading.parts_tick;
                       });
}

Examination::Judged Examination::sound_segments(std::uint64_t from) const {
    Judged judged;
    for (const Segment& segment : plan_segments(suspect_)) {
        if (segment.entry == nullptr || segment.first_tick < from) {
            continue;
        }
        const SegmentReport report = verify_segment(suspect_, spare_, segment, 0, watched_);
        judged.judged +=
            report.verdict == SegmentVerdict::sound || report.verdict == SegmentVerdict::suspect
                ? 1
                : 0;
        judged.sound += report.verdict == SegmentVerdict::sound ? 1 : 0;
    }
    return judged;
}

void Examination::ask_its_later_keyframes() {
    const Judged later = sound_segments(facts_.divergence.ticks_done());
    if (is_cut_short("does it go on from its own later keyframes")) {
        return;
    }
    if (later.judged == 0) {
        step("does it go on from its own later keyframes", "it has none behind the bad tick");
        if (is_made_by_this_build() && is_all_excluded()) {
            decide(CauseClass::local,
                   "the very same program made it, always does the same here, and gives it "
                   "with nothing that was tried: something of that machine or process "
                   "decided");
        }
        return;
    }
    const std::string count = std::to_string(later.sound) + " of " + std::to_string(later.judged);
    if (later.sound == later.judged) {
        step("does it go on from its own later keyframes",
             "yes, from " + count +
                 ": the rules are the same there and here, and what went wrong " +
                 moment_of(facts_.divergence) + " did so once");
        is_made_by_this_build();
        return;
    }
    step("does it go on from its own later keyframes", "only from " + count);
    // Something beside state, inputs and setup decided again and again.
    if (is_made_by_this_build()) {
        decide(CauseClass::local,
               "from its own keyframes it goes on as recorded only in " + count +
                   " parts, although the very same program simulates it here and always does "
                   "the same: something of that machine or process decided");
    }
}

bool Examination::is_all_tried(const GuessSearch& search) {
    return search.may_try_before && search.inputs.untried + search.losses.untried +
                                            search.bits.untried + search.changes.untried ==
                                        0;
}

bool Examination::is_made_by_this_build() {
    const std::optional<GameBuild>& theirs = suspect_.header().game_build;
    const std::optional<GameBuild>& ours = facts_.own_game_build;
    std::string answer;
    if (!theirs || !ours) {
        answer = std::string(theirs ? "this program cannot tell its own identity"
                                    : "the file does not hold the identity of its program") +
                 ", so build and machine cannot be told apart";
    } else if (theirs->program != ours->program) {
        answer = "another than this one, " + game_build_text(*ours) + ": it was made by " +
                 game_build_text(*theirs) +
                 "; whether that one's rules differ only it can show (--against)";
    } else if (theirs->libraries != ours->libraries || ours->libraries == sim::Digest{}) {
        answer = "this very program, but with other libraries, or with unknown ones: " +
                 game_build_text(*theirs) + "; here it is " + game_build_text(*ours);
    } else {
        step("which build made it", "this very one: " + game_build_text(*theirs));
        return true;
    }
    step("which build made it", std::move(answer));
    return false;
}

}  // namespace
}  // namespace tandem::replay
