// SPDX-License-Identifier: MIT
// Recovering writes every tick that can be played, says what is lost, and touches nothing else.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <tandem/replay/recording/replay_file.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

constexpr std::uint32_t k_block_ticks = 10;

class Recover : public InFolder {
protected:
    // Three epochs of 100 ticks, with keyframes in the middle of each.
    Recover()
        : recorded_(record<Counter>(
              {.ticks = 300,
               .options = {
                   .block_ticks = k_block_ticks, .epoch_ticks = 100, .keyframe_ticks = 50}})) {}

    void write(const sim::Bytes& bytes) const {
        std::ofstream file(path("a.tandem"), std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    static sim::Bytes read(const std::string& name) {
        std::ifstream file(name, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        const sim::ByteView bytes = sim::as_bytes(text);
        return {bytes.begin(), bytes.end()};
    }
    void remove_pieces(int count) const {
        std::filesystem::remove(path("b.tandem"));
        for (int number = 2; number <= count; ++number) {
            EXPECT_TRUE(std::filesystem::remove(path("b." + std::to_string(number) + ".tandem")));
        }
    }
    BlockPlace inputs_up_to(std::uint64_t end_tick) const {
        for (const BlockPlace& block : list_blocks(recorded_.file)) {
            if (block.type == replay::BlockType::inputs && block.end_tick == end_tick) {
                return block;
            }
        }
        ADD_FAILURE() << "no block ends there";
        return {};
    }
    // With a flipped bit in the block of inputs that ends after so many ticks.
    sim::Bytes damaged_at(std::uint64_t end_tick) const {
        const BlockPlace block = inputs_up_to(end_tick);
        return flip_bit(recorded_.file, block.offset + block.head_bytes, 0);
    }
    template <class Game>
    Said recover() const {
        return program<Game>({"--json", "recover", path("a.tandem"), "-o", path("b.tandem")});
    }
    void expect_piece(const std::string& name, std::uint64_t first, std::uint64_t end) const {
        const auto piece = replay::Replay::open(path(name));
        ASSERT_TRUE(piece) << piece.error().text();
        EXPECT_EQ(piece->first_tick(), first);
        EXPECT_EQ(piece->end_tick(), end);
        for (std::uint64_t tick = first; tick < end; ++tick) {
            ASSERT_EQ(record_of(*piece, tick), recorded_.records[tick]) << tick;
            ASSERT_TRUE(chain_of(*piece, tick + 1).agrees(recorded_.hashes[tick + 1].chain));
        }
        EXPECT_EQ(program<Counter>({"verify", path(name)}).code,
                  piece->completeness() == replay::Completeness::complete ? 0 : 3);
    }

    // Of the file that was written: with and without the game it gives the ticks up to `first_end`,
    // then these, then those from 200 on.
    void expect_parts_around_undecodable(const std::string& ticks_lost, std::uint64_t first_end,
                                         const replay::Stretch& middle) const {
        for (const bool knows_game : {true, false}) {
            const Said said = knows_game ? recover<Counter>() : recover<Leaky>();
            EXPECT_EQ(said.code, 3) << said.err;
            EXPECT_TRUE(says(said.err, "do not decode"));
            EXPECT_TRUE(says(said.out, "\"ticks_lost\":" + ticks_lost));
            expect_piece("b.tandem", 0, first_end);
            expect_piece("b.2.tandem", middle.first_tick, middle.end_tick);
            expect_piece("b.3.tandem", 200, 300);
            remove_pieces(3);
        }
    }

    Recorded recorded_;
};

TEST_F(Recover, OfAWholeFileWritesItAndIsContent) {
    write(recorded_.file);
    const Said said = recover<Counter>();
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks_lost\":0"));
    expect<Counter>(0, {"diff", path("a.tandem"), path("b.tandem")});
}

TEST_F(Recover, WritesThePiecesAroundDamageWithTheGameAndWithout) {
    write(damaged_at(130));
    for (const bool knows_game : {true, false}) {
        const Said said = knows_game ? recover<Counter>() : recover<Leaky>();
        EXPECT_EQ(said.code, 3) << said.err;
        EXPECT_TRUE(says(said.out, "\"ticks_lost\":80"));  // from 120 to the keyframe after 200
        expect_piece("b.tandem", 0, 120);
        expect_piece("b.2.tandem", 200, 300);
        EXPECT_FALSE(std::filesystem::exists(path("b.3.tandem")));
        std::filesystem::remove(path("b.tandem"));
        std::filesystem::remove(path("b.2.tandem"));
    }
}

TEST_F(Recover, GoesOnBehindTicksThatDoNotDecode) {
    // The first flip lies in a stretch of its own that is listed first; the second ends it.
    sim::Bytes file = undecodable_at(recorded_.file, 50);
    const BlockPlace hit = inputs_up_to(130);
    write(flip_bit(std::move(file), hit.offset + hit.head_bytes, 0));
    expect_parts_around_undecodable("140", 40, {100, 120});  // lost: 40 to 99, 120 to 199
}

TEST_F(Recover, GoesOnBehindAStretchThatDoesNotDecode) {
    const BlockPlace hit = inputs_up_to(30);
    write(flip_bit(undecodable_at(recorded_.file, 160), hit.offset + hit.head_bytes, 0));
    expect_parts_around_undecodable("130", 20, {100, 150});  // lost: 20 to 99, 150 to 199
}

TEST_F(Recover, CountsTheTicksThatAreLostBeforeTheEnd) {
    write(damaged_at(230));
    const Said said = recover<Counter>();
    EXPECT_EQ(said.code, 3) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks_lost\":80"));
    EXPECT_TRUE(says(said.out, "\"ticks_lost_at_end\":80"));
    EXPECT_FALSE(says(said.out, "\"end\":\"tick_limit\"")) << "it did not end there";
    expect_piece("b.tandem", 0, 220);
    const Said plain = program<Counter>({"recover", path("a.tandem"), "-o", path("c.tandem")});
    EXPECT_TRUE(says(plain.out, "80 ticks behind these are lost"));
    EXPECT_FALSE(says(plain.out, "between these"));
}

TEST_F(Recover, SaysThatNobodyKnowsWhatACutFileLost) {
    write(cut_at(damaged_at(130), list_blocks(recorded_.file).back().offset));
    const Said said = recover<Counter>();
    EXPECT_TRUE(says(said.out, "\"ticks_lost\":80"));
    EXPECT_TRUE(says(said.out, "\"ticks_lost_at_end\":null"));
}

TEST_F(Recover, OfACutFileEndsIt) {
    const auto blocks = list_blocks(recorded_.file);
    write(cut_at(recorded_.file, blocks[20].offset + 3));
    const Said said = recover<Counter>();
    EXPECT_EQ(said.code, 3) << said.err;
    EXPECT_TRUE(says(said.out, "\"end\":\"recording_failed\""));
    const auto cut = replay::Replay::open(path("a.tandem"));
    ASSERT_TRUE(cut);
    expect_piece("b.tandem", 0, cut->end_tick());
}

TEST_F(Recover, NeverWritesOverWhatIsThere) {
    write(recorded_.file);
    std::ofstream(path("b.tandem")) << "mine";
    EXPECT_EQ(recover<Counter>().code, 5);
    std::ifstream kept(path("b.tandem"));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "mine");
    expect<Counter>(2, {"recover", path("a.tandem"), "-o", path("a.tandem")});
}

// Its session goes on: nothing has failed, and nothing is lost.
TEST_F(Recover, OfALiveFileTakesWhatItHasSoFar) {
    auto output = replay::FileOutput::create(path("a.tandem"));
    ASSERT_TRUE(output);
    const auto blocks = list_blocks(recorded_.file);
    ASSERT_TRUE((*output)->append(sim::ByteView(recorded_.file).first(blocks[20].offset)));
    ASSERT_TRUE((*output)->flush());
    const Said said = recover<Counter>();
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.err, "a session is still writing"));
    EXPECT_TRUE(says(said.out, "\"end\":\"tick_limit\""));
}

TEST_F(Recover, WritesNoPieceOverItsOwnInput) {
    const sim::Bytes damaged = damaged_at(130);
    write(damaged);
    const auto name_it = [&](const std::string& how) {
        if (how == "itself") {
            std::filesystem::rename(path("a.tandem"), path("b.2.tandem"));
        } else if (how == "hard link") {
            std::filesystem::create_hard_link(path("a.tandem"), path("b.2.tandem"));
        } else {
            std::filesystem::create_symlink("a.tandem", path("b.2.tandem"));
        }
        return how == "itself" ? path("b.2.tandem") : path("a.tandem");
    };
    for (const char* how : {"symbolic link", "hard link", "itself"}) {
        SCOPED_TRACE(how);
        std::filesystem::remove(path("b.2.tandem"));
        const std::string input = name_it(how);
        const Said said = expect<Counter>(2, {"recover", input, "-o", path("b.tandem"), "--force"});
        EXPECT_TRUE(says(said.err, "b.2.tandem"));
        EXPECT_EQ(read(input), damaged);
        EXPECT_FALSE(std::filesystem::exists(path("b.tandem"))) << "it is checked before";
    }
}

TEST_F(Recover, WritesNothingWhereALaterPieceExists) {
    write(damaged_at(130));
    std::ofstream(path("b.2.tandem")) << "mine";
    EXPECT_EQ(recover<Counter>().code, 5);
    EXPECT_FALSE(std::filesystem::exists(path("b.tandem")));
    EXPECT_EQ(read(path("b.2.tandem")).size(), 4U);
    expect<Counter>(3, {"recover", path("a.tandem"), "-o", path("b.tandem"), "--force"});
    expect_piece("b.2.tandem", 200, 300);
}

}  // namespace
}  // namespace tandem::test
