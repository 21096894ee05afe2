// SPDX-License-Identifier: MIT
// An input that was simulated and not recorded is found among those that it may have been.
#include <gtest/gtest.h>

#include <tandem/replay/explain/other_inputs.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// In tick 31 it heard another input of player 1 than the one that it was given.
template <int k_amount>
struct Misheard : BrokenBase {
    static constexpr std::string_view name = "misheard";
    void step(Inputs<Input> inputs) {
        const bool is_misheard = k_amount >= 0 && ticks == 31;
        total = (total * 3 + inputs[0].amount) * 3 +
                (is_misheard ? static_cast<std::uint64_t>(k_amount) : inputs[1].amount);
        ++ticks;
    }
};

template <int k_amount>
sim::Result<std::optional<replay::OtherInput>> searched() {
    const auto replay = open_replay(
        record<Misheard<k_amount>>({.options = {.block_ticks = 10, .keyframe_ticks = 20}}));
    return replay::find_other_input(*replay, sim::erase<Misheard<-1>>(), sim::Tick{31});
}

TEST(OtherInputs, FindsOneThatWasLost) {
    const auto found = searched<0>();
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->player, Slot{1});
    EXPECT_EQ((*found)->text, "player 1 idle in place of its input of tick 31");
}

TEST(OtherInputs, FindsNoneWhereItWasNone) {
    const auto found = searched<1'000>();  // no input is so large
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found);
}

}  // namespace
}  // namespace tandem::test
