// SPDX-License-Identifier: MIT
// Writes on a thread of its own: a disk may take longer to keep a file than the match has until its
// next tick.
#include <tandem/tools/program/match/secret_keeper.hpp>

#include <chrono>
#include <system_error>
#include <utility>

namespace tandem::tools {
namespace {

SecretOwner owner_of_ticket(const SecretKeeper::Ticket& ticket) {
    const auto* slot = std::get_if<net::SlotTicket>(&ticket);
    return slot != nullptr ? SecretOwner{slot->match, slot->slot}
                           : SecretOwner{std::get<net::MatchTicket>(ticket).match, std::nullopt};
}

sim::Result<void> write_ticket(const SecretFile& file, const SecretKeeper::Ticket& ticket) {
    return std::visit([&](const auto& each) { return file.write(each); }, ticket);
}

}  // namespace

SecretKeeper::~SecretKeeper() { wait_for_writing(); }

void SecretKeeper::keep(Ticket ticket) {
    next_ = std::move(ticket);
    if (!writing_.valid()) {
        begin_writing();
    }
}

void SecretKeeper::begin_writing() {
    auto file = SecretFile::of(place_, owner_of_ticket(*next_));
    if (!file) {
        next_.reset();
        has_failed_ = true;
        failure_ = file.error();
        return;
    }
    file_ = *std::move(file);
    const auto write = [file = *file_, ticket = *std::exchange(next_, std::nullopt)] {
        return write_ticket(file, ticket);
    };
    try {
        writing_ = std::async(std::launch::async, write);
    } catch (const std::system_error&) {
        // If there is no thread to be had, a late tick is less than a match to which nobody can
        // come back.
        std::promise<sim::Result<void>> written;
        writing_ = written.get_future();
        written.set_value(write());
    }
}

void SecretKeeper::end_writing() {
    const auto written = writing_.get();
    has_failed_ = !written;
    if (!written) {
        failure_ = written.error();
    }
    if (next_) {
        begin_writing();
    }
}

void SecretKeeper::wait_for_writing() {
    while (writing_.valid()) {
        end_writing();
    }
}

std::optional<sim::Error> SecretKeeper::extract_failure() {
    if (writing_.valid() &&
        writing_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        end_writing();
    }
    if (!failure_ || std::exchange(is_failure_known_, true)) {
        return std::nullopt;
    }
    return failure_;
}

std::optional<sim::Error> SecretKeeper::finish(bool is_over) {
    wait_for_writing();
    if (is_over && is_kept()) {
        if (const auto removed = file_->remove(); !removed) {
            return removed.error();
        }
        is_removed_ = true;
    }
    return extract_failure();
}

}  // namespace tandem::tools
