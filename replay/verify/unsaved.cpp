// SPDX-License-Identifier: MIT
// Runs two simulations side by side: one that was never restored, and one that just was.
#include <tandem/replay/verify/unsaved.hpp>

#include <optional>

#include <tandem/replay/play/run.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// The difference that the two simulations showed.
struct Difference {
    std::uint64_t ticks_done = 0;
    std::vector<sim::FieldDifference> fields;  // straight | restored
    std::string text;                          // in words, if no fields can be compared
};

// Goes to a place and restores its state into a second simulation. Returns nothing if the two do
// not differ behind it, or if the caller stops.
std::optional<Difference> find_difference(const Replay& replay, const sim::AnySimulation& spare,
                                          std::uint64_t from_ticks_done, const Progress& progress) {
    auto straight = Run::from_start(replay, spare.clone());
    auto restored = Run::from_start(replay, spare.clone());
    if (!straight || !restored) {
        return std::nullopt;
    }
    const auto step_straight = [&] {
        const bool asks = progress && straight->ticks_done() % k_ticks_between_reports == 0;
        return (!asks || progress(0)) && straight->step();
    };
    const auto difference = [&] {
        return Difference{
            straight->ticks_done(),
            sim::compare_values(replay.header().state_schema, straight->simulation().save(),
                                restored->simulation().save()),
            ""};
    };
    while (straight->ticks_done() < from_ticks_done) {
        if (!step_straight()) {
            return std::nullopt;
        }
    }
    const RunPlace place = straight->place();
    if (auto moved = restored->jump(place); !moved) {
        return Difference{from_ticks_done, {}, moved.error().text()};
    }
    if (restored->simulation().save() != place.state) {
        return difference();
    }
    while (straight->ticks_done() < replay.end_tick()) {
        if (!step_straight()) {
            return std::nullopt;
        }
        if (auto stepped = restored->step(); !stepped) {
            return Difference{straight->ticks_done(), {}, stepped.error().text()};
        }
        if (straight->chain() != restored->chain()) {
            return difference();
        }
    }
    return std::nullopt;
}

void report_unsaved(VerifyReport& report, const Unsaved& unsaved, const std::string& how) {
    report.verdict = VerifyVerdict::unsaved;
    report.unsaved = unsaved;
    report.message += "; but " + how +
                      ": the state holds something that serialize leaves out or that a restore "
                      "does not rebuild; check says more";
}

}  // namespace

void explain_unsaved(const Replay& replay, const sim::AnySimulation& spare,
                     const Suspicion& suspicion, VerifyReport& report, const Progress& progress) {
    const std::uint64_t from = suspicion.from_ticks_done;
    const auto difference = find_difference(replay, spare, from, progress);
    if (!difference) {
        report_unsaved(report, {from, suspicion.ticks_done},
                       "restored after " + sim::ticks_text(from) + " it left the recording after " +
                           sim::ticks_text(suspicion.ticks_done) + " (" + suspicion.text +
                           "), and not a second time, so something outside of the state, such as "
                           "a static variable or another thread, may take part");
        return;
    }
    report.fields = difference->fields;
    report.fields_ticks_done = difference->ticks_done;
    std::string how = "restored after " + sim::ticks_text(from);
    if (!difference->text.empty()) {
        how += " it fails: " + difference->text;
    } else if (difference->ticks_done == from) {
        how += " and saved again, the state is another one";
    } else {
        how += " it goes another way: tick " + std::to_string(difference->ticks_done - 1) +
               " is the first to differ";
    }
    if (!difference->fields.empty()) {
        how += ", in " + difference->fields.front().path;
    }
    report_unsaved(report, {from, difference->ticks_done}, how);
}

void explain_seek(const SeekStormReport& storm, VerifyReport& report) {
    report.fields = storm.fields;
    report.fields_ticks_done = storm.fields.empty() ? 0 : storm.suspicion->ticks_done;
    report_unsaved(
        report, {storm.suspicion->from_ticks_done, storm.suspicion->ticks_done},
        storm.suspicion->text + (storm.fields.empty() ? "" : ", in " + storm.fields.front().path));
}

}  // namespace tandem::replay
