// SPDX-License-Identifier: MIT
// Takes block after block, and checks their order and the continuity of ticks and running hashes.
#include <tandem/replay/recording/replay_parser.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/blocks/codec.hpp>
#include <tandem/replay/blocks/input_piece.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {

sim::Error bad_data(const std::string& place, const std::string& message) {
    return {sim::ErrorCode::bad_data, place, message};
}

namespace {

sim::Error unfit(const std::string& what) { return bad_data("", what); }

// Returns whether two chains agree as far as a track of so many bits can tell.
bool ends_alike(std::uint64_t a, std::uint64_t b, std::uint32_t track_bits) {
    return low_bits_of(a, track_bits) == low_bits_of(b, track_bits);
}

bool contradicts(const Anchor& anchor, const sim::RunningHashes& hashes) {
    return anchor.chain.value_or(hashes.chain) != hashes.chain ||
           anchor.records.value_or(hashes.records) != hashes.records;
}

}  // namespace

sim::Result<Replay> ReplayParser::parse() {
    if (replay_.source_->size() == 0) {
        return bad_data(
            "byte 0",
            "the file is empty, so nothing was recorded: who was to write it was stopped "
            "before the session began; a recording begins with a header");
    }
    TANDEM_TRY(read_blocks());
    Replay blocks_read;  // those of a live file, without conclusions, for parse() to go on with
    if (goes_on_) {
        blocks_read = replay_;
        auto known = heads_of_known(*replay_.source_);
        TANDEM_TRY(known);
        heads_of_known_ = std::move(*known);
    }
    list_stretches();
    if (options_.depth == OpenDepth::records) {
        TANDEM_TRY(check_records());
    }
    conclude();
    return std::exchange(replay_, std::move(blocks_read));
}

sim::Result<Replay> ReplayParser::parse_so_far() {
    goes_on_ = options_.depth == OpenDepth::blocks && options_.is_live;
    return parse();
}

// Returns the heads of the first and the last block that were read, as this source has them.
sim::Result<sim::Bytes> ReplayParser::heads_of_known(const ByteSource& source) const {
    sim::Bytes heads;
    for (const std::uint64_t offset : {std::uint64_t{0}, last_block_offset_}) {
        sim::Bytes head(k_block_header_bytes);
        const auto got = source.read(offset, head);
        TANDEM_TRY(got);
        sim::append(heads, sim::ByteView(head).first(*got));
    }
    return heads;
}

sim::Result<bool> ReplayParser::go_on(std::shared_ptr<const ByteSource> source, bool is_live) {
    TANDEM_ASSERT(goes_on_);
    const auto heads = heads_of_known(*source);
    TANDEM_TRY(heads);
    if (!has_state_ || source->size() < scanner_.sound_bytes() || *heads != heads_of_known_) {
        return false;
    }
    options_.is_live = is_live;
    scanner_.go_on(*source);
    replay_.source_ = std::move(source);
    return true;
}

sim::Result<void> ReplayParser::read_blocks() {
    while (!replay_.end_reason_) {
        const auto block = scanner_.next();
        TANDEM_TRY(block);
        if (!*block) {
            break;  // nothing is closed here: the rest of a block may still come
        }
        close_damaged_epoch();
        const BlockType type = (*block)->header.type;
        const bool is_head = type == BlockType::header || type == BlockType::header_copy ||
                             type == BlockType::schema;
        if (!is_head && !is_head_done_) {
            TANDEM_TRY(conclude_head());
        }
        const bool is_orphan = (*block)->header.form == HeadForm::piece && !is_epoch_open_;
        if (const auto taken = read_block(**block); !taken) {
            if (!is_head_done_ && type != BlockType::header_copy) {
                return bad_data(
                    byte_text((*block)->offset),
                    "the " + block_name(type) + " cannot be used: " + taken.error().text());
            }
            if (!is_orphan || !is_orphan_listed_) {
                scanner_.reject(**block, taken.error());
                close_damaged_epoch();
                is_orphan_listed_ = is_orphan_listed_ || is_orphan;
            }
            continue;
        }
        count(**block);
        scanner_.set_ticks_end(end_tick());
        if (options_.depth == OpenDepth::index && has_state_ && !has_index_ && is_whole_so_far()) {
            const auto used = read_index();
            TANDEM_TRY(used);
            if (*used) {
                return {};
            }
        }
    }
    return is_head_done_ ? sim::Result<void>() : conclude_head();
}

sim::Result<void> ReplayParser::read_block(const Block& block) {
    const BlockType type = block.header.type;
    TANDEM_TRY(check_order(type));
    switch (type) {
        case BlockType::header:
        case BlockType::header_copy:
            return read_header(block);
        case BlockType::schema:
            return read_schema(block);
        case BlockType::inputs:
            return read_inputs(block);
        case BlockType::keyframe:
        case BlockType::evidence:
            return read_state(block);
        case BlockType::asset:
            return read_asset(block);
        case BlockType::marks:
            return read_marks(block);
        case BlockType::end:
            return read_end(block);
    }
    return {};  // from a newer Tandem; skipped by its length
}

// Checks that a block of this type may stand here. Behind damage nobody knows what came before.
sim::Result<void> ReplayParser::check_order(BlockType type) const {
    switch (type) {
        case BlockType::header:
            if (has_header_) {
                return unfit("there is one already");
            }
            break;
        case BlockType::schema:
            if (schema_content_) {
                return unfit("there is one already");
            }
            if (is_head_done_) {
                return unfit("it stands directly behind the header only");
            }
            break;
        case BlockType::header_copy:
            if (is_head_done_) {
                return unfit("it stands behind the schema only");
            }
            break;
        case BlockType::asset:
            if (has_state_) {
                return unfit("assets stand before the first keyframe only");
            }
            break;
        case BlockType::inputs:
        case BlockType::marks:
        case BlockType::evidence:
        case BlockType::end:
            if (!has_state_ && is_whole_so_far()) {
                return unfit("the keyframe that a recording begins with should come first");
            }
            break;
        case BlockType::keyframe:
            break;
    }
    return {};
}

sim::Result<void> ReplayParser::decode(const Block& block) {
    return decode_content(block.header.codec, block.body, block.header.content_bytes, content_);
}

// Decodes content whose size in all blocks of a file together is bounded.
sim::Result<void> ReplayParser::decode_bounded(const Block& block, std::uint64_t bytes_max,
                                               std::uint64_t& bytes_so_far) {
    bytes_so_far += block.header.content_bytes;
    if (bytes_so_far > bytes_max) {
        return unfit("with it the blocks of its kind hold " + std::to_string(bytes_so_far) +
                     " bytes, at most " + std::to_string(bytes_max) + " are allowed in a file");
    }
    return decode(block);
}

// ---- Header and schema ----

// Closes the epoch behind damage: one of its pieces may be lost, unless the damage lies in a
// block of another kind whose head is sound.
void ReplayParser::close_damaged_epoch() {
    if (flaws_of_ticks_seen_ != scanner_.flaws_of_ticks()) {
        flaws_of_ticks_seen_ = scanner_.flaws_of_ticks();
        is_epoch_open_ = false;
        is_orphan_listed_ = false;
    }
}

sim::Result<void> ReplayParser::read_header(const Block& block) {
    TANDEM_TRY(decode(block));
    if (has_header_) {
        const bool is_equal = content_ == header_content_ &&
                              block.header.first_tick == decoded_.header.first_tick &&
                              block.header.hashes == replay_.start_hashes_;
        return is_equal ? sim::Result<void>() : unfit("it differs from the header");
    }
    auto decoded = decode_header(content_);
    TANDEM_TRY(decoded);
    decoded_ = std::move(*decoded);
    decoded_.header.first_tick = block.header.first_tick;
    header_content_ = content_;
    replay_.start_hashes_ = block.header.hashes;
    has_header_ = true;
    return {};
}

sim::Result<void> ReplayParser::read_schema(const Block& block) {
    if (!has_header_ && is_whole_so_far()) {
        return unfit("the header should come first");
    }
    schema_content_.emplace();
    return decode_content(block.header.codec, block.body, block.header.content_bytes,
                          *schema_content_);
}

sim::Result<void> ReplayParser::conclude_head() {
    if (!has_header_) {
        return not_whole(BlockType::header);
    }
    TANDEM_TRY(use_schemas());
    replay_.header_ = std::move(decoded_.header);
    const Header& header = replay_.header_;
    if (header.first_tick == 0 &&
        replay_.start_hashes_.records != sim::records_start(start_of(header))) {
        return bad_data("byte 0",
                        "the header cannot be used: its chain does not begin with the game and "
                        "setup that it states");
    }
    last_low_ = replay_.start_hashes_.chain.value;
    add_anchor({header.first_tick, replay_.start_hashes_.chain, replay_.start_hashes_.records});
    is_head_done_ = true;
    return {};
}

// Uses the schemas of the file; if they are damaged, those of the game, if these have the same
// hashes.
sim::Result<void> ReplayParser::use_schemas() {
    std::optional<sim::Error> why;
    if (schema_content_) {
        const auto used = decode_schemas(*schema_content_, decoded_);
        if (used) {
            return {};
        }
        why = bad_data("", "the schema cannot be used: " + used.error().text());
    } else {
        why = not_whole(BlockType::schema);
    }
    const auto game = options_.find_game
                          ? options_.find_game(decoded_.header.game, decoded_.header.game_version)
                          : std::nullopt;
    if (!game || game->state_schema.hash() != decoded_.state_schema ||
        game->input_schema.hash() != decoded_.input_schema ||
        game->options_schema.hash() != decoded_.options_schema) {
        return *why;
    }
    decoded_.header.state_schema = game->state_schema;
    decoded_.header.input_schema = game->input_schema;
    decoded_.header.options_schema = game->options_schema;
    return {};
}

sim::Error ReplayParser::not_whole(BlockType type) const {
    const auto& flaws = scanner_.flaws();
    sim::Bytes magic(4);
    const auto got = replay_.source_->read(0, magic);
    magic.resize(got ? *got : 0);
    if (type == BlockType::header && !flaws.empty() && !starts_like_replay(magic)) {
        return bad_data("byte 0", "this is not a Tandem replay file: it does not begin like one");
    }
    const std::string nothing =
        "nothing of it can be played, because its " + block_name(type) + " is not whole";
    const bool is_at_end = scanner_.offset() >= replay_.source_->size();
    return flaws.empty()
               ? bad_data(byte_text(scanner_.offset()),
                          (is_at_end ? "the file ends here; "
                                     : "another block stands before this byte, where the " +
                                           block_name(type) + " should; ") +
                              nothing)
               : bad_data(flaws.front().error.place, flaws.front().error.message + "; " + nothing);
}

// ---- What follows ----

sim::Result<void> ReplayParser::read_asset(const Block& block) {
    TANDEM_TRY(decode_bounded(block, BlockLimits::assets_bytes_max, assets_bytes_));
    return decode_asset(content_, replay_.header_.setup);
}

// Checks that ticks go on without a gap. Behind damage some may be missing.
sim::Result<void> ReplayParser::check_continues(std::uint64_t first_tick) const {
    const std::uint64_t next = end_tick();
    return first_tick == next || (first_tick > next && !is_whole_so_far())
               ? sim::Result<void>()
               : unfit("tick " + std::to_string(next) + " should come next");
}

sim::Result<void> ReplayParser::read_inputs(const Block& block) {
    const auto piece = split_inputs(block.header, replay_.header_, block.body);
    TANDEM_TRY(piece);
    if (is_format_1() != (block.header.form == HeadForm::whole)) {
        return unfit("a file of format " + std::to_string(replay_.header_.format_version) +
                     " has no inputs with such a head");
    }
    if (is_format_1()) {
        return read_inputs_of_format_1(block, piece->track);
    }
    if (block.header.form == HeadForm::epoch) {
        TANDEM_TRY(begin_epoch(block));
    } else if (!is_epoch_open_) {
        return unfit(
            "it goes on with an epoch of which a part is missing, as does every piece "
            "of it behind this one");
    }
    Epoch& epoch = replay_.all_epochs_.back();
    if (epoch.end_tick - epoch.first_tick + block.header.tick_count > BlockLimits::ticks_max) {
        is_epoch_open_ = false;
        return unfit("with it its epoch has more than " + std::to_string(BlockLimits::ticks_max) +
                     " ticks");
    }
    epoch.end_tick += block.header.tick_count;
    last_low_ = replay_.header_.track_bits == 0 ? 0
                                                : track_at(piece->track, replay_.header_.track_bits,
                                                           block.header.tick_count - 1);
    return {};
}

sim::Result<void> ReplayParser::begin_epoch(const Block& block) {
    is_epoch_open_ = false;
    const BlockHeader& header = block.header;
    TANDEM_TRY(check_continues(header.first_tick));
    if (header.first_tick == end_tick() &&
        !ends_alike(header.chain_before.value, last_low_, replay_.header_.track_bits)) {
        return unfit("its chain does not continue that of the ticks before it");
    }
    replay_.all_epochs_.push_back({header.first_tick, header.first_tick, block.offset});
    index_.push_back({BlockType::inputs, block.offset, header.first_tick});
    add_anchor({header.first_tick, header.chain_before, std::nullopt});
    is_epoch_open_ = true;
    return {};
}

sim::Result<void> ReplayParser::read_inputs_of_format_1(const Block& block, sim::ByteView track) {
    const BlockHeader& header = block.header;
    TANDEM_TRY(check_continues(header.first_tick));
    const std::uint32_t bits = replay_.header_.track_bits;
    if (!ends_alike(track_at(track, bits, header.tick_count - 1), header.hashes.chain.value,
                    bits)) {
        return unfit("its ticks do not end with the chain that its header states");
    }
    const std::uint64_t end = header.first_tick + header.tick_count;
    replay_.all_epochs_.push_back({header.first_tick, end, block.offset});
    add_anchor({end, header.hashes.chain, header.hashes.records});
    last_low_ = header.hashes.chain.value;
    return {};
}

sim::Result<void> ReplayParser::read_state(const Block& block) {
    const BlockHeader& header = block.header;
    const bool is_keyframe = header.type == BlockType::keyframe;
    const std::uint64_t ticks_done = header.first_tick;
    if (ticks_done < replay_.header_.first_tick || (ticks_done > end_tick() && is_whole_so_far())) {
        return unfit("the ticks before it are not in the file");
    }
    const bool continues = ticks_done == end_tick();
    const Anchor* known =
        !replay_.all_anchors_.empty() && replay_.all_anchors_.back().ticks_done == ticks_done
            ? &replay_.all_anchors_.back()
            : nullptr;
    const bool differs =
        (known != nullptr && contradicts(*known, header.hashes)) ||
        !ends_alike(header.hashes.chain.value, last_low_, replay_.header_.track_bits);
    if (is_keyframe && (continues ? differs : is_whole_so_far() || ticks_done < end_tick())) {
        return unfit("its running hashes are not those of the ticks before it");
    }
    // The state is decoded only when a caller that knows the game's bound loads it.
    if (!block.body.empty()) {
        TANDEM_TRY(check_content(header.codec, block.body, header.content_bytes));
    }
    replay_.all_states_.push_back(
        {is_keyframe ? sim::StatePurpose::keyframe : sim::StatePurpose::evidence, ticks_done,
         block.offset});
    index_.push_back({header.type, block.offset, ticks_done});
    has_state_ = true;
    if (is_keyframe) {
        starts_.push_back({ticks_done, header.hashes});
        if (continues) {
            add_anchor({ticks_done, header.hashes.chain, header.hashes.records});
        }
    }
    return {};
}

sim::Result<void> ReplayParser::read_marks(const Block& block) {
    index_.push_back({BlockType::marks, block.offset, block.header.first_tick});
    if (!replay_.are_marks_read_) {
        replay_.unread_marks_.push_back(block.offset);
        return {};
    }
    TANDEM_TRY(decode_bounded(block, BlockLimits::marks_bytes_max, marks_bytes_));
    auto marks = decode_marks(content_);
    TANDEM_TRY(marks);
    std::move(marks->begin(), marks->end(), std::back_inserter(replay_.marks_));
    return {};
}

sim::Result<void> ReplayParser::read_end(const Block& block) {
    const BlockHeader& header = block.header;
    TANDEM_TRY(decode(block));
    const auto end = is_format_1() ? decode_end_of_format_1(content_) : decode_end(content_);
    TANDEM_TRY(end);
    const std::uint64_t end_of_file = replay_.header_.first_tick + end->ticks;
    const bool fits = end_of_file == end_tick() || (end_of_file > end_tick() && !is_whole_so_far());
    const bool continues = end_of_file == end_tick();
    if (!fits || header.first_tick != end_of_file ||
        (continues &&
         !ends_alike(header.hashes.chain.value, last_low_, replay_.header_.track_bits))) {
        return unfit("it does not fit the " +
                     std::to_string(end_tick() - replay_.header_.first_tick) + " ticks before it");
    }
    if (is_whole_so_far()) {
        if (end->offset != block.offset) {
            return unfit("it says that it begins at byte " + std::to_string(end->offset));
        }
        TANDEM_TRY(check_index(*end));
    }
    if (continues) {
        const Anchor& last = replay_.all_anchors_.back();
        if (last.ticks_done == end_of_file && contradicts(last, header.hashes)) {
            return unfit("its running hashes are not those of the ticks before it");
        }
        add_anchor({end_of_file, header.hashes.chain, header.hashes.records});
    }
    replay_.end_reason_ = end->reason;
    replay_.session_end_tick_ = end_of_file;
    return {};
}

sim::Result<void> ReplayParser::check_index(const End& end) const {
    const bool lists_all = is_format_1() ? end.block_bytes == block_bytes_ : end.index == index_;
    return lists_all ? sim::Result<void>() : unfit("its index does not list the blocks before it");
}

// Adds an anchor in order of ticks. Two blocks that state the same moment give one.
void ReplayParser::add_anchor(Anchor anchor) {
    auto& anchors = replay_.all_anchors_;
    if (!anchors.empty() && anchors.back().ticks_done >= anchor.ticks_done) {
        Anchor& last = anchors.back();
        if (last.ticks_done == anchor.ticks_done) {
            last.chain = last.chain ? last.chain : anchor.chain;
            last.records = last.records ? last.records : anchor.records;
        }
        return;
    }
    anchors.push_back(anchor);
}

void ReplayParser::count(const Block& block) {
    block_bytes_.push_back(static_cast<std::uint32_t>(block.bytes()));
    last_block_offset_ = block.offset;
    auto& counts = replay_.block_counts_;
    auto found = std::find_if(counts.begin(), counts.end(),
                              [&](const BlockCount& one) { return one.type == block.header.type; });
    if (found == counts.end()) {
        counts.push_back({block.header.type, 0, 0});
        found = std::prev(counts.end());
    }
    ++found->blocks;
    found->bytes += block.bytes();
    ByteShares& shares = replay_.byte_shares_;
    if (block.header.type == BlockType::keyframe) {
        shares.keyframes += block.bytes();
    } else if (block.header.type == BlockType::inputs) {
        const std::uint64_t track =
            track_bytes(replay_.header_.track_bits, block.header.tick_count);
        shares.heads += block.head_bytes;
        shares.track += track;
        shares.inputs += block.header.stored_bytes - track;
    }
}

sim::Result<Replay> Replay::parse(std::shared_ptr<const ByteSource> source,
                                  const OpenOptions& options) {
    TANDEM_ASSERT(source != nullptr);
    return ReplayParser(std::move(source), options).parse();
}

sim::Result<Replay> Replay::parse(sim::Bytes bytes, const OpenOptions& options) {
    return parse(std::make_shared<MemorySource>(std::move(bytes)), options);
}

}  // namespace tandem::replay
