// SPDX-License-Identifier: MIT
// Any bytes at all go through the reader of replay files, and what opens is played, verified and
// compared to the end.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/play/player.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/math/fault.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/relay.hpp>

namespace {

using namespace tandem;

// A sound file with every type of block.
sim::Bytes sound_file(const replay::RecorderOptions& options) {
    return test::record<test::Relay>(
               {.slots = 3,
                .ticks = 40,
                .plant = sim::Plant{sim::Tick{30}, "legs"},
                .options = options,
                .change_setup =
                    [](Setup& setup) {
                        setup.assets = {Asset::from_content("map", sim::Bytes(50, std::byte{1}))};
                    },
                .before_tick =
                    [](sim::Timeline& timeline, replay::Recorder& recorder, std::uint64_t tick) {
                        if (tick == 20) {
                            const sim::Bytes state = timeline.simulation().save();
                            static_cast<void>(recorder.on_state(
                                {sim::StatePurpose::evidence, tick, state, timeline.hashes()}));
                        }
                    }})
        .file;
}

// Epochs longer and shorter than the distance of keyframes; uncompressed, edits reach the content.
const std::vector<sim::Bytes>& sound_files() {
    static const std::vector<sim::Bytes> k_files = {
        sound_file({.block_ticks = 8, .keyframe_ticks = 16, .compress = false}),
        sound_file({.block_ticks = 4,
                    .epoch_ticks = 12,
                    .track_bits = 64,
                    .keyframe_ticks = 16,
                    .compress = false}),
        sound_file({.block_ticks = 8,
                    .epoch_ticks = 16,
                    .track_bits = 0,
                    .keyframe_ticks = 8,
                    .compress = false}),
        sound_file({.block_ticks = 10, .epoch_ticks = 20, .track_bits = 8, .compress = true})};
    return k_files;
}

// Reads `data` as edits of a sound file, each three bytes of place and one of value, and makes all
// checksums fit again: only so do mutations get past them.
sim::Bytes edited(const std::uint8_t* data, std::size_t size) {
    sim::Bytes file = sound_files().front();
    for (std::size_t i = 0; i + 4 <= size; i += 4) {
        const std::size_t place =
            (data[i] | std::size_t{data[i + 1]} << 8 | std::size_t{data[i + 2]} << 16) %
            file.size();
        file[place] = static_cast<std::byte>(data[i + 3]);
    }
    test::reseal_all(file);
    return file;
}

// The same with a few edits drawn by a seed: for drivers without feedback, which would take for
// ever to find a length.
sim::Bytes scrambled(Random& random) {
    const auto& files = sound_files();
    sim::Bytes file = files[random.below(static_cast<std::uint32_t>(files.size()))];
    for (std::uint32_t edits = random.between(1U, 6U); edits > 0; --edits) {
        const std::size_t place = random.below(static_cast<std::uint32_t>(file.size()));
        constexpr std::uint8_t k_extremes[] = {0, 1, 0x7F, 0x80, 0xFF};
        file[place] = static_cast<std::byte>(random.chance(1, 2)
                                                 ? k_extremes[random.below(5U)]
                                                 : static_cast<std::uint8_t>(random.below(256U)));
    }
    test::reseal_all(file);
    return file;
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// To the end over its keyframes, and back.
void seek_about(const replay::Replay& replay) {
    auto player = replay::Player::create(replay, sim::erase<test::Relay>());
    if (!player) {
        return;
    }
    const std::uint64_t middle = replay.first_tick() + replay.ticks() / 2;
    for (const std::uint64_t target : {replay.end_tick(), middle, replay.first_tick()}) {
        require(!player->seek(target) || player->ticks_done() == target);
    }
}

// `way` draws how deep the file is opened, and which of the two it is in a comparison.
void use(sim::Bytes bytes, std::uint64_t way) {
    const std::size_t size = bytes.size();
    // What does not decode is found when it is read, or when all of it is when the file is opened.
    const bool is_decoded = way % 3 != 0;
    const auto depth = is_decoded     ? replay::OpenDepth::records
                       : way % 5 == 0 ? replay::OpenDepth::index
                                      : replay::OpenDepth::blocks;
    auto opened = replay::Replay::parse(std::move(bytes), {.depth = depth});
    if (!opened) {
        require(!opened.error().message.empty());
        return;
    }
    const replay::Replay replay = std::move(opened).value();
    require(replay.sound_bytes() <= size);
    replay::Cursor cursor(replay);
    for (std::uint64_t tick = replay.first_tick(); tick < replay.end_tick(); ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        require(!record || !record->empty());
    }
    for (const replay::StoredState& state : replay.states()) {
        static_cast<void>(replay.load_state(state, 1 << 20));
    }
    if (depth != replay::OpenDepth::index) {
        const auto verified = replay::verify(replay, sim::erase<test::Relay>());
        require(!verified || verified->ticks_checked <= replay.ticks());
    }
    static const replay::Replay k_sound = replay::Replay::parse(sound_files().front()).value();
    const auto factory = [] { return sim::erase<test::Relay>(); };
    const auto difference = way % 2 == 0 ? replay::diff(k_sound, replay, factory)
                                         : replay::diff(replay, k_sound, factory);
    require(difference.has_value() || !is_decoded);
    seek_about(replay);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    // A forged keyframe may hold a state with which the game's own arithmetic overflows.
    const sim::FaultsExpected expected;
    use(sim::Bytes(bytes, bytes + size), size);
    if (size >= 4) {
        use(edited(data, size), size);
        Random random(sim::hash_bytes({bytes, size}));
        const std::uint64_t way = random.below(30U);
        use(scrambled(random), way);
    }
    return 0;
}
