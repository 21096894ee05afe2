// SPDX-License-Identifier: MIT
// Makes a Replay from bytes. Damage costs its own bytes and the parts that need them; all flaws are
// listed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/replay/blocks/block_scanner.hpp>
#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// The error of bytes that do not fit the format, for all parts of the parser.
sim::Error bad_data(const std::string& place, const std::string& message);

class Cursor;

class ReplayParser {
public:
    ReplayParser(std::shared_ptr<const ByteSource> source, OpenOptions options)
        : options_(std::move(options)),
          scanner_(*source,
                   options_.depth == OpenDepth::index ? ScanDepth::heads : ScanDepth::bodies) {
        replay_.source_ = std::move(source);
        replay_.are_marks_read_ = options_.depth != OpenDepth::index;
    }

    sim::Result<Replay> parse();
    // Parses, so that go_on() can let the next call read only what is new. That is worth its copy
    // for a live file with OpenDepth::blocks; all others are parsed as ever.
    sim::Result<Replay> parse_so_far();
    // Lets the next parse_so_far() go on behind the blocks that the last one read. That one must
    // have found the file live, with OpenDepth::blocks (asserted). Returns false, and changes
    // nothing, if it had not come to the first keyframe, or if this source is shorter or has other
    // bytes as the heads of the first and the last of these blocks.
    sim::Result<bool> go_on(std::shared_ptr<const ByteSource> source, bool is_live);

private:
    // A keyframe, from which ticks can be played.
    struct Start {
        std::uint64_t ticks_done = 0;
        sim::RunningHashes hashes;
    };

    sim::Result<sim::Bytes> heads_of_known(const ByteSource& source) const;
    sim::Result<void> read_blocks();
    // Takes one block; the error says why it is malformed.
    sim::Result<void> read_block(const Block& block);
    sim::Result<void> check_order(BlockType type) const;
    sim::Result<void> decode(const Block& block);
    sim::Result<void> decode_bounded(const Block& block, std::uint64_t bytes_max,
                                     std::uint64_t& bytes_so_far);

    // Nothing can be read without these parts, so their errors are final.
    sim::Result<void> read_header(const Block& block);
    sim::Result<void> read_schema(const Block& block);
    sim::Result<void> conclude_head();
    sim::Result<void> use_schemas();
    sim::Error not_whole(BlockType type) const;

    sim::Result<void> read_asset(const Block& block);
    sim::Result<void> read_inputs(const Block& block);
    sim::Result<void> read_inputs_of_format_1(const Block& block, sim::ByteView track);
    sim::Result<void> begin_epoch(const Block& block);
    sim::Result<void> check_continues(std::uint64_t first_tick) const;
    sim::Result<void> read_state(const Block& block);
    sim::Result<void> read_marks(const Block& block);
    sim::Result<void> read_end(const Block& block);
    sim::Result<void> check_index(const End& end) const;
    // Takes the list at the end, if it is sound, so that not every block need be looked at.
    // Returns whether it is.
    sim::Result<bool> read_index();
    void use_index(const End& end, const BlockHeader& end_head);

    void close_damaged_epoch();
    void add_anchor(Anchor anchor);
    void count(const Block& block);
    void list_stretches();
    // Checks records. Wrong records end their stretch; another begins at the next keyframe.
    sim::Result<void> check_records();
    sim::Result<void> check_stretch(Cursor& cursor, const Stretch& stretch,
                                    const sim::RunningHashes& hashes);
    void add_stretch(const Stretch& stretch, const sim::RunningHashes& hashes);
    void add_bad_records(std::uint64_t tick, sim::Error flaw);
    const Epoch& epoch_of(std::uint64_t tick) const;
    const Start* start_from(std::uint64_t tick, std::uint64_t end_tick) const;
    void conclude();
    void conclude_records();

    std::uint64_t end_tick() const {
        return replay_.all_epochs_.empty() ? replay_.header_.first_tick
                                           : replay_.all_epochs_.back().end_tick;
    }
    bool is_format_1() const { return replay_.header_.format_version < k_format_with_epochs; }
    bool is_whole_so_far() const { return scanner_.flaws().empty(); }

    OpenOptions options_;
    Replay replay_;
    BlockScanner scanner_;
    DecodedHeader decoded_;
    bool has_header_ = false;
    sim::Bytes header_content_;
    std::optional<sim::Bytes> schema_content_;
    bool is_head_done_ = false;
    bool has_state_ = false;
    bool has_index_ = false;
    sim::Bytes content_;
    std::uint64_t flaws_of_ticks_seen_ = 0;
    bool is_epoch_open_ = false;     // a piece may follow
    bool is_orphan_listed_ = false;  // a piece that cannot follow was listed since the last damage
    std::uint64_t last_low_ = 0;     // the chain after end_tick(), at least its low bits
    std::vector<std::uint32_t> block_bytes_;
    std::vector<IndexEntry> index_;
    std::vector<Start> starts_;  // by ticks, once the stretches are listed
    std::vector<Flaw> bad_records_;
    std::uint64_t assets_bytes_ = 0;
    std::uint64_t marks_bytes_ = 0;
    bool goes_on_ = false;  // go_on() may be called
    std::uint64_t last_block_offset_ = 0;
    sim::Bytes heads_of_known_;
};

}  // namespace tandem::replay
