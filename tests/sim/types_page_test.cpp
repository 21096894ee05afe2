// SPDX-License-Identifier: MIT
// sim/TYPES.md in code: every line of the page stands here, compiles, and gives what the page says.
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/angle_batch.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/fixed_batch.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/time/throttle.hpp>

// Outside of tandem, as a game is: functions have to be found without it.
namespace types_page {
namespace {

using namespace tandem::literals;
using tandem::Angle;
using tandem::Commands;
using tandem::CompactVec2;
using tandem::Fixed;
using tandem::Fixed16;
using tandem::FlatMap;
using tandem::Inputs;
using tandem::PriorityQueue;
using tandem::Random;
using tandem::Slice;
using tandem::Slot;
using tandem::SlotHandle;
using tandem::SlotMap;
using tandem::Throttle;
using tandem::Vec2;

// What a row writes gives this.
template <class Written, class Given>
void same(const Written& written, const Given& given, int line = __builtin_LINE()) {
    EXPECT_TRUE(std::equal_to<>{}(written, given)) << "line " << line;
}
// What a row writes gives something that the page tells in words.
template <class Written>
void gives(const Written&) {}

TEST(TypesPage, FixedGivesWhatItSays) {
    gives(2.5_fx);
    same(Fixed(3), 3_fx);
    const Fixed half = 0.5_fx16;
    same(half, 0.5_fx);
    same(2.5_fx + 3, 5.5_fx);
    same(2.5_fx < 3, true);
    same(Fixed::ratio(1, 4), 0.25_fx);
    same(Fixed::from_raw(1), Fixed::epsilon());
    same(Fixed::epsilon().raw(), 1);
    same(Fixed(0.5_fx16), 0.5_fx);
    same(Fixed16(0.5_fx), 0.5_fx16);
    same(1.5_fx * 2 - 7_fx / 2 + -0.5_fx, -1_fx);
    same(-7.5_fx % 2, -1.5_fx);
    same((-2.5_fx).floor(), -3);
    same((-2.5_fx).ceil(), -2);
    same((-2.5_fx).trunc(), -2);
    same((-2.5_fx).round(), -2);
    same((-2.75_fx).fraction(), 0.25_fx);
    same(abs(-2.5_fx), 2.5_fx);
    same(min(1_fx, 2.5_fx), 1_fx);
    same(max(1_fx, 2.5_fx), 2.5_fx);
    same(clamp(7.5_fx, 0, 5), 5_fx);
    same(sign(-2.5_fx), -1);
    same(sqrt(2.25_fx), 1.5_fx);
    same(hypot(3_fx, 4), 5_fx);
    same(lerp(10_fx, 20, 0.25_fx), 12.5_fx);
    same(reciprocal(4_fx), 0.25_fx);
    gives(wrapping_add(Fixed::highest(), 1_fx));
    same(wrapping_subtract(3_fx, 1_fx), 2_fx);
    same(wrapping_multiply(3_fx, 2_fx), 6_fx);
    same(saturating_add(Fixed::highest(), 1_fx), Fixed::highest());
    same(saturating_subtract(Fixed::lowest(), 1_fx), Fixed::lowest());
    same(saturating_multiply(Fixed::highest(), 2_fx), Fixed::highest());
    same(saturating_divide(1_fx, 0_fx), Fixed::highest());
    same(to_display(2.5_fx), 2.5F);
}

TEST(TypesPage, AngleGivesWhatItSays) {
    gives(Angle::from_degrees(90));
    same(Angle::from_turns(1, 4), Angle::from_degrees(90));
    same(Angle::from_turns(0.25_fx), Angle::from_degrees(90));
    gives(Angle::from_radians(0.5_fx));
    same(Angle::from_degrees(315) + Angle::from_degrees(90), Angle::from_degrees(45));
    same(Angle::from_degrees(45) * 3, Angle::from_degrees(135));
    same(Angle::from_degrees(270).turns(), 0.75_fx);
    same(Angle::from_degrees(270).signed_turns(), -0.25_fx);
    same((Angle::from_degrees(10) - Angle::from_degrees(350)).signed_turns() > 0, true);
    gives(Angle::from_degrees(90).radians());
    gives(Angle::from_degrees(90).signed_radians());
    same(sin(Angle::from_degrees(90)), 1_fx);
    same(cos(Angle::from_degrees(180)), -1_fx);
    gives(sin(0.5_fx));
    same(sincos(Angle::from_degrees(90)).cos, 0_fx);
    same(sincos(Angle::from_degrees(90)).sin, 1_fx);
    same(sin16(Angle::from_degrees(90)), 1_fx16);
    same(cos16(Angle::from_degrees(90)), 0_fx16);
    same(sincos16(Angle::from_degrees(90)).sin, 1_fx16);
    same(atan2(1_fx, 0_fx), Angle::from_degrees(90));
}

TEST(TypesPage, Vec2GivesWhatItSays) {
    same(Vec2{3, 4} + Vec2{1, 0.5_fx}, Vec2{4, 4.5_fx});
    same(Vec2{3, 4} * 0.5_fx, Vec2{1.5_fx, 2});
    same(0.5_fx * Vec2{3, 4}, Vec2{1.5_fx, 2});
    same(length(Vec2{3, 4}), 5_fx);
    same(length(CompactVec2{3, 4}), 5_fx16);
    same(distance(Vec2{1, 1}, Vec2{4, 5}), 5_fx);
    same(within(Vec2{1, 1}, Vec2{4, 5}, 5), true);
    same(length_squared(Vec2{3, 4}), 25_fx);
    same(dot(Vec2{1, 2}, Vec2{3, 4}), 11_fx);
    same(cross(Vec2{1, 0}, Vec2{0, 1}), 1_fx);
    same(perpendicular(Vec2{1, 0}), Vec2{0, 1});
    same(normalised(Vec2{3, 0}), Vec2{1, 0});
    same(lerp(Vec2{0, 0}, Vec2{4, 8}, 0.25_fx), Vec2{1, 2});
    same(direction(Angle::from_degrees(90)), Vec2{0, 1});
    same(angle_of(Vec2{0, 2}), Angle::from_degrees(90));
    same(rotate(Vec2{2, 0}, Angle::from_degrees(90)), Vec2{0, 2});
}

TEST(TypesPage, RandomGivesWhatItSays) {
    const tandem::Setup setup;
    Random random(setup.seed);
    std::vector<int> cards{1, 2, 3, 4};
    std::array<std::uint32_t, 3> weights{1, 0, 5};
    gives(random.below(6));
    gives(random.between(1, 6));
    gives(random.between(0.5_fx, 2_fx));
    gives(random.chance(1, 3));
    gives(random.fixed_unit());
    gives(random.fixed16_unit());
    gives(random.angle());
    gives(direction(random.angle()));
    gives(random.weighted(weights));
    random.shuffle(std::span(cards));
    gives(random.next32());
    gives(random.next64());
    gives(random.split(7));
}

struct Unit {
    Fixed health;
    SlotHandle<Unit> target;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(health), CEREAL_NVP(target));
    }
};

TEST(TypesPage, SlotMapGivesWhatItSays) {
    SlotMap<Unit> units;
    const SlotHandle<Unit> one = units.insert({10, {}});
    for (Unit& unit : units) {
        unit.target = units.handle_of(unit);
    }
    gives(units.insert({20, one}));
    same(units[one].health, 10_fx);
    same(units.find(one)->health, 10_fx);
    same(units.contains(one), true);
    same(units.handle_of(units[one]), one);
    same(units.size(), 2U);
    same(units.erase(one), true);
    same(units.find(one) == nullptr, true);
    const std::size_t slots = 8;
    units.reserve(slots);
    units.clear();
    same(units.empty(), true);
}

TEST(TypesPage, FlatMapGivesWhatItSays) {
    FlatMap<std::uint32_t, Fixed> gold;
    gold[7] = 2.5_fx;
    for (auto& [key, value] : gold) {
        value += key;
    }
    same(*gold.find(7), 9.5_fx);
    same(gold.contains(8), false);
    same(gold.insert(7, 1), false);
    gold.insert_or_assign(8, 1);
    same(gold.begin()->key(), 7U);
    same(gold.begin()->value, 9.5_fx);
    same(gold.erase(8), true);
    same(gold.erase_if([](std::uint32_t key, Fixed value) { return key == 7 || value < 0; }), 1U);
    same(gold.size(), 0U);
    const std::size_t count = 8;
    gold.reserve(count);
    same(gold == FlatMap<std::uint32_t, Fixed>(), true);
}

template <class T>
using GreatestFirst = PriorityQueue<T, std::greater<T>>;

TEST(TypesPage, PriorityQueueGivesWhatItSays) {
    PriorityQueue<std::uint64_t> alarms;
    alarms.push(30);
    alarms.push(20);
    same(alarms.top(), 20U);
    same(alarms.pop(), 20U);
    same(alarms.size(), 1U);
    GreatestFirst<std::uint64_t> greatest;
    greatest.push(20);
    greatest.push(30);
    same(greatest.top(), 30U);
}

// What a game does with what it is told.
template <class Order>
void execute(const Order&) {}

TEST(TypesPage, CommandsGiveWhatItSays) {
    Commands<std::uint16_t, 2> orders;
    for (const std::uint16_t order : orders) {
        execute(order);
    }
    same(orders.push(5), true);
    same(orders[0], 5);
    same(orders.size(), 1U);
    const std::size_t count = 2;
    orders.resize(count);
    same(orders.push(6), false);
}

using Input = std::uint16_t;

struct Game {
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            execute(input);
        }
        for (std::uint32_t i = 0; i < inputs.size(); ++i) {
            if (inputs.present(Slot{i})) {
                execute(inputs[i]);
            }
        }
        same(inputs.size(), setup.slots);
        gives(inputs[Slot{1}]);
        same(inputs[1], 8);
        gives(inputs.present(Slot{1}));
        same(Slot{1}.index, 1U);
    }
    tandem::Setup setup;
};

TEST(TypesPage, InputsGiveWhatItSays) {
    const std::array<Input, 2> both{7, 8};
    Game game;
    game.setup.slots = 2;
    game.step({both, 0b10});
}

TEST(TypesPage, ThrottlesGiveWhatItSays) {
    constexpr Throttle pathfinding{.every_ticks = 8, .phase_ticks = 3};
    std::vector<std::uint32_t> squads(20);
    const auto plan = [](std::uint32_t& squad) { ++squad; };
    for (std::uint64_t ticks = 0; ticks < pathfinding.every_ticks; ++ticks) {
        for (std::uint32_t& squad : pathfinding.slice(ticks, std::span(squads))) {
            plan(squad);
        }
    }
    same(squads, std::vector<std::uint32_t>(20, 1));
    same(pathfinding.is_due(11), true);
    same(pathfinding.slice(11, 20), Slice{0, 2});
    gives(pathfinding.slice(11, 20).first);
    gives(pathfinding.slice(11, 20).end);
    same(pathfinding.slice(12, 20).size(), 3U);
}

// A batch, and one value at a time.
template <class Result, class Batch, class One>
void agree(std::vector<Result>& results, Batch batch, One one, int line = __builtin_LINE()) {
    const std::vector<Result> before = results;
    batch();
    const std::vector<Result> all = std::exchange(results, before);
    for (std::size_t i = 0; i < results.size(); ++i) {
        one(i);
    }
    same(all, results, line);
}

TEST(TypesPage, BatchesGiveWhatItSays) {
    using Index = std::size_t;
    std::vector<Fixed> x{3, 6}, y{4, 8}, r(2), s(2);
    std::vector<Angle> angles(2);
    agree(
        r, [&] { multiply(x, y, r); }, [&](Index i) { r[i] = x[i] * y[i]; });
    agree(
        r, [&] { multiply(x, 2_fx, r); }, [&](Index i) { r[i] = x[i] * 2_fx; });
    agree(
        r, [&] { add_product(x, 2_fx, r); }, [&](Index i) { r[i] += x[i] * 2_fx; });
    agree(
        r, [&] { divide(x, y, r); }, [&](Index i) { r[i] = x[i] / y[i]; });
    agree(
        r, [&] { reciprocal(x, r); }, [&](Index i) { r[i] = reciprocal(x[i]); });
    agree(
        r, [&] { sqrt(x, r); }, [&](Index i) { r[i] = sqrt(x[i]); });
    agree(
        r, [&] { hypot(x, y, r); }, [&](Index i) { r[i] = hypot(x[i], y[i]); });
    agree(
        r, [&] { lerp(x, y, 0.5_fx, r); }, [&](Index i) { r[i] = lerp(x[i], y[i], 0.5_fx); });
    agree(
        r, [&] { normalise(x, y, r, s); },
        [&](Index i) {
            r[i] = normalised(Vec2{x[i], y[i]}).x;
        });
    agree(
        angles, [&] { atan2(y, x, angles); }, [&](Index i) { angles[i] = atan2(y[i], x[i]); });
    agree(
        r, [&] { sin(angles, r); }, [&](Index i) { r[i] = sin(angles[i]); });
    agree(
        r, [&] { cos(angles, r); }, [&](Index i) { r[i] = cos(angles[i]); });
    agree(
        r, [&] { sincos(angles, r, s); }, [&](Index i) { r[i] = sin(angles[i]); });
    std::vector<Fixed16> compact(2);
    agree(
        compact, [&] { sin(angles, compact); }, [&](Index i) { compact[i] = sin16(angles[i]); });
}

// ---- The page -----------------------------------------------------------------------------------

std::string text_of(const std::string& file) {
    std::ifstream in(TANDEM_SOURCE_DIR + file);
    EXPECT_TRUE(in.good()) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

// Without comments and white space, in which a page and a formatted source differ.
std::string bare(const std::string& text) {
    std::string code;
    for (const std::string& line : lines_of(text)) {
        code += line.substr(0, line.find("//"));
    }
    std::erase_if(code, [](unsigned char c) { return std::isspace(c) != 0; });
    return code;
}

// What stands between backquotes; a bar in a table has a backslash.
std::vector<std::string> spans_of(const std::string& line) {
    std::vector<std::string> spans;
    for (std::size_t from = line.find('`'); from != std::string::npos;) {
        const std::size_t to = std::min(line.find('`', from + 1), line.size());
        std::string span = line.substr(from + 1, to - from - 1);
        std::erase(span, '\\');
        spans.push_back(std::move(span));
        from = line.find('`', to + 1);
    }
    return spans;
}

bool has_letters(const std::string& span) {
    return std::any_of(span.begin(), span.end(),
                       [](unsigned char c) { return std::isalpha(c) != 0; });
}

// The code of the page that `source` does not hold, or not as giving what the page says.
class Page {
public:
    Page(const std::string& page, const std::string& source) : code_(bare(source)) {
        bool is_block = false;
        for (const std::string& line : lines_of(page)) {
            if (line.starts_with("```")) {
                is_block = !is_block;
            } else if (is_block) {
                expect(line, holds(line));
            } else {
                read(line);
            }
        }
    }
    std::vector<std::string> missing() const { return missing_; }

private:
    bool holds(const std::string& text) const { return code_.find(bare(text)) != code_.npos; }
    void expect(const std::string& what, bool is_held) {
        if (!is_held) {
            missing_.push_back(what);
        }
    }
    void read(const std::string& line) {
        const std::vector<std::string> spans = spans_of(line);
        for (const std::string& span : spans) {
            expect(span, !has_letters(span) || span.starts_with('#') || holds(span));
        }
        if (!line.starts_with("| `")) {
            return;
        }
        // What a row gives begins with a value, unless that is a statement.
        const bool has_value = line.find("` | `") != line.npos &&
                               spans.at(1).find(" = ") == std::string::npos &&
                               spans.at(1).find(" += ") == std::string::npos;
        expect(line, has_value ? holds("same(" + spans[0] + "," + spans.at(1) + ");")
                               : holds("gives(" + spans[0] + ");") || holds(spans[0] + ";"));
    }

    std::string code_;
    std::vector<std::string> missing_;
};

TEST(TypesPage, SaysNothingThatIsNotTriedHere) {
    const Page page(text_of("/sim/TYPES.md"), text_of("/tests/sim/types_page_test.cpp"));
    EXPECT_EQ(page.missing(), std::vector<std::string>());
}

TEST(TypesPage, IsRefusedWhereItSaysMore) {
    const std::string source = "same(sqrt(4_fx),\n     2_fx); gives(x);\npush(3);  // never";
    const Page sound("| `sqrt(4_fx)` | `2_fx`; |\n| `x` | a number |\n| `push(3)` | |", source);
    EXPECT_EQ(sound.missing(), std::vector<std::string>());
    for (const char* const wrong :
         {"| `sqrt(4_fx)` | `3_fx` |", "| `sqrt(9_fx)` | `2_fx` |", "| `y` | a number |",
          "as with `never`", "```cpp\nint z;\n```", "| `2_fx` | a number |"}) {
        EXPECT_FALSE(Page(wrong, source).missing().empty()) << wrong;
    }
}

TEST(TypesPage, NamesHeadersThatTheOneForGamesBrings) {
    const std::string brought = text_of("/sim/game.hpp");
    std::size_t headers = 0;
    for (const std::string& line : lines_of(text_of("/sim/TYPES.md"))) {
        for (const std::string& span : spans_of(line)) {
            if (span.starts_with('<') && span.size() > 1) {
                ++headers;
                EXPECT_NE(brought.find("#include " + span), brought.npos) << span;
            }
        }
    }
    EXPECT_GE(headers, 10U);
}

}  // namespace
}  // namespace types_page
