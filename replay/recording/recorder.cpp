// SPDX-License-Identifier: MIT
// Passes the events of a session to the encoder, and the encoder's bytes to an output.
#include <tandem/replay/recording/recorder.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

#include <tandem/replay/files/flush_thread.hpp>
#include <tandem/replay/recording/encoder.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

constexpr std::chrono::nanoseconds k_time_lost_at_most = std::chrono::seconds(1);
// The time that the thread needs to wake and to write before the second is over.
constexpr std::chrono::nanoseconds k_time_to_write = std::chrono::milliseconds(50);

}  // namespace

Recorder::Recorder(Output& output, RecorderOptions options)
    : output_(output),
      clock_(std::move(options.clock)),
      goes_on_without_output_(options.goes_on_without_output),
      on_failure_(std::move(options.on_failure)) {
    TANDEM_ASSERT(clock_ || !options.has_flush_thread);
    const bool has_flush_thread = options.has_flush_thread;
    encoder_ = std::make_unique<Encoder>(std::move(options));
    if (has_flush_thread) {
        start_flush_thread();
    }
}

void Recorder::start_flush_thread() {
    const auto flush = [this] {
        if (!failure_ && encoder_->is_running()) {
            close_block();
            write(encoder_->extract());
        }
    };
    try {
        flush_thread_ = std::make_unique<FlushThread>(mutex_, clock_, flush);
    } catch (const std::system_error&) {
        // The blocks then end between two steps, as without the option.
    }
}

Recorder::~Recorder() = default;

sim::Result<void> Recorder::on_start(const sim::SessionStart& start) {
    const std::lock_guard lock(mutex_);
    if (auto started = encoder_->start(start); !started) {
        failure_ = started.error();
        return started;
    }
    if (clock_) {
        last_tick_ = clock_();
    }
    // A session that cannot begin its file does not go on without it, so its caller gets the error
    // and nobody is told that it goes on.
    write(encoder_->extract());
    is_failure_told_ = failure_.has_value();
    return failure_ ? sim::Result<void>(*failure_) : sim::Result<void>();
}

sim::Result<void> Recorder::on_tick(const sim::TickedView& ticked) {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    encoder_->tick(ticked);
    if (clock_) {
        keep_time();
    }
    return drain();
}

// Closes the block before a step that may take its first tick beyond a second, if it is as long as
// the longest one of this block.
void Recorder::keep_time() {
    const std::chrono::nanoseconds now = clock_();
    if (encoder_->ticks_written() == encoder_->ticks()) {
        forget_block();  // it was full
    } else {
        block_since_ = block_since_.value_or(now);
        longest_step_ = std::max(longest_step_, now - last_tick_);
        if (now - *block_since_ + longest_step_ >= k_time_lost_at_most) {
            close_block();
        }
    }
    last_tick_ = now;
    if (flush_thread_) {
        flush_thread_->due(
            block_since_ ? std::optional(*block_since_ + k_time_lost_at_most - k_time_to_write)
                         : std::nullopt);
    }
}

void Recorder::close_block() {
    encoder_->close_block();
    forget_block();
}

void Recorder::forget_block() {
    block_since_.reset();
    longest_step_ = {};
}

sim::Result<void> Recorder::on_event(const sim::Mark& mark) {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    encoder_->mark(mark);
    return drain();
}

sim::Result<void> Recorder::on_state(const sim::StateView& state) {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    encoder_->state(state);
    return drain();
}

bool Recorder::wants_keyframe(std::uint64_t ticks_done) const {
    const std::lock_guard lock(mutex_);
    return !failure_ && encoder_->wants_keyframe(ticks_done);
}

sim::Result<void> Recorder::on_end(sim::EndReason reason) {
    flush_thread_.reset();  // no ticks come any more, and a fork afterwards finds no thread
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    encoder_->end(reason);
    return drain();
}

sim::Result<void> Recorder::flush() {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    if (!encoder_->is_running()) {
        return {};
    }
    close_block();
    return drain();
}

sim::Result<void> Recorder::end_epoch() {
    const std::lock_guard lock(mutex_);
    if (failure_) {
        return failed();
    }
    if (encoder_->is_running()) {
        encoder_->end_epoch();
    }
    return drain();
}

std::optional<sim::Error> Recorder::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

std::uint64_t Recorder::bytes_written() const {
    const std::lock_guard lock(mutex_);
    return bytes_written_;
}

std::uint64_t Recorder::ticks_written() const {
    const std::lock_guard lock(mutex_);
    return ticks_written_;
}

// Tells the failure once. Returns it, unless the session goes on without a recording.
sim::Result<void> Recorder::failed() {
    if (on_failure_ && !std::exchange(is_failure_told_, true)) {
        on_failure_(*failure_);
    }
    return goes_on_without_output_ ? sim::Result<void>() : *failure_;
}

sim::Result<void> Recorder::drain() {
    write(encoder_->extract());
    return failure_ ? failed() : sim::Result<void>();
}

void Recorder::write(const sim::Bytes& bytes) {
    if (bytes.empty()) {
        return;
    }
    auto written = output_.append(bytes);
    if (written) {
        written = output_.flush();
    }
    if (!written) {
        failure_ = written.error();
        return;
    }
    bytes_written_ += bytes.size();
    ticks_written_ = encoder_->ticks_written();
}

}  // namespace tandem::replay
