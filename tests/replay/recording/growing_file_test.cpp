// SPDX-License-Identifier: MIT
// A file that is read again and again is read like a whole one, and no whole block of it twice.
#include <tandem/replay/recording/growing_file.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/files/system_file.hpp>
#include <tests/replay/counted_source.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/file_fixture.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::GrowingFile;

constexpr std::uint64_t k_minute_of_ticks = 60 * 60;

// Reads these bytes next. Returns how many of them were read.
std::uint64_t read_next(GrowingFile& file, const sim::Bytes& bytes, std::uint64_t end_tick) {
    const auto source = std::make_shared<CountedSource>(bytes);
    const auto replay = file.read(source, true);
    EXPECT_TRUE(replay) << (replay ? "" : replay.error().text());
    EXPECT_EQ(replay ? replay->end_tick() : 0, end_tick);
    return source->bytes_read();
}

// All facts that a reading has of its file.
std::string facts_of(const sim::Result<replay::Replay>& replay) {
    if (!replay) {
        return replay.error().text();
    }
    std::string text = replay::completeness_text(replay->completeness());
    const auto add = [&](const auto&... numbers) {
        ((text += " " + std::to_string(numbers)), ...);
        text += "\n";
    };
    add(replay->first_tick(), replay->end_tick(), replay->bytes(), replay->sound_bytes(),
        replay->session_end_tick().value_or(0),
        static_cast<int>(replay->end_reason().value_or(sim::EndReason{})),
        replay->chain().value_or(sim::ChainHash()).value, replay->start_hashes().chain.value,
        replay->header().setup.seed, replay->header().setup.assets.size(),
        replay->header().state_schema.hash().value, replay->missing_assets().size());
    for (const sim::Mark& mark : replay->marks()) {
        add(mark.tick.number, mark.slot, mark.value);
        text += mark.text;
    }
    for (const replay::Epoch& epoch : replay->epochs()) {
        add(epoch.first_tick, epoch.end_tick, epoch.offset);
    }
    for (const replay::Anchor& anchor : replay->anchors()) {
        add(anchor.ticks_done, anchor.chain.value_or(sim::ChainHash()).value,
            anchor.records.value_or(sim::RecordsHash()).value);
    }
    for (const replay::StoredState& state : replay->states()) {
        add(state.ticks_done, state.offset, static_cast<int>(state.purpose));
    }
    for (const replay::BlockCount& count : replay->block_counts()) {
        add(static_cast<int>(count.type), count.blocks, count.bytes);
    }
    const replay::ByteShares& shares = replay->byte_shares();
    add(shares.inputs, shares.track, shares.heads, shares.keyframes, shares.rest);
    for (const replay::Stretch& stretch : replay->stretches()) {
        add(stretch.first_tick, stretch.end_tick);
    }
    for (const sim::Error& flaw : replay->flaws()) {
        text += flaw.text() + "\n";
    }
    return text;
}

std::string facts_of_whole(const sim::Bytes& bytes, bool is_live) {
    return facts_of(replay::Replay::parse(bytes, {.is_live = is_live}));
}

std::string facts_of_next(GrowingFile& file, const sim::Bytes& bytes, bool is_live) {
    return facts_of(file.read(std::make_shared<replay::MemorySource>(bytes), is_live));
}

Recorded short_session(std::uint64_t seed = 1) {
    return record<Counter>(
        {.seed = seed, .options = {.block_ticks = 10, .epoch_ticks = 30, .keyframe_ticks = 20}});
}

TEST(FileThatGrows, ReadsOfEachLookOnlyWhatIsNew) {
    const Recorded minute = record<Counter>({.ticks = k_minute_of_ticks});
    GrowingFile file("");
    std::uint64_t looks = 0;
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_there = 0;
    for (const BlockPlace& block : list_blocks(minute.file)) {
        if (block.type == replay::BlockType::inputs) {
            const sim::Bytes bytes = cut_at(minute.file, block.offset + block.bytes);
            bytes_read += read_next(file, bytes, block.end_tick);
            bytes_there += bytes.size();
            ++looks;
        }
    }
    ASSERT_GE(looks, 50U);
    // Both ends of what is known are looked at behind a look and before the next one.
    // Whenever it has doubled, all of it is read.
    EXPECT_LE(bytes_read, 3 * minute.file.size() + looks * 4 * replay::k_block_header_bytes);
    EXPECT_LT(bytes_read, bytes_there / 4);
}

TEST(FileThatGrows, IsReadLikeAWholeOneWhereverItIsTorn) {
    const Recorded recorded = short_session();
    // The first look is after the schema, so that the copy of the header is still to come.
    const std::size_t readable = list_blocks(recorded.file).at(2).offset;
    for (const std::size_t step : {std::size_t{1}, std::size_t{29}, std::size_t{400}}) {
        GrowingFile file("");
        for (std::size_t size = readable; size < recorded.file.size(); size += step) {
            const sim::Bytes bytes = cut_at(recorded.file, size);
            ASSERT_EQ(facts_of_next(file, bytes, true), facts_of_whole(bytes, true)) << size;
        }
        EXPECT_EQ(facts_of_next(file, recorded.file, false), facts_of_whole(recorded.file, false));
    }
}

TEST(FileThatGrows, IsCutWhenItsWriterIsGone) {
    const Recorded recorded = short_session();
    for (std::size_t size = recorded.file.size() - 300; size < recorded.file.size(); size += 13) {
        GrowingFile file("");
        static_cast<void>(facts_of_next(file, cut_at(recorded.file, size - 100), true));
        const sim::Bytes bytes = cut_at(recorded.file, size);
        ASSERT_EQ(facts_of_next(file, bytes, false), facts_of_whole(bytes, false)) << size;
    }
}

TEST(FileThatGrows, TellsOfDamageInWhatIsNew) {
    const Recorded recorded = short_session();
    const std::size_t known = recorded.file.size() / 2;
    for (std::size_t hit = known; hit < recorded.file.size(); hit += 7) {
        GrowingFile file("");
        static_cast<void>(facts_of_next(file, cut_at(recorded.file, known), true));
        const sim::Bytes bytes = flip_bit(recorded.file, hit, 3);
        for (int again = 0; again < 2; ++again) {
            ASSERT_EQ(facts_of_next(file, bytes, true), facts_of_whole(bytes, true)) << hit;
        }
    }
}

TEST(FileThatGrows, ShowsDamageInWhatWasKnownOnceItHasDoubled) {
    const Recorded recorded = short_session();
    const std::size_t known = recorded.file.size() * 2 / 5;
    const sim::Bytes damaged = flip_bit(recorded.file, known / 2, 3);
    GrowingFile file("");
    static_cast<void>(facts_of_next(file, cut_at(recorded.file, known), true));
    const sim::Bytes bytes = cut_at(damaged, 2 * known);
    EXPECT_EQ(facts_of_next(file, bytes, true), facts_of_whole(bytes, true));
}

TEST(FileThatGrows, IsReadFromItsStartOnceItHasEnded) {
    const Recorded recorded = short_session();
    const std::size_t known = recorded.file.size() / 2;
    GrowingFile file("");
    static_cast<void>(facts_of_next(file, cut_at(recorded.file, known), true));
    const sim::Bytes damaged = flip_bit(recorded.file, known / 2, 3);
    EXPECT_EQ(facts_of_next(file, damaged, false), facts_of_whole(damaged, false));
    EXPECT_NE(facts_of_whole(damaged, false), facts_of_whole(recorded.file, false));
}

TEST(FileThatGrows, AnotherFileInItsPlaceIsReadFromItsStart) {
    const Recorded recorded = short_session();
    const Recorded other = short_session(2);
    GrowingFile file("");
    for (const sim::Bytes& bytes :
         {cut_at(recorded.file, recorded.file.size() / 2), cut_at(other.file, 900),
          cut_at(other.file, other.file.size() - 1), cut_at(recorded.file, 900)}) {
        EXPECT_EQ(facts_of_next(file, bytes, true), facts_of_whole(bytes, true));
    }
}

// Both sessions have one setup and so one head, and each file ends with a keyframe, which has no
// chain at its end.
TEST(FileThatGrows, AnotherSessionOfTheSameSetupIsReadFromItsStart) {
    const Recorded longer = short_session();
    const Recorded other =
        record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 30, .keyframe_ticks = 20},
                         .source = with_amount(3, 0, 77)});
    const auto up_to_keyframe = [](const Recorded& recorded) {
        const auto blocks = list_blocks(recorded.file);
        const auto last = std::find_if(blocks.rbegin(), blocks.rend(), [](const BlockPlace& block) {
            return block.type == replay::BlockType::keyframe;
        });
        return cut_at(recorded.file, last->offset + last->bytes);
    };
    GrowingFile file("");
    for (const sim::Bytes& bytes : {up_to_keyframe(longer), up_to_keyframe(other)}) {
        EXPECT_EQ(facts_of_next(file, bytes, true), facts_of_whole(bytes, true));
    }
}

using NameOfAFile = FileTest;

// The new file has the heads of the old one. Its name and its identity are all that differs.
TEST_F(NameOfAFile, OfAnotherOneNowIsReadFromItsStart) {
    const Recorded recorded = short_session();
    const sim::Bytes known = cut_at(recorded.file, recorded.file.size() - 1);
    const auto write = [&](const sim::Bytes& bytes) {
        std::filesystem::remove(path_);
        const replay::OpenFile file = replay::create_locked(path_);
        EXPECT_EQ(replay::write_all(file.get(), bytes), 0);
        return replay::copy_of(file.get());  // a session still has it open
    };
    GrowingFile file(path_);
    const replay::OpenFile first = write(known);
    ASSERT_EQ(facts_of(file.read()), facts_of(replay::Replay::open(path_)));
    const std::size_t middle =
        list_blocks(recorded.file).at(6).offset + replay::k_block_header_bytes + 1;
    const replay::OpenFile second = write(flip_bit(known, middle, 3));
    const auto damaged = file.read();
    ASSERT_TRUE(damaged);
    EXPECT_EQ(damaged->completeness(), replay::Completeness::damaged);
}

}  // namespace
}  // namespace tandem::test
