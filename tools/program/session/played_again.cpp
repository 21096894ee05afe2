// SPDX-License-Identifier: MIT
// Writes commands so that their options give the setup of the file again.
#include <tandem/tools/program/session/played_again.hpp>

#include <algorithm>
#include <vector>

#include <tandem/replay/play/failed_tick.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/text/shell_text.hpp>

namespace tandem::tools {
namespace {

// The text KEY=VALUE for each option whose value is not the game's default.
std::vector<std::string> settings_of(const sim::GameInfo& game, const sim::Bytes& options) {
    const sim::SchemaNode& root = game.options_schema.root();
    std::vector<std::string> own;
    if (!game.default_options.empty()) {
        for (const sim::Leaf& leaf : sim::list_leaves(root, game.default_options)) {
            own.push_back(setting_text(leaf, game.default_options));
        }
    }
    std::vector<std::string> settings;
    for (const sim::Leaf& leaf : sim::list_leaves(root, options)) {
        std::string setting = setting_text(leaf, options);
        if (std::find(own.begin(), own.end(), setting) == own.end()) {
            settings.push_back(std::move(setting));
        }
    }
    return settings;
}

}  // namespace

std::uint64_t ticks_played_again(const replay::Replay& file) {
    return file.first_tick() != 0 ? 0 : file.ticks() + (replay::failed_tick(file) ? 1U : 0U);
}

std::string setup_options(const Setup& setup, const sim::GameInfo& game) {
    std::string text = " --seed " + std::to_string(setup.seed);
    if (!setup.options.empty() && setup.options != game.default_options) {
        for (const std::string& setting : settings_of(game, setup.options)) {
            text += " --option " + shell_word(setting);
        }
    }
    return text;
}

std::string playing_options(const replay::Replay& file, const std::string& path,
                            const sim::GameInfo& game) {
    const Setup& setup = file.header().setup;
    const std::string players = ticks_played_again(file) != 0
                                    ? " --inputs " + shell_word("replay:" + path)
                                    : " --players " + std::to_string(setup.slots);
    return players + setup_options(setup, game);
}

}  // namespace tandem::tools
