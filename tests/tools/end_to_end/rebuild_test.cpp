// SPDX-License-Identifier: MIT
// verify --on-rebuild with two real builds of one game: one takes the place of the other as a
// linker would put it there.
#include <csignal>
#include <fstream>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

constexpr unsigned k_changed_tick = 207;

class Rebuild : public EndToEnd {
protected:
    Rebuild() {
        const Outcome outcome = run_command(strange_a(
            {"--game", "phased_fork", "record", "--ticks", "600", "--inputs", "bot",
             "--keyframe-ticks", "60", "--keyframe-bytes", "100000", "-o", path("a.tandem")}));
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }

    std::string program() const { return path("program"); }
    // Under another name first, as most linkers do.
    void link(const std::string& variant) const {
        const std::string next = path("next");
        std::filesystem::copy_file(variant, next,
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::rename(next, program());
    }
    Arguments watching() const {
        return {program(), "--json", "verify", "--on-rebuild", path("a.tandem")};
    }
    // The objects that were printed, once there are so many.
    static std::vector<Json> runs(const Process& process, std::size_t count) {
        std::vector<Json> lines;
        EXPECT_TRUE(wait_until([&] {
            const std::string out = process.out();
            const std::size_t whole = out.rfind('\n');
            lines = whole == std::string::npos ? std::vector<Json>()
                                               : json_lines(out.substr(0, whole + 1), "verify");
            return lines.size() >= count;
        })) << process.out()
            << process.err();
        lines.resize(count);
        return lines;
    }
    static void expect_interrupted(Process& process) {
        process.signal(SIGINT);
        const Outcome outcome = process.wait();
        EXPECT_EQ(outcome.exit_code, 130) << outcome;
    }
};

TEST_F(Rebuild, TellsWhatEachBuildChangedAndKeepsThePlace) {
    link(STRANGE_A_PROGRAM);
    Process process(watching());
    const Json first = runs(process, 1)[0];
    EXPECT_EQ(first["verdict"], "same") << first;
    EXPECT_EQ(first["ticks_checked"], 600U) << first;
    EXPECT_EQ(first["has_changed"], false) << first;
    EXPECT_TRUE(first["place"].is_null()) << first;

    link(STRANGE_B_PROGRAM);
    const Json second = runs(process, 2)[1];
    EXPECT_EQ(second["verdict"], "diverged") << second;
    EXPECT_EQ(second["tick"], k_changed_tick) << second;
    EXPECT_EQ(second["changed_tick"], k_changed_tick) << second;
    EXPECT_EQ(second["phase"], "growing") << second;
    ASSERT_EQ(second["fields"].size(), 2U) << second;
    EXPECT_EQ(second["fields"][1]["path"], "grown") << second;
    EXPECT_EQ(second["fields_ticks_done"], k_changed_tick + 1) << second;

    link(STRANGE_A_PROGRAM);
    const Json third = runs(process, 3)[2];
    EXPECT_EQ(third["verdict"], "same") << third;
    EXPECT_EQ(third["changed_tick"], k_changed_tick) << third;
    EXPECT_EQ(third["place"]["tick"], k_changed_tick) << third;
    EXPECT_EQ(third["place"]["same"], true) << third;
    EXPECT_EQ(third["place"]["from_ticks_done"], 180U) << third;
    expect_interrupted(process);
}

TEST_F(Rebuild, TellsAPersonTheSame) {
    link(STRANGE_A_PROGRAM);
    Process process({program(), "verify", "--on-rebuild", path("a.tandem")});
    ASSERT_TRUE(process.wait_for_err("to be built again")) << process.err();
    link(STRANGE_B_PROGRAM);
    ASSERT_TRUE(wait_until([&] { return contains(process.out(), "build 2: "); })) << process.out();
    link(STRANGE_A_PROGRAM);
    ASSERT_TRUE(wait_until([&] { return contains(process.out(), "build 3: "); })) << process.out();
    expect_interrupted(process);
    const std::string out = process.out();
    EXPECT_TRUE(contains(out, "build 1: all 600 ticks are as recorded\n")) << out;
    EXPECT_TRUE(contains(out,
                         "build 2: not as recorded: at tick 207; another than before: at tick "
                         "207, in its phase growing\n"))
        << out;
    EXPECT_TRUE(contains(out, "at tick 207, where it last parted: now as recorded\n")) << out;
}

TEST_F(Rebuild, WaitsForAProgramThatIsWrittenInPieces) {
    link(STRANGE_A_PROGRAM);
    Process process(watching());
    runs(process, 1);
    const std::string content = read_file(STRANGE_B_PROGRAM);
    std::filesystem::remove(program());
    {
        std::ofstream linker(program(), std::ios::binary);
        std::filesystem::permissions(program(), std::filesystem::perms::owner_all);
        constexpr std::size_t k_pieces = 6;
        for (std::size_t piece = 0; piece < k_pieces; ++piece) {
            const std::size_t from = content.size() * piece / k_pieces;
            const std::size_t to = content.size() * (piece + 1) / k_pieces;
            linker.write(content.data() + from, static_cast<std::streamsize>(to - from));
            linker.flush();
            for (int i = 0; i < 12; ++i) {
                sleep_a_little();
            }
        }
    }
    const auto lines = runs(process, 2);
    EXPECT_EQ(lines[1]["verdict"], "diverged") << lines[1];
    EXPECT_EQ(lines[1]["build_number"], 2U) << lines[1];
    expect_interrupted(process);
}

TEST_F(Rebuild, TellsABuildThatCannotRunAndGoesOnWithTheNext) {
    link(STRANGE_A_PROGRAM);
    Process process(watching());
    runs(process, 1);
    write_file(path("broken"), "#!/bin/sh\nexit 9\n");
    std::filesystem::permissions(path("broken"), std::filesystem::perms::owner_all);
    link(path("broken"));
    const Json broken = runs(process, 2)[1];
    EXPECT_EQ(broken["verdict"], "not run") << broken;
    EXPECT_TRUE(contains(broken.value("message", ""), "its process ended by exit code 9"))
        << broken;
    // Of another game, and one that is not even a program.
    link(ALONE_PROGRAM);
    EXPECT_EQ(runs(process, 3)[2]["verdict"], "not run");
    write_file(path("garbage"), std::string(5'000, '\0'));
    std::filesystem::permissions(path("garbage"), std::filesystem::perms::owner_all);
    link(path("garbage"));
    EXPECT_EQ(runs(process, 4)[3]["verdict"], "not run");
    link(STRANGE_B_PROGRAM);
    const Json last = runs(process, 5)[4];
    EXPECT_EQ(last["verdict"], "diverged") << last;
    EXPECT_EQ(last["changed_tick"], k_changed_tick) << "than by the last that could run: " << last;
    expect_interrupted(process);
}

TEST_F(Rebuild, RefusesAFileThatItCannotPlay) {
    link(STRANGE_A_PROGRAM);
    const Outcome missing = run_command({program(), "verify", "--on-rebuild", path("nope")});
    EXPECT_EQ(missing.exit_code, 5) << missing;
    expect_one_sentence(missing);
    const std::string duel = record_bots("duel.tandem", 60);
    const Outcome other = run_command({program(), "verify", "--on-rebuild", duel});
    EXPECT_EQ(other.exit_code, 6) << other;
    expect_one_sentence(other);
}

}  // namespace
}  // namespace tandem::end_to_end
