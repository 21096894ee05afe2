// SPDX-License-Identifier: MIT
// When a new address is asked, what moves the way, and the bytes of question and answer.
#include <tandem/net/transport/way.hpp>

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>

#include <tandem/sim/math/random.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::CookieMaker;
using net::Time;
using net::Way;
using net::WayMessage;
using sim::Bytes;
using sim::ByteView;

const Time k_way_time = std::chrono::seconds(300);
const Bytes k_first_place = hex_bytes("01");
const Bytes k_second_place = hex_bytes("02");

struct WayTest : testing::Test {
    CookieMaker tokens{key_number(1)};
    Way way{k_first_place, 7};
    std::optional<std::uint64_t> datagram(const Bytes& from, Time now = k_way_time) {
        return way.receive(from, true, tokens, now);
    }
    bool answer(std::uint64_t token, const Bytes& from, bool is_newest = true,
                Time now = k_way_time) {
        return way.receive(token, from, is_newest, tokens, now);
    }
};

TEST_F(WayTest, WhereItLeadsNobodyIsAsked) {
    EXPECT_FALSE(datagram(k_first_place));
    EXPECT_TRUE(way.address() == k_first_place);
}

TEST_F(WayTest, TheRightTokenFromTheRightPlaceMovesIt) {
    const auto token = datagram(k_second_place);
    ASSERT_TRUE(token);
    EXPECT_TRUE(way.address() == k_first_place) << "nothing is proven yet";
    EXPECT_FALSE(answer(*token + 1, k_second_place)) << "a wrong token";
    EXPECT_FALSE(answer(*token, k_first_place)) << "from another address";
    EXPECT_FALSE(answer(*token, k_second_place, false)) << "the newest came from elsewhere";
    EXPECT_TRUE(answer(*token, k_second_place));
    EXPECT_TRUE(way.address() == k_second_place);
    EXPECT_FALSE(answer(*token, k_second_place)) << "it leads there";
}

TEST_F(WayTest, ATokenIsOfItsConnectionItsAddressAndItsTime) {
    const auto token = datagram(k_second_place);
    ASSERT_TRUE(token);
    Way other(k_first_place, 8);
    static_cast<void>(other.receive(k_second_place, true, tokens, k_way_time));
    EXPECT_FALSE(other.receive(*token, k_second_place, true, tokens, k_way_time));
    EXPECT_FALSE(answer(*token, hex_bytes("03")));
    EXPECT_FALSE(answer(*token, k_second_place, true, k_way_time + 2 * CookieMaker::k_epoch));
    EXPECT_TRUE(answer(*token, k_second_place, true, k_way_time + std::chrono::seconds(2)));
}

// A machine with two lines at once, and datagrams that come in any order.
TEST_F(WayTest, ItLeadsAlwaysToAPlaceThatHasAnswered) {
    Random random(1, 2);
    const std::array<Bytes, 3> all{k_first_place, k_second_place, hex_bytes("03")};
    std::map<Bytes, std::uint64_t> asked;
    std::size_t moves = 0;
    Time now = k_way_time;
    for (int round = 0; round < 10'000; ++round) {
        now += std::chrono::milliseconds(random.below(60U));
        const Bytes& from = all[random.below(all.size())];
        const bool is_newest = random.chance(3, 4);
        const Bytes before = way.address();
        if (random.chance(1, 2)) {
            if (const auto token = way.receive(from, is_newest, tokens, now)) {
                EXPECT_TRUE(is_newest);
                asked[from] = *token;
            }
            EXPECT_TRUE(way.address() == before);
        } else {
            const Bytes& whose = all[random.below(all.size())];
            const auto token = asked.find(whose);
            const bool has_moved =
                token != asked.end() && answer(token->second, from, is_newest, now);
            EXPECT_TRUE(!has_moved || (whose == from && way.address() == from));
            moves += has_moved ? 1U : 0U;
        }
    }
    EXPECT_GT(moves, 100U);
}

TEST(WayMessageTest, ItIsReadAsItWasWrittenAndIsNothingThatENetSends) {
    for (const auto kind : {WayMessage::Kind::ask, WayMessage::Kind::answer}) {
        const Bytes bytes = net::encode_way({kind, 0x0102030405060708});
        EXPECT_EQ(bytes.size(), net::k_way_message_bytes);
        const auto low_half = static_cast<unsigned>(bytes[0]) & 0x0FU;
        EXPECT_TRUE(low_half != 0x0 && low_half != 0xF);
        const auto read = net::decode_way(bytes);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->kind, kind);
        EXPECT_EQ(read->token, 0x0102030405060708U);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_FALSE(net::decode_way(ByteView(bytes).first(size)));
        }
        Bytes other = bytes;
        other.push_back({});
        EXPECT_FALSE(net::decode_way(other));
        other = bytes;
        other[0] = std::byte{3};
        EXPECT_FALSE(net::decode_way(other));
    }
    EXPECT_TRUE(net::encode_way({WayMessage::Kind::ask, 5}) == hex_bytes("010500000000000000"));
}

}  // namespace
}  // namespace tandem::test
