// SPDX-License-Identifier: MIT
// The output that needs no operating system.
#include <tandem/replay/files/output.hpp>

namespace tandem::replay {

sim::Result<void> BufferOutput::append(sim::ByteView bytes) {
    sim::append(bytes_, bytes);
    return {};
}

sim::Result<void> BufferOutput::flush() { return {}; }

}  // namespace tandem::replay
