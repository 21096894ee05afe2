// SPDX-License-Identifier: MIT
// What follows from the blocks of a file as a whole: the list at its end, which ticks can be
// played, and whether it is whole.
#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_parser.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::replay {
namespace {

// Whether every epoch that it lists may be so long: nothing of them is read yet, and a few bytes
// must not claim ticks without end.
bool has_possible_epochs(const End& end, std::uint64_t end_of_file) {
    std::optional<std::uint64_t> before;
    const auto follows = [&](std::uint64_t tick) {
        return !before || (tick > *before && tick - *before <= BlockLimits::ticks_max);
    };
    for (const IndexEntry& entry : end.index) {
        if (entry.type == BlockType::inputs) {
            if (!follows(entry.first_tick)) {
                return false;
            }
            before = entry.first_tick;
        }
    }
    return follows(end_of_file) && (before || end.ticks == 0);
}

}  // namespace

sim::Result<bool> ReplayParser::take_index() {
    has_index_ = true;  // it is looked for once
    const std::uint64_t size = replay_.source_->size();
    if (is_format_1() || size < k_block_header_bytes) {
        return false;
    }
    Window window(*replay_.source_, Window::k_near_bytes);
    const std::uint64_t tail_bytes = std::min<std::uint64_t>(size, Window::k_near_bytes);
    const auto tail = window.at(size - tail_bytes, tail_bytes);
    if (!tail) {
        return tail.error();
    }
    const auto offset = sim::load_le<std::uint64_t>(tail->data() + tail->size() - 8);
    if (offset < scanner_.offset() || offset > size - k_block_header_bytes) {
        return false;
    }
    const auto block = window.at(offset, size - offset);
    if (!block) {
        return block.error();
    }
    const HeadRead read = read_head(*block, offset);
    if (read.state != HeadState::sound || read.head.header.type != BlockType::end ||
        read.head.block_bytes() != size - offset ||
        read.head.header.content_bytes != read.head.header.stored_bytes ||
        !check_body(read.head, *block, offset)) {
        return false;
    }
    const auto end = decode_end(block->subspan(read.head.bytes));
    if (!end || read.head.header.first_tick != replay_.header_.first_tick + end->ticks ||
        !has_possible_epochs(*end, read.head.header.first_tick)) {
        return false;
    }
    use_index(*end, read.head.header);
    return true;
}

void ReplayParser::use_index(const End& end, const BlockHeader& end_head) {
    replay_.all_epochs_.clear();
    replay_.all_states_.clear();
    replay_.unread_marks_.clear();
    const std::uint64_t end_of_file = end_head.first_tick;
    for (const IndexEntry& entry : end.index) {
        if (entry.type == BlockType::inputs) {
            if (!replay_.all_epochs_.empty()) {
                replay_.all_epochs_.back().end_tick = entry.first_tick;
            }
            replay_.all_epochs_.push_back({entry.first_tick, end_of_file, entry.offset});
            add_anchor({entry.first_tick, std::nullopt, std::nullopt});
        } else if (entry.type == BlockType::marks) {
            replay_.unread_marks_.push_back(entry.offset);
        } else {
            replay_.all_states_.push_back({entry.type == BlockType::keyframe
                                               ? sim::StatePurpose::keyframe
                                               : sim::StatePurpose::evidence,
                                           entry.first_tick, entry.offset});
        }
    }
    add_anchor({end_of_file, end_head.hashes.chain, end_head.hashes.records});
    replay_.end_reason_ = end.reason;
    scanner_.skip_to_end();
}

// Epochs without a gap between them, from the start of the file or the first keyframe in them.
void ReplayParser::list_stretches() {
    const std::uint64_t first = replay_.header_.first_tick;
    replay_.stretches_.push_back({first, first});
    replay_.stretch_hashes_.push_back(replay_.start_hashes_);
    // Behind damage keyframes need not ascend.
    const auto by_ticks = [](const Start& a, const Start& b) {
        return a.ticks_done < b.ticks_done;
    };
    std::stable_sort(starts_.begin(), starts_.end(), by_ticks);
    const auto& epochs = replay_.all_epochs_;
    for (std::size_t i = 0; i < epochs.size();) {
        Stretch run{epochs[i].first_tick, epochs[i].end_tick};
        for (++i; i < epochs.size() && epochs[i].first_tick == run.end_tick; ++i) {
            run.end_tick = epochs[i].end_tick;
        }
        if (run.first_tick == first) {
            replay_.stretches_.front().end_tick = run.end_tick;
            continue;
        }
        const auto start =
            std::lower_bound(starts_.begin(), starts_.end(), Start{run.first_tick, {}}, by_ticks);
        if (start != starts_.end() && start->ticks_done < run.end_tick) {
            replay_.stretches_.push_back({start->ticks_done, run.end_tick});
            replay_.stretch_hashes_.push_back(start->hashes);
        }
    }
    replay_.show(0);
}

// Decodes every record and compares what the file states about them. The first that does not hold
// ends what can be read.
sim::Result<void> ReplayParser::check_records() {
    Cursor cursor(replay_);
    sim::RecordsHash records = replay_.start_hashes_.records;
    std::uint64_t known_end = replay_.first_tick();  // the last place where the hash was right
    std::uint64_t tick = known_end;
    std::vector<Anchor> places(replay_.anchors().begin(), replay_.anchors().end());
    places.push_back({replay_.end_tick(), std::nullopt, std::nullopt});
    for (const Anchor& place : places) {
        for (; tick < place.ticks_done; ++tick) {
            const auto record = cursor.record(sim::Tick{tick});
            if (!record && record.error().code != sim::ErrorCode::bad_data) {
                return record.error();
            }
            if (!record) {
                end_at(tick, record.error());
                return {};
            }
            records = sim::records_next(records, sim::hash_bytes(*record));
        }
        if (place.records && *place.records != records) {
            end_at(known_end, bad_data("",
                                       "the records of the inputs that begin here do not hash "
                                       "to what the file states after " +
                                           std::to_string(place.ticks_done) + " ticks"));
            return {};
        }
        known_end = place.records ? place.ticks_done : known_end;
    }
    return {};
}

void ReplayParser::end_at(std::uint64_t end_tick, sim::Error flaw) {
    const auto& epochs = replay_.all_epochs_;
    const auto bad = std::find_if(epochs.begin(), epochs.end(),
                                  [&](const Epoch& epoch) { return epoch.end_tick > end_tick; });
    TANDEM_ASSERT(bad != epochs.end());
    if (flaw.place.empty()) {
        flaw.place = byte_text(bad->offset);
    }
    replay_.sound_bytes_ = bad->offset;
    replay_.flaws_.insert(replay_.flaws_.begin(), std::move(flaw));
    replay_.completeness_ = Completeness::damaged;
    replay_.stretches_.front().end_tick = end_tick;
    replay_.show(0);
}

void ReplayParser::conclude() {
    replay_.sound_bytes_ = scanner_.sound_bytes();
    const auto& flaws = scanner_.flaws();
    for (const Flaw& flaw : flaws) {
        replay_.flaws_.push_back(flaw.error);
    }
    const bool is_live = options_.is_live;
    if (!flaws.empty()) {
        const bool is_only_cut = flaws.size() == 1 && flaws.front().is_cut;
        replay_.completeness_ = !is_only_cut ? Completeness::damaged
                                : is_live    ? Completeness::live
                                             : Completeness::cut;
        if (is_only_cut && is_live) {
            replay_.flaws_.clear();
        }
    } else if (replay_.end_reason_ && scanner_.offset() < replay_.source_->size()) {
        replay_.completeness_ = Completeness::damaged;
        replay_.flaws_.push_back(
            bad_data(byte_text(scanner_.offset()),
                     "bytes that do not belong to the recording follow its end"));
    } else if (replay_.end_reason_) {
        replay_.completeness_ = Completeness::complete;
    } else if (is_live) {
        replay_.completeness_ = Completeness::live;
    } else {
        replay_.completeness_ = Completeness::cut;
        replay_.flaws_.push_back(bad_data(
            byte_text(scanner_.offset()),
            "the file stops here without an end, after " + std::to_string(replay_.ticks()) +
                " whole ticks; its session was killed or its tail lost"));
    }
    ByteShares& shares = replay_.byte_shares_;
    const std::uint64_t known = shares.inputs + shares.track + shares.heads + shares.keyframes;
    shares.rest = has_index_ ? 0 : replay_.source_->size() - known;
}

}  // namespace tandem::replay
