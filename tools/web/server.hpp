// SPDX-License-Identifier: MIT
// Serves a folder on this machine alone, for a browser that may not read beside a page opened as a
// file.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

class PageServer {
public:
    // Listens on 127.0.0.1; port 0: any that is free. Served are the page's files in `folder`, and
    // recordings (*.tandem) in it or in the folder beside. The error (network) names the port.
    static sim::Result<std::unique_ptr<PageServer>> open(const std::string& folder,
                                                         std::uint16_t port);
    ~PageServer();
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;

    std::uint16_t port() const { return port_; }
    // Answers what is asked, for at most so long; a signal ends it sooner.
    void serve(std::chrono::milliseconds time);

private:
    class Connection;
    struct State;
    PageServer(std::unique_ptr<State> state, std::uint16_t port);

    std::unique_ptr<State> state_;
    std::uint16_t port_;
};

}  // namespace tandem::tools
