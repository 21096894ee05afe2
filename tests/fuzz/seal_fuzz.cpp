// SPDX-License-Identifier: MIT
// Seals and handshakes that are told anything: what opens was sealed by the other side and had not
// been opened, in whatever order, with whatever is lost; and no message is read that was changed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/net/transport/noise.hpp>

namespace tandem::test {
namespace {

using net::Noise;
using net::Seal;
using net::SealSide;
using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;

void require_seal(bool holds) {
    if (!holds) {
        std::abort();
    }
}

constexpr int k_turns_max = 200;

Bytes changed(Bytes message, ByteReader& reader) {
    const std::uint8_t how = reader.u8();
    if (how < 8) {
        message[reader.u8() % message.size()] ^= static_cast<std::byte>(1U << how);
    } else if (how < 12) {
        message.resize(reader.u8());
    } else if (how < 16) {
        const ByteView own = reader.read(std::min<std::size_t>(reader.u8(), reader.remaining()));
        message.assign(own.begin(), own.end());
    }
    return message;
}

void shake_hands(ByteReader& reader, net::KeyRatchet random) {
    const bool is_keyed = (reader.u8() & 1U) != 0;
    const auto shared = is_keyed ? std::optional(random.next()) : std::nullopt;
    Noise guest(SealSide::guest, shared, {}, random.next());
    Noise host(SealSide::host, shared, {}, random.next());
    const Bytes first = *guest.write({});
    const Bytes heard_first = changed(first, reader);
    const auto read = host.read(heard_first);
    require_seal(read || heard_first != first);
    require_seal(!is_keyed || read.has_value() == (heard_first == first));
    // Without a secret any key may be read, and the second message shows that it was another one.
    const auto second = read ? host.write(sim::as_bytes("x")) : std::nullopt;
    if (!second) {
        return;
    }
    const Bytes heard_second = changed(*second, reader);
    require_seal(guest.read(heard_second).has_value() ==
                 (heard_first == first && heard_second == *second));
}

void talk(ByteReader& reader, net::KeyRatchet random) {
    const net::SealKeys keys{random.next(), random.next()};
    Seal host(keys, SealSide::host);
    Seal guest(keys, SealSide::guest);
    std::vector<Bytes> sent;
    std::set<Bytes> unopened;
    int losses_left = 4'000;
    for (int turn = 0; turn < k_turns_max && reader.remaining() > 0; ++turn) {
        const std::uint8_t what = reader.u8();
        if (what < 0x60) {
            // Some are never carried at all: many of them, now and then.
            int lost = std::min(what < 4 ? what * 1'000 : what % 4, losses_left);
            losses_left -= lost;
            for (; lost > 0; --lost) {
                static_cast<void>(host.seal({}));
            }
            sent.push_back(host.seal(Bytes(what, std::byte{1})));
            unopened.insert(sent.back());
        } else if (!sent.empty()) {
            const Bytes heard = changed(sent[sent.size() - 1 - reader.u8() % sent.size()], reader);
            require_seal(!guest.open(heard) || unopened.erase(heard) == 1);
        }
    }
}

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tandem::sim::ByteReader reader(bytes);
    // Of the whole file, so that no file can contain what is sealed in its own run.
    const tandem::net::KeyRatchet random(
        tandem::net::keyed_hash(tandem::sim::as_bytes("seal"), bytes));
    if ((reader.u8() & 3U) == 0) {
        tandem::test::shake_hands(reader, random);
    } else {
        tandem::test::talk(reader, random);
    }
    return 0;
}
