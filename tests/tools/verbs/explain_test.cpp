// SPDX-License-Identifier: MIT
// explain, inside of the test: one verdict on two files, or on one.
#include <array>
#include <cstdlib>
#include <filesystem>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

// A state can hold an index that the game never makes and does not survive, as most games' can.
// `k_blow` is what strikes the sums once.
template <std::uint32_t k_blow>
struct Indexed : BrokenBase {
    static constexpr std::string_view name = "indexed";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        sums = {};
        turn = 0;
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (turn >= sums.size()) {
            std::abort();
        }
        sums[turn] = sums[turn] * 5 + inputs[0].amount;
        turn = (turn + 1) % static_cast<std::uint32_t>(sums.size());
        if (ticks == 40) {
            sums[0] ^= k_blow;
            sums[1] += k_blow;
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(sums), CEREAL_NVP(turn));
    }

    std::array<std::uint32_t, 4> sums{};
    std::uint32_t turn = 0;
};

class ExplainVerb : public InFolder {
protected:
    ExplainVerb() { recorded<Counter>("a", {"--ticks", "600"}); }
    void fake(const std::string& kind, const std::string& name,
              const std::string& at = "250") const {
        expect<Counter>(0, {"fake-desync", kind, path("a"), "--at", at, "-o", path(name)});
    }
    // Of the host's side, who parted from player 1 at tick 250.
    static tools::BundleManifest manifest() {
        tools::BundleManifest manifest;
        manifest.tick = 250;
        manifest.is_host = true;
        manifest.other_player = 1;
        manifest.game = "counter";
        manifest.game_version = 1;
        manifest.build = "here";
        manifest.cause = "memory";
        manifest.text = "equal inputs, other states";
        manifest.theirs = "theirs.tandem";
        return manifest;
    }
    static tools::BundleManifest guests() {
        tools::BundleManifest guest = manifest();
        guest.is_host = false;
        std::swap(guest.player, guest.other_player);
        return guest;
    }
    // A bundle of these recordings; `theirs` is empty where there is none.
    std::string bundle(const std::string& name, tools::BundleManifest manifest,
                       const std::string& ours, const std::string& theirs = "") const {
        std::filesystem::create_directory(path(name));
        std::filesystem::copy_file(path(ours), path(name) + "/ours.tandem");
        if (theirs.empty()) {
            manifest.theirs = "";
            manifest.theirs_missing = "the other side was gone";
        } else {
            std::filesystem::copy_file(path(theirs), path(name) + "/theirs.tandem");
        }
        write(name + "/bundle.json", tools::manifest_text(manifest));
        return path(name);
    }
    void trim(const std::string& name, const std::string& to, const std::string& out) const {
        expect<Counter>(0, {"trim", path(name), "--from", "0", "--to", to, "-o", path(out)});
    }
};

TEST_F(ExplainVerb, SaysThatNothingDiverges) {
    const Said two = expect<Counter>(0, {"explain", path("a"), path("a")});
    EXPECT_TRUE(says(two.out, "none: nothing diverges: both files hold one history\n"));
    const Said one = expect<Counter>(0, {"explain", path("a")});
    EXPECT_TRUE(
        says(one.out, "none: nothing diverges: the file is what the simulation here gives"));
}

TEST_F(ExplainVerb, NamesAFlippedBitWithItsProof) {
    fake("bit", "b");
    const Said said = expect<Counter>(1, {"explain", path("a"), path("b")});
    EXPECT_TRUE(says(said.out, "memory: one bit of the memory of " + path("b") +
                                   " changed by itself at tick 250\n"));
    EXPECT_TRUE(says(said.out, "proof: bit "));
    const Said json = program<Counter>({"--json", "explain", path("b"), path("a")});
    EXPECT_TRUE(says(json.out, "\"class\":\"memory\""));
    EXPECT_TRUE(says(json.out, "\"side\":\"a\",\"tick\":250,"));
}

TEST_F(ExplainVerb, NamesThePlayerWhoseInputDiffers) {
    fake("lost-input", "b");
    const Said said = expect<Counter>(1, {"--json", "explain", path("a"), path("b")});
    EXPECT_TRUE(says(said.out, "\"class\":\"inputs\""));
    EXPECT_TRUE(says(said.out, "\"player\":"));
}

TEST_F(ExplainVerb, AGameThatDiesWhileItIsRunAgainIsToldAndNotSuffered) {
    recorded<Counter>("c", {"--ticks", "30"});
    expect<Leaky>(6, {"explain", path("c")});
}

// No guess explains two blows at once, so that all are tried.
TEST_F(ExplainVerb, AGameThatDiesOfAChangedStateIsExplainedWithoutThem) {
    recorded<Indexed<0x2468ACE1>>("c", {"--ticks", "120"});
    const Said said = expect<Indexed<0>>(1, {"explain", path("c")});
    EXPECT_TRUE(says(said.err, "; it is explained without stepping from changed states"));
    EXPECT_TRUE(says(said.out, "unknown: ")) << "what is left out excludes nothing";
    EXPECT_TRUE(says(said.out, "tick 39")) << said.out;
    EXPECT_TRUE(says(said.out, "not tried, as the game did not survive one")) << said.out;
    EXPECT_TRUE(says(said.out, "the game did not survive a changed state")) << said.out;
}

TEST_F(ExplainVerb, AFlawOfAFileIsToldAndNeverTakenForAgreement) {
    fake("bit", "b");
    std::filesystem::copy_file(path("a"), path("cut"));
    std::filesystem::resize_file(path("cut"), std::filesystem::file_size(path("cut")) - 9);
    for (const auto& names : std::vector<std::vector<std::string>>{
             {"explain", path("cut")}, {"explain", path("cut"), path("a")}}) {
        const Said said = expect<Counter>(3, names);
        EXPECT_TRUE(says(said.out, "none: nothing diverges"));
        EXPECT_TRUE(says(said.err, path("cut") + ", byte "));
    }
    const Said differs = expect<Counter>(1, {"explain", path("cut"), path("b")});
    EXPECT_TRUE(says(differs.err, path("cut") + ", byte "));
}

TEST_F(ExplainVerb, ABundleIsOneSideAgainstWhatIsKnownOfTheOther) {
    fake("bit", "b");
    const std::string folder = bundle("a.desync", manifest(), "a", "b");
    const Said said = expect<Counter>(1, {"explain", folder});
    EXPECT_TRUE(says(said.out, "memory: one bit of the memory of " + folder +
                                   "/theirs.tandem changed by itself at tick 250\n"));
    EXPECT_TRUE(
        says(said.out, "1. what does the bundle say? " + folder +
                           " is of the host, player 0, who parted from player 1 at tick "
                           "250 of counter version 1; the match took it for memory and said: "
                           "equal inputs, other states\n"));
    // The recordings name their program, which is more than what the bundle says of builds.
    EXPECT_TRUE(
        says(said.out, "do both sides say the same of their build? yes, it is one program"));
    EXPECT_TRUE(says(said.out, "do they part where the match saw it? yes, at tick 250\n"));
    const Said json = program<Counter>({"--json", "explain", folder});
    EXPECT_TRUE(says(json.out, "\"bundles\":[{\"folder\":\"" + folder + "\",\"schema\":1,"));
    const Said files = program<Counter>({"--json", "explain", path("a"), path("b")});
    EXPECT_TRUE(says(files.out, "\"bundles\":[]"));
}

TEST_F(ExplainVerb, TwoBundlesAreTheOwnRecordingsOfBothSides) {
    fake("bit", "b");
    trim("a", "251", "a-known");  // up to the bad tick, as a live match knows it
    const std::string host = bundle("host.desync", manifest(), "a", "b");
    tools::BundleManifest guest = guests();
    guest.build = "there";
    const std::string other = bundle("guest.desync", guest, "b", "a-known");
    const Said both = expect<Counter>(1, {"explain", host, other});
    EXPECT_TRUE(says(both.out, "memory: one bit of the memory of " + other + "/ours.tandem"));
    EXPECT_TRUE(
        says(both.out, "do both sides say the same of their build? yes, it is one program"));
    for (const auto& sides : {std::pair(path("a"), other), std::pair(host, path("b"))}) {
        const Said mixed = expect<Counter>(1, {"explain", sides.first, sides.second});
        EXPECT_TRUE(says(mixed.out, "memory: "));
    }
}

TEST_F(ExplainVerb, ABundleWithoutTheOtherSideIsAskedAloneAndSaysWhy) {
    fake("bit", "b");
    const Said faulty = expect<Counter>(1, {"explain", bundle("b.desync", guests(), "b")});
    EXPECT_TRUE(says(faulty.out, "memory: one bit"));
    EXPECT_TRUE(says(faulty.out,
                     "what is known of the other side? nothing: the other side was gone; so that "
                     "side's recording is asked alone\n"));
    EXPECT_TRUE(
        says(faulty.out, "do both sides say the same of their build? unknown: its side is here"));
    tools::BundleManifest other = guests();
    other.other_build = "there";
    EXPECT_TRUE(says(program<Counter>({"explain", bundle("c.desync", other, "b")}).out,
                     "do both sides say the same of their build? no: here and there"));
    const Said sound = program<Counter>({"--json", "explain", bundle("a.desync", manifest(), "a")});
    EXPECT_EQ(sound.code, 1) << "the match did diverge";
    EXPECT_TRUE(says(sound.out, "\"class\":\"unknown\""));
    EXPECT_TRUE(says(sound.out, "\"tick\":250"));
}

// The match ended there, so neither side has a tick, whoever of them explains.
TEST_F(ExplainVerb, ABundleOfOneProgramThatBeganInTwoWaysNamesWhatDiffers) {
    const auto begun = [&](const std::string& name, bool is_otherwise) {
        replay::BufferOutput output;
        replay::Recorder recorder(output, {.game_build = tools::own_game_build()});
        sim::Timeline timeline(sim::erase<Counter>());
        const tandem::Setup setup = replay::Replay::open(path("a"))->header().setup;
        EXPECT_TRUE(timeline.start(setup));
        if (is_otherwise) {  // a state that no setup begins with
            EXPECT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
        }
        const std::uint64_t start = sim::start_hash(sim::erase<Counter>().info(), setup);
        const sim::Bytes state = timeline.simulation().save();
        const auto hashes = sim::running_start(start, timeline.state_hash());
        EXPECT_TRUE(recorder.on_start(
            {sim::erase<Counter>().info(), setup, start, timeline.state_hash(), hashes, state, 0}));
        EXPECT_TRUE(recorder.on_end(sim::EndReason::desync));
        write(name, {reinterpret_cast<const char*>(output.bytes().data()), output.bytes().size()});
    };
    begun("ours", false);
    begun("theirs", true);
    tools::BundleManifest ours = manifest();
    ours.tick = 0;
    for (const auto& [first, second] : {std::pair("ours", "theirs"), std::pair("theirs", "ours")}) {
        const Said said = expect<Counter>(
            1, {"explain", bundle(std::string(first) + ".desync", ours, first, second)});
        EXPECT_TRUE(said.out.starts_with("unknown: the histories part before the first tick"))
            << said.out;
        EXPECT_TRUE(says(said.out,
                         "did they begin alike? no: game, version and setup are equal, "
                         "and the states before tick 0 are not"));
        EXPECT_TRUE(says(said.out,
                         "do both sides say the same of their build? yes, it is one "
                         "program: "));
        EXPECT_FALSE(says(said.out, "were their inputs equal"));
    }
}

// Then a match knows of the other side nothing but how it began.
TEST_F(ExplainVerb, ABundleOfTwoThatDifferBeforeTheFirstTickIsExplained) {
    replay::BufferOutput begun;
    replay::Recorder recorder(begun);
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    tandem::Setup setup = replay::Replay::open(path("a"))->header().setup;
    ++setup.seed;
    ASSERT_TRUE(timeline.start(setup));
    ASSERT_TRUE(recorder.on_end(sim::EndReason::desync));
    write("begun", {reinterpret_cast<const char*>(begun.bytes().data()), begun.bytes().size()});
    tools::BundleManifest other = manifest();
    other.tick = 0;
    const Said said = expect<Counter>(1, {"explain", bundle("a.desync", other, "a", "begun")});
    EXPECT_TRUE(says(said.out, "setup: the two sessions began with different setups"));
}

TEST_F(ExplainVerb, BundlesThatAreCutOrPutTogetherOfTwoAreRefused) {
    fake("bit", "b");
    fake("lost-input", "early", "100");
    trim("a", "200", "short");
    const auto refused = [&](std::vector<std::string> names, const std::string& words) {
        names.insert(names.begin(), "explain");
        const Said said = expect<Counter>(3, names);
        EXPECT_TRUE(says(said.err, words));
    };
    refused(
        {bundle("1", manifest(), "short", "b")},
        "ours.tandem: holds ticks 0 to before 200, and not tick 250, at which the sides parted");
    refused({bundle("2", manifest(), "a", "short")}, "theirs.tandem: holds ticks 0 to before 200");
    tools::BundleManifest other = manifest();
    other.game = "duel";
    refused({bundle("3", other, "a", "b")},
            "is a recording of counter version 1, and bundle.json says duel version 1");
    other = manifest();
    other.other_player = 7;
    refused({bundle("4", other, "a", "b")}, "and bundle.json names player 7");
    const std::string host = bundle("5", manifest(), "a", "b");
    refused({host, bundle("6", guests(), "early", "a")},
            "different matches: their recordings part at tick 100, and each says that all was "
            "equal before tick 250");
    recorded<Counter>("other", {"--ticks", "600", "--seed", "8"});
    refused({host, bundle("7", guests(), "other", "a")},
            "different matches, which began with different setups");
    std::filesystem::resize_file(host + "/bundle.json", 40);
    refused({host}, "bundle.json, byte 41: this is no JSON");
    std::filesystem::remove(host + "/bundle.json");
    expect<Counter>(5, {"explain", host});
}

TEST_F(ExplainVerb, SaysWhichValueIsWhose) {
    fake("bit", "b");
    const std::string heading = "\n  (simulated here | " + path("b") + ")\n  tick 250  ";
    EXPECT_TRUE(says(program<Counter>({"explain", path("a"), path("b")}).out, heading));
    EXPECT_TRUE(says(program<Counter>({"explain", path("b")}).out, heading));
    fake("lost-input", "c");
    EXPECT_TRUE(says(program<Counter>({"explain", path("a"), path("c")}).out,
                     "\n  (" + path("a") + " | " + path("c") + ")\n  tick 250, input of player "));
}

TEST_F(ExplainVerb, PrintsFieldsAndANextStepWhereNoStateOfTheBadTickIsKnown) {
    recorded<Counter>("a", {"--ticks", "1200", "--keyframe-ticks", "100", "--force"});
    fake("static", "b", "250");
    const Said two = program<Counter>({"explain", path("a"), path("b")});
    EXPECT_TRUE(two.out.starts_with("local: ")) << two.out;
    EXPECT_TRUE(
        says(two.out, "\nwhat differs behind it, in the first states that are known of both:\n  (" +
                          path("a") + " | " + path("b") + ")\n  tick "));
    const std::string again = " --inputs replay:" + path("a") + " --seed 1";
    const std::string sides = ", on the machine of each side\n";
    EXPECT_TRUE(two.out.ends_with("\nnext: here check --ticks 300" + again + sides)) << two.out;
    const Said one = program<Counter>({"explain", path("b")});
    EXPECT_TRUE(says(one.out, "\n  (simulated here | " + path("b") + ")\n  tick ")) << one.out;
    fake("static", "late", "950");
    const Said late = program<Counter>({"explain", path("a"), path("late")});
    EXPECT_TRUE(late.out.ends_with("\nnext: here check --ticks 951" + again + sides)) << late.out;
    const Said many = program<Counter, Leaky>({"explain", path("a"), path("b")});
    EXPECT_TRUE(
        many.out.ends_with("\nnext: here --game counter check --ticks 300" + again + sides));
    // What it is told to play is there.
    const Said alone = program<Counter>({"explain", path("b")});
    EXPECT_TRUE(alone.out.ends_with("\nnext: here check --ticks 300 --inputs replay:" + path("b") +
                                    " --seed 1\n"))
        << alone.out;
    fake("bit", "c");
    EXPECT_FALSE(says(program<Counter>({"explain", path("a"), path("c")}).out, "next: "));
}

TEST_F(ExplainVerb, NamesTheOtherProgramAsTheNextToBeAsked) {
    fake("build", "b");
    const Said two = program<Counter>({"explain", path("a"), path("b")});
    EXPECT_TRUE(two.out.starts_with("unknown: ")) << two.out;
    EXPECT_TRUE(says(two.out, "; it was recorded by another program than this one")) << two.out;
    EXPECT_TRUE(two.out.ends_with("\nnext: here explain " + path("a") + " " + path("b") +
                                  " --against PROGRAM, with the one that made it\n"))
        << two.out;
    const Said one = program<Counter>({"explain", path("b")});
    EXPECT_TRUE(one.out.ends_with("\nnext: here explain " + path("b") +
                                  " --against PROGRAM, with the one that made it\n"))
        << one.out;
}

TEST_F(ExplainVerb, OfAPlantedFaultSaysSoInItsFirstLine) {
    recorded<Counter>("b", {"--ticks", "600", "--plant", "250:totals[1]"});
    const Said said = program<Counter>({"explain", path("a"), path("b")});
    EXPECT_TRUE(said.out.starts_with("memory: one bit of the memory of " + path("b") +
                                     " was flipped on purpose at tick 250, as its recording says "
                                     "itself\n"))
        << said.out;
    EXPECT_TRUE(says(program<Counter>({"--json", "explain", path("a"), path("b")}).out,
                     "was flipped on purpose"));
}

TEST_F(ExplainVerb, APlantMarkOfNoFieldIsEscapedAndHarmless) {
    const std::string strange = "\x1b[31mno such field";
    replay::BufferOutput marked;
    replay::Recorder recorder(marked);
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_TRUE(timeline.start(replay::Replay::open(path("a"))->header().setup));
    ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
    ASSERT_TRUE(timeline.mark({sim::MarkKind::plant, sim::Tick{0}, 0, 0, strange}));
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    write("b", {reinterpret_cast<const char*>(marked.bytes().data()), marked.bytes().size()});
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"explain", path("b")},
                                               {"explain", path("a"), path("b")},
                                               {"diff", path("a"), path("b")},
                                               {"info", path("b")},
                                               {"find", "ticks == 1", path("b")},
                                               {"verify", path("b")}}) {
        const Said said = program<Counter>(arguments);
        EXPECT_FALSE(says(said.out + said.err, "\x1b")) << arguments[0];
        EXPECT_NE(said.code, 70) << arguments[0] << said.err;
    }
}

}  // namespace
}  // namespace tandem::test
