// SPDX-License-Identifier: MIT
// Whatever records go in come out, byte for byte; whatever bytes come in end in an error or in
// records that an encoder would have written so.
#include <tandem/replay/coding/input_coder.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/property/mutate.hpp>
#include <tests/property/random_schema.hpp>

namespace tandem::replay {
namespace {

// One line to run a seed again.
std::string run_again(std::uint64_t seed) {
    const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
    return "seed " + std::to_string(seed) + "; again: TANDEM_SEED=" + std::to_string(seed) +
           " TANDEM_MUTANTS=1 tandem_replay_coding_tests --gtest_filter=" +
           info->test_suite_name() + "." + info->name();
}

struct CodedPiece {
    sim::Bytes bytes;
    std::uint32_t ticks = 0;
    bool begins_epoch = false;
};

// A session of random inputs of a random schema, and its pieces.
struct CodedSession {
    sim::Schema schema;
    std::uint32_t slots = 1;
    std::vector<sim::Bytes> records;
    std::vector<CodedPiece> pieces;
};

// Inputs mostly stay, sometimes return, and sometimes are new; players come and go.
std::vector<sim::Bytes> some_records(test::SchemaMaker& maker, const sim::Schema& schema,
                                     std::uint32_t slots, Random& random, std::size_t ticks) {
    std::vector<sim::Bytes> known(4);
    for (sim::Bytes& input : known) {
        maker.value(schema.root(), input);
    }
    std::vector<sim::Bytes> inputs(slots, known[0]);
    std::uint64_t presence = sim::slots_mask(slots);
    std::vector<sim::Bytes> records;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        for (sim::Bytes& input : inputs) {
            if (random.chance(1, 4)) {
                sim::Bytes& source = known[random.below(known.size())];
                if (random.chance(1, 3)) {
                    source.clear();
                    maker.value(schema.root(), source);
                }
                input = source;
            }
        }
        if (random.chance(1, 10)) {
            presence ^= std::uint64_t{1} << random.below(slots);
        }
        records.push_back(sim::make_record(presence, inputs));
    }
    return records;
}

CodedSession some_session(std::uint64_t seed) {
    Random random(seed);
    test::SchemaMaker maker(seed);
    CodedSession session{sim::Schema(maker.node(0)), random.between(1U, 5U), {}, {}};
    if (random.chance(1, 20)) {
        session.slots = k_slots_max;
    }
    session.records = some_records(maker, session.schema, session.slots, random, 60);
    InputEncoder encoder(session.schema, session.slots);
    session.pieces.push_back({{}, 0, true});
    for (const sim::Bytes& record : session.records) {
        if (random.chance(1, 8)) {
            encoder.flush(session.pieces.back().bytes);
            session.pieces.push_back({{}, 0, random.chance(1, 3)});
            if (session.pieces.back().begins_epoch) {
                encoder.restart();
            }
        }
        encoder.add(record);
        ++session.pieces.back().ticks;
    }
    encoder.flush(session.pieces.back().bytes);
    return session;
}

sim::Bytes joined(const std::vector<sim::Bytes>& records) {
    sim::Bytes all;
    for (const sim::Bytes& record : records) {
        sim::append(all, record);
    }
    return all;
}

constexpr std::size_t k_much = std::size_t{1} << 24;

TEST(InputCoder, AnyRecordsOfAnySchemaComeBack) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 500);
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(run_again(seed));
        const CodedSession session = some_session(seed);
        InputDecoder decoder(session.schema, session.slots);
        DecodedInputs decoded;
        for (const CodedPiece& piece : session.pieces) {
            if (piece.begins_epoch) {
                decoder.restart();
            }
            const auto result = decoder.decode(piece.bytes, piece.ticks, k_much, decoded);
            ASSERT_TRUE(result) << result.error().text();
        }
        ASSERT_EQ(decoded.records, joined(session.records));
        ASSERT_EQ(decoded.offsets.size(), session.records.size() + 1);
        for (std::size_t i = 0; i < session.records.size(); ++i) {
            ASSERT_EQ(decoded.offsets[i + 1] - decoded.offsets[i], session.records[i].size());
        }
    }
}

TEST(InputCoder, AnEpochNeedsNothingFromBeforeIt) {
    const CodedSession session = some_session(7);
    std::size_t epochs = 0;
    std::size_t tick = 0;
    for (std::size_t i = 0; i < session.pieces.size(); ++i) {
        if (session.pieces[i].begins_epoch) {
            ++epochs;
            InputDecoder decoder(session.schema, session.slots);
            DecodedInputs decoded;
            ASSERT_TRUE(
                decoder.decode(session.pieces[i].bytes, session.pieces[i].ticks, k_much, decoded));
            const auto from = session.records.begin() + static_cast<std::ptrdiff_t>(tick);
            const auto to = from + static_cast<std::ptrdiff_t>(session.pieces[i].ticks);
            EXPECT_EQ(decoded.records, joined({from, to}));
        }
        tick += session.pieces[i].ticks;
    }
    EXPECT_GT(epochs, 1U);
}

// What decodes is what the encoder makes of the records: so nothing hides in a piece.
TEST(InputCoder, ADamagedPieceIsRefusedOrIsThePieceOfItsRecords) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 150);
    std::size_t refused = 0;
    std::size_t taken = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(run_again(seed));
        const CodedSession session = some_session(seed);
        const CodedPiece& piece = session.pieces.front();
        test::Mutator mutator(seed);
        InputDecoder decoder(session.schema, session.slots);
        for (int i = 0; i < 10; ++i) {
            const sim::Bytes mutant = mutator.mutate(piece.bytes);
            constexpr std::size_t k_bytes_max = 5'000;
            decoder.restart();
            DecodedInputs decoded;
            const auto result = decoder.decode(mutant, piece.ticks, k_bytes_max, decoded);
            ASSERT_LE(decoded.records.size(), k_bytes_max);
            if (!result) {
                ++refused;
                EXPECT_EQ(result.error().code, sim::ErrorCode::bad_data);
                continue;
            }
            ++taken;
            InputEncoder encoder(session.schema, session.slots);
            for (std::uint32_t tick = 0; tick < piece.ticks; ++tick) {
                const auto record = sim::ByteView(decoded.records)
                                        .subspan(decoded.offsets[tick],
                                                 decoded.offsets[tick + 1] - decoded.offsets[tick]);
                ASSERT_TRUE(sim::parse_record(session.schema, session.slots, record));
                encoder.add(record);
            }
            sim::Bytes again;
            encoder.flush(again);
            ASSERT_EQ(again, mutant);
        }
    }
    if (count >= 100) {
        EXPECT_GT(refused, count);
        EXPECT_GT(taken, 0U);
    }
}

sim::SchemaNode byte_field(const std::string& name) {
    sim::SchemaNode node;
    node.kind = sim::FieldKind::unsigned_integer;
    node.width_bytes = 1;
    node.name = name;
    return node;
}

sim::Schema pad_schema() {
    sim::SchemaNode root;
    for (int i = 0; i < 8; ++i) {
        root.children.push_back(byte_field("f" + std::to_string(i)));
    }
    return sim::Schema(root);
}

TEST(InputCoder, APieceInWhichNothingChangesTakesNoBytes) {
    InputEncoder encoder(pad_schema(), 2);
    InputDecoder decoder(pad_schema(), 2);
    sim::Bytes idle(17);
    idle[0] = std::byte{3};
    sim::Bytes held = idle;
    held[5] = std::byte{77};
    for (const sim::Bytes& record : {idle, held}) {
        for (int piece = 0; piece < 100; ++piece) {
            sim::Bytes coded;
            for (int tick = 0; tick < 60; ++tick) {
                encoder.add(record);
            }
            encoder.flush(coded);
            if (record == idle || piece > 0) {
                ASSERT_TRUE(coded.empty()) << "piece " << piece;
            }
            DecodedInputs decoded;
            ASSERT_TRUE(decoder.decode(coded, 60, k_much, decoded));
            ASSERT_EQ(decoded.records, joined(std::vector<sim::Bytes>(60, record)));
        }
    }
}

TEST(InputCoder, APlayerWhoComesBackBeginsWithTheLastInput) {
    InputEncoder encoder(pad_schema(), 1);
    sim::Bytes held(9, std::byte{50});
    held[0] = std::byte{1};
    const sim::Bytes absent(1);
    sim::Bytes leaving;
    encoder.add(held);
    encoder.add(absent);
    encoder.flush(leaving);
    sim::Bytes returning;
    encoder.add(held);
    encoder.flush(returning);
    EXPECT_LE(returning.size(), 2U);
}

TEST(InputCoder, NoiseTakesHardlyMoreThanItsBytes) {
    Random random(1);
    InputEncoder encoder(pad_schema(), 1);
    sim::Bytes coded;
    sim::Bytes record(9, std::byte{1});
    constexpr std::size_t k_ticks = 1'800;
    for (std::size_t tick = 0; tick < k_ticks; ++tick) {
        for (std::size_t i = 1; i < record.size(); ++i) {
            record[i] = static_cast<std::byte>(random.below(256U));
        }
        encoder.add(record);
        if (tick % 60 == 59) {
            encoder.flush(coded);
        }
    }
    EXPECT_LE(coded.size(), k_ticks * 8 * 101 / 100);
}

TEST(InputCoder, WhatIsWrongIsSaidWithItsTick) {
    InputEncoder encoder(pad_schema(), 1);
    sim::Bytes record(9, std::byte{1});
    for (int tick = 0; tick < 20; ++tick) {
        record[3] = static_cast<std::byte>(tick);
        encoder.add(record);
    }
    sim::Bytes piece;
    encoder.flush(piece);
    const auto verdict = [&](const sim::Bytes& bytes, std::uint32_t ticks, std::size_t bytes_max) {
        InputDecoder decoder(pad_schema(), 1);
        DecodedInputs decoded;
        const auto result = decoder.decode(bytes, ticks, bytes_max, decoded);
        return result ? "taken" : result.error().text();
    };
    EXPECT_EQ(verdict(piece, 20, 180), "taken");
    EXPECT_EQ(verdict(piece, 20, 179),
              "tick 19 of this piece of inputs: its records are longer than this block may be");
    EXPECT_EQ(verdict(piece, 2, 180),
              "tick 2 of this piece of inputs: the coded bytes do not end where its last record "
              "does");
}

// The example at the end of CODING.md.
TEST(InputCoder, TheExampleOfThePageIsRight) {
    sim::SchemaNode root;
    root.children.push_back(byte_field("x"));
    root.children.back().kind = sim::FieldKind::signed_integer;
    root.children.push_back(byte_field("keys"));
    root.children.back().kind = sim::FieldKind::bits;
    root.children.back().width_bytes = 0;
    root.children.back().count = 3;
    InputEncoder encoder(sim::Schema(root), 1);
    const auto piece_of = [&](const std::vector<std::vector<int>>& records) {
        for (const std::vector<int>& record : records) {
            sim::Bytes bytes;
            for (const int value : record) {
                bytes.push_back(static_cast<std::byte>(value));
            }
            encoder.add(bytes);
        }
        sim::Bytes piece;
        encoder.flush(piece);
        std::vector<int> numbers;
        for (const std::byte byte : piece) {
            numbers.push_back(std::to_integer<int>(byte));
        }
        return numbers;
    };
    EXPECT_EQ(piece_of({{1, 0, 0}, {1, 5, 0}, {1, 10, 1}}),
              (std::vector<int>{0x2D, 0xE2, 0xE5, 0x86}));
    EXPECT_EQ(piece_of({{1, 15, 1}, {0}, {1, 15, 1}, {1, 251, 4}}),
              (std::vector<int>{0xD7, 0x9D, 0xF6, 0x7E, 0x52}));
    EXPECT_EQ(piece_of({{1, 251, 4}, {1, 251, 4}}), std::vector<int>());
}

// The coding is part of the file format. A change here is a new version of it.
TEST(InputCoder, TheCodingNeverChanges) {
    std::vector<std::uint64_t> digests;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        sim::Bytes all;
        for (std::uint64_t part = 0; part < 50; ++part) {
            for (const CodedPiece& piece : some_session(100 * seed + part).pieces) {
                sim::append_block(all, piece.bytes);
            }
        }
        digests.push_back(sim::hash_bytes(all));
    }
    EXPECT_EQ(digests, (std::vector<std::uint64_t>{0xA8AC588F0158BA36, 0xA2A0104FF117FC4F,
                                                   0xC9D05BAE3A547844, 0xCF085B0984445AC3}));
}

// The same for what people do: sticks that move, buttons that are held.
TEST(InputCoder, TheCodingOfPadsNeverChanges) {
    Random random(5);
    InputEncoder encoder(pad_schema(), 2);
    sim::Bytes all;
    sim::Bytes record(17);
    record[0] = std::byte{3};
    for (int tick = 0; tick < 3'000; ++tick) {
        for (std::size_t i = 1; i < record.size(); ++i) {
            const auto value = std::to_integer<unsigned>(record[i]);
            if (random.chance(1, 12)) {
                record[i] = static_cast<std::byte>(i % 2 == 0 ? value + random.below(5U)
                                                              : value ^ 1U << random.below(8U));
            }
        }
        encoder.add(record);
        if (tick % 60 == 59) {
            sim::Bytes piece;
            encoder.flush(piece);
            sim::append_block(all, piece);
        }
        if (tick % 1'500 == 1'499) {
            encoder.restart();
        }
    }
    EXPECT_EQ(all.size(), 4'657U);
    EXPECT_EQ(sim::hash_bytes(all), 0xC612A8AE427BA16BULL);
}

}  // namespace
}  // namespace tandem::replay
