// SPDX-License-Identifier: MIT
// Collects ticks into blocks, and decides when a keyframe is worth its bytes.
#include <tandem/replay/recording/encoder.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/blocks/input_piece.hpp>
#include <tandem/replay/coding/input_coder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/time/ticks.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_block_seconds = 1;
// Longer epochs are coded little better, and cost more where a block is damaged or sought.
constexpr std::uint64_t k_epoch_seconds = 32;
// A seek simulates half of that on average. The distance is as long as an epoch: a keyframe then
// stands where an epoch begins, and a seek decodes nothing but what it simulates.
constexpr std::uint64_t k_keyframe_seconds = 32;

// So many bytes of a file's marks are kept for the rare ones that a verdict rests on, and so many
// for the note that says that others are missing.
constexpr std::uint64_t k_rare_marks_bytes = 1U << 20;
constexpr std::uint64_t k_last_mark_bytes = 1U << 10;

// True for marks that a bad connection can make without end, and that only people read.
bool is_frequent(sim::MarkKind kind) {
    switch (kind) {
        case sim::MarkKind::plant:
        case sim::MarkKind::desync:
        case sim::MarkKind::player_name:
        case sim::MarkKind::failed:
        case sim::MarkKind::match:
            return false;
        case sim::MarkKind::input_delay:
        case sim::MarkKind::stall:
        case sim::MarkKind::pause:
        case sim::MarkKind::left:
        case sim::MarkKind::returned:
        case sim::MarkKind::note:
            return true;
    }
    return true;
}

sim::Result<void> check_schemas(const sim::GameInfo& game) {
    const std::pair<const char*, const sim::Schema*> schemas[] = {
        {"state", &game.state_schema},
        {"input", &game.input_schema},
        {"options", &game.options_schema},
    };
    for (const auto& [name, schema] : schemas) {
        if (const std::size_t bytes = schema->encode().size(); bytes > k_schema_bytes_max) {
            return sim::Error{sim::ErrorCode::usage, "replay file",
                              std::string("the ") + name + " schema of " + game.name + " takes " +
                                  std::to_string(bytes) + " bytes, a replay file holds at most " +
                                  std::to_string(k_schema_bytes_max) +
                                  "; give fields shorter names or fewer labels"};
        }
    }
    return {};
}

sim::Result<void> check_state_size(sim::ByteView state) {
    if (state.size() <= BlockLimits::state_bytes_max) {
        return {};
    }
    return sim::Error{sim::ErrorCode::usage, "replay file",
                      "a state of " + std::to_string(state.size()) +
                          " bytes does not fit a replay file, whose states have at most " +
                          std::to_string(BlockLimits::state_bytes_max) + " bytes"};
}

}  // namespace

Encoder::Encoder(RecorderOptions options) : options_(std::move(options)) {
    TANDEM_ASSERT(is_track_width(options_.track_bits));
}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

sim::Result<void> Encoder::start(const sim::SessionStart& start) {
    TANDEM_ASSERT(!is_started_);
    TANDEM_TRY(check_state_size(start.state));
    TANDEM_TRY(check_schemas(start.game));
    tick_rate_ = start.setup.tick_rate;
    const auto ticks_or = [&](std::uint64_t ticks, std::uint64_t default_seconds) {
        return ticks != 0 ? ticks : sim::ticks_in(default_seconds, tick_rate_);
    };
    const auto bounded = [](std::uint64_t ticks) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(ticks, BlockLimits::ticks_max));
    };
    options_.epoch_ticks = bounded(ticks_or(options_.epoch_ticks, k_epoch_seconds));
    options_.block_ticks =
        std::min(bounded(ticks_or(options_.block_ticks, k_block_seconds)), options_.epoch_ticks);
    options_.keyframe_ticks = ticks_or(options_.keyframe_ticks, k_keyframe_seconds);
    is_started_ = true;
    first_tick_ = start.first_tick;
    next_tick_ = block_first_tick_ = last_keyframe_tick_ = first_tick_;
    hashes_ = start.hashes;
    coder_ = std::make_unique<InputEncoder>(start.game.input_schema, start.setup.slots);
    write_head(start);
    if (!options_.player_name.empty()) {
        mark({sim::MarkKind::player_name, sim::Tick{next_tick_}, options_.player_slot, 0,
              options_.player_name});
    }
    return {};
}

// Writes the header twice: one flipped bit must not cost the whole file.
void Encoder::write_head(const sim::SessionStart& start) {
    Header header = header_of(start.game);
    header.format_version = k_format_version;
    header.setup = start.setup;
    header.build = options_.build;
    header.game_build = options_.game_build;
    header.parent = options_.parent;
    header.block_ticks = options_.block_ticks;
    header.keyframe_ticks = options_.keyframe_ticks;
    header.epoch_ticks = options_.epoch_ticks;
    header.track_bits = options_.track_bits;
    header.keyframe_bytes_per_second = options_.keyframe_bytes_per_second;
    const sim::Bytes content = encode_header(header);
    write(BlockType::header, content);
    write(BlockType::schema, encode_schemas(header));
    write(BlockType::header_copy, content);
    write_assets(start.setup.assets);
    plan_keyframe(write(BlockType::keyframe, start.state));
}

// Writes the assets. If they are too large, or too many, only the header names them.
void Encoder::write_assets(const std::vector<Asset>& assets) {
    std::uint64_t assets_bytes = 0;
    for (std::size_t i = 0; i < assets.size(); ++i) {
        if (assets[i].content.empty() || assets[i].content.size() > BlockLimits::asset_bytes_max) {
            continue;
        }
        const sim::Bytes content = encode_asset(static_cast<std::uint32_t>(i), assets[i].content);
        if (assets_bytes + content.size() <= BlockLimits::assets_bytes_max) {
            assets_bytes += content.size();
            write(BlockType::asset, content);
        }
    }
}

void Encoder::tick(const sim::TickedView& ticked) {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    TANDEM_ASSERT(ticked.tick.number == next_tick_);
    if (is_epoch_open_ && epoch_bytes_ + ticked.record.size() > BlockLimits::inputs_bytes_full) {
        end_epoch();
    }
    if (!is_epoch_open_) {
        begin_epoch(next_tick_);
    }
    coder_->add(ticked.record);
    epoch_bytes_ += ticked.record.size();
    append_track(block_track_, options_.track_bits, ticked.hashes.chain.value);
    ++next_tick_;
    hashes_ = ticked.hashes;
    const bool is_epoch_full = next_tick_ - epoch_first_tick_ >= options_.epoch_ticks;
    if (is_epoch_full || next_tick_ - block_first_tick_ >= options_.block_ticks) {
        close_block();
    }
    is_epoch_open_ = !is_epoch_full;
}

void Encoder::begin_epoch(std::uint64_t first_tick) {
    coder_->restart();
    epoch_first_tick_ = first_tick;
    epoch_chain_ = hashes_.chain;
    epoch_bytes_ = 0;
    is_epoch_open_ = true;
    is_epoch_written_ = false;
}

void Encoder::mark(const sim::Mark& mark) {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    const std::uint64_t kept_bytes =
        is_frequent(mark.kind) ? k_rare_marks_bytes + k_last_mark_bytes : k_last_mark_bytes;
    if (!append_mark(mark, BlockLimits::marks_bytes_max - kept_bytes) && !has_dropped_marks_) {
        has_dropped_marks_ = true;
        const bool has_room = append_mark(
            {sim::MarkKind::note, mark.tick, 0, 0,
             "from here on marks are missing: the file holds as many as a replay file may"},
            BlockLimits::marks_bytes_max);
        TANDEM_ASSERT(has_room);
    }
    if (marks_.size() >= BlockLimits::inputs_bytes_full) {
        close_block();
    }
}

// Takes a mark. Returns false, and takes nothing, if the file's marks would then have more than
// `bytes_max` bytes.
bool Encoder::append_mark(const sim::Mark& mark, std::uint64_t bytes_max) {
    const std::size_t before = marks_.size();
    encode_mark(mark, marks_);
    const std::uint64_t bytes = marks_.size() - before;
    if (marks_bytes_ + bytes > bytes_max) {
        marks_.resize(before);
        return false;
    }
    marks_bytes_ += bytes;
    return true;
}

void Encoder::state(const sim::StateView& state) {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    TANDEM_ASSERT(state.ticks_done >= first_tick_ && state.ticks_done <= next_tick_);
    const bool is_keyframe = state.purpose == sim::StatePurpose::keyframe;
    if (auto fits = check_state_size(state.state); !fits) {
        last_keyframe_tick_ = is_keyframe ? state.ticks_done : last_keyframe_tick_;
        mark({sim::MarkKind::note, sim::Tick{state.ticks_done}, 0, 0, fits.error().message});
        return;
    }
    close_block();
    TANDEM_ASSERT(!is_keyframe || (state.ticks_done == next_tick_ && state.hashes == hashes_));
    BlockHeader header;
    header.type = is_keyframe ? BlockType::keyframe : BlockType::evidence;
    header.first_tick = state.ticks_done;
    header.hashes = state.hashes;
    const std::uint64_t bytes = append_block(header, state.state);
    if (is_keyframe) {
        last_keyframe_tick_ = state.ticks_done;
        plan_keyframe(bytes);
    }
}

// Plans the next keyframe, which is taken to be as large as the last one.
void Encoder::plan_keyframe(std::uint64_t last_bytes) {
    constexpr std::uint64_t k_budget_most = std::uint64_t{1} << 31;  // so that nothing overflows
    const std::uint64_t budget = std::min(options_.keyframe_bytes_per_second, k_budget_most);
    const std::uint64_t earned = budget * tick_rate_.seconds;  // in tick_rate_.ticks ticks
    keyframe_after_ticks_ = earned == 0
                                ? ~std::uint64_t{0}
                                : std::max(options_.keyframe_ticks,
                                           (last_bytes * tick_rate_.ticks + earned - 1) / earned);
}

bool Encoder::wants_keyframe(std::uint64_t ticks_done) const {
    return options_.has_keyframes && ticks_done - last_keyframe_tick_ >= keyframe_after_ticks_;
}

void Encoder::close_block() {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    if (next_tick_ != block_first_tick_) {
        BlockHeader header;
        header.form = is_epoch_written_ ? HeadForm::piece : HeadForm::epoch;
        header.tick_count = static_cast<std::uint32_t>(next_tick_ - block_first_tick_);
        header.first_tick = epoch_first_tick_;
        header.chain_before = epoch_chain_;
        if (!is_epoch_written_) {
            index_.push_back({BlockType::inputs, bytes_made(), epoch_first_tick_});
        }
        sim::Bytes coded;
        coder_->flush(coded);
        write_inputs(made_, taken_bytes_, header, coded, block_track_);
        block_track_.clear();
        block_first_tick_ = next_tick_;
        is_epoch_written_ = true;
    }
    if (!marks_.empty()) {
        write(BlockType::marks, marks_);
        marks_.clear();
    }
}

void Encoder::end_epoch() {
    close_block();
    is_epoch_open_ = false;
}

void Encoder::end(sim::EndReason reason) {
    close_block();
    const sim::Bytes content =
        encode_end({.reason = reason, .ticks = ticks(), .index = index_, .offset = bytes_made()});
    write(BlockType::end, content);
    is_ended_ = true;
}

// Writes a block about the session as it stands now.
std::uint64_t Encoder::write(BlockType type, sim::ByteView content) {
    BlockHeader header;
    header.type = type;
    header.first_tick = next_tick_;
    header.hashes = hashes_;
    return append_block(header, content);
}

std::uint64_t Encoder::append_block(const BlockHeader& header, sim::ByteView content) {
    const std::uint64_t before = bytes_made();
    const bool is_listed = header.type == BlockType::keyframe ||
                           header.type == BlockType::evidence || header.type == BlockType::marks;
    if (is_listed) {
        index_.push_back({header.type, before, header.first_tick});
    }
    write_block(made_, taken_bytes_, header, content,
                options_.compress && !is_always_plain(header.type) ? &compressor_ : nullptr);
    return bytes_made() - before;
}

sim::Bytes Encoder::extract() {
    taken_bytes_ += made_.size();
    return std::exchange(made_, {});
}

}  // namespace tandem::replay
