// SPDX-License-Identifier: MIT
// What stands in the output when: at once, every block, after a failure, and how much of it
// keyframes may be.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

// An output with room for so many bytes; what does not fit is half written, as on a full disk.
class SmallDisk final : public replay::Output {
public:
    explicit SmallDisk(std::size_t room) : room_(room) {}
    sim::Result<void> append(sim::ByteView bytes) override {
        EXPECT_FALSE(is_full_) << "nothing may be appended after a failure";
        const std::size_t taken = std::min(bytes.size(), room_ - bytes_.size());
        sim::append(bytes_, bytes.first(taken));
        if (taken < bytes.size()) {
            is_full_ = true;
            return sim::Error{sim::ErrorCode::io, "disk", "full"};
        }
        return {};
    }
    sim::Result<void> flush() override { return {}; }
    const sim::Bytes& bytes() const { return bytes_; }

private:
    std::size_t room_;
    sim::Bytes bytes_;
    bool is_full_ = false;
};

TEST(Recorder, HeaderSchemaAndResetStateStandBeforeTheFirstTick) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    EXPECT_TRUE(output.bytes().empty());
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    const auto replay = open_replay(output.bytes());
    EXPECT_EQ(replay.ticks(), 0U);
    ASSERT_EQ(replay.states().size(), 1U);
    EXPECT_EQ(replay.load_state(replay.states()[0])->bytes, timeline.simulation().save());
}

TEST(Recorder, ABlockStandsAsSoonAsASecondOfTicksIsFull) {
    const std::pair<TickRate, std::uint64_t> seconds[] = {{TickRate{60}, 60},
                                                          {TickRate{35}, 35},
                                                          {TickRate{2}, 2},
                                                          {TickRate{1, 5}, 1},
                                                          {TickRate{60'098'800, 1'000'000}, 60}};
    for (const auto& [rate, second_ticks] : seconds) {
        SCOPED_TRACE(second_ticks);
        std::uint64_t ticks_seen = 0;
        record<Counter>(
            {.ticks = 200,
             .change_setup = [rate = rate](tandem::Setup& setup) { setup.tick_rate = rate; },
             .before_tick =
                 [&, second_ticks = second_ticks](sim::Timeline&, replay::Recorder& recorder,
                                                  std::uint64_t ticks_done) {
                     ASSERT_EQ(recorder.ticks_written(), ticks_done / second_ticks * second_ticks);
                     ++ticks_seen;
                 }});
        EXPECT_EQ(ticks_seen, 200U);
    }
}

TEST(Recorder, FlushWritesTheTicksSoFar) {
    const Recorded recorded = record<Counter>(
        {.end = std::nullopt,
         .before_tick = [](sim::Timeline&, replay::Recorder& recorder, std::uint64_t ticks_done) {
             if (ticks_done == 7 || ticks_done == 8) {
                 EXPECT_TRUE(recorder.flush());
                 EXPECT_TRUE(recorder.flush());  // with nothing new it writes nothing
                 EXPECT_EQ(recorder.ticks_written(), ticks_done);
             }
         }});
    const auto replay = open_replay(recorded);
    const auto blocks = list_blocks(recorded.file);
    EXPECT_EQ(blocks[4].end_tick, 7U);
    EXPECT_EQ(blocks[5].end_tick, 8U);
    EXPECT_EQ(replay.ticks(), 68U);
    EXPECT_EQ(recorded.bytes_written, recorded.file.size());
}

// Steps of this cost, and the most time between a tick that was done and its place in the file.
std::chrono::milliseconds most_time_lost(std::chrono::milliseconds step) {
    std::chrono::milliseconds now{0};
    std::chrono::milliseconds most{0};
    std::vector<std::chrono::milliseconds> done_at;
    replay::RecorderOptions options;
    options.clock = [&] { return now; };
    record<Counter>({.ticks = 500,
                     .options = options,
                     .source =
                         [&](const sim::AnySimulation& simulation, std::uint64_t tick) {
                             now += step;  // what the step that comes costs
                             done_at.push_back(now);
                             return bot_record(simulation, tick);
                         },
                     .before_tick =
                         [&](sim::Timeline&, replay::Recorder& recorder, std::uint64_t ticks_done) {
                             // Killed at the end of the step that comes, just before it is told.
                             if (recorder.ticks_written() < ticks_done) {
                                 most =
                                     std::max(most, now + step - done_at[recorder.ticks_written()]);
                             }
                         }});
    return most;
}

TEST(Recorder, WithAClockLosesAtMostASecondOfTimeWhateverAStepCosts) {
    using std::chrono::milliseconds;
    for (const milliseconds step : {milliseconds(1), milliseconds(16), milliseconds(150),
                                    milliseconds(499), milliseconds(700), milliseconds(5'000)}) {
        EXPECT_LE(most_time_lost(step), std::chrono::seconds(1)) << step.count();
    }
}

// Takes so many bytes and then nothing more.
class SmallOutput final : public replay::Output {
public:
    explicit SmallOutput(std::size_t room) : room_(room) {}
    sim::Result<void> append(sim::ByteView bytes) override {
        if (bytes.size() > room_) {
            return sim::Error{sim::ErrorCode::io, "output", "is full"};
        }
        room_ -= bytes.size();
        return buffer_.append(bytes);
    }
    sim::Result<void> flush() override { return {}; }
    const sim::Bytes& bytes() const { return buffer_.bytes(); }
    void fill() { room_ = 0; }

private:
    std::atomic<std::size_t> room_;
    replay::BufferOutput buffer_;
};

TEST(Recorder, LetsTheSessionGoOnWithoutOutputWhereTheCallerWantsIt) {
    SmallOutput output(1'500);
    std::uint64_t tick = 0;
    std::vector<std::uint64_t> failed_at;
    replay::Recorder recorder(output, {.block_ticks = 10,
                                       .goes_on_without_output = true,
                                       .on_failure = [&](const sim::Error& error) {
                                           EXPECT_EQ(error.message, "is full");
                                           failed_at.push_back(tick);
                                       }});
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    for (; tick < 500; ++tick) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
    }
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    EXPECT_EQ(timeline.ticks_done(), 500U);
    ASSERT_TRUE(recorder.failure());
    EXPECT_EQ(recorder.failure()->code, sim::ErrorCode::io);
    const auto replay = open_replay(output.bytes());
    EXPECT_EQ(replay.ticks(), recorder.ticks_written());
    EXPECT_GT(replay.ticks(), 0U);
    EXPECT_LT(replay.ticks(), 500U);
    // Told once, with the block that found no room.
    EXPECT_EQ(failed_at, std::vector<std::uint64_t>{replay.ticks() + 9});
}

// A clock that a test moves while the recorder's thread looks at it.
class SharedTime {
public:
    replay::RecorderOptions options() {
        replay::RecorderOptions options;
        options.clock = [this] { return std::chrono::nanoseconds(now_.load()); };
        options.has_flush_thread = true;
        return options;
    }
    void set(std::chrono::nanoseconds now) { now_ = now.count(); }

private:
    std::atomic<std::int64_t> now_{0};
};

// As in a step that takes long: nothing is told to the recorder meanwhile.
TEST(Recorder, WritesABlockInTheMiddleOfAStep) {
    SharedTime time;
    replay::BufferOutput output;
    {
        replay::Recorder recorder(output, time.options());
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
        EXPECT_EQ(recorder.ticks_written(), 0U);
        time.set(std::chrono::seconds(5));
        while (recorder.ticks_written() == 0) {
            std::this_thread::yield();
        }
        EXPECT_FALSE(recorder.failure());
        // The block that it wrote is followed by others as if it had been full.
        for (std::uint64_t tick = 1; tick < 200; ++tick) {
            ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
        }
        ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    }
    const Recorded plain = record<Counter>({.ticks = 200});
    const auto replay = open_replay(output.bytes());
    EXPECT_EQ(replay.completeness(), replay::Completeness::complete);
    EXPECT_EQ(replay.chain(), plain.hashes.back().chain);
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
        ASSERT_EQ(record_of(replay, tick), plain.records[tick]);
    }
}

TEST(Recorder, TellsOnTheSessionsThreadWhatFailedOnItsOwn) {
    SharedTime time;
    SmallOutput output(10'000);
    replay::RecorderOptions options = time.options();
    options.goes_on_without_output = true;
    std::vector<std::thread::id> told_on;
    options.on_failure = [&](const sim::Error&) { told_on.push_back(std::this_thread::get_id()); };
    replay::Recorder recorder(output, options);
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
    output.fill();
    time.set(std::chrono::seconds(5));
    while (!recorder.failure()) {
        std::this_thread::yield();
    }
    EXPECT_TRUE(told_on.empty());
    ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 1)));
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    EXPECT_EQ(told_on, std::vector{std::this_thread::get_id()});
}

TEST(Recorder, WithoutRoomForAHeaderNeverStarts) {
    SmallOutput output(100);
    replay::Recorder recorder(output, {.goes_on_without_output = true});
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    EXPECT_FALSE(timeline.start(make_setup(timeline.simulation().info(), 2)));
}

// The library's way to branch: the state after some ticks, other inputs from there on.
TEST(Recorder, BeginsAtALaterTickWithItsParentInTheHeader) {
    const Recorded whole = record<Relay>({.slots = 3});
    const auto parent = open_replay(whole);
    replay::BufferOutput output;
    replay::Recorder recorder(
        output, {.block_ticks = 10,
                 .parent = replay::Parent{.chain = whole.hashes[37].chain, .fork_tick = 37}});
    sim::Timeline timeline(sim::erase<Relay>(), &recorder);
    ASSERT_TRUE(timeline.start_at(parent.header().setup, 37, whole.states[37], whole.hashes[37]));
    for (std::uint64_t tick = 37; tick < 100; ++tick) {
        ASSERT_TRUE(timeline.advance(whole.records[tick]));
    }
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    EXPECT_EQ(recorder.ticks_written(), 63U);
    const auto branch = open_replay(output.bytes());
    EXPECT_EQ(branch.completeness(), replay::Completeness::complete);
    EXPECT_EQ(branch.first_tick(), 37U);
    EXPECT_EQ(branch.end_tick(), 100U);
    EXPECT_EQ(branch.header().parent,
              (replay::Parent{.chain = whole.hashes[37].chain, .fork_tick = 37}));
    EXPECT_EQ(branch.start_hashes(), whole.hashes[37]);
    EXPECT_EQ(branch.chain(), parent.chain());
    for (std::uint64_t tick = 37; tick < 100; ++tick) {
        ASSERT_EQ(record_of(branch, tick), whole.records[tick]);
    }
}

TEST(Recorder, WritesNothingWhereTheStateToBeginWithIsNone) {
    const Recorded whole = record<Counter>({});
    const auto parent = open_replay(whole);
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_FALSE(timeline.start_at(parent.header().setup, 37, sim::Bytes(3), whole.hashes[37]));
    EXPECT_TRUE(output.bytes().empty());
}

TEST(Recorder, FlushBeforeTheStartAndAfterTheEndWritesNothing) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    EXPECT_TRUE(recorder.flush());
    EXPECT_TRUE(output.bytes().empty());
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    ASSERT_TRUE(timeline.end(sim::EndReason::interrupted));
    const sim::Bytes ended = output.bytes();
    EXPECT_TRUE(recorder.flush());
    EXPECT_EQ(output.bytes(), ended);
}

// A killed process leaves what was appended: at any moment that opens and lacks less than a block.
TEST(Recorder, AnyMomentLeavesAFileThatLacksLessThanABlock) {
    replay::BufferOutput output;
    replay::Recorder recorder(output, {.block_ticks = 10, .keyframe_ticks = 20});
    sim::Timeline timeline(sim::erase<Relay>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 3)));
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
        const auto replay = open_replay(output.bytes());
        ASSERT_EQ(replay.completeness(), replay::Completeness::cut);
        ASSERT_EQ(replay.sound_bytes(), output.bytes().size());
        ASSERT_GT(replay.ticks() + 10, tick + 1);
    }
}

TEST(Recorder, AFullDiskGivesOneErrorAndLeavesAReadableFile) {
    const Recorded whole = record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20}});
    const auto blocks = list_blocks(whole.file);
    for (std::size_t room = 0; room < whole.file.size(); room += 7) {
        SCOPED_TRACE(room);
        SmallDisk disk(room);
        replay::Recorder recorder(disk, {.block_ticks = 10, .keyframe_ticks = 20});
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        auto result = timeline.start(make_setup(timeline.simulation().info(), 2));
        for (std::uint64_t tick = 0; result && tick < 100; ++tick) {
            result = timeline.advance(bot_record(timeline.simulation(), tick));
        }
        if (result) {
            result = timeline.end(sim::EndReason::tick_limit);
        }
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, sim::ErrorCode::io);
        const auto again = recorder.on_end(sim::EndReason::interrupted);
        ASSERT_FALSE(again);
        EXPECT_EQ(again.error().text(), "disk: full");
        EXPECT_FALSE(recorder.wants_keyframe(1'000'000));
        EXPECT_EQ(disk.bytes(), cut_at(whole.file, room));
        if (room >= blocks[1].offset + blocks[1].bytes) {
            EXPECT_NO_THROW(open_replay(disk.bytes()));
        }
    }
}

}  // namespace
}  // namespace tandem::test
