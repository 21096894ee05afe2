// SPDX-License-Identifier: MIT
// Makes the other side's recording from ours up to the tick, and from its report of that tick.
#include <tandem/tools/program/evidence/desync_bundle.hpp>

#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include <tandem/replay/edit/held_output.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/write_page.hpp>

namespace tandem::tools {
namespace {

namespace fs = std::filesystem;
using replay::CauseClass;

constexpr int k_folders_max = 1'000;
constexpr const char* k_ours = "ours.tandem";
constexpr const char* k_theirs = "theirs.tandem";

Error cannot_write(const std::string& path, const std::string& why);
Result<std::string> make_bundle_folder(const std::string& recording);

// Tells a recorder the session as the other side had it.
class TheirSession {
public:
    TheirSession(const BundlePlan& plan, const replay::Replay& ours, sim::TickObserver& observer)
        : plan_(plan), ours_(ours), observer_(observer), cursor_(ours) {}

    Result<void> report();

private:
    static Error no_theirs(const std::string& why) { return {ErrorCode::bad_data, "", why}; }

    Result<void> begin();
    // Begins the session if both sides differ before tick 0 already.
    Result<void> begin_otherwise();
    Result<void> start(sim::StateHash state_hash, sim::ByteView state);
    Result<void> report_ticks();
    Result<void> step(std::uint64_t tick, sim::ByteView record, sim::StateHash state_hash);
    sim::Mark mark() const;

    const BundlePlan& plan_;
    const replay::Replay& ours_;
    sim::TickObserver& observer_;
    replay::Cursor cursor_;
    sim::RunningHashes hashes_;
};

bool is_record(const BundlePlan& plan, const replay::Replay& ours);
Result<void> write_theirs(const BundlePlan& plan, const std::string& path);
BundleManifest manifest_of(const BundlePlan& plan, const WrittenBundle& written);
Result<WrittenBundle> fill_folder(const BundlePlan& plan, const std::string& folder);

}  // namespace

CauseClass live_cause(net::DesyncCause cause) {
    switch (cause) {
        case net::DesyncCause::inputs:
            return CauseClass::inputs;
        case net::DesyncCause::setup:  // equal setups; another reset is not explained
        case net::DesyncCause::simulation:
        case net::DesyncCause::unknown:
            break;
    }
    return CauseClass::unknown;
}

Result<void> StateHashLog::on_start(const sim::SessionStart& start) {
    reset_ = start.state_hash;
    start_ = start.hashes;
    return {};
}

Result<void> StateHashLog::on_tick(const sim::TickedView& ticked) {
    if (after_.size() < ticks_max && after_.size() == ticked.tick.number) {
        after_.push_back(ticked.state_hash);
    }
    return {};
}

Result<WrittenBundle> write_desync_bundle(const BundlePlan& plan) {
    const auto folder = make_bundle_folder(plan.recording);
    TANDEM_TRY(folder);
    auto written = fill_folder(plan, *folder);
    if (!written) {
        // Only the files that were written just now are in it.
        std::error_code ignored;
        for (const std::string_view name : {std::string_view(k_ours), std::string_view(k_theirs),
                                            k_packets_name, k_manifest_name}) {
            fs::remove(fs::path(*folder) / name, ignored);
        }
        fs::remove(*folder, ignored);
    }
    return written;
}

namespace {

Error cannot_write(const std::string& path, const std::string& why) {
    return {ErrorCode::io, path, why + "; the recording itself is not touched"};
}

// Makes the first folder that does not exist yet.
Result<std::string> make_bundle_folder(const std::string& recording) {
    fs::path base(recording);
    if (base.extension() == ".tandem") {
        base.replace_extension();
    }
    const std::string name = base.string() + ".desync";
    for (int number = 1; number <= k_folders_max; ++number) {
        const std::string folder = number == 1 ? name : name + "-" + std::to_string(number);
        std::error_code failure;
        if (fs::create_directory(folder, failure)) {
            return folder;
        }
        std::error_code ignored;
        if (failure && !fs::exists(fs::symlink_status(folder, ignored))) {
            return cannot_write(folder, failure.message());
        }
    }
    return cannot_write(
        name, "there are " + std::to_string(k_folders_max) + " such folders; remove some");
}

Result<void> TheirSession::report() {
    const bool is_reset = plan_.desync.cause == net::DesyncCause::setup;
    TANDEM_TRY(is_reset ? begin_otherwise() : begin());
    if (!is_reset) {
        TANDEM_TRY(report_ticks());
    }
    TANDEM_TRY(observer_.on_event(mark()));
    const auto& state = plan_.desync.other->state;
    if (state && !is_reset) {
        TANDEM_TRY(observer_.on_state(
            {sim::StatePurpose::evidence, plan_.desync.tick.number + 1, *state, hashes_}));
    }
    return observer_.on_end(sim::EndReason::desync);
}

Result<void> TheirSession::begin() {
    const replay::StoredState* stored = ours_.find_state(0);
    if (stored == nullptr) {
        return no_theirs("our recording does not hold the state before tick 0");
    }
    const auto state = ours_.load_state(*stored);
    TANDEM_TRY(state);
    hashes_ = plan_.hashes.start();
    return start(plan_.hashes.reset(), state->bytes);
}

Result<void> TheirSession::begin_otherwise() {
    const net::OtherSide& other = *plan_.desync.other;
    if (!other.state) {
        return no_theirs(plan_.desync.no_state);
    }
    hashes_ = other.hashes;
    return start(*plan_.desync.theirs, *other.state);
}

Result<void> TheirSession::start(sim::StateHash state_hash, sim::ByteView state) {
    const Setup& setup = ours_.header().setup;
    const std::uint64_t start_hash = sim::start_hash(plan_.game, setup);
    if (sim::running_start(start_hash, state_hash) != hashes_) {
        return no_theirs("what the other side told does not go with this match's setup");
    }
    return observer_.on_start({plan_.game, setup, start_hash, state_hash, hashes_, state, 0});
}

Result<void> TheirSession::report_ticks() {
    const std::uint64_t bad = plan_.desync.tick.number;
    if (ours_.first_tick() != 0 || ours_.end_tick() < bad || plan_.hashes.after().size() < bad) {
        return no_theirs("our recording does not hold every tick before " + std::to_string(bad));
    }
    for (std::uint64_t tick = 0; tick < bad; ++tick) {
        const auto record = cursor_.record(sim::Tick{tick});
        TANDEM_TRY(record);
        TANDEM_TRY(step(tick, *record, plan_.hashes.after()[tick]));
    }
    const net::OtherSide& other = *plan_.desync.other;
    TANDEM_TRY(step(bad, other.record, *plan_.desync.theirs));
    return hashes_ == other.hashes
               ? Result<void>()
               : no_theirs("what the other side told of tick " + std::to_string(bad) +
                           " does not go on from where both agreed");
}

Result<void> TheirSession::step(std::uint64_t tick, sim::ByteView record,
                                sim::StateHash state_hash) {
    hashes_ = sim::running_next(hashes_, sim::hash_bytes(record), state_hash);
    return observer_.on_tick({sim::Tick{tick}, record, state_hash, hashes_});
}

sim::Mark TheirSession::mark() const {
    return {sim::MarkKind::desync, plan_.desync.tick, plan_.own.index, plan_.desync.ours.value,
            "as player " + std::to_string(plan_.own.index) + " knows it: " + plan_.desync.text};
}

// True if the other side's record of the bad tick is sound: a recorder asserts it.
bool is_record(const BundlePlan& plan, const replay::Replay& ours) {
    const net::OtherSide& other = *plan.desync.other;
    return plan.desync.cause == net::DesyncCause::setup ||
           sim::parse_record(plan.game.input_schema, ours.header().setup.slots, other.record)
               .has_value();
}

Result<void> write_theirs(const BundlePlan& plan, const std::string& path) {
    if (!plan.desync.other || !plan.desync.theirs) {
        return Error{ErrorCode::bad_data, "", "the other side's report did not arrive"};
    }
    const auto ours = replay::Replay::open(plan.recording);
    if (!ours) {
        // The error's place is a path, which no bundle holds.
        return Error{ErrorCode::bad_data, "", ours.error().message};
    }
    if (!is_record(plan, *ours)) {
        return Error{ErrorCode::bad_data, "",
                     "what the other side told as its inputs are none of this game"};
    }
    auto output = replay::FileOutput::create(path, {.force = false,
                                                    .sync = replay::FileSync::none,
                                                    .is_named_when_flushed = true,
                                                    .force_name = "another folder"});
    TANDEM_TRY(output);
    replay::HeldOutput held(**output);
    replay::RecorderOptions options;
    options.build = plan.other_build;
    options.game_build = plan.other_program;
    replay::Recorder recorder(held, options);
    TANDEM_TRY(TheirSession(plan, *ours, recorder).report());
    return (*output)->close();
}

BundleManifest manifest_of(const BundlePlan& plan, const WrittenBundle& written) {
    BundleManifest manifest{.tick = plan.desync.tick.number,
                            .is_host = plan.is_host,
                            .player = plan.own.index,
                            .other_player = plan.desync.slot.index,
                            .game = plan.game.name,
                            .game_version = plan.game.version,
                            .build = build_text(),
                            .other_build = plan.other_build,
                            .machine = build_of_this_source().machine,
                            .cause = replay::cause_class_text(written.cause),
                            .ours = k_ours,
                            .theirs_missing = written.theirs_missing,
                            .packets = std::string(k_packets_name)};
    if (written.theirs_missing.empty()) {
        manifest.theirs = k_theirs;
    }
    return manifest;
}

Result<WrittenBundle> fill_folder(const BundlePlan& plan, const std::string& folder) {
    WrittenBundle written{folder, "", live_cause(plan.desync.cause)};
    const std::string ours = folder + "/" + k_ours;
    const std::string theirs = folder + "/" + k_theirs;
    std::error_code failure;
    if (!fs::copy_file(plan.recording, ours, failure)) {
        return cannot_write(ours, failure.message());
    }
    if (auto made = write_theirs(plan, theirs); !made) {
        if (made.error().code == ErrorCode::io) {
            return cannot_write(theirs, made.error().message);
        }
        written.theirs_missing = made.error().message;
    }
    if (auto made = write_page(folder, std::string(k_packets_name), plan.packets, false); !made) {
        return cannot_write(folder + "/" + std::string(k_packets_name), made.error().message);
    }
    if (plan.conclude && written.theirs_missing.empty()) {
        written.cause = plan.conclude(ours, theirs);
    }
    // The manifest is written last: with it the bundle is whole.
    if (auto made =
            write_page(folder, k_manifest_name, manifest_text(manifest_of(plan, written)), false);
        !made) {
        return cannot_write(folder + "/" + std::string(k_manifest_name), made.error().message);
    }
    return written;
}

}  // namespace
}  // namespace tandem::tools
