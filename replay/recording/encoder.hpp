// SPDX-License-Identifier: MIT
// A state machine that makes a replay file: the events of a session go in, bytes come out. It uses
// no file, clock or thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/recorder_options.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

class InputEncoder;

class Encoder {
public:
    explicit Encoder(RecorderOptions options);
    Encoder(Encoder&&) noexcept;
    Encoder& operator=(Encoder&&) noexcept;
    ~Encoder();

    // Writes header, schema, assets and the first keyframe. It must be the first call (asserted).
    // It fails if the state or a schema is too large for a file.
    sim::Result<void> start(const sim::SessionStart& start);
    // Adds a tick. Ticks come in order without a gap (asserted). A full block of inputs is written.
    void tick(const sim::TickedView& ticked);
    // Adds a mark, which is written together with the current block of inputs. A file holds a
    // limited number of marks (BlockLimits). If there are too many stalls, pauses, delays and
    // notes, further ones are left out and one note says so, because marks must never end a
    // recording. There is still room for faults, desyncs and names.
    void mark(const sim::Mark& mark);
    // Writes a state at once, after the current block of inputs. The file must hold its tick
    // (asserted). A state that is too large for a file is left out and a note says so, because that
    // must not end a session.
    void state(const sim::StateView& state);
    bool wants_keyframe(std::uint64_t ticks_done) const;
    // Writes the current block of inputs, and the marks, although the block is not full.
    void close_block();
    // Does the same, and lets the next tick begin an epoch.
    void end_epoch();
    // True between start and end.
    bool is_running() const { return is_started_ && !is_ended_; }
    void end(sim::EndReason reason);

    // Returns the bytes made since the last call.
    sim::Bytes extract();
    // The number of bytes made so far, taken or not.
    std::uint64_t bytes_made() const { return taken_bytes_ + made_.size(); }
    // The number of ticks in the blocks made so far.
    std::uint64_t ticks_written() const { return block_first_tick_ - first_tick_; }
    // The number of ticks that were given.
    std::uint64_t ticks() const { return next_tick_ - first_tick_; }

private:
    void write_head(const sim::SessionStart& start);
    void write_assets(const std::vector<Asset>& assets);
    bool append_mark(const sim::Mark& mark, std::uint64_t bytes_max);
    void begin_epoch(std::uint64_t first_tick);
    void plan_keyframe(std::uint64_t last_bytes);
    // Both return the size of the block in bytes.
    std::uint64_t write(BlockType type, sim::ByteView content);
    std::uint64_t append_block(const BlockHeader& header, sim::ByteView content);

    RecorderOptions options_;
    Compressor compressor_;
    sim::Bytes made_;
    std::uint64_t taken_bytes_ = 0;
    std::vector<IndexEntry> index_;
    std::unique_ptr<InputEncoder> coder_;

    std::uint64_t first_tick_ = 0;  // the number of the session's first tick
    std::uint64_t next_tick_ = 0;
    sim::RunningHashes hashes_;
    std::uint64_t block_first_tick_ = 0;
    sim::Bytes block_track_;
    std::uint64_t epoch_first_tick_ = 0;
    sim::ChainHash epoch_chain_;     // the chain before the epoch's first tick
    std::uint64_t epoch_bytes_ = 0;  // the size of the epoch's records before coding
    bool is_epoch_open_ = false;     // the next tick belongs to it
    bool is_epoch_written_ = false;  // a block of it has been written
    sim::Bytes marks_;
    std::uint64_t marks_bytes_ = 0;  // the size of all marks of the file, written or not
    bool has_dropped_marks_ = false;

    std::uint64_t last_keyframe_tick_ = 0;
    std::uint64_t keyframe_after_ticks_ = 0;  // the distance from the last keyframe to the next one
    TickRate tick_rate_{1};
    bool is_started_ = false;
    bool is_ended_ = false;
};

}  // namespace tandem::replay
