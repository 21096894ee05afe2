// SPDX-License-Identifier: MIT
// A line that drops or changes one input of the host on its way. A sound packet arrives, so only
// the comparison of histories can detect it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/net/wire/packet.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/tools/lab/match/arm.hpp>

namespace tandem::tools::lab::match {

// The transport of the guest of a match of FixedGame. ArmFault::none and ArmFault::random leave
// everything as it is.
class FaultyLine final : public net::PassingTransport {
public:
    // `inner` must outlive this object. `tick` is the tick whose input is changed.
    FaultyLine(net::Transport& inner, ArmFault fault, std::uint64_t tick);
    // The format refers to the schema.
    FaultyLine(const FaultyLine&) = delete;
    FaultyLine& operator=(const FaultyLine&) = delete;
    ~FaultyLine() override = default;

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;

private:
    // The inputs that the host has sent, from tick 0 on. A packet says of each input how it differs
    // from the one before, so this is needed to read it.
    class Sent final : public net::wire::KnownInputs {
    public:
        std::optional<sim::ByteView> before(std::uint32_t slot, std::uint64_t first) const override;
        void append(const net::wire::Packet& packet);

    private:
        sim::Bytes idle_ = sim::Bytes(1);
        std::vector<sim::Bytes> inputs_;
    };

    void change_input(sim::Bytes& bytes);
    // Returns the input that arrives in place of this one.
    sim::Bytes arriving(std::uint64_t tick, sim::ByteView sent) const;
    sim::Bytes rewritten() const;

    ArmFault fault_;
    std::uint64_t tick_;
    sim::Schema schema_;
    net::wire::PacketFormat format_;
    Sent sent_;
    net::wire::Packet packet_;     // the last one
    std::uint64_t reference_ = 0;  // its due ticks in sixteenths
};

}  // namespace tandem::tools::lab::match
