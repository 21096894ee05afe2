// SPDX-License-Identifier: MIT
// Who may not play each other is told so by a real handshake, and who may plays.
#include <gtest/gtest.h>

#include <map>

#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(Refusals, NameWhatDiffersAndLetTheRestPlay) {
    const std::map<std::string, std::string> words{
        {"tick rate", "tick rates differ"},
        {"version of the game", "versions of the game differ"},
        {"seed, asked for by the guest", "another seed"},
        {"players, asked for by the guest", "another number of players"},
        {"options, asked for by the guest", "other options"},
        {"what reset makes of the setup", "reset differently"}};
    std::size_t refused = 0;
    for (const auto& row : refusals_table().rows) {
        const auto expected = words.find(cell_text(row[0]));
        EXPECT_EQ(std::get<bool>(row[1]), expected != words.end()) << cell_text(row[0]);
        if (expected == words.end()) {
            EXPECT_GT(std::get<std::int64_t>(row[3]), 100);
            continue;
        }
        ++refused;
        EXPECT_EQ(std::get<std::int64_t>(row[3]), 0);
        EXPECT_NE(cell_text(row[4]).find(expected->second), std::string::npos) << cell_text(row[4]);
    }
    EXPECT_EQ(refused, words.size());
}

}  // namespace
}  // namespace tandem::tools::lab
