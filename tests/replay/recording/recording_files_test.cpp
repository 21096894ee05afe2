// SPDX-License-Identifier: MIT
// A session that goes on from a given state is in several files, of which each is whole.
#include <tandem/replay/recording/recording_files.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tests/replay/file_fixture.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::DiffVerdict;
using replay::RecordingFiles;
using replay::Replay;
using sim::EndReason;

class RecordingFilesTest : public FileTest {
protected:
    // The files are named a letter each; no output is made once `has_room` is false.
    RecordingFiles make_files(replay::RecorderOptions options = {}) {
        return {create(), std::move(options),
                [this](const std::vector<std::string>& paths,
                       bool is_replaced) -> sim::Result<std::unique_ptr<replay::FileOutput>> {
                    asked_.emplace_back(paths.size(), is_replaced);
                    if (!has_room_) {
                        return sim::Error{sim::ErrorCode::io, "next", "no room"};
                    }
                    return is_replaced
                               ? replay::FileOutput::create(paths.back(), {.force = true})
                               : replay::FileOutput::create(path_ + std::to_string(paths.size()));
                }};
    }
    // Begins the session of whole(), which the observer is told.
    sim::Timeline begin(sim::TickObserver& observer) const {
        sim::Timeline timeline(sim::erase<Counter>(), &observer);
        EXPECT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
        return timeline;
    }
    // Plays the records of whole().
    void play_to(sim::Timeline& timeline, std::uint64_t tick) const {
        while (timeline.ticks_done() < tick) {
            ASSERT_TRUE(timeline.advance(whole_.records[timeline.ticks_done()]));
        }
    }
    sim::Result<void> give(sim::Timeline& timeline, std::uint64_t tick) const {
        return timeline.go_on_from(tick, whole_.states[tick], whole_.hashes[tick]);
    }
    static Replay opened(const std::string& path) {
        auto replay = Replay::open(path);
        EXPECT_TRUE(replay) << (replay ? "" : replay.error().text());
        return std::move(replay).value();
    }
    // A file of the ticks from `first` to `end`, all of which verify.
    Replay expect_part(const std::string& path, std::uint64_t first, std::uint64_t end,
                       EndReason reason) const {
        Replay file = opened(path);
        EXPECT_EQ(file.completeness(), replay::Completeness::complete);
        EXPECT_EQ(file.first_tick(), first);
        EXPECT_EQ(file.end_tick(), end);
        EXPECT_EQ(file.end_reason(), reason);
        EXPECT_EQ(file.chain(), whole_.hashes[end].chain);
        const auto verified = replay::verify(file, sim::erase<Counter>());
        EXPECT_EQ(verified->verdict, first == end ? replay::VerifyVerdict::nothing_checked
                                                  : replay::VerifyVerdict::same)
            << verified->message;
        EXPECT_EQ(verified->ticks_checked, end - first);
        return file;
    }
    replay::Parent parent_at(std::uint64_t tick) const {
        return {.chain = whole_.hashes[tick].chain, .fork_tick = tick};
    }
    static replay::DiffReport diff_of(const Replay& a, const Replay& b) {
        return *replay::diff(a, b, [] { return sim::erase<Counter>(); });
    }

    Recorded whole_ = record<Counter>({.ticks = 200});
    std::vector<std::pair<std::size_t, bool>> asked_;  // of what the next output was asked for
    bool has_room_ = true;
};

TEST_F(RecordingFilesTest, WithoutAGivenStateThereIsOneFileWithAllThatARecorderWrites) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    play_to(timeline, 200);
    ASSERT_TRUE(timeline.end(EndReason::tick_limit));
    ASSERT_TRUE(files.close());
    EXPECT_EQ(files.paths(), std::vector<std::string>{path_});
    const std::string text = read_text();
    EXPECT_EQ(files.bytes_written(), text.size());
    EXPECT_EQ(sim::Bytes(sim::as_bytes(text).begin(), sim::as_bytes(text).end()), whole_.file);
}

TEST_F(RecordingFilesTest, AGivenStateBeginsTheNextFileAndBothVerifyAndSayWhereTheyBelong) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    play_to(timeline, 70);
    ASSERT_TRUE(give(timeline, 120));
    EXPECT_EQ(files.ticks_written(), 70U) << "the first file is whole at once";
    play_to(timeline, 130);
    ASSERT_TRUE(files.flush());
    EXPECT_EQ(files.ticks_written(), 80U);
    play_to(timeline, 200);
    ASSERT_TRUE(timeline.end(EndReason::tick_limit));
    ASSERT_TRUE(files.close());
    ASSERT_EQ(files.paths(), (std::vector<std::string>{path_, path_ + "1"}));
    EXPECT_EQ(files.ticks_written(), 70U + 80U);
    EXPECT_EQ(files.bytes_written(), std::filesystem::file_size(files.paths()[0]) +
                                         std::filesystem::file_size(files.paths()[1]));
    EXPECT_FALSE(files.failure());

    const Replay first = expect_part(files.paths()[0], 0, 70, EndReason::peer_lost);
    const Replay second = expect_part(files.paths()[1], 120, 200, EndReason::tick_limit);
    EXPECT_FALSE(first.header().parent);
    EXPECT_EQ(second.header().parent, parent_at(120));
    // Each is a part of the whole session, of which another player has the recording.
    const Replay others = open_replay(whole_);
    for (const Replay* part : {&first, &second}) {
        const auto report = diff_of(others, *part);
        EXPECT_EQ(report.verdict, DiffVerdict::prefix);
    }
    EXPECT_EQ(diff_of(first, second).verdict, DiffVerdict::header) << "no moment in common";
}

// The session stood there when it was given the state: nothing is missing between the two files.
TEST_F(RecordingFilesTest, AtTheTickWhereTheFileEndsTheNextOneContinuesIt) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    play_to(timeline, 70);
    ASSERT_TRUE(give(timeline, 70));
    play_to(timeline, 90);
    ASSERT_TRUE(timeline.end(EndReason::finished));
    ASSERT_TRUE(files.close());
    const Replay first = expect_part(files.paths()[0], 0, 70, EndReason::peer_lost);
    const Replay second = expect_part(files.paths()[1], 70, 90, EndReason::finished);
    EXPECT_EQ(second.header().parent, parent_at(70));
    const auto report = diff_of(first, second);
    EXPECT_EQ(report.verdict, DiffVerdict::prefix);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_NE(report.notes[0].find("the second file says that it continues the first after 70"),
              std::string::npos);
}

TEST_F(RecordingFilesTest, AFileWithoutATickIsReplacedByTheOneThatBeginsAtTheGivenState) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    ASSERT_TRUE(timeline.mark({sim::MarkKind::input_delay, sim::Tick{0}, 1, 3, ""}));
    ASSERT_TRUE(give(timeline, 120));
    EXPECT_EQ(asked_, (std::vector<std::pair<std::size_t, bool>>{{1, true}}));
    EXPECT_EQ(files.paths(), std::vector<std::string>{path_});
    play_to(timeline, 130);
    ASSERT_TRUE(give(timeline, 140));
    ASSERT_TRUE(give(timeline, 150));
    EXPECT_EQ(asked_.back(), (std::pair<std::size_t, bool>{2, true}));
    play_to(timeline, 160);
    ASSERT_TRUE(timeline.end(EndReason::tick_limit));
    ASSERT_TRUE(files.close());
    ASSERT_EQ(files.paths(), (std::vector<std::string>{path_, path_ + "1"}));
    EXPECT_EQ(this->files(), 2U) << "nothing else is left in the folder";
    EXPECT_EQ(files.ticks_written(), 20U);
    EXPECT_EQ(files.bytes_written(), std::filesystem::file_size(files.paths()[0]) +
                                         std::filesystem::file_size(files.paths()[1]));
    const Replay first = expect_part(files.paths()[0], 120, 130, EndReason::peer_lost);
    EXPECT_TRUE(first.marks().empty());
    EXPECT_EQ(first.header().parent, parent_at(120));
    expect_part(files.paths()[1], 150, 160, EndReason::tick_limit);
}

TEST_F(RecordingFilesTest, ASessionThatBeginsWithAGivenStateHasAParentUnlessItNamesAnother) {
    const replay::Parent other{.chain = sim::ChainHash{7}, .fork_tick = 100};
    for (const auto& named : {std::optional<replay::Parent>(), std::optional(other)}) {
        RecordingFiles files = make_files({.parent = named});
        sim::Timeline timeline(sim::erase<Counter>(), &files);
        ASSERT_TRUE(timeline.start_at(make_setup(timeline.simulation().info(), 2), 100,
                                      whole_.states[100], whole_.hashes[100]));
        play_to(timeline, 110);
        ASSERT_TRUE(give(timeline, 130));
        ASSERT_TRUE(timeline.end(EndReason::interrupted));
        ASSERT_TRUE(files.close());
        EXPECT_EQ(opened(files.paths()[0]).header().parent, named.value_or(parent_at(100)));
        EXPECT_EQ(opened(files.paths()[1]).header().parent, parent_at(130));
        std::filesystem::remove(files.paths()[0]);
        std::filesystem::remove(files.paths()[1]);
    }
}

TEST_F(RecordingFilesTest, EveryFileNamesThePlayersAndTheMatch) {
    RecordingFiles files = make_files({.player_name = "Ada", .player_slot = 1});
    sim::Timeline timeline = begin(files);
    ASSERT_TRUE(timeline.mark({sim::MarkKind::player_name, sim::Tick{0}, 0, 0, "Bob"}));
    ASSERT_TRUE(timeline.mark({sim::MarkKind::player_name, sim::Tick{0}, 1, 0, "Ada"}));
    ASSERT_TRUE(timeline.mark({sim::MarkKind::match, sim::Tick{0}, 1, 1, "00ff"}));
    play_to(timeline, 10);
    ASSERT_TRUE(timeline.mark({sim::MarkKind::stall, sim::Tick{10}, 0, 500, ""}));
    ASSERT_TRUE(timeline.mark({sim::MarkKind::match, sim::Tick{10}, 1, 2, "00ff"}));
    ASSERT_TRUE(give(timeline, 20));
    ASSERT_TRUE(timeline.end(EndReason::interrupted));
    ASSERT_TRUE(files.close());
    std::vector<std::string> marks;
    const Replay second = opened(files.paths()[1]);
    for (const sim::Mark& mark : second.marks()) {
        EXPECT_EQ(mark.tick, sim::Tick{20});
        marks.push_back(std::to_string(static_cast<int>(mark.kind)) + " " +
                        std::to_string(mark.slot) + " " + std::to_string(mark.value) + " " +
                        mark.text);
    }
    EXPECT_EQ(marks, (std::vector<std::string>{"9 1 0 Ada", "9 0 0 Bob", "11 1 2 00ff"}));
}

TEST_F(RecordingFilesTest, WithoutANextFileTheSessionEndsAndTheFirstOneIsWhole) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    play_to(timeline, 70);
    has_room_ = false;
    const auto given = give(timeline, 120);
    ASSERT_FALSE(given);
    EXPECT_EQ(given.error().text(), "next: no room");
    EXPECT_EQ(files.failure()->text(), "next: no room");
    EXPECT_FALSE(files.flush());
    EXPECT_FALSE(timeline.end(EndReason::recording_failed));
    ASSERT_TRUE(files.close());
    expect_part(files.paths()[0], 0, 70, EndReason::peer_lost);
}

TEST_F(RecordingFilesTest, ASessionThatGoesOnWithoutARecordingIsToldOnce) {
    std::vector<std::string> told;
    RecordingFiles files =
        make_files({.goes_on_without_output = true,
                    .on_failure = [&](const sim::Error& error) { told.push_back(error.text()); }});
    sim::Timeline timeline = begin(files);
    play_to(timeline, 70);
    has_room_ = false;
    ASSERT_TRUE(give(timeline, 120));
    play_to(timeline, 130);
    ASSERT_TRUE(timeline.mark({sim::MarkKind::note, sim::Tick{130}, 0, 0, "lost"}));
    has_room_ = true;
    ASSERT_TRUE(give(timeline, 140)) << "it stays as it is";
    ASSERT_TRUE(files.flush());
    EXPECT_FALSE(files.wants_keyframe(~std::uint64_t{0} >> 1U));
    ASSERT_TRUE(timeline.end(EndReason::tick_limit));
    ASSERT_TRUE(files.close());
    EXPECT_EQ(told, std::vector<std::string>{"next: no room"});
    EXPECT_EQ(files.paths().size(), 1U);
    EXPECT_EQ(files.ticks_written(), 70U);
    expect_part(path_, 0, 70, EndReason::peer_lost);
}

// Somebody tidies up while the match runs; what comes is recorded all the same.
TEST_F(RecordingFilesTest, AnEarlierFileThatWasRemovedIsToldAtTheEnd) {
    RecordingFiles files = make_files();
    sim::Timeline timeline = begin(files);
    play_to(timeline, 70);
    std::filesystem::remove(path_);
    ASSERT_TRUE(give(timeline, 120));
    play_to(timeline, 130);
    ASSERT_TRUE(timeline.end(EndReason::tick_limit));
    const auto closed = files.close();
    ASSERT_FALSE(closed);
    EXPECT_NE(closed.error().text().find("was removed or replaced"), std::string::npos);
    EXPECT_FALSE(files.is_lost());
    expect_part(files.paths()[1], 120, 130, EndReason::tick_limit);
}

TEST_F(RecordingFilesTest, ARecorderAloneCannotGoOnAndItsFileIsWholeUpToThere) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    sim::Timeline timeline = begin(recorder);
    play_to(timeline, 70);
    EXPECT_FALSE(give(timeline, 120));
    ASSERT_TRUE(timeline.end(EndReason::peer_lost));
    EXPECT_EQ(open_replay(output.bytes()).end_tick(), 70U);
}

}  // namespace
}  // namespace tandem::test
