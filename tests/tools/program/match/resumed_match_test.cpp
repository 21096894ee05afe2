// SPDX-License-Identifier: MIT
// What a recording gives to who comes back with it, and every recording with which nobody can.
#include <tandem/tools/program/match/resumed_match.hpp>

#include <tests/tools/program/match/recorded_match.hpp>

namespace tandem::test {
namespace {

using sim::ErrorCode;
using tools::ResumedMatch;
using tools::SecretFile;

class ResumedMatchTest : public RecordedMatch {
protected:
    void keep_secret() const {
        const auto file = SecretFile::of(place(), {ticket_.match, 1});
        ASSERT_TRUE(file.has_value());
        const auto written = file->write(net::slot_ticket(ticket_, 1));
        ASSERT_TRUE(written) << written.error().text();
    }
    sim::Result<ResumedMatch> resume() const {
        return in_program([this](const tools::Context& context) {
            return tools::resumed_match(path("a.tandem"), place(), context);
        });
    }
    void expect_refused(ErrorCode code, const std::string& words) const {
        expect_error(resume(), code, words);
    }
};

TEST_F(ResumedMatchTest, KnowsTheSlotTheLastTickAndItsState) {
    const sim::ChainHash chain = record({mark(1, id())});
    keep_secret();
    const auto resumed = resume();
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->ticket.match, ticket_.match);
    EXPECT_EQ(resumed->ticket.slot, 1U);
    EXPECT_EQ(resumed->past.ticks_done, 10U);
    EXPECT_EQ(resumed->past.chain, chain);
    EXPECT_EQ(resumed->past.state, state_);
    EXPECT_EQ(resumed->setup.slots, 2U);
    EXPECT_EQ(resumed->game.info->name, "counter");
}

TEST_F(ResumedMatchTest, ARecordingThatNamesNoMatchIsRefused) {
    record({});
    expect_refused(ErrorCode::bad_data, "names no match");
}

TEST_F(ResumedMatchTest, TheHostsRecordingIsRefused) {
    record({mark(0, id())});
    expect_refused(ErrorCode::usage, "is the host's recording");
}

TEST_F(ResumedMatchTest, WithoutASecretItSaysWhereItLooked) {
    record({mark(1, id())});
    expect_refused(ErrorCode::io, path("/.local/state/tandem/") + id().substr(0, 16) + "-player1");
}

TEST_F(ResumedMatchTest, ARecordingThatIsStillWrittenIsRefused) {
    keep_secret();
    record({mark(1, id())}, [this] { expect_refused(ErrorCode::usage, "is being written"); });
    EXPECT_TRUE(resume().has_value()) << "and not once it is closed";
}

TEST_F(ResumedMatchTest, AMissingFileIsSaid) { expect_refused(ErrorCode::io, "a.tandem"); }

}  // namespace
}  // namespace tandem::test
