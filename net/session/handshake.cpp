// SPDX-License-Identifier: MIT
// Compares identities and completes a setup.
#include <tandem/net/session/handshake.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::net {
namespace {

std::string ticks_per_second(TickRate rate) { return sim::rate_text(rate) + " ticks per second"; }

bool fits(const Asset& asset, const Bytes& content) {
    return content.size() == asset.size_bytes && sim::digest_bytes(content) == asset.digest;
}

// Fills in the asset's content. Returns whether it is at hand afterwards.
bool complete_asset(Asset& asset, const Bytes& sent, const std::vector<Asset>& own) {
    if (fits(asset, sent)) {
        asset.content = sent;
        return true;
    }
    const auto copy = std::find_if(own.begin(), own.end(), [&](const Asset& candidate) {
        return fits(asset, candidate.content);
    });
    if (copy == own.end()) {
        return false;
    }
    asset.content = copy->content;
    return true;
}

// Names the options that differ, as many as a refusal's text can hold: none is told in parts.
Refusal name_options(const std::vector<sim::FieldDifference>& fields) {
    constexpr std::size_t k_count_bytes = 40;  // ", and 18446744073709551615 more"
    constexpr std::size_t k_room = MessageLimits::text_bytes_max - k_count_bytes;
    Refusal refusal{RefusalReason::options, {}, {}};
    std::uint64_t left_out = 0;
    for (const sim::FieldDifference& field : fields) {
        left_out += field.more;
        const std::string before = refusal.host_value.empty() ? "" : ", ";
        const std::string host = before + field.path + " " + field.a;
        const std::string guest = before + field.path + " " + field.b;
        if (std::max(refusal.host_value.size() + host.size(),
                     refusal.guest_value.size() + guest.size()) > k_room) {
            ++left_out;
            continue;
        }
        refusal.host_value += host;
        refusal.guest_value += guest;
    }
    if (left_out > 0) {
        const std::string number = std::to_string(left_out);
        const std::string count = refusal.host_value.empty()
                                      ? "values too long to be told: " + number
                                      : ", and " + number + " more";
        refusal.host_value += count;
        refusal.guest_value += count;
    }
    return refusal;
}

// Bytes off the wire may be no options of this game at all.
Refusal refuse_options(const sim::Schema& schema, const Bytes& host, const Bytes& guest) {
    const auto are_options = [&](const Bytes& bytes) {
        const auto size = sim::measure_value(schema.root(), bytes);
        return size && *size == bytes.size();
    };
    if (are_options(host) && are_options(guest)) {
        const auto fields = sim::compare_values(schema, host, guest);
        if (!fields.empty()) {
            return name_options(fields);
        }
    }
    return {RefusalReason::options, "digest " + sim::hex64(sim::hash_bytes(host)),
            "digest " + sim::hex64(sim::hash_bytes(guest))};
}

std::optional<Refusal> find_contradiction(const sim::GameInfo& game, const Setup& setup,
                                          const JoinOptions& options) {
    if (options.seed && *options.seed != setup.seed) {
        return Refusal{RefusalReason::seed, std::to_string(setup.seed),
                       std::to_string(*options.seed)};
    }
    if (options.players && *options.players != setup.slots) {
        return Refusal{RefusalReason::players, std::to_string(setup.slots),
                       std::to_string(*options.players)};
    }
    if (options.options && *options.options != setup.options) {
        return refuse_options(game.options_schema, setup.options, *options.options);
    }
    return std::nullopt;
}

}  // namespace

Identity identity_of(const sim::GameInfo& game, const std::string& build,
                     const std::optional<GameProgram>& program) {
    return Identity{game.name,
                    game.version,
                    game.state_schema.hash(),
                    game.input_schema.hash(),
                    game.options_schema.hash(),
                    game.tick_rate,
                    build,
                    program};
}

std::optional<Refusal> compare_greetings(const Greeting& host, const Greeting& guest) {
    if (host.protocol != guest.protocol) {
        return Refusal{RefusalReason::protocol, std::to_string(host.protocol),
                       std::to_string(guest.protocol)};
    }
    return std::nullopt;
}

std::optional<Refusal> compare_identities(const Identity& host, const Identity& guest) {
    struct Item {
        RefusalReason reason;
        std::string host_value;
        std::string guest_value;
    };
    const std::array<Item, 6> items{{
        {RefusalReason::game, host.game, guest.game},
        {RefusalReason::version, std::to_string(host.version), std::to_string(guest.version)},
        {RefusalReason::state_schema, sim::hex64(host.state_schema.value),
         sim::hex64(guest.state_schema.value)},
        {RefusalReason::input_schema, sim::hex64(host.input_schema.value),
         sim::hex64(guest.input_schema.value)},
        {RefusalReason::options_schema, sim::hex64(host.options_schema.value),
         sim::hex64(guest.options_schema.value)},
        {RefusalReason::tick_rate, ticks_per_second(host.tick_rate),
         ticks_per_second(guest.tick_rate)},
    }};
    for (const Item& item : items) {
        if (item.host_value != item.guest_value) {
            return Refusal{item.reason, item.host_value, item.guest_value};
        }
    }
    return std::nullopt;
}

ProgramsCompared compare_programs(const std::optional<GameProgram>& ours,
                                  const std::optional<GameProgram>& theirs) {
    if (!ours || !theirs) {
        return ProgramsCompared::unknown;
    }
    if (ours->program != theirs->program) {
        return ProgramsCompared::different;
    }
    if (ours->libraries == theirs->libraries) {
        return ProgramsCompared::same;
    }
    const bool are_known = ours->libraries != sim::Digest{} && theirs->libraries != sim::Digest{};
    return are_known ? ProgramsCompared::other_libraries : ProgramsCompared::unknown;
}

std::optional<Refusal> compare_resets(const Ready& host, const Ready& guest) {
    if (host.chain == guest.chain) {
        return std::nullopt;
    }
    const auto text = [](const Ready& ready) {
        return "state " + sim::hex64(ready.state_hash.value) + ", chain " +
               sim::hex64(ready.chain.value);
    };
    return Refusal{RefusalReason::reset, text(host), text(guest)};
}

void write_setup(Welcome& welcome, const Setup& setup) {
    welcome.setup = sim::encode_setup(setup);
    std::size_t room = MessageLimits::assets_bytes_max;
    for (const Asset& asset : setup.assets) {
        const bool is_embedded = asset.content.size() <= room;
        welcome.asset_contents.push_back(is_embedded ? asset.content : Bytes{});
        room -= welcome.asset_contents.back().size();
    }
}

std::variant<Setup, Refusal> read_setup(const Welcome& welcome, const sim::GameInfo& game,
                                        const JoinOptions& options) {
    auto setup = sim::decode_setup(welcome.setup);
    if (!setup) {
        return Refusal{RefusalReason::setup, "a malformed setup", setup.error().text()};
    }
    if (auto contradiction = find_contradiction(game, *setup, options)) {
        return *contradiction;
    }
    if (welcome.asset_contents.size() != setup->assets.size()) {
        return Refusal{RefusalReason::setup, std::to_string(setup->assets.size()) + " assets",
                       std::to_string(welcome.asset_contents.size()) + " of them in the message"};
    }
    for (std::size_t index = 0; index < setup->assets.size(); ++index) {
        Asset& asset = setup->assets[index];
        if (!complete_asset(asset, welcome.asset_contents[index], options.assets)) {
            return Refusal{
                RefusalReason::asset,
                asset.name + ", " + std::to_string(asset.size_bytes) + " bytes, not sent",
                "no copy of it"};
        }
    }
    if (auto checked = sim::check_setup(game, *setup); !checked) {
        return Refusal{
            RefusalReason::setup,
            std::to_string(setup->slots) + " players, " + ticks_per_second(setup->tick_rate),
            checked.error().text()};
    }
    if (welcome.slot == 0 || welcome.slot >= setup->slots) {
        return Refusal{RefusalReason::setup, std::to_string(setup->slots) + " players",
                       "cannot be player " + std::to_string(welcome.slot)};
    }
    // Our own setups come complete. An incomplete one must not reach code that needs a whole one.
    return sim::complete_setup(game, *std::move(setup));
}

}  // namespace tandem::net
