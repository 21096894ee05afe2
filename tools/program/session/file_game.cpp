// SPDX-License-Identifier: MIT
// Looks for the game that a file names among those of this program.
#include <tandem/tools/program/session/file_game.hpp>

#include <set>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/tools/formats/raw_stream.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>

namespace tandem::tools {
namespace {

// Succeeds if --game agrees with the file, which names its own game.
sim::Result<void> check_game_option(const replay::Replay& file, const std::string& path,
                                    const Context& context) {
    const std::string& name = file.header().game;
    if (context.game.empty() || context.game == name) {
        return {};
    }
    return sim::Error{sim::ErrorCode::no_simulation, path,
                      "the file is a recording of " + escaped(name) + ", not of " +
                          escaped(context.game) +
                          " as --game says; leave --game away, a file names its game"};
}

}  // namespace

replay::OpenOptions open_options(const Context& context, replay::OpenDepth depth) {
    const auto find_game = [&registry = context.registry](const std::string& name, std::uint32_t) {
        const RegisteredGame* game = registry.find(name);
        return game == nullptr ? std::nullopt : std::optional<sim::GameInfo>(*game->info);
    };
    return {.depth = depth, .find_game = find_game};
}

sim::Result<replay::Replay> open_replay(const std::string& path, const Context& context,
                                        replay::OpenDepth depth) {
    replay::GrowingFile file(path, open_options(context, depth));
    return open_replay(file, context);
}

sim::Result<replay::Replay> open_replay(replay::GrowingFile& growing, const Context& context) {
    const std::string& path = growing.path();
    auto file = growing.read();
    if (!file && is_folder(path)) {
        if (const auto bundle = open_bundle(path)) {
            return sim::Error{
                sim::ErrorCode::io, path,
                "is the bundle of a desync; name the recording in it, " + escaped(bundle->ours)};
        }
    }
    if (file) {
        TANDEM_TRY(check_game_option(*file, path, context));
    }
    return file;
}

sim::Result<RegisteredGame> game_of(const replay::Replay& file, const std::string& path,
                                    const Context& context) {
    const std::string& name = file.header().game;
    TANDEM_TRY(check_game_option(file, path, context));
    if (const RegisteredGame* game = context.registry.find(name)) {
        return *game;
    }
    if (name == k_raw_game) {
        return sim::Error{sim::ErrorCode::no_simulation, path,
                          "the file holds a raw stream of inputs, which no game plays; info, diff, "
                          "state, trim, export and recover read it"};
    }
    return sim::Error{sim::ErrorCode::no_simulation, path,
                      "the file is a recording of " + escaped(name) + " version " +
                          std::to_string(file.header().game_version) +
                          ", and no such game is built into this program; there is " +
                          context.registry.names()};
}

std::optional<RegisteredGame> game_if_any(const replay::Replay& file, const Context& context) {
    const RegisteredGame* game = context.registry.find(file.header().game);
    return game != nullptr && replay::check_simulation(file.header(), *game->info)
               ? std::optional(*game)
               : std::nullopt;
}

std::string stored_states_text(const replay::Replay& file) {
    constexpr std::size_t k_states_told = 12;
    std::set<std::uint64_t> ticks;
    for (const replay::StoredState& state : file.states()) {
        ticks.insert(state.ticks_done);
    }
    std::string text;
    std::size_t told = 0;
    for (const std::uint64_t ticks_done : ticks) {
        if (told++ < k_states_told) {
            text += (text.empty() ? "" : ", ") + std::to_string(ticks_done);
        }
    }
    return "those after " + text +
           (told > k_states_told ? " and " + std::to_string(told - k_states_told) + " more" : "") +
           " ticks";
}

std::string unconfirmed_text(const replay::Replay& file) {
    return "the file has " + std::to_string(file.header().track_bits) +
           " bits of the chain at a tick and no whole chain behind this one, so it cannot confirm "
           "that this is what was recorded";
}

std::string narrow_track_text(const replay::Replay& file) {
    const std::uint32_t bits = file.header().track_bits;
    return bits >= replay::k_trusted_track_bits
               ? ""
               : "the file has " + std::to_string(bits) +
                     " bits of the chain at a tick, so a difference from what was recorded may be "
                     "seen late, or not at all";
}

}  // namespace tandem::tools
