// SPDX-License-Identifier: MIT
// The lab's report as a stranger gets it: one page that other readers of markup take, never half of
// one, and never in place of another without asking.
#include <iterator>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class LabReport : public EndToEnd {
protected:
    std::string page() const { return path("report/index.html"); }
};

TEST_F(LabReport, IsOnePageThatSaysWhereItIs) {
    const Json told = report(0, {"lab", "report", "-o", path("report")});
    EXPECT_EQ(told["file"], page());
    EXPECT_EQ(told["bytes"], std::filesystem::file_size(page()));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("report")), {}), 1);
    EXPECT_TRUE(contains(expect(0, {"lab", "report", "-o", path("other")}).out,
                         path("other/index.html") + ": "));
    EXPECT_TRUE(read_file(path("other/index.html")) == read_file(page()));
}

TEST_F(LabReport, IsReadByAnotherXmlReader) {
    expect(0, {"lab", "report", "-o", path("report")});
    const std::string count =
        "import sys, xml.dom.minidom as m\n"
        "page = m.parse(sys.argv[1])\n"
        "plots = [s for s in page.getElementsByTagName('svg') if s.getAttribute('role') == 'img']\n"
        "print(len(plots), all(p.getElementsByTagName('title') for p in plots))\n";
    const Outcome outcome = run_command({"/usr/bin/env", "python3", "-B", "-c", count, page()});
    if (outcome.exit_code == 127) {
        GTEST_SKIP() << "no Python 3 here";
    }
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(contains(outcome.out, " True")) << outcome;
    EXPECT_FALSE(outcome.out.starts_with("0 ")) << outcome;
}

TEST_F(LabReport, RefusesToReplaceAPageUntilForced) {
    std::filesystem::create_directory(path("report"));
    write_file(page(), "mine");
    const Outcome refused = run({"lab", "report", "-o", path("report")});
    EXPECT_EQ(refused.exit_code, 5) << refused;
    expect_one_sentence(refused);
    EXPECT_TRUE(contains(refused.err, page() + ": exists already")) << refused;
    EXPECT_EQ(read_file(page()), "mine");
    expect(0, {"lab", "report", "-o", path("report"), "--force"});
    EXPECT_TRUE(read_file(page()).starts_with("<!DOCTYPE html>"));
}

}  // namespace
}  // namespace tandem::end_to_end
