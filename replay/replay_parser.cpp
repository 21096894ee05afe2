// SPDX-License-Identifier: MIT
// From bytes to a Replay: the order of blocks, the continuity of ticks and running hashes, every
// record against the schema. The first broken rule ends what can be used.
#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/block.hpp>
#include <tandem/replay/coding/decoded_inputs.hpp>
#include <tandem/replay/contents.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::replay {

class ReplayParser {
public:
    explicit ReplayParser(sim::Bytes file) {
        replay_.file_ = std::move(file);
        scanner_ = BlockScanner(replay_.file_);
    }

    sim::Result<Replay> parse(bool is_live);

private:
    // Each takes one block; the error says why it is malformed, and its place where in the content.
    sim::Result<void> take(const Block& block);
    sim::Result<void> check_order(BlockType type) const;
    sim::Result<void> decode(const Block& block);
    sim::Result<void> decode_bounded(const Block& block, std::uint64_t bytes_max,
                                     std::uint64_t& bytes_so_far);
    sim::Result<void> take_asset(const Block& block);
    sim::Result<void> take_inputs(const Block& block);
    sim::Result<void> take_state(const Block& block);
    sim::Result<void> take_marks(const Block& block);
    sim::Result<void> take_end(const Block& block);

    sim::Result<void> take_head();
    // The next block, which must be of this type, decoded; else why not.
    sim::Result<Block> next_of(BlockType type);
    void count(const Block& block);
    void conclude(bool is_live);

    Replay replay_;
    BlockScanner scanner_{sim::ByteView()};
    DecodedInputs inputs_;
    sim::Bytes content_;
    std::vector<std::uint32_t> block_bytes_;
    std::uint64_t assets_bytes_ = 0;
    std::uint64_t marks_bytes_ = 0;
};

namespace {

sim::Error bad_data(const std::string& place, const std::string& message) {
    return {sim::ErrorCode::bad_data, place, message};
}

sim::Error malformed(const std::string& what) { return bad_data("", what); }

}  // namespace

sim::Result<Replay> ReplayParser::parse(bool is_live) {
    if (auto head = take_head(); !head) {
        return head.error();
    }
    while (!replay_.end_reason_) {
        const auto block = scanner_.next();
        if (!block) {
            break;
        }
        if (const auto taken = take(*block); !taken) {
            scanner_.reject(*block, taken.error());
            break;
        }
        count(*block);
    }
    conclude(is_live);
    return std::move(replay_);
}

sim::Result<void> ReplayParser::take_head() {
    if (replay_.file_.empty()) {
        return bad_data("byte 0", "the file is empty; a recording begins with a header");
    }
    auto header_block = next_of(BlockType::header);
    if (!header_block) {
        return header_block.error();
    }
    auto decoded = decode_header(content_);
    if (!decoded) {
        return bad_data("byte 0", "the header cannot be used: " + decoded.error().text());
    }
    auto schema_block = next_of(BlockType::schema);
    if (!schema_block) {
        return schema_block.error();
    }
    if (auto schemas = decode_schemas(content_, *decoded); !schemas) {
        return bad_data("byte " + std::to_string(schema_block->offset),
                        "the schema cannot be used: " + schemas.error().text());
    }
    const BlockHeader& head = header_block->header;
    replay_.header_ = std::move(decoded->header);
    replay_.header_.first_tick = head.first_tick;
    replay_.start_hashes_ = head.hashes;
    if (head.first_tick == 0 &&
        head.hashes.records != sim::records_start(start_of(replay_.header_))) {
        return bad_data("byte 0",
                        "the header cannot be used: its chain does not begin with the game and "
                        "setup that it states");
    }
    return {};
}

sim::Result<Block> ReplayParser::next_of(BlockType type) {
    const auto block = scanner_.next();
    if (!block) {
        const bool is_first = type == BlockType::header;
        const auto& flaw = scanner_.flaw();
        if (is_first && flaw && !flaw->is_cut && !starts_like_replay(replay_.file_)) {
            return bad_data("byte 0",
                            "this is not a Tandem replay file: it does not begin like one");
        }
        const std::string nothing =
            "nothing of it can be played, because its " + block_name(type) + " is not whole";
        return flaw ? bad_data(flaw->error.place, flaw->error.message + "; " + nothing)
                    : bad_data("byte " + std::to_string(scanner_.offset()),
                               "the file ends here; " + nothing);
    }
    const std::string place = "byte " + std::to_string(block->offset);
    if (block->header.type != type) {
        return bad_data(place, "the file is malformed: its " + block_name(type) +
                                   " should begin here, not a block " +
                                   block_name(block->header.type));
    }
    if (const auto sound = decode(*block); !sound) {
        return bad_data(place,
                        "the " + block_name(type) + " cannot be used: " + sound.error().text());
    }
    count(*block);
    return *block;
}

sim::Result<void> ReplayParser::take(const Block& block) {
    const BlockType type = block.header.type;
    if (auto in_order = check_order(type); !in_order) {
        return in_order;
    }
    switch (type) {
        case BlockType::inputs:
            return take_inputs(block);
        case BlockType::keyframe:
        case BlockType::evidence:
            return take_state(block);
        case BlockType::asset:
            return take_asset(block);
        case BlockType::marks:
            return take_marks(block);
        case BlockType::end:
            return take_end(block);
        case BlockType::header:  // out of order
        case BlockType::schema:
            break;
    }
    return {};  // from a newer Tandem; skipped by its length
}

// Whether a block of this type may stand here.
sim::Result<void> ReplayParser::check_order(BlockType type) const {
    const bool has_keyframe = !replay_.states_.empty();  // no other state may come before it
    switch (type) {
        case BlockType::header:
        case BlockType::schema:
            return malformed("there is one already");
        case BlockType::asset:
            if (has_keyframe) {
                return malformed("assets stand before the first keyframe only");
            }
            break;
        case BlockType::inputs:
        case BlockType::marks:
        case BlockType::evidence:
        case BlockType::end:
            if (!has_keyframe) {
                return malformed("the keyframe that a recording begins with should come first");
            }
            break;
        case BlockType::keyframe:
            break;
    }
    return {};
}

sim::Result<void> ReplayParser::decode(const Block& block) {
    return decode_content(block.header.codec, block.coded, block.header.content_bytes, content_);
}

// Decodes content of which a file may hold only so much, however many blocks it is in.
sim::Result<void> ReplayParser::decode_bounded(const Block& block, std::uint64_t bytes_max,
                                               std::uint64_t& bytes_so_far) {
    bytes_so_far += block.header.content_bytes;
    if (bytes_so_far > bytes_max) {
        return malformed("with it the blocks of its kind hold " + std::to_string(bytes_so_far) +
                         " bytes, at most " + std::to_string(bytes_max) + " are allowed in a file");
    }
    return decode(block);
}

sim::Result<void> ReplayParser::take_asset(const Block& block) {
    if (auto decoded = decode_bounded(block, BlockLimits::assets_bytes_max, assets_bytes_);
        !decoded) {
        return decoded;
    }
    return decode_asset(content_, replay_.header_.setup);
}

sim::Result<void> ReplayParser::take_inputs(const Block& block) {
    const BlockHeader& header = block.header;
    const InputBlock inputs{.offset = block.offset,
                            .first_tick = header.first_tick,
                            .ticks = header.tick_count,
                            .hashes = header.hashes,
                            .codec = header.codec,
                            .content_bytes = header.content_bytes,
                            .coded = block.coded,
                            .lows = block.lows};
    if (inputs.first_tick != replay_.end_tick()) {
        return malformed("tick " + std::to_string(replay_.end_tick()) + " should come next");
    }
    const std::byte* last_low = inputs.lows.data() + inputs.lows.size() - sizeof(std::uint16_t);
    if (sim::load_le<std::uint16_t>(last_low) !=
        static_cast<std::uint16_t>(inputs.hashes.chain.value)) {
        return malformed("its ticks do not end with the chain that its header states");
    }
    if (auto decoded = decode_inputs(inputs, replay_.header_, inputs_); !decoded) {
        return decoded.error();
    }
    sim::RecordsHash records = replay_.hashes().records;
    for (std::size_t i = 0; i < inputs.ticks; ++i) {
        const std::size_t at = inputs_.offsets[i];
        const sim::ByteView record =
            sim::ByteView(inputs_.records).subspan(at, inputs_.offsets[i + 1] - at);
        records = sim::records_next(records, sim::hash_bytes(record));
    }
    if (records != inputs.hashes.records) {
        return malformed("the hash of its records does not continue that of the block before");
    }
    replay_.blocks_.push_back(inputs);
    return {};
}

sim::Result<void> ReplayParser::take_state(const Block& block) {
    const BlockHeader& header = block.header;
    const bool is_keyframe = header.type == BlockType::keyframe;
    const StoredState state{
        .purpose = is_keyframe ? sim::StatePurpose::keyframe : sim::StatePurpose::evidence,
        .ticks_done = header.first_tick,
        .hashes = header.hashes,
        .offset = block.offset,
        .state_bytes = header.content_bytes,
        .codec = header.codec,
        .coded = block.coded};
    if (state.ticks_done < replay_.first_tick() || state.ticks_done > replay_.end_tick()) {
        return malformed("the ticks before it are not in the file");
    }
    if (is_keyframe &&
        (state.ticks_done != replay_.end_tick() || state.hashes != replay_.hashes())) {
        return malformed("its running hashes are not those of the ticks before it");
    }
    // It is decoded only when somebody who knows the game's bound loads it.
    if (auto checked = check_content(state.codec, state.coded, state.state_bytes); !checked) {
        return checked;
    }
    replay_.states_.push_back(state);
    return {};
}

sim::Result<void> ReplayParser::take_marks(const Block& block) {
    if (auto decoded = decode_bounded(block, BlockLimits::marks_bytes_max, marks_bytes_);
        !decoded) {
        return decoded;
    }
    auto marks = decode_marks(content_);
    if (!marks) {
        return marks.error();
    }
    std::move(marks->begin(), marks->end(), std::back_inserter(replay_.marks_));
    return {};
}

sim::Result<void> ReplayParser::take_end(const Block& block) {
    if (auto decoded = decode(block); !decoded) {
        return decoded;
    }
    const auto end = decode_end(content_);
    if (!end) {
        return end.error();
    }
    if (end->ticks != replay_.ticks() || block.header.first_tick != replay_.end_tick() ||
        block.header.hashes != replay_.hashes()) {
        return malformed("it does not fit the " + std::to_string(replay_.ticks()) +
                         " ticks before it");
    }
    if (end->block_bytes != block_bytes_) {
        return malformed("its index does not list the blocks before it");
    }
    replay_.end_reason_ = end->reason;
    return {};
}

void ReplayParser::count(const Block& block) {
    block_bytes_.push_back(static_cast<std::uint32_t>(block.bytes()));
    auto& counts = replay_.block_counts_;
    auto found = std::find_if(counts.begin(), counts.end(),
                              [&](const BlockCount& one) { return one.type == block.header.type; });
    if (found == counts.end()) {
        counts.push_back({block.header.type, 0, 0});
        found = std::prev(counts.end());
    }
    ++found->blocks;
    found->bytes += block.bytes();
}

void ReplayParser::conclude(bool is_live) {
    replay_.sound_bytes_ = scanner_.offset();
    if (const auto& flaw = scanner_.flaw()) {
        const bool is_growing = flaw->is_cut && is_live;
        replay_.completeness_ = is_growing     ? Completeness::live
                                : flaw->is_cut ? Completeness::cut
                                               : Completeness::damaged;
        if (!is_growing) {
            replay_.flaw_ = flaw->error;
        }
        return;
    }
    const std::string place = "byte " + std::to_string(scanner_.offset());
    if (replay_.end_reason_ && scanner_.offset() < replay_.file_.size()) {
        replay_.completeness_ = Completeness::damaged;
        replay_.flaw_ = bad_data(place, "bytes that do not belong to the recording follow its end");
    } else if (replay_.end_reason_) {
        replay_.completeness_ = Completeness::complete;
    } else if (is_live) {
        replay_.completeness_ = Completeness::live;
    } else {
        replay_.completeness_ = Completeness::cut;
        replay_.flaw_ = bad_data(
            place, "the file stops here without an end, after " + std::to_string(replay_.ticks()) +
                       " whole ticks; its session was killed or its tail lost");
    }
}

sim::Result<Replay> Replay::parse(sim::Bytes bytes, bool is_live) {
    return ReplayParser(std::move(bytes)).parse(is_live);
}

}  // namespace tandem::replay
