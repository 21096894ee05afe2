// SPDX-License-Identifier: MIT
// Between the encoder and an output.
#include <tandem/replay/recorder.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/encoder.hpp>

namespace tandem::replay {
namespace {

constexpr std::chrono::nanoseconds k_time_lost_at_most = std::chrono::seconds(1);

}  // namespace

Recorder::Recorder(Output& output, RecorderOptions options)
    : output_(output),
      clock_(std::move(options.clock)),
      goes_on_without_output_(options.goes_on_without_output),
      on_failure_(std::move(options.on_failure)),
      encoder_(std::make_unique<Encoder>(std::move(options))) {}

Recorder::~Recorder() = default;

sim::Result<void> Recorder::on_start(const sim::SessionStart& start) {
    if (auto started = encoder_->start(start); !started) {
        failure_ = started.error();
        return started;
    }
    if (clock_) {
        last_tick_ = clock_();
    }
    const auto drained = drain();
    return failure_ ? *failure_ : drained;
}

sim::Result<void> Recorder::on_tick(const sim::TickedView& ticked) {
    if (failure_) {
        return failed();
    }
    encoder_->tick(ticked);
    if (clock_) {
        keep_time();
    }
    return drain();
}

// Before a step that may take the block's first tick beyond a second, as the last ones did.
void Recorder::keep_time() {
    const std::chrono::nanoseconds now = clock_();
    if (encoder_->ticks_written() == encoder_->ticks()) {
        block_since_.reset();  // the block was full
        longest_step_ = {};
    } else {
        block_since_ = block_since_.value_or(now);
        longest_step_ = std::max(longest_step_, now - last_tick_);
        if (now - *block_since_ + longest_step_ >= k_time_lost_at_most) {
            encoder_->close_block();
            block_since_.reset();
            longest_step_ = {};
        }
    }
    last_tick_ = now;
}

sim::Result<void> Recorder::on_event(const sim::Mark& mark) {
    if (failure_) {
        return failed();
    }
    encoder_->mark(mark);
    return drain();
}

sim::Result<void> Recorder::on_state(const sim::StateView& state) {
    if (failure_) {
        return failed();
    }
    encoder_->state(state);
    return drain();
}

bool Recorder::wants_keyframe(std::uint64_t ticks_done) const {
    return !failure_ && encoder_->wants_keyframe(ticks_done);
}

sim::Result<void> Recorder::on_end(sim::EndReason reason) {
    if (failure_) {
        return failed();
    }
    encoder_->end(reason);
    return drain();
}

sim::Result<void> Recorder::flush() {
    if (failure_) {
        return failed();
    }
    if (!encoder_->is_running()) {
        return {};
    }
    encoder_->close_block();
    return drain();
}

sim::Result<void> Recorder::end_epoch() {
    if (failure_) {
        return failed();
    }
    if (encoder_->is_running()) {
        encoder_->end_epoch();
    }
    return drain();
}

sim::Result<void> Recorder::failed() const {
    return goes_on_without_output_ ? sim::Result<void>() : *failure_;
}

sim::Result<void> Recorder::drain() {
    const sim::Bytes bytes = encoder_->take();
    if (bytes.empty()) {
        return {};
    }
    auto written = output_.append(bytes);
    if (written) {
        written = output_.flush();
    }
    if (!written) {
        failure_ = written.error();
        if (on_failure_) {
            on_failure_(*failure_);
        }
        return failed();
    }
    bytes_written_ += bytes.size();
    ticks_written_ = encoder_->ticks_written();
    return {};
}

}  // namespace tandem::replay
