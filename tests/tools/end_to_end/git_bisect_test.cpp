// SPDX-License-Identifier: MIT
// git itself finds the commit after which a recording is played otherwise, past builds that cannot
// tell.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

using GitBisect = EndToEnd;

// What each commit builds: the game as it was, another game, the game as it is now.
constexpr const char* k_history = R"(
set -e
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git init -q .
git config user.name nobody
git config user.email nobody@localhost
for build in old old foreign old old new foreign new new; do
    number=$((number + 1))
    echo "$build $number" > source
    git add source
    git commit -q -m "change $number"
done
git bisect start HEAD HEAD~8
git bisect run "$0"
)";

TEST_F(GitBisect, RunFindsTheFirstBadCommitPastThoseThatCannotTell) {
    const std::string file = path("a.tandem");
    const auto recorded =
        run_command(strange_a({"--game", "forked", "record", "--ticks", "100", "-o", file}));
    ASSERT_EQ(recorded.exit_code, 0) << recorded;
    // It stands for a build and the run of what was built.
    const std::string build = path("build.sh");
    write_file(build,
               "#!/bin/sh\n"
               "read -r build number < source\n"
               "case $build in\n"
               "    old) program='" +
                   strange_a({}).front() +
                   "' ;;\n"
                   "    new) program='" +
                   strange_b({}).front() +
                   "' ;;\n"
                   "    *) program='" +
                   tandem({}).front() +
                   "' ;;\n"
                   "esac\n"
                   "\"$program\" verify --bisect '" +
                   file +
                   "'\n"
                   "code=$?\n"
                   "echo \"commit $number: $build: $code\"\n"
                   "exit $code\n");
    std::filesystem::permissions(build, std::filesystem::perms::owner_all);
    std::filesystem::create_directory(folder() / "repository");
    const Outcome bisected = run_command({"bash", "-c", k_history, build}, path("repository"));
    EXPECT_EQ(bisected.exit_code, 0) << bisected;
    EXPECT_TRUE(contains(bisected.out, "is the first bad commit")) << bisected;
    EXPECT_TRUE(contains(bisected.out, "    change 6\n")) << bisected;
    EXPECT_TRUE(contains(bisected.out, "new: 1\n")) << bisected;
    EXPECT_TRUE(contains(bisected.out, "old: 0\n")) << bisected;
}

}  // namespace
}  // namespace tandem::end_to_end
