// SPDX-License-Identifier: MIT
// Tells the observer the session by hand, because a timeline would not say one thing and do
// another.
#include <tandem/replay/explain/faked_session.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include <tandem/replay/explain/lost_field.hpp>
#include <tandem/replay/explain/state_bytes.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

constexpr std::array<std::string_view, 10> k_kinds{
    "bit",    "bit-between", "lost-input", "late-input", "unsaved",
    "static", "unwritten",   "build",      "setup",      "recording"};

// At most so many fields are tried until a fault in one changes the session.
constexpr int k_tries = 200;
// The distance of repeated faults in ticks: small enough that some come behind every keyframe, and
// never at every tick.
constexpr std::uint32_t k_period_least = 5;
constexpr std::uint32_t k_period_most = 40;
// A load that forgets a field does so each time: one loss proves nothing, as other causes give the
// same.
constexpr int k_losses = 2;

Error no_use(const std::string& what);
int bits_apart(const sim::Bytes& a, const sim::Bytes& b);

// A fault in the state before a step.
struct Blow {
    sim::Bytes state;
    std::string path;
    std::uint32_t bit = 0;
};

std::optional<sim::Leaf> random_leaf(const sim::Schema& schema, const sim::Bytes& state,
                                     Random& random);
std::optional<Blow> number_added(const sim::Schema& schema, const sim::Bytes& state,
                                 std::uint32_t added, Random& random);
std::optional<sim::StateHash> state_after(sim::AnySimulation& trial, const sim::Bytes& state,
                                          const sim::Bytes& record);
template <class Make>
std::optional<Blow> telling_blow(sim::AnySimulation& trial, const sim::Bytes& state,
                                 const sim::Bytes& record, Make make, int tries = k_tries);
std::uint32_t counted(Random& random);
std::optional<Blow> blow_by_rules(const FakePlan& plan, sim::AnySimulation& trial, sim::Tick tick,
                                  const sim::Bytes& state, const sim::Bytes& record);

class Faking {
public:
    Faking(const Replay& sound, const sim::AnySimulation& spare, const FakePlan& plan,
           sim::TickObserver& observer)
        : sound_(sound),
          plan_(plan),
          observer_(observer),
          cursor_(sound),
          simulation_(spare.clone()),
          trial_(spare.clone()),
          random_(plan.seed) {}

    sim::Result<Faked> run();

private:
    bool is_of_setup() const {
        return plan_.kind == FakeKind::other_setup || plan_.kind == FakeKind::lost_setup;
    }

    sim::Result<void> begin();
    sim::Result<void> step(std::uint64_t tick);
    sim::Result<void> report_tick(std::uint64_t tick);

    // True if the fault takes part in this tick.
    bool is_time(std::uint64_t tick);
    void plant(std::uint64_t tick);

    // Notes the first tick with a fault.
    void done(std::uint64_t tick, std::string text, const std::string& path = "",
              std::uint32_t bit = 0);
    void change_input(std::uint64_t tick);
    sim::Bytes record_of(std::uint64_t tick);

    // True if the step of this tick makes another state with this record.
    bool changes_the_step(const sim::Bytes& record);

    // Loses a field, the same one each time.
    void lose(std::uint64_t tick);

    template <class Make>
    void strike(std::uint64_t tick, Make make) {
        const sim::Bytes state = simulation_.save();
        strike_with(tick, telling_blow(trial_, state, said_, [&] { return make(state); }));
    }

    bool strike_with(std::uint64_t tick, const std::optional<Blow>& blow);

    std::optional<sim::Leaf> random_leaf(const sim::Bytes& state) {
        return replay::random_leaf(simulation_.info().state_schema, state, random_);
    }

    // Flips a bit, but not the lowest of a number: that is one more or one less too, and nobody can
    // tell them apart.
    std::optional<Blow> one_bit(const sim::Bytes& state);
    std::optional<Blow> several_bits(const sim::Bytes& state);
    std::optional<Blow> field_lost(const sim::Bytes& state);
    std::optional<Blow> without(const std::string& field, const sim::Bytes& state) const;

    // Flips a bit of the state behind the step.
    sim::Result<void> flip_after(std::uint64_t tick);

    const Replay& sound_;
    const FakePlan& plan_;
    sim::TickObserver& observer_;
    Cursor cursor_;
    sim::AnySimulation simulation_;
    sim::AnySimulation trial_;
    Random random_;
    sim::Bytes reset_state_;
    sim::RunningHashes hashes_;
    sim::Bytes said_;  // the record of this tick as it is recorded
    sim::Bytes done_;  // the record as it is simulated
    std::uint64_t next_tick_ = 0;
    int losses_ = 0;
    bool after_step_ = false;
    bool is_done_ = false;
    Faked faked_;
};

}  // namespace

std::string fake_kind_text(FakeKind kind) {
    return std::string(k_kinds.at(static_cast<std::size_t>(kind)));
}

std::vector<FakeKind> fake_kinds() {
    std::vector<FakeKind> kinds;
    for (std::size_t i = 0; i < k_kinds.size(); ++i) {
        kinds.push_back(static_cast<FakeKind>(i));
    }
    return kinds;
}

std::optional<sim::Bytes> state_by_other_rules(const FakePlan& plan, sim::AnySimulation& trial,
                                               sim::Tick tick, const sim::Bytes& state,
                                               const sim::Bytes& record) {
    TANDEM_ASSERT(plan.kind == FakeKind::other_build);
    const auto blow = blow_by_rules(plan, trial, tick, state, record);
    return blow ? std::optional(blow->state) : std::nullopt;
}

sim::Result<Faked> fake_session(const Replay& sound, const sim::AnySimulation& spare,
                                const FakePlan& plan, sim::TickObserver& observer) {
    return Faking(sound, spare, plan, observer).run();
}

namespace {

Error no_use(const std::string& what) { return {ErrorCode::usage, "", what}; }

int bits_apart(const sim::Bytes& a, const sim::Bytes& b) {
    int bits = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        bits += std::popcount(std::to_integer<unsigned>(a[i] ^ b[i]));
    }
    return bits;
}

// Returns a number or a flag, at random.
std::optional<sim::Leaf> random_leaf(const sim::Schema& schema, const sim::Bytes& state,
                                     Random& random) {
    const auto leaves = sim::list_leaves(schema.root(), state);
    const sim::Leaf& leaf = leaves[random.below(static_cast<std::uint32_t>(leaves.size()))];
    return sim::is_value(leaf.kind) && leaf.bytes != 0 ? std::optional(leaf) : std::nullopt;
}

// Adds this many to a random number of several bytes.
std::optional<Blow> number_added(const sim::Schema& schema, const sim::Bytes& state,
                                 std::uint32_t added, Random& random) {
    const auto leaf = random_leaf(schema, state, random);
    if (!leaf || leaf->bytes < 2) {
        return std::nullopt;
    }
    Blow blow{state, leaf->path, 0};
    std::uint32_t carry = added;
    for (std::size_t i = 0; i < leaf->bytes; ++i) {
        carry += std::to_integer<std::uint32_t>(blow.state[leaf->offset + i]);
        blow.state[leaf->offset + i] = static_cast<std::byte>(carry & 0xFFU);
        carry >>= 8U;
    }
    return blow;
}

std::optional<sim::StateHash> state_after(sim::AnySimulation& trial, const sim::Bytes& state,
                                          const sim::Bytes& record) {
    if (!trial.restore(state) || !trial.step(record)) {
        return std::nullopt;
    }
    return trial.state_hash();
}

// Returns a blow that changes the state behind the step, or nothing if no try does.
template <class Make>
std::optional<Blow> telling_blow(sim::AnySimulation& trial, const sim::Bytes& state,
                                 const sim::Bytes& record, Make make, int tries) {
    const auto honest = state_after(trial, state, record);
    for (int i = 0; i < tries; ++i) {
        std::optional<Blow> blow = make();
        if (!blow || blow->state == state) {
            continue;
        }
        const auto struck = state_after(trial, blow->state, record);
        if (struck && struck != honest) {
            return blow;
        }
    }
    return std::nullopt;
}

// Returns the amount that a hidden counter adds.
std::uint32_t counted(Random& random) { return 3 + random.below(1000U); }

// Returns the blow of other rules. They are a function of the state, the inputs and the tick, like
// those of a real build.
std::optional<Blow> blow_by_rules(const FakePlan& plan, sim::AnySimulation& trial, sim::Tick tick,
                                  const sim::Bytes& state, const sim::Bytes& record) {
    Random random(plan.seed);
    const std::uint32_t period = random.between(k_period_least, k_period_most);
    if (tick < plan.tick || (tick.number - plan.tick.number) % period != 0) {
        return std::nullopt;
    }
    Random of_tick = random.split(tick.number);
    return telling_blow(trial, state, record, [&] {
        return number_added(trial.info().state_schema, state, counted(of_tick), of_tick);
    });
}

sim::Result<Faked> Faking::run() {
    TANDEM_TRY(begin());
    for (std::uint64_t tick = sound_.first_tick(); tick < sound_.end_tick(); ++tick) {
        TANDEM_TRY(step(tick));
    }
    TANDEM_TRY(observer_.on_end(sim::EndReason::tick_limit));
    if (!is_done_) {
        return no_use("nothing was changed: no such fault changes the session from tick " +
                      std::to_string(plan_.tick.number) + " on; choose another tick or seed");
    }
    return std::move(faked_);
}

sim::Result<void> Faking::begin() {
    if (sound_.first_tick() != 0) {
        return no_use("this needs a recording that begins at tick 0");
    }
    const Setup& said = sound_.header().setup;
    Setup played = said;
    if (is_of_setup()) {
        played.seed += 1 + random_.below(1000U);
        faked_.text =
            "seed " + std::to_string(played.seed) + " in place of " + std::to_string(said.seed);
        is_done_ = true;
    }
    TANDEM_TRY(simulation_.reset(played));
    TANDEM_TRY(trial_.reset(said));
    if (is_of_setup() && trial_.state_hash() == simulation_.state_hash()) {
        return no_use("the start of this game does not depend on the seed");
    }
    reset_state_ = trial_.save();
    const Setup& told = plan_.kind == FakeKind::other_setup ? simulation_.setup() : trial_.setup();
    const std::uint64_t start = sim::start_hash(simulation_.info(), told);
    hashes_ = sim::running_start(start, simulation_.state_hash());
    const sim::Bytes state = simulation_.save();
    return observer_.on_start(
        {simulation_.info(), told, start, simulation_.state_hash(), hashes_, state, 0});
}

sim::Result<void> Faking::step(std::uint64_t tick) {
    const auto record = cursor_.record(sim::Tick{tick});
    TANDEM_TRY(record);
    said_.assign(record->begin(), record->end());
    done_ = said_;
    if (is_time(tick)) {
        plant(tick);
    }
    if (auto stepped = simulation_.step(done_); !stepped) {
        return no_use("the game fails after this fault: " + stepped.error().text());
    }
    if (after_step_) {
        after_step_ = false;
        TANDEM_TRY(flip_after(tick));
    }
    hashes_ = sim::running_next(hashes_, sim::hash_bytes(said_), simulation_.state_hash());
    return report_tick(tick);
}

sim::Result<void> Faking::report_tick(std::uint64_t tick) {
    TANDEM_TRY(observer_.on_tick({sim::Tick{tick}, said_, simulation_.state_hash(), hashes_}));
    if (!observer_.wants_keyframe(tick + 1)) {
        return {};
    }
    const sim::Bytes state = simulation_.save();
    return observer_.on_state({sim::StatePurpose::keyframe, tick + 1, state, hashes_});
}

bool Faking::is_time(std::uint64_t tick) {
    if (is_of_setup() || tick < plan_.tick.number) {
        return false;
    }
    const bool is_repeated = plan_.kind == FakeKind::static_variable ||
                             plan_.kind == FakeKind::unwritten_byte ||
                             (plan_.kind == FakeKind::unsaved_field && losses_ < k_losses);
    return !is_done_ || plan_.kind == FakeKind::other_build || (is_repeated && tick >= next_tick_);
}

void Faking::plant(std::uint64_t tick) {
    switch (plan_.kind) {
        case FakeKind::flipped_bit:
            after_step_ = true;
            return;
        case FakeKind::lost_input:
        case FakeKind::late_input:
            change_input(tick);
            return;
        case FakeKind::bit_between:
            return strike(tick, [&](const sim::Bytes& state) { return one_bit(state); });
        case FakeKind::unsaved_field:
            return lose(tick);
        case FakeKind::static_variable:
        case FakeKind::unwritten_byte:
            strike(tick, [&](const sim::Bytes& state) { return several_bits(state); });
            next_tick_ = tick + random_.between(k_period_least, k_period_most);
            return;
        case FakeKind::other_build:
            strike_with(tick,
                        blow_by_rules(plan_, trial_, sim::Tick{tick}, simulation_.save(), said_));
            return;
        case FakeKind::other_setup:
        case FakeKind::lost_setup:
            return;
    }
}

void Faking::done(std::uint64_t tick, std::string text, const std::string& path,
                  std::uint32_t bit) {
    if (!is_done_) {
        faked_.tick = sim::Tick{tick};
        faked_.text = std::move(text);
        faked_.path = path;
        faked_.bit = bit;
        is_done_ = true;
    }
}

void Faking::change_input(std::uint64_t tick) {
    if (tick == 0) {
        return;
    }
    const Header& header = sound_.header();
    const auto now = sim::parse_record(header.input_schema, header.setup.slots, said_);
    const sim::Bytes before = record_of(tick - 1);
    const auto earlier = sim::parse_record(header.input_schema, header.setup.slots, before);
    const std::uint32_t slot = random_.below(header.setup.slots);
    if (!now || !earlier || !now->present(slot) || !earlier->present(slot)) {
        return;
    }
    std::vector<sim::Bytes> inputs;
    for (const sim::ByteView input : now->inputs) {
        inputs.emplace_back(input.begin(), input.end());
    }
    const sim::ByteView late = earlier->inputs[slot];
    inputs[slot] = plan_.kind == FakeKind::lost_input ? simulation_.info().idle_input
                                                      : sim::Bytes(late.begin(), late.end());
    const sim::Bytes other = sim::make_record(now->presence, inputs);
    if (plan_.kind == FakeKind::lost_input ? other == said_ : !changes_the_step(other)) {
        return;
    }
    faked_.player = Slot{slot};
    done(tick, plan_.kind == FakeKind::lost_input
                   ? "the input of player " + std::to_string(slot) + " is lost"
                   : "player " + std::to_string(slot) + "'s input of the tick before");
    done_ = other;
    if (plan_.kind == FakeKind::lost_input) {
        said_ = other;
    }
}

sim::Bytes Faking::record_of(std::uint64_t tick) {
    const auto record = cursor_.record(sim::Tick{tick});
    return record ? sim::Bytes(record->begin(), record->end()) : sim::Bytes();
}

bool Faking::changes_the_step(const sim::Bytes& record) {
    const sim::Bytes state = simulation_.save();
    return state_after(trial_, state, record) != state_after(trial_, state, said_);
}

void Faking::lose(std::uint64_t tick) {
    const sim::Bytes state = simulation_.save();
    const bool is_first = losses_ == 0;
    const auto blow = telling_blow(
        trial_, state, said_,
        [&] { return is_first ? field_lost(state) : without(faked_.path, state); },
        is_first ? k_tries : 1);
    if (strike_with(tick, blow)) {
        ++losses_;
        next_tick_ = tick + random_.between(k_period_least, k_period_most);
    }
}

bool Faking::strike_with(std::uint64_t tick, const std::optional<Blow>& blow) {
    if (!blow || !simulation_.restore(blow->state)) {
        return false;
    }
    done(tick, blow->path, blow->path, blow->bit);
    return true;
}

std::optional<Blow> Faking::one_bit(const sim::Bytes& state) {
    const auto leaf = random_leaf(state);
    if (!leaf || leaf->kind == sim::FieldKind::boolean) {
        return std::nullopt;
    }
    const auto bit = 1 + random_.below(static_cast<std::uint32_t>(leaf->bytes) * k_byte_bits - 1);
    Blow blow{state, leaf->path, bit};
    blow.state[leaf->offset + bit / k_byte_bits] ^= static_cast<std::byte>(1U << bit % k_byte_bits);
    return blow;
}

std::optional<Blow> Faking::several_bits(const sim::Bytes& state) {
    // A byte that nobody wrote may hold anything.
    const std::uint32_t added =
        plan_.kind == FakeKind::unwritten_byte ? random_.below(65'536U) : counted(random_);
    return number_added(simulation_.info().state_schema, state, added, random_);
}

std::optional<Blow> Faking::field_lost(const sim::Bytes& state) {
    const auto leaf = random_leaf(state);
    if (!leaf) {
        return std::nullopt;
    }
    return without(field_of_all(leaf->path), state);
}

std::optional<Blow> Faking::without(const std::string& field, const sim::Bytes& state) const {
    Blow blow{with_field_reset(simulation_.info().state_schema, state, reset_state_, field), field,
              0};
    // A field that is lost by one bit is a flipped bit, and nobody can tell them apart.
    return bits_apart(blow.state, state) > 1 ? std::optional(std::move(blow)) : std::nullopt;
}

sim::Result<void> Faking::flip_after(std::uint64_t tick) {
    const sim::Bytes state = simulation_.save();
    for (int i = 0; i < k_tries; ++i) {
        const auto blow = one_bit(state);
        if (blow && simulation_.restore(blow->state) && simulation_.save() == blow->state) {
            done(tick, "bit " + std::to_string(blow->bit) + " of " + blow->path, blow->path,
                 blow->bit);
            return {};
        }
    }
    return no_use("no single bit of this state can be flipped");
}

}  // namespace
}  // namespace tandem::replay
