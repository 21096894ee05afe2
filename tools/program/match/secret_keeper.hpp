// SPDX-License-Identifier: MIT
// Keeps the secret of this side while its match runs: writes its file without holding up the match,
// and removes it once nobody needs to come back.
#pragma once

#include <future>
#include <optional>
#include <string>
#include <variant>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/program/match/secret_file.hpp>

namespace tandem::tools {

class SecretKeeper {
public:
    using Ticket = std::variant<net::SlotTicket, net::MatchTicket>;

    explicit SecretKeeper(SecretPlace place) : place_(std::move(place)) {}
    // Waits until the file is written.
    ~SecretKeeper();
    SecretKeeper(const SecretKeeper&) = delete;
    SecretKeeper& operator=(const SecretKeeper&) = delete;

    // Begins to write the ticket's file, in place of an earlier one of the same side.
    void keep(Ticket ticket);
    // Goes on with what is still to be written. Returns why the secret could not be kept, once.
    std::optional<sim::Error> extract_failure();
    // Waits until the file is written, and removes it if the match is over for good. Returns why
    // that was not possible.
    std::optional<sim::Error> finish(bool is_over);

    // True if the file is there, as far as is known.
    bool is_kept() const { return file_ && !is_removed_ && !has_failed_; }

private:
    void begin_writing();
    void end_writing();
    void wait_for_writing();

    SecretPlace place_;
    std::optional<SecretFile> file_;
    std::optional<Ticket> next_;  // to be written when the present one is
    std::future<sim::Result<void>> writing_;
    std::optional<sim::Error> failure_;
    bool has_failed_ = false;
    bool is_failure_known_ = false;
    bool is_removed_ = false;
};

}  // namespace tandem::tools
