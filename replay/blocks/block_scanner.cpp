// SPDX-License-Identifier: MIT
// Walks from block to block, and searches for the next sound one behind damage.
#include <tandem/replay/blocks/block_scanner.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

// Behind damage every place that looks like a block is tried: its head and its body are hashed. A
// hostile file can make any place look so, and claim bodies that overlap. This bounds the bytes
// that are hashed in vain to a small multiple of reading the file. FORMAT.md promises 66 times its
// bytes: these, one block more, and the sound blocks, of which heads of epochs are hashed twice.
constexpr std::uint64_t k_search_bytes_for_each = 63;
constexpr std::uint64_t k_search_bytes_least = 1U << 20;

bool is_passed_over(BlockType type) {
    return type == BlockType::keyframe || type == BlockType::evidence || type == BlockType::marks;
}

}  // namespace

BlockScanner::BlockScanner(const ByteSource& source, ScanDepth depth)
    : source_(&source),
      depth_(depth),
      window_(source, Window::k_far_bytes),
      search_window_(source, Window::k_far_bytes),
      search_bytes_left_(k_search_bytes_for_each * source.size() + k_search_bytes_least) {}

void BlockScanner::go_on(const ByteSource& longer) {
    TANDEM_ASSERT(flaws_.empty() || (flaws_.size() == 1 && flaws_.front().is_cut));
    BlockScanner behind(longer, depth_);
    behind.offset_ = sound_bytes();
    behind.ticks_end_ = ticks_end_;
    behind.bytes_hashed_ = bytes_hashed_;
    *this = std::move(behind);
}

sim::Result<std::optional<Block>> BlockScanner::next() {
    if (offset_ >= source_->size()) {
        return std::optional<Block>();
    }
    auto here = attempt(offset_);
    TANDEM_TRY(here);
    if (here->state == HeadState::sound) {
        offset_ += here->block.bytes();
        return std::optional(here->block);
    }
    Flaw flaw = flaw_of(*here);
    auto found = search(*here, flaw);
    add(std::move(flaw));
    return found;
}

// Tries a block there. Bytes that are hashed in vain count against the search.
sim::Result<BlockScanner::Attempt> BlockScanner::attempt(std::uint64_t offset) {
    const std::uint64_t before = bytes_hashed_;
    auto tried = try_block(offset);
    if (tried && tried->state != HeadState::sound) {
        search_bytes_left_ -= std::min(search_bytes_left_, bytes_hashed_ - before);
    }
    return tried;
}

sim::Result<BlockScanner::Attempt> BlockScanner::try_block(std::uint64_t offset) {
    const auto bytes = window_.at(offset, k_block_header_bytes);
    TANDEM_TRY(bytes);
    HeadRead read = read_head(*bytes, offset);
    bytes_hashed_ += read.bytes_hashed;
    Attempt attempt{read.state, {read.head.header, offset, read.head.bytes, {}}, read.why};
    if (read.state != HeadState::sound) {
        return attempt;
    }
    if (read.head.block_bytes() > source_->size() - offset) {
        attempt.state = HeadState::cut;
        return attempt;
    }
    if (depth_ == ScanDepth::heads && is_passed_over(read.head.header.type)) {
        return attempt;
    }
    const auto block = window_.at(offset, read.head.block_bytes());
    TANDEM_TRY(block);
    if (block->size() < read.head.block_bytes()) {
        attempt.state = HeadState::cut;  // the file shrank meanwhile
        return attempt;
    }
    // The checksum of a short head covers the head too.
    const bool is_whole = read.head.header.form == HeadForm::whole;
    bytes_hashed_ += block->size() - (is_whole ? read.head.bytes : 0);
    if (!check_body(read.head, *block, offset)) {
        attempt.state = HeadState::damaged;
        attempt.why = "the block " + block_text(read.head.header) + " (up to byte " +
                      std::to_string(offset + block->size() - 1) + ") does not fit its checksum";
        return attempt;
    }
    attempt.block.body = block->subspan(read.head.bytes);
    return attempt;
}

Flaw BlockScanner::flaw_of(const Attempt& attempt) const {
    const std::uint64_t offset = attempt.block.offset;
    Flaw flaw{attempt.state == HeadState::cut, offset, {}};
    if (flaw.is_cut) {
        const bool has_head = attempt.block.head_bytes != 0;
        flaw.error = {sim::ErrorCode::bad_data, byte_text(source_->size()),
                      "the file ends here inside " +
                          (has_head ? "the block " + block_text(attempt.block.header)
                                    : std::string("a block's header")) +
                          ", which begins at byte " + std::to_string(offset) + after_ticks()};
    } else if (attempt.state == HeadState::refused) {
        flaw.error = {
            sim::ErrorCode::bad_data, byte_text(offset),
            "the block " + block_text(attempt.block.header) + " is malformed: " + attempt.why};
    } else {
        flaw.error = {sim::ErrorCode::bad_data, byte_text(offset), attempt.why + after_ticks()};
    }
    return flaw;
}

// The list has an end, the count has none: which blocks are read must not depend on the list.
void BlockScanner::add(Flaw flaw) {
    flaws_of_ticks_ += !flaw.type || *flaw.type == BlockType::inputs ? 1U : 0U;
    if (flaws_.size() < k_flaws_max) {
        flaws_.push_back(std::move(flaw));
    }
}

// Searches from behind the flaw. If the wrong block's head is sound, the next block begins at its
// end.
sim::Result<std::optional<Block>> BlockScanner::search(const Attempt& damaged, Flaw& flaw) {
    const bool has_length = damaged.state == HeadState::damaged && damaged.block.head_bytes != 0 &&
                            damaged.block.header.form != HeadForm::piece;
    if (has_length) {
        const std::uint64_t behind = damaged.block.offset + damaged.block.bytes();
        const auto there = attempt(behind);
        TANDEM_TRY(there);
        if (there->state == HeadState::sound) {
            flaw.type = damaged.block.header.type;
            offset_ = behind + there->block.bytes();
            return std::optional(there->block);
        }
    }
    std::uint64_t place = offset_;
    while (search_bytes_left_ > 0) {
        const auto candidate = next_candidate(place + 1);
        TANDEM_TRY(candidate);
        place = *candidate;
        if (place >= source_->size()) {
            break;
        }
        auto there = attempt(place);
        TANDEM_TRY(there);
        if (there->state == HeadState::sound) {
            if (flaw.is_cut) {
                // The block claims more bytes than stand before the next one.
                flaw.is_cut = false;
                flaw.error = {sim::ErrorCode::bad_data, byte_text(flaw.offset),
                              "the block that begins here is damaged; the next sound one begins at "
                              "byte " +
                                  std::to_string(place) + after_ticks()};
            }
            offset_ = place + there->block.bytes();
            return std::optional(there->block);
        }
    }
    offset_ = source_->size();
    return std::optional<Block>();
}

sim::Result<std::uint64_t> BlockScanner::next_candidate(std::uint64_t from) {
    const std::uint64_t size = source_->size();
    // No block begins with zeros.
    while ((from = source_->next_data(from)) < size) {
        const auto bytes =
            search_window_.at(from, std::min<std::uint64_t>(size - from, Window::k_far_bytes));
        TANDEM_TRY(bytes);
        for (std::size_t i = 0; i < bytes->size(); ++i) {
            if (may_begin_block(bytes->subspan(i))) {
                return from + i;
            }
        }
        from += std::max<std::size_t>(bytes->size(), 1);
    }
    return size;
}

void BlockScanner::reject(const Block& block, const sim::Error& why) {
    add({false,
         block.offset,
         {sim::ErrorCode::bad_data, byte_text(block.offset),
          "the block " + block_text(block.header) + " is malformed: " + why.text()},
         block.header.type});
}

std::string BlockScanner::after_ticks() const {
    if (offset_ == 0) {
        return "";
    }
    return ticks_end_ == 0
               ? "; no tick stands before it"
               : "; what stands before is sound, up to tick " + std::to_string(ticks_end_ - 1);
}

}  // namespace tandem::replay
