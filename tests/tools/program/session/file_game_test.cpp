// SPDX-License-Identifier: MIT
// A file's game is found here or refused in words.
#include <tandem/tools/program/session/file_game.hpp>

#include <filesystem>
#include <fstream>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using FileGame = InFolder;

TEST_F(FileGame, IsTheOneThatTheFileNamesOrRefusedInWords) {
    const std::string file = path("a.tandem");
    expect<Counter>(0, {"record", "--ticks", "5", "-o", file});
    expect<Leaky, Counter>(0, {"play", file});
    expect<Leaky, Counter>(0, {"--game", "counter", "play", file});
    const Said other = expect<Leaky, Counter>(6, {"--game", "leaky", "play", file});
    EXPECT_TRUE(says(other.err, "a recording of counter, not of leaky as --game says"));
    const Said missing = expect<Leaky>(6, {"play", file});
    EXPECT_TRUE(says(missing.err, "no such game is built into this program; there is leaky"));
}

// Flips a bit of a file's byte.
void flip_bit(const std::string& file, std::streamoff place) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(place);
    const int byte = bytes.get();
    bytes.seekp(place);
    bytes.put(static_cast<char>(byte ^ 1));
    ASSERT_TRUE(bytes.flush());
}

TEST_F(FileGame, ReplacesADamagedSchemaForEveryVerb) {
    const std::string file = path("a.tandem");
    expect<Counter>(0, {"record", "--ticks", "200", "-o", file});
    std::filesystem::copy_file(file, path("sound.tandem"));
    // The header is the first block: a head of 52 bytes that has the size of the body at byte 8,
    // in its two low bytes. The schema comes behind it.
    std::ifstream head(file, std::ios::binary);
    head.seekg(8);
    const int low = head.get();
    const int high = head.get();
    flip_bit(file, 52 + low + 256 * high + 60);

    // That the file is damaged is told by all that read it to its end (3).
    struct Case {
        int code;
        std::string words;
        std::vector<std::string> arguments;
    };
    for (const Case& each : {
             Case{3, "200", {"info", file}},
             {3, "200 of 200 ticks", {"play", file, "--view", "none"}},
             {3, "200 ticks of 200", {"verify", file}},
             {3, "200 ticks of 200", {"verify", "--follow", file}},
             {3, "200 ticks of 200", {"verify", "--jobs", "2", file}},
             {0, "1 file, 200 ticks", {"verify", "--split", "1", file}},
             {3, "total", {"state", file, "--at", "100"}},
             {3, "its 200 whole ticks", {"diff", file, path("sound.tandem")}},
             {3, "wrote 10 ticks", {"trim", file, "--from", "9", "--to", "19", "-o", path("b")}},
             {3, "amount", {"export", file, "--format", "csv", "-o", "-"}},
             {3, "wrote 200 ticks", {"recover", file, "-o", path("c")}},
             {0,
              "recorded 9 ticks",
              {"record", "--from", file + "@9", "--ticks", "9", "-o", path("d")}},
             {3, "recorded 200 ticks", {"record", "--inputs", "replay:" + file, "-o", path("e")}},
         }) {
        const Said said = program<Counter>(each.arguments);
        EXPECT_EQ(said.code, each.code) << each.arguments[0] << ": " << said.err;
        EXPECT_TRUE(says(said.out + said.err, each.words)) << each.arguments[0];
        const Said without = program<Leaky>(each.arguments);
        EXPECT_FALSE(says(without.out + without.err, each.words)) << each.arguments[0];
    }
    expect<Counter>(0, {"diff", path("c"), path("sound.tandem")});
    expect<Counter>(0, {"diff", path("e"), path("sound.tandem")});
}

}  // namespace
}  // namespace tandem::test
