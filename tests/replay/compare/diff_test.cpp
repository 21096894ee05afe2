// SPDX-License-Identifier: MIT
// The five verdicts, and what each of them names.
#include <gtest/gtest.h>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

TEST(Diff, IdenticalWhateverBlocksMarksBuildsAndKeyframes) {
    const Recorded a = record<Counter>({});
    const Recorded b = record<Counter>(
        {.end = sim::EndReason::interrupted,
         .options = {.block_ticks = 7, .keyframe_ticks = 14, .compress = false, .build = "other"},
         .before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t tick) {
             EXPECT_TRUE(timeline.mark({sim::MarkKind::stall, sim::Tick{tick}, 0, 5, ""}));
         }});
    ASSERT_NE(a.file, b.file);
    const DiffReport report = diff(a.file, b.file, factory_of<Counter>());
    EXPECT_EQ(report.verdict, DiffVerdict::identical);
    EXPECT_FALSE(report.tick);
    EXPECT_EQ(report.a_ticks, 100U);
    EXPECT_EQ(report.b_ticks, 100U);
}

TEST(Diff, PrefixWhereOneGoesOn) {
    for (const std::uint32_t block_ticks : {10U, 7U, 64U}) {
        const Recorded a = record<Counter>({.ticks = 100, .options = {.block_ticks = 10}});
        const Recorded b = record<Counter>({.ticks = 83, .options = {.block_ticks = block_ticks}});
        for (const bool swapped : {false, true}) {
            const DiffReport report = swapped ? diff(b.file, a.file) : diff(a.file, b.file);
            EXPECT_EQ(report.verdict, DiffVerdict::prefix);
            EXPECT_EQ(report.tick, sim::Tick{83});
        }
    }
}

TEST(Diff, HeaderNamesEverySettingThatDiffers) {
    const Recorded a = record<Counter>({});
    const Recorded b =
        record<Counter>({.seed = 2, .change_setup = [](tandem::Setup& setup) {
                             setup.presence = 0b01;
                             setup.tick_rate = TickRate{30};
                             setup.set_options(Counter::Options{500});
                             setup.assets = {Asset::from_content("map", sim::Bytes(9))};
                         }});
    const DiffReport report = diff(a.file, b.file, factory_of<Counter>());
    EXPECT_EQ(report.verdict, DiffVerdict::header);
    EXPECT_EQ(report.header_lines,
              (std::vector<std::string>{"seed: 1 | 2", "players present at the start: 0,1 | 0",
                                        "tick rate: 60 | 30", "option finish_ticks  0 | 500",
                                        "asset map: absent | 9 bytes"}));
}

TEST(Diff, HeaderNamesGameVersionAndSchema) {
    const DiffReport versions = diff(record<Versioned<1>>({}).file, record<Versioned<2>>({}).file);
    EXPECT_EQ(versions.verdict, DiffVerdict::header);
    EXPECT_EQ(versions.header_lines, std::vector<std::string>{"game version: 1 | 2"});
    const DiffReport schemas =
        diff(record<Reshaped<false>>({}).file, record<Reshaped<true>>({}).file);
    EXPECT_EQ(schemas.verdict, DiffVerdict::header);
    EXPECT_EQ(schemas.header_lines, std::vector<std::string>{"state more: absent | u16"});
    EXPECT_TRUE(has_note(schemas, "the inputs of the 100 ticks that both have are the same"));
    const DiffReport games = diff(record<Counter>({}).file, record<Relay>({}).file);
    EXPECT_EQ(games.verdict, DiffVerdict::header);
    EXPECT_EQ(games.header_lines[0], "game: counter | relay");
    EXPECT_TRUE(has_note(games, "inputs are not compared"));
}

TEST(Diff, HeaderStillComparesInputsOfTheSameFields) {
    const Recorded a = record<Counter>({.source = with_amount(41, 1, 5)});
    const Recorded b = record<Counter>(
        {.seed = 1,
         .change_setup = [](tandem::Setup& setup) { setup.set_options(Counter::Options{500}); },
         .source = with_amount(41, 1, 6)});
    const DiffReport report = diff(a.file, b.file);
    EXPECT_EQ(report.verdict, DiffVerdict::header);
    EXPECT_EQ(report.tick, sim::Tick{41});
    EXPECT_EQ(report.player, tandem::Slot{1});
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(sim::difference_text(report.fields[0]), "amount  5 | 6");
}

TEST(Diff, InputsNameTickPlayerAndField) {
    for (const std::uint64_t tick : {0U, 9U, 10U, 57U, 99U}) {
        SCOPED_TRACE(tick);
        const Recorded a =
            record<Counter>({.options = {.block_ticks = 10}, .source = with_amount(tick, 1, 7)});
        const Recorded b =
            record<Counter>({.options = {.block_ticks = 10}, .source = with_amount(tick, 1, -7)});
        const DiffReport report = diff(a.file, b.file);
        EXPECT_EQ(report.verdict, DiffVerdict::inputs);
        EXPECT_EQ(report.tick, sim::Tick{tick});
        EXPECT_EQ(report.player, tandem::Slot{1});
        ASSERT_EQ(report.fields.size(), 1U);
        EXPECT_EQ(sim::difference_text(report.fields[0]), "amount  7 | -7");
    }
}

TEST(Diff, InputsNameWhoIsAbsent) {
    const auto leaves = [](std::uint64_t tick) {
        return tick == 30 ? std::uint64_t{0b01} : std::uint64_t{0b11};
    };
    const Recorded a = record<Relay>({});
    const Recorded b = record<Relay>({.source = bots(leaves)});
    const DiffReport report = diff(a.file, b.file);
    EXPECT_EQ(report.verdict, DiffVerdict::inputs);
    EXPECT_EQ(report.tick, sim::Tick{30});
    EXPECT_EQ(report.player, tandem::Slot{1});
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(sim::difference_text(report.fields[0]), "present  true | false");
}

// Who steps a planted file again with the same plant gets its chain, so both sides have evidence.
TEST(Diff, StateNamesTickAndFieldByRunningBothAgain) {
    for (const std::uint64_t tick : {0U, 9U, 10U, 57U, 99U}) {
        SCOPED_TRACE(tick);
        const Recorded a = record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 30}});
        const Recorded b = record<Counter>({.plant = sim::Plant{sim::Tick{tick}, "totals[1]"},
                                            .options = {.block_ticks = 10, .keyframe_ticks = 30}});
        const DiffReport report = diff(a.file, b.file, factory_of<Counter>());
        EXPECT_EQ(report.verdict, DiffVerdict::state);
        EXPECT_EQ(report.tick, sim::Tick{tick});
        EXPECT_EQ(report.state_tick, report.tick);
        EXPECT_TRUE(report.is_confirmed);
        EXPECT_EQ(report.fields_ticks_done, tick + 1);
        ASSERT_EQ(report.fields.size(), 1U);
        EXPECT_EQ(report.fields[0].path, "totals[1]");
        EXPECT_TRUE(has_note(report, "the second file says that one bit of totals[1] was flipped"));
    }
}

TEST(Diff, StateWithoutTheGameNamesTheTickAndTheNextKeyframe) {
    const Recorded a = record<Relay>({.options = {.block_ticks = 10, .keyframe_ticks = 30}});
    const Recorded b = record<Relay>({.plant = sim::Plant{sim::Tick{57}, "legs"},
                                      .options = {.block_ticks = 10, .keyframe_ticks = 30}});
    const DiffReport report = diff(a.file, b.file);
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{57});
    EXPECT_FALSE(report.is_confirmed);
    EXPECT_EQ(report.fields_ticks_done, 60U);
    ASSERT_FALSE(report.fields.empty());
    EXPECT_EQ(report.fields[0].path, "legs");
    EXPECT_TRUE(has_note(report, "the fields are those after 60 ticks"));
}

TEST(Diff, StateWithoutGameOrKeyframeSaysThatFieldsAreUnknown) {
    const Recorded a = record<Relay>({.options = {.has_keyframes = false}});
    const Recorded b = record<Relay>(
        {.plant = sim::Plant{sim::Tick{57}, "legs"}, .options = {.has_keyframes = false}});
    const DiffReport report = diff(a.file, b.file);
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{57});
    EXPECT_TRUE(report.fields.empty());
    EXPECT_TRUE(has_note(report, "cannot be said without the simulation"));
}

TEST(Diff, StateNamesAResetThatDiffers) {
    const DiffReport report = diff(record<OtherStart<0>>({}).file, record<OtherStart<1>>({}).file);
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_TRUE(report.is_reset);
    EXPECT_EQ(report.tick, sim::Tick{0});
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
}

TEST(Diff, ComparesWhatIsLeftOfACutFile) {
    const Recorded a = record<Counter>({.options = {.block_ticks = 10}});
    const auto blocks = list_blocks(a.file);
    const DiffReport report = diff(a.file, cut_at(a.file, blocks[7].offset + 1));
    EXPECT_EQ(report.verdict, DiffVerdict::prefix);
    EXPECT_EQ(report.b_ticks, 30U);
    EXPECT_TRUE(has_note(report, "the second file is cut"));
}

TEST(Diff, ReadsLogarithmicallyManyChains) {
    const Recorded a =
        record<Counter>({.ticks = 20'000, .options = {.block_ticks = 10, .epoch_ticks = 10}});
    const Recorded b = record<Counter>({.ticks = 20'000,
                                        .plant = sim::Plant{sim::Tick{12'345}, "totals[0]"},
                                        .options = {.block_ticks = 10, .epoch_ticks = 10}});
    const DiffReport report = diff(a.file, b.file);
    EXPECT_EQ(report.tick, sim::Tick{12'345});
    EXPECT_LE(report.chains_read, 11U);  // 2,000 epochs
    EXPECT_LE(report.lows_read, 10U);
}

// A record of tick 0 after which the chain of the honest state and that of one with a flipped bit
// in totals[0] agree in their 16 low bits, as one in 65,536 does.
sim::Bytes find_collision() {
    auto simulation = sim::erase<Counter>();
    const tandem::Setup setup = make_setup(simulation.info(), 2);
    EXPECT_TRUE(simulation.reset(setup));
    const sim::Bytes start = simulation.save();
    const sim::ChainHash chain =
        sim::chain_start(sim::start_hash(simulation.info(), setup), simulation.state_hash());
    sim::Bytes state;
    for (std::uint32_t amounts = 0;; ++amounts) {
        sim::Bytes record{std::byte{0b11}};
        sim::append_le(record, amounts);
        EXPECT_TRUE(simulation.restore(start));
        EXPECT_TRUE(simulation.step(record));
        EXPECT_TRUE(simulation.save(state));
        const std::uint64_t record_hash = sim::hash_bytes(record);
        const auto low = [&] {
            const sim::StateHash hash{sim::hash_bytes(state)};
            return static_cast<std::uint16_t>(sim::chain_next(chain, record_hash, hash).value);
        };
        const std::uint16_t honest = low();
        const std::size_t totals_at = sizeof(Counter::ticks) + sizeof(std::uint32_t);
        state[totals_at] ^= std::byte{1};
        if (low() == honest) {
            return record;
        }
    }
}

TEST(Diff, IsExactWhere16BitsAgreeByChance) {
    const sim::Bytes collision = find_collision();
    const auto source = [&](const sim::AnySimulation& simulation, std::uint64_t tick) {
        return tick == 0 ? collision : bot_record(simulation, tick);
    };
    const Recorded a = record<Counter>({.source = source});
    const Recorded b =
        record<Counter>({.plant = sim::Plant{sim::Tick{0}, "totals[0]"}, .source = source});
    ASSERT_EQ(chain_of(open_replay(a), 1).low, chain_of(open_replay(b), 1).low);
    EXPECT_EQ(diff(a.file, b.file).tick, sim::Tick{1});  // the price of 16 bits, as FORMAT.md says
    const DiffReport report = diff(a.file, b.file, factory_of<Counter>());
    EXPECT_EQ(report.tick, sim::Tick{0});
    EXPECT_TRUE(report.is_confirmed);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "totals[0]");
}

// The shorter file ends after the very tick whose 16 bits agree by chance.
TEST(Diff, PrefixIsNotBelievedOn16BitsWhereMoreCanBeKnown) {
    const sim::Bytes collision = find_collision();
    const auto source = [&](const sim::AnySimulation& simulation, std::uint64_t tick) {
        return tick == 0 ? collision : bot_record(simulation, tick);
    };
    const Recorded longer = record<Counter>({.source = source});
    const Recorded same = record<Counter>({.ticks = 1, .source = source});
    const Recorded other = record<Counter>(
        {.ticks = 1, .plant = sim::Plant{sim::Tick{0}, "totals[0]"}, .source = source});
    for (const bool swapped : {false, true}) {
        const auto compare = [&](const Recorded& shorter,
                                 const replay::SimulationFactory& factory) {
            return swapped ? diff(shorter.file, longer.file, factory)
                           : diff(longer.file, shorter.file, factory);
        };
        for (const Recorded* shorter : {&same, &other}) {
            const DiffReport without = compare(*shorter, nullptr);
            EXPECT_EQ(without.verdict, DiffVerdict::prefix);
            EXPECT_TRUE(has_note(without, "only 16 bits of each chain were compared"));
            EXPECT_TRUE(has_note(without, "without the simulation none can be computed"));
        }
        const DiffReport prefix = compare(same, factory_of<Counter>());
        EXPECT_EQ(prefix.verdict, DiffVerdict::prefix);
        EXPECT_EQ(prefix.tick, sim::Tick{1});
        EXPECT_TRUE(prefix.notes.empty());
        const DiffReport state = compare(other, factory_of<Counter>());
        EXPECT_EQ(state.verdict, DiffVerdict::state);
        EXPECT_EQ(state.tick, sim::Tick{0});
        EXPECT_TRUE(state.is_confirmed);
        ASSERT_EQ(state.fields.size(), 1U);
        EXPECT_EQ(state.fields[0].path, "totals[0]");
    }
}

TEST(Diff, PrefixSaysWhereTheLongerFileIsNotReproduced) {
    const replay::RecorderOptions options{.epoch_ticks = 60};
    const Recorded longer = record<Forked<1>>({.options = options});
    const Recorded shorter = record<Forked<1>>({.ticks = 90, .options = options});
    const DiffReport report = diff(longer.file, shorter.file, factory_of<Forked<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::prefix);
    EXPECT_TRUE(has_note(report, "simulating the first file again here does not give"));
    EXPECT_TRUE(has_note(report, "of the states after tick 60 only 16 bits"));
    // Where both have the whole chain there, the files alone are enough.
    const DiffReport whole =
        diff(record<Counter>({.options = options}).file, record<Counter>({.ticks = 60}).file);
    EXPECT_EQ(whole.verdict, DiffVerdict::prefix);
    EXPECT_TRUE(whole.notes.empty());
}

// Chains are what a file claims; the hash over records was computed from its inputs.
TEST(Diff, FilesThatClaimOneChainForOtherInputsAreNotIdentical) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    replay::Encoder encoder = encoder_of(recorded, sim::erase<Counter>());
    sim::RecordsHash records = recorded.hashes[0].records;
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        sim::Bytes record = recorded.records[tick];
        record.back() ^= std::byte{tick == 41};
        records = sim::records_next(records, sim::hash_bytes(record));
        encoder.tick({sim::Tick{tick},
                      record,
                      sim::StateHash{},
                      {recorded.hashes[tick + 1].chain, records}});
    }
    encoder.end(sim::EndReason::tick_limit);
    const DiffReport report = diff(recorded.file, encoder.extract());
    EXPECT_EQ(report.verdict, DiffVerdict::inputs);
    EXPECT_EQ(report.tick, sim::Tick{41});
    EXPECT_EQ(report.player, tandem::Slot{1});
}

TEST(Diff, RefusesAFalseHashOfEqualInputs) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    replay::Encoder encoder = encoder_of(recorded, sim::erase<Counter>());
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        sim::RunningHashes hashes = recorded.hashes[tick + 1];
        hashes.records.value ^= 1;
        encoder.tick({sim::Tick{tick}, recorded.records[tick], sim::StateHash{}, hashes});
    }
    encoder.end(sim::EndReason::tick_limit);
    const auto a = open_replay(recorded.file);
    const auto b = open_replay(encoder.extract());
    const auto report = replay::diff(a, b, factory_of<Counter>());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, sim::ErrorCode::bad_data);
    EXPECT_NE(report.error().message.find("one of the two is damaged"), std::string::npos);
}

}  // namespace
}  // namespace tandem::test
