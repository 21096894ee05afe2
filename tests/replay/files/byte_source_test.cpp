// SPDX-License-Identifier: MIT
// A window gives the bytes of any place, with few reads on the way from front to back.
#include <algorithm>

#include <gtest/gtest.h>

#include <tests/replay/counted_source.hpp>

namespace tandem::test {
namespace {

sim::Bytes some_bytes(std::size_t size) {
    sim::Bytes bytes;
    for (std::size_t i = 0; i < size; ++i) {
        bytes.push_back(static_cast<std::byte>(i * 7 + i / 256));
    }
    return bytes;
}

void expect_window(replay::Window& window, const sim::Bytes& bytes, std::uint64_t offset,
                   std::uint64_t size) {
    const auto view = window.at(offset, size);
    ASSERT_TRUE(view);
    const std::size_t at = std::min<std::size_t>(offset, bytes.size());
    const std::size_t there = std::min<std::size_t>(size, bytes.size() - at);
    ASSERT_EQ(sim::Bytes(view->begin(), view->end()),
              sim::Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                         bytes.begin() + static_cast<std::ptrdiff_t>(at + there)))
        << offset << " " << size;
}

TEST(Window, GivesWhatStandsThereWhereverItLooks) {
    const sim::Bytes bytes = some_bytes(10'000);
    const replay::MemorySource memory(bytes);
    const CountedSource file(bytes);
    for (const replay::ByteSource* source : {static_cast<const replay::ByteSource*>(&memory),
                                             static_cast<const replay::ByteSource*>(&file)}) {
        replay::Window window(*source, 512);
        for (const std::uint64_t offset : {0U, 100U, 50U, 9'990U, 10'000U, 20'000U, 3U}) {
            for (const std::uint64_t size : {0U, 1U, 100U, 20'000U}) {
                expect_window(window, bytes, offset, size);
            }
        }
    }
}

TEST(Window, ReadsAhead) {
    const sim::Bytes bytes = some_bytes(10'000);
    const CountedSource file(bytes);
    replay::Window window(file, 1'000);
    for (std::uint64_t offset = 0; offset < bytes.size(); offset += 10) {
        expect_window(window, bytes, offset, 10);
    }
    EXPECT_LE(file.reads(), 10U);
    EXPECT_GE(file.reads(), 9U);
}

}  // namespace
}  // namespace tandem::test
