// SPDX-License-Identifier: MIT
// Which match a recording names, and every name that is none.
#include <tandem/tools/program/match/named_match.hpp>

#include <tandem/replay/recording/replay_file.hpp>
#include <tests/tools/program/match/recorded_match.hpp>

namespace tandem::test {
namespace {

class NamedMatchTest : public RecordedMatch {
protected:
    sim::Result<tools::NamedMatch> named() const {
        const auto file = replay::Replay::open(path("a.tandem"));
        return tools::named_match(*file, "a.tandem");
    }
};

TEST_F(NamedMatchTest, TheLastMatchThatIsNamedCounts) {
    record({mark(0, std::string(32, '0')), mark(1, id())});
    const auto match = named();
    ASSERT_TRUE(match) << match.error().text();
    EXPECT_EQ(match->match, ticket_.match);
    EXPECT_EQ(match->slot, 1U);
}

TEST_F(NamedMatchTest, ARecordingWithoutANameIsRefused) {
    record({});
    expect_error(named(), sim::ErrorCode::bad_data, "names no match");
}

TEST_F(NamedMatchTest, ANameThatIsNoneIsRefusedAndEscaped) {
    record({mark(1, "of \x1b[2J old")});
    expect_error(named(), sim::ErrorCode::bad_data, "'of \\x1b[2J old'");
}

TEST_F(NamedMatchTest, ASlotThatTheSessionDoesNotHaveIsRefused) {
    record({mark(2, id())});
    expect_error(named(), sim::ErrorCode::bad_data, "of slot 2");
}

TEST_F(NamedMatchTest, OnlyAFileThatIsStillWrittenIsNotClosed) {
    const auto closed = [this] {
        return tools::check_closed(*replay::Replay::open(path("a.tandem")), "a.tandem");
    };
    record({}, [&] { expect_error(closed(), sim::ErrorCode::usage, "is being written"); });
    EXPECT_TRUE(closed().has_value());
}

}  // namespace
}  // namespace tandem::test
