// SPDX-License-Identifier: MIT
// The programs of sim/GAME.md's last section, as they stand there.
#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <tandem/net/net.hpp>
#include <tandem/sim/game.hpp>

// Outside of tandem, as a program of somebody's own is.
namespace game_page {
namespace {

// The game of README.md, as far as these need it.
struct Race {
    static constexpr std::string_view name = "race";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    struct Input {
        std::uint8_t run{};
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(run));
        }
    };
    std::array<std::uint32_t, players_max> place{};
    void reset(const tandem::Setup&) { *this = Race{}; }
    void step(tandem::Inputs<Input> inputs) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            place[i] += inputs[i].run;
        }
    }
    bool finished() const { return *std::max_element(place.begin(), place.end()) >= 10; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(place));
    }
};

template <class T>
T must(tandem::sim::Result<T> result) {
    EXPECT_TRUE(result.has_value());
    return std::move(result).value();
}

class GamePage : public testing::Test {
protected:
    void play_sounds(const tandem::Inputs<Race::Input>& inputs, const Race& game) {
        ran_ += inputs[0].run;
        EXPECT_EQ(game.place[0], ran_);
    }
    void show(const Race& game) { shown_ = game.place; }
    Race::Input decide(const Race&) const { return {1}; }
    void tell(const tandem::net::Event& event) {
        told_ += std::holds_alternative<tandem::net::Ended>(event) ? "ended" : "";
    }

    std::uint32_t ran_ = 0;
    std::array<std::uint32_t, Race::players_max> shown_{};
    std::string told_;
};

TEST_F(GamePage, ItsTimelineRuns) {
    auto sounds = tandem::sim::observe<Race>(
        [&](tandem::sim::Tick, const tandem::Inputs<Race::Input>& inputs, const Race& game) {
            play_sounds(inputs, game);  // after every tick
        });
    tandem::sim::Timeline timeline(tandem::sim::erase<Race>(), &sounds);
    must(timeline.start({.seed = 7, .slots = 2}));
    must(timeline.advance({Race::Input{1}, Race::Input{0}}));  // or an array, a vector, a span
    show(timeline.simulation().as<Race>());                    // the running game, read in place
    EXPECT_EQ(ran_, 1U);
    EXPECT_EQ(shown_[0], 1U);
}

TEST_F(GamePage, ItsMatchRuns) {
    auto sounds =
        tandem::sim::observe<Race>([&](tandem::sim::Tick, const tandem::Inputs<Race::Input>& inputs,
                                       const Race& game) { play_sounds(inputs, game); });
    tandem::net::SimulatedNetwork network(1);
    tandem::net::Transport& transport = network.add_endpoint();
    tandem::net::Transport& guest_end = network.add_endpoint();
    auto guest = must(
        tandem::net::Driver::join(tandem::sim::erase<Race>(), {},
                                  tandem::net::input_source<Race>(
                                      [](tandem::sim::Tick, const Race&) { return Race::Input{}; }),
                                  nullptr, guest_end));
    network.connect(1, 0);
    tandem::net::Time time{0};
    // The guest's turns come between the host's.
    const auto now = [&] {
        time += std::chrono::milliseconds(1);
        network.advance(time);
        guest.pump(std::chrono::milliseconds(0), [&] { return time; });
        return time;
    };

    const auto source = tandem::net::input_source<Race>(
        [&](tandem::sim::Tick, const Race& game) { return decide(game); });  // asked once a tick
    auto driver = must(tandem::net::Driver::host(
        tandem::sim::erase<Race>(), {.setup = {.slots = 2}}, source, &sounds, transport));
    while (!driver.is_over()) {
        for (const tandem::net::Event& event : driver.pump(std::chrono::milliseconds(1), now)) {
            tell(event);
        }
        if (driver.session().is_started()) {
            show(driver.session().simulation().as<Race>());
        }
    }
    EXPECT_EQ(told_, "ended");
    EXPECT_EQ(shown_[0], 10U);
    EXPECT_EQ(shown_[1], 0U);
    EXPECT_EQ(driver.ended()->reason, tandem::sim::EndReason::finished);
}

// A file's text without white space, in which a page and a formatted source differ.
std::string code_in(const std::string& file) {
    std::ifstream in(TANDEM_SOURCE_DIR + file);
    EXPECT_TRUE(in.good()) << file;
    std::string code(std::istreambuf_iterator<char>(in), {});
    std::erase_if(code, [](unsigned char c) { return std::isspace(c) != 0; });
    return code;
}

TEST_F(GamePage, ShowsWhatRunsHere) {
    const std::string page = code_in("/sim/GAME.md");
    const std::string here = code_in("/tests/net/game_page_test.cpp");
    for (const char* const opening : {"```cppautosounds=", "```cppconstautosource="}) {
        const std::size_t from = page.find(opening);
        ASSERT_NE(from, page.npos) << opening;
        const std::size_t begin = from + 6;
        const std::string example = page.substr(begin, page.find("```", begin) - begin);
        EXPECT_GT(example.size(), 300U);
        EXPECT_NE(here.find(example), here.npos) << example;
    }
}

}  // namespace
}  // namespace game_page
