// SPDX-License-Identifier: MIT
// Compares epoch by epoch: first the bytes, and the records only if the bytes are not the same.
#include <tandem/replay/compare/diff_records.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <tandem/replay/files/byte_source.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/history/chain.hpp>

namespace tandem::replay {
namespace {

// The place of the blocks of an epoch, others among them.
struct Place {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

Place place_of(const Replay& replay, std::size_t epoch) {
    const auto epochs = replay.epochs();
    const std::uint64_t offset = epochs[epoch].offset;
    const std::uint64_t end = epoch + 1 < epochs.size() ? epochs[epoch + 1].offset : replay.bytes();
    return {offset, end - offset};
}

sim::Result<bool> are_same_bytes(const Replay& a, const Place& in_a, const Replay& b,
                                 const Place& in_b) {
    if (in_a.bytes != in_b.bytes) {
        return false;
    }
    Window window_a(a.source(), Window::k_far_bytes);
    Window window_b(b.source(), Window::k_far_bytes);
    for (std::uint64_t done = 0; done < in_a.bytes; done += Window::k_far_bytes) {
        const std::uint64_t count = std::min<std::uint64_t>(Window::k_far_bytes, in_a.bytes - done);
        const auto bytes_a = window_a.at(in_a.offset + done, count);
        const auto bytes_b = window_b.at(in_b.offset + done, count);
        TANDEM_TRY(bytes_a);
        TANDEM_TRY(bytes_b);
        if (!std::equal(bytes_a->begin(), bytes_a->end(), bytes_b->begin(), bytes_b->end())) {
            return false;
        }
    }
    return true;
}

// Ticks that follow each other, and whose inputs the two files do not hold in the same bytes.
struct Ticks {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

sim::Result<std::vector<Ticks>> unlike_ticks(const Replay& a, const Replay& b, std::uint64_t end) {
    std::vector<Ticks> unlike;
    const auto of_b = b.epochs();
    for (std::size_t i = 0; i < a.epochs().size(); ++i) {
        const Epoch& epoch = a.epochs()[i];
        if (epoch.first_tick >= end) {
            break;
        }
        const auto in_b = std::find_if(of_b.begin(), of_b.end(), [&](const Epoch& other) {
            return other.first_tick == epoch.first_tick;
        });
        if (in_b != of_b.end()) {
            const auto same = are_same_bytes(
                a, place_of(a, i), b, place_of(b, static_cast<std::size_t>(in_b - of_b.begin())));
            TANDEM_TRY(same);
            if (*same) {
                continue;
            }
        }
        unlike.push_back({epoch.first_tick, epoch.end_tick});
    }
    return unlike;
}

// Checks these records of one file, between places for which it states the hash of its records.
sim::Result<void> check_records(const Replay& replay, const std::vector<Ticks>& ticks,
                                std::uint64_t end) {
    Cursor cursor(replay);
    sim::RecordsHash records = replay.start_hashes().records;
    std::uint64_t done = replay.first_tick();
    auto next = ticks.begin();  // the first ticks that do not end before `done`
    for (const Anchor& anchor : replay.anchors()) {
        if (!anchor.records || anchor.ticks_done <= done) {
            continue;
        }
        while (next != ticks.end() && next->end <= done) {
            ++next;
        }
        if (anchor.ticks_done > end || next == ticks.end()) {
            return {};
        }
        const std::uint64_t begun = done;
        if (next->first < anchor.ticks_done) {
            for (; done < anchor.ticks_done; ++done) {
                const auto record = cursor.record(sim::Tick{done});
                TANDEM_TRY(record);
                records = sim::records_next(records, sim::hash_bytes(*record));
            }
            if (records != *anchor.records) {
                return sim::Error{sim::ErrorCode::bad_data, "tick " + std::to_string(begun),
                                  "the records from here on do not hash to what the file states "
                                  "after " +
                                      std::to_string(anchor.ticks_done) + " ticks"};
            }
        }
        records = *anchor.records;
        done = anchor.ticks_done;
    }
    return {};
}

}  // namespace

sim::Result<void> check_unlike_records(const Replay& a, const Replay& b, std::uint64_t end) {
    const auto ticks = unlike_ticks(a, b, end);
    TANDEM_TRY(ticks);
    const auto checked = check_records(a, *ticks, end);
    return checked ? check_records(b, *ticks, end) : checked;
}

}  // namespace tandem::replay
