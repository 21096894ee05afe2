// SPDX-License-Identifier: MIT
// Memory that a process and its copies share: bytes that a copy wrote are known also when it has
// died.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace tandem::tools {

class SharedMemory {
public:
    explicit SharedMemory(std::size_t bytes);
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // The memory, at first all zeros. Null if the system gave no such memory; errno says why.
    void* get() const { return memory_; }

private:
    std::size_t bytes_;
    void* memory_;
};

// A value in such memory. It must consist of atomics, since nothing else orders what the processes
// do.
template <class T>
class SharedValue {
    static_assert(std::is_trivially_destructible_v<T>, "nobody destroys it");

public:
    SharedValue()
        : memory_(sizeof(T)), value_(memory_.get() == nullptr ? nullptr : new (memory_.get()) T) {}

    // The value. Null if the system gave no such memory; errno says why.
    T* get() const { return value_; }
    T* operator->() const { return value_; }

private:
    SharedMemory memory_;
    T* value_;
};

}  // namespace tandem::tools
