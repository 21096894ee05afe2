// SPDX-License-Identifier: MIT
// Records sessions into memory and damages the bytes: the small language of the replay tests.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/blocks/block_scanner.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/encoder.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {

struct Recording {
    std::uint32_t slots = 2;
    std::uint64_t seed = 1;
    std::uint64_t ticks = 100;
    std::optional<sim::Plant> plant{};
    std::optional<sim::EndReason> end = sim::EndReason::tick_limit;  // none: cut off without an end
    bool fails_behind = false;  // the game throws in the tick behind the last one
    replay::RecorderOptions options{};
    std::function<void(Setup&)> change_setup{};
    RecordSource source = bots();
    // Called before each tick, after `ticks_done` ticks.
    std::function<void(sim::Timeline&, replay::Recorder&, std::uint64_t ticks_done)> before_tick{};
};

// What the session was like, to compare a file with.
struct Recorded {
    sim::Bytes file;
    std::vector<sim::Bytes> records;
    std::vector<sim::RunningHashes> hashes;  // after 0, 1, ... ticks
    std::vector<sim::Bytes> states;          // likewise
    std::uint64_t bytes_written = 0;
    std::uint64_t ticks_written = 0;
};

Recorded record(sim::AnySimulation simulation, const Recording& recording);

template <class Game>
Recorded record(const Recording& recording) {
    return record(sim::erase<Game>(), recording);
}

// An encoder in blocks of 10 ticks that has begun this session anew, to be told its ticks from
// `first_tick` on.
replay::Encoder encoder_of(const Recorded& recorded, sim::AnySimulation simulation,
                           std::uint64_t first_tick = 0);

// A file of the same session whose recorder only came after `first_tick` ticks.
sim::Bytes continued(const Recorded& whole, sim::AnySimulation simulation,
                     std::uint64_t first_tick);

// The file as a Replay. Failing to open throws, which fails the test.
replay::Replay open_replay(sim::Bytes file);
inline replay::Replay open_replay(const Recorded& recorded) { return open_replay(recorded.file); }

// The record of a tick. Failing to read it is a test failure.
sim::Bytes record_of(const replay::Replay& replay, std::uint64_t tick);
// What the file says of the chain after that many ticks. Failing to read it is a test failure.
replay::RecordedChain chain_of(const replay::Replay& replay, std::uint64_t ticks_done);

// A block as it lies in a file that is known to be sound.
struct BlockPlace {
    replay::BlockType type;
    replay::HeadForm form;
    std::size_t offset;
    std::size_t head_bytes;
    std::size_t bytes;       // of the whole block
    std::uint64_t end_tick;  // of the ticks up to its end
};
std::vector<BlockPlace> list_blocks(const sim::Bytes& file);

sim::Bytes cut_at(const sim::Bytes& file, std::size_t size);
// The blocks with these numbers, in this order, with fitting checksums.
sim::Bytes rearranged(const sim::Bytes& file, const std::vector<std::size_t>& blocks);
// The file with one more block, compressed, in front of the block with this number, and with
// fitting checksums.
sim::Bytes with_block(const sim::Bytes& file, std::size_t block, replay::BlockType type,
                      const sim::Bytes& content);
sim::Bytes flip_bit(sim::Bytes file, std::size_t byte, unsigned bit);
// Makes the checksums of the block at `offset` fit again, as an attacker would after changing it.
// Does nothing where no block can begin.
void reseal(sim::Bytes& file, std::size_t offset);
// Reseals block after block as far as lengths lead.
void reseal_all(sim::Bytes& file);

// The file with the third bit of this byte of the keyframe after `ticks_done` ticks flipped,
// counted from the keyframe's head, and with fitting checksums.
sim::Bytes with_changed_keyframe(sim::Bytes file, std::uint64_t ticks_done, std::size_t byte);

// The file with a changed byte, hidden by a fitting checksum, with which the block of inputs that
// ends after so many ticks does not decode. Failing to find one is a test failure.
sim::Bytes undecodable_at(const sim::Bytes& file, std::uint64_t end_tick);

// A file of uncompressed Counter states whose keyframe after that many ticks claims more totals
// than it has bytes, with fitting checksums.
sim::Bytes with_unusable_keyframe(sim::Bytes file, std::uint64_t ticks_done);

// Where in a block's header a field stands.
inline constexpr std::size_t k_type_at = 4;
inline constexpr std::size_t k_codec_at = 5;
inline constexpr std::size_t k_stored_bytes_at = 8;
inline constexpr std::size_t k_content_bytes_at = 12;
inline constexpr std::size_t k_first_tick_at = 16;
inline constexpr std::size_t k_tick_count_at = 24;
inline constexpr std::size_t k_body_checksum_at = 28;
inline constexpr std::size_t k_chain_at = 32;
inline constexpr std::size_t k_records_at = 40;
inline constexpr std::size_t k_header_checksum_at = 48;

}  // namespace tandem::test
