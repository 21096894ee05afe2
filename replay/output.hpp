// SPDX-License-Identifier: MIT
// Where a recorder's bytes go. A file is one output (file_output.hpp); a buffer or a failing disk
// in a test another.
#pragma once

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

class Output {
public:
    virtual ~Output() = default;
    // Takes one or more whole blocks. After an error nothing more is appended.
    virtual sim::Result<void> append(sim::ByteView bytes) = 0;
    // Makes what was appended safe from this process ending in any way.
    virtual sim::Result<void> flush() = 0;
};

// Keeps everything in memory.
class BufferOutput final : public Output {
public:
    sim::Result<void> append(sim::ByteView bytes) override;
    sim::Result<void> flush() override;
    const sim::Bytes& bytes() const { return bytes_; }  // all that was appended

private:
    sim::Bytes bytes_;
};

}  // namespace tandem::replay
