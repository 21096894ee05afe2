// SPDX-License-Identifier: MIT
// A call out of order is an error in words, because a page may always be wrong.
#include <tandem/tools/web/module/viewer.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/program/evidence/differences.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/web/module/json_text.hpp>

namespace tandem::tools::web {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;
using std::chrono::nanoseconds;

// No screen has so many pixels a side, and it bounds what a page can make the module allocate.
constexpr std::uint32_t k_pixels_max = 8192;

Error nothing(const char* what) { return {ErrorCode::usage, "", what}; }

JsonObject report_facts(const replay::VerifyReport& report) {
    return {{"verdict", replay::verdict_text(report.verdict)},
            {"message", escaped(report.message)},
            {"ticks_checked", report.ticks_checked},
            {"ticks_recorded", report.ticks_recorded},
            {"tick", report.divergence ? JsonValue(report.divergence->tick.number) : JsonValue()},
            {"chain", hash_text(report.chain.value)},
            {"fields", fields_json(report.fields)},
            {"fields_moment", moment_text(report.fields_ticks_done)},
            {"flaw", report.flaw ? JsonValue(escaped(report.flaw->text())) : JsonValue()}};
}

}  // namespace

Result<int> Viewer::open(std::string name, sim::Bytes bytes) {
    auto recording = open_recording(std::move(name), std::move(bytes));
    TANDEM_TRY(recording);
    files_[next_file_] = std::move(*recording);
    return next_file_++;
}

// Everything that refers to it goes first.
void Viewer::close(int file) {
    watch_.reset();
    strips_.reset();
    verification_.reset();
    files_.erase(file);
}

Result<const Recording*> Viewer::find(int file) const {
    const auto found = files_.find(file);
    if (found == files_.end()) {
        return nothing("this file is not open any more");
    }
    return static_cast<const Recording*>(found->second.get());
}

Result<std::string> Viewer::facts(int file) const {
    const auto found = find(file);
    return found ? Result<std::string>(json_text(recording_facts(**found))) : found.error();
}

Result<std::string> Viewer::compare(int a, int b) const {
    const auto first = find(a);
    const auto second = find(b);
    if (!first || !second) {
        return first ? second.error() : first.error();
    }
    const auto facts = comparison_facts(**first, **second);
    return facts ? Result<std::string>(json_text(*facts)) : facts.error();
}

Result<void> Viewer::watch(int a, int b, nanoseconds now) {
    std::vector<const Recording*> recordings;
    for (const int file : {a, b}) {
        if (file < 0) {
            continue;
        }
        const auto found = find(file);
        TANDEM_TRY(found);
        if ((*found)->game == nullptr) {
            return nothing("this recording cannot be played here");
        }
        recordings.push_back(*found);
    }
    auto started = Watch::start(std::move(recordings), now);
    TANDEM_TRY(started);
    watch_ = std::move(*started);
    return {};
}

Result<std::string> Viewer::watch_frame(nanoseconds now) {
    if (!watch_) {
        return nothing("nothing is played");
    }
    const auto done = watch_->frame(now);
    JsonObject facts = watch_->facts(now);
    const auto slot = watch_->taken_over();
    facts.emplace_back("take_over", slot ? JsonValue(slot->index) : JsonValue());
    facts.emplace_back("error", done ? JsonValue() : JsonValue(escaped(done.error().text())));
    return json_text(facts);
}

Result<std::string> Viewer::press(std::uint8_t key, nanoseconds now) {
    if (!watch_) {
        return nothing("nothing is played");
    }
    TANDEM_TRY(watch_->press(key, now));
    return json_text(watch_->facts(now));
}

Result<std::string> Viewer::inputs(std::size_t side) {
    if (!watch_) {
        return nothing("nothing is played");
    }
    return json_text(watch_->inputs(side));
}

Result<void> Viewer::begin_verifying(int file) {
    const auto found = find(file);
    TANDEM_TRY(found);
    if ((*found)->game == nullptr) {
        return nothing("this recording cannot be verified here");
    }
    auto started = replay::Verification::start((*found)->replay, (*found)->game->make());
    TANDEM_TRY(started);
    verification_ = std::move(*started);
    return {};
}

Result<std::string> Viewer::verify_part(std::uint64_t ticks) {
    if (!verification_) {
        return nothing("nothing is verified");
    }
    if (verification_->advance(ticks)) {
        return json_text(JsonObject{{"verdict", JsonValue()},
                                    {"ticks_checked", verification_->ticks_checked()},
                                    {"chain", hash_text(verification_->chain().value)}});
    }
    const auto report = verification_->finish();
    verification_.reset();
    return json_text(report_facts(report));
}

Result<void> Viewer::begin_strips(int file) {
    const auto found = find(file);
    TANDEM_TRY(found);
    strips_ = std::make_unique<InputStrips>((*found)->replay, (*found)->replay.end_tick());
    return {};
}

Result<bool> Viewer::strips_part(std::uint64_t ticks) {
    return strips_ ? Result<bool>(strips_->advance(ticks)) : nothing("there are no strips");
}

Result<void> Viewer::hand_over(Slot slot, nanoseconds now) {
    if (!watch_) {
        return nothing("nothing is played");
    }
    auto from = watch_->branch();
    TANDEM_TRY(from);
    LivePlan plan{watch_->game(), from->setup, slot, {}, false};
    plan.from = std::move(*from);
    auto live = Live::begin(std::move(plan), now);
    TANDEM_TRY(live);
    live_ = std::move(*live);
    return {};
}

Result<void> Viewer::play(const std::string& name, std::uint32_t players, std::uint64_t seed,
                          nanoseconds now) {
    const RegisteredGame* game = built_in_games().find(name);
    if (game == nullptr || players == 0 || players > game->info->players_max) {
        return nothing("there is no such game here, or not for so many players");
    }
    LivePlan plan{*game, {}, Slot{0}, {}, true};
    plan.setup.seed = seed;
    plan.setup.slots = players;
    plan.setup.options = game->info->keys_options;
    auto live = Live::begin(std::move(plan), now);
    TANDEM_TRY(live);
    live_ = std::move(*live);
    return {};
}

Result<std::string> Viewer::live_frame(nanoseconds now) {
    if (!live_) {
        return nothing("nothing is played");
    }
    live_->frame(now);
    return json_text(live_->facts(now));
}

Raster& Viewer::raster_of(std::size_t side, std::uint32_t width, std::uint32_t height,
                          float text_height) {
    auto& raster = rasters_.at(side);
    if (!raster || raster->width() != width || raster->height() != height ||
        raster->text_height() != text_height) {
        if (live_) {
            live_->forget_picture();
        }
        raster = std::make_unique<Raster>(width, height, text_height);
    }
    return *raster;
}

Result<std::string> Viewer::draw(std::size_t side, std::uint32_t width, std::uint32_t height,
                                 float text_height) {
    if (!live_ && !watch_) {
        return nothing("nothing is played");
    }
    Raster& raster = raster_of(side, std::clamp(width, 1U, k_pixels_max),
                               std::clamp(height, 1U, k_pixels_max), text_height);
    TANDEM_TRY(live_ ? live_->draw(raster) : watch_->draw(side, raster));
    JsonArray lines;
    for (const std::string& line : raster.status_lines()) {
        lines.emplace_back(escaped(line));
    }
    return json_text(lines);
}

std::string Viewer::games() {
    JsonArray games;
    for (const RegisteredGame& game : built_in_games().games()) {
        games.emplace_back(JsonObject{{"name", game.info->name},
                                      {"players_max", game.info->players_max},
                                      {"keys_help", game.info->keys_help}});
    }
    return json_text(games);
}

}  // namespace tandem::tools::web
