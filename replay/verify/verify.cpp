// SPDX-License-Identifier: MIT
// Goes through a recording in the slow and plain way: from its start, one tick after the other,
// without a jump.
#include <tandem/replay/verify/verify.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tandem/replay/play/rerun.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

std::string remarks(const VerifyReport& report, const std::string& unreadable);

}  // namespace

class Verification::State {
public:
    State(const Replay& replay, sim::AnySimulation simulation)
        : replay_(replay), spare_(simulation.clone()), run_(replay, std::move(simulation)) {
        report_.ticks_recorded = replay.ticks();
        report_.completeness = replay.completeness();
        for (const StoredState& state : replay.states()) {
            states_.push_back(&state);
        }
        std::stable_sort(states_.begin(), states_.end(),
                         [](const StoredState* a, const StoredState* b) {
                             return a->ticks_done < b->ticks_done;
                         });
    }

    sim::Result<void> start();
    bool advance(std::uint64_t ticks);

    const VerifyReport& report() const { return report_; }
    std::uint64_t ticks_done() const { return run_.ticks_done(); }

    VerifyReport finish();

private:
    // After a divergence the run only goes on to the next stored state, whose fields can be
    // compared.
    bool wants_more() const;
    void step();

    // Plants a fault again, if the file says that one was planted, to get the recorded state of
    // this very tick.
    void plant_again();

    // Ends the comparison at a record that cannot be read. The verdict about the ticks before
    // stays.
    void stop_reading(const sim::Error& why);
    const sim::Mark* find_plant() const;
    void set_fields(const sim::Bytes& recorded, const sim::Bytes& simulated,
                    std::uint64_t ticks_done);
    void check();

    // Compares a state. One that cannot be loaded says nothing about the ticks, which go on being
    // compared.
    void check_state(const StoredState& stored);
    void diverge(std::uint64_t ticks_done, std::string text);
    void conclude();
    std::string divergence_text() const;

    const Replay& replay_;
    sim::AnySimulation spare_;  // never stepped
    Run run_;
    VerifyReport report_;
    std::vector<const StoredState*> states_;    // by ticks_done
    std::optional<std::uint64_t> equal_again_;  // ticks done at the first equal state afterwards
    std::size_t next_state_ = 0;
    bool has_fields_ = false;
    bool is_unreadable_ = false;
    bool is_interrupted_ = false;
};

std::string verdict_text(VerifyVerdict verdict) {
    switch (verdict) {
        case VerifyVerdict::same:
            return "same";
        case VerifyVerdict::diverged:
            return "diverged";
        case VerifyVerdict::nothing_checked:
            return "nothing checked";
        case VerifyVerdict::interrupted:
            return "interrupted";
        case VerifyVerdict::unsaved:
            return "unsaved";
    }
    return "unknown";
}

std::string message_of(const VerifyReport& report, const std::string& unreadable) {
    std::string text = "the file holds no whole tick, so nothing was compared";
    if (report.verdict != VerifyVerdict::nothing_checked) {
        text = sim::ticks_text(report.ticks_checked) + " of " +
               std::to_string(report.ticks_recorded) + " simulated again, all the same" +
               (report.verdict == VerifyVerdict::interrupted ? " so far" : "");
    }
    return text + remarks(report, unreadable);
}

sim::Result<Verification> Verification::start(const Replay& replay, sim::AnySimulation simulation) {
    Verification verification(std::make_unique<State>(replay, std::move(simulation)));
    TANDEM_TRY(verification.state_->start());
    return verification;
}

Verification::Verification(std::unique_ptr<State> state) : state_(std::move(state)) {}
Verification::Verification(Verification&&) noexcept = default;
Verification& Verification::operator=(Verification&&) noexcept = default;
Verification::~Verification() = default;

bool Verification::advance(std::uint64_t ticks) { return state_->advance(ticks); }
std::uint64_t Verification::ticks_done() const { return state_->ticks_done(); }
std::uint64_t Verification::ticks_checked() const { return state_->report().ticks_checked; }
sim::ChainHash Verification::chain() const { return state_->report().chain; }
VerifyReport Verification::finish() { return state_->finish(); }

sim::Result<VerifyReport> verify(const Replay& replay, sim::AnySimulation simulation,
                                 const Progress& progress) {
    auto verification = Verification::start(replay, std::move(simulation));
    TANDEM_TRY(verification);
    const auto ticks_to_report = [&] {
        return k_ticks_between_reports - verification->ticks_done() % k_ticks_between_reports;
    };
    while (verification->advance(ticks_to_report())) {
        if (progress && !progress(verification->ticks_checked())) {
            break;
        }
    }
    return verification->finish();
}

sim::Result<void> Verification::State::start() {
    auto started = run_.start();
    if (started) {
        check();
    }
    return started;
}

bool Verification::State::advance(std::uint64_t ticks) {
    for (; ticks > 0 && wants_more(); --ticks) {
        step();
    }
    return wants_more();
}

VerifyReport Verification::State::finish() {
    is_interrupted_ = wants_more();
    conclude();
    report_.faults = run_.simulation().faults();
    return std::move(report_);
}

bool Verification::State::wants_more() const {
    return run_.ticks_done() < replay_.end_tick() && !run_.failure() && !is_unreadable_ &&
           (!report_.divergence || (!has_fields_ && next_state_ < states_.size()));
}

void Verification::State::step() {
    if (auto stepped = run_.step(); !stepped) {
        if (run_.failure()) {
            // The recorded session got through this tick, so failing in it is a difference.
            diverge(run_.ticks_done() + 1, stepped.error().text());
        } else {
            stop_reading(stepped.error());
        }
        return;
    }
    report_.ticks_checked += report_.divergence ? 0U : 1U;
    const bool was_same = !report_.divergence;
    check();
    if (was_same && report_.divergence && !has_fields_) {
        plant_again();
    }
}

void Verification::State::plant_again() {
    if (const sim::Mark* plant = find_plant();
        plant == nullptr || plant->tick != report_.divergence->tick) {
        return;
    }
    const std::uint64_t ticks_done = run_.ticks_done();
    const auto run = rerun(replay_, spare_.clone(), ticks_done - 1, ticks_done);
    if (run && run->matches) {
        set_fields(run->state, run_.simulation().save(), ticks_done);
    }
}

void Verification::State::stop_reading(const sim::Error& why) {
    is_unreadable_ = true;
    report_.flaw = report_.flaw.value_or(why);
}

const sim::Mark* Verification::State::find_plant() const {
    for (const sim::Mark& mark : replay_.marks()) {
        if (mark.kind == sim::MarkKind::plant && mark.tick >= *report_.tick_from &&
            mark.tick <= report_.divergence->tick && !report_.divergence->is_reset) {
            return &mark;
        }
    }
    return nullptr;
}

void Verification::State::set_fields(const sim::Bytes& recorded, const sim::Bytes& simulated,
                                     std::uint64_t ticks_done) {
    report_.fields = sim::compare_values(replay_.header().state_schema, recorded, simulated);
    report_.fields_ticks_done = ticks_done;
    has_fields_ = true;
}

void Verification::State::check() {
    const std::uint64_t ticks_done = run_.ticks_done();
    if (!report_.divergence) {
        report_.chain = run_.chain();
        const auto agrees = run_.compare();
        report_.chains_checked += run_.compared_whole() ? 1U : 0U;
        if (!agrees) {
            stop_reading(agrees.error());
        } else if (!*agrees) {
            diverge(ticks_done, run_.parted_at()->text);
        }
    }
    for (; next_state_ < states_.size() && states_[next_state_]->ticks_done <= ticks_done;
         ++next_state_) {
        check_state(*states_[next_state_]);
    }
}

void Verification::State::check_state(const StoredState& stored) {
    const auto recorded = replay_.load_state(stored, run_.simulation().info().state_bytes_max);
    if (!recorded) {
        ++report_.states_unusable;
        if (!report_.flaw) {
            report_.flaw = recorded.error();
        }
        return;
    }
    ++report_.states_checked;
    const sim::Bytes simulated = run_.simulation().save();
    if (recorded->bytes == simulated && (report_.divergence || recorded->hashes == run_.hashes())) {
        if (report_.divergence && !equal_again_) {
            equal_again_ = stored.ticks_done;
        }
        return;
    }
    if (!report_.divergence) {
        const std::string place = "stored at byte " + std::to_string(stored.offset);
        diverge(stored.ticks_done,
                recorded->bytes == simulated
                    ? "the running hashes of the state " + place + " are not those of its ticks"
                    : "the state " + place + " is not the state that the chain was made of");
    }
    if (!has_fields_) {
        set_fields(recorded->bytes, simulated, stored.ticks_done);
    }
}

void Verification::State::diverge(std::uint64_t ticks_done, std::string text) {
    if (!report_.divergence) {
        const bool is_reset = ticks_done == replay_.first_tick();
        report_.divergence = Divergence{sim::Tick{is_reset ? ticks_done : ticks_done - 1}, is_reset,
                                        std::move(text)};
        report_.tick_from = sim::Tick{first_possible_tick(replay_, ticks_done)};
    }
}

void Verification::State::conclude() {
    const std::string unreadable = is_unreadable_ ? report_.flaw->text() : "";
    if (report_.divergence) {
        report_.verdict = VerifyVerdict::diverged;
        report_.message = divergence_text() + remarks(report_, unreadable);
        return;
    }
    report_.verdict = is_interrupted_              ? VerifyVerdict::interrupted
                      : report_.ticks_checked == 0 ? VerifyVerdict::nothing_checked
                                                   : VerifyVerdict::same;
    report_.message = message_of(report_, unreadable);
}

std::string Verification::State::divergence_text() const {
    const Divergence& divergence = *report_.divergence;
    std::string text =
        divergence.is_reset
            ? "already the state before tick " + std::to_string(divergence.tick.number) + " differs"
            : "tick " + std::to_string(divergence.tick.number) + " is the first to differ";
    text += ": " + divergence.text;
    if (const sim::Mark* plant = find_plant()) {
        text +=
            "; the file says that one bit of " + plant->text + " was flipped " +
            (plant->tick == divergence.tick ? "there"
                                            : "after tick " + std::to_string(plant->tick.number)) +
            " on purpose";
    }
    if (!has_fields_ && equal_again_) {
        text += "; the states after " + sim::ticks_text(*equal_again_) +
                " are equal again, and the file holds none between, so it cannot say which "
                "fields differed";
    } else if (!has_fields_) {
        text += "; the file holds no state of this or a later tick, so it cannot say which fields";
    } else if (report_.fields_ticks_done != divergence.ticks_done()) {
        text += "; the file does not hold that tick's state, the fields are those after " +
                sim::ticks_text(report_.fields_ticks_done);
    }
    return text;
}

namespace {

// Returns the checks that were left out, in words to stand behind the verdict.
std::string remarks(const VerifyReport& report, const std::string& unreadable) {
    std::string text;
    if (report.states_unusable > 0) {
        text += "; " + std::to_string(report.states_unusable) +
                " of the states in the file cannot be loaded and were not compared";
    }
    if (!unreadable.empty()) {
        text += "; the next tick cannot be read: " + unreadable;
    }
    if (report.completeness == Completeness::damaged) {
        text += "; the file is damaged, and what else it may hold was not compared";
    } else if (report.completeness != Completeness::complete) {
        text += "; the file is " + completeness_text(report.completeness) +
                ", what comes after these ticks is unknown";
    }
    return text;
}

}  // namespace
}  // namespace tandem::replay
