// SPDX-License-Identifier: MIT
// The one place that loads a recorded state into a simulation.
#include <tandem/replay/entry.hpp>

#include <algorithm>
#include <string>

#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

sim::Result<void> load_and_jump(const Replay& replay, const StoredState& stored,
                                sim::Timeline& timeline) {
    const auto state = replay.load_state(stored, timeline.simulation().info().state_bytes_max);
    return state ? timeline.jump(stored.ticks_done, state->bytes, state->hashes)
                 : sim::Result<void>(state.error());
}

// Why the tick at which a chain is seen to differ may not be the first.
std::string since_text(const Replay& replay, std::uint64_t ticks_done) {
    const std::uint64_t since = first_possible_tick(replay, ticks_done);
    if (since + 1 >= ticks_done) {
        return "";
    }
    return "; the file has " + std::to_string(replay.header().track_bits) +
           " bits of the chain at a tick, so the states may differ from tick " +
           std::to_string(since) + " on";
}

// The low bits of a chain, a hexadecimal digit for each four of them.
std::string low_text(std::uint64_t chain, std::uint32_t bits) {
    constexpr std::uint32_t k_bits_of_digit = 4;
    const std::string digits = sim::hex64(chain);
    return digits.substr(digits.size() - bits / k_bits_of_digit);
}

sim::Error contradicted(const std::string& how) { return {sim::ErrorCode::divergence, "", how}; }

}  // namespace

sim::Result<void> start_as_recorded(const Replay& replay, sim::Timeline& timeline) {
    if (auto same = check_simulation(replay.header(), timeline.simulation().info()); !same) {
        return same;
    }
    if (const auto missing = replay.missing_assets(); !missing.empty()) {
        return sim::Error{
            sim::ErrorCode::usage, "asset " + missing.front(),
            "the file names this asset without its content, which is over 1 MiB; only a "
            "program that has it can play the file (Replay::supply_asset)"};
    }
    if (auto started = timeline.start(replay.header().setup); !started) {
        return started;
    }
    if (replay.first_tick() == 0) {
        return {};
    }
    const StoredState* first = replay.find_state(replay.first_tick());
    if (first == nullptr || first->purpose != sim::StatePurpose::keyframe) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file begins after " + std::to_string(replay.first_tick()) +
                              " ticks, but the keyframe it should begin with is missing"};
    }
    auto begun = load_and_jump(replay, *first, timeline);
    if (!begun && begun.error().code == sim::ErrorCode::step_failed) {
        // Refusing is the game's part of checking what stands in a file.
        return sim::Error{sim::ErrorCode::bad_data, "byte " + std::to_string(first->offset),
                          "the game refuses the state after " + sim::ticks_text(first->ticks_done) +
                              " with which the file begins: " + begun.error().message};
    }
    return begun;
}

bool jump_to_keyframe(const Replay& replay, sim::Timeline& timeline, std::uint64_t after,
                      std::uint64_t before) {
    const auto states = replay.states();
    for (std::size_t i = states.size(); i-- > 0;) {
        const StoredState& state = states[i];
        const bool is_between = state.purpose == sim::StatePurpose::keyframe &&
                                state.ticks_done > after && state.ticks_done < before;
        if (is_between && load_and_jump(replay, state, timeline)) {
            return true;
        }
    }
    return false;
}

sim::Result<void> check_chain(Cursor& cursor, std::uint64_t ticks_done, sim::ChainHash chain) {
    const auto recorded = cursor.chain(ticks_done);
    if (!recorded) {
        return recorded.error();
    }
    if (recorded->agrees(chain)) {
        return {};
    }
    const std::string since = since_text(cursor.replay(), ticks_done);
    if (recorded->whole) {
        return contradicted("recorded chain " + sim::hex64(recorded->low) + ", simulated " +
                            sim::hex64(chain.value) + since);
    }
    const std::uint32_t bits = recorded->low_bits;
    return contradicted("recorded chain ends in " + low_text(recorded->low, bits) +
                        ", simulated in " + low_text(chain.value, bits) + since);
}

std::uint64_t first_possible_tick(const Replay& replay, std::uint64_t ticks_done) {
    if (ticks_done == replay.first_tick() || replay.header().track_bits >= k_trusted_track_bits) {
        return ticks_done == replay.first_tick() ? ticks_done : ticks_done - 1;
    }
    std::uint64_t since = replay.first_tick();
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done < ticks_done) {
            since = std::max(since, anchor.ticks_done);
        }
    }
    return since;
}

std::optional<std::uint64_t> next_whole_chain(const Replay& replay, std::uint64_t ticks_done) {
    for (const Anchor& anchor : replay.anchors()) {
        if (anchor.ticks_done >= ticks_done) {
            return anchor.ticks_done;
        }
    }
    return std::nullopt;
}

sim::Result<void> check_growth(const Replay& shorter, const Replay& longer) {
    const std::uint64_t end = shorter.end_tick();
    bool is_same = longer.first_tick() == shorter.first_tick() &&
                   longer.start_hashes() == shorter.start_hashes() && longer.end_tick() >= end;
    if (is_same) {
        const auto before = Cursor(shorter).chain(end);
        const auto now = Cursor(longer).chain(end);
        is_same = before && now && before->agrees(*now);
    }
    if (!is_same) {
        return sim::Error{sim::ErrorCode::bad_data, "",
                          "the file no longer begins with the " + std::to_string(shorter.ticks()) +
                              " ticks that it had"};
    }
    return {};
}

}  // namespace tandem::replay
