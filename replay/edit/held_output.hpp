// SPDX-License-Identifier: MIT
// An output for a recording that is made as a whole and not while it happens: an unfinished file
// shall not get its name.
#pragma once

#include <tandem/replay/output.hpp>

namespace tandem::replay {

// Passes bytes on, but not the flush that a recorder asks for after each block. Whoever finishes
// the recording flushes the real output.
class HeldOutput final : public Output {
public:
    explicit HeldOutput(Output& output) : output_(output) {}
    sim::Result<void> append(sim::ByteView bytes) override {
        bytes_ += bytes.size();
        return output_.append(bytes);
    }
    sim::Result<void> flush() override { return {}; }
    // How many bytes were passed on.
    std::uint64_t bytes() const { return bytes_; }

private:
    Output& output_;
    std::uint64_t bytes_ = 0;
};

}  // namespace tandem::replay
