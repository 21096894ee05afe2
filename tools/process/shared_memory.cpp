// SPDX-License-Identifier: MIT
// Maps memory without a file, which copies of the process inherit.
#include <tandem/tools/process/shared_memory.hpp>

#include <sys/mman.h>

namespace tandem::tools {

SharedMemory::SharedMemory(std::size_t bytes)
    : bytes_(bytes),
      memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) {
        memory_ = nullptr;
    }
}

SharedMemory::~SharedMemory() {
    if (memory_ != nullptr) {
        munmap(memory_, bytes_);
    }
}

}  // namespace tandem::tools
