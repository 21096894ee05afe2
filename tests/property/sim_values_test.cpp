// SPDX-License-Identifier: MIT
// Properties of canonical bytes over generated values. RapidCheck shrinks what fails and prints the
// RC_PARAMS that run it again.
#include <bitset>
#include <cstdlib>
#include <deque>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {
namespace {

constexpr std::uint64_t k_memory_bytes_max = 1 << 24;

// The same values in every run, unless RC_PARAMS asks for others.
const int k_seed_is_set = setenv("RC_PARAMS", "seed=1", 0);

template <class T>
void check_round_trip(const T& value) {
    RC_ASSERT(k_seed_is_set == 0);
    const Bytes bytes = canonical_bytes(value);
    T read{};
    const auto result = read_value(bytes, read, k_memory_bytes_max, "value");
    RC_ASSERT(result.has_value());
    RC_ASSERT(read == value);
    RC_ASSERT(canonical_bytes(read) == bytes);
    HashSink sink;
    write_value(value, sink);
    RC_ASSERT(sink.finish() == hash_bytes(bytes));
    const auto measured = measure_value(schema_of<T>().root(), bytes);
    RC_ASSERT(measured.has_value());
    RC_ASSERT(*measured == bytes.size());
}

RC_GTEST_PROP(SimValues, NumbersRoundTrip,
              (std::int8_t a, std::uint16_t b, std::int32_t c, std::uint64_t d, bool e)) {
    check_round_trip(std::tuple(a, b, c, d, e));
}
RC_GTEST_PROP(SimValues, ListsOfTextRoundTrip, (const std::vector<std::string>& value)) {
    check_round_trip(value);
}
RC_GTEST_PROP(SimValues, NestedListsRoundTrip,
              (const std::vector<std::vector<std::uint16_t>>& value)) {
    check_round_trip(value);
}
RC_GTEST_PROP(SimValues, DequesOfPairsRoundTrip,
              (const std::deque<std::pair<std::uint8_t, std::int64_t>>& value)) {
    check_round_trip(value);
}
RC_GTEST_PROP(SimValues, SetsRoundTrip, (const std::set<std::int32_t>& value)) {
    check_round_trip(value);
}
RC_GTEST_PROP(SimValues, MapsRoundTrip,
              (const std::map<std::string, std::vector<std::int16_t>>& value)) {
    check_round_trip(value);
}
RC_GTEST_PROP(SimValues, BitsRoundTrip, (std::uint64_t low, std::uint64_t high)) {
    check_round_trip(std::bitset<100>(high) << 64 | std::bitset<100>(low));
}

RC_GTEST_PROP(SimValues, AnyChunkingHashesAsTheFlatBytes,
              (const std::vector<std::vector<std::uint8_t>>& chunks, std::uint16_t long_chunk)) {
    HashSink sink;
    Bytes flat;
    const auto write = [&](const void* data, std::size_t size) {
        sink.write(data, size);
        append(flat, ByteView(static_cast<const std::byte*>(data), size));
    };
    for (const auto& chunk : chunks) {
        write(chunk.data(), chunk.size());
    }
    const Bytes longer(long_chunk, std::byte{0x77});
    write(longer.data(), longer.size());
    for (const auto& chunk : chunks) {
        write(chunk.data(), chunk.size());
    }
    RC_ASSERT(sink.finish() == hash_bytes(flat));
}

RC_GTEST_PROP(SimValues, TwoMapsCompareEmptyOnlyWhereTheyAreEqual,
              (const std::map<std::uint8_t, std::uint8_t>& a,
               const std::map<std::uint8_t, std::uint8_t>& b)) {
    const Schema schema = schema_of<std::map<std::uint8_t, std::uint8_t>>();
    const Bytes bytes_a = canonical_bytes(a);
    const Bytes bytes_b = canonical_bytes(b);
    std::size_t only_in_one = 0;
    std::size_t changed = 0;
    for (const auto& [key, value] : a) {
        const auto found = b.find(key);
        only_in_one += found == b.end() ? 1U : 0U;
        changed += found != b.end() && found->second != value ? 1U : 0U;
    }
    for (const auto& [key, value] : b) {
        only_in_one += a.contains(key) ? 0U : 1U;
    }
    std::size_t told_only = 0;
    std::size_t told_changed = 0;
    std::size_t told_size = 0;
    for (const FieldDifference& difference : compare_values(schema, bytes_a, bytes_b)) {
        const bool is_only = difference.a == "absent" || difference.b == "absent";
        const bool is_size = difference.path == ".size";
        (is_only ? told_only : is_size ? told_size : told_changed) += 1 + difference.more;
    }
    RC_ASSERT(told_only == only_in_one);
    RC_ASSERT(told_changed == changed);
    RC_ASSERT(told_size == (a.size() == b.size() ? 0U : 1U));
}

}  // namespace
}  // namespace tandem::sim
