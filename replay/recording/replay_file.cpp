// SPDX-License-Identifier: MIT
// Answers questions about a file that has been parsed.
#include <tandem/replay/recording/replay_file.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/blocks/codec.hpp>
#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {

std::string completeness_text(Completeness completeness) {
    switch (completeness) {
        case Completeness::complete:
            return "complete";
        case Completeness::live:
            return "live";
        case Completeness::cut:
            return "cut";
        case Completeness::damaged:
            return "damaged";
    }
    return "unknown";
}

sim::Result<Replay> Replay::open(const std::string& path, const OpenOptions& options) {
    auto file = open_source(path);
    TANDEM_TRY(file);
    OpenOptions options_now = options;
    options_now.is_live = file->is_live;
    return within(path, parse(std::move(file->source), options_now));
}

sim::Result<Replay> Replay::within(const std::string& path, sim::Result<Replay> replay) {
    if (!replay) {
        return replay.error().within(path);
    }
    for (sim::Error& flaw : replay->flaws_) {
        flaw = flaw.within(path);
    }
    return replay;
}

void Replay::show(std::size_t stretch) {
    show_ticks(stretches_[stretch], stretch_hashes_[stretch]);
    states_.clear();
    std::copy_if(all_states_.begin(), all_states_.end(), std::back_inserter(states_),
                 [&](const StoredState& state) {
                     return state.ticks_done >= first_tick_ && state.ticks_done <= end_tick_;
                 });
}

// Shows all but the states, which are not in order and so take a look at each.
void Replay::show_ticks(const Stretch& stretch, const sim::RunningHashes& hashes) {
    const std::uint64_t first = stretch.first_tick;
    const std::uint64_t end = stretch.end_tick;
    start_hashes_ = hashes;
    first_tick_ = first;
    end_tick_ = end;
    const auto epochs_begin =
        std::partition_point(all_epochs_.begin(), all_epochs_.end(),
                             [&](const Epoch& epoch) { return epoch.end_tick <= first; });
    const auto epochs_end =
        std::partition_point(epochs_begin, all_epochs_.end(),
                             [&](const Epoch& epoch) { return epoch.first_tick < end; });
    epochs_.assign(epochs_begin, epochs_end);
    if (!epochs_.empty()) {
        epochs_.back().end_tick = std::min(epochs_.back().end_tick, end);
    }
    const auto anchors_begin =
        std::partition_point(all_anchors_.begin(), all_anchors_.end(),
                             [&](const Anchor& anchor) { return anchor.ticks_done <= first; });
    const auto anchors_end =
        std::partition_point(anchors_begin, all_anchors_.end(),
                             [&](const Anchor& anchor) { return anchor.ticks_done <= end; });
    anchors_.assign(1, {first, start_hashes_.chain, start_hashes_.records});
    anchors_.insert(anchors_.end(), anchors_begin, anchors_end);
}

std::uint64_t Replay::bytes() const { return source_->size(); }

Replay Replay::at_stretch(std::size_t index) const {
    TANDEM_ASSERT(index < stretches_.size());
    Replay other = *this;
    other.show(index);
    return other;
}

std::optional<sim::ChainHash> Replay::chain() const {
    const Anchor& last = anchors_.back();
    return last.ticks_done == end_tick_ ? last.chain : std::nullopt;
}

std::optional<sim::Error> Replay::flaw() const {
    return flaws_.empty() ? std::nullopt : std::optional(flaws_.front());
}

const StoredState* Replay::find_state(std::uint64_t ticks_done) const {
    const auto found = std::find_if(states_.begin(), states_.end(), [&](const StoredState& state) {
        return state.ticks_done == ticks_done;
    });
    return found == states_.end() ? nullptr : &*found;
}

namespace {

// A block with a whole head, which is checked again: the file may have changed since it was opened.
struct ReadBlock {
    BlockHeader header;
    sim::Bytes body;
};
sim::Result<ReadBlock> read_block(const ByteSource& source, std::uint64_t offset, BlockType type,
                                  std::uint64_t content_bytes_max) {
    Window window(source, 0);
    const auto bytes = window.at(offset, k_block_header_bytes);
    TANDEM_TRY(bytes);
    const HeadRead read = read_head(*bytes, offset);
    if (read.state != HeadState::sound || read.head.header.type != type) {
        return bad_block(offset, "a block " + block_name(type) + " should begin here");
    }
    const BlockHeader& header = read.head.header;
    if (header.content_bytes > content_bytes_max) {
        const bool is_state = type == BlockType::keyframe || type == BlockType::evidence;
        return bad_block(offset, "the " + block_text(header) + " claims " +
                                     (is_state ? "a state of " : "") +
                                     std::to_string(header.content_bytes) + " bytes, at most " +
                                     std::to_string(content_bytes_max) + " are allowed");
    }
    const auto block = window.at(offset, read.head.block_bytes());
    TANDEM_TRY(block);
    if (block->size() < read.head.block_bytes() || !check_body(read.head, *block, offset)) {
        return bad_block(offset, "the block " + block_text(header) + " does not fit its checksum");
    }
    const sim::ByteView body = block->subspan(read.head.bytes);
    return ReadBlock{header, {body.begin(), body.end()}};
}

}  // namespace

sim::Result<LoadedState> Replay::load_state(const StoredState& state,
                                            std::uint64_t bytes_max) const {
    const BlockType type =
        state.purpose == sim::StatePurpose::keyframe ? BlockType::keyframe : BlockType::evidence;
    const std::string which =
        block_name(type) + " after " + std::to_string(state.ticks_done) + " ticks";
    auto block = read_block(*source_, state.offset, type, bytes_max);
    TANDEM_TRY(block);
    LoadedState loaded{{}, block->header.hashes};
    if (auto decoded = decode_content(block->header.codec, block->body, block->header.content_bytes,
                                      loaded.bytes);
        !decoded) {
        return bad_block(state.offset,
                         "the " + which + " cannot be used: " + decoded.error().text());
    }
    if (const auto fits = check_value(header_.state_schema, loaded.bytes); !fits) {
        return bad_block(state.offset, "the " + which + " does not fit the file's state schema: " +
                                           fits.error().text());
    }
    return loaded;
}

std::span<const sim::Mark> Replay::marks() const {
    TANDEM_ASSERT(are_marks_read_);
    return marks_;
}

sim::Result<std::vector<sim::Mark>> Replay::read_marks() const {
    if (are_marks_read_) {
        return marks_;
    }
    std::vector<sim::Mark> all;
    std::uint64_t bytes_left = BlockLimits::marks_bytes_max;
    sim::Bytes content;
    for (const std::uint64_t offset : unread_marks_) {
        const auto block = read_block(*source_, offset, BlockType::marks, bytes_left);
        TANDEM_TRY(block);
        bytes_left -= block->header.content_bytes;
        TANDEM_TRY(
            decode_content(block->header.codec, block->body, block->header.content_bytes, content));
        auto marks = decode_marks(content);
        TANDEM_TRY(marks);
        std::move(marks->begin(), marks->end(), std::back_inserter(all));
    }
    return all;
}

sim::Result<void> Replay::supply_asset(sim::Bytes content) {
    const sim::Digest digest = sim::digest_bytes(content);
    bool is_wanted = false;
    for (Asset& asset : header_.setup.assets) {
        if (asset.size_bytes == content.size() && asset.digest == digest) {
            is_wanted = true;
            asset.content = content;  // two names may stand for the same content
        }
    }
    if (is_wanted) {
        return {};
    }
    std::string wanted;
    for (const std::string& name : missing_assets()) {
        wanted += (wanted.empty() ? "" : ", ") + name;
    }
    return sim::Error{sim::ErrorCode::usage, "asset",
                      "this content is not an asset of the recording; it wants " +
                          (wanted.empty() ? "none" : wanted)};
}

std::vector<std::string> Replay::missing_assets() const {
    std::vector<std::string> names;
    for (const Asset& asset : header_.setup.assets) {
        if (asset.content.size() != asset.size_bytes) {
            names.push_back(asset.name);
        }
    }
    return names;
}

}  // namespace tandem::replay
