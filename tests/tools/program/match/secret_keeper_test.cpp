// SPDX-License-Identifier: MIT
// A secret is written beside the match, its last ticket is the one that stays, and it goes only
// with a match that is over for good.
#include <tandem/tools/program/match/secret_keeper.hpp>

#include <filesystem>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

class SecretKeeperTest : public test::InFolder {
protected:
    SecretKeeperTest() : ticket_(net::draw_match_ticket(net::SecretKey(), 3)) {
        ticket_.given = {0, 1, 1};
    }
    SecretPlace place(std::vector<std::string> outputs = {}) const {
        return {.file = path("secret"),
                .environment = [](const std::string&) { return std::nullopt; },
                .outputs = std::move(outputs)};
    }
    bool is_there() const { return std::filesystem::exists(path("secret")); }
    // The ticket of slot 1 that the file holds.
    net::SlotTicket kept() const {
        const auto file = SecretFile::of(place(), {ticket_.match, 1});
        EXPECT_TRUE(file.has_value());
        const auto ticket = file->read_slot_ticket();
        EXPECT_TRUE(ticket) << ticket.error().text();
        return *ticket;
    }

    net::MatchTicket ticket_;
};

TEST_F(SecretKeeperTest, StaysUnlessTheMatchIsOverForGood) {
    for (const bool is_over : {false, true}) {
        SecretKeeper keeper(place());
        keeper.keep(net::slot_ticket(ticket_, 1));
        EXPECT_FALSE(keeper.finish(is_over));
        EXPECT_EQ(is_there(), !is_over);
        EXPECT_EQ(keeper.is_kept(), !is_over);
    }
}

TEST_F(SecretKeeperTest, TheLastOfManyTicketsIsTheOneThatStays) {
    SecretKeeper keeper(place());
    net::SlotTicket ticket = net::slot_ticket(ticket_, 1);
    for (ticket.generation = 0; ticket.generation < 20; ++ticket.generation) {
        keeper.keep(ticket);
        EXPECT_FALSE(keeper.extract_failure());
    }
    EXPECT_FALSE(keeper.finish(false));
    EXPECT_EQ(kept().generation, 19U);
}

TEST_F(SecretKeeperTest, TheHostsIsKeptAlike) {
    SecretKeeper keeper(place());
    keeper.keep(ticket_);
    EXPECT_FALSE(keeper.finish(false));
    EXPECT_TRUE(is_there());
}

TEST_F(SecretKeeperTest, AFailureIsToldOnceAndNothingElseIsTouched) {
    write("secret", "what somebody wrote");
    SecretKeeper keeper(place());
    keeper.keep(net::slot_ticket(ticket_, 1));
    const auto failure = keeper.finish(true);
    ASSERT_TRUE(failure);
    EXPECT_TRUE(says(failure->text(), "it is not replaced"));
    EXPECT_FALSE(keeper.is_kept());
    EXPECT_FALSE(keeper.extract_failure());
    EXPECT_EQ(test::content_of(path("secret")), "what somebody wrote");
}

TEST_F(SecretKeeperTest, AnOutputIsNeverASecretsFile) {
    SecretKeeper keeper(place({path("secret")}));
    keeper.keep(net::slot_ticket(ticket_, 1));
    EXPECT_TRUE(keeper.extract_failure());
    EXPECT_FALSE(keeper.finish(false));
    EXPECT_FALSE(is_there());
}

TEST_F(SecretKeeperTest, WithoutASecretThereIsNothingToDo) {
    SecretKeeper keeper(place());
    EXPECT_FALSE(keeper.extract_failure());
    EXPECT_FALSE(keeper.finish(true));
    EXPECT_FALSE(keeper.is_kept());
}

}  // namespace
}  // namespace tandem::tools
