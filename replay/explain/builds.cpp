// SPDX-License-Identifier: MIT
// Proves that two builds have other rules: the one program gives the file, the other one does not,
// and they make two states of the same tick from the same state.
#include <tandem/replay/explain/builds.hpp>

#include <utility>

#include <tandem/replay/explain/ask_program.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

std::string run_end_text(const AskedRun& run, std::uint64_t end);

class OtherBuild {
public:
    OtherBuild(const Replay& suspect, const sim::AnySimulation& spare, const SuspectFacts& facts,
               Explanation& explanation, const Progress& progress)
        : suspect_(suspect),
          spare_(spare),
          facts_(facts),
          result_(explanation),
          progress_(progress) {}

    sim::Result<void> run();

private:
    void step(std::string question, std::string answer) {
        result_.steps.push_back({std::move(question), std::move(answer)});
    }

    void report_same_maker();

    // Runs the program here up to the bad tick, from the start as the other one was asked.
    sim::Result<AskedRun> run_here();

    // Compares the two states of the bad tick if the other program does not give the file either.
    // They prove nothing, but they hint where to look.
    void compare_with_a_stranger(const AskedRun& theirs);

    std::uint64_t parted_here() const { return facts_.divergence.ticks_done(); }

    sim::Result<void> conclude(const AskedRun& theirs);
    std::string phase_text(const AskedRun& ours, const AskedRun& theirs);

    const Replay& suspect_;
    const sim::AnySimulation& spare_;
    const SuspectFacts& facts_;
    Explanation& result_;
    const Progress& progress_;
};

}  // namespace

std::string maker_text(const Header& header) {
    return header.game_build ? game_build_text(*header.game_build) : header.build;
}

void report_maker(const Header& header, const std::optional<GameBuild>& own,
                  Explanation& explanation) {
    explanation.maker = maker_text(header);
    explanation.has_other_maker =
        header.game_build && own && header.game_build->program != own->program;
}

sim::Result<Reproduced> reproduced_by(const Replay& replay, GameProgram& program,
                                      const Progress& progress) {
    const auto run = ask_program(replay, program, {replay.end_tick()}, progress);
    TANDEM_TRY(run);
    return Reproduced{run->agrees() && run->ticks_done == replay.end_tick(),
                      run_end_text(*run, replay.end_tick())};
}

sim::Result<void> conclude_by_other_program(const Replay& suspect, const sim::AnySimulation& spare,
                                            const SuspectFacts& facts, Explanation& explanation,
                                            const Progress& progress) {
    TANDEM_ASSERT(facts.other != nullptr);
    return OtherBuild(suspect, spare, facts, explanation, progress).run();
}

namespace {

std::string run_end_text(const AskedRun& run, std::uint64_t end) {
    if (run.parted_at) {
        return "no: it parts from the recording after " + sim::ticks_text(*run.parted_at);
    }
    if (run.is_failed) {
        return "no: its step fails after " + sim::ticks_text(run.ticks_done);
    }
    return run.ticks_done == end
               ? "yes: it gives every chain that was recorded, to the end after " +
                     sim::ticks_text(end)
               : "unknown: it was interrupted after " + sim::ticks_text(run.ticks_done);
}

sim::Result<void> OtherBuild::run() {
    result_.other_program = facts_.other->build();
    report_same_maker();
    AskPlan plan{suspect_.end_tick()};
    if (!facts_.divergence.is_reset) {
        plan.seen = facts_.divergence.tick;
    }
    const auto theirs = ask_program(suspect_, *facts_.other, plan, progress_);
    if (!theirs) {
        step("does the other program give it", "unknown: " + theirs.error().text());
        return {};
    }
    const bool is_all = theirs->agrees() && theirs->ticks_done == suspect_.end_tick();
    step("does the other program give it", run_end_text(*theirs, suspect_.end_tick()));
    if (!is_all) {
        compare_with_a_stranger(*theirs);
        return {};
    }
    return conclude(*theirs);
}

void OtherBuild::report_same_maker() {
    const auto& build = suspect_.header().game_build;
    const auto digest = facts_.other->digest();
    if (build && digest) {
        step("is the other program the one that made it",
             *digest == build->program ? "yes: their files are the same, byte for byte"
                                       : "no: its file is another than the one that the "
                                         "recording names");
    }
}

sim::Result<AskedRun> OtherBuild::run_here() {
    OwnProgram own(spare_.clone());
    const Divergence& bad = facts_.divergence;
    AskPlan plan{bad.ticks_done()};
    if (!bad.is_reset) {
        plan.seen = bad.tick;
    }
    return ask_program(suspect_, own, plan, progress_);
}

void OtherBuild::compare_with_a_stranger(const AskedRun& theirs) {
    if (facts_.divergence.is_reset || !theirs.seen || theirs.parted_at != parted_here()) {
        return;
    }
    const auto ours = run_here();
    if (ours && ours->seen && ours->seen->after == theirs.seen->after) {
        step("do the two programs differ",
             "not there: both make the same other state of the bad tick, so their rules are "
             "alike in it");
    }
}

sim::Result<void> OtherBuild::conclude(const AskedRun& theirs) {
    const auto ours = run_here();
    TANDEM_TRY(ours);
    const bool is_reset = facts_.divergence.is_reset;
    if (!is_reset && (!ours->seen || !theirs.seen || ours->parted_at != parted_here())) {
        step("do the two programs differ",
             "unknown: run once more the simulation here did not come to the same bad tick");
        return {};
    }
    const sim::Bytes& here = is_reset ? ours->first_state : ours->seen->after;
    const sim::Bytes& there = is_reset ? theirs.first_state : theirs.seen->after;
    if (here == there || (!is_reset && ours->seen->before != theirs.seen->before)) {
        step("do the two programs differ",
             "unknown: the states that they tell are not those of their hashes");
        return {};
    }
    result_.fields = sim::compare_values(suspect_.header().state_schema, here, there);
    result_.values = ValuePair::simulated_and_file;
    result_.fields_ticks_done = parted_here();
    const std::string moment = is_reset ? "of the same setup"
                                        : "of one state and the same inputs in tick " +
                                              std::to_string(facts_.divergence.tick.number);
    step("do the two programs differ", "yes: " + moment + " they make different states" +
                                           (is_reset ? "" : phase_text(*ours, theirs)));
    result_.cause = CauseClass::build;
    result_.proof = "the other program gives every chain of the recording to its end, and " +
                    moment + " it makes another state than the one here";
    return {};
}

std::string OtherBuild::phase_text(const AskedRun& ours, const AskedRun& theirs) {
    const auto parting = part_in_phases(*ours.seen, *theirs.seen);
    if (!parting) {
        return "";
    }
    result_.phase = parting->phase;
    const auto fields =
        sim::compare_values(suspect_.header().state_schema, parting->first, parting->second);
    return ", first " + parting->text +
           (fields.empty() ? "" : ": " + sim::difference_text(fields.front()));
}

}  // namespace
}  // namespace tandem::replay
