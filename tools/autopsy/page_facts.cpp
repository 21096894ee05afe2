// SPDX-License-Identifier: MIT
// The part that is shown tick by tick lies around the bad tick, which is the reason to look.
#include <tandem/tools/autopsy/page_facts.hpp>

#include <algorithm>
#include <filesystem>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/text/cut_text.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using replay::Replay;

// A file decides how many marks it has and how long their texts are, not how large the page is.
constexpr std::size_t k_marks_read_max = 10'000;
constexpr std::size_t k_mark_characters_max = 200;

RecordingFacts side_of(const Replay& replay, std::string name) {
    const replay::Header& header = replay.header();
    RecordingFacts side;
    side.name = std::move(name);
    side.game = header.game;
    side.game_version = header.game_version;
    side.build = header.build;
    side.seed = header.setup.seed;
    side.players = header.setup.slots;
    side.span = {replay.first_tick(), replay.end_tick()};
    side.flaw = replay.flaw() ? replay.flaw()->text() : "";
    side.player_names.resize(header.setup.slots);
    // If only the file's index was read, its marks are still to be read.
    if (const auto marks = replay.read_marks()) {
        for (sim::Mark mark : *marks) {
            mark.text = cut_text(mark.text, k_mark_characters_max, "...");
            if (!replay::is_about_whole_session(mark.kind)) {
                // Marks beyond the file's own ticks are left out.
                if (mark.tick.number <= side.span.end && side.marks.size() < k_marks_read_max) {
                    side.marks.push_back(std::move(mark));
                }
            } else if (mark.kind == sim::MarkKind::player_name &&
                       mark.slot < side.player_names.size()) {
                side.player_names[mark.slot] = mark.text;
            }
        }
    }
    std::stable_sort(side.marks.begin(), side.marks.end(),
                     [](const sim::Mark& a, const sim::Mark& b) { return a.tick < b.tick; });
    side.keyframes = keyframe_ticks(replay);
    return side;
}

// True if so many ticks lie between the two that the page would show nothing else.
bool are_far_apart(const PageInput& input) {
    if (input.second == nullptr) {
        return false;
    }
    const Replay& a = input.first;
    const Replay& b = *input.second;
    const std::uint64_t gap_begin = std::min(a.end_tick(), b.end_tick());
    const std::uint64_t gap_end = std::max(a.first_tick(), b.first_tick());
    return gap_end > gap_begin &&
           gap_end - gap_begin > (a.end_tick() - a.first_tick()) + (b.end_tick() - b.first_tick());
}

TickSpan span_of(const PageInput& input) {
    TickSpan span{input.first.first_tick(), input.first.end_tick()};
    if (input.second != nullptr && !are_far_apart(input)) {
        span.first = std::min(span.first, input.second->first_tick());
        span.end = std::max(span.end, input.second->end_tick());
    }
    return span;
}

// Gathers the packets of each bundle once, whichever of its recordings is named.
void gather_packets(const PageInput& input, PageFacts& facts) {
    std::string last_folder;
    for (std::size_t i = 0; i < facts.sides.size(); ++i) {
        const std::string& path = i == 0 ? input.names.a : input.names.b;
        const std::string folder = std::filesystem::path(path).parent_path().string();
        if (i > 0 && folder == last_folder) {
            continue;
        }
        last_folder = folder;
        auto packets = packets_beside(path);
        if (!packets) {
            facts.notes.push_back("The packets are not shown: " + packets.error().text());
        } else if (*packets) {
            facts.packets.push_back({facts.sides[i].name, std::move(**packets)});
        }
    }
}

// Returns as many ticks on both sides of `middle` as there is room for.
TickSpan exact_span(TickSpan whole, std::uint64_t middle, std::size_t strips) {
    const std::uint64_t most =
        std::min(k_exact_ticks_max, k_exact_values_max / std::max<std::uint64_t>(strips, 1));
    if (whole.ticks() <= most) {
        return whole;
    }
    const std::uint64_t before = std::min(middle - whole.first, most / 2);
    const std::uint64_t first =
        std::min(whole.first + (middle - whole.first) - before, whole.end - most);
    return {first, first + most};
}

// Returns the player in question first, then the others by their numbers.
std::vector<Slot> slots_of(std::uint32_t players, std::optional<Slot> asked, std::size_t most) {
    std::vector<Slot> slots;
    if (asked && asked->index < players) {
        slots.push_back(*asked);
    }
    for (std::uint32_t slot = 0; slot < players; ++slot) {
        if (!asked || slot != asked->index) {
            slots.push_back(Slot{slot});
        }
    }
    slots.resize(std::min(slots.size(), most));
    std::sort(slots.begin(), slots.end());
    return slots;
}

}  // namespace

std::string PageFacts::player_name(Slot slot) const {
    for (const RecordingFacts& side : sides) {
        if (slot.index < side.player_names.size() && !side.player_names[slot.index].empty()) {
            return side.player_names[slot.index];
        }
    }
    return "player " + std::to_string(slot.index);
}

PageFacts gather_facts(const PageInput& input, const replay::Progress& progress) {
    const Replay& first = input.first;
    const ComparedNames shorts = short_names(input.names);
    PageFacts facts;
    facts.verdict = input.verdict;
    facts.rate = first.header().setup.tick_rate;
    facts.buckets = TickBuckets(span_of(input), k_columns);
    facts.sides.push_back(side_of(first, shorts.a));
    if (input.second != nullptr) {
        facts.sides.push_back(side_of(*input.second, shorts.b));
    }
    if (are_far_apart(input)) {
        facts.notes.push_back("The second begins at tick " +
                              std::to_string(input.second->first_tick()) +
                              ", far from the first: only the ticks of the first are shown.");
    }
    const bool same_inputs = input.second == nullptr ||
                             input.second->header().input_schema == first.header().input_schema;
    if (!same_inputs) {
        facts.notes.emplace_back(
            "The inputs of the two have different fields, so only those of the first are shown.");
    }
    LanePlan plan;
    plan.buckets = facts.buckets;
    const InputFields fields(first.header().input_schema, plan.fields_max);
    const std::size_t shown = std::max<std::size_t>(fields.shown().size(), 1);
    plan.slots = slots_of(first.header().setup.slots, input.verdict.player,
                          std::max<std::size_t>(k_strips_max / shown, 1));
    facts.slots_left_out = first.header().setup.slots - plan.slots.size();
    const TickSpan whole = facts.buckets.span();
    const std::uint64_t middle = std::clamp(input.verdict.tick.value_or(whole.first), whole.first,
                                            std::max(whole.end, whole.first + 1) - 1);
    facts.exact = exact_span(whole, middle, plan.slots.size() * shown);
    plan.exact = facts.exact;
    facts.inputs = read_input_lanes(first, same_inputs ? input.second : nullptr, plan, progress);
    if (input.second != nullptr) {
        facts.chain =
            read_chain_lane(first, *input.second, facts.buckets, input.verdict.parted_at, progress);
        facts.states =
            compare_stored_states(first, *input.second, facts.chain, k_compared_state_bytes_max);
        // explain says it; diff does not ask.
        if (input.verdict.is_bad && input.verdict.parted_at && !input.verdict.healed_tick) {
            facts.verdict.healed_tick = healed_from(facts.states, *input.verdict.parted_at);
        }
    } else {
        // If only its own keyframes do not lead on, the history is that of the simulation from the
        // start.
        const bool is_known = !input.verdict.is_bad || input.verdict.parted_at ||
                              input.verdict.is_failed_step || input.verdict.word == "unsaved";
        facts.chain = chain_lane_of(facts.buckets, input.verdict.parted_at, is_known);
    }
    gather_packets(input, facts);
    for (const auto& flaw : facts.inputs.flaws) {
        if (flaw) {
            facts.notes.push_back(flaw->text());
        }
    }
    return facts;
}

}  // namespace tandem::tools::autopsy
