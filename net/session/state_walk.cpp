// SPDX-License-Identifier: MIT
// Asks for unknown pieces, lowest place first, and answers as far as the bounds go.
#include <tandem/net/session/state_walk.hpp>

#include <algorithm>
#include <string>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/state_hash.hpp>

namespace tandem::net {
namespace {

Error walk_error(std::string what) {
    return {ErrorCode::bad_data, "pieces of a state", std::move(what)};
}

std::uint64_t content_size(const PieceContent& content) {
    std::uint64_t size = content.bytes.size();
    for (const Piece& part : content.parts) {
        size += part.bytes;
    }
    return size;
}

// The approximate size of a content on the wire.
std::size_t content_cost(std::size_t bytes, std::size_t parts) { return 8 + bytes + 12 * parts; }

}  // namespace

// A piece has 256 bytes at least, but for the last; each is told once, and so is what holds it.
WalkBounds giving_bounds(std::uint64_t state_bytes) {
    const std::uint64_t pieces = 2 * (state_bytes / PieceCuts::bytes_min) + PieceLimits::told_max;
    return {pieces, state_bytes + PieceLimits::told_bytes_max, 2 * pieces};
}

// ---- Asking ----

StateWalk::StateWalk(const OwnState& own, sim::StateHash their_hash, std::uint64_t their_bytes,
                     const WalkBounds& bounds)
    : own_(own), bounds_(bounds), their_hash_(their_hash), their_bytes_(their_bytes) {
    TANDEM_ASSERT(own.pieces.is_complete());
    // The pieces that are not sent are made of ours, and hardly twice of the same.
    if (their_bytes > PieceLimits::state_bytes_max ||
        their_bytes > 2 * own.state.size() + bounds_.bytes) {
        end_ = End::too_large;
        return;
    }
    const Piece whole{their_hash.value, static_cast<std::uint32_t>(their_bytes)};
    wanted_[whole.hash] = {whole.bytes, {0}};
    queue_[0] = whole.hash;
}

std::uint64_t StateWalk::asked() const {
    std::uint64_t count = 0;
    for (const auto& hashes : open_) {
        count += hashes.size();
    }
    return count;
}

std::vector<std::uint64_t> StateWalk::next_ask() {
    std::vector<std::uint64_t> hashes;
    if (is_over() || open_.size() >= PieceLimits::asks_max) {
        return hashes;
    }
    const std::uint64_t room =
        bounds_.pieces - std::min<std::uint64_t>(bounds_.pieces, told_.size() + asked());
    while (!queue_.empty() &&
           hashes.size() < std::min<std::uint64_t>(room, PieceLimits::asked_max)) {
        hashes.push_back(queue_.begin()->second);
        queue_.erase(queue_.begin());
    }
    if (!hashes.empty()) {
        open_.push_back(hashes);
    } else if (open_.empty()) {
        end_ = End::too_much;
    }
    return hashes;
}

bool StateWalk::is_ours(const Piece& piece) const {
    const auto found = own_.pieces.find(piece.hash);
    return found && found->bytes == piece.bytes;
}

Result<void> StateWalk::want(const Place& unknown) {
    const auto [entry, is_new] = wanted_.try_emplace(unknown.piece.hash);
    if (is_new) {
        entry->second.bytes = unknown.piece.bytes;
        queue_[unknown.offset] = unknown.piece.hash;
    } else if (entry->second.bytes != unknown.piece.bytes) {
        return walk_error("one piece has two sizes");
    }
    entry->second.offsets.push_back(unknown.offset);
    return {};
}

// Places a piece, and its parts as far down as they are known.
Result<void> StateWalk::place(const Place& first) {
    std::vector<Place> places{first};
    while (!places.empty()) {
        const Place next = places.back();
        places.pop_back();
        if (++laid_out_ > bounds_.places) {
            end_ = End::too_much;
            return {};
        }
        const auto told = told_.find(next.piece.hash);
        if (is_ours(next.piece)) {
            placed_[next.offset] = next.piece;
        } else if (told == told_.end()) {
            TANDEM_TRY(want(next));
        } else if (content_size(told->second) != next.piece.bytes) {
            return walk_error("one piece has two sizes");
        } else if (told->second.parts.empty()) {
            placed_[next.offset] = next.piece;
        } else {
            std::uint64_t offset = next.offset;
            for (const Piece& part : told->second.parts) {
                places.push_back({offset, part});
                offset += part.bytes;
            }
        }
    }
    return {};
}

Result<void> StateWalk::receive_content(std::uint64_t hash, PieceContent content) {
    const auto wanted = wanted_.find(hash);
    TANDEM_ASSERT(wanted != wanted_.end());
    // The whole is asked for by a hash of another kind. Its result is compared with that hash.
    const bool is_whole = hash == their_hash_.value && wanted->second.offsets.front() == 0 &&
                          wanted->second.bytes == their_bytes_;
    const bool has_empty_part = std::any_of(content.parts.begin(), content.parts.end(),
                                            [](const Piece& part) { return part.bytes == 0; });
    if (content_size(content) != wanted->second.bytes || has_empty_part ||
        (!is_whole && piece_hash(content) != hash)) {
        return walk_error("what was told of one does not fit its hash or its size");
    }
    if (content.bytes.size() > bounds_.bytes - bytes_told_) {
        return walk_error("more of a state was told than is ever sent");
    }
    bytes_told_ += content.bytes.size();
    const Wanted places = std::move(wanted->second);
    wanted_.erase(wanted);
    told_[hash] = std::move(content);
    for (const std::uint64_t offset : places.offsets) {
        if (auto placed = place({offset, {hash, places.bytes}}); !placed || is_over()) {
            return placed;
        }
    }
    return {};
}

Result<void> StateWalk::receive(std::vector<PieceContent> answer) {
    if (open_.empty() || answer.size() > open_.front().size()) {
        return walk_error("more was told than asked for");
    }
    const std::vector<std::uint64_t> asked = std::move(open_.front());
    open_.pop_front();
    if (is_over()) {
        return {};
    }
    if (answer.empty()) {
        const bool is_at_bound =
            bytes_told_ + PieceLimits::bytes_max > bounds_.bytes || told_.size() >= bounds_.pieces;
        end_ = is_at_bound ? End::too_much : End::refused;
        return {};
    }
    for (std::size_t index = 0; index < asked.size(); ++index) {
        if (index >= answer.size()) {
            queue_[wanted_.at(asked[index]).offsets.front()] = asked[index];
        } else if (auto taken = receive_content(asked[index], std::move(answer[index]));
                   !taken || is_over()) {
            return taken;
        }
    }
    return finish_if_whole();
}

ByteView StateWalk::bytes_of(const Piece& piece) const {
    if (const auto found = own_.pieces.find(piece.hash); found && found->bytes == piece.bytes) {
        return ByteView(own_.state).subspan(found->offset, found->bytes);
    }
    return told_.at(piece.hash).bytes;
}

sim::Bytes StateWalk::assemble(std::uint64_t bytes) const {
    sim::Bytes state;
    state.reserve(bytes);
    for (const auto& [offset, piece] : placed_) {
        if (offset != state.size() || offset >= bytes) {
            break;
        }
        sim::append(state, bytes_of(piece));
    }
    return state;
}

Result<void> StateWalk::finish_if_whole() {
    if (!wanted_.empty()) {
        return {};
    }
    sim::Bytes state = assemble(their_bytes_);
    if (sim::state_hash(own_.schema, state) != their_hash_) {
        return walk_error("together they are not the state whose hash was told");
    }
    state_ = std::move(state);
    end_ = End::whole;
    return {};
}

sim::Bytes StateWalk::known_beginning() const {
    std::uint64_t first = their_bytes_;
    for (const auto& [hash, wanted] : wanted_) {
        first = std::min(first, *std::min_element(wanted.offsets.begin(), wanted.offsets.end()));
    }
    return end_ == End::too_large ? sim::Bytes() : assemble(first);
}

// ---- Answering ----

Result<void> StateTeller::receive(std::vector<std::uint64_t> hashes) {
    ++asks_;
    if (open_.size() >= PieceLimits::asks_max || asks_ > bounds_.pieces ||
        told_ + hashes.size() > bounds_.pieces) {
        return walk_error("it asks for more than " + std::to_string(bounds_.pieces) +
                          " pieces, or for more at a time than is answered");
    }
    open_.push_back(std::move(hashes));
    return {};
}

Result<std::optional<std::vector<PieceContent>>> StateTeller::next_answer() {
    if (open_.empty() || !own_.pieces.is_complete()) {
        return std::optional<std::vector<PieceContent>>();
    }
    const std::vector<std::uint64_t> asked = std::move(open_.front());
    open_.pop_front();
    std::vector<PieceContent> answer;
    std::size_t cost = 0;
    for (const std::uint64_t hash : asked) {
        const bool is_whole = hash == own_hash_.value;
        const auto found = own_.pieces.find(is_whole ? own_.pieces.root().hash : hash);
        if (!found) {
            return walk_error("it asks for a piece that the state asked for does not have");
        }
        const std::size_t bytes = found->parts.empty() ? found->bytes : 0;
        cost += content_cost(bytes, found->parts.size());
        if (bytes_told_ + bytes > bounds_.bytes ||
            (!answer.empty() && cost > PieceLimits::answer_bytes_max)) {
            break;
        }
        bytes_told_ += bytes;
        ++told_;
        answer.push_back(own_.pieces.content(*found));
    }
    return std::optional(std::move(answer));
}

}  // namespace tandem::net
