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

std::string document(const std::string& path) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/" + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Probes, StandInTheDocumentsByNameAndOrderAndNoOthersDo) {
    std::string list;
    std::string rows;
    for (const ProbeInfo& info : all_probes()) {
        list += (list.empty() ? "" : " ") + std::string(info.name);
        rows += std::string(info.name) + " ";
    }
    EXPECT_NE(document("tools/CLI.md").find(": `" + list + "` |"), std::string::npos);
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
