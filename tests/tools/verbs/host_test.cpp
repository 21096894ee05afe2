// SPDX-License-Identifier: MIT
// host, inside of the test: it needs a game. Its matches are tested end to end.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Host, NeedsAGameWhereThereAreSeveral) { expect<Counter, Leaky>(2, {"host"}); }

TEST(Host, RefusesWhatTheRecordingOfAMatchDecides) {
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {"--seed", "7"}, {"--players", "2"}, {"--open", "1"}, {"--from", "b.tandem"}}) {
        std::vector<std::string> arguments{"host", "--resume", "a.tandem"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Said said = expect<Counter>(2, arguments);
        EXPECT_TRUE(says(said.err, more.front())) << said.err;
    }
}

TEST(Host, AnybodyIsForARecordingThatIsNamed) {
    const Said said = expect<Counter>(2, {"host", "--anybody"});
    EXPECT_TRUE(says(said.err, "--from")) << said.err;
}

}  // namespace
}  // namespace tandem::test
