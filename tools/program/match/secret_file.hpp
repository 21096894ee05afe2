// SPDX-License-Identifier: MIT
// The file in which a side keeps its secret of a match: its place, and how it is kept. Its owner
// alone may use it, and it never becomes a part of what is given to others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/tools/system/environment.hpp>

namespace tandem::tools {

// The side of a match whose secret it is.
struct SecretOwner {
    net::MatchId match{};
    std::optional<std::uint32_t> slot{};  // a player's; nothing: the host's
    friend bool operator==(const SecretOwner&, const SecretOwner&) = default;
};

// Says where the secrets of a user lie.
struct SecretPlace {
    std::string file{};         // --secret-file; empty: in the folder of the user's state
    Environment environment{};  // its XDG_STATE_HOME and HOME say where that folder is
    // The recordings and bundles of the match; none of them may be a secret's file.
    std::vector<std::string> outputs{};
};

class SecretFile {
public:
    // The file of this owner, which need not exist yet. It is an error (usage) if it would be one
    // of the outputs, or if the environment names no folder and the user no file.
    static sim::Result<SecretFile> of(const SecretPlace& place, const SecretOwner& owner);
    // The files of a match that exist, the host's and the players', in the order of slots: those in
    // the user's folder, or the file that the user named, which must then be one of that match.
    static sim::Result<std::vector<SecretFile>> list(const SecretPlace& place,
                                                     const net::MatchId& match);

    const std::string& path() const { return path_; }
    const SecretOwner& owner() const { return owner_; }

    // Writes the ticket, which must be this owner's (asserted), and waits for the disk. It replaces
    // nothing but an earlier ticket of the same owner. An error (io) leaves the file as it was.
    sim::Result<void> write(const net::SlotTicket& ticket) const;
    sim::Result<void> write(const net::MatchTicket& ticket) const;

    // Reads the ticket. It is an error if others may use the file (io), or if it holds something
    // else than a ticket of this owner (bad_data).
    sim::Result<net::SlotTicket> read_slot_ticket() const;
    sim::Result<net::MatchTicket> read_match_ticket() const;

    // Removes the file, if it is there. An error (io) says that it holds something else, or that
    // the system refuses.
    sim::Result<void> remove() const;

private:
    SecretFile(std::string path, const SecretOwner& owner, bool is_in_own_folder)
        : path_(std::move(path)), owner_(owner), is_in_own_folder_(is_in_own_folder) {}
    sim::Result<void> write_text(sim::Bytes text) const;
    sim::Result<void> check_ours(const std::string& consequence) const;
    sim::Error holds(const SecretOwner& other) const;
    template <class Ticket>
    sim::Result<Ticket> read_as(sim::Result<Ticket> (*parse)(sim::ByteView text)) const;

    std::string path_;
    SecretOwner owner_;
    bool is_in_own_folder_ = false;  // we make that folder if it is missing
};

}  // namespace tandem::tools
