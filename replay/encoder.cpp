// SPDX-License-Identifier: MIT
// Collecting ticks into blocks, and deciding when a keyframe is worth its bytes.
#include <tandem/replay/encoder.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/time/ticks.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint64_t k_block_seconds = 1;
constexpr std::uint64_t k_keyframe_seconds = 10;

// Of what marks may take in a file, this much is kept for the rare ones that a verdict rests on,
// and so much for the one that says that others are missing.
constexpr std::uint64_t k_rare_marks_bytes = 1U << 20;
constexpr std::uint64_t k_last_mark_bytes = 1U << 10;

// Marks that a bad connection can make without end, and that only people read.
bool is_frequent(sim::MarkKind kind) {
    switch (kind) {
        case sim::MarkKind::plant:
        case sim::MarkKind::desync:
        case sim::MarkKind::player_name:
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

sim::Result<void> Encoder::start(const sim::SessionStart& start) {
    TANDEM_ASSERT(!is_started_);
    if (auto fits = check_state_size(start.state); !fits) {
        return fits;
    }
    if (auto fits = check_schemas(start.game); !fits) {
        return fits;
    }
    const std::uint64_t second = sim::ticks_in(k_block_seconds, start.setup.tick_rate);
    const std::uint64_t block_ticks = options_.block_ticks != 0 ? options_.block_ticks : second;
    options_.block_ticks =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(block_ticks, BlockLimits::ticks_max));
    if (options_.keyframe_ticks == 0) {
        options_.keyframe_ticks = sim::ticks_in(k_keyframe_seconds, start.setup.tick_rate);
    }
    is_started_ = true;
    options_.first_tick = start.first_tick;
    next_tick_ = block_first_tick_ = last_keyframe_tick_ = options_.first_tick;
    hashes_ = start.hashes;
    write_head(start);
    if (!options_.player_name.empty()) {
        mark({sim::MarkKind::player_name, sim::Tick{next_tick_}, options_.player_slot, 0,
              options_.player_name});
    }
    return {};
}

void Encoder::write_head(const sim::SessionStart& start) {
    Header header = header_of(start.game);
    header.format_version = k_format_version;
    header.setup = start.setup;
    header.build = options_.build;
    header.parent = options_.parent;
    header.block_ticks = options_.block_ticks;
    header.keyframe_ticks = options_.keyframe_ticks;
    write(BlockType::header, encode_header(header), {});
    write(BlockType::schema, encode_schemas(header), {});
    write_assets(start.setup.assets);
    last_keyframe_bytes_ = write(BlockType::keyframe, start.state, {});
}

// Those that are too large, or too many, are only named by the header.
void Encoder::write_assets(const std::vector<Asset>& assets) {
    std::uint64_t assets_bytes = 0;
    for (std::size_t i = 0; i < assets.size(); ++i) {
        if (assets[i].content.empty() || assets[i].content.size() > BlockLimits::asset_bytes_max) {
            continue;
        }
        const sim::Bytes content = encode_asset(static_cast<std::uint32_t>(i), assets[i].content);
        if (assets_bytes + content.size() <= BlockLimits::assets_bytes_max) {
            assets_bytes += content.size();
            write(BlockType::asset, content, {});
        }
    }
}

void Encoder::tick(const sim::TickedView& ticked) {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    TANDEM_ASSERT(ticked.tick.number == next_tick_);
    sim::append(block_records_, ticked.record);
    sim::append_le(block_lows_, static_cast<std::uint16_t>(ticked.hashes.chain.value));
    ++next_tick_;
    hashes_ = ticked.hashes;
    if (next_tick_ - block_first_tick_ >= options_.block_ticks ||
        block_records_.size() >= BlockLimits::inputs_bytes_full) {
        close_block();
    }
}

void Encoder::mark(const sim::Mark& mark) {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    const std::uint64_t kept_bytes =
        is_frequent(mark.kind) ? k_rare_marks_bytes + k_last_mark_bytes : k_last_mark_bytes;
    if (!take_mark(mark, BlockLimits::marks_bytes_max - kept_bytes) && !has_dropped_marks_) {
        has_dropped_marks_ = true;
        const bool has_room = take_mark(
            {sim::MarkKind::note, mark.tick, 0, 0,
             "from here on marks are missing: the file holds as many as a replay file may"},
            BlockLimits::marks_bytes_max);
        TANDEM_ASSERT(has_room);
    }
    if (marks_.size() >= BlockLimits::inputs_bytes_full) {
        close_block();
    }
}

// False, and nothing is taken, where the file's marks would then have more than `bytes_max` bytes.
bool Encoder::take_mark(const sim::Mark& mark, std::uint64_t bytes_max) {
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
    TANDEM_ASSERT(state.ticks_done >= options_.first_tick && state.ticks_done <= next_tick_);
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
    const std::uint64_t bytes = put(header, state.state, {});
    if (is_keyframe) {
        last_keyframe_tick_ = state.ticks_done;
        last_keyframe_bytes_ = bytes;
        keyframes_bytes_ += bytes;
    }
}

bool Encoder::wants_keyframe(std::uint64_t ticks_done) const {
    if (!options_.has_keyframes || ticks_done - last_keyframe_tick_ < options_.keyframe_ticks) {
        return false;
    }
    const std::uint64_t others_bytes = bytes_made() - keyframes_bytes_;
    return keyframes_bytes_ + last_keyframe_bytes_ <=
           options_.keyframe_allowance_bytes + others_bytes;
}

void Encoder::close_block() {
    TANDEM_ASSERT(is_started_ && !is_ended_);
    if (next_tick_ != block_first_tick_) {
        write(BlockType::inputs, block_records_, block_lows_);
        block_records_.clear();
        block_lows_.clear();
        block_first_tick_ = next_tick_;
    }
    if (!marks_.empty()) {
        write(BlockType::marks, marks_, {});
        marks_.clear();
    }
}

void Encoder::end(sim::EndReason reason) {
    close_block();
    const sim::Bytes content = encode_end({reason, ticks(), block_bytes_});
    write(BlockType::end, content, {});
    is_ended_ = true;
}

// A block about the session as it stands now.
std::uint64_t Encoder::write(BlockType type, sim::ByteView content, sim::ByteView lows) {
    BlockHeader header;
    header.type = type;
    header.tick_count = static_cast<std::uint32_t>(lows.size() / sizeof(std::uint16_t));
    header.first_tick = next_tick_ - header.tick_count;
    header.hashes = hashes_;
    return put(header, content, lows);
}

std::uint64_t Encoder::put(const BlockHeader& header, sim::ByteView content, sim::ByteView lows) {
    const std::uint64_t before = bytes_made();
    write_block(made_, taken_bytes_, header, content, lows,
                options_.compress && !is_always_plain(header.type) ? &compressor_ : nullptr);
    const std::uint64_t bytes = bytes_made() - before;
    block_bytes_.push_back(static_cast<std::uint32_t>(bytes));
    return bytes;
}

sim::Bytes Encoder::take() {
    taken_bytes_ += made_.size();
    return std::exchange(made_, {});
}

}  // namespace tandem::replay
