// SPDX-License-Identifier: MIT
// Asks each state in a single run, with two states in memory and no list of the findings.
#include <tandem/replay/explain/find_states.hpp>

#include <utility>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>

namespace tandem::replay {
namespace {

class StateFinder {
public:
    StateFinder(const Replay& replay, const Expression& expression, const FindOptions& options,
                const std::function<bool(const FoundRange&)>& on_range)
        : replay_(&replay), expression_(&expression), options_(&options), on_range_(&on_range) {}

    sim::Result<FindReport> run(sim::AnySimulation simulation) {
        const bool needs_one_before =
            expression_->asks_before() && options_->from > replay_->first_tick();
        auto run =
            retrace(*replay_, std::move(simulation), options_->from - (needs_one_before ? 1 : 0));
        TANDEM_TRY(run);
        if (needs_one_before) {
            TANDEM_TRY(read_state(*run));
            if (!step(*run)) {
                return std::move(report_);
            }
        }
        for (;;) {
            TANDEM_TRY(read_state(*run));
            if (!ask(run->ticks_done()) || run->ticks_done() == options_->to || !step(*run)) {
                break;
            }
        }
        end_range();
        return std::move(report_);
    }

private:
    // A state and the record that led to it.
    struct Kept {
        sim::Bytes state;
        sim::Bytes record_bytes;
        sim::RecordView record;  // into record_bytes
        bool has_record = false;

        Instant instant() const { return {state, has_record ? &record : nullptr}; }
    };

    // Makes the present state `now_`, and the former `now_` `before_`.
    sim::Result<void> read_state(const Run& run) {
        std::swap(now_, before_);
        has_before_ = has_now_;
        has_now_ = true;
        if (expression_->asks_state()) {
            TANDEM_TRY(run.simulation().save(now_.state));
        }
        now_.has_record = expression_->asks_inputs() && run.ticks_done() > replay_->first_tick();
        if (!now_.has_record) {
            return {};
        }
        if (!has_next_record_) {  // the first state that is asked: nothing was stepped to it here
            Cursor cursor(*replay_);
            TANDEM_TRY(keep_record(cursor.record(sim::Tick{run.ticks_done() - 1})));
        }
        std::swap(now_.record_bytes, next_record_);
        return sim::parse_record(replay_->header().input_schema, replay_->header().setup.slots,
                                 now_.record_bytes, now_.record);
    }

    sim::Result<void> keep_record(const sim::Result<sim::ByteView>& record) {
        TANDEM_TRY(record);
        next_record_.assign(record->begin(), record->end());
        has_next_record_ = true;
        return {};
    }

    // Steps a tick. Returns false if it cannot go on. A tick that differs is still simulated.
    bool step(Run& run) {
        const std::uint64_t before = run.ticks_done();
        auto stepped =
            expression_->asks_inputs() ? keep_record(run.next_record()) : sim::Result<void>();
        stepped = stepped ? retrace_step(run) : stepped;
        if (!stepped && !report_.left_at) {
            end_range();
            report_.left_tick = before;
            report_.left_at = stepped.error();
        }
        return run.ticks_done() > before;
    }

    bool ask(std::uint64_t ticks_done) {
        ++report_.states_asked;
        const Instant before = before_.instant();
        if (expression_->holds(now_.instant(), has_before_ ? &before : nullptr)) {
            ++report_.states_found;
            range_ = range_.value_or(FoundRange{ticks_done, ticks_done, !report_.left_at});
            range_->last = ticks_done;
        } else {
            end_range();
        }
        constexpr std::uint64_t k_states_between_looks = 256;
        if (options_->progress && report_.states_asked % k_states_between_looks == 0 &&
            !options_->progress(report_.states_asked)) {
            report_.is_stopped = true;
        }
        return !report_.is_stopped;
    }

    void end_range() {
        if (!range_) {
            return;
        }
        ++report_.ranges;
        if (!(*on_range_)(*range_)) {
            report_.is_stopped = true;
        }
        range_.reset();
    }

    const Replay* replay_;
    const Expression* expression_;
    const FindOptions* options_;
    const std::function<bool(const FoundRange&)>* on_range_;
    Kept now_;
    Kept before_;
    sim::Bytes next_record_;  // the record of the tick that is stepped
    bool has_next_record_ = false;
    bool has_now_ = false;
    bool has_before_ = false;
    std::optional<FoundRange> range_;
    FindReport report_;
};

}  // namespace

ExpressionScope scope_of(const Replay& replay) {
    const Header& header = replay.header();
    return {header.state_schema, header.input_schema, header.setup.slots};
}

sim::Result<FindReport> find_states(const Replay& replay, sim::AnySimulation simulation,
                                    const Expression& expression, const FindOptions& options,
                                    const std::function<bool(const FoundRange& range)>& on_range) {
    TANDEM_ASSERT(replay.first_tick() <= options.from && options.from <= options.to &&
                  options.to <= replay.end_tick());
    return StateFinder(replay, expression, options, on_range).run(std::move(simulation));
}

}  // namespace tandem::replay
