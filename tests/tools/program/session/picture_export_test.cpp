// SPDX-License-Identifier: MIT
// export of pictures and films, inside of the test. ffmpeg is a script here; the real one is tried
// in end_to_end.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <nlohmann/json.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/formats/painted.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/view/model_terminal.hpp>

namespace tandem::test {
namespace {

using Json = nlohmann::json;

// PATH as long as this lives.
class PathIs {
public:
    explicit PathIs(const std::string& value) { ::setenv("PATH", value.c_str(), 1); }
    ~PathIs() { ::setenv("PATH", before_.c_str(), 1); }
    PathIs(const PathIs&) = delete;
    PathIs& operator=(const PathIs&) = delete;

private:
    std::string before_ = std::getenv("PATH");
};

class PictureExport : public InFolder {
protected:
    PictureExport() { recorded<Painted>("a.tandem", {"--ticks", "90", "--name", "ann"}); }
    std::string file() const { return path("a.tandem"); }
    template <class Game = Painted>
    Said run_export(std::vector<std::string> more) const {
        return program<Game>(joined({"export", file()}, more));
    }
    std::string content(const std::string& name) const { return content_of(path(name)); }
    std::vector<Json> lines(const std::string& name) const {
        std::istringstream stream(content(name));
        std::vector<Json> all;
        for (std::string line; std::getline(stream, line);) {
            all.push_back(Json::parse(line));
        }
        return all;
    }
    // How many files there are beside the recording.
    std::ptrdiff_t other_files() const {
        return std::distance(std::filesystem::directory_iterator(path("")), {}) - 1;
    }
    // A folder with an ffmpeg that does this.
    std::string with_ffmpeg(const std::string& script) const {
        const std::string folder = path("bin");
        std::filesystem::create_directory(folder);
        std::ofstream(folder + "/ffmpeg") << "#!/bin/sh\n" << script << "\n";
        std::filesystem::permissions(folder + "/ffmpeg", std::filesystem::perms::owner_all);
        return folder + ":" + std::getenv("PATH");
    }
};

#ifdef TANDEM_HAS_PNG
TEST_F(PictureExport, APngIsOnePictureOfThatTickAndSize) {
    const Said said = run_export(
        {"--json", "--format", "png", "--at", "30", "--size", "320x200", "-o", path("a.png")});
    ASSERT_EQ(said.code, 0) << said.err;
    const Json facts = Json::parse(said.out);
    EXPECT_EQ(facts["pictures"], 1);
    EXPECT_EQ(facts["width"], 320);
    EXPECT_EQ(facts["bytes"], content("a.png").size());
    EXPECT_TRUE(content("a.png").starts_with("\x89PNG\r\n\x1a\n"));
    EXPECT_EQ(content("a.png").substr(16, 8), std::string("\0\0\x01\x40\0\0\0\xc8", 8));
    for (const char* at : {"-60", "31"}) {
        EXPECT_EQ(run_export({"--format", "png", "--at", at, "--size", "320x200", "-o",
                              path(std::string("b") + at)})
                      .code,
                  0);
    }
    EXPECT_EQ(content("b-60"), content("a.png"));
    EXPECT_NE(content("b31"), content("a.png"));
}

TEST_F(PictureExport, APngCanBeOfTheFirstAndTheLastState) {
    EXPECT_EQ(run_export({"--format", "png", "--at", "0", "-o", path("first")}).code, 0);
    EXPECT_EQ(run_export({"--format", "png", "-o", path("last")}).code, 0);
    EXPECT_EQ(run_export({"--format", "png", "--at", "91", "-o", path("behind")}).code, 2);
}
#else
TEST_F(PictureExport, ABuildWithoutPngSaysSo) {
    const Said said = run_export({"--format", "png", "-o", path("a.png")});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "this build has no libpng"));
    EXPECT_EQ(other_files(), 0);
}
#endif

TEST_F(PictureExport, ACastBeginsWithItsHeader) {
    ASSERT_EQ(run_export({"--format", "cast", "--size", "60x20", "-o", path("a.cast")}).code, 0);
    EXPECT_TRUE(content("a.cast").starts_with(
        "{\"version\": 2, \"width\": 60, \"height\": 20, \"title\": \"painted\"}\n"
        "[0.000000, \"o\", \"\\u001b[?25l\\u001b[?7l\\u001b[m\\u001b[2J"));
    ASSERT_EQ(run_export({"--format", "cast", "-o", path("b.cast")}).code, 0);
    EXPECT_EQ(lines("b.cast")[0]["width"], 80);
    EXPECT_EQ(lines("b.cast")[0]["height"], 24);
}

TEST_F(PictureExport, ACastHasThirtyPicturesASecondInTheOrderOfTheirTimes) {
    ASSERT_EQ(run_export({"--format", "cast", "--from", "30", "-o", path("a.cast")}).code, 0);
    const std::vector<Json> all = lines("a.cast");
    // A second, both ends, and the line that gives the cursor back.
    ASSERT_EQ(all.size(), 1U + 31U + 1U);
    for (std::size_t i = 2; i < all.size(); ++i) {
        EXPECT_GE(all[i][0].get<double>(), all[i - 1][0].get<double>());
    }
    EXPECT_EQ(all.back()[0], 1.0);
    ModelTerminal terminal(80, 24, true);
    terminal.write(all[1][2].get<std::string>());
    EXPECT_TRUE(says(terminal.text(), "ticks 30")) << terminal.text();
    EXPECT_TRUE(says(terminal.text(), "0 ann"));
    for (std::size_t i = 2; i < 32; ++i) {
        terminal.write(all[i][2].get<std::string>());
    }
    EXPECT_TRUE(says(terminal.text(), "tick 90 of 30-90")) << terminal.text();
}

TEST_F(PictureExport, TheSameRecordingGivesTheSameCast) {
    ASSERT_EQ(run_export({"--format", "cast", "-o", path("a.cast")}).code, 0);
    ASSERT_EQ(run_export({"--format", "cast", "-o", path("b.cast")}).code, 0);
    EXPECT_EQ(content("a.cast"), content("b.cast"));
    EXPECT_EQ(run_export({"--format", "cast", "-o", "-"}).out, content("a.cast"));
}

TEST_F(PictureExport, MarksAreMarkersOfTheCast) {
    recorded<Painted>("marked", {"--ticks", "90", "--plant", "60:total"});
    expect<Painted>(0, {"export", path("marked"), "--format", "cast", "-o", path("a.cast")});
    std::vector<Json> markers;
    for (const Json& line : lines("a.cast")) {
        if (line.is_array() && line[1] == "m") {
            markers.push_back(line);
        }
    }
    ASSERT_EQ(markers.size(), 1U);
    EXPECT_EQ(markers[0][0], 1.0);
    EXPECT_TRUE(says(markers[0][2].get<std::string>(), "at tick 60"));
}

TEST_F(PictureExport, AFilmIsRawPicturesForFfmpeg) {
    const PathIs path_is(with_ffmpeg("echo \"$@\" > " + path("told") +
                                     "; for last; do :; done; cat > \"${last#file:}\""));
    const Said said = run_export({"--format", "video", "--size", "64x66", "--fps", "120", "--from",
                                  "60", "-o", path("a.mp4")});
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "wrote 61 pictures of painted as video into "));
    EXPECT_EQ(content("a.mp4").size(), 61U * 64 * 66 * 4);
    EXPECT_TRUE(says(content("told"), "-f rawvideo -pix_fmt rgba -s 64x66 -r 120 -i pipe:0 "));
    EXPECT_EQ(other_files(), 3);  // the film and ffmpeg with what it was told
}

TEST_F(PictureExport, BetweenTicksAFilmIsDrawnOnItsWay) {
    const PathIs path_is(with_ffmpeg("for last; do :; done; cat > \"${last#file:}\""));
    ASSERT_EQ(run_export({"--format", "video", "--size", "640x400", "--fps", "120", "--from", "30",
                          "--to", "31", "-o", path("a.mkv")})
                  .code,
              0);
    const std::string film = content("a.mkv");
    const std::size_t bytes = 640 * 400 * 4;
    ASSERT_EQ(film.size(), 3 * bytes);
    EXPECT_NE(film.substr(0, bytes), film.substr(bytes, bytes));
    EXPECT_NE(film.substr(bytes, bytes), film.substr(2 * bytes));
}

TEST_F(PictureExport, AnFfmpegThatFailsOrIsNotThereLeavesNothing) {
    {
        const PathIs path_is(with_ffmpeg("cat >/dev/null; echo 'Unknown encoder' >&2; exit 1"));
        const Said said = run_export({"--format", "video", "-o", path("a.mp4")});
        EXPECT_EQ(said.code, 5);
        EXPECT_TRUE(says(said.err, "ffmpeg: failed with exit code 1; it says: Unknown encoder\n"));
        EXPECT_EQ(other_files(), 1);
        const std::string precious = write("b.mp4", "years of work");
        EXPECT_EQ(run_export({"--format", "video", "-o", precious, "--force"}).code, 5);
        EXPECT_EQ(content("b.mp4"), "years of work");
        std::filesystem::remove(precious);
    }
    const PathIs path_is("/nowhere");
    const Said said = run_export({"--format", "video", "-o", path("a.mp4")});
    EXPECT_EQ(said.code, 5);
    EXPECT_TRUE(says(said.err, "not installed (Debian: apt-get install ffmpeg)"));
    EXPECT_EQ(other_files(), 1);
}

TEST_F(PictureExport, AGameThatDoesNotDrawIsOneSentence) {
    recorded<Counter>("plain", {"--ticks", "9"});
    for (const char* format : {"png", "cast", "video"}) {
        const Said said =
            program<Counter>({"export", path("plain"), "--format", format, "-o", path("a.mp4")});
        EXPECT_EQ(said.code, 2) << format;
        EXPECT_TRUE(says(said.err, "the game counter does not draw"));
    }
    EXPECT_EQ(other_files(), 1);
}

TEST_F(PictureExport, ADrawThatThrowsLeavesNothing) {
    recorded<Unpaintable>("bad", {"--ticks", "60"});
    const PathIs path_is(with_ffmpeg("cat >/dev/null"));
    for (const char* format : {"cast", "video"}) {
        const Said said =
            program<Unpaintable>({"export", path("bad"), "--format", format, "-o", path("a.mp4")});
        EXPECT_NE(said.code, 0) << format;
        EXPECT_TRUE(says(said.err, "after 30 ticks, draw: the game threw an exception: no paint"));
    }
    EXPECT_EQ(other_files(), 2);
}

TEST_F(PictureExport, RefusesWhatItCannotMeanBeforeAnythingIsWritten) {
    const std::vector<std::vector<std::string>> refused{
        {"--format", "cast"},
        {"--format", "cast", "--at", "3"},
        {"--format", "png", "--from", "3"},
        {"--format", "png", "--to", "3"},
        {"--format", "png", "--fps", "3"},
        {"--format", "cast", "--fps", "3"},
        {"--format", "png", "--field", "ticks"},
        {"--format", "video", "--every", "2"},
        {"--format", "csv", "--size", "80x24"},
        {"--format", "csv", "--at", "3"},
        {"--format", "video", "--fps", "0"},
        {"--format", "video", "--size", "81x80"},
    };
    for (std::vector<std::string> arguments : refused) {
        if (arguments.size() > 2) {
            arguments.insert(arguments.end(), {"-o", path("b.mp4")});
        }
        const Said said = run_export(arguments);
        EXPECT_EQ(said.code, 2) << arguments.back() << said.err;
    }
    for (const char* size : {"x", "80", "80x", "x24", "80x24x", "-1x5", "1x1", "9999x9999",
                             "99999999999x24", "80 x24"}) {
        EXPECT_EQ(run_export({"--format", "cast", "--size", size, "-o", path("b.mp4")}).code, 2)
            << size;
    }
    EXPECT_EQ(run_export({"--format", "video", "-o", "-"}).code, 2);
    EXPECT_EQ(run_export({"--format", "video", "-o", path("b.avi")}).code, 2);
    EXPECT_EQ(run_export({"--json", "--format", "cast", "-o", "-"}).code, 2);
    EXPECT_EQ(run_export({"--format", "cast", "-o", file(), "--force"}).code, 2);
    EXPECT_EQ(other_files(), 0);
    const std::string precious = write("precious", "years of work");
    EXPECT_EQ(run_export({"--format", "cast", "-o", precious}).code, 5);
    EXPECT_EQ(content("precious"), "years of work");
    EXPECT_EQ(run_export({"--format", "cast", "-o", precious, "--force"}).code, 0);
}

TEST_F(PictureExport, OfAnotherGameOrVersionIsRefused) {
    EXPECT_EQ(run_export<Counter>({"--format", "cast", "-o", path("b")}).code, 6);
    EXPECT_EQ(other_files(), 0);
}

}  // namespace
}  // namespace tandem::test
