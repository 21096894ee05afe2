// SPDX-License-Identifier: MIT
// Two simulations side by side: one that was never restored, and one that just was.
#include <tandem/replay/verify/unsaved.hpp>

#include <optional>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// What the two simulations showed.
struct Difference {
    std::uint64_t ticks_done = 0;
    std::vector<sim::FieldDifference> fields;  // straight | restored
    std::string text;                          // where no fields can be compared
};

class SideBySide {
public:
    SideBySide(const Replay& replay, const sim::AnySimulation& spare, const Progress& progress)
        : replay_(replay),
          progress_(progress),
          straight_(spare.clone()),
          restored_(spare.clone()),
          cursor_(replay) {}

    // Nothing where they do not differ, or where the caller stops.
    std::optional<Difference> find(std::uint64_t from_ticks_done) {
        if (!start_as_recorded(replay_, straight_) || !start_as_recorded(replay_, restored_)) {
            return std::nullopt;
        }
        while (straight_.ticks_done() < from_ticks_done) {
            const auto record = next_record();
            if (!record || !straight_.advance(*record)) {
                return std::nullopt;
            }
        }
        const sim::Bytes state = straight_.simulation().save();
        if (auto moved = restored_.jump(from_ticks_done, state, straight_.hashes()); !moved) {
            return Difference{from_ticks_done, {}, moved.error().text()};
        }
        if (restored_.simulation().save() != state) {
            return difference();
        }
        while (straight_.ticks_done() < replay_.end_tick()) {
            const auto record = next_record();
            if (!record || !straight_.advance(*record)) {
                return std::nullopt;
            }
            if (auto stepped = restored_.advance(*record); !stepped) {
                return Difference{straight_.ticks_done(), {}, stepped.error().text()};
            }
            if (straight_.chain() != restored_.chain()) {
                return difference();
            }
        }
        return std::nullopt;
    }

private:
    std::optional<sim::ByteView> next_record() {
        const std::uint64_t tick = straight_.ticks_done();
        if (progress_ && tick % k_ticks_between_reports == 0 && !progress_(0)) {
            return std::nullopt;
        }
        const auto record = cursor_.record(sim::Tick{tick});
        return record ? std::optional(*record) : std::nullopt;
    }

    Difference difference() const {
        return {straight_.ticks_done(),
                sim::compare_values(replay_.header().state_schema, straight_.simulation().save(),
                                    restored_.simulation().save()),
                ""};
    }

    const Replay& replay_;
    const Progress& progress_;
    sim::Timeline straight_;
    sim::Timeline restored_;
    Cursor cursor_;
};

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
    const auto difference = SideBySide(replay, spare, progress).find(from);
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
