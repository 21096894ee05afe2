// SPDX-License-Identifier: MIT
// Walks through states with the library and writes every message of it as JSON, for an independent
// teller to be compared with.
#include <cstdio>
#include <deque>
#include <fstream>
#include <string>
#include <vector>

#include <tandem/net/session/state_walk.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/schema/state_hash.hpp>
#include <tests/net/random_state.hpp>

namespace {

using namespace tandem;

std::string hex_text(sim::ByteView bytes) {
    std::string text = "\"";
    for (const std::byte byte : bytes) {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned>(byte));
        text += digits;
    }
    return text + "\"";
}

// A line: the state, and each ask with its answer, until every piece of it was told.
std::string walk_line(sim::Bytes state, std::uint64_t ticks) {
    const sim::Schema schema;
    net::OwnState own(schema, std::move(state));
    while (!own.pieces.build(100'000)) {
    }
    const sim::StateHash hash = sim::state_hash(schema, own.state);
    net::StateTeller teller(own, hash);
    std::string text = R"({"ticks": )" + std::to_string(ticks) + R"(, "state": )" +
                       hex_text(own.state) + R"(, "tells": [)";
    std::deque<std::uint64_t> wanted{hash.value};
    bool is_first = true;
    while (!wanted.empty()) {
        net::Ask ask{ticks, {}};
        while (!wanted.empty() && ask.hashes.size() < net::PieceLimits::asked_max) {
            ask.hashes.push_back(wanted.front());
            wanted.pop_front();
        }
        const bool is_taken = teller.receive(ask.hashes).has_value();
        auto answer = teller.next_answer();
        if (!is_taken || !answer || !*answer || (*answer)->empty()) {
            return "";
        }
        const net::Pieces pieces{ticks, **std::move(answer)};
        for (std::size_t left = ask.hashes.size(); left > pieces.contents.size(); --left) {
            wanted.push_front(ask.hashes[left - 1]);
        }
        for (const net::PieceContent& content : pieces.contents) {
            for (const net::Piece& part : content.parts) {
                wanted.push_back(part.hash);
            }
        }
        text += std::string(is_first ? "" : ", ") + "[" + hex_text(net::encode_message(ask)) +
                ", " + hex_text(net::encode_message(pieces)) + "]";
        is_first = false;
    }
    return text + "]}\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    std::ofstream file(argv[1]);
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        tandem::Random random(seed);
        const std::string line = walk_line(
            tandem::test::random_state(random, random.below(std::uint64_t{60'000})), seed);
        if (line.empty()) {
            return 1;
        }
        file << line;
    }
    return file.flush() ? 0 : 1;
}
