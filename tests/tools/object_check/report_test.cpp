// SPDX-License-Identifier: MIT
// What of many findings is told, and in which order.
#include <tandem/tools/object_check/report.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

constexpr std::string_view k_variable = "a variable that outlives the game";

ObjectFinding finding_of(const std::string& function, const std::string& what,
                         std::string_view kind, bool is_instruction = false) {
    ObjectFinding finding{"a.o", function, what, kind, {"root", function}};
    finding.is_instruction = is_instruction;
    return finding;
}

TEST(Report, BeginsWithFloatingPointAndEndsWithWhatNobodyHasLookedInto) {
    const auto groups =
        grouped({finding_of("f", "helper", "something new"), finding_of("f", "count", k_variable),
                 finding_of("f", "rand", "random"), finding_of("f", "time", "clock"),
                 finding_of("g", "mulsd %xmm1,%xmm0", "floating point", true)});
    std::string kinds;
    for (const Group& group : groups) {
        kinds += std::string(group.kind) + ", ";
    }
    EXPECT_EQ(kinds,
              "floating point, clock, random, a variable that outlives the game, something new, ");
}

TEST(Report, TellsWhatHasOneNameOnce) {
    const auto groups =
        grouped({finding_of("f", "count", k_variable), finding_of("g", "count", k_variable),
                 finding_of("h", "other", k_variable), finding_of("i", "count", k_variable)});
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(text_of(groups[0]),
              "f in a.o: `count` is a variable that outlives the game\n"
              "    reached by root\n"
              "    and 2 more: in g in a.o, in i in a.o");
    EXPECT_EQ(groups[1].findings.size(), 1U);
    EXPECT_EQ(summary_of(groups), "4 a variable that outlives the game (2 names)");
}

TEST(Report, NamesAFewOfManyAndHowManyThereAre) {
    std::vector<ObjectFinding> findings;
    for (int number = 0; number < 157; ++number) {
        const std::string type = std::to_string(number);
        // tag<157u>::value and tag<157u>::get()
        findings.push_back(finding_of("_ZN3tagILj" + type + "EE3getEv",
                                      "_ZN3tagILj" + type + "EE5valueE", k_variable));
    }
    findings.push_back(finding_of("far", "divsd", "floating point", true));
    const auto groups = grouped(findings);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].name, "far");
    EXPECT_EQ(groups[1].name, "tag<>::value");
    EXPECT_TRUE(text_of(groups[1]).ends_with(
        "\n    and 156 more: in tag<1u>::get() in a.o, in tag<2u>::get() in a.o, in "
        "tag<3u>::get() in a.o, ..."))
        << text_of(groups[1]);
    EXPECT_EQ(summary_of(groups),
              "1 floating point (1 name), 157 a variable that outlives the game (1 name)");
}

TEST(Report, KeepsFunctionsApartThatComputeTheSame) {
    const auto groups = grouped({finding_of("f", "mulsd %xmm1,%xmm0", "floating point", true),
                                 finding_of("g", "mulsd %xmm1,%xmm0", "floating point", true)});
    EXPECT_EQ(groups.size(), 2U);
}

TEST(Report, OfNothingIsEmpty) {
    EXPECT_TRUE(grouped({}).empty());
    EXPECT_EQ(summary_of({}), "");
}

TEST(Families, LeaveOutArgumentsAndParameters) {
    EXPECT_EQ(family_of("count"), "count");
    EXPECT_EQ(family_of("ns::f(int, char const*)"), "ns::f");
    EXPECT_EQ(family_of("ns::type<ns::Pair<A, B>, 3u>::value"), "ns::type<>::value");
    EXPECT_EQ(family_of("void ns::f<int>(int)"), "void ns::f<>");
    EXPECT_EQ(family_of("(anonymous namespace)::g(int)"), "(anonymous namespace)::g");
    EXPECT_EQ(family_of("ns::operator<<(ns::A, ns::B)"), "ns::operator<<");
    EXPECT_EQ(family_of("ns::A<int>::operator()(int) const"), "ns::A<>::operator()");
    EXPECT_EQ(family_of("ns::A::operator->()"), "ns::A::operator->");
    EXPECT_EQ(family_of("f<(&x)->y>::z"), "f<>::z");
    EXPECT_EQ(family_of("<"), "<");
    EXPECT_EQ(family_of(">"), ">");
    EXPECT_EQ(family_of("operator"), "operator");
    EXPECT_EQ(family_of(""), "");
}

}  // namespace
}  // namespace tandem::object_check
