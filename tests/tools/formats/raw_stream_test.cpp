// SPDX-License-Identifier: MIT
// Streams become recordings whose inputs are the stream and whose chain follows from it.
#include <tandem/tools/formats/raw_stream.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

sim::Bytes random_stream(std::size_t bytes) {
    Random random{7};
    sim::Bytes stream(bytes);
    for (std::byte& byte : stream) {
        byte = static_cast<std::byte>(random.next64());
    }
    return stream;
}

TEST(RawStream, IsARecordingOfTheGameRaw) {
    constexpr std::uint64_t k_ticks = 1500;
    const sim::Bytes stream = random_stream(k_ticks * 3 * 5);
    replay::BufferOutput output;
    const RawStream raw{3, TickRate{60}, raw_input(5)};
    const auto report = import_raw(stream, raw, k_ticks, true, "a build", output);
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->bytes, output.bytes().size());
    const auto file = replay::Replay::parse(output.bytes());
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->header().game, "raw");
    EXPECT_EQ(file->header().build, "a build");
    EXPECT_EQ(file->ticks(), k_ticks);
    EXPECT_EQ(file->end_reason(), sim::EndReason::source_ended);
    replay::Cursor cursor(*file);
    sim::Bytes back;
    const sim::StateHash empty{sim::hash_bytes({})};
    sim::RunningHashes hashes = sim::running_start(replay::start_of(file->header()), empty);
    for (std::uint64_t tick = 0; tick < k_ticks; ++tick) {
        const auto record = cursor.record(sim::Tick{tick});
        ASSERT_TRUE(record);
        EXPECT_EQ((*record)[0], std::byte{0b111});
        sim::append(back, record->subspan(1));
        hashes = sim::running_next(hashes, sim::hash_bytes(*record), empty);
    }
    EXPECT_EQ(back, stream);
    EXPECT_EQ(report->chain, hashes.chain);
    EXPECT_EQ(cursor.chain(k_ticks)->whole, hashes.chain);
}

TEST(RawStream, CanBeTrimmedAtItsKeyframes) {
    const sim::Bytes stream = random_stream(4000);
    replay::BufferOutput output;
    ASSERT_TRUE(import_raw(stream, {1, TickRate{60}, raw_input(1)}, 4000, true, "", output));
    const auto file = replay::Replay::parse(output.bytes());
    ASSERT_TRUE(file);
    replay::BufferOutput part;
    const auto report = replay::trim(*file, {1920, 4000}, nullptr, part);
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->hashes.chain, replay::Cursor(*file).chain(4000)->whole);
}

TEST(RawStream, StopsWhenItIsTold) {
    replay::BufferOutput output;
    const auto report = import_raw(random_stream(100), {1, TickRate{60}, raw_input(1)}, 100, true,
                                   "", output, [](std::uint64_t ticks) { return ticks < 7; });
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->is_interrupted);
    EXPECT_EQ(report->ticks, 7U);
}

TEST(RawStream, HasFieldsAsTheyAreNamed) {
    const auto input = raw_input_of_fields("x:i8,y:i8,buttons:u16,clock:u64");
    ASSERT_TRUE(input) << input.error().text();
    EXPECT_EQ(sim::size_range(*input).bytes_min, 12U);
    EXPECT_EQ(input->children[2].name, "buttons");
    EXPECT_EQ(input->children[0].kind, sim::FieldKind::signed_integer);
}

TEST(RawStream, RefusesFieldsThatAreNone) {
    std::string many;
    for (int i = 0; i < 129; ++i) {
        many += (i == 0 ? "f" : ",f") + std::to_string(i) + ":u64";
    }
    for (const std::string& text : {std::string(), std::string("x"), std::string("x:u9"),
                                    std::string(":u8"), std::string("x:u8,"), std::string("a.b:u8"),
                                    std::string("x:u8,x:u8"), std::string("x:u8:u8"), many}) {
        const auto input = raw_input_of_fields(text);
        ASSERT_FALSE(input) << text;
        EXPECT_TRUE(test::says(input.error().text(), "--fields"));
    }
}

}  // namespace
}  // namespace tandem::tools
