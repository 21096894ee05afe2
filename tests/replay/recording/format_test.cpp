// SPDX-License-Identifier: MIT
// The worked example of replay/FORMAT.md is the end of a file that the library writes.
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

// All pairs of hexadecimal digits that begin the indented lines of the section Example.
std::string example_of_the_page() {
    std::ifstream file(TANDEM_SOURCE_DIR "/replay/FORMAT.md");
    std::string digits;
    bool is_example = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) {
            is_example = line == "## Example";
        } else if (is_example && line.starts_with("    ")) {
            const std::string bytes = line.substr(0, line.find("   ", 4));
            for (const char character : bytes) {
                if (std::isxdigit(static_cast<unsigned char>(character)) != 0) {
                    digits.push_back(character);
                }
            }
        }
    }
    return digits;
}

std::string upper_hex(sim::ByteView bytes) {
    constexpr char k_digits[] = "0123456789ABCDEF";
    std::string digits;
    for (const std::byte byte : bytes) {
        digits.push_back(k_digits[static_cast<unsigned>(byte) >> 4U]);
        digits.push_back(k_digits[static_cast<unsigned>(byte) & 0xFU]);
    }
    return digits;
}

TEST(FormatPage, ExampleIsReal) {
    const Recorded recorded = record<Counter>({.ticks = 100,
                                               .end = sim::EndReason::interrupted,
                                               .options = {.block_ticks = 100, .compress = false}});
    const BlockPlace end = list_blocks(recorded.file).back();
    const sim::ByteView block = sim::ByteView(recorded.file).subspan(end.offset, end.bytes);
    EXPECT_EQ(example_of_the_page(), upper_hex(block)) << "at byte " << end.offset;
}

}  // namespace
}  // namespace tandem::test
