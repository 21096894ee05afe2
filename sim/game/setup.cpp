// SPDX-License-Identifier: MIT
// The canonical form of a setup, and what makes a setup impossible for a game.
#include <tandem/sim/game/setup.hpp>

#include <algorithm>
#include <set>

#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>

namespace tandem {

Asset Asset::from_content(std::string name, sim::Bytes content) {
    Asset asset;
    asset.name = std::move(name);
    asset.size_bytes = content.size();
    asset.digest = sim::digest_bytes(content);
    asset.content = std::move(content);
    return asset;
}

const Asset* Setup::asset(std::string_view name) const {
    const auto found = std::find_if(assets.begin(), assets.end(),
                                    [&](const Asset& asset) { return asset.name == name; });
    return found == assets.end() ? nullptr : &*found;
}

namespace sim {
namespace {

std::uint64_t existing_slots(const Setup& setup) {
    return setup.presence & slots_mask(setup.slots);
}

Error bad_setup(std::size_t byte, const std::string& message) {
    return Error{ErrorCode::bad_data, "setup byte " + std::to_string(byte), message};
}

Error bad_options(const GameInfo& game, const std::string& message) {
    return Error{ErrorCode::bad_data, "options",
                 "the options do not fit the option schema of " + game.name + ": " + message};
}

Result<void> check_options(const GameInfo& game, ByteView options) {
    if (options.size() > SetupLimits::options_bytes_max) {
        return bad_options(game, std::to_string(options.size()) + " bytes, more than " +
                                     std::to_string(SetupLimits::options_bytes_max));
    }
    if (options.empty()) {
        return {};
    }
    const auto measured = measure_value(game.options_schema.root(), options);
    if (!measured) {
        return bad_options(game, measured.error().text());
    }
    if (*measured != options.size()) {
        return bad_options(game, std::to_string(options.size()) + " bytes where " +
                                     std::to_string(*measured) + " are used");
    }
    return {};
}

Result<void> check_asset_names(const std::vector<Asset>& assets) {
    if (assets.size() > SetupLimits::assets_max) {
        return Error{ErrorCode::usage, "assets",
                     "a setup may name " + std::to_string(SetupLimits::assets_max) +
                         " assets, not " + std::to_string(assets.size())};
    }
    std::set<std::string_view> names;
    for (const Asset& asset : assets) {
        if (asset.name.size() > SetupLimits::name_bytes_max) {
            return Error{ErrorCode::usage, "assets",
                         "an asset's name of " + std::to_string(asset.name.size()) +
                             " bytes, where " + std::to_string(SetupLimits::name_bytes_max) +
                             " are allowed"};
        }
        if (!names.insert(asset.name).second) {
            return Error{ErrorCode::usage, "assets",
                         "two assets are named \"" + escaped_ascii(asset.name) +
                             "\"; a game finds an asset by its name alone"};
        }
    }
    return {};
}

}  // namespace

Setup complete_setup(const GameInfo& game, Setup setup) {
    if (setup.tick_rate.ticks == 0) {
        setup.tick_rate = game.tick_rate;
    }
    if (setup.options.empty()) {
        setup.options = game.default_options;
    }
    setup.presence = existing_slots(setup);
    return setup;
}

Bytes encode_setup(const Setup& setup) {
    TANDEM_ASSERT(setup.options.size() <= SetupLimits::options_bytes_max);
    TANDEM_ASSERT(setup.assets.size() <= SetupLimits::assets_max);
    TANDEM_ASSERT(setup.tick_rate.ticks != 0 && "only a complete_setup has a canonical form");
    Bytes out;
    append_le(out, setup.seed);
    append_le(out, setup.slots);
    append_le(out, existing_slots(setup));
    append_le(out, setup.tick_rate.ticks);
    append_le(out, setup.tick_rate.seconds);
    append_block(out, setup.options);
    append_le(out, static_cast<std::uint32_t>(setup.assets.size()));
    for (const Asset& asset : setup.assets) {
        TANDEM_ASSERT(asset.name.size() <= SetupLimits::name_bytes_max);
        append_text(out, asset.name);
        append_le(out, asset.size_bytes);
        append(out, asset.digest.bytes);
    }
    return out;
}

Result<Setup> decode_setup(ByteView bytes) {
    ByteReader reader(bytes);
    Setup setup;
    setup.seed = reader.u64();
    setup.slots = reader.u32();
    setup.presence = reader.u64();
    setup.tick_rate.ticks = reader.u32();
    setup.tick_rate.seconds = reader.u32();
    const ByteView options = reader.block(SetupLimits::options_bytes_max);
    setup.options.assign(options.begin(), options.end());
    const std::uint32_t assets = reader.u32();
    if (assets > SetupLimits::assets_max) {
        return bad_setup(reader.offset(), "more assets than a setup may name");
    }
    for (std::uint32_t i = 0; i < assets && !reader.failed(); ++i) {
        Asset asset;
        asset.name = reader.text(SetupLimits::name_bytes_max);
        asset.size_bytes = reader.u64();
        const ByteView digest = reader.read(asset.digest.bytes.size());
        std::copy(digest.begin(), digest.end(), asset.digest.bytes.begin());
        setup.assets.push_back(std::move(asset));
    }
    if (reader.failed() || !reader.at_end()) {
        return bad_setup(reader.offset(), "the setup is cut or has bytes behind its end");
    }
    if (setup.slots < 1 || setup.slots > k_slots_max || setup.tick_rate.ticks == 0 ||
        setup.tick_rate.seconds == 0 || is_too_fast(setup.tick_rate) ||
        existing_slots(setup) != setup.presence) {
        return bad_setup(reader.offset(),
                         "the setup names impossible slots, presence or tick rate");
    }
    return setup;
}

std::uint64_t start_hash(const GameInfo& game, const Setup& setup) {
    TANDEM_ASSERT((!setup.options.empty() || game.default_options.empty()) &&
                  "only a complete_setup has a start hash");
    Bytes bytes;
    append_text(bytes, game.name);
    append_le(bytes, game.version);
    append_le(bytes, game.state_schema.hash().value);
    append_le(bytes, game.input_schema.hash().value);
    append_le(bytes, game.options_schema.hash().value);
    append(bytes, encode_setup(setup));
    return hash_bytes(bytes);
}

Result<void> check_setup(const GameInfo& game, const Setup& setup) {
    if (setup.slots < 1 || setup.slots > game.players_max) {
        return Error{ErrorCode::usage, "players",
                     game.name + " is for 1 to " + std::to_string(game.players_max) +
                         " players, not " + std::to_string(setup.slots)};
    }
    // No ticks at all mean the game's own rate; ticks in no time mean nothing.
    if (setup.tick_rate.seconds == 0) {
        return Error{ErrorCode::usage, "tick rate", "a tick rate needs at least one second"};
    }
    if (is_too_fast(setup.tick_rate)) {
        return Error{ErrorCode::usage, "tick rate",
                     std::to_string(setup.tick_rate.ticks) + " ticks in " +
                         std::to_string(setup.tick_rate.seconds) + " seconds are more than " +
                         std::to_string(SetupLimits::ticks_per_second_max) + " a second"};
    }
    TANDEM_TRY(check_options(game, setup.options));
    return check_asset_names(setup.assets);
}

Result<void> check_assets(const Setup& setup) {
    for (const Asset& asset : setup.assets) {
        if (asset.content.size() != asset.size_bytes) {
            return Error{ErrorCode::usage, "asset \"" + escaped_ascii(asset.name) + "\"",
                         "its content is " + std::to_string(asset.size_bytes) +
                             " bytes long, and here are " + std::to_string(asset.content.size()) +
                             "; name the file that holds it"};
        }
        if (digest_bytes(asset.content) != asset.digest) {
            return Error{ErrorCode::bad_data, "asset \"" + escaped_ascii(asset.name) + "\"",
                         "its content is not the one whose digest the setup states; use the same "
                         "file as when the session was set up"};
        }
    }
    return {};
}

}  // namespace sim
}  // namespace tandem
