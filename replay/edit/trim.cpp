// SPDX-License-Identifier: MIT
// Tells a recorder the source's ticks as if they were played now.
#include <tandem/replay/edit/trim.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/edit/held_output.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tandem/sim/time/ticks.hpp>

namespace tandem::replay {
namespace {

// A recorder with this length never ends an epoch itself: the caller ends each one.
constexpr std::uint32_t k_no_full_epoch = ~std::uint32_t{0};
// Blocks of format 1 have the whole chain each, so several make an epoch, of about so long or so
// many bytes.
constexpr std::uint64_t k_joined_seconds = 30;
constexpr std::uint64_t k_joined_bytes = 256U << 10;
// Two whole chains are nearer to each other than this.
constexpr std::uint64_t k_chain_search_ticks = 65'536;
constexpr std::size_t k_places_told = 8;

sim::GameInfo game_in(const Header& header);

// The source's history as a recorder has to be told it, tick by tick.
class History {
public:
    virtual ~History() = default;
    // Returns the state before the first tick.
    virtual sim::Bytes first_state() const = 0;
    // Returns the running hashes at the present place.
    virtual sim::RunningHashes hashes() const = 0;
    // True if all 64 bits of that chain are known; otherwise it has only its low bits.
    virtual bool is_whole() const = 0;
    // Goes one tick on; `record` is the record of that tick.
    virtual sim::Result<void> step(sim::ByteView record) = 0;
    // Returns whether the source confirms the history up to here. False means that it states too
    // little to tell.
    virtual sim::Result<bool> confirm() const = 0;
};

class SimulatedHistory final : public History {
public:
    explicit SimulatedHistory(Run run)
        : run_(std::move(run)), first_state_(run_.simulation().save()) {}
    sim::Bytes first_state() const override { return first_state_; }
    sim::RunningHashes hashes() const override { return run_.hashes(); }
    bool is_whole() const override { return true; }
    sim::Result<void> step(sim::ByteView) override { return retrace_step(run_); }
    sim::Result<bool> confirm() const override { return replay::confirm(run_); }

private:
    Run run_;
    sim::Bytes first_state_;
};

class StoredHistory final : public History {
public:
    StoredHistory(const Replay& source, std::uint64_t ticks_done, LoadedState first)
        : cursor_(source),
          first_state_(std::move(first.bytes)),
          ticks_done_(ticks_done),
          hashes_(first.hashes) {}
    sim::Bytes first_state() const override { return first_state_; }
    sim::RunningHashes hashes() const override { return hashes_; }
    bool is_whole() const override { return is_whole_; }
    sim::Result<void> step(sim::ByteView record) override {
        const auto chain = cursor_.chain(++ticks_done_);
        TANDEM_TRY(chain);
        is_whole_ = chain->whole.has_value();
        hashes_.chain = is_whole_ ? *chain->whole : sim::ChainHash{chain->low};
        hashes_.records = sim::records_next(hashes_.records, sim::hash_bytes(record));
        return {};
    }
    sim::Result<bool> confirm() const override { return true; }  // the history is the source's own

private:
    Cursor cursor_;
    sim::Bytes first_state_;
    std::uint64_t ticks_done_;
    sim::RunningHashes hashes_;
    bool is_whole_ = true;
};

std::string numbers_text(const std::vector<std::uint64_t>& numbers);
bool has_whole_chain(Cursor& cursor, std::uint64_t ticks_done);
std::string ends_text(const Replay& source, const TickRange& range);
sim::Result<std::unique_ptr<History>> stored_history(const Replay& source, const TickRange& range,
                                                     TrimEnd end);

class Trimming {
public:
    Trimming(const Replay& source, const TickRange& range, Output& output, TrimEnd end)
        : source_(source),
          range_(range),
          output_(output),
          held_(output),
          cursor_(source),
          end_(end) {
        collect_marks();
        for (const StoredState& stored : source.states()) {
            const bool is_first =
                stored.purpose == sim::StatePurpose::keyframe && stored.ticks_done == range.from;
            if (stored.ticks_done >= range.from && stored.ticks_done <= range.to && !is_first) {
                states_.push_back(&stored);
            }
        }
        std::stable_sort(states_.begin(), states_.end(),
                         [](const StoredState* a, const StoredState* b) {
                             return a->ticks_done < b->ticks_done;
                         });
    }

    sim::Result<TrimReport> run(History& history, bool is_simulated, const Progress& each_tick);

private:
    // Collects the marks of the range. A mark may come before or after its tick, and a mark of the
    // last ticks also behind the end.
    void collect_marks();
    RecorderOptions options(const History& history, bool is_simulated) const;
    sim::Result<void> start(Recorder& recorder, const History& history);
    sim::Result<void> report_tick(Recorder& recorder, History& history, std::uint64_t tick);

    // Ends a full epoch before this record. The recorder would begin one here by itself, with the
    // whole chain in its head, which may not be known.
    sim::Result<void> end_full_epoch(Recorder& recorder, const History& history, std::uint64_t tick,
                                     std::size_t record_bytes);

    // True if an epoch of the source ends there, and it is long enough to end one of the new file.
    bool is_good_end(std::uint64_t ticks_done);

    // Tells the marks and states up to this place that were not told yet.
    sim::Result<void> report_around(Recorder& recorder, const History& history,
                                    std::uint64_t ticks_done);

    // Tells a state. One that cannot be used is left out, because the new file could not use it
    // either.
    sim::Result<void> report_state(Recorder& recorder, const History& history,
                                   const StoredState& stored, std::uint64_t ticks_done);
    sim::Result<TrimReport> end(Recorder& recorder, const History& history);

    // Returns the source's own reason, if nothing of the source is missing behind the range.
    sim::EndReason end_reason() const;

    const Replay& source_;
    TickRange range_;
    Output& output_;
    HeldOutput held_;
    Cursor cursor_;
    TrimEnd end_;
    std::vector<sim::Mark> marks_;  // by tick
    std::size_t next_epoch_ = 0;
    std::uint64_t epoch_first_tick_ = range_.from;
    std::uint64_t epoch_bytes_ = 0;
    std::size_t next_mark_ = 0;
    std::vector<const StoredState*> states_;  // by ticks_done
    std::size_t next_state_ = 0;
    TrimReport report_;
};

}  // namespace

sim::Result<TrimReport> trim(const Replay& source, const TickRange& range,
                             const std::function<sim::AnySimulation()>& factory, Output& output,
                             const Progress& each_tick, TrimEnd end) {
    TANDEM_ASSERT(range.from >= source.first_tick() && range.from <= range.to &&
                  range.to <= source.end_tick());
    Trimming trimming(source, range, output, end);
    if (!factory) {
        const auto history = stored_history(source, range, end);
        return history ? trimming.run(**history, false, each_tick)
                       : sim::Result<TrimReport>(history.error());
    }
    auto run = retrace(source, factory(), range.from, each_tick);
    TANDEM_TRY(run);
    if (run->ticks_done() != range.from) {
        TrimReport report;
        report.is_interrupted = true;
        return report;
    }
    SimulatedHistory history(std::move(*run));
    return trimming.run(history, true, each_tick);
}

namespace {

// Returns the facts that a file states about its game, which need not be at hand.
sim::GameInfo game_in(const Header& header) {
    sim::GameInfo game;
    game.name = header.game;
    game.version = header.game_version;
    game.tick_rate = header.setup.tick_rate;
    game.players_max = header.setup.slots;
    game.state_schema = header.state_schema;
    game.input_schema = header.input_schema;
    game.options_schema = header.options_schema;
    return game;
}

std::string numbers_text(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < std::min(numbers.size(), k_places_told); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    }
    return numbers.size() > k_places_told
               ? text + " and " + std::to_string(numbers.size() - k_places_told) + " more"
               : text;
}

bool has_whole_chain(Cursor& cursor, std::uint64_t ticks_done) {
    const auto chain = cursor.chain(ticks_done);
    return chain && chain->whole;
}

// Names the nearest places before and behind `to` at which the file may end.
std::string ends_text(const Replay& source, const TickRange& range) {
    Cursor cursor(source);
    std::vector<std::uint64_t> ends;
    const std::uint64_t far = std::min(range.to, k_chain_search_ticks);
    for (std::uint64_t end = range.to; end > std::max(range.from, range.to - far); --end) {
        if (has_whole_chain(cursor, end - 1)) {
            ends.push_back(end - 1);
            break;
        }
    }
    const std::uint64_t last = std::min(source.end_tick(), range.to + k_chain_search_ticks);
    for (std::uint64_t end = range.to + 1; end <= last; ++end) {
        if (has_whole_chain(cursor, end)) {
            ends.push_back(end);
            break;
        }
    }
    return numbers_text(ends);
}

sim::Result<std::unique_ptr<History>> stored_history(const Replay& source, const TickRange& range,
                                                     TrimEnd end) {
    std::vector<std::uint64_t> places;
    for (const StoredState& stored : source.states()) {
        if (stored.purpose != sim::StatePurpose::keyframe) {
            continue;
        }
        places.push_back(stored.ticks_done);
        if (stored.ticks_done != range.from) {
            continue;
        }
        auto state = source.load_state(stored);
        TANDEM_TRY(state);
        Cursor cursor(source);
        if (end == TrimEnd::chosen && !has_whole_chain(cursor, range.to)) {
            return sim::Error{sim::ErrorCode::no_simulation, "tick " + std::to_string(range.to),
                              "without the game the new file can end only where this one has the "
                              "whole chain, nearby at " +
                                  ends_text(source, range)};
        }
        return std::unique_ptr<History>(
            std::make_unique<StoredHistory>(source, stored.ticks_done, std::move(*state)));
    }
    return sim::Error{sim::ErrorCode::no_simulation, "tick " + std::to_string(range.from),
                      "without the game a file can begin only with a stored keyframe; there are "
                      "keyframes after " +
                          numbers_text(places) + " ticks"};
}

sim::Result<TrimReport> Trimming::run(History& history, bool is_simulated,
                                      const Progress& each_tick) {
    report_.is_simulated = is_simulated;
    Recorder recorder(held_, options(history, is_simulated));
    TANDEM_TRY(start(recorder, history));
    for (std::uint64_t tick = range_.from; tick < range_.to; ++tick) {
        TANDEM_TRY(report_tick(recorder, history, tick));
        if (each_tick && !each_tick(tick + 1)) {
            report_.is_interrupted = true;
            return report_;
        }
    }
    return end(recorder, history);
}

void Trimming::collect_marks() {
    const bool is_to_the_end = range_.to == source_.end_tick();
    for (const sim::Mark& mark : source_.marks()) {
        const std::uint64_t tick = mark.tick.number;
        if (is_about_whole_session(mark.kind)) {
            marks_.push_back(mark);
            marks_.back().tick.number = std::clamp(tick, range_.from, range_.to);
        } else if (tick >= range_.from && (tick < range_.to || is_to_the_end)) {
            marks_.push_back(mark);
        }
    }
    std::stable_sort(marks_.begin(), marks_.end(), [](const sim::Mark& a, const sim::Mark& b) {
        return a.tick.number < b.tick.number;
    });
}

RecorderOptions Trimming::options(const History& history, bool is_simulated) const {
    const Header& header = source_.header();
    RecorderOptions options;
    options.block_ticks = header.block_ticks;
    // An epoch begins with a whole chain, and without the game only the source knows such
    // places.
    options.epoch_ticks = is_simulated ? header.epoch_ticks : k_no_full_epoch;
    options.track_bits = header.track_bits;
    options.keyframe_bytes_per_second = header.keyframe_bytes_per_second;
    options.keyframe_ticks = header.keyframe_ticks;
    options.build = header.build;
    options.game_build = header.game_build;
    options.parent = range_.from == header.first_tick
                         ? header.parent
                         : std::optional(Parent{history.hashes().chain, range_.from});
    return options;
}

sim::Result<void> Trimming::start(Recorder& recorder, const History& history) {
    const Header& header = source_.header();
    const sim::GameInfo game = game_in(header);
    const sim::Bytes state = history.first_state();
    const sim::SessionStart session{.game = game,
                                    .setup = header.setup,
                                    .start = start_of(header),
                                    .state_hash = sim::state_hash(header.state_schema, state),
                                    .hashes = history.hashes(),
                                    .state = state,
                                    .first_tick = range_.from};
    TANDEM_TRY(recorder.on_start(session));
    return report_around(recorder, history, range_.from);
}

sim::Result<void> Trimming::report_tick(Recorder& recorder, History& history, std::uint64_t tick) {
    const auto record = cursor_.record(sim::Tick{tick});
    TANDEM_TRY(record);
    TANDEM_TRY(end_full_epoch(recorder, history, tick, record->size()));
    TANDEM_TRY(history.step(*record));
    TANDEM_TRY(recorder.on_tick({sim::Tick{tick}, *record, sim::StateHash{}, history.hashes()}));
    epoch_bytes_ += record->size();
    if (!report_.is_simulated && history.is_whole() && is_good_end(tick + 1)) {
        epoch_first_tick_ = tick + 1;
        epoch_bytes_ = 0;
        TANDEM_TRY(recorder.end_epoch());
    }
    return report_around(recorder, history, tick + 1);
}

sim::Result<void> Trimming::end_full_epoch(Recorder& recorder, const History& history,
                                           std::uint64_t tick, std::size_t record_bytes) {
    if (report_.is_simulated || epoch_bytes_ + record_bytes <= BlockLimits::inputs_bytes_full) {
        return {};
    }
    if (!history.is_whole()) {
        return sim::Error{sim::ErrorCode::no_simulation, "tick " + std::to_string(tick),
                          "the inputs from tick " + std::to_string(epoch_first_tick_) +
                              " on are more than the " +
                              std::to_string(BlockLimits::inputs_bytes_full) +
                              " bytes of an epoch, and without the game another one can begin "
                              "only where this file has the whole chain, nearby at " +
                              ends_text(source_, {range_.from, tick})};
    }
    epoch_first_tick_ = tick;
    epoch_bytes_ = 0;
    return recorder.end_epoch();
}

bool Trimming::is_good_end(std::uint64_t ticks_done) {
    const auto epochs = source_.epochs();
    while (next_epoch_ < epochs.size() && epochs[next_epoch_].first_tick < ticks_done) {
        ++next_epoch_;
    }
    const bool is_boundary =
        next_epoch_ < epochs.size() && epochs[next_epoch_].first_tick == ticks_done;
    const bool is_short = source_.header().epoch_ticks == 0 &&
                          ticks_done - epoch_first_tick_ <
                              sim::ticks_in(k_joined_seconds, source_.header().setup.tick_rate) &&
                          epoch_bytes_ < k_joined_bytes;
    return is_boundary && !is_short;
}

sim::Result<void> Trimming::report_around(Recorder& recorder, const History& history,
                                          std::uint64_t ticks_done) {
    for (; next_mark_ < marks_.size() && marks_[next_mark_].tick.number < ticks_done;
         ++next_mark_) {
        TANDEM_TRY(recorder.on_event(marks_[next_mark_]));
    }
    for (; next_state_ < states_.size() && states_[next_state_]->ticks_done <= ticks_done;
         ++next_state_) {
        TANDEM_TRY(report_state(recorder, history, *states_[next_state_], ticks_done));
    }
    return {};
}

sim::Result<void> Trimming::report_state(Recorder& recorder, const History& history,
                                         const StoredState& stored, std::uint64_t ticks_done) {
    const auto state = source_.load_state(stored);
    const bool is_evidence = stored.purpose == sim::StatePurpose::evidence;
    const bool fits =
        state &&
        (is_evidence || (stored.ticks_done == ticks_done && state->hashes == history.hashes()));
    if (!fits) {
        ++report_.states_left_out;
        return {};
    }
    ++report_.states;
    return recorder.on_state({stored.purpose, stored.ticks_done, state->bytes, state->hashes});
}

sim::Result<TrimReport> Trimming::end(Recorder& recorder, const History& history) {
    const auto confirmed = history.confirm();
    TANDEM_TRY(confirmed);
    report_.is_confirmed = *confirmed;
    for (; next_mark_ < marks_.size(); ++next_mark_) {
        TANDEM_TRY(recorder.on_event(marks_[next_mark_]));
    }
    report_.has_end = history.is_whole();
    report_.end = end_reason();
    TANDEM_TRY(report_.has_end ? recorder.on_end(report_.end) : recorder.flush());
    TANDEM_TRY(output_.flush());
    report_.ticks = range_.to - range_.from;
    report_.bytes = held_.bytes();
    report_.hashes = history.hashes();
    return report_;
}

sim::EndReason Trimming::end_reason() const {
    const bool is_last = source_.end_reason() && range_.to == source_.session_end_tick();
    return is_last                 ? *source_.end_reason()
           : end_ == TrimEnd::lost ? sim::EndReason::recording_failed
                                   : sim::EndReason::tick_limit;
}

}  // namespace
}  // namespace tandem::replay
