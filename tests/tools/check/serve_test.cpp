// SPDX-License-Identifier: MIT
// A companion answers every order by what it found, and ends with the other end.
#include <tandem/tools/check/serve.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/served.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

class Served : public ServedGame {
protected:
    Hello greet() { return ServedGame::greet(Conditions{std::byte{0xA5}}); }
    CompanionVerdict execute(const CompanionOrder& order) {
        sim::Bytes message;
        EXPECT_TRUE(channel_->send(encode({order})));
        EXPECT_TRUE(channel_->receive(message));
        return *decode_verdict(message);
    }
};

TEST_F(Served, ItSaysWhatItIsAndComparesEveryTick) {
    const RegisteredGame game = registered<test::Throwing>();
    begin(game);
    EXPECT_EQ(greet().game, "throwing");
    PlayedSession session(game, k_plenty);
    const SessionHistory& history = session.history();
    const CompanionOrder reset{true, sim::encode_setup(history.setup()), false, history.hash(0)};
    using Kind = CompanionVerdict::Kind;
    EXPECT_EQ(execute(reset).kind, Kind::same);
    for (int tick = 0; tick <= 10; ++tick) {
        session.step();
    }
    const auto step = [&](std::uint64_t tick, bool is_failed, sim::StateHash expected) {
        const sim::ByteView record = history.record(tick);
        return execute({false, sim::Bytes(record.begin(), record.end()), is_failed, expected});
    };
    EXPECT_EQ(step(0, false, history.hash(1)).kind, Kind::same);
    const CompanionVerdict other = step(1, false, history.hash(1));
    EXPECT_EQ(other.kind, Kind::differs);
    EXPECT_EQ(other.content, *history.state(2));
    EXPECT_EQ(step(2, true, {}).kind, Kind::only_game_failed);
    for (std::uint64_t tick = 3; tick < 10; ++tick) {
        EXPECT_EQ(step(tick, false, history.hash(tick + 1)).kind, Kind::same);
    }
    EXPECT_EQ(step(10, true, {}).kind, Kind::same);  // both threw
    const CompanionVerdict failed = step(10, false, history.hash(10));
    EXPECT_EQ(failed.kind, Kind::only_companion_failed);
    EXPECT_FALSE(failed.content.empty());
    end();
    EXPECT_TRUE(served_);
}

TEST_F(Served, ItRefusesNonsense) {
    begin(registered<test::Counter>());
    EXPECT_TRUE(channel_->send(sim::as_bytes("nonsense")));
    thread_.join();
    EXPECT_FALSE(served_);
}

TEST_F(Served, ItStepsNothingThatWasNotReset) {
    begin(registered<test::Counter>());
    greet();
    EXPECT_EQ(execute({false, {}, false, {}}).kind, CompanionVerdict::Kind::only_companion_failed);
    EXPECT_EQ(execute({true, {}, false, {}}).kind, CompanionVerdict::Kind::only_companion_failed);
}

}  // namespace
}  // namespace tandem::tools::check
