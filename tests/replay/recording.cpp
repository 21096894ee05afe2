// SPDX-License-Identifier: MIT
// Sessions into bytes, and bytes out of shape.
#include <tests/replay/recording.hpp>

#include <utility>

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

void expect(const sim::Result<void>& result) {
    EXPECT_TRUE(result) << (result ? "" : result.error().text());
}

}  // namespace

Recorded record(sim::AnySimulation simulation, const Recording& recording) {
    Recorded recorded;
    replay::BufferOutput output;
    replay::Recorder recorder(output, recording.options);
    Setup setup = make_setup(simulation.info(), recording.slots, recording.seed);
    if (recording.change_setup) {
        recording.change_setup(setup);
    }
    sim::Timeline timeline(std::move(simulation), &recorder);
    if (recording.plant) {
        timeline.set_plant(*recording.plant);
    }
    expect(timeline.start(setup));
    recorded.hashes.push_back(timeline.hashes());
    recorded.states.push_back(timeline.simulation().save());
    for (std::uint64_t tick = 0; tick < recording.ticks; ++tick) {
        if (recording.before_tick) {
            recording.before_tick(timeline, recorder, tick);
        }
        recorded.records.push_back(recording.source(timeline.simulation(), tick));
        expect(timeline.advance(recorded.records.back()));
        recorded.hashes.push_back(timeline.hashes());
        recorded.states.push_back(timeline.simulation().save());
    }
    if (recording.end) {
        expect(timeline.end(*recording.end));
    }
    recorded.file = output.bytes();
    recorded.bytes_written = recorder.bytes_written();
    recorded.ticks_written = recorder.ticks_written();
    return recorded;
}

replay::Encoder encoder_of(const Recorded& recorded, sim::AnySimulation simulation,
                           std::uint64_t first_tick) {
    const auto replay = open_replay(recorded);
    expect(simulation.reset(replay->header().setup));
    replay::Encoder encoder({.block_ticks = 10, .first_tick = first_tick});
    expect(encoder.start({simulation.info(), simulation.setup(), 0, sim::StateHash{},
                          recorded.hashes[first_tick], recorded.states[first_tick]}));
    return encoder;
}

sim::Bytes continued(const Recorded& whole, sim::AnySimulation simulation,
                     std::uint64_t first_tick) {
    replay::Encoder encoder = encoder_of(whole, std::move(simulation), first_tick);
    for (std::uint64_t tick = first_tick; tick < whole.records.size(); ++tick) {
        encoder.tick(
            {sim::Tick{tick}, whole.records[tick], sim::StateHash{}, whole.hashes[tick + 1]});
    }
    encoder.end(sim::EndReason::source_ended);
    return encoder.take();
}

std::optional<replay::Replay> open_replay(sim::Bytes file) {
    auto replay = replay::Replay::parse(std::move(file));
    EXPECT_TRUE(replay) << (replay ? "" : replay.error().text());
    return replay ? std::optional(std::move(replay).value()) : std::nullopt;
}

sim::Bytes record_of(const replay::Replay& replay, std::uint64_t tick) {
    replay::Cursor cursor(replay);
    const auto record = cursor.record(sim::Tick{tick});
    EXPECT_TRUE(record) << (record ? "" : record.error().text());
    return record ? sim::Bytes(record->begin(), record->end()) : sim::Bytes();
}

replay::RecordedChain chain_of(const replay::Replay& replay, std::uint64_t ticks_done) {
    replay::Cursor cursor(replay);
    const auto chain = cursor.chain(ticks_done);
    EXPECT_TRUE(chain) << (chain ? "" : chain.error().text());
    return chain ? *chain : replay::RecordedChain{};
}

std::vector<BlockPlace> list_blocks(const sim::Bytes& file) {
    std::vector<BlockPlace> places;
    replay::BlockScanner scanner(file);
    while (const auto block = scanner.next()) {
        places.push_back({block->header.type, static_cast<std::size_t>(block->offset),
                          static_cast<std::size_t>(block->bytes()),
                          block->header.first_tick + block->header.tick_count});
    }
    EXPECT_FALSE(scanner.flaw());
    return places;
}

sim::Bytes cut_at(const sim::Bytes& file, std::size_t size) {
    return sim::Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
}

sim::Bytes rearranged(const sim::Bytes& file, const std::vector<std::size_t>& blocks) {
    const auto places = list_blocks(file);
    sim::Bytes changed;
    for (const std::size_t block : blocks) {
        sim::append(changed,
                    sim::ByteView(file).subspan(places[block].offset, places[block].bytes));
    }
    reseal_all(changed);
    return changed;
}

sim::Bytes with_block(const sim::Bytes& file, std::size_t block, replay::BlockType type,
                      const sim::Bytes& content) {
    const std::size_t offset = list_blocks(file)[block].offset;
    sim::Bytes changed = cut_at(file, offset);
    replay::BlockHeader header;
    header.type = type;
    replay::Compressor compressor;
    replay::write_block(changed, 0, header, content, {}, &compressor);
    sim::append(changed, sim::ByteView(file).subspan(offset));
    reseal_all(changed);
    return changed;
}

sim::Bytes flip_bit(sim::Bytes file, std::size_t byte, unsigned bit) {
    file[byte] ^= static_cast<std::byte>(1U << bit);
    return file;
}

void reseal(sim::Bytes& file, std::size_t offset) {
    if (file.size() < offset || file.size() - offset < replay::k_block_header_bytes) {
        return;
    }
    std::byte* block = file.data() + offset;
    const std::size_t stored = sim::load_le<std::uint32_t>(block + k_stored_bytes_at);
    const std::size_t left = file.size() - offset - replay::k_block_header_bytes;
    if (stored <= left) {
        const sim::ByteView body(block + replay::k_block_header_bytes, stored);
        sim::store_le(replay::checksum(body), block + k_body_checksum_at);
    }
    const sim::ByteView header(block, replay::k_block_header_bytes);
    sim::store_le(replay::header_checksum(header, offset), block + k_header_checksum_at);
}

sim::Bytes with_unusable_keyframe(sim::Bytes file, std::uint64_t ticks_done) {
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.type == replay::BlockType::keyframe && block.end_tick == ticks_done) {
            constexpr std::size_t k_totals_size_at = sizeof(std::uint64_t);  // behind the ticks
            sim::store_le(
                std::uint32_t{0xFFFF},
                file.data() + block.offset + replay::k_block_header_bytes + k_totals_size_at);
            reseal(file, block.offset);
        }
    }
    return file;
}

void reseal_all(sim::Bytes& file) {
    std::size_t offset = 0;
    while (file.size() - offset >= replay::k_block_header_bytes) {
        reseal(file, offset);
        const std::size_t stored =
            sim::load_le<std::uint32_t>(file.data() + offset + k_stored_bytes_at);
        const std::size_t left = file.size() - offset - replay::k_block_header_bytes;
        if (stored > left) {
            return;
        }
        offset += replay::k_block_header_bytes + stored;
    }
}

}  // namespace tandem::test
