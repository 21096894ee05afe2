// SPDX-License-Identifier: MIT
// The table of probes, and choosing of them.
#include <tandem/tools/check/probe.hpp>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace tandem::tools::check {
namespace {

TEST(Probes, StandInTheTableAtTheirOwnPlace) {
    std::size_t place = 0;
    for (const ProbeInfo& info : all_probes()) {
        EXPECT_EQ(static_cast<std::size_t>(info.probe), place++);
        EXPECT_EQ(&info_of(info.probe), &info);
        EXPECT_EQ(find_probe(info.name), &info);
    }
    EXPECT_EQ(find_probe("twins"), nullptr);
}

TEST(Probes, AreAllChosenButTheOtherBuildWhereNoneIsNamed) {
    const auto chosen = choose_probes({});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->size(), all_probes().size() - 1);
    EXPECT_EQ(chosen->back(), Probe::memory);
}

TEST(Probes, AreChosenOnceInTheirOwnOrder) {
    const auto chosen = choose_probes({"memory,twin", "copy", "twin"});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(*chosen, (std::vector{Probe::twin, Probe::copy, Probe::memory}));
}

TEST(Probes, ThatThereAreNotAreRefusedByName) {
    for (const char* list : {"twin,cpoy", "", "twin,"}) {
        const auto chosen = choose_probes({list});
        ASSERT_FALSE(chosen) << list;
        EXPECT_EQ(chosen.error().code, sim::ErrorCode::usage);
    }
    EXPECT_NE(choose_probes({"cpoy"}).error().message.find("copy"), std::string::npos);
}

TEST(Probes, AreLeftOutByName) {
    const auto chosen = choose_probes({}, {"rounding,memory", "thread", "build"});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->size(), all_probes().size() - 4);
    EXPECT_EQ(chosen->back(), Probe::process);
    EXPECT_EQ(*choose_probes({"twin,copy"}, {"fresh"}), (std::vector{Probe::twin, Probe::copy}));
    EXPECT_EQ(*skipped_probes({"memory,twin"}), (std::vector{Probe::twin, Probe::memory}));
}

TEST(Probes, ThatAreBothNamedAndLeftOutAreRefused) {
    const auto both = choose_probes({"twin,copy"}, {"copy"});
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().code, sim::ErrorCode::usage);
    EXPECT_EQ(both.error().place, "--skip copy");
    const auto unknown = choose_probes({}, {"rouding"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().place, "--skip rouding");
    EXPECT_NE(unknown.error().message.find("did you mean rounding?"), std::string::npos);
    std::string all;
    for (const ProbeInfo& info : all_probes()) {
        all += (all.empty() ? "" : ",") + std::string(info.name);
    }
    const auto none = choose_probes({}, {all});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("no probe is left"), std::string::npos);
}

std::string document(const std::string& path) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/" + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Probes, StandInTheDocumentsByNameAndOrderAndNoOthersDo) {
    std::string rows;
    for (const ProbeInfo& info : all_probes()) {
        rows += std::string(info.name) + " ";
    }
    EXPECT_NE(document("tools/CLI.md").find("| Only these: " + probe_names() + " |"),
              std::string::npos);
    std::istringstream lines(document("sim/DETERMINISM.md"));
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("| probe |")) {
    }
    std::getline(lines, line);  // the rule below the head
    std::string told;
    while (std::getline(lines, line) && line.starts_with("| `")) {
        told += line.substr(3, line.find('`', 3) - 3) + " ";
    }
    EXPECT_EQ(told, rows);
}

}  // namespace
}  // namespace tandem::tools::check
