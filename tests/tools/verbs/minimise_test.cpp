// SPDX-License-Identifier: MIT
// minimise, inside of the test: a small file that fails as the large one does.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

// Throws once anybody has given three amounts of 200 or more.
struct Touchy : BrokenBase {
    static constexpr std::string_view name = "touchy";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        touched = 0;
    }
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            touched += input.amount >= 200 ? 1U : 0U;
        }
        if (touched >= 3 && throws) {
            throw std::runtime_error("touched too often");
        }
        add(inputs);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(touched));
    }
    std::uint32_t touched = 0;
    static inline bool throws = false;
};

class Minimise : public InFolder {
protected:
    Minimise() {
        Touchy::throws = false;
        EXPECT_EQ(program<Touchy>({"record", "--ticks", "300", "-o", path("long")}).code, 0);
    }
    ~Minimise() override { Touchy::throws = false; }
};

TEST_F(Minimise, LeavesTheThreeInputsThatThrow) {
    Touchy::throws = true;
    const Said said = program<Touchy>({"--json", "minimise", path("long"), "-o", path("small")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "touched too often"));
    EXPECT_TRUE(says(said.out, "\"inputs\":3,")) << said.out;
    const Said again =
        program<Touchy>({"record", "--inputs", "replay:" + path("small"), "-o", path("again")});
    EXPECT_EQ(again.code, 70) << again.err;
    EXPECT_TRUE(says(again.err, "touched too often"));
    Touchy::throws = false;
    EXPECT_EQ(
        program<Touchy>({"record", "--inputs", "replay:" + path("small"), "-o", path("mended")})
            .code,
        0)
        << "who mends the game sees the same command succeed";
}

TEST_F(Minimise, ShrinksARecordingWhoseOwnSessionFailed) {
    Touchy::throws = true;
    const Said crash = program<Touchy>({"record", "--ticks", "300", "-o", path("crash")});
    EXPECT_EQ(crash.code, 70) << crash.err;
    EXPECT_TRUE(says(crash.out, " minimise " + path("crash") + " -o ")) << crash.err;
    EXPECT_TRUE(says(program<Touchy>({"info", path("crash")}).out, "failed at tick "));
    const Said said = program<Touchy>({"--json", "minimise", path("crash"), "-o", path("small")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"inputs\":3,")) << said.out;
    const Said again =
        program<Touchy>({"record", "--inputs", "replay:" + path("small"), "-o", path("again")});
    EXPECT_EQ(again.code, 70) << again.err;
    for (const char* file : {"crash", "small", "again"}) {
        const Said verified = program<Touchy>({"verify", path(file)});
        EXPECT_EQ(verified.code, 0) << "the ticks before it are sound: " << verified.err;
        const Said why = program<Touchy>({"explain", path(file)});
        EXPECT_EQ(why.code, 0) << why.out << why.err;
        EXPECT_TRUE(says(why.out, "fails here too")) << why.out;
    }
    Touchy::throws = false;
    const Said mended = program<Touchy>({"explain", path("crash")});
    EXPECT_EQ(mended.code, 1) << mended.out;
    EXPECT_TRUE(says(mended.out, "is simulated here")) << mended.out;
    const Said two = program<Touchy>({"explain", path("crash"), path("long")});
    EXPECT_EQ(two.code, 1) << two.out;
    EXPECT_TRUE(says(two.out, "failed at tick ")) << two.out;
    EXPECT_TRUE(says(two.out, "did the other one go through that step? yes")) << two.out;
    const Said both = program<Touchy>({"explain", path("crash"), path("crash")});
    EXPECT_EQ(both.code, 0) << both.out;
    EXPECT_TRUE(says(both.out, "did the session of the second end by a failed step? yes"));
}

TEST_F(Minimise, TakesNoFailureForAConditionThatNeverHolds) {
    Touchy::throws = true;
    EXPECT_EQ(program<Touchy>({"record", "--ticks", "300", "-o", path("crash")}).code, 70);
    const Said said = program<Touchy>(
        {"minimise", path("crash"), "--until", "touched >= 100", "-o", path("small")});
    EXPECT_EQ(said.code, 2) << said.out;
    EXPECT_TRUE(says(said.err, "does not fail in any tick")) << said.err;
}

TEST_F(Minimise, NamesNoMinimisingOfAFaultThatWasPlanted) {
    Touchy::throws = true;
    const Said crash =
        program<Touchy>({"record", "--ticks", "300", "--plant", "0:touched", "-o", path("crash")});
    EXPECT_EQ(crash.code, 70) << crash.err;
    EXPECT_FALSE(says(crash.out, "next: ")) << crash.out;
}

TEST_F(Minimise, LeavesWhatAConditionNeeds) {
    const Said said =
        program<Touchy>({"minimise", path("long"), "--until", "touched >= 5", "-o", path("small")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, ": 5 inputs of "));
    EXPECT_EQ(program<Touchy>({"find", "touched >= 5", path("small")}).code, 0);
    EXPECT_EQ(program<Touchy>({"verify", path("small")}).code, 0);
}

TEST_F(Minimise, RefusesASessionThatDoesNotFailAndAnUnknownField) {
    const Said sound = program<Touchy>({"minimise", path("long"), "-o", path("small")});
    EXPECT_EQ(sound.code, 2);
    EXPECT_TRUE(says(sound.err, "does not fail"));
    const Said unknown =
        program<Touchy>({"minimise", path("long"), "--until", "tuched == 1", "-o", path("small")});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(says(unknown.err, "touched"));
    EXPECT_EQ(program<Touchy>({"minimise", path("long"), "-o", path("long")}).code, 2);
}

}  // namespace
}  // namespace tandem::test
