// SPDX-License-Identifier: MIT
// A scenario survives being written and read, and what is not one is refused by name.

#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/netsim/scenario.hpp>
#include <tests/tools/netsim/simulated_counter.hpp>

namespace tandem::test {
namespace {

using tools::netsim::FaultKind;
using tools::netsim::Scenario;

void expect_same(const Scenario& scenario) {
    const std::string text = tools::netsim::scenario_text(scenario);
    const auto read = tools::netsim::scenario_from_text(text);
    ASSERT_TRUE(read.has_value()) << read.error().text() << "\n" << text;
    EXPECT_TRUE(*read == scenario) << text;
    EXPECT_EQ(tools::netsim::scenario_text(*read), text);
}

TEST(ScenarioText, WhatIsWrittenIsReadAgain) {
    expect_same(Scenario{});
    Scenario all;
    all.name = "every\nvalue \"here\"";
    all.seed = ~std::uint64_t{0};
    all.players = 3;
    all.ticks = 77;
    all.is_sealed = true;
    all.line = {1, 2, 3, 4, 5, 6, 7, 8, 9'000, 10};
    all.lines = {{0, 2, {.delay_us = 5}}, {2, 0, {}}};
    all.machines = {{}, {-7, 1'050}};
    for (const tools::netsim::FaultTraits& traits : tools::netsim::fault_traits()) {
        tools::netsim::Fault fault = traits.is_of_a_line ? line_fault(traits.kind, 0, 2, 40, 0)
                                                         : machine_fault(traits.kind, 1, 40);
        fault.for_ms = traits.has_span ? 30 : 0;
        fault.amount = traits.most;
        all.faults.push_back(fault);
    }
    all.plant = {0, 0, "totals[1]"};
    expect_same(all);
    for (const std::string& name : tools::netsim::profile_names()) {
        expect_same(*tools::netsim::make_profile(name, 5, 4, 3'600, 60));
    }
}

TEST(ScenarioText, APersonWritesOnlyWhatDiffers) {
    const auto read = tools::netsim::scenario_from_text(
        R"({"schema": 1, "line": {"delay_us": 40000},
            "faults": [{"what": "freeze", "machine": 1, "at_ms": 2000, "for_ms": 300}]})");
    ASSERT_TRUE(read.has_value()) << read.error().text();
    Scenario expected;
    expected.line.delay_us = 40'000;
    expected.faults = {machine_fault(FaultKind::freeze, 1, 2'000, 300)};
    EXPECT_TRUE(*read == expected);
}

TEST(ScenarioText, WhatIsWrongIsNamed) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "is no JSON text of a scenario"},
        {"[1", "is no JSON text of a scenario"},
        {"[]", "expected an object"},
        {"{}", "schema: expected 1"},
        {R"({"schema":2})", "schema: expected 1"},
        {R"({"schema":1,"loss":5})", "loss: is not known here; expected schema, name, seed"},
        {R"({"schema":1,"line":{"delay":5}})", "line.delay: is not known here"},
        {R"({"schema":1,"line":5})", "line: expected an object"},
        {R"({"schema":1,"faults":{}})", "faults: expected a list"},
        {R"({"schema":1,"players":2.5})", "players: expected a whole number"},
        {R"({"schema":1,"players":-2})", "players: expected a whole number"},
        {R"({"schema":1,"players":4294967298})", "players: expected a whole number"},
        {R"({"schema":1,"players":65})", "players: is 65, expected 2 to 64"},
        {R"({"schema":1,"name":5})", "name: expected a text"},
        {R"({"schema":1,"sealed":1})", "sealed: expected true or false"},
        {R"({"schema":1,"faults":[{"what":"fire"}]})", "faults[0].what: expected one of cut, loss"},
        {R"({"schema":1,"faults":[{"what":"die","machine":1,"for_ms":3}]})",
         "faults[0].for_ms: is not known here"},
        {R"({"schema":1,"faults":[{"what":"cut","machine":1}]})",
         "faults[0].machine: is not known here"},
        {R"({"schema":1,"faults":[{"what":"cut","from":1,"to":0,"at_ms":1}]})",
         "faults[0].for_ms: is 0, expected 1 to 3600000"},
        {std::string(3'000, '['), "is no JSON text of a scenario"},
    };
    for (const auto& [text, message] : cases) {
        const auto read = tools::netsim::scenario_from_text(text);
        ASSERT_FALSE(read.has_value()) << text;
        EXPECT_EQ(read.error().code, sim::ErrorCode::bad_data);
        EXPECT_NE(read.error().text().find(message), std::string::npos) << text << "\n"
                                                                        << read.error().text();
    }
}

}  // namespace
}  // namespace tandem::test
