// SPDX-License-Identifier: MIT
// From the start to the first difference, in the order in which a difference makes what follows
// meaningless: header, reset state, chains, records, states.
#include <tandem/replay/diff.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/diff_parts.hpp>
#include <tandem/replay/diff_states.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

// Ticks by which both files were equal, and by which they no longer were.
struct Range {
    std::uint64_t equal_at = 0;
    std::uint64_t end = 0;
    bool hashes_differ = false;  // at `end`, by their whole 64 bits
};

// Of states that a run keeps, so that the one that differs needs no second run.
constexpr std::uint64_t k_kept_bytes_max = 1 << 20;

class Comparison {
public:
    Comparison(const Replay& a, const Replay& b, const SimulationFactory& factory)
        : a_(a),
          b_(b),
          in_a_(a),
          in_b_(b),
          factory_(factory),
          states_(a, factory, report_),
          first_(std::max(a.first_tick(), b.first_tick())),
          end_(std::min(a.end_tick(), b.end_tick())) {
        report_.a_ticks = a.ticks();
        report_.b_ticks = b.ticks();
        report_.a_first_tick = a.first_tick();
        report_.b_first_tick = b.first_tick();
    }

    sim::Result<DiffReport> run() {
        note_completeness();
        report_.header_lines = header_differences(a_.header(), b_.header());
        if (!report_.header_lines.empty()) {
            report_.verdict = DiffVerdict::header;
            if (auto compared = compare_inputs_only(); !compared) {
                return compared.error();
            }
            return std::move(report_);
        }
        if (auto relation = relation_text(in_a_, in_b_)) {
            note(*std::move(relation));
        }
        if (end_ < first_) {
            report_.verdict = DiffVerdict::header;
            report_.header_lines = {"ticks: " + ticks_text(a_) + " | " + ticks_text(b_) +
                                    ", none in common"};
            return std::move(report_);
        }
        if (has_later_start() ? !agrees_at_later_start()
                              : a_.start_hashes().chain != b_.start_hashes().chain) {
            report_.verdict = DiffVerdict::state;
            report_.tick = sim::Tick{first_};
            report_.state_tick = report_.tick;
            report_.is_reset = true;
            if (has_later_start()) {
                name_earlier_difference();
            } else {
                name_fields(first_);
            }
            return std::move(report_);
        }
        if (auto compared = compare_ticks(); !compared) {
            return compared.error();
        }
        if (report_.verdict == DiffVerdict::state) {
            report_.state_tick = report_.tick;
        }
        return std::move(report_);
    }

private:
    void note(std::string text) { report_.notes.push_back(std::move(text)); }

    void note_completeness() {
        for (const auto& [replay, name] :
             {std::pair(&a_, "the first"), std::pair(&b_, "the second")}) {
            if (replay->completeness() != Completeness::complete) {
                note(std::string(name) + " file is " + completeness_text(replay->completeness()) +
                     "; only its " + std::to_string(replay->ticks()) +
                     " whole ticks were compared");
            }
        }
    }

    // ---- Files that begin at different ticks ----

    static std::string ticks_text(const Replay& replay) {
        return replay.ticks() == 0 ? "none after " + std::to_string(replay.first_tick())
                                   : std::to_string(replay.first_tick()) + " to " +
                                         std::to_string(replay.end_tick() - 1);
    }

    bool has_later_start() const { return a_.first_tick() != b_.first_tick(); }
    bool is_a_later() const { return a_.first_tick() > b_.first_tick(); }

    // Whether the history that the later file begins with is the other's. The other may state only
    // 16 bits there; a re-run that reproduces it knows the whole chain.
    bool agrees_at_later_start() {
        const sim::ChainHash start = (is_a_later() ? a_ : b_).start_hashes().chain;
        const auto chain = (is_a_later() ? in_b_ : in_a_).chain(first_);
        if (!chain || !chain->agrees(start)) {
            return false;
        }
        if (!chain->whole && factory_) {
            rerun_to_start();
        }
        has_whole_start_ = chain->whole || earlier_run_;
        return !earlier_run_ || earlier_run_->chains.back() == start;
    }
    // Simulates the file that begins earlier up to where the other one begins.
    void rerun_to_start() {
        earlier_run_ = is_a_later() ? states_.simulate(b_, first_ - 1, first_)
                                    : states_.simulate(a_, first_ - 1, first_);
    }

    void name_earlier_difference() {
        const std::string later = is_a_later() ? "first" : "second";
        const std::string earlier = is_a_later() ? "second" : "first";
        note("the " + later + " file begins at tick " + std::to_string(first_) +
             " with another history than the " + earlier +
             " has there; their first difference lies before that tick, where only the " + earlier +
             " holds anything");
        if (factory_ && !earlier_run_) {
            rerun_to_start();
        }
        const auto state_a =
            states_.state_at(a_, first_, is_a_later() ? std::nullopt : earlier_run_);
        const auto state_b =
            states_.state_at(b_, first_, is_a_later() ? earlier_run_ : std::nullopt);
        if (!state_a || !state_b) {
            name_fields(first_);
        } else if (*state_a == *state_b) {
            note("the states before tick " + std::to_string(first_) + " are equal nevertheless");
        } else {
            set_fields(*state_a, *state_b, first_);
        }
    }

    // ---- Ticks that both have ----

    sim::Result<void> compare_ticks() {
        const auto found = find_range();
        if (!found) {
            return found.error();
        }
        const Range& range = *found;
        if (has_later_start() && !has_whole_start_ && range.equal_at == first_) {
            note("where the later file begins, only 16 bits of the other's chain were compared" +
                 without_game());
        }
        const auto bad = find_bad_tick(range);
        if (!bad) {
            return bad.error();
        }
        const auto tick = find_record(range.equal_at, std::min(*bad, range.end));
        if (!tick) {
            return tick.error();
        }
        if (*tick) {
            report_.verdict = DiffVerdict::inputs;
            if (auto named = name_input(**tick); !named) {
                return named;
            }
            find_states((*tick)->number);
        } else if (*bad <= range.end) {
            report_.verdict = DiffVerdict::state;
            return confirm(range, *bad);
        } else if (has_later_start() || a_.end_tick() != b_.end_tick()) {
            return conclude_prefix(range);
        }
        return {};
    }

    // Where the two part, between two ends of blocks that both files have.
    sim::Result<Range> find_range() {
        const std::vector<std::uint64_t> ends = common_ends(a_, b_, end_);
        std::size_t equal = 0;  // so many of them are equal
        std::size_t behind = ends.size();
        while (equal < behind) {
            const std::size_t middle = equal + (behind - equal) / 2;
            const auto agree = compare_chains(ends[middle]);
            if (!agree) {
                return agree.error();
            }
            (*agree ? equal : behind) = *agree ? middle + 1 : middle;
        }
        Range range{first_, end_, equal < ends.size()};
        if (equal > 0) {
            range.equal_at = ends[equal - 1];
        }
        if (range.hashes_differ) {
            range.end = ends[equal];
        }
        return range;
    }

    // Whether the chains after so many ticks agree, as far as both files tell.
    sim::Result<bool> compare_chains(std::uint64_t ticks_done) {
        const auto a = in_a_.chain(ticks_done);
        const auto b = in_b_.chain(ticks_done);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        ++(a->whole && b->whole ? report_.chains_read : report_.lows_read);
        return a->agrees(*b);
    }

    // How many ticks were done when the chains first differed; beyond range.end where they never
    // do.
    sim::Result<std::uint64_t> find_bad_tick(const Range& range) {
        for (std::uint64_t at = range.equal_at + 1; at <= range.end; ++at) {
            const auto agree = compare_chains(at);
            if (!agree) {
                return agree.error();
            }
            if (!*agree) {
                return at;
            }
        }
        return range.hashes_differ ? range.end : range.end + 1;
    }

    // The first tick of these whose records differ.
    sim::Result<std::optional<sim::Tick>> find_record(std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t tick = from; tick < to; ++tick) {
            const auto a = in_a_.record(sim::Tick{tick});
            const auto b = in_b_.record(sim::Tick{tick});
            if (!a || !b) {
                return a ? b.error() : a.error();
            }
            if (!std::equal(a->begin(), a->end(), b->begin(), b->end())) {
                return std::optional(sim::Tick{tick});
            }
        }
        return std::optional<sim::Tick>();
    }

    sim::Result<void> name_input(sim::Tick tick) {
        const auto a = in_a_.record(tick);
        const auto b = in_b_.record(tick);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        InputDifference difference = input_difference(a_.header(), *a, *b);
        report_.tick = tick;
        report_.player = difference.player;
        report_.fields = std::move(difference.fields);
        return {};
    }

    // ---- Where states part whose inputs have ----

    // Chains tell no more, since inputs are in them. What both files hold of every tick from there
    // on is looked at, then both are simulated again.
    void find_states(std::uint64_t from) {
        const auto stored = common_states(a_, b_, from + 1);
        std::uint64_t equal_at = from;
        for (const CommonState& common : stored) {
            if (common.ticks_done != equal_at + 1 || !load_states(common)) {
                break;
            }
            if (name_difference(common)) {
                return;
            }
            equal_at = common.ticks_done;
        }
        if (equal_at == end_) {
            note_equal_states();
        } else if (!factory_ || !find_states_again(equal_at)) {
            note_later_state(stored, equal_at);
        }
    }

    // False where one of the two cannot be loaded.
    bool load_states(const CommonState& common) {
        state_a_ = states_.load(a_, *common.a);
        state_b_ = states_.load(b_, *common.b);
        return state_a_ && state_b_;
    }
    // Names the fields where the two that were loaded differ; false where none does.
    bool name_difference(const CommonState& common) {
        if (*state_a_ == *state_b_) {
            return false;
        }
        report_.state_tick = sim::Tick{common.ticks_done - 1};
        report_.state_fields = sim::compare_values(a_.header().state_schema, *state_a_, *state_b_);
        return true;
    }

    // False where a file is not reproduced here. Stretches grow, so that a difference at once costs
    // little and none at all not much more than one run.
    bool find_states_again(std::uint64_t equal_at) {
        constexpr std::uint64_t k_first_ticks = 64;
        constexpr std::uint64_t k_most_ticks = 1 << 20;
        std::uint64_t ticks = k_first_ticks;
        while (equal_at < end_) {
            const std::uint64_t last = std::min(end_, equal_at + ticks);
            const auto run_a = states_.simulate(a_, equal_at, last, k_kept_bytes_max);
            const auto run_b =
                run_a ? states_.simulate(b_, equal_at, last, k_kept_bytes_max) : std::nullopt;
            if (!run_a || !run_b) {
                return false;
            }
            const auto differs =
                std::mismatch(run_a->states.begin(), run_a->states.end(), run_b->states.begin());
            if (differs.first != run_a->states.end()) {
                name_states_of(equal_at,
                               static_cast<std::size_t>(differs.first - run_a->states.begin()),
                               *run_a, *run_b);
                return true;
            }
            equal_at = last;
            ticks = std::min(2 * ticks, k_most_ticks);
        }
        note_equal_states();
        return true;
    }

    // The state of that index in both runs, which began after `equal_at` ticks.
    void name_states_of(std::uint64_t equal_at, std::size_t index, const Rerun& run_a,
                        const Rerun& run_b) {
        const std::uint64_t tick = equal_at + index;
        report_.state_tick = sim::Tick{tick};
        const sim::Schema& schema = a_.header().state_schema;
        if (index < run_a.kept.size() && index < run_b.kept.size()) {
            report_.state_fields =
                sim::compare_values(schema, run_a.kept[index], run_b.kept[index]);
            return;
        }
        const auto again_a = states_.simulate(a_, tick, tick + 1);
        const auto again_b = states_.simulate(b_, tick, tick + 1);
        if (again_a && again_b) {
            report_.state_fields = sim::compare_values(schema, again_a->state, again_b->state);
        }
    }

    void note_equal_states() {
        note("the states of the " + std::to_string(end_ - first_) +
             " ticks that both have are equal nevertheless");
    }

    void note_later_state(const std::vector<CommonState>& stored, std::uint64_t equal_at) {
        for (const CommonState& common : stored) {
            if (common.ticks_done > equal_at && load_states(common) && *state_a_ != *state_b_) {
                note("where the states first differ cannot be said" + without_game() +
                     "; those after " + std::to_string(common.ticks_done) + " ticks do");
                return;
            }
        }
        note("where the states first differ cannot be said" + without_game());
    }
    std::string without_game() const { return factory_ ? "" : " without the simulation"; }

    // With other schemas or another setup the chains must differ; the inputs may still be worth
    // comparing.
    sim::Result<void> compare_inputs_only() {
        const Header& a = a_.header();
        const Header& b = b_.header();
        if (a.input_schema.hash() != b.input_schema.hash() || a.setup.slots != b.setup.slots) {
            note("inputs are not compared: the files do not have the same input fields and slots");
            return {};
        }
        const std::uint64_t from = std::max(a_.first_tick(), b_.first_tick());
        const auto tick = find_record(from, end_);
        if (!tick) {
            return tick.error();
        }
        if (*tick) {
            note("the first input that differs is at tick " + std::to_string((*tick)->number));
            return name_input(**tick);
        }
        note("the inputs of the " + std::to_string(end_ > from ? end_ - from : 0) +
             " ticks that both have are the same");
        return {};
    }

    // All that the files themselves say up to the end of the shorter one is equal. The longer one
    // may not state its whole chain there; a re-run that reproduces it does.
    sim::Result<void> conclude_prefix(const Range& range) {
        if (range.equal_at < end_ && factory_) {
            const bool is_a_longer = a_.end_tick() > b_.end_tick();
            const auto run = is_a_longer ? states_.simulate(a_, range.equal_at, end_)
                                         : states_.simulate(b_, range.equal_at, end_);
            const auto stated = (is_a_longer ? in_b_ : in_a_).chain(end_);
            if (!stated) {
                return stated.error();
            }
            if (run && !stated->agrees(run->chains.back())) {
                report_.verdict = DiffVerdict::state;
                return confirm(range, end_);
            }
            if (!run) {
                note_unconfirmed_tail(range);
            }
        } else if (range.equal_at < end_) {
            note_unconfirmed_tail(range);
        }
        report_.verdict = DiffVerdict::prefix;
        report_.tick = sim::Tick{
            a_.end_tick() != b_.end_tick() ? end_ : std::min(a_.first_tick(), b_.first_tick())};
        return {};
    }

    void note_unconfirmed_tail(const Range& range) {
        note("of the states after tick " + std::to_string(range.equal_at) +
             " only 16 bits of each chain were compared: the longer file states no whole chain "
             "where the shorter ends, and " +
             (factory_ ? "simulating it again here does not give what it recorded"
                       : "without the simulation none can be computed"));
    }

    // The states went apart with the same inputs. Two re-runs that reproduce their files know every
    // chain in full, so they correct the one case in 65,536 in which 16 bits agree by chance.
    sim::Result<void> confirm(const Range& range, std::uint64_t bad) {
        std::optional<Rerun> rerun_a;
        std::optional<Rerun> rerun_b;
        if (factory_) {
            rerun_a = states_.simulate(a_, range.equal_at, bad);
            rerun_b = states_.simulate(b_, range.equal_at, bad);
        }
        if (rerun_a && rerun_b) {
            report_.is_confirmed = true;
            const auto exact = first_difference(*rerun_a, *rerun_b, range.equal_at);
            if (!exact) {
                return stated_falsely(bad);
            }
            if (*exact != bad) {
                bad = *exact;
                rerun_a = states_.simulate(a_, range.equal_at, bad);
                rerun_b = states_.simulate(b_, range.equal_at, bad);
            }
        }
        report_.tick = sim::Tick{bad - 1};
        if (auto noted = note_plants(); !noted) {
            return noted;
        }
        const auto state_a = states_.state_at(a_, bad, rerun_a);
        const auto state_b = states_.state_at(b_, bad, rerun_b);
        if (state_a && state_b) {
            set_fields(*state_a, *state_b, bad);
        } else {
            name_fields(bad);
        }
        return {};
    }

    static std::optional<std::uint64_t> first_difference(const Rerun& a, const Rerun& b,
                                                         std::uint64_t from) {
        const auto differs = std::mismatch(a.chains.begin(), a.chains.end(), b.chains.begin());
        if (differs.first == a.chains.end()) {
            return std::nullopt;
        }
        return from + 1 + static_cast<std::uint64_t>(differs.first - a.chains.begin());
    }

    // Two files with the same records and chains that state other hashes of their records: no
    // recorder writes that.
    static sim::Error stated_falsely(std::uint64_t bad) {
        return {sim::ErrorCode::bad_data, "tick " + std::to_string(bad - 1),
                "both files have the same inputs and states up to here, and their hashes of the "
                "inputs differ; one of the two is damaged; `verify` both"};
    }

    sim::Result<void> note_plants() {
        for (const auto& [replay, name] : {std::pair(&a_, "first"), std::pair(&b_, "second")}) {
            const auto marks = replay->read_marks();
            if (!marks) {
                return marks.error();
            }
            for (const sim::Mark& mark : *marks) {
                if (mark.kind == sim::MarkKind::plant && mark.tick == *report_.tick) {
                    note(std::string("the ") + name + " file says that one bit of " + mark.text +
                         " was flipped at this tick on purpose");
                }
            }
        }
        return {};
    }

    void set_fields(const sim::Bytes& a, const sim::Bytes& b, std::uint64_t ticks_done) {
        report_.fields = sim::compare_values(a_.header().state_schema, a, b);
        report_.fields_ticks_done = ticks_done;
    }

    // From what both files hold: the state after `bad` ticks, or else the next one.
    void name_fields(std::uint64_t bad) {
        for (const CommonState& common : common_states(a_, b_, bad)) {
            const auto a = states_.load(a_, *common.a);
            const auto b = states_.load(b_, *common.b);
            if (!a || !b) {
                continue;
            }
            set_fields(*a, *b, common.ticks_done);
            if (common.ticks_done != bad) {
                note("not both files hold the state of that tick; the fields are those after " +
                     std::to_string(common.ticks_done) + " ticks");
            }
            return;
        }
        note(factory_
                 ? "which fields differ cannot be said: not both files hold a state at or after "
                   "that tick"
                 : "which fields differ cannot be said without the simulation: not both files hold "
                   "a state at or after that tick");
    }

    const Replay& a_;
    const Replay& b_;
    Cursor in_a_;
    Cursor in_b_;
    const SimulationFactory& factory_;
    DiffReport report_;
    DiffStates states_;
    std::uint64_t first_;
    std::uint64_t end_;
    std::optional<Rerun> earlier_run_;  // up to where the later file begins
    bool has_whole_start_ = false;      // the whole chains there were compared
    // The two states that are being compared.
    std::optional<sim::Bytes> state_a_;
    std::optional<sim::Bytes> state_b_;
};

}  // namespace

std::string verdict_text(DiffVerdict verdict) {
    switch (verdict) {
        case DiffVerdict::identical:
            return "identical";
        case DiffVerdict::prefix:
            return "prefix";
        case DiffVerdict::header:
            return "header";
        case DiffVerdict::inputs:
            return "inputs";
        case DiffVerdict::state:
            return "state";
    }
    return "unknown";
}

sim::Result<DiffReport> diff(const Replay& a, const Replay& b, const SimulationFactory& factory) {
    return Comparison(a, b, factory).run();
}

}  // namespace tandem::replay
