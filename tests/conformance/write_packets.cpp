// SPDX-License-Identifier: MIT
// Writes packets with the library, sound and damaged ones, and what it says of them as JSON, for
// the independent decoder to be compared with.
#include <cstdio>
#include <fstream>
#include <string>

#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/net/input_kinds.hpp>
#include <tests/net/wire_samples.hpp>

namespace {

using namespace tandem;
using net::wire::Packet;
using net::wire::PacketFormat;

std::string hex(sim::ByteView bytes) {
    std::string text = "\"";
    for (const std::byte byte : bytes) {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned>(byte));
        text += digits;
    }
    return text + "\"";
}

// A list of what `item` makes of 0 to count - 1.
template <class Item>
std::string list(std::size_t count, Item item) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ", ") + item(i);
    }
    return text + "]";
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string head_facts(const net::wire::PacketHead& head) {
    const std::string none = "null";
    std::string text = R"("number": )" + number(head.number);
    text += R"(, "echo": )" +
            (head.echo ? "[" + number(head.echo->number) + ", " + number(head.echo->held_code) + "]"
                       : none);
    text += R"(, "extras": )";
    if (head.extras) {
        const auto way = head.extras->way_beyond;
        text += "[" + number(static_cast<std::uint64_t>(head.extras->strain)) + ", " +
                number(head.extras->loss_run) + ", " + (way ? number(*way) : none) + "]";
    } else {
        text += none;
    }
    text += R"(, "due": )" + (head.due ? number(*head.due) : none);
    text += R"(, "base": )" + (head.due ? none : number(head.base));
    return text + R"(, "hash": )" +
           (head.hash
                ? "[" + number(head.hash->ticks_done) + ", " + number(head.hash->chain_low) + "]"
                : none);
}

std::string facts(const Packet& packet) {
    const auto ack = [&](std::size_t i) {
        const net::wire::Ack& said = packet.acks[i];
        return "[" + number(said.slot) + ", " + number(said.next) + ", " +
               (said.slack ? std::to_string(*said.slack) : "null") + "]";
    };
    const auto run = [&](std::size_t i) {
        const net::wire::Run& said = packet.runs[i];
        const auto input = [&](std::size_t k) { return hex(packet.inputs[said.index + k]); };
        return "[" + number(said.slot) + ", " + number(said.first) + ", " + number(said.known) +
               ", " + list(static_cast<std::size_t>(said.count), input) + "]";
    };
    return "{" + head_facts(packet.head) + R"(, "acks": )" + list(packet.acks.size(), ack) +
           R"(, "runs": )" + list(packet.runs.size(), run) + "}";
}

// One line of the file: a packet, what its receiver knows, and what the library makes of it.
std::string line(const test::InputKind& kind, const PacketFormat& format, std::uint64_t reference,
                 const sim::Bytes& known, const sim::Bytes& bytes) {
    const test::AlwaysKnown always(known);
    Packet packet;
    const bool is_sound = decode_packet(bytes, {&format, &always, reference}, packet).has_value();
    const auto fixed = format.inputs.fixed_bytes();
    return R"({"kind": ")" + kind.name + R"(", "players": )" + number(format.players) +
           R"(, "fixed_bytes": )" + (fixed ? number(*fixed) : "null") + R"(, "reference": )" +
           number(reference) + R"(, "known": )" + hex(known) + R"(, "bytes": )" + hex(bytes) +
           R"(, "says": )" + (is_sound ? facts(packet) : "null") + "}\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: conformance_packets FILE\n");
        return 2;
    }
    std::ofstream file(argv[1], std::ios::binary);
    const auto kinds = test::input_kinds();
    for (const test::InputKind& kind : kinds) {
        for (std::uint64_t seed = 1; seed <= (kind.name == "1,024 bytes" ? 20 : 150); ++seed) {
            Random random(seed);
            constexpr std::uint32_t k_players[] = {1, 2, 2, 8, 9, 64};
            const PacketFormat format{k_players[random.below(6U)],
                                      net::wire::InputFormat(kind.schema)};
            test::SamplePacket sample = test::random_sample(random, kind, format.players);
            const sim::Bytes known = kind.next(kind.idle(), random);
            for (test::SampleRun& run : sample.runs) {
                run.previous = known;
            }
            const std::uint64_t reference = 16 * sample.head.origin() + random.below(1'000U);
            const sim::Bytes bytes = test::write_sample(sample, format, test::k_sample_bytes_max);
            file << line(kind, format, reference, known, bytes);
            for (int mutants = 0; mutants < 8; ++mutants) {
                sim::Bytes mutant = bytes;
                mutant[random.below(mutant.size())] ^=
                    static_cast<std::byte>(1U << random.below(8U));
                file << line(kind, format, reference, known, mutant);
            }
        }
    }
    for (const auto& example : {test::held_example(), test::random_example()}) {
        test::SamplePacket sample = example;
        const PacketFormat format{2, net::wire::InputFormat(kinds[2].schema)};
        const sim::Bytes bytes = test::write_sample(sample, format, test::k_sample_bytes_max);
        file << line(kinds[2], format, 16'000, sample.runs[0].previous, bytes);
    }
    return file.flush() ? 0 : 1;
}
