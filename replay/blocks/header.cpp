// SPDX-License-Identifier: MIT
// Gives names to the parts of a file, and checks that a simulation is the one that made it.
#include <tandem/replay/blocks/header.hpp>

#include <utility>

#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

std::string game_text(const std::string& name, std::uint32_t version) {
    return name + " version " + std::to_string(version);
}

sim::GameInfo game_of(const Header& header) {
    sim::GameInfo game;
    game.name = header.game;
    game.version = header.game_version;
    game.state_schema = header.state_schema;
    game.input_schema = header.input_schema;
    game.options_schema = header.options_schema;
    return game;
}

}  // namespace

std::string block_name(BlockType type) {
    switch (type) {
        case BlockType::header:
            return "header";
        case BlockType::schema:
            return "schema";
        case BlockType::asset:
            return "asset";
        case BlockType::keyframe:
            return "keyframe";
        case BlockType::inputs:
            return "inputs";
        case BlockType::marks:
            return "marks";
        case BlockType::evidence:
            return "evidence";
        case BlockType::end:
            return "end";
        case BlockType::header_copy:
            return "header copy";
    }
    return "unknown (type " + std::to_string(static_cast<unsigned>(type)) + ")";
}

Header header_of(const sim::GameInfo& game) {
    Header header;
    header.game = game.name;
    header.game_version = game.version;
    header.state_schema = game.state_schema;
    header.input_schema = game.input_schema;
    header.options_schema = game.options_schema;
    return header;
}

std::uint64_t start_of(const Header& header) {
    return sim::start_hash(game_of(header), header.setup);
}

sim::Result<void> check_simulation(const Header& header, const sim::GameInfo& game) {
    const std::string theirs = game_text(header.game, header.game_version);
    const std::string ours = game_text(game.name, game.version);
    if (theirs != ours) {
        return sim::Error{sim::ErrorCode::no_simulation, "",
                          "the file is a recording of " + theirs + ", the simulation here is " +
                              ours + "; run it with the program that has " + theirs};
    }
    const std::pair<const sim::Schema*, const sim::Schema*> schemas[] = {
        {&header.state_schema, &game.state_schema},
        {&header.input_schema, &game.input_schema},
        {&header.options_schema, &game.options_schema},
    };
    for (const auto& [in_file, here] : schemas) {
        if (in_file->hash() == here->hash()) {
            continue;
        }
        const auto paths = sim::changed_paths(*in_file, *here);
        return sim::Error{sim::ErrorCode::no_simulation, "",
                          "both the file and the simulation here are " + ours +
                              ", but their fields differ (file | here): " +
                              (paths.empty() ? "in their names" : paths.front()) +
                              "; a game raises its version when its fields change"};
    }
    return {};
}

std::string game_build_text(const GameBuild& build) {
    const auto half = [](const sim::Digest& digest) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < sizeof(number); ++i) {
            number = number << 8U | std::to_integer<std::uint64_t>(digest.bytes[i]);
        }
        return sim::hex64(number);
    };
    return "program " + half(build.program) +
           (build.libraries == sim::Digest{} ? "" : ", libraries " + half(build.libraries)) +
           (build.compiler.empty() ? "" : ", " + build.compiler);
}

std::string end_reason_text(sim::EndReason reason) {
    switch (reason) {
        case sim::EndReason::source_ended:
            return "an input source ended";
        case sim::EndReason::tick_limit:
            return "the tick limit was reached";
        case sim::EndReason::finished:
            return "the game was over";
        case sim::EndReason::interrupted:
            return "a person stopped it";
        case sim::EndReason::peer_lost:
            return "a peer was lost";
        case sim::EndReason::desync:
            return "a desync";
        case sim::EndReason::step_failed:
            return "the game's step failed";
        case sim::EndReason::recording_failed:
            return "the recording failed";
    }
    return "unknown reason " + std::to_string(static_cast<unsigned>(reason));
}

}  // namespace tandem::replay
