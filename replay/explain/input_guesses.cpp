// SPDX-License-Identifier: MIT
// Makes guesses by rules, each of which makes a tick's record from those that the file holds. A
// rule is tried for its one tick and, if it can last, for all ticks from there on.
#include <tandem/replay/explain/input_guesses.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {
namespace {

// A record as a value that can be changed.
struct Record {
    std::uint64_t presence = 0;
    std::vector<sim::Bytes> inputs;

    bool has(std::uint32_t slot) const { return (presence >> slot & 1U) != 0; }
};

// Reads records, and makes other ones of them.
class Records {
public:
    explicit Records(const Replay& replay) : replay_(replay), cursor_(replay) {}

    sim::Result<Record> read(std::uint64_t tick);

    // Returns the input of a player so many ticks earlier, or later; nothing if the player has none
    // there.
    std::optional<sim::Bytes> input(std::uint32_t slot, std::uint64_t tick, std::int64_t earlier);

private:
    const Replay& replay_;
    Cursor cursor_;
};

// Changes the record of a tick.
using Rule = std::function<void(Records& records, std::uint64_t tick, Record& record)>;

class Guesses {
public:
    Guesses(const Replay& replay, const sim::GameInfo& game, const BadTick& bad)
        : game_(game),
          tick_(bad.tick().number),
          in_place_(" in place of its input of tick " + std::to_string(tick_)),
          recorded_(bad.record),
          records_(std::make_shared<Records>(replay)) {}

    sim::Result<std::vector<Hypothesis>> run();

private:
    void of_player(std::uint32_t slot, bool is_present);
    void shifted(std::uint32_t slot, const std::string& player, std::int64_t earlier);
    void exchanged(std::uint32_t slot, std::uint32_t other);
    void add(std::uint32_t slot, const std::string& what, const Rule& rule);
    OtherRecord record_by(const Rule& rule) const;
    void add_once(std::uint32_t slot, std::string text, const Rule& rule);
    void add_lasting(std::uint32_t slot, const std::string& what, const Rule& rule);
    Hypothesis guess_of(std::uint32_t slot, std::string text, const Rule& rule,
                        GuessPlace place) const;

    const sim::GameInfo& game_;
    std::uint64_t tick_;
    std::string in_place_;
    const sim::Bytes& recorded_;
    std::shared_ptr<Records> records_;
    std::set<sim::Bytes> known_;
    std::vector<Hypothesis> once_;
    std::vector<Hypothesis> lasting_;
};

}  // namespace

sim::Result<std::vector<Hypothesis>> input_guesses(const Replay& replay, const sim::GameInfo& game,
                                                   const BadTick& bad) {
    return Guesses(replay, game, bad).run();
}

namespace {

sim::Result<Record> Records::read(std::uint64_t tick) {
    const auto bytes = cursor_.record(sim::Tick{tick});
    TANDEM_TRY(bytes);
    const Header& header = replay_.header();
    const auto view = sim::parse_record(header.input_schema, header.setup.slots, *bytes);
    TANDEM_TRY(view);
    Record record{view->presence, {}};
    for (const sim::ByteView input : view->inputs) {
        record.inputs.emplace_back(input.begin(), input.end());
    }
    return record;
}

std::optional<sim::Bytes> Records::input(std::uint32_t slot, std::uint64_t tick,
                                         std::int64_t earlier) {
    const std::int64_t at = static_cast<std::int64_t>(tick) - earlier;
    if (at < static_cast<std::int64_t>(replay_.first_tick()) ||
        at >= static_cast<std::int64_t>(replay_.end_tick())) {
        return std::nullopt;
    }
    auto record = read(static_cast<std::uint64_t>(at));
    return record && record->has(slot) ? std::optional(std::move(record->inputs[slot]))
                                       : std::nullopt;
}

sim::Result<std::vector<Hypothesis>> Guesses::run() {
    const auto record = records_->read(tick_);
    TANDEM_TRY(record);
    const auto slots = static_cast<std::uint32_t>(record->inputs.size());
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        of_player(slot, record->has(slot));
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        for (std::uint32_t other = slot + 1; other < slots; ++other) {
            exchanged(slot, other);
        }
    }
    once_.insert(once_.end(), lasting_.begin(), lasting_.end());
    return std::move(once_);
}

void Guesses::of_player(std::uint32_t slot, bool is_present) {
    const std::string player = "player " + std::to_string(slot);
    const sim::Bytes& idle = game_.idle_input;
    const Rule turn_presence = [slot, idle](Records&, std::uint64_t, Record& record) {
        record.presence ^= std::uint64_t{1} << slot;
        record.inputs[slot] = idle;
    };
    if (!is_present) {
        add(slot, player + " present", turn_presence);
        return;
    }
    const Rule rests = [slot, idle](Records&, std::uint64_t, Record& record) {
        record.inputs[slot] = idle;
    };
    add_once(slot, player + " idle" + in_place_, rests);
    add_lasting(slot, player + " idle", rests);
    for (std::int64_t around = 1; around <= k_ticks_around; ++around) {
        for (const std::int64_t earlier : {around, -around}) {
            shifted(slot, player, earlier);
        }
    }
    add(slot, player + " absent", turn_presence);
}

void Guesses::shifted(std::uint32_t slot, const std::string& player, std::int64_t earlier) {
    const Rule rule = [slot, earlier](Records& records, std::uint64_t tick, Record& record) {
        if (auto input = records.input(slot, tick, earlier)) {
            record.inputs[slot] = std::move(*input);
        }
    };
    const std::string at = std::to_string(static_cast<std::int64_t>(tick_) - earlier);
    add_once(slot, player + "'s input of tick " + at + in_place_, rule);
    const std::int64_t ticks = earlier > 0 ? earlier : -earlier;
    if (ticks <= k_shift_max) {
        add_lasting(slot,
                    player + "'s inputs " + std::to_string(ticks) +
                        (ticks == 1 ? " tick" : " ticks") + (earlier > 0 ? " late" : " early"),
                    rule);
    }
}

void Guesses::exchanged(std::uint32_t slot, std::uint32_t other) {
    add(slot,
        "the inputs of players " + std::to_string(slot) + " and " + std::to_string(other) +
            " exchanged",
        [slot, other](Records&, std::uint64_t, Record& record) {
            std::swap(record.inputs[slot], record.inputs[other]);
            const std::uint64_t unlike = (record.presence >> slot ^ record.presence >> other) & 1U;
            record.presence ^= unlike << slot | unlike << other;
        });
}

void Guesses::add(std::uint32_t slot, const std::string& what, const Rule& rule) {
    add_once(slot, what + " in tick " + std::to_string(tick_), rule);
    add_lasting(slot, what, rule);
}

OtherRecord Guesses::record_by(const Rule& rule) const {
    return [records = records_, rule](sim::Tick tick) -> sim::Result<sim::Bytes> {
        auto record = records->read(tick.number);
        TANDEM_TRY(record);
        rule(*records, tick.number, *record);
        return sim::make_record(record->presence, record->inputs);
    };
}

void Guesses::add_once(std::uint32_t slot, std::string text, const Rule& rule) {
    Hypothesis guess = guess_of(slot, std::move(text), rule, GuessPlace::record);
    const auto made = guess.other_record(sim::Tick{tick_});
    if (made && *made != recorded_ && known_.insert(*made).second) {
        once_.push_back(std::move(guess));
    }
}

void Guesses::add_lasting(std::uint32_t slot, const std::string& what, const Rule& rule) {
    Hypothesis guess = guess_of(slot, what + " from tick " + std::to_string(tick_) + " on", rule,
                                GuessPlace::all_records);
    const auto made = guess.other_record(sim::Tick{tick_});
    if (made && *made != recorded_) {
        lasting_.push_back(std::move(guess));
    }
}

Hypothesis Guesses::guess_of(std::uint32_t slot, std::string text, const Rule& rule,
                             GuessPlace place) const {
    Hypothesis guess;
    guess.cause = CauseClass::inputs;
    guess.place = place;
    guess.text = std::move(text);
    guess.player = Slot{slot};
    guess.other_record = record_by(rule);
    return guess;
}

}  // namespace
}  // namespace tandem::replay
