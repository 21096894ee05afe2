// SPDX-License-Identifier: MIT
// The questions go from what is proven by hashes to what is only excluded.
#include <tandem/replay/explain/suspect.hpp>

#include <algorithm>
#include <future>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/entry.hpp>
#include <tandem/replay/explain/builds.hpp>
#include <tandem/replay/explain/lost_field.hpp>
#include <tandem/replay/explain/near_run.hpp>
#include <tandem/replay/explain/other_inputs.hpp>
#include <tandem/replay/explain/other_setup.hpp>
#include <tandem/replay/explain/phase_search.hpp>
#include <tandem/replay/explain/restore_search.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/replay/verify/segments.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// Trying a bit of the state before a step costs a step. So many are affordable for small states; of
// large ones the bits of fields that show the fault later come first, until as many bytes of states
// have been stepped.
constexpr std::uint64_t k_steps_max = 100'000;
constexpr std::uint64_t k_stepped_bytes_max = std::uint64_t{2} << 30;
// Trying a bit of the state behind it costs a hash. So many bytes are affordable.
constexpr std::uint64_t k_hashed_bytes_max = std::uint64_t{1} << 38;
// Between two looks whether somebody wants to stop.
constexpr std::uint64_t k_hashed_bytes_between_looks = std::uint64_t{1} << 32;
// How often the same run is made again to see whether it always comes out the same.
constexpr int k_repeats = 3;
// Whether a fault came once is seen in the ticks behind it: something random, or other rules, goes
// on to change the state. So many of them must be as recorded, and so many at most are simulated.
constexpr std::uint64_t k_ticks_behind_least = 10;
constexpr std::uint64_t k_followed_ticks_max = 20'000;

std::string moment_of(const Divergence& divergence) {
    return divergence.is_reset ? "before its first tick"
                               : "at tick " + std::to_string(divergence.tick.number);
}

class Examination {
public:
    Examination(const Replay& suspect, const sim::AnySimulation& spare, const SuspectFacts& facts,
                Explanation& explanation, const Progress& progress)
        : suspect_(suspect),
          spare_(spare),
          facts_(facts),
          result_(explanation),
          progress_(progress) {}

    sim::Result<void> run() {
        result_.maker = maker_text(suspect_.header());
        if (auto repeated = ask_whether_it_repeats(); !repeated || is_decided()) {
            return repeated;
        }
        if (facts_.other != nullptr) {
            if (auto asked =
                    conclude_by_other_program(suspect_, spare_, facts_, result_, progress_);
                !asked || is_decided()) {
                return asked;
            }
        }
        if (facts_.divergence.is_reset) {
            if (auto searched = ask_for_a_bit(); !searched || is_decided()) {
                return searched;
            }
            ask_what_the_start_lacks();
            return {};
        }
        // One of a few inputs that fits is no chance. A bit that also fits then would be one.
        if (auto asked = ask_for_other_inputs(); !asked || is_decided()) {
            return asked;
        }
        if (auto asked = ask_for_a_lost_field(); !asked) {
            return asked;
        }
        if (auto searched = ask_for_a_bit(); !searched || is_decided()) {
            return searched;
        }
        if (lost_field_) {
            if (result_.bits.empty()) {
                decide(CauseClass::unsaved, lost_proof());
            }
            return {};
        }
        if (auto asked = ask_for_a_restore(); !asked || is_decided()) {
            return asked;
        }
        ask_its_later_keyframes();
        return {};
    }

private:
    bool is_decided() const { return result_.cause != CauseClass::unknown; }

    void step(std::string question, std::string answer) {
        result_.steps.push_back({std::move(question), std::move(answer)});
    }

    void decide(CauseClass cause, std::string proof) {
        result_.cause = cause;
        result_.proof = std::move(proof);
    }

    // Of two runs that begin the bad tick in one state.
    void tell_phase(const std::optional<PhaseParting>& parting, const std::string& runs) {
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

    void tell_where_it_does_not_repeat() {
        const auto unlike =
            run_side_by_side(suspect_, spare_, facts_.divergence.ticks_done(), progress_);
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

    // The same inputs from the same state, several times in this process.
    sim::Result<void> ask_whether_it_repeats() {
        const NearRunPlan plan{RunFrom::keyframe, facts_.divergence.ticks_done(), {}, false};
        std::optional<NearRun> first;
        for (int i = 0; i < k_repeats; ++i) {
            auto run = run_near(suspect_, spare_, plan, progress_);
            if (!run) {
                return run.error();
            }
            if (run->is_stopped) {
                step("does the simulation here always do the same", "unknown: it was stopped");
                return {};
            }
            if (!first) {
                first = std::move(run).value();
            } else if (run->state != first->state || run->failure != first->failure) {
                result_.fields =
                    sim::compare_values(suspect_.header().state_schema, first->state, run->state);
                result_.fields_ticks_done = run->ticks_done;
                const std::string proof =
                    "run again from tick " + std::to_string(first->from_ticks_done) +
                    " with the same inputs, the simulation here came to another state after " +
                    sim::ticks_text(run->ticks_done);
                step("does the simulation here always do the same", "no: " + proof);
                decide(CauseClass::local, proof);
                tell_where_it_does_not_repeat();
                return {};
            }
        }
        step("does the simulation here always do the same",
             "yes: " + std::to_string(k_repeats) + " runs from tick " +
                 std::to_string(first->from_ticks_done) + " came to the same state");
        return {};
    }

    sim::Result<void> ask_for_a_bit() {
        const auto search = BitSearch::at(suspect_, spare_, facts_.divergence);
        if (!search) {
            step("was one bit flipped", "not searched: " + search.error().text());
            return {};
        }
        std::uint64_t tried = 0;
        auto bits = bits_after(*search, tried);
        if (bits.empty()) {
            bits = search->confirm(try_before(*search, tried));
        }
        const std::string single_bits = std::to_string(tried) + " single bits ";
        if (bits.empty()) {
            step("was one bit flipped", "no: none of " + single_bits + "gives what was recorded" +
                                            untried_text(*search, tried));
            return {};
        }
        const BitSearch::Followed behind =
            search->follow(bits.front(), k_followed_ticks_max, progress_);
        if (behind.parts) {
            step(
                "was one bit flipped",
                "not only that: " + bit_text(bits.front()) + " gives what was recorded for " +
                    sim::ticks_text(behind.ticks) +
                    ", and then the recording parts again, so that it was no fault that came once");
            return {};
        }
        result_.bits = bits;
        name_bit(bits.front());
        if (!is_planted_there() && (!are_confirmed(bits) || behind.ticks < k_ticks_behind_least)) {
            step("was one bit flipped",
                 "perhaps: " + std::to_string(bits.size()) + " of " + single_bits +
                     "give what was recorded, " + bit_text(bits.front()) +
                     ", but the file holds only " + sim::ticks_text(behind.ticks) +
                     " behind it; other rules, or anything random, may change one bit too");
            return {};
        }
        const std::string others =
            bits.size() == 1 ? "" : ", as each of " + std::to_string(bits.size()) + " bits does,";
        const std::string proof =
            bit_text(bits.front()) + others + " gives what was recorded there" +
            (behind.ticks == 0 ? ""
                               : " and in the " + sim::ticks_text(behind.ticks) + " behind it");
        step("was one bit flipped", "yes: " + proof);
        if (!lost_field_) {
            decide(CauseClass::memory, proof);
        } else {
            result_.proof = "a flipped bit and a lost field give the same: " + proof;
        }
        return {};
    }

    // The file says that a fault was planted there.
    bool is_planted_there() const {
        return std::any_of(
            suspect_.marks().begin(), suspect_.marks().end(), [&](const sim::Mark& mark) {
                return mark.kind == sim::MarkKind::plant && mark.tick == facts_.divergence.tick;
            });
    }

    static std::string untried_text(const BitSearch& search, std::uint64_t tried) {
        const std::uint64_t all = search.bits_after() + search.bits_before();
        return tried >= all
                   ? ""
                   : "; " + std::to_string(all - tried) +
                         " more, flipped behind the step or before it, were not tried: in a state "
                         "of " +
                         std::to_string(search.state_after().size()) +
                         " bytes that takes too long, and those of fields that differ at the next "
                         "keyframe came first";
    }

    static bool are_confirmed(const std::vector<FlippedBit>& bits) {
        return std::all_of(bits.begin(), bits.end(),
                           [](const FlippedBit& bit) { return bit.is_confirmed; });
    }

    // The bits of the state behind the step that give what was recorded. Of a large state the
    // likely ones come first. One that gives a whole chain leaves no room for another.
    std::vector<FlippedBit> bits_after(const BitSearch& search, std::uint64_t& tried) {
        constexpr std::size_t k_unlikely_share = 8;
        const sim::ByteView state = search.state_after();
        const std::uint64_t bits = search.bits_after();
        const std::uint64_t state_bytes = std::max<std::uint64_t>(state.size(), 1);
        const bool is_too_large = bits > k_hashed_bytes_max / state_bytes;
        if (bits * state_bytes > k_hashed_bytes_between_looks) {
            const auto bytes = likely_bytes(state, k_hashed_bytes_max / state_bytes / 8);
            if (is_too_large || bytes.size() <= state.size() / k_unlikely_share) {
                auto found = search.confirm(try_bytes(search, bytes, tried));
                if (is_too_large || (!found.empty() && are_confirmed(found))) {
                    return found;
                }
                tried = 0;
            }
        }
        std::vector<FlippedBit> found;
        const std::uint64_t share =
            std::max<std::uint64_t>(k_hashed_bytes_between_looks / state_bytes, 1);
        while (tried < bits && goes_on() && (found.empty() || !are_confirmed(found))) {
            const std::uint64_t count = std::min(share, bits - tried);
            const auto more = search.confirm(try_in_threads(search, tried, count));
            found.insert(found.end(), more.begin(), more.end());
            tried += count;
        }
        return found;
    }

    std::vector<StateBit> try_bytes(const BitSearch& search, const std::vector<std::size_t>& bytes,
                                    std::uint64_t& tried) {
        std::vector<StateBit> found;
        for (std::size_t i = 0; i < bytes.size() && goes_on(); ++i) {
            const auto more = search.try_after(std::uint64_t{bytes[i]} * 8, 8);
            found.insert(found.end(), more.begin(), more.end());
            tried += 8;
        }
        return found;
    }

    // Of the state before the step: all bits, or those of likely fields where it is too large.
    std::vector<StateBit> try_before(const BitSearch& search, std::uint64_t& tried) {
        const std::uint64_t bits = search.bits_before();
        if (bits <= k_steps_max) {
            tried += bits;
            return search.try_before(0, bits, progress_);
        }
        std::vector<StateBit> found;
        const std::uint64_t affordable = k_stepped_bytes_max / search.state_before().size();
        for (const std::size_t byte : likely_bytes(search.state_before(), affordable / 8)) {
            const auto more = search.try_before(byte * 8, 8, progress_);
            found.insert(found.end(), more.begin(), more.end());
            tried += 8;
            if (!goes_on()) {
                break;
            }
        }
        return found;
    }

    bool goes_on() { return !progress_ || progress_(0); }

    // At most so many bytes of a state: those of fields that differ where the file next holds a
    // state, in a run from before the bad tick. A fault is often still seen in the field where it
    // began.
    std::vector<std::size_t> likely_bytes(sim::ByteView state, std::uint64_t bytes_max) {
        const auto later = next_states();
        if (!later) {
            return {};
        }
        auto bytes = bytes_of_differing_fields(suspect_.header().state_schema, state, later->first,
                                               later->second);
        bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), bytes_max)));
        return bytes;
    }

    // The first state that the file holds behind the bad tick, and what is simulated there.
    std::optional<std::pair<sim::Bytes, sim::Bytes>> next_states() {
        const std::uint64_t bad = facts_.divergence.ticks_done();
        const auto states = suspect_.states();
        const auto next = std::find_if(states.begin(), states.end(), [&](const StoredState& state) {
            return state.ticks_done >= bad;
        });
        if (next == states.end()) {
            return std::nullopt;
        }
        const auto recorded = suspect_.load_state(*next, spare_.info().state_bytes_max);
        sim::Timeline timeline(spare_.clone());
        if (!recorded || !start_as_recorded(suspect_, timeline)) {
            return std::nullopt;
        }
        jump_to_keyframe(suspect_, timeline, timeline.ticks_done(), bad);
        Cursor cursor(suspect_);
        while (timeline.ticks_done() < next->ticks_done) {
            const auto record = cursor.record(sim::Tick{timeline.ticks_done()});
            if (!record || !timeline.advance(*record)) {
                return std::nullopt;
            }
        }
        return std::pair(timeline.simulation().save(), recorded->bytes);
    }

    std::vector<StateBit> try_in_threads(const BitSearch& search, std::uint64_t from,
                                         std::uint64_t bits) const {
        const std::uint64_t share = bits / std::max<std::uint32_t>(facts_.threads, 1) + 1;
        std::vector<std::future<std::vector<StateBit>>> parts;
        for (std::uint64_t first = 0; first < bits; first += share) {
            const std::uint64_t count = std::min(share, bits - first);
            parts.push_back(std::async(std::launch::async, [&search, first, from, count] {
                return search.try_after(from + first, count);
            }));
        }
        std::vector<StateBit> found;
        for (auto& part : parts) {
            const auto bits_of_part = part.get();
            found.insert(found.end(), bits_of_part.begin(), bits_of_part.end());
        }
        return found;
    }

    static std::string bit_text(const FlippedBit& bit) {
        return "bit " + std::to_string(bit.bit) + " of " + bit.path + " flipped after " +
               sim::ticks_text(bit.ticks_done) + " (" + bit.honest + " to " + bit.flipped + ")";
    }

    void name_bit(const FlippedBit& bit) {
        result_.fields = {{bit.path, bit.honest, bit.flipped, "", "", 0}};
        result_.fields_ticks_done = bit.ticks_done;
    }

    // The state with which the session began is not the one that its setup gives.
    void ask_what_the_start_lacks() {
        const StoredState* stored = suspect_.find_state(suspect_.first_tick());
        const auto begun =
            run_near(suspect_, spare_, {RunFrom::start, suspect_.first_tick(), {}, false});
        const auto state = stored == nullptr
                               ? sim::Result<LoadedState>(sim::Error{})
                               : suspect_.load_state(*stored, spare_.info().state_bytes_max);
        if (!begun || !state) {
            step("what does its beginning lack", "the file does not hold its first state");
            return;
        }
        result_.fields =
            sim::compare_values(suspect_.header().state_schema, begun->state, state->bytes);
        result_.fields_ticks_done = suspect_.first_tick();
        if (const auto other = find_other_setup(suspect_, spare_)) {
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
        if (goes_on.judged == 0 || goes_on.sound < goes_on.judged) {
            step("does it go on from its own first state",
                 "no, so the setup or the rules are others than those of the session");
            return;
        }
        const std::string proof =
            "from the states that the file holds the simulation here gives all "
            "that was recorded, but the setup in the file does not give the "
            "first of them";
        step("does it go on from its own first state", "yes: " + proof);
        decide(CauseClass::recording, proof);
    }

    sim::Result<void> ask_for_other_inputs() {
        const auto found = find_other_input(suspect_, spare_, facts_.divergence.tick);
        if (!found) {
            return found.error();
        }
        if (!*found) {
            step("did it simulate another input than it recorded",
                 "no: neither an idle nor an earlier or later input of a player gives it");
            return {};
        }
        result_.player = (*found)->player;
        const std::string proof = (*found)->text +
                                  " gives every chain that was recorded from there "
                                  "to the next whole one";
        step("did it simulate another input than it recorded", "yes: " + proof);
        decide(CauseClass::inputs, proof);
        const OtherInput& other = **found;
        tell_phase(part_by_inputs(suspect_, spare_, facts_.divergence.tick, other.state, other.said,
                                  other.record),
                   "with the two inputs");
        return {};
    }

    std::string lost_proof() const {
        return "with " + *lost_field_ +
               " as the reset makes it, before the step of the bad tick, the "
               "simulation here gives every chain that was recorded from there to the next whole "
               "one";
    }

    sim::Result<void> ask_for_a_lost_field() {
        auto lost = find_lost_field(suspect_, spare_, facts_.divergence.tick);
        if (!lost) {
            return lost.error();
        }
        lost_field_ = std::move(lost).value();
        step("did a load lose a field",
             lost_field_ ? "yes: " + lost_proof()
                         : "no: no field as the reset makes it gives what was recorded");
        return {};
    }

    sim::Result<void> ask_for_a_restore() {
        const auto found = find_restore(suspect_, spare_, facts_.divergence.tick, progress_);
        if (!found) {
            return found.error();
        }
        if (!found->matters) {
            step("does a saved and restored state go on the same",
                 "yes, in the " + std::to_string(found->ticks_tried) + " ticks before it");
            return {};
        }
        if (!found->restored_at) {
            step("does a saved and restored state go on the same",
                 "no, so the game does not save all that decides; but none of the restores that "
                 "were tried gives what was recorded");
            return {};
        }
        const std::string proof = "saved and restored after " +
                                  sim::ticks_text(*found->restored_at) +
                                  ", the simulation here gives what was recorded, and without that "
                                  "it does not";
        step("does a saved and restored state go on the same", "no: " + proof);
        decide(CauseClass::unsaved, proof);
        tell_phase(part_by_restore(suspect_, spare_, facts_.divergence.tick, *found->restored_at,
                                   progress_),
                   "with and without the restore");
        return {};
    }

    struct Judged {
        std::uint64_t judged = 0;
        std::uint64_t sound = 0;
    };

    // Of the parts between keyframes behind so many ticks.
    Judged sound_segments(std::uint64_t from) const {
        Judged judged;
        for (const Segment& segment : plan_segments(suspect_)) {
            if (segment.entry == nullptr || segment.first_tick < from) {
                continue;
            }
            const SegmentReport report = verify_segment(suspect_, spare_, segment, 0, progress_);
            judged.judged +=
                report.verdict == SegmentVerdict::sound || report.verdict == SegmentVerdict::suspect
                    ? 1
                    : 0;
            judged.sound += report.verdict == SegmentVerdict::sound ? 1 : 0;
        }
        return judged;
    }

    void ask_its_later_keyframes() {
        const Judged later = sound_segments(facts_.divergence.ticks_done());
        if (later.judged == 0) {
            step("does it go on from its own later keyframes", "it has none behind the bad tick");
            is_made_by_this_build();
            return;
        }
        const std::string count =
            std::to_string(later.sound) + " of " + std::to_string(later.judged);
        if (later.sound == later.judged) {
            step("does it go on from its own later keyframes",
                 "yes, from " + count +
                     ": the rules are the same there and here, and what went wrong " +
                     moment_of(facts_.divergence) + " did so once");
            return;
        }
        step("does it go on from its own later keyframes", "only from " + count);
        // Something else than state, inputs and setup decided, again and again.
        if (is_made_by_this_build()) {
            decide(CauseClass::local,
                   "from its own keyframes it goes on as recorded only in " + count +
                       " parts, although the very same program simulates it here and always does "
                       "the same: something of that machine or process decided");
        }
    }

    // Names both, and says whether they are one: the same code with the same libraries.
    bool is_made_by_this_build() {
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

    const Replay& suspect_;
    const sim::AnySimulation& spare_;
    const SuspectFacts& facts_;
    Explanation& result_;
    const Progress& progress_;
    std::optional<std::string> lost_field_;  // that a load may have lost
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

}  // namespace tandem::replay
