// SPDX-License-Identifier: MIT
// From the start to the first difference, in the order in which a difference makes what follows
// meaningless: header, reset state, chains, records, states.
#include <tandem/replay/diff.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/diff_parts.hpp>
#include <tandem/replay/rerun.hpp>
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

// As far as both say it.
bool agree(const RecordedChain& a, const RecordedChain& b) {
    return a.whole ? b.agrees(*a.whole) : b.whole ? a.agrees(*b.whole) : a.low == b.low;
}

class Comparison {
public:
    Comparison(const Replay& a, const Replay& b, const SimulationFactory& factory)
        : a_(a),
          b_(b),
          in_a_(a),
          in_b_(b),
          factory_(factory),
          first_(a.first_tick()),
          end_(std::min(a.end_tick(), b.end_tick())) {
        report_.a_ticks = a.ticks();
        report_.b_ticks = b.ticks();
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
        if (a_.start_hashes().chain != b_.start_hashes().chain) {
            report_.verdict = DiffVerdict::state;
            report_.tick = sim::Tick{first_};
            report_.state_tick = report_.tick;
            report_.is_reset = true;
            name_fields(first_);
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

    sim::Result<void> compare_ticks() {
        const Range range = find_range();
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
        } else if (a_.ticks() != b_.ticks()) {
            return conclude_prefix(range);
        }
        return {};
    }

    // Where the two part, between two ends of blocks that both files have.
    Range find_range() {
        const std::vector<std::uint64_t> ends = common_ends(a_, b_, end_);
        const auto differs = std::partition_point(ends.begin(), ends.end(), [&](std::uint64_t at) {
            ++report_.chains_read;
            return a_.hashes_at(at) == b_.hashes_at(at);
        });
        Range range{first_, end_, differs != ends.end()};
        if (differs != ends.begin()) {
            range.equal_at = *std::prev(differs);
        }
        if (range.hashes_differ) {
            range.end = *differs;
        }
        return range;
    }

    // How many ticks were done when the chains first differed; beyond range.end where they never
    // do.
    sim::Result<std::uint64_t> find_bad_tick(const Range& range) {
        for (std::uint64_t at = range.equal_at + 1; at <= range.end; ++at) {
            ++report_.lows_read;
            const auto a = in_a_.chain(at);
            const auto b = in_b_.chain(at);
            if (!a || !b) {
                return a ? b.error() : a.error();
            }
            if (!agree(*a, *b)) {
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
        state_a_ = load(a_, *common.a);
        state_b_ = load(b_, *common.b);
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
            const auto run_a = try_rerun(a_, "first", equal_at, last);
            const auto run_b = run_a ? try_rerun(b_, "second", equal_at, last) : std::nullopt;
            if (!run_a || !run_b) {
                return false;
            }
            const auto differs =
                std::mismatch(run_a->states.begin(), run_a->states.end(), run_b->states.begin());
            if (differs.first != run_a->states.end()) {
                name_states_of(equal_at +
                               static_cast<std::uint64_t>(differs.first - run_a->states.begin()));
                return true;
            }
            equal_at = last;
            ticks = std::min(2 * ticks, k_most_ticks);
        }
        note_equal_states();
        return true;
    }

    void name_states_of(std::uint64_t tick) {
        report_.state_tick = sim::Tick{tick};
        const auto run_a = try_rerun(a_, "first", tick, tick + 1);
        const auto run_b = try_rerun(b_, "second", tick, tick + 1);
        if (run_a && run_b) {
            report_.state_fields =
                sim::compare_values(a_.header().state_schema, run_a->state, run_b->state);
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
            const bool is_a_longer = a_.ticks() > b_.ticks();
            const auto run = is_a_longer ? try_rerun(a_, "first", range.equal_at, end_)
                                         : try_rerun(b_, "second", range.equal_at, end_);
            if (run && run->chains.back() != (is_a_longer ? b_ : a_).chain()) {
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
        report_.tick = sim::Tick{end_};
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
            rerun_a = try_rerun(a_, "first", range.equal_at, bad);
            rerun_b = try_rerun(b_, "second", range.equal_at, bad);
        }
        if (rerun_a && rerun_b) {
            report_.is_confirmed = true;
            const std::uint64_t exact = first_difference(*rerun_a, *rerun_b, range.equal_at);
            if (exact != bad) {
                bad = exact;
                rerun_a = try_rerun(a_, "first", range.equal_at, bad);
                rerun_b = try_rerun(b_, "second", range.equal_at, bad);
            }
        }
        report_.tick = sim::Tick{bad - 1};
        note_plants();
        const auto state_a = state_at(a_, bad, rerun_a);
        const auto state_b = state_at(b_, bad, rerun_b);
        if (state_a && state_b) {
            set_fields(*state_a, *state_b, bad);
        } else {
            name_fields(bad);
        }
        return {};
    }

    std::optional<Rerun> try_rerun(const Replay& replay, const std::string& which,
                                   std::uint64_t first, std::uint64_t last) {
        auto run = rerun(replay, factory_(), first, last);
        if (run && run->matches) {
            return std::move(run).value();
        }
        note("simulating the " + which + " file again here does not give what it recorded" +
             (run ? "" : " (" + run.error().text() + ")"));
        return std::nullopt;
    }

    static std::uint64_t first_difference(const Rerun& a, const Rerun& b, std::uint64_t from) {
        const auto differs = std::mismatch(a.chains.begin(), a.chains.end(), b.chains.begin());
        TANDEM_ASSERT(differs.first != a.chains.end());
        return from + 1 + static_cast<std::uint64_t>(differs.first - a.chains.begin());
    }

    void note_plants() {
        for (const auto& [replay, name] : {std::pair(&a_, "first"), std::pair(&b_, "second")}) {
            for (const sim::Mark& mark : replay->marks()) {
                if (mark.kind == sim::MarkKind::plant && mark.tick == *report_.tick) {
                    note(std::string("the ") + name + " file says that one bit of " + mark.text +
                         " was flipped at this tick on purpose");
                }
            }
        }
    }

    std::optional<sim::Bytes> state_at(const Replay& replay, std::uint64_t ticks_done,
                                       const std::optional<Rerun>& run) {
        if (run) {
            return run->state;
        }
        const StoredState* stored = replay.find_state(ticks_done);
        return stored == nullptr ? std::nullopt : load(replay, *stored);
    }

    // Within the game's own bound where the game is known.
    std::optional<sim::Bytes> load(const Replay& replay, const StoredState& stored) {
        if (!state_bytes_max_) {
            state_bytes_max_ =
                factory_ ? factory_().info().state_bytes_max : sim::k_state_bytes_max_default;
        }
        auto state = replay.load_state(stored, *state_bytes_max_);
        if (state) {
            return std::move(state).value();
        }
        const bool is_first = &replay == &a_;
        if (bool& is_told = is_first ? a_unusable_told_ : b_unusable_told_; !is_told) {
            is_told = true;
            note(std::string("a state in the ") + (is_first ? "first" : "second") +
                 " file cannot be used: " + state.error().text());
        }
        return std::nullopt;
    }

    void set_fields(const sim::Bytes& a, const sim::Bytes& b, std::uint64_t ticks_done) {
        report_.fields = sim::compare_values(a_.header().state_schema, a, b);
        report_.fields_ticks_done = ticks_done;
    }

    // From what both files hold: the state after `bad` ticks, or else the next one.
    void name_fields(std::uint64_t bad) {
        for (const CommonState& common : common_states(a_, b_, bad)) {
            const auto a = load(a_, *common.a);
            const auto b = load(b_, *common.b);
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
    std::uint64_t first_;
    std::uint64_t end_;
    std::optional<std::uint64_t> state_bytes_max_;
    // The two states that are being compared.
    std::optional<sim::Bytes> state_a_;
    std::optional<sim::Bytes> state_b_;
    bool a_unusable_told_ = false;
    bool b_unusable_told_ = false;
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
