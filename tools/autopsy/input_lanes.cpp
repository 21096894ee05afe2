// SPDX-License-Identifier: MIT
// It makes one pass over both recordings. Most inputs are those of the tick before, which costs a
// comparison of bytes.
#include <tandem/tools/autopsy/input_lanes.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/text/cut_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using sim::Bytes;
using sim::ByteView;

constexpr std::size_t k_value_characters = 80;
constexpr std::uint64_t k_ticks_between_pulses = 4096;

bool are_equal(ByteView a, ByteView b);

// The input of a player in a tick.
struct Given {
    bool is_known = false;    // the recording has this tick
    bool is_present = false;  // the player took part
    Bytes input;
    std::vector<ByteView> parts;  // the fields of `input`
};

// Reads a recording tick by tick.
class SideReader {
public:
    SideReader(const replay::Replay& replay, const InputFields& fields, const LanePlan& plan)
        : replay_(replay), fields_(fields), plan_(plan), cursor_(replay) {
        now_.resize(plan.slots.size());
        before_.resize(plan.slots.size());
    }

    // Reads the tick, which then is the present one. False if the recording does not have it.
    bool read(std::uint64_t tick);
    const Given& now(std::size_t slot) const { return now_[slot]; }
    const Given& before(std::size_t slot) const { return before_[slot]; }
    ByteView record() const { return record_; }
    const std::optional<sim::Error>& flaw() const { return flaw_; }

private:
    void parse(std::uint64_t tick);
    void read_inputs(std::size_t index, Slot slot, bool is_known);

    const replay::Replay& replay_;
    const InputFields& fields_;
    const LanePlan& plan_;
    replay::Cursor cursor_;
    sim::RecordView view_;
    ByteView record_;  // the present tick's
    std::vector<Given> now_;
    std::vector<Given> before_;
    std::optional<sim::Error> flaw_;
};

bool is_same(const Given& a, const Given& b, std::size_t field);

class LaneWriter {
public:
    LaneWriter(InputLane& lane, std::size_t slot, const InputField& field, const LanePlan& plan)
        : lane_(lane), slot_(slot), field_(field), plan_(plan) {}

    void add(std::size_t side, std::uint64_t tick, std::uint64_t bucket, const SideReader& reader);

    void compare(std::uint64_t bucket, const SideReader& first, const SideReader& second) {
        lane_.differ[bucket] += is_same(first.now(slot_), second.now(slot_), lane_.field) ? 0U : 1U;
    }

private:
    void widen(LaneBucket& part, ByteView bytes) const;
    LaneRun run_of(std::uint64_t tick, const Given& now) const;

    InputLane& lane_;
    std::size_t slot_;
    const InputField& field_;
    const LanePlan& plan_;
};

}  // namespace

InputLanes read_input_lanes(const replay::Replay& first, const replay::Replay* second,
                            const LanePlan& plan, const replay::Progress& progress) {
    TANDEM_ASSERT(second == nullptr ||
                  second->header().input_schema == first.header().input_schema);
    const InputFields fields(first.header().input_schema, plan.fields_max);
    InputLanes result;
    result.fields.assign(fields.shown().begin(), fields.shown().end());
    result.fields_left_out = fields.left_out();
    result.differ.assign(plan.buckets.count(), 0);
    for (const Slot slot : plan.slots) {
        for (std::size_t field = 0; field < result.fields.size(); ++field) {
            InputLane& lane = result.lanes.emplace_back();
            lane.slot = slot;
            lane.field = field;
            lane.differ.assign(plan.buckets.count(), 0);
            lane.sides[0].buckets.resize(plan.buckets.count());
            lane.sides[1].buckets.resize(second == nullptr ? 0 : plan.buckets.count());
        }
    }
    std::vector<LaneWriter> writers;
    for (std::size_t i = 0; i < result.lanes.size(); ++i) {
        InputLane& lane = result.lanes[i];
        writers.emplace_back(lane, i / result.fields.size(), result.fields[lane.field], plan);
    }
    std::vector<SideReader> sides;
    sides.reserve(2);
    sides.emplace_back(first, fields, plan);
    if (second != nullptr) {
        sides.emplace_back(*second, fields, plan);
    }
    const TickSpan span = plan.buckets.span();
    for (std::uint64_t tick = span.first; tick < span.end; ++tick) {
        if (progress && (tick - span.first) % k_ticks_between_pulses == 0 && !progress(tick)) {
            break;
        }
        const std::uint64_t bucket = plan.buckets.of(tick);
        std::size_t known = 0;
        for (std::size_t side = 0; side < sides.size(); ++side) {
            known += sides[side].read(tick) ? 1U : 0U;
            for (LaneWriter& writer : writers) {
                writer.add(side, tick, bucket, sides[side]);
            }
        }
        if (known == 2 && !are_equal(sides[0].record(), sides[1].record())) {
            ++result.differ[bucket];
            if (plan.exact.holds(tick)) {
                result.differ_exactly.push_back(tick);
            }
            result.first_differing = result.first_differing.value_or(tick);
            for (LaneWriter& writer : writers) {
                writer.compare(bucket, sides[0], sides[1]);
            }
        }
    }
    for (std::size_t side = 0; side < sides.size(); ++side) {
        result.flaws[side] = sides[side].flaw();
    }
    return result;
}

namespace {

bool are_equal(ByteView a, ByteView b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

bool SideReader::read(std::uint64_t tick) {
    std::swap(now_, before_);
    record_ = {};
    const bool has = !flaw_ && tick >= replay_.first_tick() && tick < replay_.end_tick();
    if (has) {
        parse(tick);
    }
    for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
        read_inputs(i, plan_.slots[i], has && !flaw_);
    }
    return has && !flaw_;
}

void SideReader::parse(std::uint64_t tick) {
    const replay::Header& header = replay_.header();
    const auto record = cursor_.record(sim::Tick{tick});
    if (!record) {
        flaw_ = record.error();
        return;
    }
    record_ = *record;
    if (auto parsed = sim::parse_record(header.input_schema, header.setup.slots, *record, view_);
        !parsed) {
        flaw_ = parsed.error();
    }
}

void SideReader::read_inputs(std::size_t index, Slot slot, bool is_known) {
    Given& given = now_[index];
    given.is_known = is_known;
    given.is_present = is_known && slot.index < view_.inputs.size() && view_.present(slot.index);
    const ByteView input = given.is_present ? view_.inputs[slot.index] : ByteView{};
    if (given.is_present) {
        given.input.assign(input.begin(), input.end());
        fields_.cut(given.input, given.parts);
    }
}

// True if a field has the same value in two inputs.
bool is_same(const Given& a, const Given& b, std::size_t field) {
    return a.is_known == b.is_known && a.is_present == b.is_present &&
           (!a.is_present || are_equal(a.parts[field], b.parts[field]));
}

void LaneWriter::add(std::size_t side, std::uint64_t tick, std::uint64_t bucket,
                     const SideReader& reader) {
    const Given& now = reader.now(slot_);
    if (!now.is_known) {
        return;
    }
    const Given& before = reader.before(slot_);
    const bool is_changed = !before.is_known || !is_same(now, before, lane_.field);
    LaneSide& lane = lane_.sides[side];
    LaneBucket& part = lane.buckets[bucket];
    if (is_changed && before.is_known) {
        ++part.changes;
    }
    if (now.is_present) {
        widen(part, now.parts[lane_.field]);
    }
    if (plan_.exact.holds(tick) && (is_changed || lane.runs.empty())) {
        lane.runs.push_back(run_of(tick, now));
    }
}

void LaneWriter::widen(LaneBucket& part, ByteView bytes) const {
    if (field_.is_number) {
        const std::uint64_t raw = raw_of(bytes);
        const std::uint64_t order = order_of(field_.node, raw);
        if (part.present == 0 || order < order_of(field_.node, part.least)) {
            part.least = raw;
        }
        if (part.present == 0 || order > order_of(field_.node, part.most)) {
            part.most = raw;
        }
    }
    ++part.present;
}

LaneRun LaneWriter::run_of(std::uint64_t tick, const Given& now) const {
    LaneRun run{tick, now.is_present, 0, {}};
    if (now.is_present) {
        const ByteView bytes = now.parts[lane_.field];
        run.raw = field_.is_number ? raw_of(bytes) : 0;
        run.text = cut_text(field_text(field_.node, bytes), k_value_characters, "...");
    }
    return run;
}

}  // namespace
}  // namespace tandem::tools::autopsy
