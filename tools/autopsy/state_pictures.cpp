// SPDX-License-Identifier: MIT
// The game itself draws them, as in the window. A state whose picture cannot be drawn is told in
// words: a page without it is better than none.
#include <tandem/tools/autopsy/outputs.hpp>

#include <array>
#include <bit>
#include <optional>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/autopsy/side_states.hpp>
#include <tandem/tools/formats/picture_writer.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/text/words_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using sim::Result;

constexpr PictureSize k_size{880, 550};
constexpr Color k_ground{16, 18, 26};

using Channels = std::array<std::uint8_t, 4>;

std::uint32_t brightness(const Channels& pixel) { return 2U * pixel[0] + 5U * pixel[1] + pixel[2]; }

Result<Raster> drawn_state(const PageInput& input, const PageFacts& facts,
                           const sim::Bytes& state) {
    sim::AnySimulation simulation = input.spare->clone();
    TANDEM_TRY(simulation.reset(input.first.header().setup));
    TANDEM_TRY(simulation.restore(state));
    Raster raster = picture_raster(k_size);
    raster.clear(k_ground);
    PlayersShown players;
    for (const RecordingFacts& side : facts.sides) {
        for (std::uint32_t slot = 0; slot < side.player_names.size(); ++slot) {
            if (!side.player_names[slot].empty()) {
                players.names[slot] = side.player_names[slot];
            }
        }
    }
    raster.show_game_in({0, 0, raster.width(), raster.height()}, {.players = players});
    TANDEM_TRY(simulation.draw(raster, simulation, {1, 1}));
    return raster;
}

Result<void> add_picture(PageFacts& facts, const std::string& caption, const Raster& raster,
                         const std::string& description) {
    auto png = png_of(raster);
    TANDEM_TRY(png);
    facts.pictures.push_back(
        {caption, description, std::move(png).value(), raster.width(), raster.height()});
    return {};
}

// Shows one of the last two pictures, for both sides.
void show_once(PageFacts& facts, const std::string& when) {
    const StatePicture second = std::move(facts.pictures.back());
    facts.pictures.pop_back();
    StatePicture& first = facts.pictures.back();
    if (first.description != second.description) {
        first.description = first.caption + " says: " + first.description + ". " + second.caption +
                            " says: " + second.description;
    }
    first.caption = facts.sides[0].name + " and " + facts.second_name() + when;
}

// Draws the pictures and returns how many pixels differ; `when` stands behind each caption.
Result<std::uint64_t> draw_states(const PageInput& input, const SideStates& found,
                                  const std::string& when, PageFacts& facts) {
    std::array<std::optional<Raster>, 2> rasters;
    for (std::size_t side = 0; side < 2; ++side) {
        auto drawn = drawn_state(input, facts, found.states.at(side));
        TANDEM_TRY(drawn);
        const std::string name = side == 0 ? facts.sides[0].name : facts.second_name();
        TANDEM_TRY(
            add_picture(facts, name + when, *drawn, words_text(drawn->status_lines(), "; ")));
        rasters.at(side) = std::move(drawn).value();
    }
    const std::uint64_t differ = paint_difference(*rasters[0], *rasters[1]);
    if (differ == 0) {
        show_once(facts, when);
    } else {
        const std::string caption = "Where they differ" + when + ": blue is only in " +
                                    facts.sides[0].name + ", orange only in " +
                                    facts.second_name() + " (" + count_text(differ, "pixel") + ")";
        TANDEM_TRY(add_picture(facts, caption, *rasters[0], ""));
    }
    return differ;
}

// Adds the fields that differ between the two states, if the verdict has none.
void add_fields(const PageInput& input, const SideStates& states, PageFacts& facts) {
    facts.verdict.tables.push_back({"The state after " + sim::ticks_text(states.ticks_done),
                                    facts.sides[0].name, facts.second_name(),
                                    sim::compare_values(input.first.header().state_schema,
                                                        states.states[0], states.states[1])});
}

Result<void> draw_pairs(const PageInput& input, const SideStates& states, PageFacts& facts,
                        const replay::Progress& progress) {
    const std::string moment = "after " + sim::ticks_text(states.ticks_done);
    facts.pictures_words =
        states.is_bad_tick
            ? "Directly behind the first bad tick, " + moment + ", as the game draws it."
            : "A" + moment.substr(1) +
                  ", the first moment behind the bad tick whose states are known of both, as the "
                  "game draws it.";
    const auto differ = draw_states(input, states, "", facts);
    TANDEM_TRY(differ);
    if (*differ > 0) {
        return {};
    }
    facts.pictures_words +=
        " Both sides' pictures are the same and shown once: what differs is smaller than a pixel, "
        "or is not drawn.";
    const auto later =
        states.is_bad_tick ? find_later_states(input, *input.spare, progress) : std::nullopt;
    if (!later) {
        return {};
    }
    const std::size_t shown = facts.pictures.size();
    const auto differ_later =
        draw_states(input, *later, ", after " + sim::ticks_text(later->ticks_done), facts);
    TANDEM_TRY(differ_later);
    if (*differ_later == 0) {  // there is nothing to see again
        facts.pictures.resize(shown);
    }
    return {};
}

}  // namespace

void add_states(const PageInput& input, PageFacts& facts, const replay::Progress& progress) {
    if (input.spare == nullptr) {
        return;
    }
    std::string why_not;
    const auto states = find_side_states(input, *input.spare, why_not, progress);
    if (states && facts.verdict.tables.empty()) {
        add_fields(input, *states, facts);
    }
    if (!input.spare->info().has_draw) {
        return;
    }
    facts.pictures_words = why_not;
    if (!states) {
        return;
    }
    if (auto drawn = draw_pairs(input, *states, facts, progress); !drawn) {
        facts.pictures.clear();
        facts.pictures_words = "The states are not drawn: " + drawn.error().text();
    }
}

std::uint64_t paint_difference(Raster& a, const Raster& b) {
    TANDEM_ASSERT(a.width() == b.width() && a.height() == b.height());
    constexpr Color k_only_first{86, 180, 233};
    constexpr Color k_only_second{230, 159, 0};
    std::uint64_t count = 0;
    for (std::uint32_t y = 0; y < a.height(); ++y) {
        for (std::uint32_t x = 0; x < a.width(); ++x) {
            const std::size_t at = std::size_t{y} * a.width() + x;
            const auto first = std::bit_cast<Channels>(a.pixels()[at]);
            const auto second = std::bit_cast<Channels>(b.pixels()[at]);
            const auto grey = static_cast<std::uint8_t>(brightness(first) / 24 + 12);
            Color color{grey, grey, grey};
            if (first != second) {
                ++count;
                color = brightness(first) >= brightness(second) ? k_only_first : k_only_second;
            }
            a.fill({x, y, 1, 1}, color);
        }
    }
    return count;
}

}  // namespace tandem::tools::autopsy
