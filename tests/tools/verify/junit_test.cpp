// SPDX-License-Identifier: MIT
// JUnit reports are well-formed whatever a file is called, and count what they hold.
#include <tandem/tools/verify/junit.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools {
namespace {

using Verdict = TestCase::Result;

lab::report::Document read(const std::vector<TestCase>& cases) {
    const std::string xml = junit_xml(cases);
    constexpr std::string_view k_declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    EXPECT_TRUE(xml.starts_with(k_declaration));
    auto document = lab::report::read_markup(std::string_view(xml).substr(k_declaration.size()));
    for (const std::string& problem : document.problems) {
        ADD_FAILURE() << problem << " in\n" << xml;
    }
    return document;
}

std::vector<lab::report::Element> named(const lab::report::Document& document,
                                        const std::string& name) {
    return lab::report::find_elements(
        document, [&](const lab::report::Element& element) { return element.name == name; });
}

TEST(Junit, CountsEachKindOfResult) {
    const auto document = read({{"a", "duel", Verdict::passed, "", ""},
                                {"b", "duel", Verdict::failure, "diverged", "tick 7 differs"},
                                {"c", "", Verdict::error, "io", "there is no such file"},
                                {"d", "duel", Verdict::skipped, "", "interrupted"},
                                {"e", "duel", Verdict::passed, "", ""}});
    for (const char* name : {"testsuites", "testsuite"}) {
        const auto suites = named(document, name);
        ASSERT_EQ(suites.size(), 1U);
        EXPECT_EQ(suites[0].attribute("tests"), "5");
        EXPECT_EQ(suites[0].attribute("failures"), "1");
        EXPECT_EQ(suites[0].attribute("errors"), "1");
        EXPECT_EQ(suites[0].attribute("skipped"), "1");
    }
    EXPECT_EQ(named(document, "testcase").size(), 5U);
    EXPECT_EQ(named(document, "failure").at(0).attribute("type"), "diverged");
    EXPECT_EQ(named(document, "failure").at(0).text, "tick 7 differs");
    EXPECT_EQ(named(document, "error").at(0).attribute("message"), "there is no such file");
    EXPECT_EQ(named(document, "skipped").size(), 1U);
}

TEST(Junit, EscapesWhateverAFileIsCalled) {
    const auto document =
        read({{"a&<b>\"'\x01\xff.tandem", "du<el", Verdict::failure, "diverged", "]]> & \x02"}});
    const auto cases = named(document, "testcase");
    ASSERT_EQ(cases.size(), 1U);
    EXPECT_EQ(cases[0].attribute("name"), "a&<b>\"'\\x01\\xff.tandem");
    EXPECT_EQ(cases[0].attribute("classname"), "du<el");
}

Outcome outcome_of(std::optional<replay::VerifyVerdict> verdict,
                   std::optional<sim::Error> error = std::nullopt) {
    Outcome outcome;
    outcome.path = "a";
    outcome.error = std::move(error);
    if (verdict) {
        outcome.report = replay::VerifyReport{};
        outcome.report->verdict = *verdict;
        outcome.report->message = "the message";
        if (*verdict == replay::VerifyVerdict::unsaved) {
            outcome.report->unsaved = replay::Unsaved{1, 2};
        }
    }
    return outcome;
}

TEST(Junit, HasAResultForEveryOutcome) {
    using replay::VerifyVerdict;
    EXPECT_EQ(test_case_of(outcome_of(VerifyVerdict::same)).result, Verdict::passed);
    EXPECT_EQ(test_case_of(outcome_of(std::nullopt)).result, Verdict::skipped);
    EXPECT_EQ(test_case_of(outcome_of(VerifyVerdict::interrupted)).result, Verdict::skipped);
    const TestCase unsaved = test_case_of(outcome_of(VerifyVerdict::unsaved));
    EXPECT_EQ(unsaved.result, Verdict::failure);
    EXPECT_EQ(unsaved.kind, "unsaved");
    EXPECT_EQ(unsaved.message, "the message");
    const TestCase cut = test_case_of(
        outcome_of(VerifyVerdict::same, sim::Error{sim::ErrorCode::bad_data, "a", "is cut"}));
    EXPECT_EQ(cut.result, Verdict::error);
    EXPECT_EQ(cut.kind, "bad_data");
    // The same from the line of a report.
    for (const Outcome& outcome :
         {outcome_of(VerifyVerdict::same), outcome_of(VerifyVerdict::unsaved),
          outcome_of(VerifyVerdict::same, sim::Error{sim::ErrorCode::bad_data, "a", "is cut"})}) {
        const auto line = parse_file_line(file_line(outcome));
        ASSERT_TRUE(line);
        EXPECT_EQ(junit_xml({test_case_of(*line)}), junit_xml({test_case_of(outcome)}));
    }
}

}  // namespace
}  // namespace tandem::tools
