// SPDX-License-Identifier: MIT
// A program is its code, its libraries and its processor.
#include <tandem/tools/system/program_identity.hpp>

#include <atomic>
#include <cstdlib>
#include <thread>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

TEST(ProgramIdentity, IsTheSameEachTime) {
    const auto first = own_identity();
    const auto second = own_identity();
    ASSERT_TRUE(first && second) << (first ? "" : first.error().text());
    EXPECT_EQ(first->code, second->code);
    EXPECT_EQ(first->machine, second->machine);
    EXPECT_NE(first->code, sim::Digest{});
    EXPECT_NE(first->code, first->machine);
}

TEST(ProgramIdentity, TellsTheProgramFromItsLibraries) {
    const auto identity = own_identity();
    ASSERT_TRUE(identity) << identity.error().text();
    const auto program = read_named_file("/proc/self/exe");
    ASSERT_TRUE(program);
    EXPECT_EQ(identity->program, sim::digest_bytes(*program));
    EXPECT_NE(identity->libraries, identity->program);
    EXPECT_NE(identity->libraries, identity->code);
    EXPECT_NE(identity->libraries, sim::Digest{});
    const auto build = own_game_build();
    ASSERT_TRUE(build);
    EXPECT_EQ(build->program, identity->program);
    EXPECT_NE(build->libraries, sim::Digest{});
    EXPECT_EQ(build->compiler.find('/'), std::string::npos) << build->compiler;
}

// As a linker does that writes a program again.
TEST(ProgramIdentity, OfAFileThatIsCutMeanwhileHarmsNobody) {
    char name[] = "/tmp/tandem-cut-XXXXXX";
    const int file = ::mkstemp(name);
    ASSERT_GE(file, 0);
    constexpr off_t k_bytes = off_t{8} << 20;
    std::atomic<bool> is_over = false;
    std::thread linker([&] {
        while (!is_over) {
            static_cast<void>(::ftruncate(file, 0) == 0 && ::ftruncate(file, k_bytes) == 0);
        }
    });
    for (int round = 0; round < 50; ++round) {
        static_cast<void>(digest_of_file(name));
    }
    is_over = true;
    linker.join();
    ASSERT_EQ(::ftruncate(file, k_bytes), 0);
    EXPECT_EQ(digest_of_file(name),
              sim::digest_bytes(sim::Bytes(static_cast<std::size_t>(k_bytes))));
    ::close(file);
    ::unlink(name);
    EXPECT_FALSE(digest_of_file(name));
    EXPECT_FALSE(digest_of_file("/"));
}

TEST(GameBuild, IsOfTheFilesOfTheStartWhateverIsLoadedLater) {
    const ProgramFiles files = loaded_files();
    const auto before = game_build_of(files);
    void* const library = ::dlopen("libanl.so.1", RTLD_NOW);
    if (library == nullptr || loaded_files() == files) {
        GTEST_SKIP() << "nothing more can be loaded here";
    }
    EXPECT_EQ(game_build_of(files), before);
    EXPECT_NE(game_build_of(loaded_files())->libraries, before->libraries);
}

TEST(GameBuild, HasNoLibrariesWhereOneIsNoLongerThere) {
    ProgramFiles files = loaded_files();
    const auto whole = game_build_of(files);
    files.insert("/no/such/library.so");
    const auto build = game_build_of(files);
    ASSERT_TRUE(whole && build);
    EXPECT_EQ(build->program, whole->program);
    EXPECT_EQ(build->libraries, sim::Digest{});
}

TEST(ProgramIdentity, DigestsAreHexadecimal) {
    sim::Digest digest;
    digest.bytes[0] = std::byte{0xab};
    digest.bytes[15] = std::byte{0x01};
    EXPECT_EQ(digest_text(digest), "ab000000000000000000000000000001");
}

}  // namespace
}  // namespace tandem::tools
