// SPDX-License-Identifier: MIT
// import, inside of the test: other programs' streams as recordings, and back.
#include <filesystem>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Import : public InFolder {
protected:
    // 600 bytes: 100 ticks of two players with three bytes each.
    Import() {
        std::string stream;
        for (int i = 0; i < 600; ++i) {
            stream += static_cast<char>(i * i / 7);
        }
        stream_ = write("pads.bin", stream);
    }
    Said import(std::vector<std::string> more) const {
        return program<Counter>(joined({"import", stream_}, more));
    }
    Said import_to(const std::string& name, std::vector<std::string> more = {}) const {
        return import(joined(
            {"--bytes-per-input", "3", "--players", "2", "--rate", "60", "-o", path(name)}, more));
    }

    std::string stream_;
};

TEST_F(Import, GivesARecordingThatAllButPlayingCanRead) {
    const Said said = import_to("a");
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "imported 100 ticks of 2 players into "));
    expect<Counter>(0, {"info", path("a")});
    ASSERT_EQ(import_to("b", {"--ticks", "60"}).code, 0);
    const Said compared = expect<Counter>(1, {"--json", "diff", path("a"), path("b")});
    EXPECT_TRUE(says(compared.out, "\"verdict\":\"prefix\",\"tick\":60,"));
    for (const char* verb : {"play", "verify"}) {
        const Said refused = expect<Counter>(6, {verb, path("a")});
        EXPECT_TRUE(says(refused.err, "a raw stream of inputs, which no game plays"));
    }
    expect<Counter>(0, {"state", path("a"), "--at", "0"});
}

TEST_F(Import, AndExportAsRawGiveTheStreamBack) {
    ASSERT_EQ(import_to("a").code, 0);
    expect<Counter>(0, {"export", path("a"), "--format", "raw", "-o", path("back")});
    EXPECT_EQ(content_of(path("back")), content_of(stream_));
}

TEST_F(Import, NamesTheFieldsThatItIsTold) {
    ASSERT_EQ(import_to("a", {"--fields", "x:i8,buttons:u16"}).code, 0);
    const Said csv =
        program<Counter>({"export", path("a"), "--format", "csv", "--to", "1", "-o", "-"});
    EXPECT_TRUE(csv.out.starts_with("tick,p0.x,p0.buttons,p1.x,p1.buttons\n0,0,")) << csv.out;
    EXPECT_EQ(import_to("b", {"--fields", "x:i8"}).code, 2);
}

TEST_F(Import, OfHalfATickNamesTheBytes) {
    const Said refused =
        import({"--bytes-per-input", "7", "--players", "2", "--rate", "60", "-o", path("a")});
    EXPECT_EQ(refused.code, 3);
    EXPECT_TRUE(says(refused.err, "byte 588: 12 bytes are left behind 42 ticks of 14 bytes"));
    EXPECT_FALSE(std::filesystem::exists(path("a")));
    const Said dropped = import({"--json", "--bytes-per-input", "7", "--players", "2", "--rate",
                                 "600988/10000", "--drop-rest", "-o", path("a")});
    EXPECT_EQ(dropped.code, 0) << dropped.err;
    EXPECT_TRUE(says(dropped.out, "\"ticks\":42,\"players\":2,"));
    EXPECT_TRUE(says(dropped.out, "\"dropped_bytes\":12"));
}

TEST_F(Import, RefusesWhatItCannotMeanBeforeAnythingIsWritten) {
    EXPECT_EQ(import({"-o", path("a")}).code, 2);
    EXPECT_EQ(import({"--bytes-per-input", "3", "--rate", "60", "-o", path("a")}).code, 2);
    EXPECT_EQ(import({"--bytes-per-input", "3", "--players", "2", "-o", path("a")}).code, 2);
    for (const char* rate : {"0", "60/0", "x", "60/", "1/2/3", "1000000", "-1", "60.5"}) {
        EXPECT_EQ(
            import({"--bytes-per-input", "3", "--players", "2", "--rate", rate, "-o", path("a")})
                .code,
            2)
            << rate;
    }
    EXPECT_EQ(import_to("a", {"--ticks", "101"}).code, 2);
    EXPECT_EQ(import_to("pads.bin", {"--force"}).code, 2);
    EXPECT_EQ(import_to("missing/a").code, 5);
    EXPECT_FALSE(std::filesystem::exists(path("a")));
    EXPECT_EQ(content_of(stream_).size(), 600U);
}

}  // namespace
}  // namespace tandem::test
