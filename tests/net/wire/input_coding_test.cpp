// SPDX-License-Identifier: MIT
// Runs of inputs: each in its shortest code, every other code refused, and what a code may cost.
#include <tandem/net/wire/input_coding.hpp>

#include <string>

#include <gtest/gtest.h>

#include <tests/net/input_kinds.hpp>
#include <tests/sim/by_hand.hpp>

namespace tandem::test {
namespace {

using namespace net::wire;
using sim::Bytes;
using sim::bytes_of;

constexpr std::size_t k_no_bound = 1'000'000;

struct CodedRun {
    RunPlan plan;
    std::size_t bits = 0;
    Bytes bytes;
};

CodedRun code_run(const InputFormat& format, const Bytes& previous,
                  const std::vector<Bytes>& inputs, std::size_t bits_max = k_no_bound) {
    CodedRun coded;
    const auto at = [&](std::uint64_t index) { return sim::ByteView(inputs[index]); };
    coded.plan = plan_run(format, previous, inputs.size(), at, bits_max);
    BitWriter writer(coded.bytes);
    if (coded.plan.count > 0) {
        write_run(writer, format, previous, coded.plan, at);
    }
    coded.bits = writer.bits();
    writer.finish();
    return coded;
}

std::vector<Bytes> same_inputs(std::size_t count, const Bytes& input) {
    return std::vector<Bytes>(count, input);
}

// What is said of a run that BitWriter calls make; "" where it is accepted, "end" where it is cut.
template <class Write>
std::string said_of(const sim::Schema& schema, const Bytes& previous, Write write) {
    const InputFormat format(schema);
    Bytes bytes;
    BitWriter writer(bytes);
    write(writer);
    writer.finish();
    BitReader reader(bytes);
    InputTable inputs;
    const auto problem = read_run(reader, format, previous, inputs);
    if (!problem) {
        return "";
    }
    return std::to_string(problem->index) + ": " +
           (problem->what.empty() ? (reader.ended() ? "end" : "number") : problem->what);
}

TEST(InputCoding, EachRunIsInItsShortestCode) {
    const sim::Schema schema = pad_schema(4);
    const InputFormat format(schema);
    EXPECT_EQ(format.fixed_bytes(), 4U);
    const Bytes idle(4);
    const Bytes other = bytes_of({1, 2, 3, 4});
    const Bytes near = bytes_of({1, 2, 3, 5});

    const CodedRun held = code_run(format, idle, same_inputs(7, idle));
    EXPECT_EQ(held.plan.code, RunCode::held);
    EXPECT_EQ(held.bits, 4U + 2U);
    EXPECT_EQ(code_run(format, idle, same_inputs(12, idle)).bits, 6U + 2U);
    const CodedRun longer = code_run(format, idle, same_inputs(13, idle));
    EXPECT_EQ(longer.plan.code, RunCode::changes);
    EXPECT_EQ(longer.bits, 6U + 1U + 13U);

    // Whole where all bytes change: a bit more than the bytes and the bit for "differs".
    const CodedRun changed = code_run(format, idle, {idle, idle, other, other, other});
    EXPECT_EQ(changed.plan.code, RunCode::changes);
    EXPECT_EQ(changed.bits, 4U + 1U + 4U + (2U + 32U));
    const CodedRun parts = code_run(format, idle, {idle, other, near});
    EXPECT_EQ(parts.bits, 4U + 1U + 1U + (2U + 32U) + (2U + 4U + 8U));

    const CodedRun raw = code_run(format, idle, {other, idle, other});
    EXPECT_EQ(raw.plan.code, RunCode::raw);
    EXPECT_EQ(raw.bits, 4U + 2U + 3U * 32U);
}

TEST(InputCoding, WhereRawTakesAsManyBitsTheChangesAreSaid) {
    const sim::Schema schema = pad_schema(1);
    const InputFormat format(schema);
    std::vector<Bytes> inputs;
    for (const int value : {1, 1, 2, 3, 4}) {
        inputs.push_back(bytes_of({value}));
    }
    const CodedRun tie = code_run(format, Bytes(1), inputs);
    EXPECT_EQ(tie.plan.code, RunCode::changes);
    EXPECT_EQ(tie.bits, 4U + 2U + 5U * 8U);
    inputs[1] = bytes_of({7});
    EXPECT_EQ(code_run(format, Bytes(1), inputs).plan.code, RunCode::raw);
}

TEST(InputCoding, OfALongInputOnlyTheGroupsThatChangeAreSaid) {
    const sim::Schema schema = pad_schema(1024);
    const InputFormat format(schema);
    const Bytes idle(1024);
    Bytes other = idle;
    other[500] = std::byte{1};
    EXPECT_EQ(code_run(format, idle, {other}).bits, 4U + 1U + 2U + 128U + 8U + 8U);
}

TEST(InputCoding, InputsOfOtherSizesAreSaidWithTheirSize) {
    const sim::Schema schema = orders_schema();
    const InputFormat format(schema);
    EXPECT_EQ(format.fixed_bytes(), std::nullopt);
    const Bytes none(3);
    const Bytes one = bytes_of({0, 1, 0, 7, 0});
    const CodedRun run = code_run(format, none, {none, one, one, none});
    EXPECT_EQ(run.plan.code, RunCode::changes);
    EXPECT_EQ(run.bits, 4U + 1U + 1U + (2U + 4U + 40U) + 1U + (2U + 4U + 24U));
}

TEST(InputCoding, ARunOfInputsWithoutBytesTakesABitEach) {
    const sim::Schema schema = pad_schema(0);
    const InputFormat format(schema);
    EXPECT_EQ(format.fixed_bytes(), 0U);
    const CodedRun run = code_run(format, {}, same_inputs(100, {}));
    EXPECT_EQ(run.plan.code, RunCode::changes);
    EXPECT_GE(run.bits, 100U);
}

TEST(InputCoding, APlanTakesNoMoreBitsThanThereAre) {
    for (const InputKind& kind : input_kinds()) {
        SCOPED_TRACE(kind.name);
        const InputFormat format(kind.schema);
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            Random random(seed);
            std::vector<Bytes> inputs{kind.idle()};
            for (int i = 0; i < 40; ++i) {
                inputs.push_back(kind.next(inputs.back(), random));
            }
            std::uint64_t count = 0;
            for (std::size_t bits = 0; bits < 500; ++bits) {
                const CodedRun coded = code_run(format, kind.idle(), inputs, bits);
                EXPECT_LE(coded.bits, bits);
                EXPECT_GE(coded.plan.count, count);
                count = coded.plan.count;
            }
        }
    }
}

TEST(InputCoding, EveryLongerCodeIsRefused) {
    const sim::Schema pad = pad_schema(4);
    const Bytes idle(4);
    const std::string run = "0: a run in a longer code than necessary; expected the shortest one";
    const std::string change =
        "0: a change in a longer code than necessary; expected the shortest one";
    const auto count = [](BitWriter& writer, std::uint64_t inputs) {
        writer.write_small(inputs - 1, 3);
    };
    // Held, but a bit each.
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 2);
                          writer.write(0b000, 3);
                      }),
              run);
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 13);
                          writer.write(0b01, 2);
                      }),
              "0: 13 inputs held without a bit for each; expected 12 at most");
    // Raw, but the same twice.
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 2);
                          writer.write(0b11, 2);
                          writer.write(0x01020304, 32);
                          writer.write(0x01020304, 32);
                      }),
              run);
    // Two inputs of which all bytes change: raw is shorter.
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 2);
                          writer.write_flag(false);
                          for (const std::uint32_t input : {0x01020304U, 0x05060708U}) {
                              writer.write(0b01, 2);
                              writer.write(input, 32);
                          }
                      }),
              run);
    // "Differs", but does not: whole, and with the bytes that change.
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 1);
                          writer.write(0b010, 3);
                          writer.write(0, 32);
                      }),
              change);
    for (const std::uint32_t mask : {0b0000U, 0b0001U, 0b0011U}) {
        EXPECT_EQ(said_of(pad, idle,
                          [&](BitWriter& writer) {
                              count(writer, 1);
                              writer.write(0b110, 3);
                              writer.write(mask, 4);
                              writer.write(0x0700, 16);
                          }),
                  change);
    }
    // Whole, but only one byte changes; by parts, but all do.
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 1);
                          writer.write(0b010, 3);
                          writer.write(7, 32);
                      }),
              change);
    EXPECT_EQ(said_of(pad, idle,
                      [&](BitWriter& writer) {
                          count(writer, 1);
                          writer.write(0b110, 3);
                          writer.write(0b1111, 4);
                          writer.write(0x01020304, 32);
                      }),
              change);
    // A group without a byte that changes.
    EXPECT_EQ(said_of(pad_schema(16), Bytes(16),
                      [&](BitWriter& writer) {
                          count(writer, 1);
                          writer.write(0b110, 3);
                          writer.write_flag(true);
                          writer.write(0, 8);
                          writer.write_flag(true);
                          writer.write(1, 8);
                          writer.write(9, 8);
                      }),
              change);
}

TEST(InputCoding, WhatNoInputIsIsRefused) {
    const auto start = [](BitWriter& writer, std::uint64_t inputs, unsigned code, unsigned bits) {
        writer.write_small(inputs - 1, 3);
        writer.write(code, bits);
    };
    EXPECT_EQ(
        said_of(pad_schema(0), {}, [&](BitWriter& writer) { start(writer, 500'000'000, 0b11, 2); }),
        "0: inputs without bytes laid out raw; expected a bit for each");
    EXPECT_EQ(
        said_of(pad_schema(0), {}, [&](BitWriter& writer) { start(writer, 500'000'000, 0, 1); }),
        "1: end");
    EXPECT_EQ(said_of(pad_schema(4), Bytes(4), [&](BitWriter& writer) { writer.write(0, 32); }),
              "0: number");
    // A flag of 2, in the second input.
    EXPECT_EQ(said_of(flags_schema(), Bytes(2),
                      [&](BitWriter& writer) {
                          start(writer, 2, 0b00, 2);
                          writer.write(0b11, 2);
                          writer.write(0b10, 2);
                          writer.write(2, 8);
                      }),
              "1: an input that is not canonical: byte 2, field byte1: found a bool of 2");
    // Sizes that cannot be, or are not those of their content.
    const auto sized = [&](std::uint64_t size, std::uint32_t content) {
        return said_of(orders_schema(), Bytes(3), [&](BitWriter& writer) {
            start(writer, 1, 0b11, 2);
            writer.write_small(size, 3);
            writer.write(content, 32);
            writer.write(0, 32);
        });
    };
    EXPECT_EQ(sized(5, 0x0000'0100), "");
    EXPECT_EQ(sized(1'025, 0), "0: an input of 1025 bytes; expected 1024 at most");
    EXPECT_EQ(sized(4, 0), "0: an input that is not canonical: found 4 bytes, expected 3");
    EXPECT_EQ(sized(4, 0x0000'0100).substr(0, 34), "0: an input that is not canonical:");
    EXPECT_EQ(sized(1'000, 0), "0: end");
}

}  // namespace
}  // namespace tandem::test
