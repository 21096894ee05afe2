// SPDX-License-Identifier: MIT
// Files that are missing, foreign or broken: one sentence, the right exit code, and what is sound
// of them is still used.
#include <algorithm>

#include <tandem/replay/recording/replay_file.hpp>
#include <tests/replay/recording.hpp>
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class BadFile : public EndToEnd {
protected:
    // Every verb that reads a recording refuses this one alike.
    void expect_refused(int exit_code, const std::string& file, std::string_view message) const {
        const std::vector<Arguments> readers{{"verify", file},
                                             {"play", file, "--view", "none"},
                                             {"info", file},
                                             {"diff", file, file}};
        for (const Arguments& reader : readers) {
            const Outcome outcome = expect(exit_code, reader);
            expect_one_sentence(outcome);
            EXPECT_TRUE(contains(outcome.err, file)) << outcome;
            EXPECT_TRUE(contains(outcome.err, message)) << outcome;
            EXPECT_EQ(outcome.out, "");
        }
    }

    // The file is used up to `ticks`, and every verb says what is wrong with the rest.
    void expect_used_up_to(std::uint64_t ticks, const std::string& file,
                           const std::string& completeness, std::string_view message) const {
        const Json verified = report(3, {"verify", file});
        EXPECT_EQ(verified["verdict"], "same");
        EXPECT_EQ(verified["ticks_checked"], ticks);
        EXPECT_EQ(verified["ticks_recorded"], ticks);
        EXPECT_EQ(verified["completeness"], completeness);
        const Json played = report(3, {"play", file, "--view", "none"});
        EXPECT_EQ(played["ticks"], ticks);
        EXPECT_EQ(played["chain"], verified["chain"]);
        const Json info = report(3, {"info", file});
        EXPECT_EQ(info["ticks"], ticks);
        EXPECT_EQ(info["completeness"], completeness);
        for (const Json& each : {verified, played, info}) {
            EXPECT_EQ(each["code"], "bad_data");
            EXPECT_TRUE(contains(each.value("error", ""), file)) << each;
            EXPECT_TRUE(contains(each.value("error", ""), message)) << each;
        }
        expect_one_sentence(expect(3, {"verify", file}));
    }

    static std::vector<test::BlockPlace> blocks_of(const std::string& file) {
        return test::list_blocks(bytes_of(file));
    }
    static test::BlockPlace first_block(const std::string& file, replay::BlockType type) {
        const auto blocks = blocks_of(file);
        const auto found =
            std::find_if(blocks.begin(), blocks.end(),
                         [type](const test::BlockPlace& block) { return block.type == type; });
        return found == blocks.end() ? test::BlockPlace{} : *found;
    }
    static sim::Bytes bytes_of(const std::string& file) {
        const std::string content = read_file(file);
        const auto* first = reinterpret_cast<const std::byte*>(content.data());
        return {first, first + content.size()};
    }
};

TEST_F(BadFile, MissingIsRefused) {
    expect_refused(5, path("missing.tandem"), "there is no such file");
}

TEST_F(BadFile, FolderIsRefusedWhereAFileIsMeant) {
    expect_one_sentence(expect(5, {"info", path("")}));
    // verify takes folders, but not for a success of nothing.
    const Outcome verified = expect(3, {"verify", path("")});
    expect_one_sentence(verified);
    EXPECT_TRUE(contains(verified.err, "there is nothing to do")) << verified;
}

TEST_F(BadFile, EmptyIsRefused) {
    const std::string file = path("empty.tandem");
    write_file(file, "");
    expect_refused(3, file, "byte 0: the file is empty");
}

TEST_F(BadFile, ForeignIsRefused) {
    const std::string file = path("foreign.tandem");
    write_file(file, std::string(5000, 'x'));
    expect_refused(3, file, "byte 0: this is not a Tandem replay file");
}

TEST_F(BadFile, NewerFormatVersionIsRefusedInWordsThatNameBoth) {
    const std::string file = record_bots("newer.tandem", 50);
    sim::Bytes bytes = bytes_of(file);
    // The format version is the first number of the header's content.
    constexpr std::byte k_newer{77};
    bytes[replay::k_block_header_bytes] = k_newer;
    test::reseal(bytes, 0);
    write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    expect_refused(3, file, "format version 77, this Tandem reads up to version 2");
}

TEST_F(BadFile, CutIsPlayedAndVerifiedUpToItsLastWholeBlock) {
    const std::string whole = record_bots("whole.tandem", 1000);
    const auto blocks = blocks_of(whole);
    const std::string content = read_file(whole);
    const std::string file = path("cut.tandem");
    std::uint64_t cuts = 0;
    std::uint64_t end_tick = 0;
    for (const test::BlockPlace& block : blocks) {
        if (block.type == replay::BlockType::inputs && end_tick > 0 && ++cuts % 8 == 0) {
            const std::size_t size = block.offset + block.bytes / 2;
            write_file(file, content.substr(0, size));
            expect_used_up_to(end_tick, file, "cut", "byte " + std::to_string(size));
        }
        end_tick = block.type == replay::BlockType::inputs ? block.end_tick : end_tick;
    }
    EXPECT_GT(cuts, 16U);
    // Between two blocks nothing is half there, and still the end is missing.
    write_file(file, content.substr(0, blocks.back().offset));
    expect_used_up_to(1000, file, "cut", "byte " + std::to_string(blocks.back().offset));
}

TEST_F(BadFile, CutBeforeItsFirstTickIsNoSuccess) {
    const std::string file = record_bots("cut.tandem", 100);
    std::filesystem::resize_file(file, first_block(file, replay::BlockType::inputs).offset);
    const Json verified = report(3, {"verify", file});
    EXPECT_EQ(verified["ticks_checked"], 0U);
    EXPECT_NE(verified["verdict"], "same");
}

TEST_F(BadFile, FlippedBitIsFoundAndItsBlockNamedByByte) {
    const std::string whole = record_bots("whole.tandem", 400);
    const sim::Bytes sound = bytes_of(whole);
    const std::string file = path("flipped.tandem");
    std::uint64_t ticks = 0;
    for (const test::BlockPlace& block : blocks_of(whole)) {
        const sim::Bytes bytes =
            test::flip_bit(sound, block.offset + block.bytes / 2, block.offset % 8);
        write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        const Outcome outcome = expect(3, {"verify", file});
        expect_one_sentence(outcome);
        const std::string byte = "byte " + std::to_string(block.offset) + ":";
        EXPECT_TRUE(contains(outcome.err, byte)) << outcome;
        if (ticks > 0 && block.type == replay::BlockType::inputs) {
            expect_used_up_to(ticks, file, "damaged", byte);
        }
        ticks = block.type == replay::BlockType::inputs ? block.end_tick : ticks;
    }
    EXPECT_EQ(ticks, 400U);
}

TEST_F(BadFile, OfAnotherVersionOfTheGameIsRefusedInWordsThatNameBoth) {
    const std::string file = path("versioned.tandem");
    ASSERT_EQ(run_command(strange_a({"--game", "versioned", "record", "--ticks", "9", "-o", file}))
                  .exit_code,
              0);
    const Outcome outcome = run_command(strange_b({"verify", file}));
    EXPECT_EQ(outcome.exit_code, 6) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "versioned version 1")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "versioned version 2")) << outcome;
}

TEST_F(BadFile, OfTheSameVersionWithOtherFieldsIsRefusedAndTheFieldNamed) {
    const std::string file = path("reshaped.tandem");
    ASSERT_EQ(run_command(strange_a({"--game", "reshaped", "record", "--ticks", "9", "-o", file}))
                  .exit_code,
              0);
    const Outcome outcome = run_command(strange_b({"verify", file}));
    EXPECT_EQ(outcome.exit_code, 6) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "more: absent | u16")) << outcome;
}

// Its checksums fit, as after a fault of memory while it was written.
TEST_F(BadFile, WithAKeyframeThatCannotBeLoadedIsVerifiedToItsEndAndCalledBad) {
    const std::string file = record_bots("keyframe.tandem", 300);
    sim::Bytes bytes = bytes_of(file);
    const test::BlockPlace keyframe = first_block(file, replay::BlockType::keyframe);
    // The frame of zstd that it is stored in keeps its head, which states the size.
    constexpr std::size_t k_frame_head_bytes = 16;
    std::fill(
        bytes.begin() + static_cast<std::ptrdiff_t>(keyframe.offset + replay::k_block_header_bytes +
                                                    k_frame_head_bytes),
        bytes.begin() + static_cast<std::ptrdiff_t>(keyframe.offset + keyframe.bytes),
        std::byte{0xFF});
    test::reseal(bytes, keyframe.offset);
    write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const Json verified = report(3, {"verify", file});
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_EQ(verified["ticks_checked"], 300U);
    EXPECT_EQ(verified["code"], "bad_data");
    const std::string place = file + ", byte " + std::to_string(keyframe.offset);
    EXPECT_TRUE(contains(verified.value("error", ""), place + ": the keyframe after 0 ticks"))
        << verified;
    EXPECT_EQ(report(0, {"play", file, "--view", "none"})["ticks"], 300U);
}

TEST_F(BadFile, OneOfSeveralDoesNotKeepTheOthersFromBeingVerified) {
    record_bots("a.tandem", 60);
    const std::string cut = record_bots("b.tandem", 60);
    record_bots("c.tandem", 60);
    std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - 20);
    write_file(path("d.tandem"), "no recording");
    const Outcome outcome = expect(3, {"--json", "verify", path(""), "--jobs", "2"});
    const auto lines = json_lines(outcome.out, "verify");
    ASSERT_EQ(lines.size(), 4U) << outcome;
    EXPECT_EQ(lines[0]["ticks_checked"], 60U);
    EXPECT_FALSE(lines[0].contains("error"));
    EXPECT_EQ(lines[1]["ticks_checked"], 60U);
    EXPECT_TRUE(lines[1].contains("error"));
    EXPECT_FALSE(lines[2].contains("error"));
    EXPECT_TRUE(lines[3].contains("error"));
}

}  // namespace
}  // namespace tandem::end_to_end
