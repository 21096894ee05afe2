// SPDX-License-Identifier: MIT
// A game that misbehaves while a recording of it is run again: every verb that does so is bounded,
// says what happened in one sentence and ends.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

enum class Mishap {
    none,
    throws,
    loops,
    eats,
    takes,
    overflows,
    exits,
    writes_out,
    closes,
    forks,
    answers
};

constexpr std::uint64_t k_mishap_tick = 20;

// Keeps every level of the recursion in memory.
int overflow_stack(int depth) {
    volatile char page[4096];
    page[0] = static_cast<char>(depth);
    return depth < 0 ? 0 : overflow_stack(depth + 1) + page[0];
}

// What a game that answers in place of whoever runs it says.
std::string g_answer;

// Over every socket there is, as it would be if the game had written over the true answer.
void answer_and_end() {
    const auto size = static_cast<std::uint32_t>(g_answer.size());
    std::string framed;
    for (unsigned byte = 0; byte < sizeof size; ++byte) {
        framed += static_cast<char>(size >> (8 * byte) & 0xffU);
    }
    framed += g_answer;
    for (int number = 3; number < 64; ++number) {
        static_cast<void>(send(number, framed.data(), framed.size(), MSG_NOSIGNAL));
    }
    _exit(0);
}

void happen(Mishap mishap) {
    switch (mishap) {
        case Mishap::none:
            return;
        case Mishap::throws:
            throw std::runtime_error("planned");
        case Mishap::loops:
            for (volatile bool goes_on = true; goes_on;) {
            }
            return;
        case Mishap::eats:
            for (std::vector<std::unique_ptr<char[]>> all;;) {
                all.emplace_back(new char[std::size_t{64} << 20]);
            }
        case Mishap::takes: {
            const std::unique_ptr<char[]> gibibyte(new char[std::size_t{1} << 30]);
            gibibyte[0] = 1;
            return;
        }
        case Mishap::overflows:
            std::exit(overflow_stack(0));
        case Mishap::exits:
            std::exit(0);
        case Mishap::writes_out:
            std::puts("a line of the game");
            std::fflush(stdout);
            return;
        case Mishap::closes:
            for (int number = 0; number < 64; ++number) {
                close(number);
            }
            return;
        case Mishap::forks:
            fork();
            return;
        case Mishap::answers:
            answer_and_end();
    }
}

// Does something in the step of one tick, if the inputs of it are certain ones.
struct Mishapped : BrokenBase {
    static constexpr std::string_view name = "mishapped";
    void step(Inputs<Input> inputs) {
        last = 0;
        for (const Input& input : inputs) {
            last += input.amount;
        }
        if (ticks == k_mishap_tick && last == trigger) {
            happen(mishap);
        }
        add(inputs);
    }
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        last = 0;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        BrokenBase::serialize(ar);
        ar(CEREAL_NVP(last));
    }
    std::uint32_t last = 0;
    static inline Mishap mishap = Mishap::none;
    static inline std::uint32_t trigger = 0;
};

std::set<std::string> names_of(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

class Rerun : public InFolder {
protected:
    Rerun() {
        Mishapped::mishap = Mishap::none;
        recorded<Mishapped>("bad", {"--ticks", "50"});
        expect<Mishapped>(
            0, {"fake-desync", "lost-input", path("bad"), "--at", "20", "-o", path("good")});
        const Said last = expect<Mishapped>(0, {"state", path("bad"), "--at", "21", "last"});
        Mishapped::trigger = static_cast<std::uint32_t>(std::stoul(last.out));
    }
    ~Rerun() override { Mishapped::mishap = Mishap::none; }

    Said run(Mishap mishap, std::vector<std::string> arguments) const {
        Mishapped::mishap = mishap;
        return program<Mishapped>(std::move(arguments));
    }
    std::vector<std::vector<std::string>> verbs() const {
        return {{"explain", path("bad")},
                {"find", "ticks == 30", path("bad")},
                {"why", path("bad"), "ticks", "--at", "30"},
                {"fake-desync", "bit", path("bad"), "--at", "30", "-o", path("fake"), "--force"},
                {"minimise", path("bad"), "-o", path("small"), "--force"},
                {"blame", path("good"), path("bad")}};
    }
    // What every verb that plays one run says of this, in one sentence.
    void expect_told(Mishap mishap, int code, const std::string& words) const {
        for (std::vector<std::string> verb : verbs()) {
            if (verb[0] == "minimise" || verb[0] == "blame") {
                continue;
            }
            if (mishap == Mishap::loops) {
                verb.insert(verb.end(), {"--patience", "1"});
            }
            const Said said = run(mishap, verb);
            EXPECT_EQ(said.code, code) << verb[0] << ": " << said.out << said.err;
            EXPECT_TRUE(says(said.err, words)) << verb[0];
            EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
            EXPECT_EQ(said.out, "") << verb[0];
        }
    }
    // What minimise and blame find: this is the failure that they are asked for.
    void expect_found(Mishap mishap, const std::string& words) const {
        const Said small = run(mishap, {"minimise", path("bad"), "-o", path("small"), "--force"});
        EXPECT_EQ(small.code, 0) << small.err;
        EXPECT_TRUE(says(small.out, words));
        EXPECT_TRUE(says(small.out, " and 21 ticks of 50 are left"));
        const Said blamed = run(mishap, {"blame", path("good"), path("bad")});
        EXPECT_EQ(blamed.code, 0) << blamed.err;
        EXPECT_TRUE(says(blamed.out, "tick 20, input of player "));
    }
};

// A sanitizer has its own ways to end a process and to count memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_is_plain = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool k_is_plain = false;
#else
constexpr bool k_is_plain = true;
#endif
#else
constexpr bool k_is_plain = true;
#endif

TEST_F(Rerun, OneThatHangsIsEndedAndTold) {
    expect_told(Mishap::loops, 70,
                "no step has come to an end for 1 s: the game hangs, or one step takes longer than "
                "that, after 2");
}

TEST_F(Rerun, OneThatDiesIsTold) {
    expect_told(Mishap::closes, 70, "the process that simulated ended by exit code 1, after ");
    if (k_is_plain) {
        expect_told(Mishap::exits, 70, "the process that simulated ended by exit code 0, after 2");
        expect_told(Mishap::overflows, 70, "the process that simulated ended by signal 11");
    }
}

TEST_F(Rerun, ADamagedAnswerIsToldByEveryVerb) {
    for (const std::string& answer : {std::string(), std::string("cut"), std::string(100, '\0'),
                                      std::string(100, '\1'), std::string(100, '\xff')}) {
        g_answer = answer;
        for (const auto& verb : verbs()) {
            SCOPED_TRACE(verb[0] + ", " + std::to_string(answer.size()) + " bytes");
            const Said said = run(Mishap::answers, verb);
            EXPECT_EQ(said.code, 70) << said.out << said.err;
            EXPECT_TRUE(says(said.err, "the answer of the run is damaged"));
            EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
        }
    }
}

TEST_F(Rerun, OneThatDiesInOneFileLeavesTheOthersToBeSearched) {
    const Said said =
        run(Mishap::closes, {"find", "ticks == 30", path("bad"), path("good"), "--jobs", "2"});
    EXPECT_EQ(said.code, 70);
    EXPECT_EQ(said.out, path("good") + ": after 30 ticks\n");
    EXPECT_TRUE(says(said.err, "searching " + path("bad") + ": "));
}

TEST_F(Rerun, OneThatThrowsOrIsRefusedMemoryIsToldByWhatTheGameSays) {
    for (const auto& [mishap, words] :
         {std::pair(Mishap::throws, std::string("the game threw an exception: planned")),
          std::pair(Mishap::eats, std::string("memory ran out in the game"))}) {
        if (mishap == Mishap::eats && !k_is_plain) {
            continue;
        }
        for (const auto& verb : verbs()) {
            if (verb[0] == "minimise" || verb[0] == "blame") {
                continue;
            }
            const Said said = run(mishap, verb);
            EXPECT_NE(said.code, 0) << verb[0];
            EXPECT_TRUE(says(said.out + said.err, words)) << verb[0];
        }
    }
}

TEST_F(Rerun, AGibibyteIsGivenUnlessLessIsAllowed) {
    if (!k_is_plain) {
        GTEST_SKIP() << "a sanitizer counts memory in its own way";
    }
    for (std::vector<std::string> verb : verbs()) {
        if (verb[0] == "minimise" || verb[0] == "blame") {
            continue;
        }
        EXPECT_EQ(run(Mishap::takes, verb).code, 0) << verb[0];
        verb.insert(verb.end(), {"--memory", "512"});
        const Said said = run(Mishap::takes, verb);
        EXPECT_NE(said.code, 0) << verb[0];
        EXPECT_TRUE(says(said.out + said.err, "memory ran out in the game")) << verb[0];
    }
    const Said found = run(Mishap::takes, {"minimise", path("bad"), "-o", path("small"), "--force",
                                           "--memory", "512"});
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_TRUE(says(found.out, "it fails: memory ran out in the game"));
    EXPECT_EQ(run(Mishap::takes, {"blame", path("good"), path("bad"), "--memory", "512"}).code, 0);
}

TEST_F(Rerun, OneThatDiesLeavesNothingOfThePageItWasToWrite) {
    for (const Mishap mishap : {Mishap::loops, Mishap::closes}) {
        const Said said = run(mishap, {"explain", path("bad"), "--html", path("page"), "--trace",
                                       path("trace"), "--patience", "1"});
        EXPECT_EQ(said.code, 70) << said.err;
        EXPECT_EQ(names_of(path("")), (std::set<std::string>{"bad", "good"}));
    }
}

// Files of this process may not be larger while this lives.
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

private:
    rlimit before_{};
};

TEST_F(Rerun, APageLargerThanFilesMayBeIsAnErrorAndLeavesNothing) {
    tools::survive_file_limits();
    for (const char* option : {"--html", "--trace"}) {
        Said said;
        {
            const FileLimit limit(512);
            said = run(Mishap::none, {"explain", path("good"), path("bad"), option, path("page")});
        }
        EXPECT_EQ(said.code, 5) << said.err;
        EXPECT_TRUE(says(said.err, path("page") + ", byte 0: cannot be written: File too large"));
        EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
        EXPECT_EQ(names_of(path("")), (std::set<std::string>{"bad", "good"}));
    }
    const Said whole =
        run(Mishap::none, {"explain", path("good"), path("bad"), "--html", path("page")});
    EXPECT_EQ(whole.code, 1) << whole.err;
    EXPECT_EQ(names_of(path("")), (std::set<std::string>{"bad", "good", "page"}));
}

TEST_F(Rerun, WhatEndsASessionIsWhatMinimiseAndBlameFind) {
    expect_found(Mishap::throws, "it fails: the game threw an exception: planned");
    if (k_is_plain) {
        expect_found(Mishap::overflows, "it fails: the process that simulated ended by signal 11");
    }
}

TEST_F(Rerun, WhatHarmsNobodyChangesNoAnswer) {
    for (const auto& verb : verbs()) {
        const Said sound = run(Mishap::none, verb);
        for (const Mishap mishap : {Mishap::writes_out, Mishap::forks}) {
            const Said said = run(mishap, verb);
            EXPECT_EQ(said.code, sound.code) << verb[0];
            EXPECT_EQ(said.out, sound.out) << verb[0];
            EXPECT_EQ(said.err, sound.err) << verb[0];
        }
    }
}

// Cut anywhere, or with one bit flipped anywhere.
std::string damaged_recording(std::string content, Random& random) {
    const auto at = static_cast<std::size_t>(random.below(std::uint64_t{content.size()}));
    if (random.below(2U) == 0) {
        return content.substr(0, at);
    }
    content[at] = static_cast<char>(content[at] ^ (1 << random.below(8U)));
    return content;
}

TEST_F(Rerun, ADamagedRecordingIsToldInOneSentenceOrDoesNoHarm) {
    constexpr std::uint32_t k_damage_seed = 20261126;
    Random random(k_damage_seed);
    const std::string content = content_of(path("bad"));
    const std::vector<std::vector<std::string>> all{
        {"explain", path("x")},
        {"explain", path("x"), path("good")},
        {"explain", path("good"), path("x")},
        {"find", "ticks == 30", path("x")},
        {"why", path("x"), "ticks"},
        {"fake-desync", "bit", path("x"), "-o", path("fake"), "--force"},
        {"minimise", path("x"), "-o", path("small"), "--force"},
        {"blame", path("good"), path("x")},
        {"blame", path("x"), path("good")}};
    for (int round = 0; round < 12; ++round) {
        write("x", round == 0 ? "" : damaged_recording(content, random));
        for (const auto& verb : all) {
            SCOPED_TRACE("seed " + std::to_string(k_damage_seed) + ", round " +
                         std::to_string(round) + ", " + verb[0]);
            const Said said = run(Mishap::none, verb);
            EXPECT_TRUE(said.code >= 0 && said.code <= 3) << said.code << said.err;
            EXPECT_TRUE(said.code < 2 || !said.err.empty());
            EXPECT_LE(std::count(said.err.begin(), said.err.end(), '\n'), 2) << said.err;
        }
    }
}

TEST_F(Rerun, AnOutputThatCannotBeWrittenIsToldBeforeAnythingIsSimulated) {
    write("there", "mine");
    const std::string missing = path("no/such/folder");
    for (const auto& [output, words] :
         {std::pair(path("there"), path("there") + ": exists already"),
          std::pair(missing, missing + ": cannot be created"),
          std::pair(path("bad"), std::string("this file is one of the inputs"))}) {
        for (const std::vector<std::string>& verb :
             {std::vector<std::string>{"fake-desync", "bit", path("bad")},
              std::vector<std::string>{"minimise", path("bad")}}) {
            const Said said = run(Mishap::exits, joined(verb, {"-o", output}));
            EXPECT_TRUE(said.code == 5 || said.code == 2) << said.code;
            EXPECT_TRUE(says(said.err, words)) << verb[0];
            EXPECT_FALSE(says(said.err, path("bad") + ", "));
        }
    }
    EXPECT_EQ(content_of(path("there")), "mine");
}

}  // namespace
}  // namespace tandem::test
