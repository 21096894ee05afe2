// SPDX-License-Identifier: MIT
// How much of two long files is read to find where they part.
#include <map>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/replay/counted_source.hpp>
#include <tests/replay/diffing.hpp>

namespace tandem::test {
namespace {

constexpr std::uint64_t k_hour_ticks = 216'000;
constexpr std::uint64_t k_reads_max = 60;
constexpr std::uint64_t k_quarter_ticks = k_hour_ticks / 4;
// Four times as many ticks take two steps more of a search, in each file.
constexpr std::uint64_t k_more_reads_max = 16;

sim::Schema schema_of(const char* name, sim::FieldKind kind, std::uint8_t bytes) {
    sim::SchemaNode field;
    field.kind = kind;
    field.width_bytes = bytes;
    field.name = name;
    sim::SchemaNode root;
    root.children = {field};
    return sim::Schema(root);
}

// A game that adds up the inputs of its only player. No simulation runs, so an hour is quick.
sim::GameInfo adding_game() {
    sim::GameInfo game;
    game.name = "adding";
    game.tick_rate = TickRate{60};
    game.input_schema = schema_of("amount", sim::FieldKind::unsigned_integer, 1);
    game.state_schema = schema_of("sum", sim::FieldKind::unsigned_integer, 8);
    return game;
}

struct Session {
    std::uint64_t ticks = k_hour_ticks;
    std::uint8_t input_changes = 0;  // in these bits, late in the session
    std::uint64_t sum_changes = 0;   // by so much at the same tick, whatever the input

    std::uint64_t changes_at() const { return ticks - ticks / 20; }
};

sim::Bytes record_session(const Session& session) {
    const sim::GameInfo game = adding_game();
    const Setup setup = sim::complete_setup(game, {});
    const std::uint64_t start = sim::start_hash(game, setup);
    std::uint64_t sum = 0;
    sim::Bytes state(8);
    sim::StateHash state_hash{sim::hash_bytes(state)};
    sim::RunningHashes hashes = sim::running_start(start, state_hash);
    replay::Encoder encoder(replay::RecorderOptions{});
    EXPECT_TRUE(encoder.start({game, setup, start, state_hash, hashes, state}));
    sim::Bytes record{std::byte{1}, std::byte{0}};
    for (std::uint64_t tick = 0; tick < session.ticks; ++tick) {
        const bool changes = tick == session.changes_at();
        const auto amount = static_cast<std::uint8_t>((tick / 8 * 0x9E3779B9U >> 20) ^
                                                      (changes ? session.input_changes : 0U));
        record[1] = std::byte{amount};
        sum += amount + (changes ? session.sum_changes : 0);
        sim::store_le(sum, state.data());
        state_hash = sim::StateHash{sim::hash_bytes(state)};
        hashes = sim::running_next(hashes, sim::hash_bytes(record), state_hash);
        encoder.tick({sim::Tick{tick}, record, state_hash, hashes});
        if (encoder.wants_keyframe(tick + 1)) {
            encoder.state({sim::StatePurpose::keyframe, tick + 1, state, hashes});
        }
    }
    encoder.end(sim::EndReason::tick_limit);
    return encoder.extract();
}

// A session without a change, made once.
const sim::Bytes& unchanged(std::uint64_t ticks) {
    static std::map<std::uint64_t, sim::Bytes> sessions;
    sim::Bytes& session = sessions[ticks];
    if (session.empty()) {
        session = record_session({.ticks = ticks});
    }
    return session;
}

struct Found {
    std::optional<replay::DiffReport> report;
    std::uint64_t reads = 0;  // of both files, opening them included
};

Found find(const sim::Bytes& a, const sim::Bytes& b) {
    const auto source_a = std::make_shared<CountedSource>(a);
    const auto source_b = std::make_shared<CountedSource>(b);
    const replay::OpenOptions quick{.depth = replay::OpenDepth::index};
    const auto replay_a = replay::Replay::parse(source_a, quick);
    const auto replay_b = replay::Replay::parse(source_b, quick);
    if (!replay_a || !replay_b) {
        ADD_FAILURE() << "a file does not open";
        return {};
    }
    EXPECT_EQ(replay_a->completeness(), replay::Completeness::complete);
    auto report = replay::diff(*replay_a, *replay_b);
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return {report ? std::optional(std::move(*report)) : std::nullopt,
            source_a->reads() + source_b->reads()};
}

// Of a comparison of this session with the same one without the change, which it finds.
std::uint64_t reads_of(const Session& session, replay::DiffVerdict verdict) {
    const Found found = find(unchanged(session.ticks), record_session(session));
    if (found.report) {
        EXPECT_EQ(found.report->verdict, verdict);
        EXPECT_EQ(found.report->tick, sim::Tick{session.changes_at()});
    }
    return found.reads;
}

TEST(DiffReads, FewPlacesOfTwoHoursShowWhichInputDiffers) {
    const std::uint64_t reads = reads_of({.input_changes = 3}, replay::DiffVerdict::inputs);
    EXPECT_LE(reads, k_reads_max);
    EXPECT_LE(reads, reads_of({.ticks = k_quarter_ticks, .input_changes = 3},
                              replay::DiffVerdict::inputs) +
                         k_more_reads_max);
}

TEST(DiffReads, FewPlacesShowWhereStatesPart) {
    EXPECT_LE(reads_of({.ticks = k_quarter_ticks, .sum_changes = 8}, replay::DiffVerdict::state),
              k_reads_max);
}

// Otherwise the tests above would hold of anybody who reads everything.
TEST(DiffReads, OfAllEpochsGrowWithTheSession) {
    const auto reads_all = [](std::uint64_t ticks) {
        const auto source = std::make_shared<CountedSource>(unchanged(ticks));
        const auto replay = replay::Replay::parse(source, {.depth = replay::OpenDepth::index});
        EXPECT_TRUE(replay);
        replay::Cursor cursor(*replay);
        for (const replay::Epoch& epoch : replay->epochs()) {
            EXPECT_TRUE(cursor.record(sim::Tick{epoch.end_tick - 1}));
        }
        return source->reads();
    };
    EXPECT_GT(reads_all(k_hour_ticks), reads_all(k_quarter_ticks) + k_more_reads_max);
}

}  // namespace
}  // namespace tandem::test
