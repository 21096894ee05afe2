// SPDX-License-Identifier: MIT
// What an expression says of a state agrees with what the list of its fields says.
#include <tandem/replay/query/expression.hpp>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/property/mutate.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::replay {
namespace {

using sim::ByteView;
using sim::FieldKind;
using sim::Leaf;

const sim::GameInfo& rich_info() {
    static const sim::GameInfo info = sim::erase<test::RichGame>().info();
    return info;
}

ExpressionScope rich_scope() { return {rich_info().state_schema, rich_info().input_schema, 3}; }

// A state of the game, the one before it, and the inputs between them.
class RichMoment {
public:
    explicit RichMoment(std::uint64_t seed, std::uint64_t presence = 0b101)
        : simulation_(test::run_game<test::RichGame>(seed, 5)) {
        earlier_ = simulation_.save();
        bytes_ = test::rich_record(simulation_, 5, presence);
        record_ = *sim::parse_record(rich_info().input_schema, 3, bytes_);
        EXPECT_TRUE(simulation_.step(bytes_));
        now_ = simulation_.save();
    }

    bool holds(const std::string& text) const {
        const auto expression = Expression::parse(text, rich_scope());
        EXPECT_TRUE(expression) << (expression ? "" : expression.error().text());
        const Instant before{earlier_, nullptr};
        return expression && expression->holds({now_, &record_}, &before);
    }
    const sim::Bytes& state() const { return now_; }
    const sim::Bytes& earlier() const { return earlier_; }
    const sim::RecordView& record() const { return record_; }
    const test::RichGame& game() const { return simulation_.as<test::RichGame>(); }

private:
    sim::AnySimulation simulation_;
    sim::Bytes earlier_;
    sim::Bytes now_;
    sim::Bytes bytes_;
    sim::RecordView record_;
};

// The leaf's own value as an expression writes it; empty where it cannot be asked for by ==.
std::string leaf_literal(const Leaf& leaf, ByteView state) {
    const ByteView bytes = state.subspan(leaf.offset, leaf.bytes);
    const std::string raw = sim::leaf_raw_text(*leaf.node, bytes);
    switch (leaf.kind) {
        case FieldKind::fixed:
        case FieldKind::angle:
            return "raw " + raw;
        case FieldKind::floating:
            return "";
        case FieldKind::bits:
            return "\"" + sim::leaf_text(*leaf.node, bytes) + "\"";
        default:
            return sim::leaf_text(*leaf.node, bytes);
    }
}

TEST(Expression, OfEveryFieldsOwnValueHoldsAndItsOppositeDoesNot) {
    std::size_t asked = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RichMoment moment(seed);
        for (const Leaf& leaf : sim::list_leaves(rich_info().state_schema.root(), moment.state())) {
            const std::string value = leaf_literal(leaf, moment.state());
            if (value.empty()) {
                continue;
            }
            const std::string path = "`" + leaf.path + "`";
            ASSERT_TRUE(moment.holds(path + " == " + value)) << path << " == " << value;
            ASSERT_FALSE(moment.holds(path + " != " + value)) << path << " != " << value;
            ASSERT_TRUE(moment.holds("not " + path + " != " + value));
            ASSERT_TRUE(moment.holds(value + " == " + path));
            ++asked;
        }
    }
    EXPECT_GT(asked, 500U);
}

TEST(Expression, ChangedIsWhatACompareOfBothStatesFinds) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RichMoment moment(seed);
        const auto before = sim::list_leaves(rich_info().state_schema.root(), moment.earlier());
        for (const sim::SchemaNode& field : rich_info().state_schema.root().children) {
            const auto differences =
                sim::compare_values(rich_info().state_schema, moment.earlier(), moment.state());
            const bool has_changed = std::any_of(
                differences.begin(), differences.end(), [&](const sim::FieldDifference& found) {
                    return found.path.substr(0, found.path.find_first_of(".[")) == field.name;
                });
            ASSERT_EQ(moment.holds("changed(" + field.name + ")"), has_changed) << field.name;
        }
        ASSERT_FALSE(before.empty());
    }
}

TEST(Expression, ComparesNumbersInOrder) {
    const RichMoment moment(3);
    const auto i32 = std::to_string(moment.game().i32);
    EXPECT_TRUE(moment.holds("i32 <= " + i32 + " and i32 >= " + i32));
    EXPECT_FALSE(moment.holds("i32 < " + i32 + " or i32 > " + i32));
    EXPECT_TRUE(moment.holds("i32 < 1000000000000 and -1000000000000.5 < i32"));
    EXPECT_TRUE(moment.holds("units.size == " + std::to_string(moment.game().units.size())));
    EXPECT_TRUE(moment.holds("level >= -99999999999 and facing < 360"));
    EXPECT_TRUE(moment.holds("level == level and not level != level"));
    EXPECT_EQ(moment.holds("i8 < u8"), moment.game().i8 < moment.game().u8);
    EXPECT_EQ(moment.holds("u8 > i8"), moment.game().i8 < moment.game().u8);
}

TEST(Expression, OfAnyElementHoldsIfItHoldsForOne) {
    const RichMoment moment(4);
    bool is_strong = false;
    bool is_awake = false;
    for (const test::Unit& unit : moment.game().units) {
        is_strong = is_strong || unit.hp > 0;
        is_awake = is_awake || unit.is_awake;
    }
    EXPECT_EQ(moment.holds("units[*].hp > 0"), is_strong);
    EXPECT_EQ(moment.holds("units[*].is_awake"), is_awake);
    EXPECT_TRUE(moment.holds("units[*].hp == units[*].hp"));
    EXPECT_FALSE(moment.holds("units[*].hp > 1000000000000"));
    EXPECT_TRUE(moment.holds("not units[*].hp > 1000000000000"));
}

TEST(Expression, ComparedWithWhatIsNotThereIsFalse) {
    const RichMoment moment(5);
    EXPECT_FALSE(moment.holds("units[9999].hp == 0"));
    EXPECT_FALSE(moment.holds("units[9999].hp != 0"));
    EXPECT_TRUE(moment.holds("not units[9999].hp == 0"));
    EXPECT_FALSE(moment.holds("changed(units[9999])"));
    const bool has_goal = moment.game().goal.has_value();
    EXPECT_EQ(moment.holds("goal == some"), has_goal);
    EXPECT_EQ(moment.holds("goal == none"), !has_goal);
    EXPECT_EQ(moment.holds("goal.x < 0 or goal.x >= 0"), has_goal);
    const auto alternative = std::to_string(moment.game().action.index());
    EXPECT_TRUE(moment.holds("action == alternative " + alternative));
}

TEST(Expression, AsksTheInputsOfTheTickThatLedThere) {
    const RichMoment moment(6);
    ASSERT_FALSE(moment.record().present(1));
    EXPECT_TRUE(moment.holds("present(0) and not present(1) and present(2)"));
    EXPECT_FALSE(moment.holds("input[1].throws == 0"));
    EXPECT_TRUE(moment.holds("input[0].throws == 0 and input[*].throws == 0"));
    EXPECT_TRUE(moment.holds("input[0].is_firing or input[0].is_firing == false"));
    EXPECT_FALSE(moment.holds("changed(input[0].throws)"));  // nothing led to the state before
    const auto expression = *Expression::parse("changed(input[0])", rich_scope());
    const Instant now{moment.state(), &moment.record()};
    EXPECT_FALSE(expression.holds(now, &now));
    EXPECT_FALSE(expression.asks_state());
    EXPECT_TRUE(expression.asks_inputs() && expression.asks_before());
}

// Whatever somebody types: it is refused at a place, or it has an answer.
TEST(Expression, OfAnyWordsIsRefusedOrAsked) {
    static constexpr const char* k_words[] = {"and",
                                              "or",
                                              "not",
                                              "(",
                                              ")",
                                              "==",
                                              "!=",
                                              "<",
                                              ">=",
                                              "units[*].hp",
                                              "units[0]",
                                              "i32",
                                              "mood",
                                              "calm",
                                              "title",
                                              "\"a\"",
                                              "-1.5",
                                              "0xff",
                                              "raw",
                                              "alternative",
                                              "1",
                                              "none",
                                              "action",
                                              "action.way",
                                              "goal.x",
                                              "changed(",
                                              "present(",
                                              "owners[*]",
                                              "routes[\"a\"]",
                                              "input[0].target",
                                              "input[*]",
                                              "flags",
                                              "true",
                                              "gates[1]",
                                              "facing",
                                              "pending.size",
                                              "`",
                                              "[",
                                              "\"",
                                              "places[0].row",
                                              "eight_flags",
                                              "real",
                                              "=",
                                              "&",
                                              "triple",
                                              "pick",
                                              "some"};
    const RichMoment moment(8);
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 20'000);
    std::size_t asked = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        std::mt19937_64 engine(seed);
        const auto any_word = [&] { return std::string(k_words[engine() % std::size(k_words)]); };
        std::string text = any_word();
        if (engine() % 2 == 0) {  // a field is at least compared with itself
            text += " == " + text;
        }
        for (std::uint64_t words = engine() % 6; words > 0; --words) {
            text += std::string(engine() % 8 == 0 ? "" : " ") + any_word();
        }
        SCOPED_TRACE(text + "; again: TANDEM_SEED=" + std::to_string(seed) +
                     " TANDEM_MUTANTS=1 tandem_replay_tests "
                     "--gtest_filter=Expression.OfAnyWordsIsRefusedOrAsked");
        const auto expression = Expression::parse(text, rich_scope());
        if (!expression) {
            ASSERT_EQ(expression.error().code, sim::ErrorCode::usage);
            ASSERT_TRUE(expression.error().place.starts_with("expression, character "));
            continue;
        }
        const Instant before{moment.earlier(), nullptr};
        const bool holds = expression->holds({moment.state(), &moment.record()}, &before);
        const auto opposite = Expression::parse("not (" + text + ")", rich_scope());
        ASSERT_TRUE(opposite);
        ASSERT_NE(opposite->holds({moment.state(), &moment.record()}, &before), holds);
        ++asked;
    }
    EXPECT_TRUE(count < 1'000 || asked > count / 50) << asked;
}

TEST(Expression, OfAFirstStateKnowsOfNoChange) {
    const RichMoment moment(7);
    const auto expression = *Expression::parse("changed(u64) or not u64 == u64", rich_scope());
    EXPECT_FALSE(expression.holds({moment.state(), nullptr}, nullptr));
}

}  // namespace
}  // namespace tandem::replay
