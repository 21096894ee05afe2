// SPDX-License-Identifier: MIT
// Cuts a state into pieces, and joins these into larger ones until one is left.
#include <tandem/net/session/piece_tree.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {
namespace {

// Each byte adds one of these to the rolling sum: the first 256 numbers of splitmix64, seed 0.
constexpr std::array<std::uint64_t, 256> make_cut_table() {
    std::array<std::uint64_t, 256> table{};
    std::uint64_t state = 0;
    for (std::uint64_t& value : table) {
        state += 0x9E37'79B9'7F4A'7C15;
        std::uint64_t mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EB;
        value = mixed ^ (mixed >> 31);
    }
    return table;
}
constexpr auto k_cut_table = make_cut_table();

std::size_t first_piece_bytes(ByteView rest) {
    const std::size_t end = std::min(rest.size(), PieceLimits::bytes_max);
    std::uint64_t sum = 0;
    for (std::size_t at = PieceCuts::bytes_min; at < end; ++at) {
        sum = (sum << 1) + k_cut_table[std::to_integer<std::size_t>(rest[at])];
        if ((sum >> (64 - PieceCuts::cut_bits)) == 0) {
            return at + 1;
        }
    }
    return end;
}

}  // namespace

std::uint64_t piece_hash(ByteView bytes) { return sim::hash_bytes(bytes); }

// The complement keeps the two kinds apart.
std::uint64_t piece_hash(std::span<const Piece> parts) {
    sim::Bytes flat;
    flat.reserve(parts.size() * 12);
    for (const Piece& part : parts) {
        sim::append_le(flat, part.hash);
        sim::append_le(flat, part.bytes);
    }
    return ~sim::hash_bytes(flat);
}

std::uint64_t piece_hash(const PieceContent& content) {
    return content.parts.empty() ? piece_hash(ByteView(content.bytes))
                                 : piece_hash(std::span<const Piece>(content.parts));
}

PieceTree::PieceTree(ByteView state) : state_(state), levels_(1) {
    TANDEM_ASSERT(state.size() <= PieceLimits::state_bytes_max);
}

void PieceTree::add_bytes_piece() {
    const ByteView rest = state_.subspan(cut_);
    const std::size_t size = first_piece_bytes(rest);
    const Piece piece{piece_hash(rest.first(size)), static_cast<std::uint32_t>(size)};
    levels_[0].push_back(piece);
    entries_.push_back({piece.hash, static_cast<std::uint32_t>(cut_), piece.bytes, 0, 0, 0});
    cut_ += size;
}

bool PieceTree::build(std::size_t bytes_max) {
    const std::size_t from = cut_;
    while (!is_complete() && cut_ - from <= bytes_max) {
        if (cut_ < state_.size()) {
            add_bytes_piece();
        } else {
            finish();
        }
    }
    return is_complete();
}

// Joins the pieces of the last level.
void PieceTree::add_level() {
    const auto level = static_cast<std::uint32_t>(levels_.size() - 1);
    levels_.emplace_back();
    const std::span<const Piece> below = levels_[level];
    std::uint32_t offset = 0;
    for (std::size_t first = 0; first < below.size();) {
        std::size_t end = first + 1;
        while (end < below.size() && end - first < PieceLimits::parts_max &&
               (end - first < PieceCuts::parts_min ||
                (below[end - 1].hash & PieceCuts::part_mask) != 0)) {
            ++end;
        }
        const auto parts = below.subspan(first, end - first);
        Piece joined = parts.front();
        if (parts.size() > 1) {
            joined = {piece_hash(parts), 0};
            for (const Piece& part : parts) {
                joined.bytes += part.bytes;
            }
            entries_.push_back({joined.hash, offset, joined.bytes, level,
                                static_cast<std::uint32_t>(first),
                                static_cast<std::uint32_t>(parts.size())});
        }
        levels_.back().push_back(joined);
        offset += joined.bytes;
        first = end;
    }
}

void PieceTree::finish() {
    if (levels_[0].empty()) {
        add_bytes_piece();  // it has no bytes
    }
    while (levels_.back().size() > 1) {
        add_level();
    }
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.hash < b.hash; });
    root_ = levels_.back().front();
}

Piece PieceTree::root() const {
    TANDEM_ASSERT(is_complete());
    return *root_;
}

std::optional<PieceTree::Found> PieceTree::find(std::uint64_t hash) const {
    TANDEM_ASSERT(is_complete());
    const auto entry = std::lower_bound(
        entries_.begin(), entries_.end(), hash,
        [](const Entry& candidate, std::uint64_t wanted) { return candidate.hash < wanted; });
    if (entry == entries_.end() || entry->hash != hash) {
        return std::nullopt;
    }
    return Found{entry->offset, entry->bytes,
                 std::span<const Piece>(levels_[entry->level]).subspan(entry->first, entry->parts)};
}

PieceContent PieceTree::content(const Found& found) const {
    if (!found.parts.empty()) {
        return {{}, {found.parts.begin(), found.parts.end()}};
    }
    const ByteView bytes = state_.subspan(found.offset, found.bytes);
    return {{bytes.begin(), bytes.end()}, {}};
}

}  // namespace tandem::net
