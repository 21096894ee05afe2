// SPDX-License-Identifier: MIT
// The words are the program's own, from the same functions.
#include <tandem/tools/web/module/recording.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/tools/program/evidence/diff_facts.hpp>
#include <tandem/tools/program/evidence/file_facts.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/time_bar.hpp>

namespace tandem::tools::web {
namespace {

using replay::Replay;

replay::OpenOptions open_options() {
    replay::OpenOptions options;
    options.find_game = [](const std::string& name, std::uint32_t) {
        const RegisteredGame* game = built_in_games().find(name);
        return game == nullptr ? std::nullopt : std::optional<sim::GameInfo>(*game->info);
    };
    return options;
}

// Says why this page cannot play it; empty if it can.
std::string why_unplayable(const Replay& replay, const RegisteredGame* game) {
    const replay::Header& header = replay.header();
    if (game == nullptr) {
        return "This is a recording of " + escaped(header.game) + " version " +
               std::to_string(header.game_version) + ", and this page only plays " +
               built_in_games().names() + "; the program of that game plays it.";
    }
    if (const auto fits = replay::check_simulation(header, *game->info); !fits) {
        return "It cannot be played here: " + escaped(fits.error().message) + ".";
    }
    if (!replay.missing_assets().empty()) {
        return "It cannot be played here: it only names the files that its game begins with.";
    }
    return "";
}

// Returns as many places as a bar has room for.
JsonArray places_of(const Replay& replay, const std::vector<std::uint64_t>& ticks) {
    constexpr std::uint64_t k_columns = 2'048;
    const auto told = told_apart(ticks, replay.first_tick(), replay.end_tick(), k_columns);
    return JsonArray(told.begin(), told.end());
}

std::vector<std::uint64_t> marked_ticks(const Replay& replay) {
    std::vector<std::uint64_t> ticks;
    for (const PlaybackMark& mark : playback_marks(replay)) {
        ticks.push_back(mark.tick);
    }
    return ticks;
}

}  // namespace

sim::Result<std::unique_ptr<Recording>> open_recording(std::string name, sim::Bytes bytes) {
    auto replay = Replay::parse(std::move(bytes), open_options());
    if (!replay) {
        return replay.error().within(name);
    }
    const RegisteredGame* game = built_in_games().find(replay->header().game);
    std::string why = why_unplayable(*replay, game);
    if (!why.empty()) {
        game = nullptr;
    }
    return std::make_unique<Recording>(
        Recording{std::move(name), std::move(*replay), game, std::move(why)});
}

JsonObject recording_facts(const Recording& recording) {
    const Replay& replay = recording.replay;
    JsonArray lines;
    for (const auto& [name, value] : file_lines(replay, recording.name)) {
        lines.emplace_back(JsonArray{name, value});
    }
    JsonArray names;
    JsonArray colors;
    const PlayersShown players = players_of(replay);
    for (std::uint32_t slot = 0; slot < replay.header().setup.slots; ++slot) {
        const auto name = players.names.find(slot);
        names.emplace_back(name == players.names.end() ? "" : escaped(name->second));
        const Color color = player_color(Slot{slot});
        colors.emplace_back(JsonArray{std::uint64_t{color.red}, std::uint64_t{color.green},
                                      std::uint64_t{color.blue}});
    }
    const TickRate rate = replay.header().setup.tick_rate;
    return {{"name", escaped(recording.name)},
            {"playable", recording.game != nullptr},
            {"why", recording.why_unplayable},
            {"flaw", replay.flaw() ? JsonValue(escaped(replay.flaw()->text())) : JsonValue()},
            {"first_tick", replay.first_tick()},
            {"end_tick", replay.end_tick()},
            {"rate_ticks", rate.ticks},
            {"rate_seconds", rate.seconds},
            {"players", std::move(names)},
            {"colors", std::move(colors)},
            {"lines", std::move(lines)},
            {"marks", places_of(replay, marked_ticks(replay))},
            {"keyframes", places_of(replay, keyframe_ticks(replay))},
            {"stalls", places_of(replay, stalled_ticks(replay))},
            {"game", escaped(replay.header().game)}};
}

sim::Result<JsonObject> comparison_facts(const Recording& a, const Recording& b) {
    replay::SimulationFactory factory;
    if (a.game != nullptr && a.game == b.game) {
        factory = [make = a.game->make] { return make(); };
    }
    const auto report = replay::diff(a.replay, b.replay, factory);
    TANDEM_TRY(report);
    const ComparedNames names{a.name, b.name};
    JsonArray lines;
    for (const std::string& line : diff_lines(*report, names)) {
        lines.emplace_back(line);
    }
    return JsonObject{{"verdict", replay::verdict_text(report->verdict)},
                      {"tick", report->tick ? JsonValue(report->tick->number) : JsonValue()},
                      {"lines", std::move(lines)}};
}

}  // namespace tandem::tools::web
