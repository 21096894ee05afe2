// SPDX-License-Identifier: MIT
// Asks all programs for the same run, so that only the process differs; and tries other setups.
#include <tandem/replay/explain/started_anew.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <tandem/replay/explain/ask_program.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// Addresses are drawn anew for each process. Two programs that happen to agree with this one in all
// addresses that decide are rare.
constexpr int k_programs = 2;

constexpr const char* k_question = "does this program do the same when it is started anew";

// Returns the last keyframe with which a run up to so many ticks can begin.
std::optional<std::uint64_t> keyframe_before(const Replay& replay, std::uint64_t ticks_done) {
    std::optional<std::uint64_t> last;
    for (const StoredState& state : replay.states()) {
        const bool is_between = state.purpose == sim::StatePurpose::keyframe &&
                                state.ticks_done > replay.first_tick() &&
                                state.ticks_done < ticks_done;
        if (is_between) {
            last = std::max(last.value_or(0), state.ticks_done);
        }
    }
    return last;
}

AskPlan plan_of(const Replay& replay, const Divergence& bad) {
    AskPlan plan{bad.ticks_done()};
    if (!bad.is_reset) {
        plan.seen = bad.tick;
        plan.from_keyframe = keyframe_before(replay, bad.ticks_done());
    }
    plan.stops_where_it_parts = false;
    plan.keeps_hashes = true;
    return plan;
}

class StartedAnew {
public:
    StartedAnew(const Replay& suspect, const sim::AnySimulation& spare, const SuspectFacts& facts,
                Explanation& explanation, const Progress& progress)
        : suspect_(suspect),
          spare_(spare),
          facts_(facts),
          result_(explanation),
          progress_(progress),
          plan_(plan_of(suspect, facts.divergence)),
          from_(plan_.from_keyframe.value_or(suspect.first_tick())) {}

    void run() {
        OwnProgram own(spare_.clone());
        const auto here = ask(own);
        for (int i = 0; here && i < k_programs; ++i) {
            auto program = facts_.start_anew();
            if (!program) {
                return answer("unknown: " + program.error().text());
            }
            const auto there = ask(**program);
            if (!there) {
                return;
            }
            if (const auto unlike = first_unlike(*here, *there)) {
                return conclude(*here, *there, *unlike);
            }
        }
        if (here) {
            answer("yes: " + std::to_string(k_programs) + " programs started anew came from tick " +
                   std::to_string(from_) + " to the state that this one comes to");
        }
    }

private:
    void answer(std::string text) { result_.steps.push_back({k_question, std::move(text)}); }

    // Asks a program for the run. If it comes to no end, that is the answer, and nothing is
    // returned.
    std::optional<AskedRun> ask(GameProgram& program) {
        auto run = ask_program(suspect_, program, plan_, progress_);
        if (!run) {
            answer("unknown: " + run.error().text());
            return std::nullopt;
        }
        if (!run->is_failed && run->ticks_done < plan_.end_ticks_done) {
            answer("unknown: it was stopped");
            return std::nullopt;
        }
        return std::move(run).value();
    }

    // Returns after how many ticks the two have different states, or one fails and the other does
    // not.
    std::optional<std::uint64_t> first_unlike(const AskedRun& a, const AskedRun& b) const {
        const auto parted =
            std::mismatch(a.hashes.begin(), a.hashes.end(), b.hashes.begin(), b.hashes.end());
        if (parted.first == a.hashes.end() && parted.second == b.hashes.end()) {
            return std::nullopt;
        }
        return from_ + static_cast<std::uint64_t>(parted.first - a.hashes.begin());
    }

    void conclude(const AskedRun& here, const AskedRun& there, std::uint64_t unlike) {
        const bool is_failure = here.is_failed != there.is_failed &&
                                unlike == std::min(here.ticks_done, there.ticks_done) + 1;
        const std::string proof =
            "started anew, this very program " +
            (is_failure ? std::string(there.is_failed ? "fails" : "does not fail") +
                              " in the step after " + sim::ticks_text(unlike - 1) + ", as it does" +
                              (there.is_failed ? " not" : "") + " here"
             : unlike == suspect_.first_tick()
                 ? std::string("begins with another state than here, of the same setup")
                 : "came to another state after " + sim::ticks_text(unlike) +
                       " than here, with the same inputs from tick " + std::to_string(from_) +
                       " on");
        answer("no: " + proof);
        result_.cause = CauseClass::local;
        result_.proof = proof;
        const bool is_reset = facts_.divergence.is_reset;
        if (!is_reset && (!here.seen || !there.seen)) {
            return;  // a program failed before the bad tick
        }
        result_.fields = sim::compare_values(suspect_.header().state_schema,
                                             is_reset ? here.first_state : here.seen->after,
                                             is_reset ? there.first_state : there.seen->after);
        result_.values = ValuePair::two_runs;
        result_.fields_ticks_done = facts_.divergence.ticks_done();
        if (const auto parting =
                is_reset ? std::nullopt : part_in_phases(*here.seen, *there.seen)) {
            result_.phase = parting->phase;
        }
    }

    const Replay& suspect_;
    const sim::AnySimulation& spare_;
    const SuspectFacts& facts_;
    Explanation& result_;
    const Progress& progress_;
    const AskPlan plan_;
    const std::uint64_t from_;  // the number of ticks after which all runs begin
};

}  // namespace

void ask_programs_anew(const Replay& suspect, const sim::AnySimulation& spare,
                       const SuspectFacts& facts, Explanation& explanation,
                       const Progress& progress) {
    TANDEM_ASSERT(facts.start_anew != nullptr);
    StartedAnew(suspect, spare, facts, explanation, progress).run();
}

namespace {

// The number of seeds to try. People and programs use small numbers; those beside the stated one
// are tried too.
constexpr std::uint64_t k_seeds = 4'096;
// The number of values of one byte of an option; options are small numbers, labels and flags.
constexpr unsigned k_values_of_byte = 256;
// At most so many bytes of states are made.
constexpr std::uint64_t k_bytes_max = std::uint64_t{1} << 31;

// True if a setup gives the state that was recorded.
using IsSetup = std::function<bool(const Setup& setup)>;

std::optional<OtherSetup> try_seeds(const Setup& stated, const IsSetup& is_it) {
    for (std::uint64_t i = 0; i < 2 * k_seeds; ++i) {
        Setup setup = stated;
        // The seeds are 0, 1, 2, ... and the stated one less or more, by turns.
        const std::uint64_t half = i / 4 + 1;
        setup.seed = i % 2 == 0 ? i / 2 : i % 4 == 1 ? setup.seed + half : setup.seed - half;
        if (setup.seed != stated.seed && is_it(setup)) {
            return OtherSetup{setup, "seed " + std::to_string(setup.seed) + " in place of " +
                                         std::to_string(stated.seed)};
        }
    }
    return std::nullopt;
}

std::string option_text(const sim::Leaf& leaf, const sim::Bytes& options,
                        const sim::Bytes& stated) {
    const auto text = [&](const sim::Bytes& bytes) {
        return sim::leaf_text(*leaf.node, sim::ByteView(bytes).subspan(leaf.offset, leaf.bytes));
    };
    return "option " + leaf.path + " " + text(options) + " in place of " + text(stated);
}

std::optional<OtherSetup> try_options(const Setup& stated, const sim::Schema& schema,
                                      const IsSetup& is_it) {
    if (stated.options.empty()) {
        return std::nullopt;
    }
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), stated.options)) {
        for (std::size_t byte = 0; byte < leaf.bytes; ++byte) {
            for (unsigned value = 0; value < k_values_of_byte; ++value) {
                Setup setup = stated;
                std::byte& changed = setup.options[leaf.offset + byte];
                if (changed == std::byte(value)) {
                    continue;
                }
                changed = std::byte(value);
                if (is_it(setup)) {
                    return OtherSetup{setup, option_text(leaf, setup.options, stated.options)};
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress) {
    const StoredState* stored = replay.first_tick() == 0 ? replay.find_state(0) : nullptr;
    if (stored == nullptr) {
        return std::nullopt;
    }
    const auto state = replay.load_state(*stored, spare.info().state_bytes_max);
    if (!state) {
        return std::nullopt;
    }
    sim::AnySimulation simulation = spare.clone();
    std::uint64_t bytes_made = 0;
    const IsSetup is_it = [&](const Setup& setup) {
        if (bytes_made >= k_bytes_max || (progress && !progress(0))) {
            return false;  // too much was tried
        }
        bytes_made += state->bytes.size() + 1;
        return simulation.reset(setup) && simulation.save() == state->bytes;
    };
    const Header& header = replay.header();
    const auto found = try_seeds(header.setup, is_it);
    return found ? found : try_options(header.setup, header.options_schema, is_it);
}

}  // namespace tandem::replay
