// SPDX-License-Identifier: MIT
// What the walk through a state with one field that differs costs: bytes, trips and work.
#include <chrono>
#include <ratio>
#include <string>

#include <tandem/net/session/state_walk.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tests/bench/net/sheet.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

double ms_since(std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from)
        .count();
}

// Elements of 24 bytes that are partly alike, as in a game.
sim::Bytes large_state(std::size_t size) {
    Random random(1);
    sim::Bytes state;
    state.reserve(size + 24);
    for (std::uint64_t number = 0; state.size() < size; ++number) {
        sim::append_le(state, number);
        sim::append_le(state, random.next64());
        sim::append_le(state, std::uint64_t{100});
    }
    state.resize(size);
    return state;
}

struct Walked {
    std::uint64_t bytes = 0;
    std::uint64_t trips = 0;
    double cut_ms = 0;
    double walk_ms = 0;
};

Walked walk_once(std::size_t size) {
    sim::Bytes state = large_state(size);
    const sim::Schema schema;
    net::OwnState ours(schema, state);
    state[size / 2] ^= std::byte{1};
    net::OwnState theirs(schema, std::move(state));
    const sim::StateHash hash = sim::state_hash(schema, theirs.state);
    Walked walked;
    const auto begun = std::chrono::steady_clock::now();
    ours.pieces.build(size);
    walked.cut_ms = ms_since(begun);
    theirs.pieces.build(size);
    const auto cut = std::chrono::steady_clock::now();
    net::StateWalk walk(ours, hash, theirs.state.size());
    net::StateTeller teller(theirs, hash);
    while (!walk.is_over()) {
        ++walked.trips;
        std::uint64_t asks = 0;
        for (auto hashes = walk.next_ask(); !hashes.empty(); hashes = walk.next_ask()) {
            walked.bytes += net::encode_message(net::Ask{1, hashes}).size();
            static_cast<void>(teller.receive(std::move(hashes)));
            ++asks;
        }
        for (; asks > 0; --asks) {
            auto answer = teller.next_answer();
            walked.bytes += net::encode_message(net::Pieces{1, **answer}).size();
            static_cast<void>(walk.receive(**std::move(answer)));
        }
    }
    walked.walk_ms = ms_since(cut);
    return walked;
}

}  // namespace

void measure_walks(const Sheet& sheet) {
    constexpr std::size_t k_kib = 1'024;
    for (const std::size_t kib : {std::size_t{64}, k_kib, 64 * k_kib}) {
        if (sheet.is_smoke() && kib > k_kib) {
            continue;
        }
        const Walked walked = walk_once(kib * k_kib);
        const bool was_sent = kib <= k_kib;
        sheet.add(
            {"one field of a state of " + std::to_string(kib) +
                 " KiB: bytes of asks and answers; trips; ms to cut it, ms to walk",
             was_sent ? std::to_string(kib * k_kib) + " bytes" : "not compared", "-",
             text_of("%llu; %llu; %.1f, %.1f", static_cast<unsigned long long>(walked.bytes),
                     static_cast<unsigned long long>(walked.trips), walked.cut_ms, walked.walk_ms),
             "1", true});
    }
}

}  // namespace tandem::bench
