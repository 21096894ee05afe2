// SPDX-License-Identifier: MIT
// A transport that stands between a session and another transport, and passes everything on. Each
// kind overrides what it watches or changes.
#pragma once

#include <vector>

#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class PassingTransport : public Transport {
public:
    // `inner` must outlive this object.
    explicit PassingTransport(Transport& inner) : inner_(&inner) {}

    std::vector<TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        return inner_->poll(wait_max);
    }
    void send(PeerId peer, Channel channel, sim::ByteView bytes) override {
        inner_->send(peer, channel, bytes);
    }
    void flush() override { inner_->flush(); }
    void close(PeerId peer) override { inner_->close(peer); }
    void reconnect() override { inner_->reconnect(); }
    bool is_open() const override { return inner_->is_open(); }
    bool is_being_called() const override { return inner_->is_being_called(); }

private:
    Transport* inner_;
};

}  // namespace tandem::net
