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
        EXPECT_EQ(program<Counter>({"record", "--ticks", "50", "-o", path("a.tandem")}).code, 0);
        EXPECT_EQ(program<Counter>(
                      {"record", "--ticks", "50", "--plant", "20:ticks", "-o", path("b.tandem")})
                      .code,
                  0);
        EXPECT_EQ(program<Counter>({"verify", path("a.tandem"), path("b.tandem"), path("absent"),
                                    "--report", path("r")})
                      .code,
                  1);
    }
};

TEST_F(MergeVerb, SaysWhatIsNotTheSameAndTheSums) {
    const Said said = program<Counter>({"merge", path("r")});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "absent: there is no such file\n"));
    EXPECT_TRUE(says(said.out, "b.tandem, tick 20: the simulation left the recording here\n"));
    EXPECT_TRUE(says(said.out, "1 of 3 files complete and the same, 1 different, 71 ticks"));
    const Said json = program<Counter>({"--json", "merge", path("r")});
    EXPECT_EQ(json.code, 1);
    EXPECT_EQ(json.out,
              "{\"schema\":1,\"verb\":\"merge\",\"files\":3,\"same\":1,\"different\":1,"
              "\"ticks_checked\":71,\"faults\":[],\"exit\":1}\n");
}

TEST_F(MergeVerb, WritesAJunitReport) {
    EXPECT_EQ(program<Counter>({"merge", path("r"), "--junit", path("j.xml")}).code, 1);
    std::ostringstream xml;
    xml << std::ifstream(path("j.xml")).rdbuf();
    EXPECT_TRUE(says(xml.str(), "tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\""));
}

TEST_F(MergeVerb, RefusesWhatIsNoReport) {
    EXPECT_EQ(program<Counter>({"merge", path("a.tandem")}).code, 3);
    EXPECT_EQ(program<Counter>({"merge", path("absent")}).code, 5);
    EXPECT_EQ(program<Counter>({"merge", path("r"), "-o", path("r"), "--force"}).code, 2);
    EXPECT_EQ(program<Counter>({"merge", path("r")}).code, 1) << "and it is untouched";
    EXPECT_EQ(program<Counter>({"merge"}).code, 2);
}

}  // namespace
}  // namespace tandem::test
