// SPDX-License-Identifier: MIT
// The facts of a page about two recordings that part, with names that try to be markup.
#pragma once

#include <optional>
#include <string>

#include <tandem/tools/autopsy/page_facts.hpp>
#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::test {

inline constexpr const char* k_hostile = "</script><script>alert(1)</script>\"'&<!--";

inline tools::autopsy::PageFacts hostile_facts() {
    ListenerInputs inputs(200);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputs[i].first.amount = static_cast<std::int16_t>(i % 9);
        inputs[i].second.is_present = i < 150;
    }
    ListenerInputs others = inputs;
    others[120].second.tail = 99;
    const auto a = open_replay(record_inputs(inputs));
    const auto b = open_replay(record_inputs(others));
    tools::autopsy::AutopsyVerdict verdict;
    verdict.verb = "explain";
    verdict.word = "inputs";
    verdict.sentence = std::string("inputs: ") + k_hostile;
    verdict.headline = std::string("They differ, says ") + k_hostile;
    verdict.is_bad = true;
    verdict.tick = 120;
    verdict.parted_at = 120;
    verdict.player = Slot{1};
    verdict.phase = k_hostile;
    verdict.healed_tick = 160;
    verdict.tables = {
        {"The input", k_hostile, "second", {{k_hostile, "5", k_hostile, "7", "8", 3}}}};
    verdict.proof = k_hostile;
    verdict.steps = {{"were they equal", k_hostile}};
    verdict.notes = {k_hostile};
    const tools::ComparedNames names{std::string("a") + k_hostile, std::string("b") + k_hostile};
    auto facts = tools::autopsy::gather_facts({a, &b, names, verdict});
    facts.sides[0].player_names[1] = k_hostile;
    facts.sides[0].marks = {{sim::MarkKind::note, sim::Tick{7}, 0, 0, k_hostile},
                            {sim::MarkKind::stall, sim::Tick{9}, 1, 300, ""}};
    facts.sides[0].build = k_hostile;
    return facts;
}

}  // namespace tandem::test
