// SPDX-License-Identifier: MIT
// What can go wrong with another program, hostile ones included. That one plays is tested end to
// end, where there are programs.
#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/check/remote.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

RemoteOutcome repeat(DisturbanceKind probe, const std::vector<std::string>& program,
                     const RemoteHooks& hooks = {}) {
    const RegisteredGame game = registered<test::Counter>();
    sim::AnySimulation main = game.make();
    EXPECT_TRUE(main.reset(tandem::Setup()));
    std::list<SessionHistory> sessions;
    sessions.emplace_back(game, main.setup(), k_plenty).start(main);
    return repeat_elsewhere(probe, program, sessions, hooks);
}

TEST(Remotes, AreCalledAsCompanions) {
    EXPECT_EQ(companion_command({"game"}, "duel"),
              (std::vector<std::string>{"game", "--game", "duel", "check", "--as-companion", "3"}));
}

TEST(Remotes, SayWhatTheyLackWhereThereIsNoProgram) {
    EXPECT_NE(repeat(DisturbanceKind::process, {}).not_run.find("cannot start itself"),
              std::string::npos);
    EXPECT_NE(repeat(DisturbanceKind::build, {}).not_run.find("--against"), std::string::npos);
}

TEST(Remotes, SayHowAProgramEndedThatIsNoCompanion) {
    const RemoteOutcome outcome = repeat(DisturbanceKind::build, {"/bin/false"});
    EXPECT_NE(outcome.not_run.find("(its process ended by exit code 1)"), std::string::npos)
        << outcome.not_run;
    EXPECT_FALSE(outcome.finding);
    EXPECT_EQ(outcome.ticks_compared, 0U);
}

TEST(Remotes, FindNothingWhenTheyAreInterrupted) {
    const RemoteOutcome outcome =
        repeat(DisturbanceKind::build, {"/bin/sh", "-c", "sleep 60"}, {[] { return true; }, {}});
    EXPECT_EQ(outcome.not_run, "interrupted");
    EXPECT_FALSE(outcome.finding);
}

// What a program may do instead of being a companion, in the words of a shell.
std::string write(const sim::Bytes& bytes) {
    std::string script = "printf '";
    for (const std::byte byte : bytes) {
        const auto number = std::to_integer<unsigned>(byte);
        script += '\\';
        for (const unsigned digit : {number >> 6, number >> 3 & 7U, number & 7U}) {
            script += std::to_string(digit);
        }
    }
    return script + "' >&3; ";
}

sim::Bytes framed(const sim::Bytes& message) {
    sim::Bytes bytes;
    sim::append_block(bytes, message);
    return bytes;
}

std::string read(std::size_t bytes) {
    return "head -c " + std::to_string(bytes) + " <&3 >/dev/null; ";
}

std::string greet() {
    return read(framed(encode(Conditions())).size()) +
           write(framed(encode(hello_of(sim::GameModel<test::Counter>::game_info(), false))));
}

// To the order of a reset.
std::string answer(const sim::Bytes& bytes) { return read(1) + write(bytes); }
std::string answer(const Verdict& verdict) { return answer(framed(encode(verdict))); }

constexpr const char* k_live_on = "sleep 1000";

RemoteOutcome meet(const std::string& script) {
    RemoteHooks hooks;
    hooks.greeting_patience = std::chrono::seconds(60);
    hooks.tick_patience = std::chrono::seconds(60);
    return repeat(DisturbanceKind::build, {"/bin/sh", "-c", script}, hooks);
}

void expect_refused(const std::string& script, const std::string& words) {
    const RemoteOutcome outcome = meet(script);
    ASSERT_TRUE(outcome.finding) << words << outcome.not_run;
    EXPECT_EQ(outcome.finding->ticks_done, 0U);
    EXPECT_NE(outcome.finding->failure.find("only the game in another build failed: "),
              std::string::npos);
    EXPECT_NE(outcome.finding->failure.find(words), std::string::npos) << outcome.finding->failure;
    EXPECT_EQ(outcome.ticks_compared, 0U);
}

void expect_no_companion(const std::string& script, const std::string& words) {
    const RemoteOutcome outcome = meet(script);
    EXPECT_FALSE(outcome.finding);
    EXPECT_NE(outcome.not_run.find(words), std::string::npos) << outcome.not_run;
}

TEST(Remotes, ThatHangAreKilledAfterAWhile) {
    RemoteHooks hooks;
    hooks.greeting_patience = std::chrono::milliseconds(50);
    const RemoteOutcome mute = repeat(DisturbanceKind::build, {"/bin/sh", "-c", k_live_on}, hooks);
    EXPECT_NE(mute.not_run.find("(it did not answer within 50 ms and was killed)"),
              std::string::npos)
        << mute.not_run;
    hooks.greeting_patience = std::chrono::seconds(60);
    hooks.tick_patience = std::chrono::milliseconds(50);
    const RemoteOutcome stuck =
        repeat(DisturbanceKind::build, {"/bin/sh", "-c", greet() + k_live_on}, hooks);
    ASSERT_TRUE(stuck.finding) << stuck.not_run;
    EXPECT_NE(stuck.finding->failure.find("it did not answer within 50 ms and was killed"),
              std::string::npos)
        << stuck.finding->failure;
}

TEST(Remotes, ThatCloseTheirSocketAndLiveOnAreKilled) {
    const std::string deaf = std::string("exec 3>&-; ") + k_live_on;
    expect_no_companion(deaf, "(it closed its socket, lived on and was killed)");
    expect_refused(greet() + deaf, "it closed its socket, lived on and was killed");
}

TEST(Remotes, ThatEndAreToldByTheirEndWhateverTheyLeave) {
    expect_no_companion("sleep 1000 & exit 5", "(its process ended by exit code 5)");
    expect_refused(greet() + "sleep 1000 & kill -SEGV $$", "its process ended by signal 11");
    // In the middle of a message.
    expect_refused(greet() + answer(sim::Bytes(2)), "its process ended by exit code 0");
}

TEST(Remotes, ThatGreetWithNonsenseAreNoCompanions) {
    expect_no_companion(write(framed(sim::Bytes(9))) + k_live_on, "is no hello of check");
    expect_no_companion(write(sim::Bytes(4, std::byte{0xFF})) + k_live_on,
                        "(it announced a message of 4294967295 bytes");
    expect_no_companion(write(framed(sim::Bytes(k_greeting_bytes_max + 1))) + k_live_on,
                        "(it announced a message of 8193 bytes");
}

TEST(Remotes, ThatAnswerNonsenseAreRefused) {
    using Kind = Verdict::Kind;
    const auto refused = [](const auto& bytes, const std::string& words) {
        expect_refused(greet() + answer(bytes) + k_live_on, words);
    };
    refused(Verdict{static_cast<Kind>(9), {}}, "is no verdict of check");
    refused(Verdict{Kind::same, sim::Bytes(1)}, "is no verdict of check");
    refused(Verdict{Kind::only_companion_failed, sim::Bytes(k_failure_bytes_max + 1)},
            "is no verdict of check");
    // The reset, which did not fail.
    refused(Verdict{Kind::only_game_failed, {}}, "no verdict on a tick that the game played");
    refused(framed({}), "is no verdict of check");
    refused(sim::Bytes(4, std::byte{0xFF}), "it announced a message of 4294967295 bytes");
    // What is there before it was asked for.
    sim::Bytes early = framed(encode(hello_of(sim::GameModel<test::Counter>::game_info(), false)));
    sim::append(early, framed(encode(Verdict())));
    expect_refused(write(early) + k_live_on, "it answered what it had not been asked");
}

TEST(Remotes, ThatDifferByWhatIsNoStateNameNoField) {
    const RemoteOutcome outcome =
        meet(greet() + answer(Verdict{Verdict::Kind::differs, sim::Bytes(500, std::byte{0xFF})}) +
             k_live_on);
    ASSERT_TRUE(outcome.finding) << outcome.not_run;
    EXPECT_TRUE(outcome.finding->failure.empty()) << outcome.finding->failure;
    EXPECT_TRUE(outcome.finding->fields.empty());
}

TEST(Remotes, WhoseWordsAreForeignAreQuoted) {
    const sim::ByteView words = sim::as_bytes("boom");
    expect_refused(greet() +
                       answer(Verdict{Verdict::Kind::only_companion_failed,
                                      sim::Bytes(words.begin(), words.end())}) +
                       k_live_on,
                   "failed: boom");
}

}  // namespace

namespace {

constexpr std::uint64_t k_ticks = 11;  // the last of which throws

class Orders : public testing::Test {
protected:
    using Kind = Verdict::Kind;

    Orders() : session_(registered<test::Throwing>(), k_plenty) {
        for (std::uint64_t tick = 0; tick < k_ticks; ++tick) {
            session_.step();
        }
    }
    const SessionHistory& history() const { return session_.history(); }
    sim::Result<Verdict> answer(std::uint64_t number, Kind kind) const {
        return decode_answer(history(), number, encode(Verdict{kind, {}}));
    }

private:
    PlayedSession session_;
};

TEST_F(Orders, AreTheResetAndTheTicks) {
    const Order reset = order_of(history(), 0);
    EXPECT_TRUE(reset.is_reset);
    EXPECT_EQ(reset.expected, history().hash(0));
    const Order step = order_of(history(), 3);
    EXPECT_FALSE(step.is_reset || step.is_failed);
    EXPECT_EQ(step.expected, history().hash(3));
    EXPECT_TRUE(order_of(history(), k_ticks).is_failed);
    EXPECT_EQ(tick_of_order(0), 0U);
    EXPECT_EQ(tick_of_order(3), 2U);
}

TEST_F(Orders, AreAnsweredByWhatTheyCanHave) {
    for (const std::uint64_t number : {0U, 1U, 10U}) {
        EXPECT_TRUE(answer(number, Kind::same)) << number;
        EXPECT_TRUE(answer(number, Kind::differs)) << number;
        EXPECT_TRUE(answer(number, Kind::only_companion_failed)) << number;
        EXPECT_FALSE(answer(number, Kind::only_game_failed)) << number;
    }
    EXPECT_TRUE(answer(k_ticks, Kind::same));
    EXPECT_TRUE(answer(k_ticks, Kind::only_game_failed));
    EXPECT_FALSE(answer(k_ticks, Kind::differs));
    EXPECT_FALSE(answer(k_ticks, Kind::only_companion_failed));
    EXPECT_FALSE(decode_answer(history(), 1, {}));
}

TEST_F(Orders, AnsweredOtherwiseAreFindings) {
    const auto failed =
        finding_of(DisturbanceKind::build, history(), k_ticks, {Kind::only_game_failed, {}});
    EXPECT_EQ(failed.ticks_done, k_ticks - 1);
    EXPECT_NE(failed.failure.find("the game, unlike"), std::string::npos) << failed.failure;
    // A state that is none has no fields to be named.
    const auto differs =
        finding_of(DisturbanceKind::build, history(), 3, {Kind::differs, sim::Bytes(3)});
    EXPECT_EQ(differs.ticks_done, 3U);
    EXPECT_TRUE(differs.failure.empty());
    EXPECT_TRUE(differs.fields.empty());
    const auto named =
        finding_of(DisturbanceKind::build, history(), 3, {Kind::differs, *history().state(4)});
    EXPECT_FALSE(named.fields.empty());
}

}  // namespace
}  // namespace tandem::tools::check
