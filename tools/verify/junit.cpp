// SPDX-License-Identifier: MIT
// Writes the report. Names of files are foreign text: they are escaped for XML, and a byte that XML
// cannot hold is written as \xNN.
#include <tandem/tools/verify/junit.hpp>

#include <algorithm>

#include <tandem/tools/text/markup.hpp>

namespace tandem::tools {
namespace {

std::string count_of(const std::vector<TestCase>& cases, TestCase::Result result) {
    return std::to_string(std::count_if(cases.begin(), cases.end(),
                                        [&](const TestCase& one) { return one.result == result; }));
}

Attributes sums_of(const std::vector<TestCase>& cases) {
    return {{"tests", std::to_string(cases.size())},
            {"failures", count_of(cases, TestCase::Result::failure)},
            {"errors", count_of(cases, TestCase::Result::error)},
            {"skipped", count_of(cases, TestCase::Result::skipped)}};
}

Attributes with_name(Attributes attributes, const char* name) {
    attributes.insert(attributes.begin(), {"name", name});
    return attributes;
}

void write_case(const TestCase& one, Markup& xml) {
    const Attributes attributes{{"classname", one.game.empty() ? "unknown" : one.game},
                                {"name", one.file}};
    if (one.result == TestCase::Result::passed) {
        xml.leaf("testcase", attributes);
        xml.end_line();
        return;
    }
    xml.open("testcase", attributes);
    if (one.result == TestCase::Result::skipped) {
        xml.leaf("skipped", {{"message", one.message}});
    } else {
        xml.element(one.result == TestCase::Result::failure ? "failure" : "error", one.message,
                    {{"type", one.kind}, {"message", one.message}});
    }
    xml.close();
    xml.end_line();
}

}  // namespace

TestCase test_case_of(const Outcome& outcome) {
    TestCase one{outcome.path, outcome.game};
    const bool is_interrupted =
        outcome.report && outcome.report->verdict == replay::VerifyVerdict::interrupted;
    if (!outcome.is_begun() || is_interrupted) {
        one.result = TestCase::Result::skipped;
        one.message = outcome.report ? outcome.report->message : "interrupted before it was begun";
        return one;
    }
    if (const auto failure = failure_of(outcome)) {
        const bool is_failure = outcome.has_difference();
        one.result = is_failure ? TestCase::Result::failure : TestCase::Result::error;
        one.kind =
            is_failure ? replay::verdict_text(outcome.report->verdict) : name_of(failure->code);
        one.message = is_failure ? outcome.report->message : failure->text();
    }
    return one;
}

TestCase test_case_of(const ReportLine& line) {
    TestCase one{line.file, line.game};
    if (line.exit != ExitCode::ok) {
        const bool is_failure = line.exit == ExitCode::divergence;
        one.result = is_failure ? TestCase::Result::failure : TestCase::Result::error;
        one.kind = is_failure ? line.verdict : line.code;
        one.message = is_failure ? line.message : line.error;
    }
    return one;
}

std::string junit_xml(const std::vector<TestCase>& cases) {
    Markup xml;
    xml.nested("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.open("testsuites", sums_of(cases));
    xml.end_line();
    xml.open("testsuite", with_name(sums_of(cases), "tandem verify"));
    xml.end_line();
    for (const TestCase& one : cases) {
        write_case(one, xml);
    }
    xml.close();
    xml.end_line();
    xml.close();
    xml.end_line();
    return xml.extract();
}

}  // namespace tandem::tools
