// SPDX-License-Identifier: MIT
// Concludes from the blocks of a file as a whole: reads the list at its end, finds which ticks can
// be played, and tells whether it is whole.
#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_parser.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::replay {
namespace {

// True if every epoch that the list names may be as long as it says. Nothing of them is read yet,
// and a few bytes must not claim ticks without end.
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

sim::Result<bool> ReplayParser::read_index() {
    has_index_ = true;  // it is looked for once
    const std::uint64_t size = replay_.source_->size();
    if (is_format_1() || size < k_block_header_bytes) {
        return false;
    }
    Window window(*replay_.source_, Window::k_near_bytes);
    const std::uint64_t tail_bytes = std::min<std::uint64_t>(size, Window::k_near_bytes);
    const auto tail = window.at(size - tail_bytes, tail_bytes);
    TANDEM_TRY(tail);
    const auto offset = sim::load_le<std::uint64_t>(tail->data() + tail->size() - 8);
    if (offset < scanner_.offset() || offset > size - k_block_header_bytes) {
        return false;
    }
    const auto block = window.at(offset, size - offset);
    TANDEM_TRY(block);
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
    replay_.session_end_tick_ = end_of_file;
    scanner_.skip_to_end();
}

// Lists epochs without a gap between them, from the start of the file or the first keyframe in
// them.
void ReplayParser::list_stretches() {
    const std::uint64_t first = replay_.header_.first_tick;
    add_stretch({first, first}, replay_.start_hashes_);
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
        if (const Start* start = start_from(run.first_tick, run.end_tick); start != nullptr) {
            add_stretch({start->ticks_done, run.end_tick}, start->hashes);
        }
    }
    replay_.show(0);
}

// Decodes every record of every stretch and compares what the file states about them. One cursor
// reads all of them: a hostile file may have very many.
sim::Result<void> ReplayParser::check_records() {
    replay_.show_ticks({replay_.header_.first_tick, end_tick()}, replay_.start_hashes_);
    Cursor cursor(replay_);
    const auto stretches = std::exchange(replay_.stretches_, {});
    const auto hashes = std::exchange(replay_.stretch_hashes_, {});
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        TANDEM_TRY(check_stretch(cursor, stretches[i], hashes[i]));
    }
    replay_.show(0);
    return {};
}

sim::Result<void> ReplayParser::check_stretch(Cursor& cursor, const Stretch& stretch,
                                              const sim::RunningHashes& hashes) {
    const auto& anchors = replay_.all_anchors_;
    const auto first = std::partition_point(
        anchors.begin(), anchors.end(),
        [&](const Anchor& anchor) { return anchor.ticks_done <= stretch.first_tick; });
    const auto last = std::partition_point(first, anchors.end(), [&](const Anchor& anchor) {
        return anchor.ticks_done <= stretch.end_tick;
    });
    std::vector<Anchor> places(first, last);
    places.push_back({stretch.end_tick, std::nullopt, std::nullopt});
    Start part{stretch.first_tick, hashes};  // where the present part begins
    sim::RecordsHash records = hashes.records;
    std::uint64_t known_end = part.ticks_done;  // the last place where the hash was right
    std::uint64_t tick = part.ticks_done;
    // Goes on behind the ticks from `bad` to the one before `behind`, at the next keyframe.
    const auto pass_over = [&](std::uint64_t bad, std::uint64_t behind, const sim::Error& flaw) {
        add_bad_records(bad, flaw);
        add_stretch({part.ticks_done, bad}, part.hashes);
        const Start* next = start_from(behind, stretch.end_tick);
        part = next != nullptr ? *next : Start{stretch.end_tick, {}};
        records = part.hashes.records;
        known_end = tick = part.ticks_done;
        return next != nullptr;
    };
    for (const Anchor& place : places) {
        while (tick < place.ticks_done) {
            const auto record = cursor.record(sim::Tick{tick});
            if (!record && record.error().code != sim::ErrorCode::bad_data) {
                return record.error();
            }
            if (record) {
                records = sim::records_next(records, sim::hash_bytes(*record));
                ++tick;
            } else if (!pass_over(tick, epoch_of(tick).end_tick, record.error())) {
                return {};
            }
        }
        if (tick > place.ticks_done) {
            continue;  // among the ticks that were passed over
        }
        if (place.records && *place.records != records) {
            const sim::Error flaw =
                bad_data("",
                         "the records of the inputs that begin here do not hash to what the file "
                         "states after " +
                             std::to_string(place.ticks_done) + " ticks");
            if (!pass_over(known_end, place.ticks_done, flaw)) {
                return {};
            }
        } else if (place.records) {
            known_end = place.ticks_done;
        }
    }
    add_stretch({part.ticks_done, stretch.end_tick}, part.hashes);
    return {};
}

// Adds a stretch. The first one is always added, because it says where the file begins.
void ReplayParser::add_stretch(const Stretch& stretch, const sim::RunningHashes& hashes) {
    if (replay_.stretches_.empty() || stretch.first_tick < stretch.end_tick) {
        replay_.stretches_.push_back(stretch);
        replay_.stretch_hashes_.push_back(hashes);
    }
}

void ReplayParser::add_bad_records(std::uint64_t tick, sim::Error flaw) {
    const Epoch& epoch = epoch_of(tick);
    if (flaw.place.empty()) {
        flaw.place = byte_text(epoch.offset);
    }
    if (bad_records_.size() < k_flaws_max) {
        bad_records_.push_back({false, epoch.offset, std::move(flaw), std::nullopt});
    }
}

// Returns the epoch that holds this tick, or the next one behind it.
const Epoch& ReplayParser::epoch_of(std::uint64_t tick) const {
    const auto& epochs = replay_.all_epochs_;
    const auto found = std::upper_bound(
        epochs.begin(), epochs.end(), tick,
        [](std::uint64_t number, const Epoch& epoch) { return number < epoch.end_tick; });
    TANDEM_ASSERT(found != epochs.end());
    return *found;
}

// Returns the first keyframe from `tick` on, before `end_tick`; or null.
const ReplayParser::Start* ReplayParser::start_from(std::uint64_t tick,
                                                    std::uint64_t end_tick) const {
    const auto start = std::lower_bound(
        starts_.begin(), starts_.end(), tick,
        [](const Start& one, std::uint64_t number) { return one.ticks_done < number; });
    return start != starts_.end() && start->ticks_done < end_tick ? &*start : nullptr;
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
    conclude_records();
    ByteShares& shares = replay_.byte_shares_;
    const std::uint64_t known = shares.inputs + shares.track + shares.heads + shares.keyframes;
    shares.rest = has_index_ ? 0 : replay_.source_->size() - known;
}

// Adds the flaws that only decoding showed, each at its place in the file.
void ReplayParser::conclude_records() {
    if (bad_records_.empty()) {
        return;
    }
    std::vector<Flaw> all = scanner_.flaws();
    if (replay_.flaws_.size() < all.size()) {
        all.clear();  // a live file was cut, which is no flaw
    }
    const std::vector<sim::Error> behind(
        replay_.flaws_.begin() + static_cast<std::ptrdiff_t>(all.size()), replay_.flaws_.end());
    all.insert(all.end(), bad_records_.begin(), bad_records_.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const Flaw& a, const Flaw& b) { return a.offset < b.offset; });
    replay_.flaws_.clear();
    for (Flaw& flaw : all) {
        replay_.flaws_.push_back(std::move(flaw.error));
    }
    replay_.flaws_.insert(replay_.flaws_.end(), behind.begin(), behind.end());
    replay_.completeness_ = Completeness::damaged;
    replay_.sound_bytes_ = std::min(replay_.sound_bytes_, bad_records_.front().offset);
}

}  // namespace tandem::replay
