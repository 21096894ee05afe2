// SPDX-License-Identifier: MIT
// Passes a session to the recorder of the present file, and begins the next file at a given state.
#include <tandem/replay/recording/recording_files.hpp>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {

RecordingFiles::RecordingFiles(std::unique_ptr<FileOutput> first, RecorderOptions options,
                               NextOutput next)
    : options_(std::move(options)),
      next_(std::move(next)),
      paths_{first->path()},
      output_(std::move(first)),
      recorder_(std::make_unique<Recorder>(*output_, options_)) {
    TANDEM_ASSERT(next_);
}

RecordingFiles::~RecordingFiles() = default;

sim::Result<void> RecordingFiles::on_start(const sim::SessionStart& start) { return begin(start); }

// The header has the parent, so the recorder is made once it is known where the file begins.
sim::Result<void> RecordingFiles::begin(const sim::SessionStart& start) {
    RecorderOptions options = options_;
    if (start.first_tick > 0 && !options.parent) {
        options.parent = Parent{start.hashes.chain, start.first_tick};
    }
    options_.parent.reset();  // the files behind the first one continue that one
    recorder_ = std::make_unique<Recorder>(*output_, std::move(options));
    ticks_told_ = 0;
    return recorder_->on_start(start);
}

sim::Result<void> RecordingFiles::on_tick(const sim::TickedView& ticked) {
    if (failure_) {
        return stopped();
    }
    ++ticks_told_;
    return recorder_->on_tick(ticked);
}

sim::Result<void> RecordingFiles::on_event(const sim::Mark& mark) {
    if (failure_) {
        return stopped();
    }
    if (is_about_whole_session(mark.kind)) {
        lasting_marks_[{mark.kind, mark.slot}] = mark;
    }
    return recorder_->on_event(mark);
}

sim::Result<void> RecordingFiles::on_state(const sim::StateView& state) {
    return failure_ ? stopped() : recorder_->on_state(state);
}

bool RecordingFiles::wants_keyframe(std::uint64_t ticks_done) const {
    return !failure_ && recorder_->wants_keyframe(ticks_done);
}

sim::Result<void> RecordingFiles::on_end(sim::EndReason reason) {
    return failure_ ? stopped() : recorder_->on_end(reason);
}

sim::Result<void> RecordingFiles::on_given(const sim::SessionStart& start) {
    if (failure_) {
        return stopped();
    }
    TANDEM_TRY(recorder_->on_end(sim::EndReason::peer_lost));
    if (recorder_->failure()) {
        return {};  // the session goes on without a recording, and the recorder has said so
    }
    const bool is_replaced = ticks_told_ == 0;
    const auto closed = output_->close();
    is_closed_ = true;
    if (!closed && !is_replaced && !close_failure_) {
        close_failure_ = closed.error();  // the next file can be whole all the same
    }
    auto next = next_(paths_, is_replaced);
    if (!next) {
        return stop(next.error());
    }
    if (is_replaced) {
        paths_.pop_back();
    } else {
        bytes_before_ += recorder_->bytes_written();
        ticks_before_ += recorder_->ticks_written();
    }
    recorder_.reset();
    output_ = *std::move(next);
    is_closed_ = false;
    paths_.push_back(output_->path());
    if (const auto begun = begin(start); !begun) {
        return stop(begun.error());
    }
    return repeat_marks(start.first_tick);
}

sim::Result<void> RecordingFiles::repeat_marks(std::uint64_t first_tick) {
    for (const auto& [key, lasting] : lasting_marks_) {
        const bool is_own_name = lasting.kind == sim::MarkKind::player_name &&
                                 lasting.slot == options_.player_slot &&
                                 !options_.player_name.empty();
        if (is_own_name) {
            continue;  // the recorder begins with it
        }
        sim::Mark mark = lasting;
        mark.tick = sim::Tick{first_tick};
        TANDEM_TRY(recorder_->on_event(mark));
    }
    return {};
}

// Tells the failure, as a recorder does, and returns it unless the session goes on without a
// recording.
sim::Result<void> RecordingFiles::stop(const sim::Error& error) {
    failure_ = error;
    if (options_.on_failure) {
        options_.on_failure(error);
    }
    return stopped();
}

sim::Result<void> RecordingFiles::stopped() const {
    return options_.goes_on_without_output ? sim::Result<void>() : *failure_;
}

sim::Result<void> RecordingFiles::flush() { return failure_ ? stopped() : recorder_->flush(); }

std::optional<sim::Error> RecordingFiles::failure() const {
    return failure_ ? failure_ : recorder_->failure();
}

sim::Result<void> RecordingFiles::close() {
    const bool was_closed = std::exchange(is_closed_, true);
    const auto closed = was_closed ? sim::Result<void>() : output_->close();
    return close_failure_ ? sim::Result<void>(*close_failure_) : closed;
}

}  // namespace tandem::replay
