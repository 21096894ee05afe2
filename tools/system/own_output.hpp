// SPDX-License-Identifier: MIT
// Keeps the program's own standard output apart from the text that a game prints there: a line of a
// game among JSON objects would break programs that read them.
#pragma once

#include <memory>
#include <ostream>
#include <streambuf>
#include <vector>

namespace tandem::tools {

// Writes to a descriptor when it is flushed, or when a pipe's worth has come together.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int descriptor);

protected:
    int_type overflow(int_type letter) override;
    int sync() override;

private:
    bool write_out();

    int descriptor_;
    std::vector<char> buffer_;
};

// The way for the program's own words, for as long as this lives. `is_apart`: standard output is
// this object's alone, and text that anything else in this process writes to it arrives on standard
// error. If the system gives no descriptor for that, all share standard output as they do
// otherwise.
class OwnOutput {
public:
    explicit OwnOutput(bool is_apart);
    ~OwnOutput();
    OwnOutput(const OwnOutput&) = delete;
    OwnOutput& operator=(const OwnOutput&) = delete;

    std::ostream& stream() { return stream_; }

private:
    void part_descriptors();

    int before_ = -1;                        // standard output as it was; -1: not parted
    std::streambuf* cout_before_ = nullptr;  // buffer of std::cout, if somebody had replaced it
    std::unique_ptr<DescriptorBuffer> buffer_;
    std::ostream stream_;
};

// The descriptor of the program's own standard output. Async-signal-safe.
int own_output();
// True if it is a pipe that nobody reads any more.
bool has_lost_reader();

}  // namespace tandem::tools
