// SPDX-License-Identifier: MIT
// A bundle holds both recordings as far as they are known, says what is missing, never replaces
// anything, and leaves the recording as it is.
#include <tandem/tools/program/evidence/desync_bundle.hpp>

#include <csignal>
#include <filesystem>
#include <optional>

#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Json = nlohmann::json;
using replay::CauseClass;
using sim::Bytes;
using sim::erase;

constexpr std::uint64_t k_bundle_ticks = 50;
constexpr std::uint64_t k_bundle_bad = 30;

// A side that has recorded 50 ticks, and was told that the other one differs after tick 30.
class DesyncBundle : public InFolder {
protected:
    DesyncBundle() {
        desync_.tick = sim::Tick{k_bundle_bad};
        desync_.slot = Slot{1};
        desync_.cause = net::DesyncCause::simulation;
        desync_.text = "they differ";
        auto output = replay::FileOutput::create(recording());
        replay::Recorder recorder(**output);
        sim::Observers both({&recorder, &hashes_});
        sim::Timeline timeline(erase<Counter>(), &both);
        EXPECT_TRUE(timeline.start(make_setup(game(), 2)).has_value());
        for (std::uint64_t tick = 0; tick < k_bundle_ticks; ++tick) {
            const sim::RunningHashes before = timeline.hashes();
            const Bytes record = bot_record(timeline.simulation(), tick);
            EXPECT_TRUE(timeline.advance(record).has_value());
            if (tick == k_bundle_bad) {
                differ(before, record, timeline);
            }
        }
        EXPECT_TRUE(timeline.end(sim::EndReason::desync).has_value());
        EXPECT_TRUE((*output)->close().has_value());
    }
    void differ(const sim::RunningHashes& before, const Bytes& record,
                const sim::Timeline& timeline) {
        desync_.ours = timeline.state_hash();
        desync_.our_chain = timeline.chain();
        auto state = std::make_shared<Bytes>(timeline.simulation().save());
        (*state)[0] ^= std::byte{1};
        desync_.theirs = sim::StateHash{sim::hash_bytes(*state)};
        const auto hashes = sim::running_next(before, sim::hash_bytes(record), *desync_.theirs);
        desync_.their_chain = hashes.chain;
        desync_.other = net::OtherSide{record, hashes, state};
    }
    static const sim::GameInfo& game() { return sim::GameModel<Counter>::game_info(); }
    std::string recording() const { return path("host.tandem"); }
    tools::BundlePlan plan() const {
        return {.game = game(),
                .desync = desync_,
                .hashes = hashes_,
                .recording = recording(),
                .is_host = true,
                .own = Slot{0},
                .other_build = "their build",
                .other_program = replay::GameBuild{sim::digest_bytes({}), {}, "their compiler"},
                .packets = "{}\n"};
    }
    static Json facts_of(const tools::WrittenBundle& written) {
        return Json::parse(content_of(written.folder + "/bundle.json"));
    }

    tools::StateHashLog hashes_;
    net::Desynced desync_;
};

TEST_F(DesyncBundle, HoldsBothRecordingsUpToWhatIsKnown) {
    const std::string before = content_of(recording());
    const auto written = write_desync_bundle(plan());
    ASSERT_TRUE(written.has_value()) << written.error().text();
    EXPECT_EQ(written->folder, path("host.desync"));
    EXPECT_EQ(written->theirs_missing, "");
    EXPECT_EQ(content_of(recording()), before);
    EXPECT_EQ(content_of(written->folder + "/ours.tandem"), before);
    EXPECT_EQ(content_of(written->folder + "/packets.jsonl"), "{}\n");

    const auto theirs = replay::Replay::open(written->folder + "/theirs.tandem");
    ASSERT_TRUE(theirs.has_value()) << theirs.error().text();
    EXPECT_EQ(theirs->end_tick(), k_bundle_bad + 1);
    EXPECT_EQ(theirs->chain(), desync_.their_chain);
    EXPECT_EQ(theirs->header().build, "their build");
    EXPECT_EQ(theirs->header().game_build->compiler, "their compiler");
    const replay::StoredState* evidence = theirs->find_state(k_bundle_bad + 1);
    ASSERT_NE(evidence, nullptr);
    EXPECT_EQ(theirs->load_state(*evidence)->bytes, *desync_.other->state);
    const auto ours = replay::Replay::open(recording());
    replay::Cursor here(*ours);
    replay::Cursor there(*theirs);
    for (std::uint64_t tick = 0; tick <= k_bundle_bad; ++tick) {
        const auto chain = there.chain(tick);
        EXPECT_TRUE(here.chain(tick)->agrees(*chain)) << tick;
        const auto record = here.record(sim::Tick{tick});
        const Bytes kept(record->begin(), record->end());
        const auto other = there.record(sim::Tick{tick});
        EXPECT_TRUE(std::equal(kept.begin(), kept.end(), other->begin(), other->end())) << tick;
    }
    EXPECT_FALSE(here.chain(k_bundle_bad + 1)->agrees(*there.chain(k_bundle_bad + 1)));
}

TEST_F(DesyncBundle, SaysWhatIsInIt) {
    const auto written = write_desync_bundle(plan());
    ASSERT_TRUE(written.has_value());
    const Json facts = facts_of(*written);
    EXPECT_EQ(facts["schema"], 1);
    EXPECT_EQ(facts["bundle"], "tandem-desync");
    EXPECT_EQ(facts["tick"], k_bundle_bad);
    EXPECT_EQ(facts["side"], "host");
    EXPECT_EQ(facts["player"], 0);
    EXPECT_EQ(facts["other_player"], 1);
    EXPECT_EQ(facts["game"], "counter");
    EXPECT_EQ(facts["other_build"], "their build");
    EXPECT_EQ(facts["cause"], "unknown") << "no class without its proof";
    EXPECT_EQ(facts["ours"], "ours.tandem");
    EXPECT_EQ(facts["theirs"], "theirs.tandem");
    EXPECT_FALSE(facts.contains("theirs_missing"));
    EXPECT_EQ(content_of(written->folder + "/bundle.json").find(path("")), std::string::npos)
        << "no path of this machine";
}

TEST_F(DesyncBundle, ACauseIsWhatTheRecordingsProve) {
    EXPECT_EQ(tools::live_cause(net::DesyncCause::setup), CauseClass::unknown)
        << "both were given the same setup";
    EXPECT_EQ(tools::live_cause(net::DesyncCause::inputs), CauseClass::inputs);
    EXPECT_EQ(tools::live_cause(net::DesyncCause::simulation), CauseClass::unknown);
    EXPECT_EQ(tools::live_cause(net::DesyncCause::unknown), CauseClass::unknown);
    auto asked = plan();
    asked.conclude = [](const std::string& ours, const std::string& theirs) {
        EXPECT_TRUE(std::filesystem::exists(ours) && std::filesystem::exists(theirs));
        return CauseClass::memory;
    };
    const auto written = write_desync_bundle(asked);
    ASSERT_TRUE(written.has_value());
    EXPECT_EQ(written->cause, CauseClass::memory);
    EXPECT_EQ(facts_of(*written)["cause"], "memory");
}

TEST_F(DesyncBundle, NoFolderIsEverReplaced) {
    EXPECT_EQ(write_desync_bundle(plan())->folder, path("host.desync"));
    EXPECT_EQ(write_desync_bundle(plan())->folder, path("host.desync-2"));
    write("host.desync-3", "a file of somebody's");
    EXPECT_EQ(write_desync_bundle(plan())->folder, path("host.desync-4"));
    EXPECT_EQ(content_of(path("host.desync-3")), "a file of somebody's");
}

TEST_F(DesyncBundle, WithoutTheOtherSidesReportItSaysSo) {
    desync_.other.reset();
    desync_.theirs.reset();
    const auto written = write_desync_bundle(plan());
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(says(written->theirs_missing, "report did not arrive"));
    const Json facts = facts_of(*written);
    EXPECT_FALSE(facts.contains("theirs"));
    EXPECT_EQ(facts["theirs_missing"], written->theirs_missing);
    EXPECT_FALSE(std::filesystem::exists(written->folder + "/theirs.tandem"));
    EXPECT_TRUE(std::filesystem::exists(written->folder + "/ours.tandem"));
}

TEST_F(DesyncBundle, WithoutTheOtherStateItsChainIsStillThere) {
    desync_.other->state = nullptr;
    const auto written = write_desync_bundle(plan());
    ASSERT_TRUE(written.has_value());
    const auto theirs = replay::Replay::open(written->folder + "/theirs.tandem");
    ASSERT_TRUE(theirs.has_value());
    EXPECT_EQ(theirs->chain(), desync_.their_chain);
    EXPECT_EQ(theirs->find_state(k_bundle_bad + 1), nullptr);
}

// What a hostile side tells is looked at before it is written.
TEST_F(DesyncBundle, WhatDoesNotGoOnFromTheCommonHistoryIsNotWritten) {
    const net::OtherSide sound = *desync_.other;
    desync_.other->hashes.chain.value += 1;
    EXPECT_TRUE(says(write_desync_bundle(plan())->theirs_missing, "does not go on"));
    desync_.other = sound;
    desync_.other->record = Bytes(7, std::byte{0xFF});
    EXPECT_TRUE(says(write_desync_bundle(plan())->theirs_missing, "none of this game"));
    desync_.other = sound;
    desync_.tick.number = k_bundle_ticks + 5;
    EXPECT_TRUE(says(write_desync_bundle(plan())->theirs_missing, "does not hold every tick"));
}

TEST_F(DesyncBundle, OfAResetThatDiffersTheirsBeginsOtherwise) {
    auto state = std::make_shared<Bytes>(*desync_.other->state);
    const std::uint64_t start = sim::start_hash(game(), make_setup(game(), 2));
    desync_.cause = net::DesyncCause::setup;
    desync_.tick.number = 0;
    desync_.other = net::OtherSide{{}, sim::running_start(start, *desync_.theirs), state};
    const auto written = write_desync_bundle(plan());
    ASSERT_TRUE(written.has_value());
    ASSERT_EQ(written->theirs_missing, "");
    const auto theirs = replay::Replay::open(written->folder + "/theirs.tandem");
    ASSERT_TRUE(theirs.has_value());
    EXPECT_EQ(theirs->ticks(), 0U);
    EXPECT_EQ(theirs->load_state(*theirs->find_state(0))->bytes, *state);
}

// As on a full disk: no file may have more than a few bytes.
TEST_F(DesyncBundle, OnAFullDiskNothingIsLeftAndTheRecordingIsWhole) {
    const std::string before = content_of(recording());
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{10, limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto refused = write_desync_bundle(plan());
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(says(refused.error().text(), "recording itself is not touched"));
    EXPECT_FALSE(std::filesystem::exists(path("host.desync")));
    EXPECT_EQ(content_of(recording()), before);
}

TEST_F(DesyncBundle, AFolderThatCannotBeMadeIsSaid) {
    auto lost = plan();
    lost.recording = path("absent/host.tandem");
    const auto refused = write_desync_bundle(lost);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
}

}  // namespace
}  // namespace tandem::test
