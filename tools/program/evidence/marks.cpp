// SPDX-License-Identifier: MIT
// Has a switch over every kind, so that a new kind cannot be forgotten here.
#include <tandem/tools/program/evidence/marks.hpp>

#include <algorithm>
#include <utility>

#include <tandem/replay/recording/contents.hpp>
#include <tandem/tools/text/mark_name.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools {
namespace {

// True if a mark's number of a player means something.
bool has_player(sim::MarkKind kind) {
    return kind != sim::MarkKind::pause && kind != sim::MarkKind::plant &&
           kind != sim::MarkKind::note && kind != sim::MarkKind::failed;
}
bool has_count(sim::MarkKind kind) {
    return kind == sim::MarkKind::input_delay || kind == sim::MarkKind::stall ||
           kind == sim::MarkKind::pause || kind == sim::MarkKind::match;
}
std::string count_of(const sim::Mark& mark) {
    return mark.kind == sim::MarkKind::input_delay ? count_text(mark.value, "tick")
           : mark.kind == sim::MarkKind::match     ? "generation " + std::to_string(mark.value)
                                                   : std::to_string(mark.value) + " ms";
}

}  // namespace

std::string mark_text(const sim::Mark& mark) {
    std::string text = mark_name(mark.kind) + " at tick " + std::to_string(mark.tick.number);
    if (has_player(mark.kind)) {
        text += ", player " + std::to_string(mark.slot);
    }
    if (has_count(mark.kind)) {
        text += ", " + count_of(mark);
    } else if (mark.kind == sim::MarkKind::desync) {
        text += ", their state " + hash_text(mark.value);
    }
    return mark.text.empty() ? text : text + ", " + escaped(mark.text);
}

JsonObject mark_facts(const sim::Mark& mark) {
    JsonValue value;
    if (has_count(mark.kind)) {
        value = mark.value;
    } else if (mark.kind == sim::MarkKind::desync) {
        value = hash_text(mark.value);
    }
    return {{"kind", mark_name(mark.kind)},
            {"tick", mark.tick.number},
            {"player", has_player(mark.kind) ? JsonValue(mark.slot) : JsonValue()},
            {"value", std::move(value)},
            {"text", mark.text}};
}

PlayersShown players_of(const replay::Replay& file) {
    PlayersShown players;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::player_name) {
            players.names[mark.slot] = mark.text;
        }
    }
    return players;
}

std::string match_of(const replay::Replay& file) {
    std::string id;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::match) {
            id = mark.text;
        }
    }
    return id;
}

std::string plants_text(const replay::Replay& file, std::uint64_t ticks_done) {
    std::string text;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::plant && mark.tick.number < ticks_done) {
            text += (text.empty() ? "a bit was flipped on purpose, as when this was recorded: "
                                  : ", ") +
                    escaped(mark.text) + " after tick " + std::to_string(mark.tick.number);
        }
    }
    return text;
}

std::vector<std::uint64_t> stalled_ticks(const replay::Replay& file) {
    std::vector<std::uint64_t> ticks;
    for (const sim::Mark& mark : file.marks()) {
        if (mark.kind == sim::MarkKind::stall) {
            ticks.push_back(mark.tick.number);
        }
    }
    return ticks;
}

std::vector<std::uint64_t> keyframe_ticks(const replay::Replay& file) {
    std::vector<std::uint64_t> ticks;
    for (const replay::StoredState& state : file.states()) {
        if (state.purpose == sim::StatePurpose::keyframe) {
            ticks.push_back(state.ticks_done);
        }
    }
    return ticks;
}

std::vector<PlaybackMark> playback_marks(const replay::Replay& file) {
    std::vector<PlaybackMark> marks;
    for (const sim::Mark& mark : file.marks()) {
        if (!replay::is_about_whole_session(mark.kind)) {
            marks.push_back({mark.tick.number, mark_text(mark)});
        }
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const PlaybackMark& a, const PlaybackMark& b) { return a.tick < b.tick; });
    return marks;
}

}  // namespace tandem::tools
