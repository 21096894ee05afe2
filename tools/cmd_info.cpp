// SPDX-License-Identifier: MIT
// info: what a file says about itself; needs no game.
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/fields.hpp>
#include <tandem/tools/context.hpp>
#include <tandem/tools/progress.hpp>
#include <tandem/tools/session.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;

std::string rate_text(TickRate rate) {
    return std::to_string(rate.ticks) +
           (rate.seconds == 1 ? "" : "/" + std::to_string(rate.seconds));
}

std::string mark_name(sim::MarkKind kind) {
    switch (kind) {
        case sim::MarkKind::input_delay:
            return "input_delay";
        case sim::MarkKind::stall:
            return "stall";
        case sim::MarkKind::pause:
            return "pause";
        case sim::MarkKind::plant:
            return "plant";
        case sim::MarkKind::left:
            return "left";
        case sim::MarkKind::returned:
            return "returned";
        case sim::MarkKind::desync:
            return "desync";
        case sim::MarkKind::note:
            return "note";
        case sim::MarkKind::player_name:
            return "player_name";
    }
    return "unknown";
}

// The options by their stored schema: "frag_limit=10 arena=pillars".
std::string options_text(const replay::Header& header) {
    std::string text;
    if (header.setup.options.empty()) {
        return text;
    }
    const sim::ByteView options = header.setup.options;
    for (const sim::Leaf& leaf : sim::list_leaves(header.options_schema.root(), options)) {
        text += (text.empty() ? "" : " ") + leaf.path + "=" +
                sim::leaf_text(*leaf.node, options.subspan(leaf.offset, leaf.bytes));
    }
    return text;
}

std::string mark_text(const sim::Mark& mark) {
    std::string text = mark_name(mark.kind) + " at tick " + std::to_string(mark.tick.number) +
                       ", player " + std::to_string(mark.slot);
    if (mark.value != 0) {
        text += ", " + std::to_string(mark.value);
    }
    return mark.text.empty() ? text : text + ", " + escaped(mark.text);
}

std::string duration_of(const Replay& file) {
    const TickRate rate = file.header().setup.tick_rate;
    return duration_text(file.ticks() * rate.seconds / rate.ticks);
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
         std::to_string(file.ticks()) + " at " + rate_text(header.setup.tick_rate) +
             " a second: " + duration_of(file) +
             (file.first_tick() == 0 ? "" : ", from tick " + std::to_string(file.first_tick())));
    line("players", std::to_string(header.setup.slots));
    line("seed", std::to_string(header.setup.seed));
    line("options", escaped(options_text(header)));
    line("chain", hash_text(file.chain().value));
    line("bytes", std::to_string(file.bytes()));
    line("complete", replay::completeness_text(file.completeness()));
    line("end", file.end_reason() ? replay::end_reason_text(*file.end_reason()) : "");
    line("keyframes", std::to_string(file.states().size()));
    line("build", escaped(header.build));
    for (const sim::Mark& mark : file.marks()) {
        line("mark", mark_text(mark));
    }
}

JsonObject info_facts(const Replay& file, const std::string& path) {
    const replay::Header& header = file.header();
    JsonArray marks;
    for (const sim::Mark& mark : file.marks()) {
        marks.emplace_back(JsonObject{{"kind", mark_name(mark.kind)},
                                      {"tick", mark.tick.number},
                                      {"player", mark.slot},
                                      {"value", mark.value},
                                      {"text", mark.text}});
    }
    JsonObject facts{{"file", path},
                     {"bytes", file.bytes()},
                     {"game", header.game},
                     {"version", header.game_version},
                     {"ticks", file.ticks()},
                     {"first_tick", file.first_tick()},
                     {"players", header.setup.slots},
                     {"chain", hash_text(file.chain().value)},
                     {"tick_rate", rate_text(header.setup.tick_rate)},
                     {"seed", header.setup.seed},
                     {"options", options_text(header)},
                     {"state_schema", hash_text(header.state_schema.hash().value)},
                     {"input_schema", hash_text(header.input_schema.hash().value)},
                     {"format", header.format_version},
                     {"build", header.build},
                     {"completeness", replay::completeness_text(file.completeness())},
                     {"states", std::uint64_t{file.states().size()}},
                     {"marks", std::move(marks)}};
    if (file.end_reason()) {
        facts.emplace_back("end", end_name(*file.end_reason()));
    }
    return facts;
}

}  // namespace

int cmd_info(const InfoCommand& command, Context& context) {
    const auto file = Replay::open(command.file);
    if (!file) {
        return context.fail(file.error());
    }
    say_info(*file, command.file, context.console);
    const JsonObject facts = info_facts(*file, command.file);
    if (file->flaw()) {
        return context.fail(*file->flaw(), facts);
    }
    context.console.report(facts);
    return 0;
}

}  // namespace tandem::tools
