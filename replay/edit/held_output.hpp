// SPDX-License-Identifier: MIT
// An output for a recording that is made at once and not during a session: an unfinished file shall
// not get its name.
#pragma once

#include <tandem/replay/files/output.hpp>

namespace tandem::replay {

// Passes bytes on, but not the flush that a recorder asks for after each block. The code that
// finishes the recording flushes the real output.
class HeldOutput final : public Output {
public:
    explicit HeldOutput(Output& output) : output_(output) {}
    sim::Result<void> append(sim::ByteView bytes) override {
        bytes_ += bytes.size();
        return output_.append(bytes);
    }
    sim::Result<void> flush() override { return {}; }
    // The number of bytes that were passed on.
    std::uint64_t bytes() const { return bytes_; }

private:
    Output& output_;
    std::uint64_t bytes_ = 0;
};

}  // namespace tandem::replay
