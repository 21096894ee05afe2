// SPDX-License-Identifier: MIT
// The word of a program is held against the file, and where two programs part in a tick is told by
// their states alone.
#include <tandem/replay/explain/ask_program.hpp>

#include <gtest/gtest.h>

#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

using replay::AskedRun;
using replay::OwnProgram;

constexpr std::uint64_t k_ticks = 300;
// The first tick in which PhasedFork<1> does otherwise.
constexpr std::uint64_t k_bad_tick = 207;

AskedRun asked(const replay::Replay& file, replay::GameProgram& program,
               std::optional<sim::Tick> seen = std::nullopt) {
    auto run = replay::ask_program(file, program, {file.end_tick(), seen});
    EXPECT_TRUE(run) << (run ? "" : run.error().text());
    return run ? std::move(run).value() : AskedRun{};
}

// Says that its states are something else than they are.
class Liar final : public replay::GameProgram {
public:
    explicit Liar(sim::AnySimulation simulation) : honest_(std::move(simulation)) {}
    std::string build() const override { return "liar"; }
    std::optional<sim::Digest> digest() const override { return std::nullopt; }
    sim::Result<void> reset(const Setup& setup) override { return honest_.reset(setup); }
    sim::Result<void> restore(sim::ByteView state) override { return honest_.restore(state); }
    sim::Result<std::vector<sim::StateHash>> step(const std::vector<sim::Bytes>& records) override {
        return honest_.step(records);
    }
    sim::Result<std::vector<sim::PhaseHash>> step_with_phases(sim::ByteView record) override {
        return honest_.step_with_phases(record);
    }
    sim::Result<sim::Bytes> save() override {
        ++saves_;
        return saves_ == 1 ? honest_.save() : sim::Bytes(3);
    }

private:
    OwnProgram honest_;
    int saves_ = 0;
};

class AskProgram : public testing::Test {
protected:
    const Recorded recorded_ =
        record<PhasedFork<0>>({.ticks = k_ticks, .options = {.block_ticks = 10}});
    const std::optional<replay::Replay> file_ = open_replay(recorded_);
    OwnProgram same_{sim::erase<PhasedFork<0>>()};
    OwnProgram other_{sim::erase<PhasedFork<1>>()};
};

TEST_F(AskProgram, TheSameRulesGiveAllOfIt) {
    const AskedRun run = asked(*file_, same_, sim::Tick{k_bad_tick});
    EXPECT_TRUE(run.agrees());
    EXPECT_EQ(run.ticks_done, k_ticks);
    EXPECT_EQ(run.first_state, recorded_.states[0]);
    ASSERT_TRUE(run.seen);
    EXPECT_EQ(run.seen->before, recorded_.states[k_bad_tick]);
    EXPECT_EQ(run.seen->after, recorded_.states[k_bad_tick + 1]);
    EXPECT_EQ(run.seen->phases.size(), 2U);
}

TEST_F(AskProgram, OtherRulesPartAtTheirTickAndInTheirPhase) {
    const AskedRun theirs = asked(*file_, other_, sim::Tick{k_bad_tick});
    EXPECT_EQ(theirs.parted_at, k_bad_tick + 1);
    const AskedRun ours = asked(*file_, same_, sim::Tick{k_bad_tick});
    ASSERT_TRUE(ours.seen && theirs.seen);
    const auto parting = replay::part_in_phases(*ours.seen, *theirs.seen);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->phase, "growing");
    EXPECT_EQ(parting->text, "in its phase growing");
}

TEST_F(AskProgram, AFileOfALaterPartIsAskedFromItsFirstState) {
    const auto later =
        open_replay(continued(recorded_, sim::erase<PhasedFork<0>>(), k_bad_tick - 7));
    EXPECT_TRUE(asked(later, same_).agrees());
    EXPECT_EQ(asked(later, other_).parted_at, k_bad_tick + 1);
}

TEST_F(AskProgram, AGameThatFailsIsAnAnswer) {
    const Recorded sound = record<HalfThrowing<false>>({.ticks = 30});
    OwnProgram failing(sim::erase<HalfThrowing<true>>());
    const AskedRun run = asked(open_replay(sound), failing);
    EXPECT_TRUE(run.is_failed);
    EXPECT_FALSE(run.agrees());
    EXPECT_EQ(run.ticks_done, HalfThrowing<true>::k_throw_tick);
    OwnProgram unstartable(sim::erase<Unstartable>());
    EXPECT_TRUE(asked(open_replay(sound), unstartable).is_failed);
}

TEST_F(AskProgram, AStateThatIsNoneIsRefusedBeforeItIsCompared) {
    Liar liar(sim::erase<PhasedFork<0>>());
    const auto run = replay::ask_program(*file_, liar, {k_ticks, sim::Tick{9}});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, sim::ErrorCode::bad_data);
    EXPECT_NE(run.error().message.find("after 9 ticks is none of the game"), std::string::npos)
        << run.error().message;
}

TEST_F(AskProgram, AnInterruptEndsItEarly) {
    const auto run = replay::ask_program(*file_, same_, {k_ticks},
                                         [](std::uint64_t ticks) { return ticks < 100; });
    ASSERT_TRUE(run);
    EXPECT_LT(run->ticks_done, k_ticks);
}

TEST(PhaseParting, IsOnlyToldWhereItCanBe) {
    const auto state = [](int value) { return sim::Bytes{static_cast<std::byte>(value)}; };
    const auto phase = [&](const char* name, int value) {
        return sim::PhaseHash{name, {}, state(value)};
    };
    const replay::TickSeen one{state(0), {phase("a", 1), phase("b", 2)}, state(3)};
    replay::TickSeen other = one;
    EXPECT_FALSE(part_in_phases(one, other)) << "nothing parts";
    other.after = state(4);
    EXPECT_EQ(part_in_phases(one, other)->phase, "");
    EXPECT_EQ(part_in_phases(one, other)->text, "behind its last phase, b");
    other.phases[1] = phase("b", 5);
    EXPECT_EQ(part_in_phases(one, other)->phase, "b");
    other.phases[0] = phase("c", 1);
    EXPECT_FALSE(part_in_phases(one, other)) << "other names";
    other.phases.clear();
    EXPECT_FALSE(part_in_phases(one, other)) << "no names";
    other = one;
    other.before = state(9);
    other.after = state(9);
    EXPECT_FALSE(part_in_phases(one, other)) << "they part before";
}

}  // namespace
}  // namespace tandem::test
