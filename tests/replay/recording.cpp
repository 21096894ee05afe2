// SPDX-License-Identifier: MIT
// Sessions into bytes, and bytes out of shape.
#include <tests/replay/recording.hpp>

#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/replay/blocks/numbers.hpp>

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
    if (recording.fails_behind) {
        EXPECT_FALSE(timeline.advance(recording.source(timeline.simulation(), recording.ticks)));
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
    expect(simulation.reset(replay.header().setup));
    replay::Encoder encoder({.block_ticks = 10});
    expect(encoder.start({simulation.info(), simulation.setup(), 0, sim::StateHash{},
                          recorded.hashes[first_tick], recorded.states[first_tick], first_tick}));
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
    return encoder.extract();
}

replay::Replay open_replay(sim::Bytes file) {
    auto replay = replay::Replay::parse(std::move(file));
    if (!replay) {
        throw std::runtime_error(replay.error().text());
    }
    return std::move(replay).value();
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
    const replay::MemorySource source(file);
    replay::BlockScanner scanner(source);
    std::uint64_t end_tick = 0;  // of the inputs so far
    for (;;) {
        const auto block = scanner.next();
        EXPECT_TRUE(block);
        if (!block || !*block) {
            break;
        }
        const replay::BlockHeader& header = (*block)->header;
        if (header.form == replay::HeadForm::epoch) {
            end_tick = header.first_tick;
        }
        const bool is_whole = header.form == replay::HeadForm::whole;
        end_tick = is_whole ? header.first_tick + header.tick_count : end_tick + header.tick_count;
        places.push_back({header.type, header.form, static_cast<std::size_t>((*block)->offset),
                          (*block)->head_bytes, static_cast<std::size_t>((*block)->bytes()),
                          end_tick});
    }
    EXPECT_TRUE(scanner.flaws().empty());
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
    replay::write_block(changed, 0, header, content, &compressor);
    sim::append(changed, sim::ByteView(file).subspan(offset));
    reseal_all(changed);
    return changed;
}

sim::Bytes flip_bit(sim::Bytes file, std::size_t byte, unsigned bit) {
    file[byte] ^= static_cast<std::byte>(1U << bit);
    return file;
}

namespace {

// Where the parts of the block at `offset` stand, as far as its lengths can be believed.
struct Layout {
    bool is_short = false;
    std::size_t epoch_check_at = 0;  // short, of an epoch
    std::size_t check_at = 0;        // short
    std::size_t head_bytes = 0;
    std::size_t body_bytes = 0;
};

std::optional<Layout> layout_of(sim::ByteView block) {
    constexpr std::size_t k_magic_bytes = 2;
    if (block.size() <= k_magic_bytes) {
        return std::nullopt;
    }
    const auto form = static_cast<replay::HeadForm>(block[k_magic_bytes]);
    const bool is_epoch = form == replay::HeadForm::epoch;
    if (!is_epoch && form != replay::HeadForm::piece) {
        return block.size() < replay::k_block_header_bytes
                   ? std::nullopt
                   : std::optional(Layout{.head_bytes = replay::k_block_header_bytes,
                                          .body_bytes = sim::load_le<std::uint32_t>(
                                              block.data() + k_stored_bytes_at)});
    }
    sim::ByteReader reader(block.subspan(k_magic_bytes + 1));
    Layout layout{.is_short = true};
    layout.body_bytes = static_cast<std::size_t>(replay::read_number(reader));
    replay::read_number(reader);
    if (is_epoch) {
        replay::read_number(reader);
        reader.u64();
        layout.epoch_check_at = k_magic_bytes + 1 + reader.offset();
        reader.u16();
    }
    layout.check_at = k_magic_bytes + 1 + reader.offset();
    reader.u32();
    layout.head_bytes = k_magic_bytes + 1 + reader.offset();
    return reader.failed() ? std::nullopt : std::optional(layout);
}

void reseal_short(std::byte* block, const Layout& layout, std::size_t offset) {
    if (layout.epoch_check_at != 0) {
        sim::store_le(replay::epoch_checksum({block, layout.epoch_check_at}, offset),
                      block + layout.epoch_check_at);
    }
    sim::store_le(replay::short_checksum({block, layout.check_at},
                                         {block + layout.head_bytes, layout.body_bytes}, offset),
                  block + layout.check_at);
}

}  // namespace

void reseal(sim::Bytes& file, std::size_t offset) {
    if (file.size() <= offset) {
        return;
    }
    std::byte* block = file.data() + offset;
    const auto layout = layout_of(sim::ByteView(file).subspan(offset));
    if (!layout) {
        return;
    }
    const bool is_whole = layout->body_bytes <= file.size() - offset - layout->head_bytes;
    if (layout->is_short) {
        if (is_whole) {
            reseal_short(block, *layout, offset);
        }
        return;
    }
    if (is_whole) {
        const sim::ByteView body(block + layout->head_bytes, layout->body_bytes);
        sim::store_le(replay::checksum(body), block + k_body_checksum_at);
    }
    const sim::ByteView header(block, replay::k_block_header_bytes);
    sim::store_le(replay::header_checksum(header, offset), block + k_header_checksum_at);
}

namespace {

// Lets `change` have the bytes of the keyframe after so many ticks, from its head on.
sim::Bytes with_keyframe(sim::Bytes file, std::uint64_t ticks_done,
                         const std::function<void(std::byte*)>& change) {
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.type == replay::BlockType::keyframe && block.end_tick == ticks_done) {
            change(file.data() + block.offset);
            reseal(file, block.offset);
        }
    }
    return file;
}

}  // namespace

sim::Bytes with_changed_keyframe(sim::Bytes file, std::uint64_t ticks_done, std::size_t byte) {
    return with_keyframe(std::move(file), ticks_done,
                         [&](std::byte* keyframe) { keyframe[byte] ^= std::byte{4}; });
}

sim::Bytes with_unusable_keyframe(sim::Bytes file, std::uint64_t ticks_done) {
    constexpr std::size_t k_totals_size_at = sizeof(std::uint64_t);  // behind the ticks
    return with_keyframe(std::move(file), ticks_done, [](std::byte* keyframe) {
        sim::store_le(std::uint32_t{0xFFFF},
                      keyframe + replay::k_block_header_bytes + k_totals_size_at);
    });
}

sim::Bytes undecodable_at(const sim::Bytes& file, std::uint64_t end_tick) {
    std::uint64_t before = 0;
    for (const BlockPlace& block : list_blocks(file)) {
        if (block.type != replay::BlockType::inputs || block.end_tick != end_tick) {
            before = block.type == replay::BlockType::inputs ? block.end_tick : before;
            continue;
        }
        for (std::size_t byte = block.head_bytes; byte < block.bytes; ++byte) {
            sim::Bytes changed = flip_bit(file, block.offset + byte, 5);
            reseal(changed, block.offset);
            const auto replay =
                replay::Replay::parse(changed, {.depth = replay::OpenDepth::records});
            if (replay && replay->end_tick() == before && replay->flaw() &&
                replay->flaw()->message.find("do not decode") != std::string::npos) {
                return changed;
            }
        }
    }
    ADD_FAILURE() << "no byte makes it undecodable";
    return {};
}

void reseal_all(sim::Bytes& file) {
    std::size_t offset = 0;
    while (offset < file.size()) {
        reseal(file, offset);
        const auto layout = layout_of(sim::ByteView(file).subspan(offset));
        if (!layout || layout->body_bytes > file.size() - offset - layout->head_bytes) {
            return;
        }
        offset += layout->head_bytes + layout->body_bytes;
    }
}

}  // namespace tandem::test
