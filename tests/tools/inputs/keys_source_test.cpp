// SPDX-License-Identifier: MIT
// A person's input is what is held down when a tick asks.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/inputs/source.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools {
namespace {

TEST(KeysSource, AsksForTheKeysAtEveryTick) {
    Keys keys;
    const auto source = make_keys_source([&] { return keys; });
    EXPECT_TRUE(source->is_live());
    EXPECT_FALSE(source->rows());
    const auto simulation = sim::erase<test::Counter>();
    const auto amount = [&](std::uint64_t tick) {
        return std::to_integer<int>((**source->input(0, Slot{0}, sim::Tick{tick}, simulation))[0]);
    };
    EXPECT_EQ(amount(0), 0);
    keys.press(Key::space);
    EXPECT_EQ(amount(1), 1);
    keys.release_all();
    EXPECT_EQ(amount(2), 0);
}

}  // namespace
}  // namespace tandem::tools
