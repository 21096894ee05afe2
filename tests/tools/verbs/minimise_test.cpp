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
        recorded<Touchy>("long", {"--ticks", "300"});
    }
    ~Minimise() override { Touchy::throws = false; }
};

TEST_F(Minimise, LeavesTheThreeInputsThatThrow) {
    Touchy::throws = true;
    const Said said = expect<Touchy>(0, {"--json", "minimise", path("long"), "-o", path("small")});
    EXPECT_TRUE(says(said.out, "touched too often"));
    EXPECT_TRUE(says(said.out, "\"inputs\":3,")) << said.out;
    const Said again =
        expect<Touchy>(70, {"record", "--inputs", "replay:" + path("small"), "-o", path("again")});
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
    const Said crash = expect<Touchy>(70, {"record", "--ticks", "300", "-o", path("crash")});
    EXPECT_TRUE(says(crash.out, " minimise " + path("crash") + " -o ")) << crash.err;
    EXPECT_TRUE(says(program<Touchy>({"info", path("crash")}).out, "failed at tick "));
    const Said said = expect<Touchy>(0, {"--json", "minimise", path("crash"), "-o", path("small")});
    EXPECT_TRUE(says(said.out, "\"inputs\":3,")) << said.out;
    const Said again =
        expect<Touchy>(70, {"record", "--inputs", "replay:" + path("small"), "-o", path("again")});
    for (const char* file : {"crash", "small", "again"}) {
        const Said verified = program<Touchy>({"verify", path(file)});
        EXPECT_EQ(verified.code, 0) << "the ticks before it are sound: " << verified.err;
        const Said why = expect<Touchy>(0, {"explain", path(file)});
        EXPECT_TRUE(says(why.out, "fails here too")) << why.out;
    }
    Touchy::throws = false;
    const Said mended = expect<Touchy>(1, {"explain", path("crash")});
    EXPECT_TRUE(says(mended.out, "is simulated here")) << mended.out;
    const Said two = expect<Touchy>(1, {"explain", path("crash"), path("long")});
    EXPECT_TRUE(says(two.out, "failed at tick ")) << two.out;
    EXPECT_TRUE(says(two.out, "did the other one go through that step? yes")) << two.out;
    const Said both = expect<Touchy>(0, {"explain", path("crash"), path("crash")});
    EXPECT_TRUE(says(both.out, "did the session of the second end by a failed step? yes"));
}

TEST_F(Minimise, TakesNoFailureForAConditionThatNeverHolds) {
    Touchy::throws = true;
    expect<Touchy>(70, {"record", "--ticks", "300", "-o", path("crash")});
    const Said said = expect<Touchy>(
        2, {"minimise", path("crash"), "--until", "touched >= 100", "-o", path("small")});
    EXPECT_TRUE(says(said.err, "does not fail in any tick")) << said.err;
}

TEST_F(Minimise, NamesNoMinimisingOfAFaultThatWasPlanted) {
    Touchy::throws = true;
    const Said crash = expect<Touchy>(
        70, {"record", "--ticks", "300", "--plant", "0:touched", "-o", path("crash")});
    EXPECT_FALSE(says(crash.out, "next: ")) << crash.out;
}

TEST_F(Minimise, LeavesWhatAConditionNeeds) {
    const Said said = expect<Touchy>(
        0, {"minimise", path("long"), "--until", "touched >= 5", "-o", path("small")});
    EXPECT_TRUE(says(said.out, ": 5 inputs of "));
    expect<Touchy>(0, {"find", "touched >= 5", path("small")});
    expect<Touchy>(0, {"verify", path("small")});
}

TEST_F(Minimise, RefusesASessionThatDoesNotFailAndAnUnknownField) {
    const Said sound = expect<Touchy>(2, {"minimise", path("long"), "-o", path("small")});
    EXPECT_TRUE(says(sound.err, "does not fail"));
    const Said unknown = expect<Touchy>(
        2, {"minimise", path("long"), "--until", "tuched == 1", "-o", path("small")});
    EXPECT_TRUE(says(unknown.err, "touched"));
    expect<Touchy>(2, {"minimise", path("long"), "-o", path("long")});
}

}  // namespace
}  // namespace tandem::test
