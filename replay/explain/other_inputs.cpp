// SPDX-License-Identifier: MIT
// The recorded record stays in the chain: it is what the session said, and not what it did.
#include <tandem/replay/explain/other_inputs.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/explain/near_run.hpp>
#include <tandem/replay/explain/run_on.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::replay {
namespace {

// How many ticks too early or too late an input is looked for: a sixth of a second and more.
constexpr std::uint64_t k_ticks_around = 12;

using Inputs = std::vector<sim::Bytes>;

// One record as a value that can be changed.
struct Record {
    std::uint64_t presence = 0;
    Inputs inputs;
};

sim::Result<Record> read_record(const Replay& replay, Cursor& cursor, std::uint64_t tick) {
    const auto bytes = cursor.record(sim::Tick{tick});
    if (!bytes) {
        return bytes.error();
    }
    const Header& header = replay.header();
    const auto view = sim::parse_record(header.input_schema, header.setup.slots, *bytes);
    if (!view) {
        return view.error();
    }
    Record record{view->presence, {}};
    for (const sim::ByteView input : view->inputs) {
        record.inputs.emplace_back(input.begin(), input.end());
    }
    return record;
}

// Another input of one player.
struct Guess {
    std::uint32_t slot = 0;
    sim::Bytes input;
    std::string text;
};

class InputSearch {
public:
    InputSearch(const Replay& replay, const sim::AnySimulation& spare, sim::Tick tick,
                const Progress& progress)
        : replay_(replay), spare_(spare), tick_(tick), progress_(progress), cursor_(replay) {}

    sim::Result<std::optional<OtherInput>> run() {
        auto there = run_near(replay_, spare_, {RunFrom::keyframe, tick_.number}, progress_);
        if (!there) {
            return there.error();
        }
        if (there->is_stopped) {
            return std::optional<OtherInput>();
        }
        before_ = std::move(there->state);
        hashes_ = there->hashes;
        auto record = read_record(replay_, cursor_, tick_.number);
        if (!record) {
            return record.error();
        }
        recorded_ = std::move(record).value();
        for (const Guess& guess : guesses()) {
            if (progress_ && !progress_(0)) {
                break;
            }
            const auto gives = gives_the_recorded(guess);
            if (!gives) {
                return gives.error();
            }
            if (*gives) {
                return std::optional(
                    OtherInput{Slot{guess.slot}, guess.text, before_, record_with(guess),
                               sim::make_record(recorded_.presence, recorded_.inputs)});
            }
        }
        return std::optional<OtherInput>();
    }

private:
    std::vector<Guess> guesses() {
        std::vector<Guess> all;
        const std::uint64_t first =
            std::max(replay_.first_tick(), tick_.number - std::min(tick_.number, k_ticks_around));
        const std::uint64_t end = std::min(replay_.end_tick(), tick_.number + k_ticks_around + 1);
        for (std::uint32_t slot = 0; slot < recorded_.inputs.size(); ++slot) {
            if ((recorded_.presence >> slot & 1U) == 0) {
                continue;
            }
            const std::string player = "player " + std::to_string(slot);
            const std::string place =
                " in place of its input of tick " + std::to_string(tick_.number);
            add(all, {slot, spare_.info().idle_input, player + " idle" + place});
            for (std::uint64_t tick = first; tick < end; ++tick) {
                const auto other = read_record(replay_, cursor_, tick);
                if (other && (other->presence >> slot & 1U) != 0) {
                    add(all, {slot, other->inputs[slot],
                              player + "'s input of tick " + std::to_string(tick) + place});
                }
            }
        }
        return all;
    }

    // Each input once, and not the recorded one.
    void add(std::vector<Guess>& all, Guess guess) const {
        const bool is_known = guess.input == recorded_.inputs[guess.slot] ||
                              std::any_of(all.begin(), all.end(), [&](const Guess& other) {
                                  return other.slot == guess.slot && other.input == guess.input;
                              });
        if (!is_known) {
            all.push_back(std::move(guess));
        }
    }

    sim::Bytes record_with(const Guess& guess) const {
        Inputs inputs = recorded_.inputs;
        inputs[guess.slot] = guess.input;
        return sim::make_record(recorded_.presence, inputs);
    }

    sim::Result<bool> gives_the_recorded(const Guess& guess) {
        sim::Timeline timeline(spare_.clone());
        if (!timeline.start(replay_.header().setup) ||
            !timeline.jump(tick_.number, before_, hashes_)) {
            return false;
        }
        if (!timeline.simulation().step(record_with(guess))) {
            return false;
        }
        const sim::Bytes said = sim::make_record(recorded_.presence, recorded_.inputs);
        const sim::RunningHashes hashes =
            sim::running_next(hashes_, sim::hash_bytes(said), timeline.simulation().state_hash());
        const sim::Bytes state = timeline.simulation().save();
        if (!timeline.jump(tick_.number + 1, state, hashes)) {
            return false;
        }
        const auto behind = run_on(replay_, timeline, tick_.number + 1, progress_);
        return behind ? sim::Result<bool>(behind->is_confirmed) : behind.error();
    }

    const Replay& replay_;
    const sim::AnySimulation& spare_;
    sim::Tick tick_;
    const Progress& progress_;
    Cursor cursor_;
    sim::Bytes before_;
    sim::RunningHashes hashes_;
    Record recorded_;
};

}  // namespace

sim::Result<std::optional<OtherInput>> find_other_input(const Replay& replay,
                                                        const sim::AnySimulation& spare,
                                                        sim::Tick tick, const Progress& progress) {
    return InputSearch(replay, spare, tick, progress).run();
}

}  // namespace tandem::replay
