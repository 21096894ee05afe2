// SPDX-License-Identifier: MIT
// Files on a real disk: exclusive, replaced only by what stands, live while written, whole after a
// kill.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tests/replay/disk_faults.hpp>
#include <tests/replay/file_fixture.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Completeness;
using replay::FileOutput;
using replay::Replay;

using OutputFile = FileTest;

sim::ByteView text(std::string_view characters) { return sim::as_bytes(characters); }

TEST_F(OutputFile, HoldsWhatWasRecorded) {
    const Recorded recorded = record<Counter>({});
    auto output = create();
    ASSERT_TRUE(output->append(recorded.file));
    ASSERT_TRUE(output->close());
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->completeness(), Completeness::complete);
    EXPECT_EQ(replay->ticks(), 100U);
}

TEST_F(OutputFile, ThatExistsIsNotTouchedWithoutForce) {
    write_text("precious");
    const auto output = FileOutput::create(path_);
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, sim::ErrorCode::io);
    EXPECT_EQ(output.error().text(),
              path_ +
                  ": exists already; choose another name, or replace it with "
                  "FileOutputOptions::force");
    EXPECT_EQ(FileOutput::create(path_, {.force_name = "--force"}).error().message,
              "exists already; choose another name, or replace it with --force");
    EXPECT_EQ(read_text(), "precious");
}

// What a session leaves that is killed before it begins must not stand in the next one's way.
TEST_F(OutputFile, ThatIsEmptyAndWrittenByNobodyIsTakenOver) {
    write_text("");
    {
        auto output = create();
        const auto second = FileOutput::create(path_);
        ASSERT_FALSE(second) << "somebody writes it now";
        EXPECT_EQ(files(), 1U);
    }
    EXPECT_EQ(files(), 0U);
    write_text("");
    auto output = create();
    ASSERT_TRUE(output->append(text("header")));
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "header");
    EXPECT_FALSE(FileOutput::create(path_));
}

TEST_F(OutputFile, OfManySessionsThatTakeOverOneEmptyFileExactlyOneGetsIt) {
    constexpr int k_rounds = 20;
    constexpr int k_sessions = 4;
    for (int round = 0; round < k_rounds; ++round) {
        write_text("");
        std::atomic<int> got = 0;
        std::atomic<int> tried = 0;
        std::vector<std::thread> sessions;
        for (int i = 0; i < k_sessions; ++i) {
            sessions.emplace_back([&] {
                const auto output = FileOutput::create(path_);
                got += output ? 1 : 0;
                for (++tried; tried < k_sessions;) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
            });
        }
        for (std::thread& session : sessions) {
            session.join();
        }
        EXPECT_EQ(got, 1);
    }
}

TEST_F(OutputFile, ThatIsNoRegularFileIsNamedAsWhatItIsWithForceAndWithout) {
    const auto refusal = [&](bool force) {
        const auto output = FileOutput::create(path_, {.force = force});
        return output ? std::string() : output.error().message;
    };
    const std::string rest = ", and only a regular file is written; choose another name";
    for (const bool force : {false, true}) {
        ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
        EXPECT_EQ(refusal(force), "is a pipe" + rest);
        std::filesystem::remove(path_);
        std::filesystem::create_directory(path_);
        EXPECT_EQ(refusal(force), "is a folder" + rest);
        std::filesystem::remove(path_);
        std::filesystem::create_symlink("/dev/null", path_);
        EXPECT_EQ(refusal(force), "is a device" + rest);
        std::filesystem::remove(path_);
        std::filesystem::create_symlink(folder_ + "/nothing", path_);
        EXPECT_EQ(refusal(force), "is a symbolic link to nothing" + rest);
        std::filesystem::remove(path_);
    }
}

TEST_F(OutputFile, OfEveryNameThatCanBeCreatedCanBeReplaced) {
    for (std::size_t size = 240; size <= 255; ++size) {
        for (const std::string letter : {"n", "\xc3\xbc"}) {
            std::string name;
            while (name.size() + letter.size() <= size) {
                name += letter;
            }
            path_ = folder_ + "/" + name;
            write_text("old");
            auto output = create({.force = true});
            ASSERT_NE(output, nullptr) << size;
            ASSERT_TRUE(output->append(text("new")));
            ASSERT_TRUE(output->close());
            EXPECT_EQ(read_text(), "new");
            EXPECT_EQ(files(), 1U);
            std::filesystem::remove(path_);
        }
    }
}

TEST_F(OutputFile, OverAStreamIsWrittenAsItComesAndNeverTakenBack) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    auto output = FileOutput::over_stream(ends[1], "standard output");
    ::close(ends[1]);
    ASSERT_TRUE(output->append(text("header")));
    ASSERT_TRUE(output->flush());
    ASSERT_TRUE(output->append(text(" and more")));
    ASSERT_TRUE(output->close());
    output.reset();
    std::string got(100, '\0');
    const ssize_t size = ::read(ends[0], got.data(), got.size());
    ASSERT_GT(size, 0);
    EXPECT_EQ(got.substr(0, static_cast<std::size_t>(size)), "header and more");
    EXPECT_EQ(::read(ends[0], got.data(), got.size()), 0) << "it was closed";
    ::close(ends[0]);
}

TEST_F(OutputFile, IsReplacedByForceOnlyOnceTheNewHeaderStands) {
    write_text("precious");
    auto output = create({.force = true});
    EXPECT_EQ(read_text(), "precious");
    ASSERT_TRUE(output->append(text("header")));
    EXPECT_EQ(read_text(), "precious");
    ASSERT_TRUE(output->flush());
    EXPECT_EQ(read_text(), "header");
    ASSERT_TRUE(output->append(text(" and more")));
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "header and more");
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, WhoseHeaderNeverStoodLeavesTheOldOneAndNoLitter) {
    write_text("precious");
    {
        auto output = create({.force = true});
        ASSERT_TRUE(output->append(text("half a header")));
    }
    EXPECT_EQ(read_text(), "precious");
    EXPECT_EQ(files(), 1U);
    std::filesystem::remove(path_);
    { auto output = create(); }
    EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFile, IsNotReplacedWhereItIsNoFileOrBeingWritten) {
    ASSERT_TRUE(std::filesystem::create_directory(path_));
    const auto over_folder = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(over_folder);
    EXPECT_NE(over_folder.error().message.find("is a folder"), std::string::npos);
    std::filesystem::remove(path_);
    auto live = create();
    ASSERT_TRUE(live->append(text("header")));
    ASSERT_TRUE(live->flush());
    const auto over_live = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(over_live);
    EXPECT_NE(over_live.error().message.find("another session is writing"), std::string::npos);
}

TEST_F(OutputFile, ThatIsNamedWhenFlushedIsNeverSeenInParts) {
    for (const bool is_old_there : {false, true}) {
        if (is_old_there) {
            write_text("precious");
        }
        {
            auto output = create({.force = is_old_there, .is_named_when_flushed = true});
            ASSERT_TRUE(output->append(text("half")));
            EXPECT_EQ(std::filesystem::exists(path_), is_old_there);
        }
        EXPECT_EQ(files(), is_old_there ? 1U : 0U);
        auto output = create({.force = is_old_there, .is_named_when_flushed = true});
        ASSERT_TRUE(output->append(text("all")));
        ASSERT_TRUE(output->close());
        EXPECT_EQ(read_text(), "all");
        EXPECT_EQ(files(), 1U);
        std::filesystem::remove(path_);
    }
    write_text("precious");
    EXPECT_FALSE(FileOutput::create(path_, {.is_named_when_flushed = true}));
}

TEST_F(OutputFile, ThatIsNamedWhenFlushedReplacesNothingThatCameMeanwhile) {
    auto output = create({.is_named_when_flushed = true});
    ASSERT_TRUE(output->append(text("mine")));
    write_text("theirs");
    const auto refused = output->close();
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("made by somebody else meanwhile"), std::string::npos);
    EXPECT_EQ(read_text(), "theirs");
    output.reset();
    EXPECT_EQ(files(), 1U);
}

// Both saw the same old file; without a second look the later rename would have thrown away what
// the other one was recording.
TEST_F(OutputFile, OfTwoSessionsThatReplaceOneFileOnlyOneGetsIt) {
    for (const bool is_first_closed : {false, true}) {
        SCOPED_TRACE(is_first_closed);
        write_text("precious");
        auto first = create({.force = true});
        auto second = create({.force = true});
        ASSERT_TRUE(first->append(text("first")));
        ASSERT_TRUE(second->append(text("second")));
        ASSERT_TRUE(first->flush());
        if (is_first_closed) {
            ASSERT_TRUE(first->close());
        }
        const auto refused = second->flush();
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        EXPECT_EQ(refused.error().text(),
                  path_ +
                      ": was replaced by another session while this one began; nothing was "
                      "recorded, choose another name");
        EXPECT_EQ(second->close().error().text(), refused.error().text());
        if (!is_first_closed) {
            ASSERT_TRUE(first->append(text(" whole")));
            ASSERT_TRUE(first->close());
        }
        EXPECT_EQ(read_text(), is_first_closed ? "first" : "first whole");
        second.reset();
        EXPECT_EQ(files(), 1U);
        std::filesystem::remove(path_);
    }
}

// What a child process of the next test does: begin, wait until all have begun, record.
bool record_once_told(const std::string& path, int began, int told) {
    auto output = FileOutput::create(path, {.force = true, .sync = replay::FileSync::none});
    char signal = 0;
    static_cast<void>(!::write(began, "b", 1));
    static_cast<void>(!::read(told, &signal, 1));
    return output && (*output)->append(text("header")) && (*output)->flush() &&
           (*output)->append(text(" and more")) && (*output)->close();
}

TEST_F(OutputFile, OfManySessionsThatReplaceOneFileAtOnceExactlyOneIsWhole) {
    constexpr int k_sessions = 8;
    for (int round = 0; round < 20; ++round) {
        write_text("precious");
        int began[2];
        int told[2];
        ASSERT_EQ(::pipe(began), 0);
        ASSERT_EQ(::pipe(told), 0);
        std::vector<pid_t> children;
        for (int session = 0; session < k_sessions; ++session) {
            children.push_back(::fork());
            ASSERT_GE(children.back(), 0);
            if (children.back() == 0) {
                ::_exit(record_once_told(path_, began[1], told[0]) ? 0 : 1);
            }
        }
        char signal = 0;
        for (int session = 0; session < k_sessions; ++session) {
            ASSERT_EQ(::read(began[0], &signal, 1), 1);
        }
        ASSERT_EQ(::write(told[1], "12345678", k_sessions), k_sessions);
        int recorded = 0;
        for (const pid_t child : children) {
            int status = 0;
            ASSERT_EQ(::waitpid(child, &status, 0), child);
            recorded += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 1 : 0;
        }
        EXPECT_EQ(recorded, 1);
        EXPECT_EQ(read_text(), "header and more");
        EXPECT_EQ(files(), 1U) << "a file that was refused its name stays as litter";
        for (const int end : {began[0], began[1], told[0], told[1]}) {
            ::close(end);
        }
    }
}

TEST_F(OutputFile, TakesAFreeNameButNotOneThatAnotherSessionHasTakenMeanwhile) {
    write_text("precious");
    auto output = create({.force = true});
    ASSERT_TRUE(output->append(text("header")));
    std::filesystem::remove(path_);
    ASSERT_TRUE(output->flush());
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "header");
    EXPECT_EQ(files(), 1U);

    output = create({.force = true});
    ASSERT_TRUE(output->append(text("other header")));
    std::filesystem::remove(path_);
    auto other = create();
    ASSERT_TRUE(other->append(text("another session")));
    EXPECT_FALSE(output->flush());
    ASSERT_TRUE(other->close());
    EXPECT_EQ(read_text(), "another session");
}

TEST_F(OutputFile, ThatLostItsNameIsNotCalledRecorded) {
    const auto close_after = [&](auto&& lose) {
        auto output = create();
        EXPECT_TRUE(output->append(text("header")));
        EXPECT_TRUE(output->flush());
        EXPECT_TRUE(output->append(text(" and more")));
        lose();
        const auto closed = output->close();
        return closed ? std::string() : closed.error().text();
    };
    EXPECT_EQ(close_after([&] { std::filesystem::remove(path_); }),
              path_ +
                  ": was removed or replaced while it was written, so its 15 bytes are lost; "
                  "record again and leave the file alone until it is closed");
    EXPECT_EQ(close_after([&] { std::filesystem::rename(path_, path_ + ".moved"); }),
              path_ +
                  ": this name was taken away while the file was written; its 15 bytes stand "
                  "under the name that it was given");
    // A session that never began does not remove what another one put there.
    auto output = create();
    std::filesystem::remove(path_);
    write_text("precious");
    output.reset();
    EXPECT_EQ(read_text(), "precious");
}

TEST_F(OutputFile, DoesNotReplaceWhatItCannotLookAt) {
    std::filesystem::create_symlink(path_, path_);
    const auto over_loop = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(over_loop);
    EXPECT_NE(over_loop.error().message.find("whether a session is writing it cannot be seen"),
              std::string::npos)
        << over_loop.error().text();
    std::filesystem::remove(path_);
    std::filesystem::create_symlink(folder_ + "/nowhere", path_);
    EXPECT_FALSE(FileOutput::create(path_, {.force = true}));
    std::filesystem::remove(path_);

    write_text("precious");
    std::filesystem::permissions(path_, std::filesystem::perms::none);
    std::filesystem::permissions(folder_, std::filesystem::perms::all);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        constexpr uid_t k_nobody = 65'534;  // root may read everything, so do not be root
        const bool is_nobody = ::geteuid() != 0 || ::setuid(k_nobody) == 0;
        const auto output = FileOutput::create(path_, {.force = true});
        const bool is_refused =
            !output && output.error().message.find("Permission denied") != std::string::npos;
        ::_exit(is_nobody && is_refused ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    EXPECT_EQ(read_text(), "precious");
}

TEST_F(OutputFile, SaysWhichLeftoversStandInItsWay) {
    write_text("precious");
    for (int i = 0; i < 100; ++i) {
        std::ofstream(path_ + ".new" + std::to_string(i)) << "leftover";
    }
    const auto output = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().text().find("--force"), std::string::npos) << output.error().text();
    EXPECT_NE(output.error().text().find("remove those files"), std::string::npos);
    EXPECT_NE(output.error().text().find(path_ + ".new99"), std::string::npos);
}

TEST_F(OutputFile, MakesItsNameDurableOnceItsHeaderStands) {
    for (const bool force : {false, true}) {
        SCOPED_TRACE(force);
        disk() = {};
        auto output = create({.force = force});
        ASSERT_TRUE(output->append(text("header")));
        EXPECT_EQ(disk().folder_syncs, 0);
        ASSERT_TRUE(output->flush());
        EXPECT_EQ(disk().file_syncs, 1);
        EXPECT_EQ(disk().folder_syncs, 1);
        ASSERT_TRUE(output->close());
        EXPECT_EQ(disk().file_syncs, 2);
    }
    disk() = {};
    ASSERT_TRUE(
        FileOutput::create(path_ + ".other", {.sync = replay::FileSync::none}).value()->close());
    EXPECT_EQ(disk().file_syncs + disk().folder_syncs, 0);
}

// The kernel reports a lost write once; whoever asks again is told that all is well.
TEST_F(OutputFile, AFailureIsFinal) {
    for (const bool is_folder : {false, true}) {
        SCOPED_TRACE(is_folder);
        disk() = {};
        auto output = create({.force = true});
        ASSERT_TRUE(output->append(text("header")));
        (is_folder ? disk().fail_folders_with : disk().fail_with) = EIO;
        const auto flushed = output->flush();
        disk() = {};
        ASSERT_FALSE(flushed);
        EXPECT_NE(flushed.error().message.find("does not reach the disk"), std::string::npos);
        EXPECT_EQ(output->append(text("more")).error().text(), flushed.error().text());
        EXPECT_EQ(output->flush().error().text(), flushed.error().text());
        EXPECT_EQ(output->close().error().text(), flushed.error().text());
    }
    disk() = {};
    auto output = create({.force = true});
    ASSERT_TRUE(output->append(text("header")));
    ASSERT_TRUE(output->flush());
    disk().fail_with = ENOSPC;
    EXPECT_FALSE(output->close());
    disk() = {};
    // Some file systems cannot wait for a folder, which is no failure.
    output = create({.force = true});
    ASSERT_TRUE(output->append(text("header")));
    disk().fail_folders_with = EINVAL;
    EXPECT_TRUE(output->flush());
    disk() = {};
}

TEST_F(OutputFile, CannotBeCreatedWhereThereIsNoFolder) {
    const auto output = FileOutput::create(folder_ + "/missing/session.tandem");
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, sim::ErrorCode::io);
    EXPECT_NE(output.error().message.find("cannot be created"), std::string::npos);
}

// The kernel's limit on file size stands for a full disk: it fails in mid-write just so.
TEST_F(OutputFile, ThatCannotGrowNamesTheByteAndEndsWithAWholeBlock) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    const auto blocks = list_blocks(recorded.file);
    auto output = create();
    rlimit old_limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    auto* old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{blocks[6].offset + 3, old_limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    sim::Result<void> result;
    for (const BlockPlace& block : blocks) {
        result = output->append(sim::ByteView(recorded.file).subspan(block.offset, block.bytes));
        if (result) {
            result = output->flush();
        }
        if (!result) {
            break;
        }
    }
    ::setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, sim::ErrorCode::io);
    EXPECT_EQ(result.error().place, path_ + ", byte " + std::to_string(blocks[6].offset));
    EXPECT_NE(result.error().message.find("stand and can be opened"), std::string::npos)
        << result.error().text();
    output.reset();
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->sound_bytes(), replay->bytes());
    EXPECT_EQ(replay->ticks(), 20U);
}

// kill -9 in the middle of a session, told apart from any orderly way out.
TEST_F(OutputFile, OfAKilledProcessOpensAndLacksLessThanABlock) {
    int ticks_pipe[2];
    ASSERT_EQ(::pipe(ticks_pipe), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto output = FileOutput::create(path_);
        replay::Recorder recorder(**output, {.block_ticks = 10});
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        static_cast<void>(timeline.start(make_setup(timeline.simulation().info(), 2)));
        for (std::uint64_t tick = 0;; ++tick) {
            static_cast<void>(timeline.advance(bot_record(timeline.simulation(), tick)));
            static_cast<void>(!::write(ticks_pipe[1], "t", 1));
        }
    }
    ::close(ticks_pipe[1]);
    constexpr std::uint64_t k_ticks = 137;
    char tick = 0;
    for (std::uint64_t i = 0; i < k_ticks; ++i) {
        ASSERT_EQ(::read(ticks_pipe[0], &tick, 1), 1);
    }
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    ::close(ticks_pipe[0]);
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->completeness(), Completeness::cut);
    EXPECT_GT(replay->ticks() + 10, k_ticks);
}

}  // namespace
}  // namespace tandem::test
