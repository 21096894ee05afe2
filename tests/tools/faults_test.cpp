// SPDX-License-Identifier: MIT
// A game whose arithmetic overflows: every verb that runs it says where, once, and its files are as
// sound as any.
#include <tandem/tools/faults.hpp>

#include <sstream>

#include <tandem/sim/fixed.hpp>
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
    const Said said = program<Overflowing>(
        {"--json", "check", "--ticks", "10", "--seeds", "2", "--probe", "twin"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"faults\":{\"count\":6,\"places\":[{\"text\":\"tick 7: "));
    const Said once = program<Overflowing>({"check", "--ticks", "10", "--probe", "twin"});
    EXPECT_TRUE(says(once.err, sentence()));
}

TEST_F(Faults, PlaySaysItAgain) {
    ASSERT_EQ(recorded({}).code, 0);
    const Said said = program<Overflowing>({"play", "--view", "none", path("a.tandem")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.err, sentence()));
}

#ifdef NDEBUG  // its threads do not expect faults
TEST_F(Faults, VerifySaysItAndFindsTheFileSound) {
    ASSERT_EQ(recorded({}).code, 0);
    const Said said = program<Overflowing>({"verify", path("a.tandem")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.err, sentence()));
}
#endif
#endif

TEST_F(Faults, PlacesBeyondTheRoomAreToldAsANumber) {
    sim::FaultLog log;
    const int places = static_cast<int>(sim::FaultLog::k_places_max) + 2;
    for (int line = 0; line < places; ++line) {
        log.add({sim::FaultKind::no_result, "Fixed", "division by zero", {"a.hpp", line}, 0, 1});
    }
    std::ostringstream out;
    std::ostringstream err;
    tools::Console console(out, err, "tandem");
    tools::tell_faults(log, console);
    EXPECT_TRUE(says(err.str(), "tick 0: Fixed division by zero at a.hpp:1; the result is 0\n"));
    EXPECT_TRUE(says(err.str(), "2 faults more at other places"));
    EXPECT_EQ(out.str(), "");
}

TEST_F(Faults, AGameWithoutAnyIsToldNothing) {
    std::ostringstream out;
    std::ostringstream err;
    tools::Console console(out, err, "tandem");
    tools::tell_faults({}, console);
    EXPECT_EQ(err.str(), "");
    EXPECT_EQ(tools::json_line({{"faults", tools::faults_json({})}}),
              "{\"faults\":{\"count\":0,\"places\":[]}}");
}

}  // namespace
}  // namespace tandem::test
