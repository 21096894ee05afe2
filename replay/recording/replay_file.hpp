// SPDX-License-Identifier: MIT
// An open replay file. It tells what its header says, and where its inputs and states stand, up to
// its last whole block, and lists what is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

class ByteSource;

// The state of a file: complete, live, cut or damaged.
enum class Completeness : std::uint8_t {
    complete,  // its session ended it
    live,      // it has no end yet, and its writer has it open
    cut,       // it has no end: the session was killed, or the last part of the file is missing
    damaged,   // some bytes are wrong; everything before them can be used
};
// Returns "complete", "live", "cut" or "damaged".
std::string completeness_text(Completeness completeness);

// The parts of a file that are read when it is opened.
enum class OpenDepth : std::uint8_t {
    // The head of the file and the list at its end; if there is no list, the heads of all blocks.
    // Parts that are read later are checked then. This is for a look at a few places of a large
    // file.
    index,
    blocks,  // all blocks and their checksums; records are decoded, and checked, when they are read
    records,  // all blocks, and every record is decoded and compared with the running hashes
};

// The options for opening a file.
struct OpenOptions {
    // The parts that are read, and so checked, at once.
    OpenDepth depth = OpenDepth::blocks;
    // Returns the game with this name and version, if the program has it. Its schemas are used if
    // those in the file are damaged and it has the hashes that the header states. It may be empty.
    std::function<std::optional<sim::GameInfo>(const std::string& name, std::uint32_t version)>
        find_game{};
    bool is_live = false;  // a session is still writing (only for bytes in memory)
};

// Inputs that are decoded from their first block on. In format 1 every block of inputs is an epoch.
struct Epoch {
    std::uint64_t first_tick = 0;  // the number of its first tick
    std::uint64_t end_tick = 0;    // the first tick behind those that can be read
    std::uint64_t offset = 0;      // where its first block is in the file
};

// A number of ticks after which the file has all 64 bits of the chain.
struct Anchor {
    std::uint64_t ticks_done = 0;  // since the start of the session, so 0 is the reset state
    // The chain, or nothing if it stands in the head of the epoch that begins there
    // (OpenDepth::index).
    std::optional<sim::ChainHash> chain;
    std::optional<sim::RecordsHash> records;  // if the file has that too
};

// A whole state that the file holds.
struct StoredState {
    sim::StatePurpose purpose = sim::StatePurpose::keyframe;  // keyframe or evidence
    std::uint64_t ticks_done = 0;                             // the state after this many ticks
    std::uint64_t offset = 0;                                 // where it is in the file
};

// The bytes of a stored state.
struct LoadedState {
    sim::Bytes bytes;           // canonical, of the file's state schema
    sim::RunningHashes hashes;  // after the same number of ticks
};

// The number of blocks of one type, and the bytes that they take.
struct BlockCount {
    BlockType type = BlockType::header;  // the type
    std::uint64_t blocks = 0;            // how many blocks
    std::uint64_t bytes = 0;             // bytes of these blocks, with their heads
};

// The parts of a file and the bytes that each takes.
struct ByteShares {
    std::uint64_t inputs = 0;     // coded records
    std::uint64_t track = 0;      // bits of the chain at every tick
    std::uint64_t heads = 0;      // heads of blocks of inputs
    std::uint64_t keyframes = 0;  // whole blocks
    std::uint64_t rest = 0;       // everything else, damage included
};

// Ticks that follow each other and can be played: from the start of the file, or from a keyframe
// behind damage, up to the next damage.
struct Stretch {
    std::uint64_t first_tick = 0;  // the number of its first tick
    std::uint64_t end_tick = 0;    // the first tick behind it
};

// A replay file, checked when it was opened. It shows one stretch of ticks: that from the start of
// the file to its end, or to the first damage. Several threads may read it at the same time.
class Replay {
public:
    // Opens a file. A missing or unreadable file is an error io. A file of another format, of a
    // newer version, or without a sound header and schema is an error bad_data. Every other file
    // opens. The file stays open, and other parts are read when they are asked for.
    static sim::Result<Replay> open(const std::string& path, const OpenOptions& options = {});
    // Does the same for bytes in memory.
    static sim::Result<Replay> parse(sim::Bytes bytes, const OpenOptions& options = {});
    static sim::Result<Replay> parse(std::shared_ptr<const ByteSource> source,
                                     const OpenOptions& options = {});

    // The header of the file.
    const Header& header() const { return header_; }
    // The first tick that can be read.
    std::uint64_t first_tick() const { return first_tick_; }
    // The first tick behind the readable ones.
    std::uint64_t end_tick() const { return end_tick_; }
    // The number of ticks that can be read.
    std::uint64_t ticks() const { return end_tick_ - first_tick_; }

    // The running hashes before the first tick.
    const sim::RunningHashes& start_hashes() const { return start_hashes_; }
    // The chain after the last readable tick, if the file has all of it: a cut file may have its
    // low bits only (Cursor::chain).
    std::optional<sim::ChainHash> chain() const;
    // The numbers of ticks after which the file has the whole chain, ascending; the first is
    // first_tick().
    std::span<const Anchor> anchors() const { return anchors_; }
    // The epochs of its inputs, in order. The first epoch may begin before first_tick().
    std::span<const Epoch> epochs() const { return epochs_; }

    // The stored keyframes and evidence, in file order.
    std::span<const StoredState> states() const { return states_; }
    // Returns the first stored state after exactly `ticks_done` ticks, of any purpose; or null.
    const StoredState* find_state(std::uint64_t ticks_done) const;
    // Returns a stored state, checked against its checksums and the schema. A state of more than
    // `bytes_max` bytes is refused before memory is allocated.
    sim::Result<LoadedState> load_state(
        const StoredState& state, std::uint64_t bytes_max = sim::k_state_bytes_max_default) const;

    // Returns the marks, in file order. With OpenDepth::index they are read now.
    sim::Result<std::vector<sim::Mark>> read_marks() const;
    // The marks of a file that was opened deeper (asserted).
    std::span<const sim::Mark> marks() const;

    // Fills in every asset that the file only names and that has the size and digest of this
    // content. The error lists the assets that are missing.
    sim::Result<void> supply_asset(sim::Bytes content);
    // The names of assets whose content is still missing. Playing needs all of them.
    std::vector<std::string> missing_assets() const;

    // The state of the file. With OpenDepth::index damage may stay unseen.
    Completeness completeness() const { return completeness_; }
    // The reason why the file is cut or damaged; its place names the byte. Nothing if the file is
    // complete or live.
    std::optional<sim::Error> flaw() const;
    // Everything that is wrong, in file order.
    std::span<const sim::Error> flaws() const { return flaws_; }
    // All stretches of the file; the first is the one that this replay shows, if it has ticks.
    std::span<const Stretch> stretches() const { return stretches_; }
    // Returns a replay of another of these stretches.
    Replay at_stretch(std::size_t index) const;
    // The reason why the session ended, if the file says it.
    std::optional<sim::EndReason> end_reason() const { return end_reason_; }
    // The first tick behind those of the whole session, if the file says it. If the last ticks are
    // lost, it lies behind all stretches.
    std::optional<std::uint64_t> session_end_tick() const { return session_end_tick_; }

    // The size of the file when it was opened.
    std::uint64_t bytes() const;
    // The number of bytes before the first flaw.
    std::uint64_t sound_bytes() const { return sound_bytes_; }
    // The number of blocks of each type; empty with OpenDepth::index.
    std::span<const BlockCount> block_counts() const { return block_counts_; }
    // The bytes that each part takes; zeros with OpenDepth::index.
    const ByteShares& byte_shares() const { return byte_shares_; }
    // The source of the file's bytes.
    const ByteSource& source() const { return *source_; }

private:
    friend class GrowingFile;
    friend class ReplayParser;
    Replay() = default;
    // Names the file in the error, or in each flaw.
    static sim::Result<Replay> within(const std::string& path, sim::Result<Replay> replay);
    void show(std::size_t stretch);
    void show_ticks(const Stretch& stretch, const sim::RunningHashes& hashes);

    std::shared_ptr<const ByteSource> source_;
    Header header_;
    sim::RunningHashes start_hashes_;
    std::uint64_t first_tick_ = 0;
    std::uint64_t end_tick_ = 0;
    // These describe the whole file, also behind damage.
    std::vector<Epoch> all_epochs_;
    std::vector<Anchor> all_anchors_;
    std::vector<StoredState> all_states_;
    std::vector<Stretch> stretches_;
    std::vector<sim::RunningHashes> stretch_hashes_;  // before the first tick of each stretch
    // These describe the stretch that is shown.
    std::vector<Epoch> epochs_;
    std::vector<Anchor> anchors_;
    std::vector<StoredState> states_;
    std::vector<sim::Mark> marks_;
    std::vector<std::uint64_t> unread_marks_;  // offsets of blocks of marks
    bool are_marks_read_ = true;
    std::vector<BlockCount> block_counts_;
    ByteShares byte_shares_;
    std::optional<sim::EndReason> end_reason_;
    std::optional<std::uint64_t> session_end_tick_;
    std::vector<sim::Error> flaws_;
    Completeness completeness_ = Completeness::cut;
    std::uint64_t sound_bytes_ = 0;
};

}  // namespace tandem::replay
