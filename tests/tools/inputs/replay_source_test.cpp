// SPDX-License-Identifier: MIT
// A recording gives its inputs back, presence included.
#include <fstream>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Counter;
using test::says;

class ReplaySource : public test::InFolder {
protected:
    // Three ticks of two players; the second is away in the middle one.
    std::string recording() const {
        replay::BufferOutput output;
        replay::Recorder recorder(output);
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        tandem::Setup setup;
        setup.slots = 2;
        setup.tick_rate = timeline.simulation().info().tick_rate;
        EXPECT_TRUE(timeline.start(setup));
        for (std::uint64_t tick = 0; tick < 3; ++tick) {
            const std::vector<sim::Bytes> inputs{amount(tick), amount(tick + 10)};
            EXPECT_TRUE(timeline.advance(sim::make_record(tick == 1 ? 0b01 : 0b11, inputs)));
        }
        EXPECT_TRUE(timeline.end(sim::EndReason::tick_limit));
        return write("a.tandem",
                     {reinterpret_cast<const char*>(output.bytes().data()), output.bytes().size()});
    }
    static sim::Bytes amount(std::uint64_t value) {
        return {static_cast<std::byte>(value), std::byte{0}};
    }
};

TEST_F(ReplaySource, KeepsTheNumbersOfItsTicksWhereASessionGoesOn) {
    const std::string path = recording();
    const auto& game = sim::GameModel<Counter>::game_info();
    const auto source = open_replay_source(path, game, 2);
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->rows(), 1U);
    const auto simulation = sim::erase<Counter>();
    EXPECT_EQ(**(*source)->input(1, Slot{1}, sim::Tick{0}, simulation), amount(12));
    EXPECT_FALSE(*(*source)->input(1, Slot{1}, sim::Tick{1}, simulation));
    const auto beyond = open_replay_source(path, game, 3);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, sim::ErrorCode::usage);
    EXPECT_TRUE(
        says(beyond.error().text(), "goes on at tick 3, and the recording holds ticks 0 to 2"));
}

TEST_F(ReplaySource, GivesInputsAndPresenceBack) {
    const auto source = open_replay_source(recording(), sim::GameModel<Counter>::game_info());
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ((*source)->columns(), 2U);
    EXPECT_EQ((*source)->rows(), 3U);
    const auto simulation = sim::erase<Counter>();
    const auto input = [&](std::uint32_t column, std::uint64_t tick) {
        return **(*source)->input(column, Slot{column}, sim::Tick{tick}, simulation);
    };
    EXPECT_EQ(input(0, 1), amount(1));
    EXPECT_EQ(input(1, 2), amount(12));
    EXPECT_EQ(input(1, 1), amount(0));
    EXPECT_TRUE((*source)->present(0, sim::Tick{1}));
    EXPECT_FALSE((*source)->present(1, sim::Tick{1}));
    EXPECT_TRUE((*source)->present(1, sim::Tick{2}));
    EXPECT_FALSE(*(*source)->input(0, Slot{0}, sim::Tick{3}, simulation));
}

TEST_F(ReplaySource, ACutRecordingSaysSo) {
    const std::string whole = recording();
    std::ifstream file(whole, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto source = open_replay_source(write("cut.tandem", bytes.substr(0, bytes.size() - 5)),
                                           sim::GameModel<Counter>::game_info());
    ASSERT_TRUE(source) << source.error().text();
    ASSERT_TRUE((*source)->cut());
    EXPECT_TRUE(says((*source)->cut()->text(), "cut.tandem, byte"));
}

TEST_F(ReplaySource, InputsOfAnotherGameAreRefused) {
    const auto source = open_replay_source(recording(), sim::GameModel<games::Duel>::game_info());
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, sim::ErrorCode::no_simulation);
    EXPECT_TRUE(says(source.error().message, "of counter version 1"));
}

}  // namespace
}  // namespace tandem::tools
