// SPDX-License-Identifier: MIT
// What is written is what viewers read, at every moment of the writing.
#include <tandem/tools/netview/trace_writer.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>
#include <tests/tools/netview/a_match.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::tools::netview {
namespace {

using test::problems_of;
using test::read_trace;

constexpr TraceLane k_ticks{1, 11};
constexpr TraceLane k_packets{1, 12};
constexpr TraceLane k_events{1, 13};

std::string written(const std::function<void(TraceWriter&)>& write) {
    std::string text;
    TraceWriter writer([&](std::string_view piece) { text += piece; });
    writer.name_process(1, "host \"\x01\xff");
    writer.name_lane(k_ticks, "ticks");
    writer.name_lane(k_packets, "packets");
    writer.name_lane(k_events, "events");
    write(writer);
    writer.finish(at_ms(100));
    return text;
}

TEST(TraceWriter, WritesEachKindOfEvent) {
    const auto trace = read_trace(written([](TraceWriter& writer) {
        writer.slice(k_ticks, at_ms(10), net::Time::max(), "tick 1", {{"tick", 1}});
        writer.slice(k_ticks, at_ms(30), net::Time::max(), "tick 2", {});
        writer.slice(k_packets, at_ms(12), at_ms(1), "packet", {}, {ArrowEnd::Kind::begins, 7});
        writer.slice(k_packets, at_ms(20), at_ms(1), "packet", {}, {ArrowEnd::Kind::ends, 7});
        writer.counter(1, at_ms(25), "delay", 3);
        writer.instant(k_events, at_ms(40), "desync", {}, true);
    }));
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
    const auto ticks = test::events_named(trace, "tick 1");
    ASSERT_EQ(ticks.size(), 1U);
    EXPECT_EQ(ticks[0]["ts"], 0.0);
    EXPECT_EQ(ticks[0]["dur"], 19'999.999);
    EXPECT_EQ(ticks[0]["args"]["tick"], 1);
    EXPECT_EQ(test::events_named(trace, "tick 2")[0]["dur"], 69'999.999);
    EXPECT_EQ(test::events_named(trace, "desync")[0]["s"], "g");
    EXPECT_EQ(test::count_events(trace, [](const auto& event) { return event["ph"] == "s"; }), 1U);
    EXPECT_EQ(test::count_events(trace, [](const auto& event) { return event["ph"] == "f"; }), 1U);
}

TEST(TraceWriter, SlicesOfOneLaneNeverOverlapAndTimesNeverGoBack) {
    const auto trace = read_trace(written([](TraceWriter& writer) {
        for (const std::int64_t ms : {10, 12, 12, 12, 11, 13, 40}) {
            writer.slice(k_packets, at_ms(ms), at_ms(5), "packet", {});
        }
        writer.instant(k_events, at_ms(50), "event", {});
        writer.instant(k_events, at_ms(3), "late", {});
    }));
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
}

TEST(TraceWriter, SlicesThatFollowEachOtherDoNotOverlapWhereTimesAreCutOffEither) {
    const auto trace = read_trace(written([](TraceWriter& writer) {
        net::Time at{0};
        for (std::int64_t i = 0; i < 20'000; ++i) {
            writer.slice(k_ticks, at, net::Time::max(), "tick", {});
            at += net::Time(16'666'667 + i % 997);
        }
    }));
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
}

TEST(TraceWriter, WhatBeginsEndsByItselfIfNobodyEndsIt) {
    const auto trace = read_trace(written([](TraceWriter& writer) {
        writer.end(k_ticks, at_ms(1));
        writer.begin(k_ticks, at_ms(2), "first", {});
        writer.begin(k_ticks, at_ms(3), "second", {});
    }));
    EXPECT_EQ(problems_of(trace), std::vector<std::string>{});
    EXPECT_EQ(test::count_events(trace, [](const auto& event) { return event["ph"] == "E"; }), 2U);
}

TEST(TraceWriter, APieceMissingAtTheEndLeavesAnArrayThatOnlyLacksItsEnd) {
    std::vector<std::string> pieces;
    TraceWriter writer([&](std::string_view piece) { pieces.emplace_back(piece); });
    writer.name_process(1, "host");
    for (std::int64_t ms = 0; ms < 10; ++ms) {
        writer.slice(k_ticks, at_ms(ms), at_ms(1), "tick", {});
    }
    std::string text;
    for (const std::string& piece : pieces) {
        text += piece;
        EXPECT_NO_THROW(read_trace(text, true));
    }
}

TEST(TraceWriter, WithoutAnEventIsAnEmptyArray) {
    std::string text;
    TraceWriter([&](std::string_view piece) { text += piece; }).finish(at_ms(1));
    EXPECT_EQ(read_trace(text).size(), 0U);
}

class TraceFiles : public test::InFolder {
protected:
    std::string content() const {
        std::ostringstream text;
        text << std::ifstream(path("a.json")).rdbuf();
        return text.str();
    }
    std::unique_ptr<TraceFile> create(bool force = false) const {
        auto file = TraceFile::create(path("a.json"), force);
        EXPECT_TRUE(file.has_value()) << file.error().text();
        return file ? *std::move(file) : nullptr;
    }
};

TEST_F(TraceFiles, IsWrittenOnceASecondAndClosedAtTheEnd) {
    const auto file = create();
    file->writer().name_process(1, "early");
    file->tend(at_ms(5'000));
    EXPECT_EQ(content(), "");
    file->keep();
    file->tend(at_ms(5'001));
    EXPECT_EQ(test::read_trace(content(), true).size(), 2U);
    file->writer().counter(1, at_ms(5'002), "delay", 1);
    file->tend(at_ms(5'900));
    EXPECT_EQ(test::read_trace(content(), true).size(), 2U);
    file->tend(at_ms(6'100));
    EXPECT_EQ(test::read_trace(content(), true).size(), 3U);
    ASSERT_TRUE(file->close(at_ms(7'000)));
    EXPECT_EQ(test::read_trace(content()).size(), 3U);
}

TEST_F(TraceFiles, KeepsNoMoreInMemoryThanAPiece) {
    const auto file = create();
    file->keep();
    std::uint64_t events = 0;
    while (content().empty()) {
        file->writer().counter(1, at_ms(1), "delay", 1);
        ASSERT_LT(++events, 10'000U);
    }
    EXPECT_GE(content().size(), TraceFile::k_piece_bytes);
    EXPECT_EQ(test::read_trace(content(), true).size(), events);
    ASSERT_TRUE(file->close(at_ms(1)));
}

TEST_F(TraceFiles, OfWhatIsNeverKeptNothingIsLeft) {
    {
        const auto file = create();
        for (std::size_t i = 0; i < TraceFile::k_early_bytes_max / 50; ++i) {
            file->writer().counter(1, at_ms(1), "delay", 1);
        }
        ASSERT_TRUE(file->close(at_ms(2)));
    }
    EXPECT_FALSE(std::filesystem::exists(path("a.json")));
}

TEST_F(TraceFiles, AnExistingFileIsKeptWithoutForce) {
    write("a.json", "mine");
    const auto refused = TraceFile::create(path("a.json"), false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_NE(refused.error().text().find("--force"), std::string::npos);
    {
        const auto file = create(true);
        EXPECT_EQ(content(), "mine");
        file->keep();
        file->writer().name_process(1, "new");
        ASSERT_TRUE(file->close(at_ms(1)));
    }
    EXPECT_EQ(test::read_trace(content()).size(), 2U);
}

TEST_F(TraceFiles, AFailureIsToldAtTheEnd) {
    const auto file = create();
    file->keep();
    file->writer().name_process(1, "gone");
    std::filesystem::remove(path("a.json"));
    file->tend(at_ms(2'000));
    file->writer().counter(1, at_ms(2'001), "delay", 1);
    const auto closed = file->close(at_ms(3'000));
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().code, sim::ErrorCode::io);
}

}  // namespace

}  // namespace tandem::tools::netview
