// SPDX-License-Identifier: MIT
// merge, inside of the test: words, objects and files.
#include <fstream>
#include <sstream>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class MergeVerb : public InFolder {
protected:
    MergeVerb() {
        recorded<Counter>("a.tandem", {"--ticks", "50"});
        recorded<Counter>("b.tandem", {"--ticks", "50", "--plant", "20:ticks"});
        expect<Counter>(1, {"verify", path("a.tandem"), path("b.tandem"), path("absent"),
                            "--report", path("r")});
    }
};

TEST_F(MergeVerb, SaysWhatIsNotTheSameAndTheSums) {
    const Said said = expect<Counter>(1, {"merge", path("r")});
    EXPECT_TRUE(says(said.out, "absent: there is no such file\n"));
    EXPECT_TRUE(says(said.out, "b.tandem, tick 20: the simulation left the recording here\n"));
    EXPECT_TRUE(says(said.out, "1 of 3 files complete and the same, 1 different, 71 ticks"));
    const Said json = expect<Counter>(1, {"--json", "merge", path("r")});
    EXPECT_EQ(json.out,
              "{\"schema\":1,\"verb\":\"merge\",\"files\":3,\"same\":1,\"different\":1,"
              "\"ticks_checked\":71,\"faults\":[],\"exit\":1}\n");
}

TEST_F(MergeVerb, WritesAJunitReport) {
    expect<Counter>(1, {"merge", path("r"), "--junit", path("j.xml")});
    std::ostringstream xml;
    xml << std::ifstream(path("j.xml")).rdbuf();
    EXPECT_TRUE(says(xml.str(), "tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\""));
}

TEST_F(MergeVerb, RefusesWhatIsNoReport) {
    expect<Counter>(3, {"merge", path("a.tandem")});
    expect<Counter>(5, {"merge", path("absent")});
    expect<Counter>(2, {"merge", path("r"), "-o", path("r"), "--force"});
    EXPECT_EQ(program<Counter>({"merge", path("r")}).code, 1) << "and it is untouched";
    expect<Counter>(2, {"merge"});
}

}  // namespace
}  // namespace tandem::test
