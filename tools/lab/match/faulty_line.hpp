// SPDX-License-Identifier: MIT
// A line that drops or changes one input of the host on its way. The packet's tag stays valid, so
// only the comparison of histories can detect it.
#pragma once

#include <cstdint>

#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/lab/match/arm.hpp>

namespace tandem::tools::lab::match {

// For the guest of a match without a key, whose inputs are a byte each. Fault::none and
// Fault::random leave everything as it is.
class FaultyLine final : public net::Transport {
public:
    // `inner` must outlive this object. `tick` is the tick whose input is changed.
    FaultyLine(net::Transport& inner, Fault fault, std::uint64_t tick)
        : inner_(inner), fault_(fault), tick_(tick) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        inner_.send(peer, channel, bytes);
    }
    void flush() override { inner_.flush(); }
    void close(net::PeerId peer) override { inner_.close(peer); }
    bool is_open() const override { return inner_.is_open(); }

private:
    void note_token(const net::TransportEvent& event);
    void change_input(sim::Bytes& packet) const;

    net::Transport& inner_;
    Fault fault_;
    std::uint64_t tick_;
    std::uint64_t token_ = 0;  // of the session, which makes tags
};

}  // namespace tandem::tools::lab::match
