// SPDX-License-Identifier: MIT
// info, inside of the test: it needs no game and tells all that stands in a file.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Info = InFolder;

TEST_F(Info, NeedsNoGame) {
    ASSERT_EQ(program<Counter>({"record", "--ticks", "120", "--seed", "9", "--plant", "7:ticks",
                                "--name", "Ada", "-o", path("a.tandem")})
                  .code,
              0);
    const Said json = program<Leaky>({"--json", "info", path("a.tandem")});
    EXPECT_EQ(json.code, 0) << json.err;
    EXPECT_TRUE(says(json.out, "\"game\":\"counter\",\"version\":1,\"ticks\":120,"));
    EXPECT_TRUE(says(json.out, "\"seed\":9,"));
    EXPECT_TRUE(says(json.out, "\"options\":\"finish_ticks=0\""));
    EXPECT_TRUE(says(
        json.out, "{\"kind\":\"plant\",\"tick\":7,\"player\":0,\"value\":0,\"text\":\"ticks\"}"));
    EXPECT_TRUE(says(json.out, "\"completeness\":\"complete\""));
    const Said text = program<Leaky>({"info", path("a.tandem")});
    EXPECT_TRUE(says(text.out, "ticks       120 at 60 a second: 2 s\n"));
    EXPECT_TRUE(says(text.out, "player_name at tick 0, player 0, Ada\n"));
}

}  // namespace
}  // namespace tandem::test
