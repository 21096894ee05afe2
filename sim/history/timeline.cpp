// SPDX-License-Identifier: MIT
// Step, hash, chain, tell: in that order, once for each tick.
#include <tandem/sim/history/timeline.hpp>

#include <utility>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/guard.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::sim {
namespace {

Error at_tick(Tick tick, const Error& error) {
    return error.within("tick " + std::to_string(tick.number));
}

}  // namespace

Timeline::Timeline(AnySimulation simulation, TickObserver* observer)
    : simulation_(std::move(simulation)), observer_(observer) {}

Result<void> Timeline::start(const Setup& setup) {
    TANDEM_TRY(reset(setup));
    return report_start();
}

Result<void> Timeline::start_at(const Setup& setup, std::uint64_t ticks_done, ByteView state,
                                const RunningHashes& hashes) {
    TANDEM_TRY(reset(setup));
    const std::string place = "the state after " + std::to_string(ticks_done) + " ticks";
    const StateHash reset_state = state_hash_;
    const RunningHashes reset_hashes = hashes_;
    if (auto moved = move_to(ticks_done, state, hashes); !moved) {
        return moved.error().within(place);
    }
    if (ticks_done == 0 && !(state_hash_ == reset_state && hashes_ == reset_hashes)) {
        return Error{ErrorCode::bad_data, place, "this is not what the setup gives"};
    }
    return report_start();
}

Result<void> Timeline::reset(const Setup& setup) {
    is_started_ = false;
    failure_.reset();
    TANDEM_TRY(simulation_.reset(setup));
    ticks_done_ = 0;
    start_ = start_hash(simulation_.info(), simulation_.setup());
    state_hash_ = simulation_.state_hash();
    hashes_ = running_start(start_, state_hash_);
    return {};
}

Result<void> Timeline::report_start() {
    is_started_ = true;
    if (observer_ == nullptr) {
        return {};
    }
    if (auto saved = save_to_tell(); !saved) {
        return latch(saved);
    }
    return latch(observer_->on_start(moment()));
}

// Describes where the timeline stands; `state_buffer_` must hold the state.
SessionStart Timeline::moment() const {
    return {simulation_.info(), simulation_.setup(), start_, state_hash_, hashes_,
            state_buffer_,      ticks_done_};
}

Result<void> Timeline::jump(std::uint64_t ticks_done, ByteView state, const RunningHashes& hashes) {
    TANDEM_ASSERT(is_started_);
    if (observer_ != nullptr) {
        return failure_.value_or(Error{ErrorCode::usage,
                                       "jump to tick " + std::to_string(ticks_done),
                                       "somebody observes this timeline, to record it perhaps, and "
                                       "is told every tick in order; jump in a timeline without "
                                       "an observer"});
    }
    TANDEM_TRY(move_to(ticks_done, state, hashes));
    failure_.reset();
    return {};
}

Result<void> Timeline::go_back(std::uint64_t ticks_done, ByteView state,
                               const RunningHashes& hashes) {
    TANDEM_ASSERT(is_started_ && ticks_done <= ticks_done_);
    if (failure_) {
        return *failure_;
    }
    if (observer_ != nullptr && !observer_->retract(ticks_done)) {
        return Error{ErrorCode::usage, "going back to tick " + std::to_string(ticks_done),
                     "the observer of this timeline was told later ticks for good"};
    }
    // Ticks that were taken back cannot be told again, so nothing goes on without that state.
    return latch(move_to(ticks_done, state, hashes));
}

Result<void> Timeline::go_on_from(std::uint64_t ticks_done, ByteView state,
                                  const RunningHashes& hashes) {
    TANDEM_ASSERT(is_started_ && ticks_done >= ticks_done_);
    if (failure_) {
        return *failure_;
    }
    if (auto moved = move_to(ticks_done, state, hashes); !moved) {
        return moved.error().within("the given state after " + std::to_string(ticks_done) +
                                    " ticks");
    }
    if (observer_ == nullptr) {
        return {};
    }
    if (auto saved = save_to_tell(); !saved) {
        return latch(saved);
    }
    return latch(observer_->on_given(moment()));
}

Result<void> Timeline::move_to(std::uint64_t ticks_done, ByteView state,
                               const RunningHashes& hashes) {
    TANDEM_TRY(simulation_.restore(state));
    ticks_done_ = ticks_done;
    simulation_.name_ticks_from(ticks_done);
    state_hash_ = simulation_.state_hash();
    hashes_ = hashes;
    return {};
}

Result<void> Timeline::advance(ByteView record) {
    TANDEM_ASSERT(is_started_);
    if (failure_) {
        return *failure_;
    }
    const Tick tick{ticks_done_};
    TANDEM_TRY(step(record));
    const bool is_planted = plant_ && plant_->tick == tick;
    if (is_planted) {
        if (auto flipped = flip_planted_bit(); !flipped) {
            return latch(flipped);
        }
    }
    ++ticks_done_;
    state_hash_ = simulation_.state_hash();
    hashes_ = running_next(hashes_, hash_bytes(record), state_hash_);
    return observer_ == nullptr ? Result<void>() : latch(report_tick(tick, record, is_planted));
}

Result<void> Timeline::advance_with(const ErasedInputs& inputs) {
    TANDEM_ASSERT(is_started_);
    if (failure_) {
        return *failure_;
    }
    if (auto written = simulation_.write_record(inputs, record_buffer_); !written) {
        return at_tick(Tick{ticks_done_}, written.error());
    }
    return advance(record_buffer_);
}

Result<void> Timeline::step(ByteView record) {
    const auto stepped = simulation_.step(record);
    if (stepped) {
        return {};
    }
    Error error = at_tick(Tick{ticks_done_}, stepped.error());
    if (error.code != ErrorCode::step_failed) {
        return error;
    }
    if (observer_ != nullptr) {
        // A person who looks into the failure needs the inputs that cause it. The failure itself
        // counts even if they cannot be told, for example for want of memory.
        static_cast<void>(detail::guard("mark", [&] {
            static_cast<void>(
                observer_->on_event({MarkKind::failed, Tick{ticks_done_}, 0, 0,
                                     stepped.error().text(), Bytes(record.begin(), record.end())}));
        }));
    }
    return latch(error);
}

Result<void> Timeline::mark(const Mark& mark) {
    return observer_ == nullptr ? Result<void>() : latch(observer_->on_event(mark));
}

Result<void> Timeline::end(EndReason reason) {
    return observer_ == nullptr ? Result<void>() : observer_->on_end(reason);
}

// The first failure is the one that stays.
Result<void> Timeline::latch(Result<void> done) {
    if (!done && !failure_) {
        failure_ = done.error();
    }
    return done;
}

Result<void> Timeline::report_tick(Tick tick, ByteView record, bool is_planted) {
    const TickedView ticked{tick, record, state_hash_, hashes_};
    TANDEM_TRY(observer_->on_step(ticked, simulation_));
    TANDEM_TRY(observer_->on_tick(ticked));
    if (is_planted && plant_->is_marked) {
        TANDEM_TRY(mark({MarkKind::plant, tick, 0, 0, plant_->field}));
    }
    return report_keyframe();
}

// A state that is told must be readable. It is refused here, not by a reader of the file.
Result<void> Timeline::save_to_tell() {
    TANDEM_TRY(simulation_.check_restorable());
    return simulation_.save(state_buffer_);
}

Result<void> Timeline::report_keyframe() {
    if (!observer_->wants_keyframe(ticks_done_)) {
        return {};
    }
    if (auto saved = save_to_tell(); !saved) {
        return at_tick(Tick{ticks_done_ - 1}, saved.error());
    }
    return observer_->on_state({StatePurpose::keyframe, ticks_done_, state_buffer_, hashes_});
}

Result<void> Timeline::flip_planted_bit() {
    TANDEM_TRY(simulation_.save(state_buffer_));
    const auto refusal = [&](const std::string& message) {
        return Error{ErrorCode::usage,
                     "planted fault " + std::to_string(plant_->tick.number) + ":" + plant_->field,
                     message};
    };
    const auto leaf = find_leaf(simulation_.info().state_schema, state_buffer_, plant_->field);
    if (!leaf) {
        return refusal(leaf.error().message);
    }
    if (!is_value(leaf->kind) || leaf->bytes == 0) {
        return refusal("the field " + plant_->field +
                       " is a length or a choice, which has no bit that can be flipped alone; name "
                       "a number or a flag");
    }
    constexpr std::uint32_t k_bits_of_byte = 8;
    if (plant_->bit / k_bits_of_byte >= leaf->bytes) {
        return refusal("the field " + plant_->field + " has no bit " + std::to_string(plant_->bit));
    }
    state_buffer_[leaf->offset + plant_->bit / k_bits_of_byte] ^=
        static_cast<std::byte>(1U << plant_->bit % k_bits_of_byte);
    if (const auto restored = simulation_.restore(state_buffer_); !restored) {
        return refusal("the field " + plant_->field + " with bit " + std::to_string(plant_->bit) +
                       " flipped makes no state (" + restored.error().message +
                       "); name another one");
    }
    return {};
}

}  // namespace tandem::sim
