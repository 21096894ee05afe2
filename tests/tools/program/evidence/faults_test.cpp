// SPDX-License-Identifier: MIT
// A game whose arithmetic overflows: every verb that runs it says where, once, and its files are as
// sound as any.
#include <tandem/tools/program/evidence/faults.hpp>

#include <sstream>

#include <tandem/sim/math/fixed.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

struct Overflowing : BrokenBase {
    static constexpr std::string_view name = "overflowing";
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (ticks >= 8) {
            static_cast<void>(Fixed::highest() * Fixed(ticks));  // HERE
        }
    }
};
constexpr int k_line_of_the_overflow = __LINE__ - 4;

class Faults : public InFolder {
protected:
    std::string sentence() const {
        return "tick 7: Fixed multiplication overflowed at faults_test.cpp:" +
               std::to_string(k_line_of_the_overflow) + "; the result wrapped, and 2 times more";
    }
    Said recorded(std::vector<std::string> options) const {
        options.insert(options.end(), {"record", "--inputs", "bot", "--ticks", "10", "--force",
                                       "-o", path("a.tandem")});
        return program<Overflowing>(options);
    }

private:
    sim::FaultsExpected expected_;
};

#if TANDEM_ARITHMETIC_CHECKS
TEST_F(Faults, RecordSaysWhereArithmeticOverflowed) {
    const Said said = recorded({});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.err, sentence()));
    const Said json = recorded({"--json"});
    EXPECT_TRUE(says(json.out, "\"faults\":{\"count\":3,\"places\":[{\"text\":\"tick 7: "));
}

TEST_F(Faults, CheckSaysItOfAllSessionsAndFindsTheGameSound) {
    // Other threads do not expect faults.
    const Said said = expect<Overflowing>(
        0, {"--json", "check", "--ticks", "10", "--seeds", "2", "--probe", "twin"});
    EXPECT_TRUE(says(said.out, "\"faults\":{\"count\":6,\"places\":[{\"text\":\"tick 7: "));
    const Said once = program<Overflowing>({"check", "--ticks", "10", "--probe", "twin"});
    EXPECT_TRUE(says(once.err, sentence()));
}

TEST_F(Faults, PlaySaysItAgain) {
    ASSERT_EQ(recorded({}).code, 0);
    const Said said = expect<Overflowing>(0, {"play", "--view", "none", path("a.tandem")});
    EXPECT_TRUE(says(said.err, sentence()));
}

// A recording, a check and a match ask for inputs; who plays back or verifies never does.
struct OverflowingBot : BrokenBase {
    static constexpr std::string_view name = "overflowing_bot";
    void step(Inputs<Input> inputs) { add(inputs); }
    Input bot_input(Slot slot, Random&) const {
        if (slot.index == 1 && ticks >= 4) {
            static_cast<void>(Fixed::highest() * Fixed(ticks));
        }
        return {};
    }
};

TEST_F(Faults, AreToldOfBotsOnceWhoeverPlaysBeside) {
    const std::string in_words = " in bot_input; the result wrapped, and 5 times more";
    const std::string in_json = "\"faults\":{\"count\":6,\"places\":[{\"text\":\"tick 4: ";
    const std::vector<std::string> record{"record", "--inputs",  "bot", "--inputs",
                                          "bot",    "--players", "2",   "--ticks",
                                          "10",     "--force",   "-o",  path("b.tandem")};
    const Said recorded = expect<OverflowingBot>(0, record);
    EXPECT_TRUE(says(recorded.err, "tick 4: Fixed multiplication overflowed at faults_test.cpp:"));
    EXPECT_TRUE(says(recorded.err, in_words)) << recorded.err;
    std::vector<std::string> as_json = record;
    as_json.insert(as_json.begin(), "--json");
    const Said json = program<OverflowingBot>(as_json);
    EXPECT_TRUE(says(json.out, in_json)) << json.out;
    EXPECT_TRUE(says(json.out, "\"asked\":\"bot_input\"")) << json.out;
    const Said played =
        program<OverflowingBot>({"--json", "play", "--view", "none", path("b.tandem")});
    EXPECT_TRUE(says(played.out, "\"faults\":{\"count\":0,")) << played.out;
    // The probe `observed` is asked in place of the game, and again to see what that changes.
    for (const char* const probe : {"twin", "observed,copy"}) {
        const Said checked =
            expect<OverflowingBot>(0, {"--json", "check", "--inputs", "bot", "--inputs", "bot",
                                       "--players", "2", "--ticks", "10", "--probe", probe});
        EXPECT_TRUE(says(checked.out, in_json)) << probe << ": " << checked.out;
    }
}

#ifdef NDEBUG  // its threads do not expect faults
TEST_F(Faults, VerifySaysItAndFindsTheFileSound) {
    ASSERT_EQ(recorded({}).code, 0);
    const Said said = expect<Overflowing>(0, {"verify", path("a.tandem")});
    EXPECT_TRUE(says(said.err, sentence()));
}
#endif
#endif

// A game that throws at tick 29, having divided by zero at tick 6: the second alone explains
// nothing.
class ToldOfAGameThatThrows : public Faults {
protected:
    ~ToldOfAGameThatThrows() override { Troubled::throw_tick = 29; }

    Said troubled(std::vector<std::string> arguments) const {
        return program<Troubled>(std::move(arguments));
    }
    Said record_troubled(std::vector<std::string> options) const {
        options.insert(options.end(),
                       {"record", "--ticks", "100", "--force", "-o", path("a.tandem")});
        return troubled(options);
    }
    static void expect_told(const Said& said, int code) {
        EXPECT_EQ(said.code, code) << said.err;
        EXPECT_TRUE(says(said.err, "tick 6: Fixed division by zero at broken_games.hpp:"));
        EXPECT_TRUE(says(said.err + said.out, "tick 29, step: the game threw an exception: boom"));
    }
    static void expect_json(const Said& said, const std::string& words) {
        EXPECT_TRUE(says(said.out, words)) << said.out;
        EXPECT_TRUE(says(said.out, "\"faults\":{\"count\":1,\"places\":[{\"text\":\"tick 6: "))
            << said.out;
    }
};

TEST_F(ToldOfAGameThatThrows, RecordNamesTheFileAndItsTicksToo) {
    const Said said = record_troubled({});
    expect_told(said, 70);
    EXPECT_TRUE(says(
        said.out, "recorded 29 ticks of troubled with 2 players into " + path("a.tandem") + " ("));
    const Said json = record_troubled({"--json"});
    expect_told(json, 70);
    expect_json(json, "\"ticks\":29,\"players\":2,\"chain\":\"");
    expect_json(json, "\"file\":\"" + path("a.tandem") + "\",");
    expect_json(json, "\"end\":\"step_failed\",");
    expect_json(json, "\"code\":\"step_failed\",\"exit\":70}");
    EXPECT_EQ(troubled({"verify", path("a.tandem")}).code, 0);
}

TEST_F(ToldOfAGameThatThrows, PlaySaysHowFarItCame) {
    Troubled::throw_tick = 1000;
    ASSERT_EQ(record_troubled({}).code, 0);
    Troubled::throw_tick = 29;
    const Said said = troubled({"play", "--view", "none", path("a.tandem")});
    expect_told(said, 70);
    EXPECT_TRUE(says(said.out, "29 of 100 ticks"));
    const Said json = troubled({"--json", "play", "--view", "none", path("a.tandem")});
    expect_json(json, "\"file\":\"" + path("a.tandem") + "\",");
    expect_json(json, "\"ticks\":29,");
    expect_json(json, "\"code\":\"step_failed\",\"exit\":70}");
}

#ifdef NDEBUG  // their threads do not expect faults
TEST_F(ToldOfAGameThatThrows, VerifyFindsItDiverged) {
    Troubled::throw_tick = 1000;
    ASSERT_EQ(record_troubled({}).code, 0);
    Troubled::throw_tick = 29;
    const Said said = troubled({"verify", path("a.tandem")});
    expect_told(said, 1);
    const Said json = troubled({"--json", "verify", path("a.tandem")});
    expect_json(json, "\"file\":\"" + path("a.tandem") + "\",");
    expect_json(json, "\"ticks_checked\":29,");
}
#endif

TEST_F(ToldOfAGameThatThrows, CheckSaysHowFarItCame) {
    const std::vector<std::string> check{"check", "--ticks", "100", "--probe", "copy"};
    const Said said = troubled(check);
    expect_told(said, 70);
    std::vector<std::string> as_json = check;
    as_json.insert(as_json.begin(), "--json");
    const Said json = troubled(as_json);
    expect_json(json, "\"ticks_checked\":29,\"verdict\":null,");
    expect_json(json, "\"code\":\"step_failed\",\"exit\":70}");
}

TEST_F(Faults, PlacesBeyondTheRoomAreToldAsANumber) {
    sim::FaultLog log;
    const int places = static_cast<int>(sim::FaultLog::k_places_max) + 2;
    for (int line = 0; line < places; ++line) {
        log.add({sim::FaultKind::no_result, "Fixed", "division by zero", {"a.hpp", line}, 0, 1});
    }
    std::ostringstream out;
    std::ostringstream err;
    tools::Console console(out, err, "tandem");
    tools::report_faults(log, console);
    EXPECT_TRUE(says(err.str(), "tick 0: Fixed division by zero at a.hpp:1; the result is 0\n"));
    EXPECT_TRUE(says(err.str(), "2 faults more at other places"));
    EXPECT_EQ(out.str(), "");
}

TEST_F(Faults, AGameWithoutAnyIsToldNothing) {
    std::ostringstream out;
    std::ostringstream err;
    tools::Console console(out, err, "tandem");
    tools::report_faults({}, console);
    EXPECT_EQ(err.str(), "");
    EXPECT_EQ(tools::json_line({{"faults", tools::faults_json({})}}),
              "{\"faults\":{\"count\":0,\"places\":[]}}");
}

}  // namespace
}  // namespace tandem::test
