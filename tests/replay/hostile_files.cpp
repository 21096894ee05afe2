// SPDX-License-Identifier: MIT
// Each begins like a sound recording and goes on with blocks that no recorder writes.
#include <tests/replay/hostile_files.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/blocks/codec.hpp>
#include <tandem/replay/blocks/numbers.hpp>
#include <tandem/replay/recording/contents.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::BlockHeader;
using replay::BlockType;

// A whole head begins with the one, that of an epoch with the other.
constexpr std::array<std::byte, 4> k_magic{std::byte{0x89}, std::byte{0x54}, std::byte{0x44},
                                           std::byte{0x4D}};
constexpr std::array<std::byte, 3> k_epoch{std::byte{0x89}, std::byte{0x54}, std::byte{1}};

// Header, schema and first keyframe.
sim::Bytes sound_start() {
    const Recorded recorded = record<Counter>({.ticks = 1, .options = {.track_bits = 0}});
    const auto blocks = list_blocks(recorded.file);
    const auto keyframe = std::find_if(blocks.begin(), blocks.end(), [](const BlockPlace& block) {
        return block.type == BlockType::keyframe;
    });
    return cut_at(recorded.file, keyframe->offset + keyframe->bytes);
}

// A head that fits its checksum and claims all that is left of `size` bytes as its body.
void append_greedy_head(sim::Bytes& file, std::size_t size) {
    const std::size_t at = file.size();
    replay::write_block(file, 0, {.type = BlockType::evidence}, {}, nullptr);
    const std::size_t left = size - std::min(size, file.size());
    sim::store_le(static_cast<std::uint32_t>(left), file.data() + at + k_stored_bytes_at);
    sim::store_le(static_cast<std::uint32_t>(left), file.data() + at + k_content_bytes_at);
    const auto head = sim::ByteView(file).subspan(at, replay::k_block_header_bytes);
    sim::store_le(replay::header_checksum(head, at),
                  file.data() + at + replay::k_block_header_bytes - sizeof(std::uint32_t));
}

// The head of an epoch whose body is not its own.
void append_greedy_epoch(sim::Bytes& file, std::size_t size) {
    const std::size_t at = file.size();
    // Its head is shorter than this.
    const std::size_t left =
        std::min<std::size_t>(size - std::min(size, at + replay::k_block_header_bytes),
                              replay::BlockLimits::coded_bytes_max);
    sim::append(file, k_epoch);
    replay::append_number(file, left);
    replay::append_number(file, 1);
    replay::append_number(file, 0);
    sim::append_le(file, std::uint64_t{0});
    sim::append_le(file, replay::epoch_checksum(sim::ByteView(file).subspan(at), at));
    sim::append_le(file, std::uint32_t{0});
}

void append_empty(sim::Bytes& file, BlockType type, std::uint64_t ticks_done) {
    const bool is_state = type == BlockType::keyframe;
    replay::write_block(file, 0, {.type = type, .first_tick = ticks_done},
                        sim::Bytes(is_state ? 1 : 0), nullptr);
}

void append_epoch(sim::Bytes& file, std::uint64_t first_tick, std::uint32_t ticks) {
    replay::write_inputs(
        file, 0, {.form = replay::HeadForm::epoch, .first_tick = first_tick, .tick_count = ticks},
        sim::Bytes(4), {});
}

sim::Bytes grown(std::size_t size, const std::function<void(sim::Bytes&)>& append) {
    sim::Bytes file = sound_start();
    while (file.size() < size) {
        append(file);
    }
    return file;
}

sim::Bytes with_gaps(std::size_t size) {
    sim::Bytes file = sound_start();
    file.push_back(std::byte{0});  // Behind damage, ticks may be missing
    while (file.size() < size / 2) {
        append_empty(file, BlockType::keyframe, 1);
    }
    std::uint64_t tick = 2;
    while (file.size() < size) {
        append_epoch(file, tick, 1);
        tick += 2;
    }
    return file;
}

sim::Bytes with_unpacked_marks() {
    const sim::Mark mark{sim::MarkKind::note, sim::Tick{0}, 0, 0, ""};
    sim::Bytes one;
    replay::encode_mark(mark, one);
    sim::Bytes content;
    while (content.size() + one.size() <= replay::BlockLimits::marks_bytes_max) {
        sim::append(content, one);
    }
    replay::Compressor compressor;
    sim::Bytes file = sound_start();
    replay::write_block(file, 0, {.type = BlockType::marks}, content, &compressor);
    return file;
}

}  // namespace

std::vector<HostileFile> hostile_files(std::size_t bytes) {
    std::vector<HostileFile> files;
    const auto add = [&](const std::string& name, const std::function<void(sim::Bytes&)>& append) {
        files.push_back({name, grown(bytes, append)});
    };
    add("greedy_heads", [&](sim::Bytes& file) { append_greedy_head(file, bytes); });
    add("greedy_heads_apart", [&](sim::Bytes& file) {
        append_greedy_head(file, bytes);
        append_empty(file, BlockType::marks, 0);
    });
    add("greedy_epochs", [&](sim::Bytes& file) { append_greedy_epoch(file, bytes); });
    add("greedy_epochs_apart", [&](sim::Bytes& file) {
        append_greedy_epoch(file, bytes);
        append_empty(file, BlockType::marks, 0);
    });
    add("only_magics", [](sim::Bytes& file) { sim::append(file, k_magic); });
    add("only_epochs", [](sim::Bytes& file) { sim::append(file, k_epoch); });
    add("empty_marks", [](sim::Bytes& file) { append_empty(file, BlockType::marks, 0); });
    files.push_back({"gaps", with_gaps(bytes)});
    files.push_back({"unpacked_marks", with_unpacked_marks()});
    std::uint64_t tick = 0;
    add("idle_epochs", [&](sim::Bytes& file) {
        append_epoch(file, tick, replay::BlockLimits::ticks_max);
        tick += replay::BlockLimits::ticks_max;
    });
    add("short_epochs",
        [&, at = std::uint64_t{0}](sim::Bytes& file) mutable { append_epoch(file, at++, 1); });
    return files;
}

}  // namespace tandem::test
