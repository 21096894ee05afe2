// SPDX-License-Identifier: MIT
// Serves a folder on this machine alone, for a browser that may not read beside a page opened as a
// file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

class PageServer {
public:
    // Listens on 127.0.0.1; port 0 means any that is free. It serves the page's files in `folder`,
    // and recordings (*.tandem) in it or in the folder beside. The error (network) names the port.
    static sim::Result<std::unique_ptr<PageServer>> open(const std::string& folder,
                                                         std::uint16_t port);
    ~PageServer();
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;

    std::uint16_t port() const { return port_; }
    // Takes data that its own pages send to these names, at most so many bytes at once; all other
    // data is refused. serve() calls `taker`.
    using Taker = std::function<void(const std::string& name, std::string body)>;
    void receive(std::vector<std::string> names, std::size_t bytes_max, Taker taker);
    // Waits for at most so long until something can be done, and does it. A signal ends the wait.
    void serve(std::chrono::milliseconds time);

private:
    class Connection;
    struct Place;
    struct State;
    PageServer(std::unique_ptr<State> state, std::uint16_t port);

    std::unique_ptr<State> state_;
    std::uint16_t port_;
};

}  // namespace tandem::tools
