// SPDX-License-Identifier: MIT
// The walk through a state that differs, with answers and asks of the fuzzer's choice between sound
// ones. Whatever is said, a walk ends within its bounds, and what it calls whole has the hash that
// was told.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <tandem/net/session/state_walk.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::test {
namespace {

using sim::ByteReader;
using sim::Bytes;

void require_walk(bool holds) {
    if (!holds) {
        std::abort();
    }
}

Bytes repeated_state(ByteReader& reader) {
    Bytes state;
    const std::uint8_t runs = reader.u8();
    for (std::uint8_t run = 0; run < runs % 16; ++run) {
        const std::uint8_t step = reader.u8();
        const std::size_t size = std::size_t{reader.u8()} * 32;
        for (std::size_t index = 0; index < size; ++index) {
            state.push_back(static_cast<std::byte>((index * step) >> (step % 3)));
        }
    }
    return state;
}

net::PieceContent made_up_content(ByteReader& reader) {
    net::PieceContent content;
    const std::uint8_t parts = reader.u8() % 5;
    for (std::uint8_t part = 0; part < parts; ++part) {
        const std::uint64_t hash = reader.u8();
        content.parts.push_back({hash, reader.u16()});
    }
    if (parts == 0) {
        content.bytes.assign(reader.u16() % net::PieceLimits::bytes_max, std::byte{1});
    }
    return content;
}

void walk_through(ByteReader& reader) {
    const sim::Schema schema;
    net::OwnState ours(schema, repeated_state(reader));
    net::OwnState theirs(schema, repeated_state(reader));
    while (!ours.pieces.build(1'000) || !theirs.pieces.build(1'000)) {
    }
    const bool is_true = reader.u8() % 4 != 0;
    const sim::StateHash hash{is_true ? sim::hash_bytes(theirs.state) : reader.u8()};
    net::StateWalk walk(ours, hash, is_true ? theirs.state.size() : reader.u32());
    net::StateTeller teller(theirs, hash);
    // Once nothing is left to read, every answer is empty.
    for (std::uint64_t round = 0; !walk.is_over(); ++round) {
        require_walk(round <= net::PieceLimits::told_max);
        const auto hashes = walk.next_ask();
        const std::uint8_t what = reader.u8();
        if (hashes.empty() || !teller.receive(hashes)) {
            return;
        }
        auto answer = teller.next_answer();
        if (!answer || !*answer) {
            return;
        }
        if (what % 4 == 1) {
            (*answer)->push_back(made_up_content(reader));
        } else if (what % 4 == 2 && !(*answer)->empty()) {
            (*answer)->at(what % (*answer)->size()) = made_up_content(reader);
        } else if (what % 4 == 3) {
            (*answer)->resize(what / 4 % ((*answer)->size() + 1));
        }
        if (!walk.receive(**std::move(answer))) {
            require_walk(walk.known_beginning().size() <= walk.their_bytes());
            return;
        }
    }
    require_walk(walk.end() != net::StateWalk::End::whole ||
                 sim::hash_bytes(walk.state()) == hash.value);
    require_walk(walk.bytes_told() <= net::PieceLimits::told_bytes_max);
}

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tandem::sim::ByteReader reader(std::as_bytes(std::span(data, size)));
    tandem::test::walk_through(reader);
    return 0;
}
