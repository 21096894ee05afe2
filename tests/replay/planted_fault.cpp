// SPDX-License-Identifier: MIT
// Told to the observer by hand, because a timeline would not say one thing and do another.
#include <tests/replay/planted_fault.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using sim::Bytes;
using sim::Leaf;

// How many times a place for the fault is drawn at one tick.
constexpr int k_tries = 20;
// In how many ticks one is looked for.
constexpr std::uint64_t k_ticks_looked_at = 400;
constexpr std::uint64_t k_ticks_late = 40;
constexpr std::uint32_t k_byte_bits = 8;

std::uint64_t number_at(const Bytes& state, std::size_t offset, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        value |= std::to_integer<std::uint64_t>(state[offset + i]) << (k_byte_bits * i);
    }
    return value;
}

void put_number(Bytes& state, std::size_t offset, std::size_t bytes, std::uint64_t value) {
    for (std::size_t i = 0; i < bytes; ++i) {
        state[offset + i] = static_cast<std::byte>(value >> (k_byte_bits * i) & 0xFFU);
    }
}

struct Changed {
    Bytes state;
    std::string path;
    std::string text;
};

// Draws changes of one state.
class Changes {
public:
    Changes(const sim::Schema& schema, const Bytes& state, Random& random)
        : state_(state), random_(random), leaves_(sim::list_leaves(schema.root(), state)) {}

    std::optional<Changed> make(FaultKind kind, const Bytes& before) {
        switch (kind) {
            case FaultKind::one_more:
            case FaultKind::one_more_before:
            case FaultKind::drift:
                return added(1);
            case FaultKind::one_less:
                return added(~std::uint64_t{0});
            case FaultKind::added_many:
                return added(100);
            case FaultKind::draw_more:
            case FaultKind::draw_more_before:
                return drawn(1);
            case FaultKind::draws_more:
                return drawn(random_.between(2, 16));
            case FaultKind::draw_less:
                return drawn(-1);
            case FaultKind::reseeded:
                return drawn(0);
            case FaultKind::element_lost:
            case FaultKind::element_lost_before:
                return resized(false);
            case FaultKind::element_doubled:
                return resized(true);
            case FaultKind::neighbours_swapped:
                return swapped(true);
            case FaultKind::entities_swapped:
            case FaultKind::entities_swapped_before:
                return swapped(false);
            case FaultKind::two_bits_apart:
            case FaultKind::healed_bit:
                return flipped(1);
            case FaultKind::two_bits_at_once:
                return flipped(2);
            case FaultKind::overwritten:
                return overwritten();
            case FaultKind::not_dealt:
                return kept(before);
            case FaultKind::idle_once:
            case FaultKind::late_once:
            case FaultKind::absent_once:
            case FaultKind::swapped_once:
            case FaultKind::late_on:
            case FaultKind::early_on:
            case FaultKind::idle_on:
            case FaultKind::absent_on:
            case FaultKind::swapped_on:
            case FaultKind::late_for_a_while:
            case FaultKind::step_skipped:
            case FaultKind::step_doubled:
                break;  // no change of a state
        }
        return std::nullopt;
    }

    std::optional<Changed> flipped(int bits) {
        Changed changed{state_, "", ""};
        for (int i = 0; i < bits; ++i) {
            const Leaf* leaf = number();
            if (leaf == nullptr) {
                return std::nullopt;
            }
            const auto bit = random_.below(static_cast<std::uint32_t>(leaf->bytes) * k_byte_bits);
            changed.state[leaf->offset + bit / k_byte_bits] ^=
                static_cast<std::byte>(1U << bit % k_byte_bits);
            changed.path = leaf->path;
            changed.text += " bit " + std::to_string(bit) + " of " + leaf->path;
        }
        return changed;
    }

private:
    const Leaf* number() {
        if (leaves_.empty()) {
            return nullptr;
        }
        const Leaf& leaf = leaves_[random_.below(static_cast<std::uint32_t>(leaves_.size()))];
        const bool is_number = sim::shape_of(leaf.kind) == sim::FieldShape::number;
        return is_number ? &leaf : nullptr;
    }

    std::optional<Changed> added(std::uint64_t added) {
        const Leaf* leaf = number();
        if (leaf == nullptr || leaf->kind == sim::FieldKind::boolean) {
            return std::nullopt;
        }
        Changed changed{state_, leaf->path, leaf->path + " off"};
        put_number(changed.state, leaf->offset, leaf->bytes,
                   number_at(state_, leaf->offset, leaf->bytes) + added);
        return changed;
    }

    // O'Neill's generator, forward and back; with no draws another state altogether.
    std::optional<Changed> drawn(std::int32_t draws) {
        constexpr std::uint64_t k_multiplier = 6364136223846793005;
        constexpr std::uint64_t k_inverse = 13877824140714322085U;
        static_assert(k_multiplier * k_inverse == 1);
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i + 1 < leaves_.size(); ++i) {
            const std::string& path = leaves_[i].path;
            if (path.ends_with(".state") && leaves_[i + 1].path.ends_with(".stream")) {
                found.push_back(i);
            }
        }
        if (found.empty()) {
            return std::nullopt;
        }
        const Leaf& leaf = leaves_[found[random_.below(static_cast<std::uint32_t>(found.size()))]];
        std::uint64_t value = number_at(state_, leaf.offset, leaf.bytes);
        const std::uint64_t increment =
            (number_at(state_, leaf.offset + leaf.bytes, leaf.bytes) << 1) | 1;
        value = draws == 0 ? random_.next64() : value;
        for (; draws > 0; --draws) {
            value = value * k_multiplier + increment;
        }
        for (; draws < 0; ++draws) {
            value = (value - increment) * k_inverse;
        }
        Changed changed{state_, leaf.path.substr(0, leaf.path.rfind('.')), "draws"};
        put_number(changed.state, leaf.offset, leaf.bytes, value);
        return changed;
    }

    struct Run {
        std::size_t offset;
        std::size_t bytes;
    };

    // The bytes of an element, in as many runs as it lies in.
    std::vector<Run> runs_of(const std::string& element) const {
        std::vector<Run> runs;
        for (const Leaf& leaf : leaves_) {
            const bool is_inside =
                leaf.path.starts_with(element) &&
                (leaf.path.size() == element.size() || leaf.path[element.size()] == '.' ||
                 leaf.path[element.size()] == '[');
            if (!is_inside) {
                continue;
            }
            if (!runs.empty() && runs.back().offset + runs.back().bytes == leaf.offset) {
                runs.back().bytes += leaf.bytes;
            } else {
                runs.push_back({leaf.offset, leaf.bytes});
            }
        }
        return runs;
    }

    struct List {
        const Leaf* length;
        std::string path;
        std::uint64_t count;
    };

    // A list of two and more elements. Of one the columns would lie in one run.
    std::optional<List> list() {
        std::vector<List> lists;
        for (const Leaf& leaf : leaves_) {
            const auto count = leaf.bytes <= 4 ? number_at(state_, leaf.offset, leaf.bytes) : 0;
            const bool is_list = leaf.kind == sim::FieldKind::list ||
                                 leaf.kind == sim::FieldKind::columns ||
                                 leaf.kind == sim::FieldKind::commands;
            if (is_list && count >= 2 && leaf.path.ends_with(".size")) {
                lists.push_back({&leaf, leaf.path.substr(0, leaf.path.size() - 5), count});
            }
        }
        return lists.empty()
                   ? std::nullopt
                   : std::optional(lists[random_.below(static_cast<std::uint32_t>(lists.size()))]);
    }

    std::optional<Changed> resized(bool is_doubled) {
        const auto found = list();
        if (!found) {
            return std::nullopt;
        }
        const std::string element =
            found->path + "[" + std::to_string(random_.below(found->count)) + "]";
        Changed changed{state_, element, element + (is_doubled ? " doubled" : " lost")};
        put_number(changed.state, found->length->offset, found->length->bytes,
                   found->count + (is_doubled ? 1 : ~std::uint64_t{0}));
        auto runs = runs_of(element);
        std::reverse(runs.begin(), runs.end());
        for (const Run& run : runs) {
            const auto from = changed.state.begin() + static_cast<std::ptrdiff_t>(run.offset);
            const auto end = from + static_cast<std::ptrdiff_t>(run.bytes);
            if (is_doubled) {
                const Bytes copy(from, end);
                changed.state.insert(end, copy.begin(), copy.end());
            } else {
                changed.state.erase(from, end);
            }
        }
        return changed;
    }

    std::optional<Changed> swapped(bool are_neighbours) {
        const auto found = list();
        if (!found || (!are_neighbours && found->count > 64)) {
            return std::nullopt;
        }
        const std::uint64_t first = random_.below(found->count - 1);
        const std::uint64_t second =
            are_neighbours ? first + 1 : first + 1 + random_.below(found->count - first - 1);
        const std::string a = found->path + "[" + std::to_string(first) + "]";
        const std::string b = found->path + "[" + std::to_string(second) + "]";
        const auto of_a = runs_of(a);
        const auto of_b = runs_of(b);
        Changed changed{state_, a, a + " and " + b + " swapped"};
        for (std::size_t i = 0; i < of_a.size(); ++i) {
            if (of_a.size() != of_b.size() || of_a[i].bytes != of_b[i].bytes) {
                return std::nullopt;
            }
            for (std::size_t byte = 0; byte < of_a[i].bytes; ++byte) {
                std::swap(changed.state[of_a[i].offset + byte],
                          changed.state[of_b[i].offset + byte]);
            }
        }
        return changed;
    }

    std::optional<Changed> overwritten() {
        constexpr std::size_t k_bytes = 16;
        if (state_.size() < k_bytes) {
            return std::nullopt;
        }
        const std::size_t from = random_.below(state_.size() - k_bytes + 1);
        Changed changed{state_, "", "bytes from " + std::to_string(from)};
        for (std::size_t i = 0; i < k_bytes; ++i) {
            changed.state[from + i] = static_cast<std::byte>(random_.below(256U));
        }
        return changed;
    }

    std::optional<Changed> kept(const Bytes& before) {
        const Leaf* leaf = number();
        if (leaf == nullptr || before.size() != state_.size()) {
            return std::nullopt;
        }
        Changed changed{state_, leaf->path, leaf->path + " kept"};
        std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(leaf->offset), leaf->bytes,
                    changed.state.begin() + static_cast<std::ptrdiff_t>(leaf->offset));
        return changed;
    }

    const Bytes& state_;
    Random& random_;
    std::vector<Leaf> leaves_;
};

class Planting {
public:
    Planting(const replay::Replay& sound, const sim::AnySimulation& spare, FaultKind kind,
             sim::Tick from, std::uint64_t seed, sim::TickObserver& observer)
        : sound_(sound),
          kind_(kind),
          from_(from.number),
          observer_(observer),
          cursor_(sound),
          simulation_(spare.clone()),
          trial_(spare.clone()),
          random_(seed) {}

    std::optional<PlantedFault> run() {
        const Setup& setup = sound_.header().setup;
        if (!simulation_.reset(setup) || !trial_.reset(setup)) {
            return std::nullopt;
        }
        player_ = random_.below(setup.slots);
        other_ = setup.slots < 2 ? player_ : (player_ + 1) % setup.slots;
        const std::uint64_t start = sim::start_hash(simulation_.info(), simulation_.setup());
        hashes_ = sim::running_start(start, simulation_.state_hash());
        const Bytes state = simulation_.save();
        if (!observer_.on_start({simulation_.info(), simulation_.setup(), start,
                                 simulation_.state_hash(), hashes_, state, 0})) {
            return std::nullopt;
        }
        for (std::uint64_t tick = 0; tick < sound_.end_tick(); ++tick) {
            if (!step(tick) || (!is_done_ && tick > from_ + k_ticks_looked_at)) {
                return std::nullopt;
            }
        }
        if (!observer_.on_end(sim::EndReason::tick_limit) || !is_done_) {
            return std::nullopt;
        }
        return fault_;
    }

private:
    bool is_of_inputs() const { return kind_ <= FaultKind::late_for_a_while; }
    bool is_before() const {
        return kind_ >= FaultKind::one_more_before && kind_ <= FaultKind::entities_swapped_before;
    }
    Bytes record_at(std::uint64_t tick) {
        const auto record = cursor_.record(sim::Tick{tick});
        return record ? Bytes(record->begin(), record->end()) : Bytes();
    }

    std::optional<Bytes> input_at(std::uint64_t tick) {
        const replay::Header& header = sound_.header();
        const Bytes bytes = record_at(tick);
        const auto view = sim::parse_record(header.input_schema, header.setup.slots, bytes);
        if (!view || !view->present(player_)) {
            return std::nullopt;
        }
        const sim::ByteView input = view->inputs[player_];
        return Bytes(input.begin(), input.end());
    }

    std::optional<Bytes> shifted_input(std::uint64_t tick) {
        const std::uint64_t at = kind_ == FaultKind::early_on ? tick + 1 : tick - 1;
        return tick == 0 || at >= sound_.end_tick() ? std::nullopt : input_at(at);
    }

    Bytes faulty_record(std::uint64_t tick) {
        const replay::Header& header = sound_.header();
        const Bytes said = record_at(tick);
        const auto view = sim::parse_record(header.input_schema, header.setup.slots, said);
        if (!view) {
            return said;
        }
        std::uint64_t presence = view->presence;
        std::vector<Bytes> inputs;
        for (const sim::ByteView input : view->inputs) {
            inputs.emplace_back(input.begin(), input.end());
        }
        if (kind_ == FaultKind::idle_once || kind_ == FaultKind::idle_on) {
            inputs[player_] = simulation_.info().idle_input;
        } else if (kind_ == FaultKind::absent_once || kind_ == FaultKind::absent_on) {
            presence &= ~(std::uint64_t{1} << player_);
        } else if (kind_ == FaultKind::swapped_once || kind_ == FaultKind::swapped_on) {
            std::swap(inputs[player_], inputs[other_]);
        } else if (auto other = shifted_input(tick)) {
            inputs[player_] = std::move(*other);
        }
        return sim::make_record(presence, inputs);
    }

    std::optional<sim::StateHash> after(const Bytes& state, const Bytes& record) {
        if (!trial_.restore(state) || !trial_.step(record)) {
            return std::nullopt;
        }
        return trial_.state_hash();
    }

    void done(std::uint64_t tick, const std::string& text, const std::string& path) {
        if (!is_done_) {
            is_done_ = true;
            begun_ = tick;
            fault_ = {sim::Tick{tick}, text, path};
        }
    }

    bool step(std::uint64_t tick) {
        const Bytes said = record_at(tick);
        const Bytes before = simulation_.save();
        Bytes record = said;
        const bool is_time = tick >= from_;
        if (is_time && is_of_inputs() && (!is_done_ || kind_ >= FaultKind::late_on) &&
            (kind_ != FaultKind::late_for_a_while || !is_done_ || tick < begun_ + k_ticks_late)) {
            record = faulty_record(tick);
            if (!is_done_) {
                if (after(before, record) != after(before, said)) {
                    done(tick, "player " + std::to_string(player_), "");
                } else {
                    record = said;
                }
            }
        }
        if (is_time && !is_done_ && is_before() && !change_before(tick, before, said)) {
            return false;
        }
        const bool is_skipped = is_time && !is_done_ && kind_ == FaultKind::step_skipped &&
                                after(before, said) != simulation_.state_hash();
        if (is_skipped) {
            done(tick, "step skipped", "");
        } else if (!simulation_.step(record)) {
            return false;
        }
        if (is_time && !is_done_ && kind_ == FaultKind::step_doubled) {
            const auto once = simulation_.state_hash();
            if (!simulation_.step(record)) {
                return false;
            }
            if (once != simulation_.state_hash()) {
                done(tick, "step doubled", "");
            }
        }
        if (is_time && !is_of_inputs() && !is_before() && !change_after(tick, before)) {
            return false;
        }
        hashes_ = sim::running_next(hashes_, sim::hash_bytes(said), simulation_.state_hash());
        return tell(tick, said);
    }

    // A change with which the step makes another state than without it.
    bool change_before(std::uint64_t tick, const Bytes& before, const Bytes& said) {
        Changes changes(simulation_.info().state_schema, before, random_);
        const auto honest = after(before, said);
        for (int i = 0; i < k_tries; ++i) {
            const auto changed = changes.make(kind_, before);
            const auto outcome =
                changed && changed->state != before ? after(changed->state, said) : std::nullopt;
            if (outcome && outcome != honest) {
                done(tick, changed->text, changed->path);
                return simulation_.restore(changed->state).has_value();
            }
        }
        return true;
    }

    bool change_after(std::uint64_t tick, const Bytes& before) {
        if (is_done_) {
            return change_again(tick);
        }
        const Bytes state = simulation_.save();
        Changes changes(simulation_.info().state_schema, state, random_);
        for (int i = 0; i < k_tries; ++i) {
            const auto changed = changes.make(kind_, before);
            if (!changed || changed->state == state || !trial_.restore(changed->state) ||
                trial_.save() != changed->state) {
                continue;
            }
            done(tick, changed->text, changed->path);
            honest_ = state;
            return simulation_.restore(changed->state).has_value();
        }
        return true;
    }

    bool change_again(std::uint64_t tick) {
        constexpr std::uint64_t k_apart = 5;
        constexpr std::uint64_t k_healed = 3;
        constexpr std::uint64_t k_drift = 50;
        Bytes state = simulation_.save();
        if (kind_ == FaultKind::two_bits_apart && tick == begun_ + k_apart) {
            Changes changes(simulation_.info().state_schema, state, random_);
            for (int i = 0; i < k_tries; ++i) {
                const auto changed = changes.flipped(1);
                if (changed && trial_.restore(changed->state) && trial_.save() == changed->state) {
                    return simulation_.restore(changed->state).has_value();
                }
            }
        }
        if (kind_ == FaultKind::healed_bit && tick <= begun_ + k_healed) {
            if (!trial_.restore(honest_) || !trial_.step(record_at(tick))) {
                return false;
            }
            honest_ = trial_.save();
            return tick < begun_ + k_healed || simulation_.restore(honest_).has_value();
        }
        if (kind_ == FaultKind::drift && (tick - begun_) % k_drift == 0) {
            for (const Leaf& leaf :
                 sim::list_leaves(simulation_.info().state_schema.root(), state)) {
                if (leaf.path == fault_.path) {
                    put_number(state, leaf.offset, leaf.bytes,
                               number_at(state, leaf.offset, leaf.bytes) + 1);
                }
            }
            return simulation_.restore(state).has_value();
        }
        return true;
    }

    bool tell(std::uint64_t tick, const Bytes& said) {
        if (!observer_.on_tick({sim::Tick{tick}, said, simulation_.state_hash(), hashes_})) {
            return false;
        }
        if (!observer_.wants_keyframe(tick + 1)) {
            return true;
        }
        const Bytes state = simulation_.save();
        return observer_.on_state({sim::StatePurpose::keyframe, tick + 1, state, hashes_})
            .has_value();
    }

    const replay::Replay& sound_;
    FaultKind kind_;
    std::uint64_t from_;
    sim::TickObserver& observer_;
    replay::Cursor cursor_;
    sim::AnySimulation simulation_;
    sim::AnySimulation trial_;
    Random random_;
    sim::RunningHashes hashes_;
    std::uint32_t player_ = 0;
    std::uint32_t other_ = 0;
    bool is_done_ = false;
    std::uint64_t begun_ = 0;
    Bytes honest_;
    PlantedFault fault_;
};

}  // namespace

const std::vector<FaultWords>& fault_kinds() {
    static const std::vector<FaultWords> k_kinds{
        {FaultKind::idle_once, "input idle once", CauseClass::inputs},
        {FaultKind::late_once, "input late once", CauseClass::inputs},
        {FaultKind::absent_once, "absent in one step", CauseClass::inputs},
        {FaultKind::swapped_once, "inputs swapped once", CauseClass::inputs},
        {FaultKind::late_on, "inputs late for good", CauseClass::inputs},
        {FaultKind::early_on, "inputs early for good", CauseClass::inputs},
        {FaultKind::idle_on, "inputs idle for good", CauseClass::inputs},
        {FaultKind::absent_on, "absent for good", CauseClass::inputs},
        {FaultKind::swapped_on, "inputs swapped for good", CauseClass::inputs},
        {FaultKind::late_for_a_while, "inputs late for 40 ticks", CauseClass::inputs},
        {FaultKind::one_more, "a number one more", CauseClass::change},
        {FaultKind::one_less, "a number one less", CauseClass::change},
        {FaultKind::draw_more, "one extra draw", CauseClass::change},
        {FaultKind::draws_more, "2 to 16 extra draws", CauseClass::change},
        {FaultKind::draw_less, "one draw less", CauseClass::change},
        {FaultKind::element_lost, "element lost", CauseClass::change},
        {FaultKind::element_doubled, "element doubled", CauseClass::change},
        {FaultKind::neighbours_swapped, "neighbours swapped", CauseClass::change},
        {FaultKind::entities_swapped, "entities swapped", CauseClass::change},
        {FaultKind::two_bits_apart, "two bits 5 ticks apart", CauseClass::memory},
        {FaultKind::healed_bit, "bit healed after 3 ticks", CauseClass::memory},
        {FaultKind::drift, "drift, one more each 50 ticks", CauseClass::change, true},
        {FaultKind::one_more_before, "a number one more before the step", CauseClass::change},
        {FaultKind::draw_more_before, "one extra draw before the step", CauseClass::change},
        {FaultKind::element_lost_before, "element lost before the step", CauseClass::change},
        {FaultKind::entities_swapped_before, "entities swapped before the step",
         CauseClass::change},
        {FaultKind::step_skipped, "step skipped", CauseClass::change},
        {FaultKind::step_doubled, "step doubled", CauseClass::change},
        {FaultKind::two_bits_at_once, "two bits in one tick", CauseClass::unknown},
        {FaultKind::overwritten, "16 bytes overwritten", CauseClass::unknown},
        {FaultKind::reseeded, "generator reseeded", CauseClass::unknown},
        {FaultKind::not_dealt, "a change not made", CauseClass::change},
        {FaultKind::added_many, "a number 100 more", CauseClass::unknown}};
    return k_kinds;
}

std::optional<PlantedFault> plant_fault(const replay::Replay& sound,
                                        const sim::AnySimulation& spare, FaultKind kind,
                                        sim::Tick from, std::uint64_t seed,
                                        sim::TickObserver& observer) {
    return Planting(sound, spare, kind, from, seed, observer).run();
}

}  // namespace tandem::test
