// SPDX-License-Identifier: MIT
// Another build answers every question of explain, and what arrives is checked on both sides.
#include <tandem/tools/check/simulate.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/tools/check/served.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

using Kind = Question::Kind;

class Answering : public ServedGame {
protected:
    void begin(const RegisteredGame& game) {
        ServedGame::begin(game);
        EXPECT_EQ(greet(Conditions{.is_asked = true}).game, game.info->name);
    }
    Answer hear() {
        sim::Bytes message;
        EXPECT_TRUE(channel_->receive(message));
        const auto answer = decode_answer(message);
        EXPECT_TRUE(answer);
        return answer ? *answer : Answer{};
    }
    Answer ask(const Question& question) {
        EXPECT_TRUE(channel_->send(encode(question)));
        return hear();
    }
};

sim::Bytes copy_of(sim::ByteView bytes) { return {bytes.begin(), bytes.end()}; }

TEST_F(Answering, GivesTheStatesOfASession) {
    const RegisteredGame game = registered<test::PhasedFork<0>>();
    PlayedSession session(game, k_plenty);
    session.step();
    session.step();
    const SessionHistory& history = session.history();
    begin(game);
    EXPECT_TRUE(ask({Kind::save, {}}).is_failed) << "before a reset";
    EXPECT_TRUE(ask({Kind::restore, {*history.state(0)}}).is_failed) << "before a reset";
    EXPECT_TRUE(ask({Kind::step, {copy_of(history.record(0))}}).is_failed) << "before a reset";
    EXPECT_TRUE(ask({Kind::phases, {copy_of(history.record(0))}}).is_failed) << "before a reset";
    EXPECT_EQ(ask({Kind::reset, {sim::encode_setup(history.setup())}}).hash, history.hash(0));
    EXPECT_EQ(ask({Kind::save, {}}).state, *history.state(0));
    const Answer first =
        ask({Kind::step, {copy_of(history.record(0)), copy_of(history.record(1))}});
    EXPECT_EQ(first.hash, history.hash(1));
    EXPECT_EQ(hear().hash, history.hash(2)) << "an answer to each tick";
    EXPECT_EQ(ask({Kind::restore, {*history.state(1)}}).hash, history.hash(1));
    const Answer phases = ask({Kind::phases, {copy_of(history.record(1))}});
    EXPECT_EQ(phases.hash, history.hash(2));
    ASSERT_EQ(phases.count, 2U);
    EXPECT_EQ(hear().text, "hearing");
    const Answer growing = hear();
    EXPECT_EQ(growing.text, "growing");
    EXPECT_EQ(growing.hash.value, sim::hash_bytes(growing.state));
    end();
    EXPECT_TRUE(served_);
}

TEST_F(Answering, AStepThatFailsIsTheLastAnswer) {
    const RegisteredGame game = registered<test::Throwing>();
    PlayedSession session(game, k_plenty);
    session.step();
    begin(game);
    ask({Kind::reset, {sim::encode_setup(session.history().setup())}});
    Answer answer =
        ask({Kind::step, std::vector<sim::Bytes>(200, copy_of(session.history().record(0)))});
    int answers = 1;
    for (; !answer.is_failed && answers < 200; ++answers) {
        answer = hear();
    }
    EXPECT_TRUE(answer.is_failed);
    EXPECT_FALSE(answer.text.empty());
    EXPECT_LT(answers, 200);
    EXPECT_FALSE(channel_->has_more());
    EXPECT_TRUE(ask({Kind::phases, {copy_of(session.history().record(0))}}).is_failed);
}

TEST_F(Answering, NonsenseEndsIt) {
    begin(registered<test::Throwing>());
    EXPECT_TRUE(channel_->send(sim::Bytes{std::byte{77}}));
    thread_.join();
    EXPECT_FALSE(served_);
}

TEST_F(Answering, ASetupThatIsNoneIsAFailure) {
    begin(registered<test::Throwing>());
    EXPECT_TRUE(ask({Kind::reset, {sim::Bytes(3)}}).is_failed);
}

TEST(Questions, AreBackAsTheyWereAndRefusedCutAnywhere) {
    for (const Question& question :
         {Question{Kind::reset, {sim::Bytes(4)}}, Question{Kind::restore, {sim::Bytes()}},
          Question{Kind::step, {sim::Bytes(1), sim::Bytes(2)}}, Question{Kind::save, {}},
          Question{Kind::phases, {sim::Bytes(5)}}}) {
        const sim::Bytes bytes = encode(question);
        const auto again = decode_question(bytes);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->kind, question.kind);
        EXPECT_EQ(again->contents, question.contents);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_FALSE(decode_question(sim::ByteView(bytes).first(size))) << size;
        }
    }
    EXPECT_FALSE(decode_question(encode(Question{Kind::save, {sim::Bytes(1)}})));
    EXPECT_FALSE(decode_question(encode(Question{Kind::reset, {sim::Bytes(1), sim::Bytes(1)}})));
    EXPECT_FALSE(decode_question(encode(Question{static_cast<Kind>(5), {}})));
    EXPECT_FALSE(decode_question(encode(Question{Kind::step, std::vector<sim::Bytes>(65'537)})));
}

TEST(Answers, AreBackAsTheyWereAndRefusedCutAnywhere) {
    const Answer answer{true, sim::StateHash{7}, "text", 3, sim::Bytes(9)};
    const sim::Bytes bytes = encode(answer);
    const auto again = decode_answer(bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->is_failed, answer.is_failed);
    EXPECT_EQ(again->hash, answer.hash);
    EXPECT_EQ(again->text, answer.text);
    EXPECT_EQ(again->count, answer.count);
    EXPECT_EQ(again->state, answer.state);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_answer(sim::ByteView(bytes).first(size))) << size;
    }
    sim::Bytes longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_answer(longer));
    EXPECT_FALSE(decode_answer(encode(Answer{false, {}, "", k_phases_max + 1, {}})));
    EXPECT_GE(answer_bytes_max(9), bytes.size());
    EXPECT_EQ(answer_bytes_max(~std::uint64_t{0} / 2), Channel::k_message_bytes_max);
}

}  // namespace
}  // namespace tandem::tools::check
