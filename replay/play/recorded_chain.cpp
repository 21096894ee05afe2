// SPDX-License-Identifier: MIT
// Compares chains. A narrow track shows late that a chain is another one, so the error says since
// when.
#include <tandem/replay/play/recorded_chain.hpp>

#include <algorithm>
#include <string>

#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

// Says why the tick at which a chain is seen to differ may not be the first.
std::string since_text(const Replay& replay, std::uint64_t ticks_done) {
    const std::uint64_t since = first_possible_tick(replay, ticks_done);
    if (since + 1 >= ticks_done) {
        return "";
    }
    return "; the file has " + std::to_string(replay.header().track_bits) +
           " bits of the chain at a tick, so the states may differ from tick " +
           std::to_string(since) + " on";
}

// Returns the low bits of a chain, a hexadecimal digit for each four of them.
std::string low_text(std::uint64_t chain, std::uint32_t bits) {
    constexpr std::uint32_t k_bits_of_digit = 4;
    const std::string digits = sim::hex64(chain);
    return digits.substr(digits.size() - bits / k_bits_of_digit);
}

}  // namespace

std::string parting_text(const Replay& replay, std::uint64_t ticks_done,
                         const RecordedChain& recorded, sim::ChainHash chain) {
    const std::string since = since_text(replay, ticks_done);
    if (recorded.whole) {
        return "recorded chain " + sim::hex64(recorded.low) + ", simulated " +
               sim::hex64(chain.value) + since;
    }
    const std::uint32_t bits = recorded.low_bits;
    return "recorded chain ends in " + low_text(recorded.low, bits) + ", simulated in " +
           low_text(chain.value, bits) + since;
}

sim::Result<void> check_chain(Cursor& cursor, std::uint64_t ticks_done, sim::ChainHash chain) {
    const auto recorded = cursor.chain(ticks_done);
    TANDEM_TRY(recorded);
    if (recorded->agrees(chain)) {
        return {};
    }
    return sim::Error{sim::ErrorCode::divergence, "",
                      parting_text(cursor.replay(), ticks_done, *recorded, chain)};
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
