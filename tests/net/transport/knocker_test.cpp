// SPDX-License-Identifier: MIT
// A guest at the door: what it says when, what it believes, and how it learns why not.
#include <tandem/net/transport/knocker.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include <tandem/net/wire/terms.hpp>
#include <tests/net/transport/doorstep.hpp>

namespace tandem::test {
namespace {

using net::Door;
using net::KeyKind;
using net::Knocker;
using net::RefusalReason;
using net::Time;
using sim::Bytes;
using std::chrono::milliseconds;

const Time k_knock_time = std::chrono::seconds(500);

net::MatchKey passphrase_of(std::string_view words) {
    return *net::MatchKey::from_passphrase(sim::as_bytes(words));
}

TEST(KnockerTest, BothSidesHaveTheSameSealAndTheSameNumber) {
    for (const std::optional<net::MatchKey>& key :
         {std::optional(key_of("sixteen or more bytes")),
          std::optional(passphrase_of("correct horse")), std::optional<net::MatchKey>()}) {
        Door door = door_of(key);
        Knocker guest(key, key_number(3));
        Doorstep step = converse(door, guest, k_knock_time);
        auto entry = guest.extract_entry();
        ASSERT_TRUE(step.admitted && entry);
        EXPECT_EQ(entry->number, step.admitted->number);
        EXPECT_TRUE(entry->binding == step.admitted->binding);
        EXPECT_TRUE(step.admitted->seal.open(entry->seal.seal({})));
        EXPECT_TRUE(entry->seal.open(step.admitted->seal.seal({})));
        EXPECT_LE(step.bytes_out, step.bytes_in);
        EXPECT_FALSE(guest.due(k_knock_time + std::chrono::seconds(9))) << "all is said";
    }
}

TEST(KnockerTest, BeginningAgainMakesAnotherConnectionFromAnywhere) {
    const auto key = key_of("sixteen or more bytes");
    Door door = door_of(key);
    Knocker guest(key, key_number(3));
    std::set<net::Binding> bindings;
    for (std::uint8_t round = 0; round < 3; ++round) {
        const Doorstep step = converse(door, guest, k_knock_time);
        const auto entry = guest.extract_entry();
        ASSERT_TRUE(step.admitted && entry);
        EXPECT_EQ(entry->number, round);
        bindings.insert(entry->binding);
        guest.restart(k_knock_time);
    }
    EXPECT_EQ(bindings.size(), 3U);
    // While it knocks, while it proves, and after a refusal.
    ASSERT_TRUE(guest.due(k_knock_time));
    guest.restart(k_knock_time);
    const auto answer =
        door.receive(*guest.due(k_knock_time), k_guest_address, k_knock_time).answer;
    ASSERT_TRUE(guest.receive(answer, k_knock_time));
    guest.restart(k_knock_time);
    Door other = door_of(key_of("also sixteen or more bytes"));
    static_cast<void>(converse(other, guest, k_knock_time));
    ASSERT_TRUE(guest.refusal());
    guest.restart(k_knock_time);
    EXPECT_FALSE(guest.refusal());
    EXPECT_TRUE(converse(door, guest, k_knock_time).admitted);
}

TEST(KnockerTest, AnAnswerToTheKnockBeforeBeginningAgainIsNone) {
    Door door = door_of(std::nullopt);
    Knocker guest(std::nullopt, key_number(3));
    const auto answer =
        door.receive(*guest.due(k_knock_time), k_guest_address, k_knock_time).answer;
    guest.restart(k_knock_time);
    EXPECT_FALSE(guest.receive(answer, k_knock_time));
}

TEST(KnockerTest, BothSidesLearnWhyKeysDoNotFit) {
    const auto file = key_of("sixteen or more bytes");
    const auto other = key_of("also sixteen or more bytes");
    const auto words = passphrase_of("correct horse");
    struct Case {
        std::optional<net::MatchKey> host;
        std::optional<net::MatchKey> guest;
        RefusalReason reason;
    };
    for (const Case& keys :
         {Case{std::nullopt, file, RefusalReason::key_needed},
          Case{file, std::nullopt, RefusalReason::key_needed},
          Case{file, words, RefusalReason::key_wrong}, Case{file, other, RefusalReason::key_wrong},
          Case{words, passphrase_of("correct horsf"), RefusalReason::key_wrong}}) {
        Door door = door_of(keys.host);
        Knocker guest(keys.guest, key_number(3));
        const Doorstep step = converse(door, guest, k_knock_time);
        EXPECT_FALSE(step.admitted || guest.extract_entry());
        ASSERT_TRUE(guest.refusal() && step.refused_by_host);
        EXPECT_EQ(guest.refusal()->reason, keys.reason);
        EXPECT_EQ(step.refused_by_host->reason, keys.reason);
        EXPECT_FALSE(guest.due(k_knock_time + std::chrono::seconds(9)));
    }
}

TEST(KnockerTest, AHostOfAnotherVersionIsRefusedByName) {
    Knocker guest(std::nullopt, key_number(3));
    const auto knock = net::decode_door(*guest.due(k_knock_time));
    const net::Answer answer{99, std::get<net::Knock>(*knock).token, 7, {}};
    const auto said = guest.receive(net::encode_door(answer), k_knock_time);
    ASSERT_TRUE(guest.refusal() && said);
    EXPECT_EQ(guest.refusal()->reason, RefusalReason::protocol);
    EXPECT_EQ(guest.refusal()->host_value, "99");
    const auto told = net::decode_door(*said);
    ASSERT_TRUE(told);
    EXPECT_EQ(std::get<net::TurnedAway>(*told).proof, 7U);
}

TEST(KnockerTest, KnocksAreRepeatedMoreAndMoreSlowly) {
    Knocker guest(std::nullopt, key_number(3));
    std::vector<std::int64_t> at;
    for (std::int64_t ms = 0; ms < 10'000; ++ms) {
        if (guest.due(k_knock_time + milliseconds(ms))) {
            at.push_back(ms);
        }
    }
    EXPECT_EQ(at, (std::vector<std::int64_t>{0, 100, 300, 700, 1'500, 2'500, 3'500, 4'500, 5'500,
                                             6'500, 7'500, 8'500, 9'500}));
}

TEST(KnockerTest, AFirstMessageIsRepeatedAndThenItKnocksAgain) {
    const auto key = key_of("sixteen or more bytes");
    Door door = door_of(key);
    Knocker guest(key, key_number(3));
    const auto answer =
        door.receive(*guest.due(k_knock_time), k_guest_address, k_knock_time).answer;
    const auto first = guest.receive(answer, k_knock_time);
    ASSERT_TRUE(first);
    std::size_t repeats = 0;
    for (std::int64_t ms = 0; ms < 20'000; ++ms) {
        const auto said = guest.due(k_knock_time + milliseconds(ms));
        if (!said) {
            continue;
        }
        if (*said != *first) {
            EXPECT_TRUE(std::holds_alternative<net::Knock>(*net::decode_door(*said)));
            break;
        }
        ++repeats;
    }
    EXPECT_EQ(repeats, 5U);
    const Doorstep step = converse(door, guest, k_knock_time + std::chrono::seconds(60));
    EXPECT_TRUE(step.admitted && guest.extract_entry()) << "with a new cookie";
}

TEST(KnockerTest, NobodyAnswersWhoDidNotHear) {
    const auto key = key_of("sixteen or more bytes");
    Door door = door_of(key);
    Knocker guest(key, key_number(3));
    auto answer = std::get<net::Answer>(*net::decode_door(
        door.receive(*guest.due(k_knock_time), k_guest_address, k_knock_time).answer));
    ++answer.token;
    answer.protocol = 99;
    EXPECT_FALSE(guest.receive(net::encode_door(answer), k_knock_time));
    --answer.token;
    answer.protocol = net::k_protocol_version;
    ASSERT_TRUE(guest.receive(net::encode_door(answer), k_knock_time));
    // Forged ends of the handshake.
    EXPECT_FALSE(guest.receive(net::encode_door(net::SecondMessage{net::k_protocol_version, {}}),
                               k_knock_time));
    EXPECT_FALSE(
        guest.receive(net::encode_door(net::TurnedAway{net::k_protocol_version, 1,
                                                       RefusalReason::key_wrong, KeyKind::file}),
                      k_knock_time));
    EXPECT_FALSE(guest.refusal() || guest.extract_entry());
    const Doorstep step = converse(door, guest, k_knock_time + milliseconds(200));
    EXPECT_TRUE(step.admitted && guest.extract_entry()) << "none of them did any harm";
}

// The cost of stretching is the host's to name, but a false host must not make it absurd.
TEST(KnockerTest, AnUnbearableCostIsRefusedAndNotPaid) {
    for (const net::StretchCost cost :
         {net::StretchCost{~0U, 3}, net::StretchCost{1, 1}, net::StretchCost{64 * 1024, ~0U}}) {
        Knocker guest(passphrase_of("correct horse"), key_number(3));
        const auto knock = net::decode_door(*guest.due(k_knock_time));
        const net::Answer answer{net::k_protocol_version,
                                 std::get<net::Knock>(*knock).token,
                                 7,
                                 {KeyKind::passphrase, {}, cost}};
        static_cast<void>(guest.receive(net::encode_door(answer), k_knock_time));
        ASSERT_TRUE(guest.refusal());
        EXPECT_NE(guest.refusal()->host_value.find("cost"), std::string::npos);
    }
}

// A host that was started again has another salt.
TEST(KnockerTest, AHostThatWasStartedAgainLetsTheSameGuestIn) {
    const auto words = passphrase_of("correct horse");
    Knocker guest(words, key_number(3));
    for (std::uint8_t host = 1; host <= 2; ++host) {
        Door door = door_of(words, 4, host);
        EXPECT_TRUE(converse(door, guest, k_knock_time).admitted);
        ASSERT_TRUE(guest.extract_entry());
        guest.restart(k_knock_time);
    }
}

TEST(KnockerTest, OnlyAFewSaltsAreStretched) {
    Knocker guest(passphrase_of("correct horse"), key_number(3));
    Time now = k_knock_time;
    std::size_t stretched = 0;
    for (std::uint8_t salt = 0; salt < 5 && !guest.refusal(); ++salt) {
        std::optional<Bytes> said;
        do {
            now += std::chrono::seconds(1);
            said = guest.due(now);
        } while (!said || !std::holds_alternative<net::Knock>(*net::decode_door(*said)));
        net::Answer answer{net::k_protocol_version,
                           std::get<net::Knock>(*net::decode_door(*said)).token,
                           7,
                           {KeyKind::passphrase, {}, {}}};
        answer.terms.salt.fill(static_cast<std::byte>(salt));
        static_cast<void>(guest.receive(net::encode_door(answer), now));
        stretched += guest.refusal() ? 0U : 1U;
    }
    EXPECT_EQ(stretched, 3U);
}

}  // namespace
}  // namespace tandem::test
