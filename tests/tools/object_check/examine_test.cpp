// SPDX-License-Identifier: MIT
// Which functions a walk reaches, and what it says of them.
#include <tandem/tools/object_check/examine.hpp>

#include <utility>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

constexpr const char* k_float = "mulsd  %xmm1,%xmm0";

Object object_of(const std::string& name) {
    Object object;
    object.name = name;
    object.architecture = Architecture::x86;
    return object;
}

void add_function(Object& object, const std::string& symbol, std::set<std::string> references,
                  std::vector<std::string> instructions = {"ret"}) {
    object.functions[symbol] = {std::move(instructions), std::move(references), {}};
    object.functions_of_section[".text." + symbol].insert(symbol);
}

TEST(Examination, FollowsCallsOnlyAndNamesTheRoute) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"helper"});
    add_function(object, "helper", {".text.far"});
    add_function(object, "far", {}, {"ret", k_float});
    add_function(object, "draw", {}, {k_float});
    const Examination result = examine({object}, "root_");
    EXPECT_EQ(result.roots, 1U);
    EXPECT_EQ(result.functions, 3U);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].function, "far");
    EXPECT_EQ(result.findings[0].what, k_float);
    EXPECT_EQ(result.findings[0].route, (std::vector<std::string>{"root_step", "helper", "far"}));
    EXPECT_EQ(text_of(result.findings[0]),
              "far in a.o: `mulsd  %xmm1,%xmm0` is floating point\n"
              "    reached by root_step\n            -> helper");
}

TEST(Examination, TellsTheLinesOfInstructionsSymbolsAndVariables) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"rand", ".bss.calls"}, {k_float});
    object.section_of_data["calls"] = ".bss.calls";
    object.functions["root_step"].lines = {
        {k_float, {"half.hpp:3", "game.hpp:8", "/tandem/sim/game/step_roots.hpp:29"}},
        {"rand", {"game.hpp:9"}},
        {".bss.calls", {"game.hpp:10"}}};
    const Examination result = examine({object}, "root_");
    ASSERT_EQ(result.findings.size(), 3U);
    EXPECT_EQ(text_of(result.findings[0]),
              "root_step in a.o: `mulsd  %xmm1,%xmm0` is floating point\n"
              "    at half.hpp:3\n       inlined at game.hpp:8");
    EXPECT_EQ(text_of(result.findings[1]),
              "root_step in a.o: `calls` is a variable that outlives the game\n"
              "    at game.hpp:10");
    EXPECT_EQ(text_of(result.findings[2]),
              "root_step in a.o: `rand` draws random numbers\n    at game.hpp:9");
}

TEST(Examination, WithoutAPrefixTakesEveryFunction) {
    Object object = object_of("a.o");
    add_function(object, "draw", {}, {k_float});
    EXPECT_EQ(examine({object}, "").findings.size(), 1U);
    EXPECT_EQ(examine({object}, "root_").roots, 0U);
}

TEST(Examination, GoesOnInOtherObjectsButNotByTheirLocalNames) {
    Object first = object_of("a.o");
    add_function(first, "root_step", {"shared", "local"});
    add_function(first, "local", {});
    first.local_symbols.insert("local");
    Object second = object_of("b.o");
    add_function(second, "shared", {}, {k_float});
    add_function(second, "local", {}, {k_float});
    second.local_symbols.insert("local");
    const Examination result = examine({first, second}, "root_");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].object, "b.o");
    EXPECT_EQ(result.findings[0].function, "shared");
}

TEST(Examination, TakesATableOfAddressesForCallsToAllOfThem) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"vtable"});
    add_function(object, "hidden", {}, {k_float});
    object.section_of_data["vtable"] = ".data.rel.ro.vtable";
    object.data[".data.rel.ro.vtable"] = {{}, {".text.hidden"}, {}};
    const Examination result = examine({object}, "root_");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].function, "hidden");
}

TEST(Examination, JudgesWhatNoObjectDefinesByItsName) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"rand", "malloc", "time"});
    add_function(object, "time", {});
    const Examination result = examine({object}, "root_");
    ASSERT_EQ(result.findings.size(), 1U) << "time is the game's own function here";
    EXPECT_EQ(result.findings[0].what, "rand");
    EXPECT_EQ(result.findings[0].kind, "random");
}

TEST(Examination, NamesWhatIsNotOnTheListUnlessItIsAllowed) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"helper", "memcpy"});
    const Examination result = examine({object}, "root_");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(text_of(result.findings[0]),
              "root_step in a.o: `helper` is not on the list of what a step may link");
    EXPECT_TRUE(examine({object}, "root_", {"hel*"}).findings.empty());
    Object other = object_of("b.o");
    add_function(other, "helper", {});
    EXPECT_TRUE(examine({object, other}, "root_").findings.empty());
}

TEST(Examination, NamesVariablesThatCanChangeBySymbolAndBySection) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"count", ".bss.calls", ".data.several", "table", "types"});
    object.section_of_data = {{"count", ".data.count"},   {"calls", ".bss.calls"},
                              {"one", ".data.several"},   {"two", ".data.several"},
                              {"table", ".rodata.table"}, {"types", ".data.rel.ro.types"}};
    const Examination result = examine({object}, "root_");
    std::vector<std::string> found;
    for (const ObjectFinding& finding : result.findings) {
        EXPECT_EQ(finding.kind, "a variable that outlives the game");
        found.push_back(finding.what);
    }
    EXPECT_EQ(found, (std::vector<std::string>{"calls", ".data.several", "count"}));
    EXPECT_EQ(examine({object}, "root_", {"calls", "count"}).findings.size(), 1U);
}

TEST(Examination, NamesThreadLocalVariablesOncePerFunction) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"mine"}, {"mov    %fs:0x0,%rax", "ret"});
    object.section_of_data["mine"] = ".tbss.mine";
    object.functions["root_step"].thread_locals.insert("mine");
    object.functions["root_step"].references.clear();
    const Examination by_relocation = examine({object}, "root_");
    ASSERT_EQ(by_relocation.findings.size(), 1U);
    EXPECT_EQ(by_relocation.findings[0].what, "mine");
    EXPECT_EQ(by_relocation.findings[0].kind, "thread-local");
    object.functions["root_step"] = {{"mov    %fs:0x0,%rax"}, {}, {}};
    const Examination by_instruction = examine({object}, "root_");
    ASSERT_EQ(by_instruction.findings.size(), 1U);
    EXPECT_EQ(by_instruction.findings[0].kind, "thread-local");
}

TEST(Examination, NamesEachKindOfInstructionOnce) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {}, {k_float, "rdtsc", k_float, "rdtsc", "cpuid"});
    const Examination result = examine({object}, "root_");
    ASSERT_EQ(result.findings.size(), 3U);
    EXPECT_EQ(result.findings[1].kind, "clock");
    EXPECT_EQ(result.findings[2].kind, "machine");
}

TEST(Examination, KnowsAFunctionByEachOfItsNames) {
    Object object = object_of("a.o");
    add_function(object, "root_step", {"second_name"});
    add_function(object, "first_name", {}, {k_float});
    object.function_of_alias["second_name"] = "first_name";
    EXPECT_EQ(examine({object}, "root_").findings.size(), 1U);
}

}  // namespace
}  // namespace tandem::object_check
