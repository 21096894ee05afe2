// SPDX-License-Identifier: MIT
// Reads bytes from memory, and reads ahead.
#include <tandem/replay/files/byte_source.hpp>

#include <algorithm>

namespace tandem::replay {

sim::Result<std::size_t> MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (offset >= bytes_.size()) {
        return std::size_t{0};
    }
    const std::size_t at = static_cast<std::size_t>(offset);
    const std::size_t bytes = std::min(out.size(), bytes_.size() - at);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes, out.begin());
    return bytes;
}

sim::Result<sim::ByteView> Window::at(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t size = source_->size();
    const std::uint64_t first = std::min(offset, size);
    const auto there = static_cast<std::size_t>(std::min(bytes, size - first));
    if (const sim::ByteView memory = source_->in_memory(); !memory.empty()) {
        return memory.subspan(static_cast<std::size_t>(first), there);
    }
    const bool is_inside = first >= offset_ && first - offset_ <= buffer_.size() &&
                           buffer_.size() - (first - offset_) >= there;
    if (!is_inside) {
        const auto wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(there + ahead_bytes_, size - first));
        buffer_.resize(wanted);
        offset_ = first;
        const auto got = source_->read(first, buffer_);
        buffer_.resize(got ? *got : 0);
        TANDEM_TRY(got);
    }
    const auto at = static_cast<std::size_t>(first - offset_);
    return sim::ByteView(buffer_).subspan(at, std::min(there, buffer_.size() - at));
}

}  // namespace tandem::replay
