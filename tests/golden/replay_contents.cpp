// SPDX-License-Identifier: MIT
// A replay file as JSON: header, records, lows, states, marks and end.
#include <tests/golden/replay_contents.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <tandem/replay/blocks/header.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::test {
namespace {

using Json = nlohmann::json;
using replay::Replay;

constexpr std::uint64_t k_run_ticks = 100;

std::string hex(sim::ByteView bytes) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        const auto value = static_cast<unsigned>(byte);
        text += {k_digits[value >> 4U], k_digits[value & 15U]};
    }
    return text;
}

// Each byte as the character of this number (Latin-1), because a file's text may be no UTF-8.
std::string text_of(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        if (value < 0x80U) {
            text += byte;
        } else {
            text += {static_cast<char>(0xC0U | value >> 6U),
                     static_cast<char>(0x80U | (value & 0x3FU))};
        }
    }
    return text;
}

Json hash_of(sim::ByteView bytes) { return sim::hex64(sim::hash_bytes(bytes)); }

Json running(const sim::RunningHashes& hashes) {
    return {{"chain", sim::hex64(hashes.chain.value)},
            {"records", sim::hex64(hashes.records.value)}};
}

Json assets_of(const Setup& setup) {
    Json list = Json::array();
    for (const Asset& asset : setup.assets) {
        const bool is_embedded = asset.content.size() == asset.size_bytes;
        list.push_back({{"name", text_of(asset.name)},
                        {"bytes", asset.size_bytes},
                        {"digest", hex(asset.digest.bytes)},
                        {"content", is_embedded ? hash_of(asset.content) : Json()}});
    }
    return list;
}

Json header_of(const replay::Header& header) {
    const Setup& setup = header.setup;
    const Json parent = header.parent ? Json{{"chain", sim::hex64(header.parent->chain.value)},
                                             {"fork_tick", header.parent->fork_tick}}
                                      : Json();
    Json shown{{"format", header.format_version},
               {"game", text_of(header.game)},
               {"version", header.game_version},
               {"schemas", Json::array({hash_of(header.state_schema.encode()),
                                        hash_of(header.input_schema.encode()),
                                        hash_of(header.options_schema.encode())})},
               {"seed", setup.seed},
               {"slots", setup.slots},
               {"presence", sim::hex64(setup.presence)},
               {"tick_rate", Json::array({setup.tick_rate.ticks, setup.tick_rate.seconds})},
               {"options", hex(setup.options)},
               {"assets", assets_of(setup)},
               {"build", text_of(header.build)},
               {"parent", parent},
               {"block_ticks", header.block_ticks},
               {"keyframe_ticks", header.keyframe_ticks}};
    if (header.format_version >= 2) {
        shown["epoch_ticks"] = header.epoch_ticks;
        shown["track_bits"] = header.track_bits;
        shown["keyframe_bytes_per_second"] = header.keyframe_bytes_per_second;
    }
    if (header.game_build) {
        const replay::GameBuild& build = *header.game_build;
        shown["game_build"] = Json::array(
            {hex(build.program.bytes), hex(build.libraries.bytes), text_of(build.compiler)});
    }
    return shown;
}

// Records and lows, a hash of so many ticks at a time.
Json runs_of(const Replay& replay) {
    Json runs = Json::array();
    replay::Cursor cursor(replay);
    const std::uint32_t track_bytes = replay.header().track_bits / 8;
    for (std::uint64_t first = replay.first_tick(); first < replay.end_tick();
         first += k_run_ticks) {
        const std::uint64_t end = std::min(first + k_run_ticks, replay.end_tick());
        sim::Bytes records;
        sim::Bytes lows;
        for (std::uint64_t tick = first; tick < end; ++tick) {
            const auto record = cursor.record(sim::Tick{tick});
            const auto chain = cursor.chain(tick + 1);
            if (!record || !chain) {
                runs.push_back({{"unreadable", tick}});
                return runs;
            }
            sim::append_le(records, sim::hash_bytes(*record));
            for (std::uint32_t i = 0; i < track_bytes; ++i) {
                lows.push_back(static_cast<std::byte>(chain->low >> 8U * i));
            }
        }
        runs.push_back({{"first", first},
                        {"ticks", end - first},
                        {"records", hash_of(records)},
                        {"lows", hash_of(lows)}});
    }
    return runs;
}

// Wherever the file has whole running hashes.
Json heads_of(const Replay& replay) {
    std::uint64_t count = 0;
    sim::Bytes heads;
    for (const replay::Anchor& anchor : replay.anchors()) {
        if (anchor.chain && anchor.records) {
            ++count;
            sim::append_le(heads, anchor.ticks_done);
            sim::append_le(heads, anchor.chain->value);
            sim::append_le(heads, anchor.records->value);
        }
    }
    return {{"count", count}, {"hash", hash_of(heads)}};
}

// After the last tick; nothing where the file only has low bits there.
Json last_of(const Replay& replay) {
    const replay::Anchor& last = replay.anchors().back();
    if (last.ticks_done != replay.end_tick() || !last.chain || !last.records) {
        return {};
    }
    return running({*last.chain, *last.records});
}

Json stretches_of(const Replay& replay) {
    Json list = Json::array();
    for (const replay::Stretch& stretch : replay.stretches()) {
        list.push_back(Json::array({stretch.first_tick, stretch.end_tick}));
    }
    return list;
}

Json states_of(const Replay& replay) {
    Json list = Json::array();
    for (const replay::StoredState& stored : replay.states()) {
        const auto state = replay.load_state(stored);
        Json one = running(state ? state->hashes : sim::RunningHashes{});
        one["purpose"] = static_cast<unsigned>(stored.purpose);
        one["ticks_done"] = stored.ticks_done;
        one["bytes"] = state ? Json(state->bytes.size()) : Json(state.error().text());
        one["content"] = state ? hash_of(state->bytes) : Json();
        list.push_back(std::move(one));
    }
    return list;
}

Json marks_of(const Replay& replay) {
    Json list = Json::array();
    for (const sim::Mark& mark : replay.marks()) {
        list.push_back({{"kind", static_cast<unsigned>(mark.kind)},
                        {"tick", mark.tick.number},
                        {"slot", mark.slot},
                        {"value", sim::hex64(mark.value)},
                        {"text", text_of(mark.text)}});
    }
    return list;
}

Json contents_of(const Replay& replay) {
    const auto end = replay.end_reason();
    return {{"header", header_of(replay.header())},
            {"first_tick", replay.first_tick()},
            {"ticks", replay.ticks()},
            {"start", running(replay.start_hashes())},
            {"last", last_of(replay)},
            {"heads", heads_of(replay)},
            {"runs", runs_of(replay)},
            {"stretches", stretches_of(replay)},
            {"states", states_of(replay)},
            {"marks", marks_of(replay)},
            {"end", end ? Json(static_cast<unsigned>(*end)) : Json()}};
}

}  // namespace

Json read_replay(const std::string& path) {
    const auto replay = Replay::open(path);
    if (!replay) {
        const std::string& place = replay.error().place;
        // The part behind the file's name, which no expectation holds.
        const std::size_t at = place.find("byte ");
        return {{"contents", {{"refused", at == std::string::npos ? place : place.substr(at)}}}};
    }
    const auto flaw = replay->flaw();
    const std::size_t at = flaw ? flaw->place.find("byte ") : 0;
    return {{"contents", contents_of(*replay)},
            {"library",
             {{"completeness", replay::completeness_text(replay->completeness())},
              {"flaw_at", flaw ? Json(flaw->place.substr(at)) : Json()},
              {"sound_bytes", replay->sound_bytes()},
              {"missing_assets", replay->missing_assets()}}}};
}

Json verify_replay(const std::string& path, sim::AnySimulation simulation) {
    const auto replay = Replay::open(path);
    if (!replay) {
        return {{"refused", replay.error().text()}};
    }
    const auto report = replay::verify(*replay, std::move(simulation));
    if (!report) {
        return {{"refused", report.error().text()}};
    }
    Json fields = Json::array();
    for (const sim::FieldDifference& field : report->fields) {
        fields.push_back({{"path", field.path}, {"a", field.a}, {"b", field.b}});
    }
    return {{"verdict", replay::verdict_text(report->verdict)},
            {"tick", report->divergence ? Json(report->divergence->tick.number) : Json()},
            {"ticks_checked", report->ticks_checked},
            {"ticks_recorded", report->ticks_recorded},
            {"chains_checked", report->chains_checked},
            {"states_checked", report->states_checked},
            {"fields", std::move(fields)},
            {"fields_ticks_done", report->fields_ticks_done},
            {"chain", sim::hex64(report->chain.value)},
            {"completeness", replay::completeness_text(report->completeness)}};
}

}  // namespace tandem::test
