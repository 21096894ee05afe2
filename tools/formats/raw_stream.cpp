// SPDX-License-Identifier: MIT
// It makes a session without a simulation: its state is empty after every tick, so its state hash
// is always the same.
#include <tandem/tools/formats/raw_stream.hpp>

#include <array>

#include <tandem/replay/edit/held_output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/schema/state_hash.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::FieldKind;
using sim::Result;
using sim::SchemaNode;

struct NumberType {
    std::string_view name;
    FieldKind kind;
    std::uint8_t bytes;
};
constexpr std::array<NumberType, 8> k_number_types{{{"u8", FieldKind::unsigned_integer, 1},
                                                    {"i8", FieldKind::signed_integer, 1},
                                                    {"u16", FieldKind::unsigned_integer, 2},
                                                    {"i16", FieldKind::signed_integer, 2},
                                                    {"u32", FieldKind::unsigned_integer, 4},
                                                    {"i32", FieldKind::signed_integer, 4},
                                                    {"u64", FieldKind::unsigned_integer, 8},
                                                    {"i64", FieldKind::signed_integer, 8}}};

Error refused_fields(const std::string& text, const std::string& why) {
    return {ErrorCode::usage, "--fields " + text,
            why +
                "; write NAME:TYPE, separated by commas, with the types u8 i8 u16 i16 u32 i32 "
                "u64 i64"};
}

sim::GameInfo game_of(const RawStream& raw) {
    sim::GameInfo game;
    game.name = k_raw_game;
    game.tick_rate = raw.rate;
    game.players_max = raw.players;
    game.input_schema = sim::Schema(raw.input);
    return game;
}

}  // namespace

SchemaNode raw_input(std::uint32_t bytes) {
    TANDEM_ASSERT(bytes >= 1 && bytes <= sim::k_input_bytes_max);
    SchemaNode array;
    array.kind = FieldKind::array;
    array.count = bytes;
    array.name = "bytes";
    array.children.resize(1);
    array.children[0].kind = FieldKind::unsigned_integer;
    array.children[0].width_bytes = 1;
    SchemaNode root;
    root.children = {std::move(array)};
    return root;
}

Result<SchemaNode> raw_input_of_fields(const std::string& text) {
    SchemaNode root;
    for (std::string_view rest = text;;) {
        const std::string_view field = rest.substr(0, rest.find(','));
        const std::size_t colon = field.find(':');
        const NumberType* type = nullptr;
        for (const NumberType& known : k_number_types) {
            type = colon != field.npos && field.substr(colon + 1) == known.name ? &known : type;
        }
        if (type == nullptr) {
            return refused_fields(text, "'" + std::string(field) + "' is no field with a type");
        }
        SchemaNode child;
        child.kind = type->kind;
        child.width_bytes = type->bytes;
        child.name = field.substr(0, colon);
        // These letters separate the parts of a path.
        if (child.name.find_first_of(".[]") != child.name.npos) {
            return refused_fields(text, "'" + child.name + "' cannot be the name of a field");
        }
        root.children.push_back(std::move(child));
        if (field.size() == rest.size()) {
            break;
        }
        rest.remove_prefix(field.size() + 1);
    }
    if (auto checked = sim::check_schema(root); !checked) {
        return refused_fields(text, checked.error().text());
    }
    if (const auto bytes = sim::size_range(root).bytes_max; bytes > sim::k_input_bytes_max) {
        return refused_fields(text, "these are " + std::to_string(bytes) +
                                        " bytes, and an input has at most " +
                                        std::to_string(sim::k_input_bytes_max));
    }
    return root;
}

Result<RawReport> import_raw(sim::ByteView stream, const RawStream& raw, std::uint64_t ticks,
                             bool is_all, const std::string& build, replay::Output& output,
                             const replay::Progress& each_tick) {
    const auto input_bytes = static_cast<std::size_t>(sim::size_range(raw.input).bytes_max);
    TANDEM_ASSERT(ticks * raw.players * input_bytes <= stream.size());
    const sim::GameInfo game = game_of(raw);
    Setup setup;
    setup.slots = raw.players;
    setup = sim::complete_setup(game, std::move(setup));
    TANDEM_TRY(sim::check_setup(game, setup));
    const sim::Bytes state;
    const sim::StateHash state_hash = sim::state_hash(game.state_schema, state);
    const std::uint64_t start = sim::start_hash(game, setup);
    sim::RunningHashes hashes = sim::running_start(start, state_hash);
    replay::HeldOutput held(output);
    // No state could differ, and the inputs themselves are compared.
    replay::Recorder recorder(held, {.track_bits = 0, .build = build});
    TANDEM_TRY(recorder.on_start({game, setup, start, state_hash, hashes, state}));
    std::vector<sim::ByteView> inputs(raw.players);
    sim::Bytes record;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        for (sim::ByteView& input : inputs) {
            input = stream.first(input_bytes);
            stream = stream.subspan(input_bytes);
        }
        sim::make_record(setup.presence, inputs, record);
        hashes = sim::running_next(hashes, sim::hash_bytes(record), state_hash);
        TANDEM_TRY(recorder.on_tick({sim::Tick{tick}, record, state_hash, hashes}));
        if (recorder.wants_keyframe(tick + 1)) {
            TANDEM_TRY(recorder.on_state({sim::StatePurpose::keyframe, tick + 1, state, hashes}));
        }
        if (each_tick && !each_tick(tick + 1)) {
            return RawReport{tick + 1, held.bytes(), hashes.chain, true};
        }
    }
    TANDEM_TRY(recorder.on_end(is_all ? sim::EndReason::source_ended : sim::EndReason::tick_limit));
    TANDEM_TRY(output.flush());
    return RawReport{ticks, held.bytes(), hashes.chain, false};
}

}  // namespace tandem::tools
