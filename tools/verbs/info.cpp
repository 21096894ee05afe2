// SPDX-License-Identifier: MIT
// info: what a file says about itself; needs no game.
#include <algorithm>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/program/session_end.hpp>
#include <tandem/tools/text/mark_name.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

// Which of a mark's numbers mean something.
bool has_player(sim::MarkKind kind) {
    return kind != sim::MarkKind::pause && kind != sim::MarkKind::plant &&
           kind != sim::MarkKind::note;
}
bool has_count(sim::MarkKind kind) {
    return kind == sim::MarkKind::input_delay || kind == sim::MarkKind::stall ||
           kind == sim::MarkKind::pause;
}
const char* count_unit(sim::MarkKind kind) {
    return kind == sim::MarkKind::input_delay ? " ticks" : " ms";
}

std::string mark_text(const sim::Mark& mark) {
    std::string text = mark_name(mark.kind) + " at tick " + std::to_string(mark.tick.number);
    if (has_player(mark.kind)) {
        text += ", player " + std::to_string(mark.slot);
    }
    if (has_count(mark.kind)) {
        text += ", " + std::to_string(mark.value) + count_unit(mark.kind);
    } else if (mark.kind == sim::MarkKind::desync) {
        text += ", their state " + hash_text(mark.value);
    }
    return mark.text.empty() ? text : text + ", " + escaped(mark.text);
}

JsonObject mark_facts(const sim::Mark& mark) {
    JsonValue value;
    if (has_count(mark.kind)) {
        value = mark.value;
    } else if (mark.kind == sim::MarkKind::desync) {
        value = hash_text(mark.value);
    }
    return {{"kind", mark_name(mark.kind)},
            {"tick", mark.tick.number},
            {"player", has_player(mark.kind) ? JsonValue(mark.slot) : JsonValue()},
            {"value", std::move(value)},
            {"text", mark.text}};
}

std::uint64_t count_states(const Replay& file, sim::StatePurpose purpose) {
    const auto states = file.states();
    return static_cast<std::uint64_t>(std::count_if(
        states.begin(), states.end(), [&](const auto& state) { return state.purpose == purpose; }));
}

std::string duration_of(const Replay& file) {
    return duration_text(sim::seconds_in(file.ticks(), file.header().setup.tick_rate));
}

void say_info(const Replay& file, const std::string& path, Console& console) {
    const replay::Header& header = file.header();
    const auto line = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            console.say(name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value);
        }
    };
    line("file", escaped(path));
    line("game", escaped(header.game) + ", version " + std::to_string(header.game_version));
    line("ticks",
         std::to_string(file.ticks()) + " at " + sim::rate_text(header.setup.tick_rate) +
             " a second: " + duration_of(file) +
             (file.first_tick() == 0 ? "" : ", from tick " + std::to_string(file.first_tick())));
    line("players", std::to_string(header.setup.slots));
    line("seed", std::to_string(header.setup.seed));
    line("options", escaped(options_text(header.options_schema, header.setup.options)));
    line("chain", hash_text(file.chain().value));
    line("bytes", std::to_string(file.bytes()));
    line("complete", replay::completeness_text(file.completeness()));
    line("end", file.end_reason() ? replay::end_reason_text(*file.end_reason()) : "");
    line("keyframes", std::to_string(count_states(file, sim::StatePurpose::keyframe)));
    if (const auto evidence = count_states(file, sim::StatePurpose::evidence); evidence != 0) {
        line("evidence", count_text(evidence, "state"));
    }
    line("build", escaped(header.build));
    for (const sim::Mark& mark : file.marks()) {
        line("mark", mark_text(mark));
    }
}

JsonObject info_facts(const Replay& file, const std::string& path) {
    const replay::Header& header = file.header();
    JsonArray marks;
    for (const sim::Mark& mark : file.marks()) {
        marks.emplace_back(mark_facts(mark));
    }
    return {{"file", path},
            {"bytes", file.bytes()},
            {"game", header.game},
            {"version", header.game_version},
            {"ticks", file.ticks()},
            {"first_tick", file.first_tick()},
            {"players", header.setup.slots},
            {"chain", hash_text(file.chain().value)},
            {"tick_rate", sim::rate_text(header.setup.tick_rate)},
            {"seed", header.setup.seed},
            {"options", options_text(header.options_schema, header.setup.options)},
            {"state_schema", hash_text(header.state_schema.hash().value)},
            {"input_schema", hash_text(header.input_schema.hash().value)},
            {"format", header.format_version},
            {"build", header.build},
            {"completeness", replay::completeness_text(file.completeness())},
            {"states", std::uint64_t{file.states().size()}},
            {"keyframes", count_states(file, sim::StatePurpose::keyframe)},
            {"evidence", count_states(file, sim::StatePurpose::evidence)},
            {"marks", std::move(marks)},
            {"end", file.end_reason() ? JsonValue(end_name(*file.end_reason())) : JsonValue()}};
}

int run_info(const Arguments& arguments, Context& context) {
    const std::string path = arguments.text("FILE");
    const auto file = Replay::open(path);
    if (!file) {
        return context.fail(file.error());
    }
    say_info(*file, path, context.console);
    const JsonObject facts = info_facts(*file, path);
    if (file->flaw()) {
        return context.fail(*file->flaw(), facts);
    }
    context.console.report(facts);
    return 0;
}

}  // namespace

Verb info_verb() {
    return {
        .name = "info",
        .sentence = "Say what a file holds; needs no game",
        .example = "info a.tandem",
        .options =
            {{.names = {"FILE"}, .sentence = "File to read", .value = Path{}, .is_required = true}},
        .run = &run_info,
    };
}

}  // namespace tandem::tools
