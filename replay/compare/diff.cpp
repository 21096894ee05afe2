// SPDX-License-Identifier: MIT
// Compares from the start to the first difference, in the order in which a difference makes later
// ones meaningless: header, reset state, chains, records, states.
#include <tandem/replay/compare/diff.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/replay/compare/state_parting.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {
namespace {

// Two numbers of ticks: the files were equal after the first, and no longer after the second.
struct Range {
    std::uint64_t equal_at = 0;
    std::uint64_t end = 0;
    bool hashes_differ = false;  // at `end`, in whole chains
};

class Comparison {
public:
    Comparison(const Replay& a, const Replay& b, const SimulationFactory& factory)
        : a_(a),
          b_(b),
          in_a_(a),
          in_b_(b),
          factory_(factory),
          states_(a, factory, report_),
          track_bits_(std::min(a.header().track_bits, b.header().track_bits)),
          first_(std::max(a.first_tick(), b.first_tick())),
          end_(std::min(a.end_tick(), b.end_tick())) {
        report_.a_ticks = a.ticks();
        report_.b_ticks = b.ticks();
        report_.a_first_tick = a.first_tick();
        report_.b_first_tick = b.first_tick();
    }

    sim::Result<DiffReport> run();

private:
    void append_note(std::string text) { report_.notes.push_back(std::move(text)); }

    void report_completeness();

    static std::string ticks_text(const Replay& replay);

    bool has_later_start() const { return a_.first_tick() != b_.first_tick(); }
    bool is_a_later() const { return a_.first_tick() > b_.first_tick(); }

    // Returns whether the history that the later file begins with is the other's. The other may
    // state only 16 bits there; a re-run that reproduces it knows the whole chain.
    sim::Result<bool> agrees_at_later_start();
    // Simulates the file that begins earlier up to where the other one begins.
    void rerun_to_start();
    void name_earlier_difference();

    sim::Result<void> compare_ticks();

    // Names the tick at which inputs part. They cannot tell whether the states were equal until
    // then; only the track can, or a re-run.
    sim::Result<void> conclude_inputs(const Range& range, sim::Tick tick);
    // Returns after how many of these ticks the states differ although the inputs do not.
    std::optional<std::uint64_t> find_earlier_state(std::uint64_t from, std::uint64_t to);

    std::string bits_text() const {
        return track_bits_ == 0 ? "no bits" : "only " + std::to_string(track_bits_) + " bits";
    }
    std::string way_out() const {
        return factory_ ? "" : "; with the game's own program `diff` simulates both and is exact";
    }

    // Finds where the two part, between two places at which both files state the whole chain.
    sim::Result<Range> find_range();

    // Returns whether the chains after so many ticks agree, as far as both files tell.
    sim::Result<bool> compare_chains(std::uint64_t ticks_done);

    // Returns how many ticks were done when the chains first differed; beyond range.end if they
    // never do.
    sim::Result<std::uint64_t> find_bad_tick(const Range& range);

    // Returns the first tick of these whose records differ.
    sim::Result<std::optional<sim::Tick>> find_record(std::uint64_t from, std::uint64_t to);
    sim::Result<void> name_input(sim::Tick tick);

    std::string without_game() const { return factory_ ? "" : " without the simulation"; }

    // Compares the inputs alone. With other schemas or another setup the chains must differ; the
    // inputs may still be worth comparing.
    sim::Result<void> compare_inputs_only();

    // Concludes if all that the files themselves say is equal up to the end of the shorter one.
    // They may not state the whole chain there; re-runs that reproduce them do.
    sim::Result<void> conclude_equal(const Range& range);

    // True if one of the files is looked at in a few places only: its damage may stay unseen.
    bool is_glance() const { return a_.block_counts().empty() || b_.block_counts().empty(); }

    // Returns the chain at the shorter file's end, as the file states it, else by a re-run.
    sim::Result<std::optional<sim::ChainHash>> whole_chain(const Replay& replay, Cursor& cursor,
                                                           const Range& range);
    void report_unconfirmed_tail(const Range& range);

    // Names the tick at which the states went apart with the same inputs. Two re-runs that
    // reproduce their files know every chain in full, so they correct the one case in 65,536 in
    // which 16 bits agree by chance.
    sim::Result<void> confirm(const Range& range, std::uint64_t bad);

    // Notes that the tick comes from fewer bits than can be trusted.
    void report_range();
    static std::optional<std::uint64_t> first_difference(const Rerun& a, const Rerun& b,
                                                         std::uint64_t from);

    // The error of two files with the same records and chains that state other hashes of their
    // records: no recorder writes that.
    static sim::Error stated_falsely(std::uint64_t bad);
    sim::Result<void> report_plants();
    void set_fields(const sim::Bytes& a, const sim::Bytes& b, std::uint64_t ticks_done);

    // Names the fields from a state that both files hold: the one after `bad` ticks, or else the
    // next one.
    void name_fields(std::uint64_t bad);

    const Replay& a_;
    const Replay& b_;
    Cursor in_a_;
    Cursor in_b_;
    const SimulationFactory& factory_;
    DiffReport report_;
    DiffStates states_;
    std::uint32_t track_bits_;  // bits of the chain that both files hold at every tick
    std::uint64_t first_;
    std::uint64_t end_;
    std::optional<Rerun> earlier_run_;  // up to the later file's beginning
    bool has_whole_start_ = false;      // the whole chains there were compared
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

namespace {

sim::Result<DiffReport> Comparison::run() {
    report_completeness();
    report_.header_lines = header_differences(a_.header(), b_.header());
    if (!report_.header_lines.empty()) {
        report_.verdict = DiffVerdict::header;
        TANDEM_TRY(compare_inputs_only());
        return std::move(report_);
    }
    if (auto relation = relation_text(in_a_, in_b_)) {
        append_note(*std::move(relation));
    }
    if (end_ < first_) {
        report_.verdict = DiffVerdict::header;
        report_.header_lines = {"ticks: " + ticks_text(a_) + " | " + ticks_text(b_) +
                                ", none in common"};
        return std::move(report_);
    }
    const auto has_same_start =
        has_later_start() ? agrees_at_later_start()
                          : sim::Result<bool>(a_.start_hashes().chain == b_.start_hashes().chain);
    TANDEM_TRY(has_same_start);
    if (!*has_same_start) {
        report_.verdict = DiffVerdict::state;
        report_.tick = sim::Tick{first_};
        report_.tick_from = report_.tick;
        report_.state_tick = report_.tick;
        report_.is_reset = true;
        if (has_later_start()) {
            name_earlier_difference();
        } else {
            name_fields(first_);
        }
        return std::move(report_);
    }
    TANDEM_TRY(compare_ticks());
    if (report_.verdict == DiffVerdict::state && report_.tick == report_.tick_from) {
        report_.state_tick = report_.tick;
    }
    return std::move(report_);
}

void Comparison::report_completeness() {
    for (const auto& [replay, name] : {std::pair(&a_, "the first"), std::pair(&b_, "the second")}) {
        if (replay->completeness() != Completeness::complete) {
            append_note(std::string(name) + " file is " +
                        completeness_text(replay->completeness()) + "; only its " +
                        std::to_string(replay->ticks()) + " whole ticks were compared");
        }
    }
}

// ---- Files that begin at different ticks ----

std::string Comparison::ticks_text(const Replay& replay) {
    return replay.ticks() == 0 ? "none after " + std::to_string(replay.first_tick())
                               : std::to_string(replay.first_tick()) + " to " +
                                     std::to_string(replay.end_tick() - 1);
}

sim::Result<bool> Comparison::agrees_at_later_start() {
    const sim::ChainHash start = (is_a_later() ? a_ : b_).start_hashes().chain;
    const auto chain = (is_a_later() ? in_b_ : in_a_).chain(first_);
    TANDEM_TRY(chain);
    if (!chain->agrees(start)) {
        return false;
    }
    if (!chain->whole && factory_) {
        rerun_to_start();
    }
    has_whole_start_ = chain->whole || earlier_run_;
    return !earlier_run_ || earlier_run_->chains.back() == start;
}

void Comparison::rerun_to_start() {
    earlier_run_ = is_a_later() ? states_.simulate(b_, first_ - 1, first_)
                                : states_.simulate(a_, first_ - 1, first_);
}

void Comparison::name_earlier_difference() {
    const std::string later = is_a_later() ? "first" : "second";
    const std::string earlier = is_a_later() ? "second" : "first";
    append_note("the " + later + " file begins at tick " + std::to_string(first_) +
                " with another history than the " + earlier +
                " has there; their first difference lies before that tick, where only the " +
                earlier + " holds anything");
    if (factory_ && !earlier_run_) {
        rerun_to_start();
    }
    const auto state_a = states_.state_at(a_, first_, is_a_later() ? std::nullopt : earlier_run_);
    const auto state_b = states_.state_at(b_, first_, is_a_later() ? earlier_run_ : std::nullopt);
    if (!state_a || !state_b) {
        name_fields(first_);
    } else if (*state_a == *state_b) {
        append_note("the states before tick " + std::to_string(first_) + " are equal nevertheless");
    } else {
        set_fields(*state_a, *state_b, first_);
    }
}

// ---- Ticks that both files have ----

sim::Result<void> Comparison::compare_ticks() {
    const auto found = find_range();
    TANDEM_TRY(found);
    const Range& range = *found;
    if (has_later_start() && !has_whole_start_ && range.equal_at == first_) {
        append_note("where the later file begins, " + bits_text() +
                    " of the other's chain were compared" + without_game());
    }
    const auto bad = find_bad_tick(range);
    TANDEM_TRY(bad);
    const auto tick = find_record(range.equal_at, std::min(*bad, range.end));
    TANDEM_TRY(tick);
    if (*tick) {
        return conclude_inputs(range, **tick);
    }
    if (*bad <= range.end) {
        return confirm(range, *bad);
    }
    return conclude_equal(range);
}

sim::Result<void> Comparison::conclude_inputs(const Range& range, sim::Tick tick) {
    if (track_bits_ < k_trusted_track_bits && range.equal_at < tick.number) {
        const auto exact = find_earlier_state(range.equal_at, tick.number);
        if (exact) {
            return confirm(range, *exact);
        }
    }
    report_.verdict = DiffVerdict::inputs;
    TANDEM_TRY(name_input(tick));
    StateParting(a_, b_, states_, report_).find_from(tick.number);
    return {};
}

std::optional<std::uint64_t> Comparison::find_earlier_state(std::uint64_t from, std::uint64_t to) {
    if (factory_) {
        const auto run_a = states_.simulate(a_, from, to);
        const auto run_b = states_.simulate(b_, from, to);
        if (run_a && run_b) {
            return first_difference(*run_a, *run_b, from);
        }
    }
    append_note(
        "from tick " + std::to_string(from) + " to " + std::to_string(to - 1) + " " + bits_text() +
        " of each chain were compared, so the states may differ before the inputs do" + way_out());
    return std::nullopt;
}

sim::Result<Range> Comparison::find_range() {
    const std::vector<std::uint64_t> ends = common_ends(a_, b_, end_);
    std::size_t equal = 0;  // chains are equal at so many of the ends
    std::size_t behind = ends.size();
    while (equal < behind) {
        const std::size_t middle = equal + (behind - equal) / 2;
        const auto agree = compare_chains(ends[middle]);
        TANDEM_TRY(agree);
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

sim::Result<bool> Comparison::compare_chains(std::uint64_t ticks_done) {
    const auto a = in_a_.chain(ticks_done);
    const auto b = in_b_.chain(ticks_done);
    TANDEM_TRY(a);
    TANDEM_TRY(b);
    ++(a->whole && b->whole ? report_.chains_read : report_.lows_read);
    return a->agrees(*b);
}

sim::Result<std::uint64_t> Comparison::find_bad_tick(const Range& range) {
    for (std::uint64_t at = range.equal_at + 1; at <= range.end; ++at) {
        const auto agree = compare_chains(at);
        TANDEM_TRY(agree);
        if (!*agree) {
            return at;
        }
    }
    return range.hashes_differ ? range.end : range.end + 1;
}

sim::Result<std::optional<sim::Tick>> Comparison::find_record(std::uint64_t from,
                                                              std::uint64_t to) {
    for (std::uint64_t tick = from; tick < to; ++tick) {
        const auto a = in_a_.record(sim::Tick{tick});
        const auto b = in_b_.record(sim::Tick{tick});
        TANDEM_TRY(a);
        TANDEM_TRY(b);
        if (!std::equal(a->begin(), a->end(), b->begin(), b->end())) {
            return std::optional(sim::Tick{tick});
        }
    }
    return std::optional<sim::Tick>();
}

sim::Result<void> Comparison::name_input(sim::Tick tick) {
    const auto a = in_a_.record(tick);
    const auto b = in_b_.record(tick);
    TANDEM_TRY(a);
    TANDEM_TRY(b);
    InputDifference difference = input_difference(a_.header(), *a, *b);
    report_.tick = tick;
    report_.player = difference.player;
    report_.fields = std::move(difference.fields);
    return {};
}

sim::Result<void> Comparison::compare_inputs_only() {
    const Header& a = a_.header();
    const Header& b = b_.header();
    if (a.input_schema.hash() != b.input_schema.hash() || a.setup.slots != b.setup.slots) {
        append_note(
            "inputs are not compared: the files do not have the same input fields and slots");
        return {};
    }
    const std::uint64_t from = std::max(a_.first_tick(), b_.first_tick());
    const auto tick = find_record(from, end_);
    TANDEM_TRY(tick);
    if (*tick) {
        append_note("the first input that differs is at tick " + std::to_string((*tick)->number));
        return name_input(**tick);
    }
    append_note("the inputs of the " + std::to_string(end_ > from ? end_ - from : 0) +
                " ticks that both have are the same");
    return {};
}

sim::Result<void> Comparison::conclude_equal(const Range& range) {
    if (!is_glance()) {
        TANDEM_TRY(check_unlike_records(a_, b_, end_));
    }
    if (range.equal_at < end_) {
        const auto chain_a = whole_chain(a_, in_a_, range);
        const auto chain_b = whole_chain(b_, in_b_, range);
        TANDEM_TRY(chain_a);
        TANDEM_TRY(chain_b);
        if (*chain_a && *chain_b && **chain_a != **chain_b) {
            return confirm(range, end_);
        }
        if (!*chain_a || !*chain_b) {
            report_unconfirmed_tail(range);
        }
    }
    if (has_later_start() || a_.end_tick() != b_.end_tick()) {
        report_.verdict = DiffVerdict::prefix;
        report_.tick = sim::Tick{
            a_.end_tick() != b_.end_tick() ? end_ : std::min(a_.first_tick(), b_.first_tick())};
    }
    return {};
}

sim::Result<std::optional<sim::ChainHash>> Comparison::whole_chain(const Replay& replay,
                                                                   Cursor& cursor,
                                                                   const Range& range) {
    const auto stated = cursor.chain(end_);
    TANDEM_TRY(stated);
    if (stated->whole || !factory_) {
        return stated->whole;
    }
    const auto run = states_.simulate(replay, range.equal_at, end_);
    return run ? std::optional(run->chains.back()) : std::nullopt;
}

void Comparison::report_unconfirmed_tail(const Range& range) {
    append_note(
        "of the states after tick " + std::to_string(range.equal_at) + " " + bits_text() +
        " of each chain were compared: not both files state the whole chain where the shorter "
        "ends, and " +
        (factory_ ? "simulating again here does not tell it"
                  : "without the simulation none can be computed"));
}

sim::Result<void> Comparison::confirm(const Range& range, std::uint64_t bad) {
    report_.verdict = DiffVerdict::state;
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
    report_.tick_from = report_.tick;
    if (!report_.is_confirmed && track_bits_ < k_trusted_track_bits) {
        report_.tick_from = sim::Tick{range.equal_at};
        report_range();
    }
    TANDEM_TRY(report_plants());
    const auto state_a = states_.state_at(a_, bad, rerun_a);
    const auto state_b = states_.state_at(b_, bad, rerun_b);
    if (state_a && state_b) {
        set_fields(*state_a, *state_b, bad);
    } else {
        name_fields(bad);
    }
    return {};
}

void Comparison::report_range() {
    const std::uint64_t from = report_.tick_from->number;
    const std::uint64_t tick = report_.tick->number;
    if (from == tick) {
        return;
    }
    std::string text = "the first such tick is one of " + std::to_string(from) + " to " +
                       std::to_string(tick) + ": ";
    if (track_bits_ == 0) {
        text += "between the whole chains after " + std::to_string(from) + " and " +
                std::to_string(tick + 1) + " ticks not both files hold any bits of a chain";
    } else {
        text += "only " + std::to_string(track_bits_) +
                " bits of the chains between were compared, which are equal by chance once in " +
                std::to_string(std::uint64_t{1} << track_bits_) + " ticks";
    }
    append_note(text + way_out());
}

std::optional<std::uint64_t> Comparison::first_difference(const Rerun& a, const Rerun& b,
                                                          std::uint64_t from) {
    const auto differs = std::mismatch(a.chains.begin(), a.chains.end(), b.chains.begin());
    if (differs.first == a.chains.end()) {
        return std::nullopt;
    }
    return from + 1 + static_cast<std::uint64_t>(differs.first - a.chains.begin());
}

sim::Error Comparison::stated_falsely(std::uint64_t bad) {
    return {sim::ErrorCode::bad_data, "tick " + std::to_string(bad - 1),
            "both files have the same inputs and states up to here, and their hashes of the "
            "inputs differ; one of the two is damaged; `verify` both"};
}

sim::Result<void> Comparison::report_plants() {
    for (const auto& [replay, name] : {std::pair(&a_, "first"), std::pair(&b_, "second")}) {
        const auto marks = replay->read_marks();
        TANDEM_TRY(marks);
        for (const sim::Mark& mark : *marks) {
            if (mark.kind == sim::MarkKind::plant && mark.tick == *report_.tick) {
                append_note(std::string("the ") + name + " file says that one bit of " + mark.text +
                            " was flipped at this tick on purpose");
            }
        }
    }
    return {};
}

void Comparison::set_fields(const sim::Bytes& a, const sim::Bytes& b, std::uint64_t ticks_done) {
    report_.fields = sim::compare_values(a_.header().state_schema, a, b);
    report_.fields_ticks_done = ticks_done;
}

void Comparison::name_fields(std::uint64_t bad) {
    for (const CommonState& common : common_states(a_, b_, bad)) {
        const auto a = states_.load(a_, *common.a);
        const auto b = states_.load(b_, *common.b);
        if (!a || !b) {
            continue;
        }
        set_fields(*a, *b, common.ticks_done);
        if (common.ticks_done != bad) {
            append_note("not both files hold the state of that tick; the fields are those after " +
                        std::to_string(common.ticks_done) + " ticks");
        }
        return;
    }
    append_note(
        factory_ ? "which fields differ cannot be said: not both files hold a state at or after "
                   "that tick"
                 : "which fields differ cannot be said without the simulation: not both files hold "
                   "a state at or after that tick");
}

}  // namespace
}  // namespace tandem::replay
