// SPDX-License-Identifier: MIT
// What is in the file is an array at every moment, and without a match there is no file.
#include <tandem/tools/netview/trace_file.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <tests/tools/here.hpp>
#include <tests/tools/netview/a_match.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::tools::netview {
namespace {

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
