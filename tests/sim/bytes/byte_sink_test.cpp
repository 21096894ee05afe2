// SPDX-License-Identifier: MIT
// However a value is cut into writes, both sinks see the same bytes as if it lay flat.
#include <tandem/sim/bytes/bytes.hpp>

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

Bytes random_bytes(std::mt19937_64& engine, std::size_t size) {
    Bytes bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(engine());
    }
    return bytes;
}

// Around the size that HashSink gathers, the lengths at which its paths change.
std::vector<std::size_t> chunk_sizes() {
    return {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 240, 241, 1023, 4095, 4096, 4097, 8191, 8192, 20000};
}

// Up to eleven chunks into the sink; all of them, flat.
template <class Sink>
Bytes write_chunks(Sink& sink, std::mt19937_64& engine) {
    Bytes flat;
    const std::size_t chunks = engine() % 12;
    for (std::size_t i = 0; i < chunks; ++i) {
        const Bytes chunk = random_bytes(engine, chunk_sizes()[engine() % chunk_sizes().size()]);
        sink.write(chunk.data(), chunk.size());
        append(flat, chunk);
    }
    return flat;
}

TEST(ByteSink, HashSinkEqualsTheFlatHashForAnyChunking) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    std::mt19937_64 engine(seed);
    HashSink sink;
    for (int round = 0; round < 300; ++round) {
        const Bytes flat = write_chunks(sink, engine);
        ASSERT_EQ(sink.finish(), hash_bytes(flat)) << "round " << round;
    }
}

TEST(ByteSink, HashSinkEqualsTheFlatHashForEveryPairOfChunks) {
    std::mt19937_64 engine(1);
    HashSink sink;
    for (const std::size_t first : chunk_sizes()) {
        for (const std::size_t second : chunk_sizes()) {
            const Bytes flat = random_bytes(engine, first + second);
            sink.write(flat.data(), first);
            sink.write(flat.data() + first, second);
            EXPECT_EQ(sink.finish(), hash_bytes(flat)) << first << " + " << second;
        }
    }
}

TEST(ByteSink, FinishStartsAnew) {
    HashSink sink;
    sink.write(std::uint32_t{5});
    EXPECT_EQ(sink.bytes(), 4U);
    const std::uint64_t once = sink.finish();
    EXPECT_EQ(sink.bytes(), 0U);
    const Bytes large(10'000);
    sink.write(large.data(), large.size());
    sink.write(std::uint8_t{0});
    EXPECT_EQ(sink.bytes(), 10'001U);
    static_cast<void>(sink.finish());
    sink.write(std::uint32_t{5});
    EXPECT_EQ(sink.finish(), once);
    EXPECT_EQ(sink.finish(), hash_bytes({}));
}

TEST(ByteSink, BufferSinkHoldsExactlyWhatWasWrittenWhateverItHeldBefore) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    std::mt19937_64 engine(seed);
    Bytes buffer;
    for (int round = 0; round < 300; ++round) {
        BufferSink sink(buffer);
        const Bytes flat = write_chunks(sink, engine);
        sink.finish();
        ASSERT_EQ(buffer, flat) << "round " << round;
    }
}

TEST(ByteSink, BufferSinkOfASteadySizeKeepsItsMemory) {
    Bytes buffer;
    const std::byte* address = nullptr;
    for (int round = 0; round < 3; ++round) {
        BufferSink sink(buffer);
        for (std::uint32_t i = 0; i < 1000; ++i) {
            sink.write(i);
        }
        sink.finish();
        ASSERT_EQ(buffer.size(), 4000U);
        if (round > 0) {
            EXPECT_EQ(buffer.data(), address);
        }
        address = buffer.data();
    }
}

}  // namespace
}  // namespace tandem::sim
