// SPDX-License-Identifier: MIT
// Where canonical bytes go: into a buffer, or straight into the hash. Small writes are one bounds
// check and a copy.
#pragma once

#include <cstring>
#include <memory>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::sim {

class ByteSink {
public:
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

    void write(const void* data, std::size_t size) {
        if (size <= static_cast<std::size_t>(end_ - cursor_)) {
            if (size != 0) {
                std::memcpy(cursor_, data, size);
                cursor_ += size;
            }
        } else {
            overflow(static_cast<const std::byte*>(data), size);
        }
    }

    template <std::unsigned_integral U>
    void put(U value) {
        std::byte raw[sizeof(U)];
        store_le(value, raw);
        write(raw, sizeof(U));
    }

protected:
    ByteSink() = default;
    // Takes `size` bytes that do not fit between cursor_ and end_.
    virtual void overflow(const std::byte* data, std::size_t size) = 0;

    std::byte* cursor_ = nullptr;
    std::byte* end_ = nullptr;
};

// Replaces the content of a buffer. Its old size is reused as it is, so that saving a state of
// steady size neither allocates nor clears memory; finish() cuts the buffer to what was written.
class BufferSink final : public ByteSink {
public:
    explicit BufferSink(Bytes& buffer);
    void finish();

private:
    void overflow(const std::byte* data, std::size_t size) override;
    Bytes& buffer_;
};

// XXH3-64 of everything written since the last finish(); equal to hash_bytes over the same bytes
// laid flat.
class HashSink final : public ByteSink {
public:
    HashSink();
    ~HashSink() override;
    std::uint64_t finish();
    // Bytes written since the last finish().
    std::uint64_t bytes() const;

private:
    void overflow(const std::byte* data, std::size_t size) override;
    void flush();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tandem::sim
