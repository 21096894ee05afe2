// SPDX-License-Identifier: MIT
// One number for a long sweep of results, so that a change of a single bit anywhere in it shows.
#pragma once

#include <cstdint>

namespace tandem::test {

// FNV-1a over 64-bit words. Not canonical bytes: it is for values that tests compare with frozen
// ones.
class Digest {
public:
    void add(std::int64_t value) {
        value_ = (value_ ^ static_cast<std::uint64_t>(value)) * 0x100000001b3;
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace tandem::test
