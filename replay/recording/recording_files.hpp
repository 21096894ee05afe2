// SPDX-License-Identifier: MIT
// An observer that writes a session into one replay file after another: a new one begins wherever
// the session goes on from a given state, because the ticks between are not known here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>

namespace tandem::replay {

// Makes the output of the next file of a session whose files so far have these paths. It must not
// exist yet, unless `is_replaced`: then the last of these files is closed and holds no tick, and
// the new one takes its place and its name.
using NextOutput = std::function<sim::Result<std::unique_ptr<FileOutput>>(
    const std::vector<std::string>& paths, bool is_replaced)>;

class RecordingFiles final : public sim::TickObserver {
public:
    // The options are those of every file. A file that begins at a later tick has as its parent the
    // session up to there, unless `options` name another one for the first file.
    RecordingFiles(std::unique_ptr<FileOutput> first, RecorderOptions options, NextOutput next);
    ~RecordingFiles() override;

    // These are passed to the recorder of the present file.
    sim::Result<void> on_start(const sim::SessionStart& start) override;
    sim::Result<void> on_tick(const sim::TickedView& ticked) override;
    sim::Result<void> on_event(const sim::Mark& mark) override;
    sim::Result<void> on_state(const sim::StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    sim::Result<void> on_end(sim::EndReason reason) override;
    // Ends the present file with its last tick (peer_lost) and begins the next one at this moment.
    // That one repeats the names of the players and the mark of the match. A file without any tick
    // is not kept, because its name would promise a beginning that nobody has: the next one
    // replaces it, and other marks that it had are gone. If the next file cannot begin, nothing
    // more is recorded, as after a failure of the output (RecorderOptions::goes_on_without_output).
    sim::Result<void> on_given(const sim::SessionStart& start) override;

    // Writes what is held back; see Recorder.
    sim::Result<void> flush();
    // The error that ended the recording, if one has; see Recorder.
    std::optional<sim::Error> failure() const;
    // Ends writing: FileOutput::close. The error is the first one of all files. After it nothing
    // may be told any more.
    sim::Result<void> close();

    // The recorder of the present file. The start and each given state put another in its place.
    const Recorder& recorder() const { return *recorder_; }
    // The files in their order; the last one is the present one.
    const std::vector<std::string>& paths() const { return paths_; }
    // True if the present file was found to be removed or replaced by others.
    bool is_lost() const { return output_->is_lost(); }
    // The bytes that all files together have got so far.
    std::uint64_t bytes_written() const { return bytes_before_ + recorder_->bytes_written(); }
    // The ticks of all files likewise.
    std::uint64_t ticks_written() const { return ticks_before_ + recorder_->ticks_written(); }

private:
    sim::Result<void> begin(const sim::SessionStart& start);
    sim::Result<void> repeat_marks(std::uint64_t first_tick);
    sim::Result<void> stop(const sim::Error& error);
    sim::Result<void> stopped() const;

    RecorderOptions options_;
    NextOutput next_;
    std::vector<std::string> paths_;
    std::unique_ptr<FileOutput> output_;
    std::unique_ptr<Recorder> recorder_;  // behind the output that it writes to
    // The marks that every file has, the last one of each kind and slot.
    std::map<std::pair<sim::MarkKind, std::uint32_t>, sim::Mark> lasting_marks_;
    std::uint64_t ticks_told_ = 0;    // in the present file
    std::uint64_t bytes_before_ = 0;  // those of the files before it
    std::uint64_t ticks_before_ = 0;
    std::optional<sim::Error> failure_;        // the reason why there is no next file
    std::optional<sim::Error> close_failure_;  // error of a file before the present one
    bool is_closed_ = false;
};

}  // namespace tandem::replay
