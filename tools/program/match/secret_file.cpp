// SPDX-License-Identifier: MIT
// A secret's file has the match and the side in its name, so that a recording is enough to find it.
#include <tandem/tools/program/match/secret_file.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <tandem/net/ticket/ticket_text.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/private_file.hpp>

namespace tandem::tools {
namespace {

constexpr std::string_view k_host = "host";
constexpr std::string_view k_player = "player";

// The folder of the user's secrets. By its specification (XDG base directories) a variable that is
// no absolute path counts as not set.
Result<std::string> secret_folder(const Environment& environment);
// The beginning of the names of a match's files.
std::string name_prefix(const net::MatchId& match);
std::string side_name(const SecretOwner& owner);
// The owner whose file has this name, if it is one of the match's.
std::optional<SecretOwner> owner_by_name(const net::MatchId& match, std::string_view name);
// The owner of the ticket in the file, whoever may read it.
Result<SecretOwner> owner_in(const std::string& path);
Result<sim::Bytes> read_secret(const std::string& path, Readers permitted);
SecretOwner owner_of(const net::SlotTicket& ticket) { return {ticket.match, ticket.slot}; }
SecretOwner owner_of(const net::MatchTicket& ticket) { return {ticket.match, std::nullopt}; }
std::string owner_text(const SecretOwner& owner);
// Succeeds unless the file is, or would be, one of the outputs.
Result<void> check_place(const SecretPlace& place, const std::string& path);
bool would_be_same_file(const std::string& a, const std::string& b);

}  // namespace

Result<SecretFile> SecretFile::of(const SecretPlace& place, const SecretOwner& owner) {
    TANDEM_ASSERT(!owner.slot || *owner.slot < k_slots_max);
    const bool is_in_own_folder = place.file.empty();
    std::string path = place.file;
    if (is_in_own_folder) {
        const auto folder = secret_folder(place.environment);
        TANDEM_TRY(folder);
        path = *folder + "/" + name_prefix(owner.match) + side_name(owner);
    }
    TANDEM_TRY(check_place(place, path));
    return SecretFile(std::move(path), owner, is_in_own_folder);
}

Result<std::vector<SecretFile>> SecretFile::list(const SecretPlace& place,
                                                 const net::MatchId& match) {
    std::vector<SecretFile> found;
    if (!place.file.empty()) {
        const auto owner = owner_in(place.file);
        TANDEM_TRY(owner);
        found.push_back(SecretFile(place.file, {match, owner->slot}, false));
        return owner->match == match ? Result(std::move(found)) : found.front().holds(*owner);
    }
    const auto folder = secret_folder(place.environment);
    TANDEM_TRY(folder);
    std::error_code failure;
    std::filesystem::directory_iterator at(*folder, failure);
    for (; !failure && at != std::filesystem::directory_iterator(); at.increment(failure)) {
        if (const auto owner = owner_by_name(match, at->path().filename().string())) {
            found.push_back(SecretFile(at->path().string(), *owner, true));
        }
    }
    if (failure && failure != std::errc::no_such_file_or_directory) {
        return Error{ErrorCode::io, *folder,
                     "cannot be read: " + failure.message() + "; name a file by --secret-file"};
    }
    std::sort(found.begin(), found.end(), [](const SecretFile& a, const SecretFile& b) {
        return a.owner_.slot < b.owner_.slot;
    });
    return found;
}

Result<void> SecretFile::write(const net::SlotTicket& ticket) const {
    TANDEM_ASSERT(owner_of(ticket) == owner_);
    return write_text(net::ticket_text(ticket));
}

Result<void> SecretFile::write(const net::MatchTicket& ticket) const {
    TANDEM_ASSERT(owner_of(ticket) == owner_);
    return write_text(net::ticket_text(ticket));
}

Result<void> SecretFile::write_text(sim::Bytes text) const {
    const auto write = [&]() -> Result<void> {
        if (is_in_own_folder_) {
            TANDEM_TRY(make_private_folder(std::filesystem::path(path_).parent_path().string()));
        }
        std::error_code ignored;
        if (!std::filesystem::exists(std::filesystem::symlink_status(path_, ignored))) {
            return create_private_file(path_, text);
        }
        TANDEM_TRY(
            check_ours("so it is not replaced; remove it, or name another file by "
                       "--secret-file"));
        return replace_private_file(path_, text);
    };
    auto written = write();
    net::wipe(text.data(), text.size());
    return written;
}

Result<net::SlotTicket> SecretFile::read_slot_ticket() const {
    return read_as(&net::parse_slot_ticket);
}

Result<net::MatchTicket> SecretFile::read_match_ticket() const {
    return read_as(&net::parse_match_ticket);
}

template <class Ticket>
Result<Ticket> SecretFile::read_as(Result<Ticket> (*parse)(sim::ByteView text)) const {
    auto text = read_secret(path_, Readers::owner_alone);
    TANDEM_TRY(text);
    auto ticket = parse(*text).within(path_);
    net::wipe(text->data(), text->size());
    TANDEM_TRY(ticket);
    return owner_of(*ticket) == owner_ ? std::move(ticket) : holds(owner_of(*ticket));
}

Result<void> SecretFile::remove() const {
    std::error_code failure;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path_, failure))) {
        return {};
    }
    TANDEM_TRY(check_ours("so it is not removed"));
    std::filesystem::remove(path_, failure);
    return failure ? Result<void>(Error{ErrorCode::io, path_,
                                        "the match ended and this secret is of no more use, but it "
                                        "cannot be removed: " +
                                            failure.message()})
                   : Result<void>();
}

// Succeeds if the file holds a ticket of this owner, even if others may read it by now.
Result<void> SecretFile::check_ours(const std::string& consequence) const {
    const auto other = owner_in(path_);
    if (other && *other == owner_) {
        return {};
    }
    if (!other && other.error().code != ErrorCode::bad_data) {
        return other.error();
    }
    return Error{ErrorCode::io, path_,
                 (other ? "holds the secret of " + owner_text(*other)
                        : "holds no secret of a match, or a damaged one") +
                     ", " + consequence};
}

Error SecretFile::holds(const SecretOwner& other) const {
    return {ErrorCode::bad_data, path_,
            "holds the secret of " + owner_text(other) + ", and that of " + owner_text(owner_) +
                " is needed; name another file by --secret-file"};
}

namespace {

Result<std::string> secret_folder(const Environment& environment) {
    for (const auto& [variable, below] :
         {std::pair("XDG_STATE_HOME", "/tandem"), std::pair("HOME", "/.local/state/tandem")}) {
        const std::string folder = environment(variable).value_or("");
        if (folder.starts_with('/')) {
            return folder + below;
        }
    }
    return Error{ErrorCode::usage, "--secret-file",
                 "this side keeps a secret, by which it can come back to the match, and neither "
                 "XDG_STATE_HOME nor HOME names a folder for it; name a file by --secret-file"};
}

std::string name_prefix(const net::MatchId& match) {
    constexpr std::size_t k_digits_in_name = 16;
    return net::match_id_text(match).substr(0, k_digits_in_name) + "-";
}

std::string side_name(const SecretOwner& owner) {
    return owner.slot ? std::string(k_player) + std::to_string(*owner.slot) : std::string(k_host);
}

std::optional<SecretOwner> owner_by_name(const net::MatchId& match, std::string_view name) {
    const std::string prefix = name_prefix(match);
    if (!name.starts_with(prefix)) {
        return std::nullopt;
    }
    const std::string_view side = name.substr(prefix.size());
    SecretOwner owner{.match = match};
    if (side.starts_with(k_player)) {
        std::uint32_t slot = 0;
        std::from_chars(side.data() + k_player.size(), side.data() + side.size(), slot);
        owner.slot = slot;
    }
    // No other spelling is ours: of a number, or of a file that grew beside it.
    return side == side_name(owner) && owner.slot.value_or(0) < k_slots_max ? std::optional(owner)
                                                                            : std::nullopt;
}

Result<SecretOwner> owner_in(const std::string& path) {
    auto text = read_secret(path, Readers::anybody);
    TANDEM_TRY(text);
    const auto owner_by = [&](auto parse) {
        const auto ticket = parse(*text);
        return ticket ? Result(owner_of(*ticket)) : ticket.error().within(path);
    };
    auto owner = net::ticket_kind(*text) == net::TicketKind::match
                     ? owner_by(&net::parse_match_ticket)
                     : owner_by(&net::parse_slot_ticket);
    net::wipe(text->data(), text->size());
    return owner;
}

Result<sim::Bytes> read_secret(const std::string& path, Readers permitted) {
    return read_private_file(path, net::k_ticket_text_bytes_max, permitted);
}

std::string owner_text(const SecretOwner& owner) {
    return (owner.slot ? "slot " + std::to_string(*owner.slot) : std::string("the host")) +
           " in the match " + net::match_id_text(owner.match);
}

Result<void> check_place(const SecretPlace& place, const std::string& path) {
    const std::string asked = "--secret-file " + path;
    if (path == k_standard_output) {
        return Error{ErrorCode::usage, asked, "a secret is kept in a file; name one"};
    }
    for (const std::string& output : place.outputs) {
        if (!output.empty() && would_be_same_file(output, path)) {
            return Error{ErrorCode::usage, asked,
                         "this match records into that file, and recordings are given to others; "
                         "name another file for the secret"};
        }
    }
    return {};
}

bool would_be_same_file(const std::string& a, const std::string& b) {
    const auto whole = [](const std::string& path) {
        std::error_code failure;
        const auto absolute = std::filesystem::absolute(path, failure);
        const auto resolved = std::filesystem::weakly_canonical(absolute, failure);
        return failure ? absolute.lexically_normal() : resolved;
    };
    return is_same_file(a, b) || whole(a) == whole(b);
}

}  // namespace
}  // namespace tandem::tools
