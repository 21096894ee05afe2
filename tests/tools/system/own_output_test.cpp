// SPDX-License-Identifier: MIT
// What is printed to standard output by others does not mix with the program's own words.
#include <tandem/tools/system/own_output.hpp>

#include <array>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace tandem::tools {
namespace {

struct Pipe {
    Pipe() { EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0); }
    ~Pipe() {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    // What has been written so far.
    std::string read() const {
        std::string text;
        std::array<char, 4096> piece;
        for (ssize_t got = 0; (got = ::read(ends[0], piece.data(), piece.size())) > 0;) {
            text.append(piece.data(), static_cast<std::size_t>(got));
        }
        return text;
    }

    std::array<int, 2> ends{-1, -1};
};

// Standard output and standard error of this process go into pipes while it lives.
class Caught {
public:
    Caught() {
        std::cout.flush();
        std::fflush(stdout);
        ::dup2(out.ends[1], STDOUT_FILENO);
        ::dup2(err.ends[1], STDERR_FILENO);
    }
    ~Caught() {
        std::cout.flush();
        std::fflush(stdout);
        ::dup2(old_out_, STDOUT_FILENO);
        ::dup2(old_err_, STDERR_FILENO);
        ::close(old_out_);
        ::close(old_err_);
    }

    Pipe out;
    Pipe err;

private:
    int old_out_ = ::dup(STDOUT_FILENO);
    int old_err_ = ::dup(STDERR_FILENO);
};

TEST(OwnOutput, IsApartFromWhatAGamePrints) {
    std::string out;
    std::string err;
    std::string afterwards;
    {
        const Caught caught;
        {
            OwnOutput output(true);
            output.stream() << "{\"a\":1}\n";
            std::printf("printf\n");
            std::cout << "cout\n";
            static_cast<void>(::write(STDOUT_FILENO, "write\n", 6));
            EXPECT_NE(own_output(), STDOUT_FILENO);
            output.stream() << "{\"a\":2}\n" << std::flush;
            std::printf("half");
        }
        EXPECT_EQ(own_output(), STDOUT_FILENO);
        out = caught.out.read();
        err = caught.err.read();
        std::printf("afterwards");
        std::fflush(stdout);
        afterwards = caught.out.read();
    }
    EXPECT_EQ(out, "{\"a\":1}\n{\"a\":2}\n");
    EXPECT_EQ(err, "printf\ncout\nwrite\nhalf");
    EXPECT_EQ(afterwards, "afterwards");
}

TEST(OwnOutput, IsSharedWhereNobodyAskedForItsOwn) {
    std::string out;
    {
        const Caught caught;
        {
            OwnOutput output(false);
            output.stream() << "words\n";
            std::cout << "cout\n";
            EXPECT_EQ(own_output(), STDOUT_FILENO);
        }
        out = caught.out.read();
    }
    EXPECT_EQ(out, "words\ncout\n");
}

TEST(OwnOutput, GoesWhereStandardOutputIsCaughtByItsBuffer) {
    std::ostringstream out;
    std::ostringstream err;
    std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
    std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
    {
        OwnOutput output(true);
        output.stream() << "{}\n";
        std::cout << "cout\n";
    }
    std::cout << "afterwards\n";
    std::cout.rdbuf(old_out);
    std::cerr.rdbuf(old_err);
    EXPECT_EQ(out.str(), "{}\nafterwards\n");
    EXPECT_EQ(err.str(), "cout\n");
}

TEST(DescriptorBuffers, WriteEverythingAtOnceAndTellWhereNobodyReads) {
    std::array<int, 2> ends{-1, -1};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    DescriptorBuffer buffer(ends[1]);
    std::ostream stream(&buffer);
    stream << "one" << 2;
    int waiting = 0;
    std::array<char, 16> piece{};
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    waiting = static_cast<int>(::read(ends[0], piece.data(), piece.size()));
    EXPECT_EQ(waiting, -1) << "nothing has left before it is flushed";
    stream.flush();
    EXPECT_EQ(::read(ends[0], piece.data(), piece.size()), 4);
    EXPECT_TRUE(stream.good());
    ::close(ends[0]);
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    stream << "lost" << std::flush;
    EXPECT_FALSE(stream.good());
    std::signal(SIGPIPE, before);
    ::close(ends[1]);
}

TEST(DescriptorBuffers, TakeMoreThanTheyHold) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    const std::string much(3'000'000, 'x');
    {
        DescriptorBuffer buffer(::fileno(file));
        std::ostream stream(&buffer);
        stream << much << '!' << std::flush;
        EXPECT_TRUE(stream.good());
    }
    EXPECT_EQ(::lseek(::fileno(file), 0, SEEK_END), 3'000'001);
    std::fclose(file);
}

}  // namespace
}  // namespace tandem::tools
