// SPDX-License-Identifier: MIT
// Explains two recordings. It finds the side at fault by what the simulation here gives, and then
// asks why.
#include <tandem/replay/explain/explain.hpp>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/replay/explain/builds.hpp>
#include <tandem/replay/explain/phase_search.hpp>
#include <tandem/replay/explain/suspect.hpp>
#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/verify/merge.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// In fewer ticks nobody can say that most of them differ.
constexpr std::uint64_t k_ticks_of_a_match = 60;

std::string run_text(const Run& run);
std::string own_build_text(const ExplainOptions& options);
SuspectFacts facts_of(const Divergence& divergence, const ExplainOptions& options);
std::optional<sim::Tick> healed_from(const Replay& a, const Replay& b, std::uint64_t from);
void report_plants(const Replay& replay, const std::string& name, bool is_at_fault,
                   Explanation& explanation);
bool passes_failed_tick(Run& run, const FailedTick& failed, Explanation& explanation);
void conclude_failed_step(const Replay& replay, const ExplainOptions& options,
                          Explanation& explanation);
void report_failed_step(const Replay& replay, const FailedTick& failed, const std::string& whose,
                        Explanation& explanation);
sim::Result<Run> run_whole(const Replay& replay, const sim::AnySimulation& spare,
                           const Progress& progress);

class Autopsy {
public:
    Autopsy(const Replay& a, const Replay& b, const sim::AnySimulation& spare,
            const ExplainOptions& options, const Progress& progress)
        : a_(a), b_(b), spare_(spare), options_(options), progress_(progress) {}

    sim::Result<Explanation> run();

private:
    void step(std::string question, std::string answer) {
        result_.steps.push_back({std::move(question), std::move(answer)});
    }

    sim::Result<Run> run_near(const Replay& replay, RunFrom from, std::uint64_t end) const {
        return run_to(replay, spare_, from, end, AtParting::stop, progress_);
    }

    // Asks for the step in which a session ended because the game failed, on one side or on both.
    sim::Result<void> ask_for_failed_steps();
    static bool went_through(const Replay& replay, sim::Tick tick, const FailedTick& failed);
    Explanation conclude_setup(const DiffReport& report);
    sim::Result<Explanation> conclude_inputs(const DiffReport& report);

    // Tells in how many ticks inputs differ: in a few if some were lost, in most as in two matches.
    // A file does not name its match.
    void report_inputs_that_differ(sim::Tick from);

    // Tells in which phase the inputs first show. Both sides are as the simulation here gives them,
    // so it can tell.
    void report_phase_of_inputs(sim::Tick tick);

    // Finds out which of the two the simulation here gives.
    sim::Result<Explanation> explain_states(const DiffReport& report);

    // Asks the other program, if the one here made neither file, whether it made one of them.
    // That one then is honest.
    sim::Result<bool> ask_other_of_both();
    sim::Result<Explanation> examine(const Replay& suspect, FaultySide side, const Run& run);
    void report_healing(std::uint64_t from);

    const Replay& a_;
    const Replay& b_;
    const sim::AnySimulation& spare_;
    const ExplainOptions& options_;
    const Progress& progress_;
    Explanation result_;
};

sim::Result<Explanation> explain_alone(const Replay& replay, const sim::AnySimulation& spare,
                                       const ExplainOptions& options, const Progress& progress);

}  // namespace

sim::Result<Explanation> explain(const Replay& first, const Replay& second,
                                 const sim::AnySimulation& spare, const ExplainOptions& options,
                                 const Progress& progress) {
    auto found = Autopsy(first, second, spare, options, progress).run();
    if (found) {
        const bool is_second = found->side == FaultySide::second;
        report_plants(first, "the first", !is_second, *found);
        report_plants(second, "the second", is_second, *found);
    }
    return found;
}

sim::Result<Explanation> explain(const Replay& replay, const sim::AnySimulation& spare,
                                 const ExplainOptions& options, const Progress& progress) {
    auto found = explain_alone(replay, spare, options, progress);
    if (found) {
        report_plants(replay, "the file", true, *found);
    }
    return found;
}

namespace {

// Says in words how far the simulation here gives what a file holds.
std::string run_text(const Run& run) {
    const std::string from = run.began_at() == 0
                                 ? "from the start"
                                 : "from the keyframe after " + sim::ticks_text(run.began_at());
    if (run.is_stopped()) {
        return "unknown: it was stopped after " + sim::ticks_text(run.ticks_done());
    }
    if (run.agrees()) {
        return "simulated " + from + " it is as recorded to " + sim::ticks_text(run.ticks_done());
    }
    return "simulated " + from + " it " +
           (run.parted_at()
                ? "parts from the recording after " + sim::ticks_text(run.parted_at()->ticks_done())
                : "fails: " + run.failure()->text());
}

std::string own_build_text(const ExplainOptions& options) {
    return options.own_game_build ? game_build_text(*options.own_game_build) : options.own_build;
}

SuspectFacts facts_of(const Divergence& divergence, const ExplainOptions& options) {
    return {divergence,    options.threads,    options.own_game_build,
            options.other, options.start_anew, options.edits_before_steps};
}

// Returns the tick from which on all states that both files hold are equal again.
std::optional<sim::Tick> healed_from(const Replay& a, const Replay& b, std::uint64_t from) {
    std::optional<sim::Tick> healed;
    for (const CommonState& common : common_states(a, b, from)) {
        const auto in_a = a.load_state(*common.a);
        const auto in_b = b.load_state(*common.b);
        const bool is_equal = in_a && in_b && in_a->bytes == in_b->bytes;
        if (!is_equal) {
            healed.reset();
        } else if (!healed) {
            healed = sim::Tick{common.ticks_done};
        }
    }
    return healed;
}

// Tells the faults that the file says were planted for practice: such a divergence is no mystery.
// `is_at_fault`: this file is, if any is.
void report_plants(const Replay& replay, const std::string& name, bool is_at_fault,
                   Explanation& explanation) {
    constexpr std::size_t k_plants_told = 8;
    std::string all;
    std::size_t count = 0;
    for (const sim::Mark& mark : replay.marks()) {
        if (mark.kind != sim::MarkKind::plant) {
            continue;
        }
        const std::string plant =
            "a bit of " + mark.text + " after tick " + std::to_string(mark.tick.number);
        if (++count <= k_plants_told) {
            all += (all.empty() ? "" : ", ") + plant;
        }
        if (explanation.has_divergence() && explanation.tick == mark.tick) {
            explanation.is_planted =
                explanation.is_planted ||
                (is_at_fault && explanation.cause == CauseClass::memory &&
                 !explanation.bits.empty() && explanation.bits.front().path == mark.text);
            explanation.proof += (explanation.proof.empty() ? "" : "; ") + name +
                                 " says itself that it was planted on purpose: " + plant;
        }
    }
    if (count > k_plants_told) {
        all += " and " + std::to_string(count - k_plants_told) + " more";
    }
    if (count != 0) {
        explanation.steps.push_back(
            {"was a fault planted on purpose", "yes, as " + name + " says itself: " + all});
    }
}

// Goes on from the end of the file into the tick in which the session failed, and reports the
// outcome here. Returns true if that tick is simulated.
bool passes_failed_tick(Run& run, const FailedTick& failed, Explanation& explanation) {
    const Replay& replay = run.replay();
    const std::string tick = "tick " + std::to_string(replay.end_tick());
    std::string answer = "unknown: " + run_text(run);
    bool passes = false;
    if (run.agrees()) {
        const auto stepped = run.step(failed.record);
        passes = stepped.has_value();
        // A session can be played with other inputs only from its reset.
        answer = passes
                     ? "no: with the same inputs " + tick + " is simulated here"
                     : "yes: with the same inputs " + tick + " fails here too" +
                           (stepped.error().text().ends_with(failed.text)
                                ? ""
                                : ", but by " + stepped.error().text()) +
                           (replay.first_tick() == 0 ? "; minimise leaves only those that it needs"
                                                     : "");
    }
    explanation.steps.push_back({"does the step that failed fail here too", answer});
    return passes;
}

// Concludes if only the end differs: the session ended in a step that is gone through elsewhere.
void conclude_failed_step(const Replay& replay, const ExplainOptions& options,
                          Explanation& explanation) {
    explanation.cause = CauseClass::unknown;
    explanation.is_failed_step = true;
    explanation.tick = sim::Tick{replay.end_tick()};
    report_maker(replay.header(), options.own_game_build, explanation);
}

void report_failed_step(const Replay& replay, const FailedTick& failed, const std::string& whose,
                        Explanation& explanation) {
    explanation.steps.push_back(
        {"did the session" + whose + " end by a failed step",
         "yes, in tick " + std::to_string(replay.end_tick()) + ": " + failed.text});
}

sim::Result<Run> run_whole(const Replay& replay, const sim::AnySimulation& spare,
                           const Progress& progress) {
    return run_to(replay, spare, RunFrom::start, replay.end_tick(), AtParting::stop, progress);
}

sim::Result<Explanation> Autopsy::run() {
    const auto report = diff(a_, b_);
    TANDEM_TRY(report);
    result_.own_build = own_build_text(options_);
    result_.tick = report->tick;
    result_.parted_tick = report->tick;
    switch (report->verdict) {
        case DiffVerdict::identical:
        case DiffVerdict::prefix:
            result_.tick.reset();
            result_.parted_tick.reset();
            step("do they differ", "no: every chain that both files hold is equal");
            TANDEM_TRY(ask_for_failed_steps());
            return std::move(result_);
        case DiffVerdict::header:
            return conclude_setup(*report);
        case DiffVerdict::inputs:
            return conclude_inputs(*report);
        case DiffVerdict::state:
            break;
    }
    if (report->is_reset) {
        step("did they begin alike",
             "no: game, version and setup are equal, and the states before tick " +
                 std::to_string(report->tick->number) + " are not");
    } else {
        step("did they begin alike", "yes: game, version, setup and start are equal");
        step("were their inputs equal", "yes, up to the bad tick and in it");
    }
    return explain_states(*report);
}

sim::Result<void> Autopsy::ask_for_failed_steps() {
    const std::tuple<const Replay*, const Replay*, FaultySide, const char*> sides[] = {
        {&a_, &b_, FaultySide::first, "first"}, {&b_, &a_, FaultySide::second, "second"}};
    for (const auto& [replay, other, side, name] : sides) {
        const auto failed = failed_tick(*replay);
        if (!failed) {
            continue;
        }
        report_failed_step(*replay, *failed, std::string(" of the ") + name, result_);
        if (went_through(*other, sim::Tick{replay->end_tick()}, *failed)) {
            step("did the other one go through that step", "yes, with the same inputs");
            conclude_failed_step(*replay, options_, result_);
            result_.side = side;
        }
        auto run = run_whole(*replay, spare_, progress_);
        TANDEM_TRY(run);
        passes_failed_tick(*run, *failed, result_);
    }
    return {};
}

bool Autopsy::went_through(const Replay& replay, sim::Tick tick, const FailedTick& failed) {
    if (tick.number < replay.first_tick() || tick.number >= replay.end_tick()) {
        return false;
    }
    Cursor cursor(replay);
    const auto record = cursor.record(tick);
    return record && std::ranges::equal(*record, failed.record);
}

Explanation Autopsy::conclude_setup(const DiffReport& report) {
    std::string lines;
    for (const std::string& line : report.header_lines) {
        lines += (lines.empty() ? "" : "; ") + line;
    }
    step("did they begin alike", "no: " + lines);
    result_.cause = CauseClass::setup;
    result_.side = FaultySide::both;
    result_.proof = "the headers say: " + lines;
    if (a_.start_hashes().records == b_.start_hashes().records) {
        result_.cause = CauseClass::recording;
        result_.proof =
            "both sessions began with one setup, as their chains say, but the files "
            "state two: " +
            lines;
    }
    return std::move(result_);
}

sim::Result<Explanation> Autopsy::conclude_inputs(const DiffReport& report) {
    step("did they begin alike", "yes: game, version, setup and start are equal");
    result_.cause = CauseClass::inputs;
    result_.side = FaultySide::both;
    result_.player = report.player;
    result_.fields = report.fields;
    result_.fields_ticks_done = report.tick ? report.tick->number : 0;
    result_.proof = "the states are equal up to this tick, and its recorded inputs are not";
    step("were their inputs equal", "no: " + result_.proof);
    bool are_sound = true;
    for (const auto& [replay, name] : {std::pair(&a_, "first"), std::pair(&b_, "second")}) {
        const auto run = run_near(*replay, RunFrom::keyframe, report.tick->number + 1);
        if (run) {
            step(std::string("does the ") + name + " reproduce itself", run_text(*run));
            are_sound = are_sound && run->agrees();
        }
    }
    if (are_sound) {
        report_phase_of_inputs(*report.tick);
    }
    report_inputs_that_differ(*report.tick);
    report_healing(result_.fields_ticks_done + 1);
    return std::move(result_);
}

void Autopsy::report_inputs_that_differ(sim::Tick from) {
    const std::uint64_t end = std::min(a_.end_tick(), b_.end_tick());
    Cursor in_a(a_);
    Cursor in_b(b_);
    std::uint64_t differing = 0;
    for (std::uint64_t tick = from.number; tick < end; ++tick) {
        const auto first = in_a.record(sim::Tick{tick});
        const auto second = in_b.record(sim::Tick{tick});
        if (!first || !second || (progress_ && !progress_(tick - from.number))) {
            return;
        }
        differing += std::ranges::equal(*first, *second) ? 0U : 1U;
    }
    const std::uint64_t all = end - from.number;
    const bool is_most = all >= k_ticks_of_a_match && differing > all / 2;
    step("in how many ticks do their inputs differ",
         "in " + std::to_string(differing) + " of the " + sim::ticks_text(all) + " from there on" +
             (is_most ? ": in most of them, so these may be two sessions and no desync" : ""));
}

void Autopsy::report_phase_of_inputs(sim::Tick tick) {
    const auto before = run_near(a_, RunFrom::keyframe, tick.number);
    Cursor in_a(a_);
    Cursor in_b(b_);
    const auto first = in_a.record(tick);
    const auto second = in_b.record(tick);
    if (!before || before->is_stopped() || !first || !second) {
        return;
    }
    const auto parting =
        part_by_inputs(a_, spare_, tick, before->simulation().save(), *first, *second);
    if (parting) {
        result_.phase = parting->phase;
        step("in which phase of the tick", "the states first part " + parting->text);
    }
}

sim::Result<Explanation> Autopsy::explain_states(const DiffReport& report) {
    const std::uint64_t end = report.tick->number + (report.is_reset ? 0 : 1);
    for (const RunFrom from : {RunFrom::keyframe, RunFrom::start}) {
        auto in_a = run_near(a_, from, end);
        TANDEM_TRY(in_a);
        auto in_b = run_near(b_, from, end);
        TANDEM_TRY(in_b);
        step("does the first reproduce itself", run_text(*in_a));
        step("does the second reproduce itself", run_text(*in_b));
        if (in_a->is_stopped() || in_b->is_stopped()) {
            result_.cause = CauseClass::unknown;
            return std::move(result_);
        }
        if (in_a->agrees() && in_b->agrees()) {
            result_.cause = CauseClass::local;
            result_.side = FaultySide::both;
            result_.proof =
                "with the same inputs the simulation here gave once the one and "
                "once the other";
            return std::move(result_);
        }
        if (in_a->agrees() != in_b->agrees()) {
            return in_a->agrees() ? examine(b_, FaultySide::second, *in_b)
                                  : examine(a_, FaultySide::first, *in_a);
        }
        if (from == RunFrom::start) {
            if (auto asked = ask_other_of_both(); !asked || *asked) {
                return asked ? sim::Result<Explanation>(std::move(result_)) : asked.error();
            }
            return examine(a_, FaultySide::both, *in_a);
        }
    }
    return std::move(result_);
}

sim::Result<bool> Autopsy::ask_other_of_both() {
    if (options_.other == nullptr) {
        return false;
    }
    const auto a = reproduced_by(a_, *options_.other, progress_);
    TANDEM_TRY(a);
    const auto b = reproduced_by(b_, *options_.other, progress_);
    TANDEM_TRY(b);
    step("does the other program give the first", a->text);
    step("does the other program give the second", b->text);
    if (!a->is_all && !b->is_all) {
        return false;
    }
    result_.cause = CauseClass::unknown;
    result_.side = FaultySide::both;
    result_.other_program = options_.other->build();
    step("whose fault is it", std::string("the other program made the ") +
                                  (a->is_all ? "first" : "second") +
                                  ", so the rules here are others than those of the match; let "
                                  "that program explain");
    return true;
}

sim::Result<Explanation> Autopsy::examine(const Replay& suspect, FaultySide side, const Run& run) {
    result_.side = side;
    result_.cause = CauseClass::unknown;
    if (!run.parted_at()) {
        report_maker(suspect.header(), options_.own_game_build, result_);
        step("why does it fail",
             "the recorded session went on where this fails: " + run.failure()->text());
        return std::move(result_);
    }
    SuspectFacts facts = facts_of(*run.parted_at(), options_);
    if (side == FaultySide::both) {
        facts.other = nullptr;
    }
    TANDEM_TRY(examine_suspect(suspect, spare_, facts, result_, progress_));
    report_healing(run.parted_at()->ticks_done());
    return std::move(result_);
}

void Autopsy::report_healing(std::uint64_t from) {
    result_.healed_tick = healed_from(a_, b_, from);
    if (result_.healed_tick) {
        step("do the states agree again",
             "yes, healed by tick " + std::to_string(result_.healed_tick->number) +
                 ": the states that both files hold are equal from there on");
    }
}

sim::Result<Explanation> explain_alone(const Replay& replay, const sim::AnySimulation& spare,
                                       const ExplainOptions& options, const Progress& progress) {
    Explanation result;
    result.own_build = own_build_text(options);
    auto run = run_whole(replay, spare, progress);
    TANDEM_TRY(run);
    result.steps.push_back({"does it reproduce itself", run_text(*run)});
    if (run->parted_at()) {
        result.side = FaultySide::first;
        const SuspectFacts facts = facts_of(*run->parted_at(), options);
        TANDEM_TRY(examine_suspect(replay, spare, facts, result, progress));
        return result;
    }
    if (run->failure() || run->is_stopped()) {
        report_maker(replay.header(), options.own_game_build, result);
        result.cause = CauseClass::unknown;
        result.tick = sim::Tick{run->ticks_done()};
        result.proof = run->failure() ? run->failure()->text() : "";
        return result;
    }
    if (const auto failed = failed_tick(replay)) {
        report_failed_step(replay, *failed, "", result);
        if (passes_failed_tick(*run, *failed, result)) {
            conclude_failed_step(replay, options, result);
            return result;
        }
    }
    const auto parts = verify_in_segments(replay, spare, {}, progress);
    if (parts && parts->verdict == VerifyVerdict::unsaved) {
        result.cause = CauseClass::unsaved;
        result.tick = sim::Tick{parts->unsaved->ticks_done - 1};
        result.fields = parts->fields;
        result.values = ValuePair::load;
        result.fields_ticks_done = parts->fields_ticks_done;
        result.proof = parts->message;
        result.steps.push_back({"does it go on from its own keyframes", "no: " + parts->message});
    } else if (parts) {
        result.steps.push_back({"does it go on from its own keyframes", "yes: " + parts->message});
    }
    return result;
}

}  // namespace
}  // namespace tandem::replay
