// SPDX-License-Identifier: MIT
// Asks the open file for every fact; no game is needed.
#include <tandem/tools/program/evidence/file_facts.hpp>

#include <algorithm>
#include <span>
#include <utility>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

std::uint64_t count_states(const Replay& file, sim::StatePurpose purpose) {
    const auto states = file.states();
    return static_cast<std::uint64_t>(std::count_if(
        states.begin(), states.end(), [&](const auto& state) { return state.purpose == purpose; }));
}

std::string duration_of(const Replay& file) {
    return duration_text(sim::seconds_in(file.ticks(), file.header().setup.tick_rate));
}

std::string shares_text(const replay::ByteShares& shares) {
    return "inputs " + std::to_string(shares.inputs) + ", track " + std::to_string(shares.track) +
           ", heads " + std::to_string(shares.heads) + ", keyframes " +
           std::to_string(shares.keyframes) + ", rest " + std::to_string(shares.rest);
}

// The number of keyframes, and the two budgets that decide it.
std::string keyframes_text(const Replay& file) {
    const replay::Header& header = file.header();
    std::string text = std::to_string(count_states(file, sim::StatePurpose::keyframe)) +
                       ", at least " + count_text(header.keyframe_ticks, "tick") + " apart";
    if (header.epoch_ticks != 0) {
        text += ", at most " + count_text(header.keyframe_bytes_per_second, "byte") + " a second";
    }
    return text;
}

// The most marks that are listed. A few bytes of a hostile file unpack to 700,000 marks, whose
// lines would take seconds and a gigabyte.
constexpr std::size_t k_marks_listed = 10'000;

std::span<const sim::Mark> listed_marks(const Replay& file) {
    const std::span<const sim::Mark> marks = file.marks();
    return marks.first(std::min(marks.size(), k_marks_listed));
}

JsonArray stretches_json(const Replay& file) {
    JsonArray stretches;
    for (const replay::Stretch& stretch : file.stretches()) {
        stretches.emplace_back(
            JsonObject{{"first_tick", stretch.first_tick}, {"end_tick", stretch.end_tick}});
    }
    return stretches;
}

// The parts of a file that damage cut into several; the lines above are about the first part.
std::string stretches_text(const Replay& file) {
    const auto stretches = file.stretches();
    if (stretches.size() < 2) {
        return "";
    }
    constexpr std::size_t k_parts_listed = 12;
    std::string text = std::to_string(stretches.size()) + " can be played:";
    for (const replay::Stretch& stretch :
         stretches.first(std::min(stretches.size(), k_parts_listed))) {
        text += (&stretch == stretches.data() ? " ticks " : ", ") +
                std::to_string(stretch.first_tick) + " to before " +
                std::to_string(stretch.end_tick);
    }
    return text + (stretches.size() > k_parts_listed ? " and more" : "") +
           "; this says what the first one is, and recover writes all";
}

std::string made_by(const replay::Header& header) {
    return header.game_build ? replay::game_build_text(*header.game_build) : "";
}

}  // namespace

std::string other_maker_text(const std::optional<replay::GameBuild>& maker) {
    const auto own = maker ? own_game_build() : std::nullopt;
    if (!own) {
        return "";
    }
    const std::string both =
        replay::game_build_text(*maker) + "; this is " + replay::game_build_text(*own);
    return maker->program != own->program ? "another program made it: " + both
           : maker->libraries != own->libraries && maker->libraries != sim::Digest{} &&
                   own->libraries != sim::Digest{}
               ? "this program made it with other libraries: " + both
               : "";
}

std::vector<FileLine> file_lines(const Replay& file, const std::string& path) {
    std::vector<FileLine> lines;
    const replay::Header& header = file.header();
    const auto line = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            lines.push_back({name, value});
        }
    };
    line("file", escaped(path));
    line("game", escaped(header.game) + ", version " + std::to_string(header.game_version));
    line("ticks",
         std::to_string(file.ticks()) + " at " + sim::rate_text(header.setup.tick_rate) +
             " a second: " + duration_of(file) +
             (file.first_tick() == 0 ? "" : ", from tick " + std::to_string(file.first_tick())));
    if (header.parent) {
        line("parent", "continues a recording after " +
                           count_text(header.parent->fork_tick, "tick") + ", where its chain is " +
                           hash_text(header.parent->chain.value));
    }
    line("match", escaped(match_of(file)));
    line("players", std::to_string(header.setup.slots));
    line("seed", std::to_string(header.setup.seed));
    line("options", escaped(options_text(header.options_schema, header.setup.options)));
    line("chain", file.chain() ? hash_text(file.chain()->value) : "");
    line("bytes", std::to_string(file.bytes()));
    line("complete", replay::completeness_text(file.completeness()));
    line("end", file.end_reason() ? replay::end_reason_text(*file.end_reason()) : "");
    line("parts", stretches_text(file));
    line("spent on", shares_text(file.byte_shares()));
    line("keyframes", keyframes_text(file));
    line("track", count_text(header.track_bits, "bit") + " of the chain at a tick");
    if (const auto evidence = count_states(file, sim::StatePurpose::evidence); evidence != 0) {
        line("evidence", count_text(evidence, "state"));
    }
    line("build", escaped(header.build));
    line("made by", escaped(made_by(header)));
    for (const sim::Mark& mark : listed_marks(file)) {
        line("mark", mark_text(mark));
    }
    if (file.marks().size() > k_marks_listed) {
        line("marks", std::to_string(file.marks().size()) + ", the first " +
                          std::to_string(k_marks_listed) + " are listed");
    }
    return lines;
}

JsonObject file_facts(const Replay& file, const std::string& path) {
    const replay::Header& header = file.header();
    const std::string match = match_of(file);
    JsonArray marks;
    for (const sim::Mark& mark : listed_marks(file)) {
        marks.emplace_back(mark_facts(mark));
    }
    return {{"file", path},
            {"bytes", file.bytes()},
            {"bytes_inputs", file.byte_shares().inputs},
            {"bytes_track", file.byte_shares().track},
            {"bytes_heads", file.byte_shares().heads},
            {"bytes_keyframes", file.byte_shares().keyframes},
            {"bytes_rest", file.byte_shares().rest},
            {"game", header.game},
            {"version", header.game_version},
            {"ticks", file.ticks()},
            {"first_tick", file.first_tick()},
            {"players", header.setup.slots},
            {"chain", file.chain() ? JsonValue(hash_text(file.chain()->value)) : JsonValue()},
            {"tick_rate", sim::rate_text(header.setup.tick_rate)},
            {"seed", header.setup.seed},
            {"options", options_text(header.options_schema, header.setup.options)},
            {"state_schema", hash_text(header.state_schema.hash().value)},
            {"input_schema", hash_text(header.input_schema.hash().value)},
            {"format", header.format_version},
            {"build", header.build},
            {"game_build", header.game_build ? JsonValue(made_by(header)) : JsonValue()},
            {"keyframe_ticks", header.keyframe_ticks},
            {"keyframe_bytes_per_second", header.keyframe_bytes_per_second},
            {"epoch_ticks", header.epoch_ticks},
            {"track_bits", header.track_bits},
            {"stretches", stretches_json(file)},
            {"completeness", replay::completeness_text(file.completeness())},
            {"states", std::uint64_t{file.states().size()}},
            {"keyframes", count_states(file, sim::StatePurpose::keyframe)},
            {"evidence", count_states(file, sim::StatePurpose::evidence)},
            {"marks", std::move(marks)},
            {"end", file.end_reason() ? JsonValue(end_name(*file.end_reason())) : JsonValue()},
            {"parent_chain",
             header.parent ? JsonValue(hash_text(header.parent->chain.value)) : JsonValue()},
            {"fork_tick", header.parent ? JsonValue(header.parent->fork_tick) : JsonValue()},
            {"mark_count", std::uint64_t{file.marks().size()}},
            {"match", match.empty() ? JsonValue() : JsonValue(match)}};
}

}  // namespace tandem::tools
