// SPDX-License-Identifier: MIT
// An input that is changed on its way: a desync whose cause is not the simulation.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/net/spoken_packet.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using net::Channel;
using sim::Bytes;
using sim::ByteView;
using sim::erase;

// Changes one input on its way: the fault of transport that a desync must be told apart from.
class Meddler final : public net::Transport, private net::wire::KnownInputs {
public:
    Meddler(net::Transport& inner, std::uint64_t tick) : inner_(inner), tick_(tick) {}

    std::vector<net::TransportEvent> poll(milliseconds wait_max) override {
        return inner_.poll(wait_max);
    }
    void send(net::PeerId peer, Channel channel, ByteView bytes) override {
        Bytes copy(bytes.begin(), bytes.end());
        if (channel == Channel::unreliable) {
            copy = meddle(bytes);
        }
        inner_.send(peer, channel, copy);
    }
    void flush() override { inner_.flush(); }
    void close(net::PeerId peer) override { inner_.close(peer); }
    bool is_open() const override { return inner_.is_open(); }

private:
    // It reads along, so it knows what each packet is coded against.
    std::optional<ByteView> before(std::uint32_t, std::uint64_t first) const override {
        return first == 0                   ? std::optional<ByteView>(idle_)
               : known_.contains(first - 1) ? std::optional<ByteView>(known_.at(first - 1))
                                            : std::nullopt;
    }
    Bytes meddle(ByteView bytes) {
        const net::wire::PacketFormat format{
            2, net::wire::InputFormat(erase<Counter>().info().input_schema)};
        net::wire::Packet packet;
        EXPECT_TRUE(
            net::wire::decode_packet(bytes, {&format, this, reference_}, packet).has_value());
        reference_ = packet.head.due.value_or(packet.head.base * net::wire::k_due_parts);
        SpokenPacket changed;
        changed.head = packet.head;
        changed.acks = packet.acks;
        for (const net::wire::Run& run : packet.runs) {
            std::vector<Bytes> inputs;
            for (std::uint64_t index = 0; index < run.count; ++index) {
                const ByteView input = packet.inputs[run.index + index];
                const std::uint64_t tick = run.first + index;
                known_.try_emplace(tick, input.begin(), input.end());
                inputs.push_back(lie_at(tick));
            }
            const Bytes previous = run.first == 0 ? idle_ : lie_at(run.first - 1);
            changed.run(run.slot, run.first, std::move(inputs), previous);
        }
        return changed.bytes(erase<Counter>().info(), 2, packet.head.number);
    }
    Bytes lie_at(std::uint64_t tick) const {
        Bytes input = known_.at(tick);
        input[0] ^= tick == tick_ ? std::byte{1} : std::byte{0};
        return input;
    }

    net::Transport& inner_;
    std::uint64_t tick_;
    std::uint64_t reference_ = 0;
    Bytes idle_ = Bytes(2);
    std::map<std::uint64_t, Bytes> known_;
};

TEST(Meddling, AnInputChangedOnItsWayIsToldApartFromAFaultOfTheSimulation) {
    net::LinkOptions links;
    links.delay = milliseconds(15);
    links.loss_ppm = 50'000;
    Arena arena(1, links);
    Side& host = arena.host(erase<Counter>(), host_options(erase<Counter>(), 2, 200));
    Side& guest = arena.join(erase<Counter>());
    Meddler meddler(*guest.transport, 77);
    guest.driver = std::make_unique<net::Driver>(std::move(*guest.session), meddler);
    guest.session = &guest.driver->session();
    ASSERT_TRUE(arena.run_to_end()) << host.log() << guest.log();
    for (const Side* side : {&host, &guest}) {
        ASSERT_EQ(side->count<net::Desynced>(), 1U) << side->log();
        const auto& desync = *side->find<net::Desynced>();
        EXPECT_EQ(desync.tick.number, 77U);
        EXPECT_EQ(desync.cause, net::DesyncCause::inputs);
        EXPECT_NE(desync.text.find("player 1  amount"), std::string::npos) << desync.text;
        EXPECT_EQ(side->trace->end, sim::EndReason::desync);
    }
}

}  // namespace
}  // namespace tandem::test
