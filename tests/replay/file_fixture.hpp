// SPDX-License-Identifier: MIT
// A folder of its own for each test, and a path in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/files/output.hpp>

namespace tandem::test {

class FileTest : public testing::Test {
public:
    ~FileTest() override { std::filesystem::remove_all(folder_); }

protected:
    FileTest() {
        std::string pattern = testing::TempDir() + "tandem_file_XXXXXX";
        folder_ = ::mkdtemp(pattern.data());
        path_ = folder_ + "/session.tandem";
    }
    void write_text(const std::string& text) const { std::ofstream(path_) << text; }
    std::string read_text() const {
        std::ifstream file(path_);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder_), {}));
    }
    std::unique_ptr<replay::FileOutput> create(replay::FileOutputOptions options = {}) const {
        auto output = replay::FileOutput::create(path_, options);
        EXPECT_TRUE(output) << (output ? "" : output.error().text());
        return output ? std::move(output).value() : nullptr;
    }

    std::string folder_;
    std::string path_;
};

}  // namespace tandem::test
