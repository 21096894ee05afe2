// SPDX-License-Identifier: MIT
// Values are texts, with all their digits, since a script's numbers would lose some; each text
// stands once. A side that is as the first one is null.
#include <tandem/tools/autopsy/sections.hpp>

#include <map>
#include <utility>

#include <tandem/tools/autopsy/strip_paths.hpp>

namespace tandem::tools::autopsy {
namespace {

class Texts {
public:
    std::uint64_t number_of(const std::string& text) {
        const auto [place, is_new] = numbers_.try_emplace(text, texts_.size());
        if (is_new) {
            texts_.emplace_back(text);
        }
        return place->second;
    }
    JsonArray extract() { return std::move(texts_); }

private:
    std::map<std::string, std::uint64_t> numbers_;
    JsonArray texts_;
};

JsonArray counts_json(const std::vector<std::uint32_t>& counts) {
    // The array has [bucket, count] of those that have any.
    JsonArray array;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) {
            array.emplace_back(JsonArray{i, counts[i]});
        }
    }
    return array;
}

JsonArray ticks_json(const std::vector<std::uint64_t>& ticks) {
    return JsonArray(ticks.begin(), ticks.end());
}

// Returns for each bucket how many ticks have a value and how many bring another one; for numbers
// the least and the largest, as a text and as a level. For each run it returns first tick, text and
// level.
JsonValue lane_side_json(const LaneSide& side, const InputField& field, const LaneScale& scale,
                         Texts& texts) {
    const auto text_json = [&](std::uint64_t raw) {
        return JsonValue(texts.number_of(number_text(field.node, raw)));
    };
    JsonArray present;
    JsonArray changes;
    JsonArray least;
    JsonArray most;
    JsonArray low;
    JsonArray high;
    for (const LaneBucket& bucket : side.buckets) {
        present.emplace_back(bucket.present);
        changes.emplace_back(bucket.changes);
        if (field.is_number) {
            const bool has_value = bucket.present > 0;
            least.push_back(has_value ? text_json(bucket.least) : JsonValue());
            most.push_back(has_value ? text_json(bucket.most) : JsonValue());
            low.emplace_back(has_value ? scale.level(bucket.least) : 0U);
            high.emplace_back(has_value ? scale.level(bucket.most) : 0U);
        }
    }
    JsonArray runs;
    for (const LaneRun& run : side.runs) {
        JsonArray values{run.first_tick};
        if (run.is_present) {
            values.emplace_back(texts.number_of(run.text));
            values.emplace_back(field.is_number ? scale.level(run.raw) : 0U);
        }
        runs.emplace_back(std::move(values));
    }
    return JsonObject{{"present", std::move(present)}, {"changes", std::move(changes)},
                      {"least", std::move(least)},     {"most", std::move(most)},
                      {"low", std::move(low)},         {"high", std::move(high)},
                      {"runs", std::move(runs)}};
}

JsonObject lane_json(const InputLane& lane, const InputField& field, Texts& texts) {
    const LaneScale scale(lane, field);
    JsonArray sides;
    sides.emplace_back(lane_side_json(lane.sides[0], field, scale, texts));
    if (!lane.sides[1].buckets.empty()) {
        sides.emplace_back(lane.sides[1] == lane.sides[0]
                               ? JsonValue()
                               : lane_side_json(lane.sides[1], field, scale, texts));
    }
    return {{"player", lane.slot.index},
            {"path", field.path},
            {"is_number", field.is_number},
            {"sides", std::move(sides)},
            {"differ", counts_json(lane.differ)}};
}

// Returns [first tick, end, agreement] of equal neighbours, exact at the bad tick.
JsonArray chain_json(const PageFacts& facts) {
    JsonArray array;
    std::optional<std::pair<std::uint64_t, std::string>> open;
    const auto add = [&](std::uint64_t tick, const std::string& word) {
        if (!open || open->second != word) {
            if (open) {
                array.emplace_back(JsonArray{open->first, tick, open->second});
            }
            open = {tick, word};
        }
    };
    const auto& buckets = facts.chain.buckets;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const TickSpan ticks = facts.buckets.ticks_of(i);
        const bool has_parting =
            facts.chain.parted_at && ticks.holds(*facts.chain.parted_at) && buckets[i].equal > 0;
        if (has_parting) {
            add(ticks.first, "equal");
            add(*facts.chain.parted_at, "differ");
        } else {
            add(ticks.first, buckets[i].differ > 0  ? "differ"
                             : buckets[i].equal > 0 ? "equal"
                                                    : "unknown");
        }
    }
    add(facts.buckets.span().end, "");
    return array;
}

template <class Number>
JsonValue optional_json(const std::optional<Number>& number) {
    return number ? JsonValue(*number) : JsonValue();
}

}  // namespace

JsonObject page_data(const PageFacts& facts) {
    Texts texts;
    JsonArray lanes;
    for (const InputLane& lane : facts.inputs.lanes) {
        lanes.emplace_back(lane_json(lane, facts.inputs.fields[lane.field], texts));
    }
    const TickSpan span = facts.buckets.span();
    return {{"rate", JsonArray{facts.rate.ticks, facts.rate.seconds}},
            {"span", JsonArray{span.first, span.end}},
            {"buckets", facts.buckets.count()},
            {"exact", JsonArray{facts.exact.first, facts.exact.end}},
            {"tick", optional_json(facts.verdict.tick)},
            {"healed", optional_json(facts.verdict.healed_tick)},
            {"chain", chain_json(facts)},
            {"differ", counts_json(facts.inputs.differ)},
            {"differ_exactly", ticks_json(facts.inputs.differ_exactly)},
            {"lanes", std::move(lanes)},
            {"texts", texts.extract()}};
}

std::string script_data(const JsonObject& object) {
    std::string text;
    for (const char letter : json_line(object)) {
        // Only strings hold these, where an escape means the same.
        switch (letter) {
            case '<':
                text += "\\u003c";
                break;
            case '>':
                text += "\\u003e";
                break;
            case '&':
                text += "\\u0026";
                break;
            default:
                text += letter;
        }
    }
    return text;
}

}  // namespace tandem::tools::autopsy
