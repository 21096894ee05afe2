// SPDX-License-Identifier: MIT
// Answering questions about a file that has been parsed.
#include <tandem/replay/replay_file.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <tandem/replay/block.hpp>
#include <tandem/replay/codec.hpp>
#include <tandem/replay/contents.hpp>
#include <tandem/replay/file_input.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/tick_record.hpp>

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

sim::Result<Replay> Replay::open(const std::string& path) {
    auto file = read_file(path);
    if (!file) {
        return file.error();
    }
    auto replay = parse(std::move(file->bytes), file->is_live);
    if (!replay) {
        return replay.error().within(path);
    }
    if (replay->flaw_) {
        replay->flaw_ = replay->flaw_->within(path);
    }
    return replay;
}

const InputBlock& Replay::block_of(sim::Tick tick) const {
    TANDEM_ASSERT(tick.number >= first_tick() && tick.number < end_tick());
    const auto after = std::upper_bound(
        blocks_.begin(), blocks_.end(), tick.number,
        [](std::uint64_t number, const InputBlock& block) { return number < block.first_tick; });
    return *std::prev(after);
}

std::optional<sim::RunningHashes> Replay::hashes_at(std::uint64_t ticks_done) const {
    if (ticks_done == first_tick()) {
        return start_hashes_;
    }
    const InputBlock* block = block_before(ticks_done);
    return block == nullptr ? std::nullopt : std::optional(block->hashes);
}

const InputBlock* Replay::block_before(std::uint64_t ticks_done) const {
    if (ticks_done <= first_tick() || ticks_done > end_tick()) {
        return nullptr;
    }
    const InputBlock& block = block_of(sim::Tick{ticks_done - 1});
    return block.end_tick() == ticks_done ? &block : nullptr;
}

const StoredState* Replay::find_state(std::uint64_t ticks_done) const {
    const auto found = std::find_if(states_.begin(), states_.end(), [&](const StoredState& state) {
        return state.ticks_done == ticks_done;
    });
    return found == states_.end() ? nullptr : &*found;
}

sim::Result<sim::Bytes> Replay::load_state(const StoredState& state,
                                           std::uint64_t bytes_max) const {
    const std::string place = "byte " + std::to_string(state.offset);
    const std::string which =
        block_name(state.purpose == sim::StatePurpose::keyframe ? BlockType::keyframe
                                                                : BlockType::evidence) +
        " after " + std::to_string(state.ticks_done) + " ticks";
    if (state.state_bytes > bytes_max) {
        return sim::Error{sim::ErrorCode::bad_data, place,
                          "the " + which + " claims a state of " +
                              std::to_string(state.state_bytes) + " bytes, at most " +
                              std::to_string(bytes_max) + " are allowed"};
    }
    sim::Bytes bytes;
    if (auto decoded = decode_content(state.codec, state.coded, state.state_bytes, bytes);
        !decoded) {
        return sim::Error{sim::ErrorCode::bad_data, place,
                          "the " + which + " cannot be used: " + decoded.error().text()};
    }
    if (const auto fits = check_value(header_.state_schema, bytes); !fits) {
        return sim::Error{
            sim::ErrorCode::bad_data, place,
            "the " + which + " does not fit the file's state schema: " + fits.error().text()};
    }
    return bytes;
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

sim::Result<void> decode_inputs(const InputBlock& block, const Header& header, DecodedInputs& out) {
    if (auto decoded = decode_content(block.codec, block.coded, block.content_bytes, out.records);
        !decoded) {
        return decoded;
    }
    out.offsets.assign(1, 0);
    for (std::uint32_t i = 0; i < block.ticks; ++i) {
        const std::size_t at = out.offsets.back();
        const auto record = sim::parse_record(header.input_schema, header.setup.slots,
                                              sim::ByteView(out.records).subspan(at));
        if (!record) {
            return sim::Error{sim::ErrorCode::bad_data,
                              "tick " + std::to_string(block.first_tick + i),
                              record.error().text()};
        }
        out.offsets.push_back(at + record->bytes);
    }
    if (out.offsets.back() != out.records.size()) {
        return sim::Error{sim::ErrorCode::bad_data, "", "bytes follow its last record"};
    }
    return {};
}

}  // namespace tandem::replay
