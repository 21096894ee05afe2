// SPDX-License-Identifier: MIT
// Help, asked for as a verb and as an option.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(HelpVerb, SaysWhatTheOptionSays) {
    EXPECT_EQ(program<Counter>({"help"}).out, program<Counter>({"--help"}).out);
    const Said record = program<Counter>({"help", "record"});
    EXPECT_EQ(record.out, program<Counter>({"record", "--help"}).out);
    EXPECT_TRUE(says(record.out, "Run a session and write it to a file\n"));
    EXPECT_TRUE(says(program<Counter>({"help", "watch"}).out, "Usage: here play "));
}

TEST(HelpVerb, KnowsTheVerbThatWasProbablyMeant) {
    const Said said = expect<Counter>(2, {"help", "recrod"});
    EXPECT_TRUE(says(said.err, "there is no verb 'recrod', did you mean record?"));
    EXPECT_TRUE(says(expect<Counter>(2, {"hlep"}).err, "did you mean help?"));
}

}  // namespace
}  // namespace tandem::test
