// SPDX-License-Identifier: MIT
// Everything that comes off the wire: messages by themselves, and a host or a guest in mid-match to
// which the other side says whatever the fuzzer likes (packets by themselves: packet_decoder_fuzz).
// No input may crash, trip an assertion, or make a session hold on to more than its window.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tests/net/puppet.hpp>
#include <tests/net/puppet_host.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

using sim::Bytes;
using sim::ByteView;

// Shorter than the time for which it is looked whether a session ends.
constexpr std::uint32_t k_wait_return_ms = 5'000;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_message(ByteView bytes) {
    const auto message = net::decode_message(bytes);
    if (!message) {
        require(message.error().code == sim::ErrorCode::bad_data &&
                !message.error().message.empty());
        return;
    }
    const bool is_foreign_greeting =
        std::holds_alternative<net::Greeting>(*message) &&
        std::get<net::Greeting>(*message).protocol != net::k_protocol_version;
    const Bytes again = net::encode_message(*message);
    require(is_foreign_greeting || (again.size() == bytes.size() &&
                                    std::equal(again.begin(), again.end(), bytes.begin())));
}

sim::Result<std::optional<Bytes>> idle(sim::Tick tick, const sim::AnySimulation& simulation) {
    return std::optional<Bytes>(*simulation.bot_input(Slot{0}, tick.number, 1));
}

Setup match_setup(std::uint32_t players) {
    return make_setup(sim::erase<Counter>().info(), players);
}

// ---- A return ----

// That of a match whose slot 1 was given once: the fuzzer knows it, or no claim would ever pass.
net::MatchTicket known_ticket() { return net::draw_match_ticket(net::SecretKey{}, 2); }

net::Claim proven_claim(std::uint64_t tick, std::uint32_t slot) {
    net::MatchTicket match = known_ticket();
    match.given[1] = 1;
    const net::SlotTicket ticket = net::slot_ticket(match, 1);
    net::Claim claim;
    claim.of = {ticket.match, ticket.slot, ticket.given, ticket.generation};
    if ((tick & 1U) != 0) {
        auto simulation = sim::erase<Counter>();
        require(simulation.reset(match_setup(2)).has_value());
        const std::uint64_t start = sim::start_hash(simulation.info(), match_setup(2));
        claim.past = net::HeldPast{0, sim::chain_start(start, simulation.state_hash())};
        claim.has.assign(slot, tick);
    }
    claim.proof = net::prove(ticket.secret, net::Prover::guest, {}, net::claimed_bytes(claim));
    return claim;
}

// From the host of a guest that was given PuppetHost::secret.
net::Rejoin proven_rejoin(std::uint64_t tick, std::uint32_t slot, const Bytes& some) {
    net::Rejoin rejoin;
    rejoin.ticks_done = tick;
    rejoin.absent_from = tick;
    rejoin.due = tick + slot;
    if ((tick & 1U) != 0) {
        const Bytes record{std::byte{7}, {}, {}, {}, {}, {}, {}};
        rejoin.given = net::GivenState{{}, {}, some.size(), record};
    }
    rejoin.presence.assign(3, {true, {}});
    rejoin.presence[1].changes = {tick};
    rejoin.presence[2].changes.assign(slot, tick + slot);
    rejoin.names.resize(3);
    if (slot == 3) {
        rejoin.end = net::RejoinEnd{tick, sim::EndReason::source_ended, 2};
    }
    rejoin.proof = net::prove(net::SecretKey{}, net::Prover::host, {}, net::rejoined_bytes(rejoin));
    return rejoin;
}

// A message that could be in its place, with small numbers of the fuzzer's choice.
net::Message plausible_message(sim::ByteReader& reader) {
    const std::uint8_t kind = reader.u8();
    const std::uint64_t tick = reader.u8() % 40;
    const auto reason = static_cast<sim::EndReason>(1 + reader.u8() % 8);
    const auto slot = static_cast<std::uint32_t>(kind >> 4) % 4;
    const Bytes some(tick % 5, std::byte{1});
    switch (kind % 24) {
        case 0:
            return net::Stop{tick, reason};
        case 1:
            return net::Done{tick, {}};
        case 2:
            return net::Bye{reason, "because"};
        case 3:
            return net::Ready{tick, {}, {}};
        case 4:
            return net::Greeting{net::k_protocol_version};
        case 5:
            return net::Hello{net::identity_of(sim::erase<Counter>().info(), ""), "", tick};
        case 6:
            return net::Refusal{net::RefusalReason::seed, "1", "2"};
        case 7:
            return net::Start{tick == 0 ? net::k_no_limit : tick,
                              std::vector<std::string>(slot, "name"), 0, PuppetHost::secret()};
        case 8:
            return net::End{tick, reason, slot};
        case 9:
            return net::Absent{tick, slot, (tick & 1U) != 0, "because"};
        case 10: {
            net::Welcome welcome =
                PuppetHost::welcome(sim::erase<Counter>().info(), match_setup(slot + 1));
            welcome.slot = static_cast<std::uint32_t>(tick % 4);
            return welcome;
        }
        case 11:
            return net::Back{tick, {}, tick + 3};
        case 12:
            return net::Present{tick, slot};
        case 13:
            return net::Agreed{tick, slot};
        case 14:
            return net::Gone{slot, "because"};
        case 15:
            return net::Holdup{slot, net::WaitingFor::frozen, (tick & 1U) != 0, tick};
        case 16:
            return net::Differ{tick, std::vector<sim::ChainHash>(1 + tick % 5)};
        case 17:
            return net::Ask{tick, {1 + tick % 3, tick}};
        case 18:
            return net::Pieces{tick, {{some, {}}, {{}, {{1, 1}, {2, slot}}}}};
        case 19:
            return net::Enough{tick};
        case 20:
            return net::Hello{net::identity_of(sim::erase<Counter>().info(), ""), "", tick,
                              proven_claim(tick, slot)};
        case 21:
            return proven_rejoin(tick, slot, some);
        case 22:
            return net::Approach{slot, tick / 2, tick, tick};
        default:
            return net::Autopsy{tick, {}, {}, some, !some.empty(), some.size(), some};
    }
}

// A packet of sound parts: what it tells of time, one acknowledgement, one run of inputs of one of
// the `players`.
SpokenPacket plausible_packet(sim::ByteReader& reader, std::uint8_t players) {
    SpokenPacket packet;
    const std::uint8_t what = reader.u8();
    if ((what & 1U) != 0) {
        packet.head.due = reader.u8() * net::wire::k_due_parts / 2;
        packet.head.echo = net::wire::Echo{reader.u8(), reader.u8()};
    }
    if ((what & 2U) != 0) {
        packet.hash(reader.u8() % 32U, sim::ChainHash{reader.u8()});
    }
    packet.ack(reader.u8() % players, reader.u8() % 16U,
               static_cast<std::int8_t>(reader.u8() % 32));
    const std::uint64_t first = (what & 4U) == 0 ? 0 : reader.u8();
    if (const std::uint64_t count = what >> 3U; count > 0) {
        packet.run(reader.u8() % players, first,
                   std::vector<Bytes>(count, Bytes(2, std::byte{what})));
    }
    return packet;
}

// Each step is a byte that says what is done and how long it is, then so many bytes of content.
template <class AnyPuppet>
void speak(sim::ByteReader& reader, AnyPuppet& puppet, std::uint8_t players) {
    while (!reader.at_end()) {
        const std::uint8_t step = reader.u8();
        if (step % 8 == 0) {
            puppet.send(plausible_packet(reader, players));
            continue;
        }
        if (step % 8 == 1) {
            puppet.say(plausible_message(reader));
            continue;
        }
        const ByteView content = reader.read(std::min<std::size_t>(step / 8, reader.remaining()));
        switch (step % 8) {
            case 2:
                puppet.say_raw(Bytes(content.begin(), content.end()));
                break;
            case 3:
                puppet.send_raw(Bytes(content.begin(), content.end()));
                break;
            default:
                puppet.advance(std::chrono::milliseconds(content.size()));
        }
    }
    // Longer than anybody waits, at looks that count.
    for (int look = 0; look < 200; ++look) {
        puppet.advance(std::chrono::milliseconds(250));
    }
    // A long window of inputs is simulated a few hundred ticks at a time.
    for (std::uint64_t rounds = 0; rounds < net::k_window_ticks / 256; ++rounds) {
        puppet.advance();
    }
}

void drive_host(sim::ByteReader& reader) {
    net::HostOptions options;
    options.setup = match_setup(2);
    options.ticket = known_ticket();
    options.session.is_paced = (reader.u8() & 1U) != 0;
    options.session.wait_return_ms = k_wait_return_ms;
    auto host = net::Lockstep::host(sim::erase<Counter>(), options, idle, nullptr);
    require(host.has_value());
    Puppet puppet(*host);
    const std::uint8_t begins = reader.u8();
    if ((begins & 1U) != 0) {
        puppet.shake_hands(sim::erase<Counter>());
        require(host->is_started());
        if ((begins & 2U) != 0) {
            puppet.disconnect();
            puppet.advance();
            puppet.connect();
            puppet.say(net::Greeting{net::k_protocol_version});
        }
    } else {
        puppet.connect();
    }
    speak(reader, puppet, 2);
    require(!host->is_started() || host->is_ended());
    require(host->ticks_done() <= 2 * net::k_window_ticks);
}

void drive_guest(sim::ByteReader& reader) {
    net::JoinOptions options;
    options.session.is_paced = (reader.u8() & 1U) != 0;
    options.session.wait_return_ms = k_wait_return_ms;
    auto guest = net::Lockstep::join(sim::erase<Counter>(), options, idle, nullptr);
    require(guest.has_value());
    PuppetHost puppet(*guest, sim::erase<Counter>().info(), 3);
    const std::uint8_t begins = reader.u8();
    if ((begins & 1U) != 0) {
        puppet.shake_hands(sim::erase<Counter>().info(), match_setup(3));
        require(guest->is_started());
        if ((begins & 2U) != 0) {
            puppet.disconnect();
            puppet.advance();
            puppet.connect();
            puppet.say(net::Greeting{net::k_protocol_version});
            puppet.say(PuppetHost::welcome(sim::erase<Counter>().info(), match_setup(3)));
        }
    } else {
        puppet.connect();
    }
    speak(reader, puppet, 3);
    require(guest->is_ended());
    require(guest->ticks_done() <= 2 * net::k_window_ticks);
    // Nothing is recorded that the host cannot have: of its own chain and its acknowledgements.
    const auto* ended = puppet.told<net::Ended>();
    require(ended != nullptr && ended->ticks <= guest->ticks_done());
}

}  // namespace
}  // namespace tandem::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    tandem::sim::ByteReader reader(bytes);
    switch (reader.u8() % 3) {
        case 0:
            tandem::test::check_message(bytes.subspan(reader.offset()));
            break;
        case 1:
            tandem::test::drive_host(reader);
            break;
        default:
            tandem::test::drive_guest(reader);
    }
    return 0;
}
