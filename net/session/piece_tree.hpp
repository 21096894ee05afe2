// SPDX-License-Identifier: MIT
// A state, cut into pieces where its own bytes say so, and a tree of hashes over them. Two sides
// that differ in little have nearly all pieces in common, also behind an element that only one of
// them has. PROTOCOL.md says where the cuts are, and why this tree was chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The rules for the end of a piece.
struct PieceCuts {
    // A piece of bytes ends behind the first byte from bytes_min on at which the upper cut_bits of
    // a rolling sum are 0, or at PieceLimits::bytes_max.
    static constexpr std::size_t bytes_min = 256;
    static constexpr unsigned cut_bits = 10;
    // A piece of pieces ends behind the first one from parts_min on whose hash has 0 in these bits,
    // or at PieceLimits::parts_max.
    static constexpr std::size_t parts_min = 4;
    static constexpr std::uint64_t part_mask = 31;
};

// The hash of a piece of bytes, and that of a piece of pieces.
std::uint64_t piece_hash(sim::ByteView bytes);
std::uint64_t piece_hash(std::span<const Piece> parts);
std::uint64_t piece_hash(const PieceContent& content);

class PieceTree {
public:
    // The state must outlive the tree; at most PieceLimits::state_bytes_max bytes (asserted).
    explicit PieceTree(sim::ByteView state);

    // Goes on for about so many bytes of the state. Returns whether the tree is complete.
    bool build(std::size_t bytes_max);
    bool is_complete() const { return root_.has_value(); }

    // The questions below need a complete tree (asserted).
    Piece root() const;
    // A piece of the state: its place, and its parts (none if it has only bytes).
    struct Found {
        std::size_t offset = 0;
        std::size_t bytes = 0;
        std::span<const Piece> parts;
    };
    // The piece with this hash, if the state has one.
    std::optional<Found> find(std::uint64_t hash) const;
    // The content of a piece, as it is told.
    PieceContent content(const Found& found) const;

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t offset = 0;
        std::uint32_t bytes = 0;
        std::uint32_t level = 0;  // the level of its parts
        std::uint32_t first = 0;  // the first of its parts on that level
        std::uint32_t parts = 0;  // 0: it has only bytes
    };

    void add_bytes_piece();
    void add_level();
    void finish();

    sim::ByteView state_;
    std::size_t cut_ = 0;  // the state before it is in pieces
    std::vector<std::vector<Piece>> levels_;
    std::vector<Entry> entries_;  // in the end sorted by hash
    std::optional<Piece> root_;
};

}  // namespace tandem::net
