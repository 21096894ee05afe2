// SPDX-License-Identifier: MIT
// Writes the report that CI servers read: JUnit XML, one test case for each recording.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verify/outcome.hpp>
#include <tandem/tools/verify/report_lines.hpp>

namespace tandem::tools {

struct TestCase {
    // failure: a difference. error: the recording could not be verified to its end. skipped:
    // somebody stopped the program before.
    enum class Result { passed, failure, error, skipped };
    std::string file = {};
    std::string game = {};  // empty if it is not known
    Result result = Result::passed;
    std::string kind = {};     // "diverged", "unsaved"; for an error its code, "io"
    std::string message = {};  // the error in a sentence or two; empty if it passed
};

TestCase test_case_of(const Outcome& outcome);
TestCase test_case_of(const ReportLine& line);

// A whole XML document. There are no times in it: the same verdicts are the same bytes.
std::string junit_xml(const std::vector<TestCase>& cases);

}  // namespace tandem::tools
