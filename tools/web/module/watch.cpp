// SPDX-License-Identifier: MIT
// Two recordings go tick by tick together; the one that begins later or ends sooner stands still
// meanwhile.
#include <tandem/tools/web/module/watch.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/inputs/value_text.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/text/number_text.hpp>
#include <tandem/tools/view/ground.hpp>

namespace tandem::tools::web {
namespace {

using sim::Result;
using std::chrono::nanoseconds;

// Ticks without pace take this part of a frame; drawing takes the rest.
constexpr nanoseconds k_unpaced = std::chrono::milliseconds(10);
// The states for seeking may take so much: a page has more memory than a game that plays beside its
// recorder.
constexpr std::uint64_t k_seek_bytes = std::uint64_t{96} << 20;

bool is_time_over(const PlaybackOrder& order, nanoseconds now) {
    return order.is_unpaced && steady_now() - now >= k_unpaced;
}

}  // namespace

Watch::Side::Side(const Recording& shown, replay::Player&& its_player)
    : recording(&shown),
      player(std::move(its_player)),
      watched(player),
      previous(player.simulation().clone()),
      cursor(shown.replay),
      players(players_of(shown.replay)) {}

Result<std::unique_ptr<Watch>> Watch::start(std::vector<const Recording*> recordings,
                                            nanoseconds now) {
    std::vector<std::unique_ptr<Side>> sides;
    for (const Recording* recording : recordings) {
        replay::PlayerOptions options;
        options.memory_bytes = k_seek_bytes / recordings.size();
        auto player = replay::Player::create(recording->replay, recording->game->make(), options);
        if (!player) {
            return player.error().within(recording->name);
        }
        sides.push_back(std::make_unique<Side>(*recording, std::move(*player)));
    }
    const PlaybackScope scope = scope_of(sides);
    return std::unique_ptr<Watch>(new Watch(std::move(sides), scope, now));
}

Watch::Watch(std::vector<std::unique_ptr<Side>> sides, const PlaybackScope& scope, nanoseconds now)
    : sides_(std::move(sides)),
      playback_(scope, Playback::k_real_time, scope.first_tick, now),
      here_(scope.first_tick) {}

PlaybackScope Watch::scope_of(const std::vector<std::unique_ptr<Side>>& sides) {
    PlaybackScope scope;
    const Setup& setup = sides.front()->player.simulation().setup();
    scope.first_tick = sides.front()->recording->replay.first_tick();
    for (const auto& side : sides) {
        const replay::Replay& replay = side->recording->replay;
        scope.first_tick = std::min(scope.first_tick, replay.first_tick());
        scope.end_tick = std::max(scope.end_tick, replay.end_tick());
        const auto marks = playback_marks(replay);
        scope.marks.insert(scope.marks.end(), marks.begin(), marks.end());
    }
    std::stable_sort(scope.marks.begin(), scope.marks.end(),
                     [](const auto& a, const auto& b) { return a.tick < b.tick; });
    scope.rate = setup.tick_rate;
    scope.slots = setup.slots;
    scope.stays_at_end = true;
    if (sides.size() > 1) {
        scope.no_take_over = "two recordings are open; open one alone to take over";
    } else if (const sim::GameInfo& game = *sides.front()->recording->game->info; !game.has_keys) {
        scope.no_take_over = "the game " + game.name + " takes no keys";
    }
    return scope;
}

Result<void> Watch::press(std::uint8_t key, nanoseconds now) {
    playback_.press(key, now);
    while (playback_.has_order()) {
        if (auto obeyed = execute(playback_.advance(now), now); !obeyed) {
            return stopped_by(obeyed.error());
        }
    }
    return {};
}

Result<void> Watch::frame(nanoseconds now) {
    const PlaybackOrder order = playback_.advance(now);
    if (auto obeyed = execute(order, now); !obeyed) {
        return stopped_by(obeyed.error());
    }
    return {};
}

// Pauses, because the error would happen again in the next frame.
Result<void> Watch::stopped_by(const sim::Error& error) {
    playback_.pause();
    playback_.remark(escaped(error.text()));
    return error;
}

Result<void> Watch::execute(const PlaybackOrder& order, nanoseconds now) {
    Result<void> done;
    switch (order.kind) {
        case PlaybackOrder::Kind::step:
            done = step(order, now);
            break;
        case PlaybackOrder::Kind::step_back:
            done = step_back(order, now);
            break;
        case PlaybackOrder::Kind::jump:
            done = seek(order.target);
            for (const auto& side : sides_) {
                side->previous = side->player.simulation().clone();
            }
            break;
        case PlaybackOrder::Kind::hand_over:
            taken_over_ = order.slot;
            break;
        case PlaybackOrder::Kind::stay:
            break;
    }
    playback_.arrived(here_);
    return done;
}

Result<void> Watch::step(const PlaybackOrder& order, nanoseconds now) {
    while (here_ < order.target && !is_time_over(order, now)) {
        const auto had_diverged = [&] {
            return std::count_if(sides_.begin(), sides_.end(), [](const auto& side) {
                return side->player.diverged_at().has_value();
            });
        };
        const auto before = had_diverged();
        TANDEM_TRY(step_sides(order.is_unpaced || here_ + 1 == order.target));
        if (had_diverged() != before) {
            playback_.diverged(here_ - 1);
            return {};
        }
    }
    return {};
}

Result<void> Watch::step_sides(bool is_shown) {
    for (const auto& side : sides_) {
        if (side->player.ticks_done() != here_ || side->player.at_end()) {
            continue;
        }
        if (is_shown) {
            side->previous = side->player.simulation().clone();
        }
        if (auto stepped = side->watched.step(); !stepped) {
            return stepped.error().within(side->recording->name);
        }
    }
    ++here_;
    return {};
}

Result<void> Watch::step_back(const PlaybackOrder& order, nanoseconds now) {
    for (const auto& side : sides_) {
        side->previous = side->player.simulation().clone();
    }
    if (!order.is_unpaced) {
        return seek(order.target);
    }
    while (here_ > order.target && !is_time_over(order, now)) {
        TANDEM_TRY(seek(here_ - 1));
    }
    return {};
}

Result<void> Watch::seek(std::uint64_t ticks_done) {
    for (const auto& side : sides_) {
        const replay::Replay& replay = side->recording->replay;
        const std::uint64_t target = std::clamp(ticks_done, replay.first_tick(), replay.end_tick());
        if (auto sought = side->watched.seek(target); !sought) {
            return sought.error().within(side->recording->name);
        }
    }
    here_ = ticks_done;
    return {};
}

JsonObject Watch::facts(nanoseconds now) const {
    JsonArray sides;
    for (const auto& side : sides_) {
        const auto& divergence = side->player.diverged_at();
        sides.emplace_back(
            JsonObject{{"ticks_done", side->player.ticks_done()},
                       {"chain", hash_text(side->player.chain().value)},
                       {"diverged", divergence ? JsonValue(divergence->tick.number) : JsonValue()},
                       {"why", divergence ? JsonValue(escaped(divergence->text)) : JsonValue()},
                       {"compared", side->watched.compared()}});
    }
    const auto optional = [](const std::optional<std::uint64_t>& tick) {
        return tick ? JsonValue(*tick) : JsonValue();
    };
    return {{"tick", here_},
            {"line", playback_.state_line(now)},
            {"speed", playback_.speed_text()},
            {"paused", playback_.is_paused()},
            {"backward", playback_.is_backward()},
            {"at_end", playback_.is_at_end()},
            {"over", playback_.is_over()},
            {"loop_from", optional(playback_.loop_from())},
            {"loop_to", optional(playback_.loop_to())},
            {"sides", std::move(sides)}};
}

Result<void> Watch::draw(std::size_t index, Raster& raster) const {
    const Side& side = *sides_.at(index);
    raster.clear(k_ground);
    RasterOptions options;
    options.players = side.players;
    raster.show_game_in({0, 0, raster.width(), raster.height()}, std::move(options));
    // If two ends are not reached at the same time, there is no state in between.
    const bool moves = side.player.ticks_done() == here_;
    return side.player.simulation().draw_copy(raster, side.previous,
                                              moves ? playback_.alpha() : sim::Alpha{1, 1});
}

JsonArray Watch::inputs(std::size_t index) {
    Side& side = *sides_.at(index);
    const replay::Header& header = side.recording->replay.header();
    JsonArray texts;
    if (side.player.ticks_done() == side.recording->replay.first_tick()) {
        return texts;
    }
    const auto bytes = side.cursor.record(sim::Tick{side.player.ticks_done() - 1});
    if (!bytes) {
        return texts;
    }
    const auto record = sim::parse_record(header.input_schema, header.setup.slots, *bytes);
    for (std::uint32_t slot = 0; record && slot < header.setup.slots; ++slot) {
        texts.emplace_back(record->present(slot)
                               ? escaped(options_text(header.input_schema, record->inputs[slot]))
                               : "absent");
    }
    return texts;
}

Result<BranchPoint> Watch::branch() const {
    const Side& side = *sides_.front();
    return branch_here(side.player, side.recording->name);
}

}  // namespace tandem::tools::web
