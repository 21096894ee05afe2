// SPDX-License-Identifier: MIT
// A secret lies where its user's state does or where it is told to, is found by its match, and
// nothing else is taken for it, replaced by it or removed with it.
#include <tandem/tools/program/match/secret_file.hpp>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <map>

#include <sys/resource.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::content_of;
using test::says;

Environment environment_of(std::map<std::string, std::string> variables) {
    return [variables = std::move(variables)](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

net::MatchTicket match_number(std::uint8_t number) {
    net::SecretKey seed;
    seed.bytes().fill(static_cast<std::byte>(number));
    net::MatchTicket ticket = net::draw_match_ticket(seed, 12);
    ticket.given.assign(12, 1);
    // Their files must be told apart in the folder by their beginning.
    ticket.match.fill(static_cast<std::byte>(number));
    return ticket;
}

class SecretFileTest : public test::InFolder {
protected:
    SecretFileTest() : ours_(match_number(0xAB)), theirs_(match_number(0xCD)) {}

    SecretPlace home() const { return {.environment = environment_of({{"HOME", path("")}})}; }
    SecretPlace named(const std::string& name) const {
        return {.file = path(name), .environment = environment_of({})};
    }
    std::string in_home(const std::string& name) const {
        return path("/.local/state/tandem/" + name);
    }
    SecretOwner host() const { return {.match = ours_.match}; }
    SecretOwner player(std::uint32_t slot) const { return {.match = ours_.match, .slot = slot}; }
    // The file of the owner, with its ticket in it.
    SecretFile written(const SecretPlace& place, const SecretOwner& owner) const {
        const auto file = SecretFile::of(place, owner);
        EXPECT_TRUE(file) << file.error().text();
        const auto done =
            owner.slot ? file->write(net::slot_ticket(ours_, *owner.slot)) : file->write(ours_);
        EXPECT_TRUE(done) << (done ? "" : done.error().text());
        return *file;
    }
    static unsigned mode_of(const std::string& file) {
        struct stat status {};
        EXPECT_EQ(::lstat(file.c_str(), &status), 0) << file;
        return status.st_mode & 07777U;
    }
    static std::ptrdiff_t names_in(const std::string& folder) {
        return std::distance(std::filesystem::directory_iterator(folder), {});
    }
    std::vector<std::string> listed(const SecretPlace& place) const {
        std::vector<std::string> paths;
        const auto files = SecretFile::list(place, ours_.match);
        EXPECT_TRUE(files) << files.error().text();
        for (const SecretFile& file : *files) {
            paths.push_back(file.path());
        }
        return paths;
    }

    net::MatchTicket ours_;
    net::MatchTicket theirs_;
};

TEST_F(SecretFileTest, LiesInTheFolderOfTheUsersStateUnderItsMatchAndSide) {
    EXPECT_EQ(written(home(), host()).path(), in_home("abababababababab-host"));
    EXPECT_EQ(written(home(), player(1)).path(), in_home("abababababababab-player1"));
    const SecretPlace state{
        .environment = environment_of({{"HOME", path("home")}, {"XDG_STATE_HOME", path("state")}})};
    EXPECT_EQ(written(state, player(11)).path(), path("state/tandem/abababababababab-player11"));
    EXPECT_FALSE(std::filesystem::exists(path("home")));
    EXPECT_EQ(written(named("elsewhere"), host()).path(), path("elsewhere"));
}

TEST_F(SecretFileTest, AndItsFolderAreTheirOwnersAlone) {
    const mode_t mask = ::umask(0);
    const SecretFile file = written(home(), host());
    ::umask(mask);
    EXPECT_EQ(mode_of(file.path()), 0600U);
    EXPECT_EQ(mode_of(in_home("")), 0700U);
    EXPECT_EQ(mode_of(path(".local")), 0700U);
    EXPECT_EQ(names_in(in_home("")), 1) << "no temporary file is left";
}

TEST_F(SecretFileTest, WithoutAFolderForItAsksForAFile) {
    for (const Environment& environment :
         {environment_of({}), environment_of({{"HOME", ""}, {"XDG_STATE_HOME", ""}}),
          environment_of({{"HOME", "a/b"}, {"XDG_STATE_HOME", "c"}})}) {
        const SecretPlace nowhere{.environment = environment};
        const auto file = SecretFile::of(nowhere, host());
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().code, sim::ErrorCode::usage);
        EXPECT_TRUE(says(file.error().message, "--secret-file"));
        const auto list = SecretFile::list(nowhere, ours_.match);
        ASSERT_FALSE(list);
        EXPECT_EQ(list.error().text(), file.error().text());
    }
}

TEST_F(SecretFileTest, ARelativeStateFolderIsIgnoredAsItsSpecificationSays) {
    const SecretPlace place{.environment =
                                environment_of({{"HOME", path("")}, {"XDG_STATE_HOME", "state"}})};
    EXPECT_EQ(written(place, host()).path(), in_home("abababababababab-host"));
}

TEST_F(SecretFileTest, GivesBackTheTicketThatWasWrittenLast) {
    const SecretFile host_file = written(home(), host());
    const SecretFile player_file = written(home(), player(1));
    ours_.generation = 7;
    ASSERT_TRUE(host_file.write(ours_));
    ASSERT_TRUE(player_file.write(net::slot_ticket(ours_, 1)));
    const auto match = host_file.read_match_ticket();
    ASSERT_TRUE(match) << match.error().text();
    EXPECT_EQ(match->match, ours_.match);
    EXPECT_EQ(match->secret.bytes(), ours_.secret.bytes());
    EXPECT_EQ(match->generation, 7U);
    EXPECT_EQ(match->given, ours_.given);
    const auto slot = player_file.read_slot_ticket();
    ASSERT_TRUE(slot) << slot.error().text();
    EXPECT_EQ(slot->secret.bytes(), net::slot_ticket(ours_, 1).secret.bytes());
    EXPECT_EQ(slot->generation, 7U);
    EXPECT_EQ(names_in(in_home("")), 2);
}

TEST_F(SecretFileTest, IsListedByItsMatchHostFirstAndNothingElseIs) {
    EXPECT_TRUE(listed(home()).empty()) << "there is no such folder yet";
    for (const std::uint32_t slot : {10U, 2U}) {
        static_cast<void>(written(home(), player(slot)));
    }
    static_cast<void>(written(home(), host()));
    const auto other = SecretFile::of(home(), {.match = theirs_.match});
    ASSERT_TRUE(other);
    ASSERT_TRUE(other->write(theirs_));
    for (const char* name :
         {"abababababababab-host.new0", "abababababababab-player", "abababababababab-player02",
          "abababababababab-player64", "abababababababab-player2.new0", "abababababababab-guest",
          "abababababababab", "note"}) {
        test::InFolder::write(".local/state/tandem/" + std::string(name), "x");
    }
    EXPECT_EQ(listed(home()), (std::vector<std::string>{in_home("abababababababab-host"),
                                                        in_home("abababababababab-player2"),
                                                        in_home("abababababababab-player10")}));
}

TEST_F(SecretFileTest, ThatWasNamedIsTheOnlyOneOfItsMatchAndKnowsItsSlot) {
    static_cast<void>(written(home(), host()));
    static_cast<void>(written(named("mine"), player(3)));
    const auto files = SecretFile::list(named("mine"), ours_.match);
    ASSERT_TRUE(files) << files.error().text();
    ASSERT_EQ(files->size(), 1U);
    EXPECT_EQ(files->front().owner(), player(3));
    EXPECT_TRUE(files->front().read_slot_ticket());
    const auto foreign = SecretFile::list(named("mine"), theirs_.match);
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, sim::ErrorCode::bad_data);
    EXPECT_TRUE(says(foreign.error().text(),
                     "mine: holds the secret of slot 3 in the match "
                     "abababababababababababababababab, and that of slot 3 in the match cdcd"));
    EXPECT_FALSE(SecretFile::list(named("absent"), ours_.match));
}

TEST_F(SecretFileTest, ThatOthersMayReadIsRefusedUntilItIsMended) {
    const SecretFile file = written(home(), player(1));
    ASSERT_EQ(::chmod(file.path().c_str(), 0640), 0);
    const auto refused = file.read_slot_ticket();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(says(refused.error().message, "chmod 600 " + file.path()));
    ASSERT_EQ(::chmod(file.path().c_str(), 0600), 0);
    EXPECT_TRUE(file.read_slot_ticket());
}

TEST_F(SecretFileTest, IsNeitherReadNorWrittenNorRemovedThroughALink) {
    const SecretFile real = written(named("real"), host());
    const std::string before = content_of(real.path());
    std::filesystem::create_symlink(real.path(), path("link"));
    const auto file = SecretFile::of(named("link"), host());
    ASSERT_TRUE(file);
    ours_.generation = 9;
    for (const auto& done :
         {file->write(ours_), file->remove(),
          file->read_match_ticket() ? sim::Result<void>() : file->read_match_ticket().error()}) {
        ASSERT_FALSE(done);
        EXPECT_TRUE(says(done.error().message, "is a symbolic link"));
    }
    EXPECT_EQ(content_of(real.path()), before);
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
}

TEST_F(SecretFileTest, NeverReplacesAndNeverRemovesSomethingElse) {
    test::InFolder::write("novel", "precious\n");
    static_cast<void>(written(named("players"), player(1)));
    static_cast<void>(written(named("hosts"), host()));
    for (const auto& [name, owner, words] :
         {std::tuple("novel", host(), "holds no secret of a match, or a damaged one"),
          std::tuple("players", host(), "holds the secret of slot 1 in the match abab"),
          std::tuple("players", player(2), "holds the secret of slot 1 in the match abab"),
          std::tuple("hosts", player(1), "holds the secret of the host in the match abab")}) {
        const std::string before = content_of(path(name));
        const auto file = SecretFile::of(named(name), owner);
        ASSERT_TRUE(file);
        const auto replaced =
            owner.slot ? file->write(net::slot_ticket(ours_, *owner.slot)) : file->write(ours_);
        const auto removed = file->remove();
        for (const auto& done : {replaced, removed}) {
            ASSERT_FALSE(done) << name;
            EXPECT_EQ(done.error().code, sim::ErrorCode::io);
            EXPECT_EQ(done.error().place, path(name));
        }
        EXPECT_TRUE(says(replaced.error().message, words));
        EXPECT_TRUE(says(replaced.error().message, "is not replaced"));
        EXPECT_TRUE(says(removed.error().message, "is not removed"));
        EXPECT_EQ(content_of(path(name)), before);
    }
}

TEST_F(SecretFileTest, OfSomebodyElseIsNotReadAsOurs) {
    static_cast<void>(written(named("file"), player(1)));
    const auto second = SecretFile::of(named("file"), player(2));
    ASSERT_TRUE(second);
    const auto refused = second->read_slot_ticket();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::bad_data);
    EXPECT_TRUE(says(refused.error().message, "holds the secret of slot 1"));
    const auto as_host = SecretFile::of(named("file"), host())->read_match_ticket();
    ASSERT_FALSE(as_host);
    EXPECT_TRUE(says(as_host.error().text(), "file, line 1: expected \"tandem match secret 1"));
}

TEST_F(SecretFileTest, IsRemovedOnceAndAskingAgainIsNoError) {
    const SecretFile file = written(home(), host());
    // Even one that somebody may read by now goes away.
    ASSERT_EQ(::chmod(file.path().c_str(), 0644), 0);
    ASSERT_TRUE(file.remove());
    EXPECT_EQ(names_in(in_home("")), 0);
    EXPECT_TRUE(file.remove());
}

TEST_F(SecretFileTest, OnAFullDiskIsAsItWasAndLeavesNothingBeside) {
    const SecretFile file = written(home(), host());
    const std::string before = content_of(file.path());
    ours_.generation = 12'345;
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{50, limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto refused = file.write(ours_);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(says(refused.error().message, "the old file is as it was"));
    EXPECT_EQ(content_of(file.path()), before);
    EXPECT_EQ(names_in(in_home("")), 1);
}

TEST_F(SecretFileTest, IsNeverARecordingOrABundleThroughWhateverName) {
    SecretPlace place = named("match.tandem");
    std::filesystem::create_directory(path("folder"));
    std::filesystem::create_symlink(path("folder"), path("also"));
    for (const std::string& output :
         {path("match.tandem"), path("./folder/../match.tandem"), path("also/../match.tandem")}) {
        place.outputs = {"", path("other.tandem"), output};
        const auto refused = SecretFile::of(place, host());
        ASSERT_FALSE(refused) << output;
        EXPECT_EQ(refused.error().code, sim::ErrorCode::usage);
        EXPECT_TRUE(says(refused.error().text(), "--secret-file " + path("match.tandem")));
    }
    test::InFolder::write("match.tandem", "x");
    std::filesystem::create_hard_link(path("match.tandem"), path("same.tandem"));
    place.outputs = {path("same.tandem")};
    EXPECT_FALSE(SecretFile::of(place, host()));
    // Beside a recording it may lie.
    place = named("match.secret");
    place.outputs = {path("match.tandem")};
    EXPECT_TRUE(SecretFile::of(place, host()));
    place.file = "-";
    const auto stream = SecretFile::of(place, host());
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().code, sim::ErrorCode::usage);
}

}  // namespace
}  // namespace tandem::tools
