// SPDX-License-Identifier: MIT
// By a walk a side learns the state of another one without being sent all of it. It asks for the
// pieces that it does not have itself, from the whole downwards, and puts the rest together from
// its own state. Bytes go in and come out; nothing here knows a network or a game.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tandem/net/session/piece_tree.hpp>
#include <tandem/net/wire/message.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A state of ours that differs, with its pieces. The schema outlives it.
struct OwnState {
    OwnState(const sim::Schema& game, sim::Bytes own)
        : schema(game), state(std::move(own)), pieces(state) {}
    OwnState(const OwnState&) = delete;
    OwnState& operator=(const OwnState&) = delete;

    const sim::Schema& schema;  // that of both sides' states
    sim::Bytes state;
    PieceTree pieces;  // those of the state
};

// The bounds of a walk in all. The default is what a desync is worth.
struct WalkBounds {
    std::uint64_t pieces = PieceLimits::told_max;       // so many are told
    std::uint64_t bytes = PieceLimits::told_bytes_max;  // so many of the state are told
    std::uint64_t places = std::uint64_t{1} << 18;      // so many are laid out: a piece may repeat
};

// The bounds of a walk by which a state of so many bytes is given whole.
WalkBounds giving_bounds(std::uint64_t state_bytes);

// The side that asks.
class StateWalk {
public:
    // `own` outlives the walk, and its pieces are complete (asserted). The other side has told its
    // state's hash and size.
    StateWalk(const OwnState& own, sim::StateHash their_hash, std::uint64_t their_bytes,
              const WalkBounds& bounds = {});

    // The pieces to ask for next; empty if there is nothing to ask now.
    std::vector<std::uint64_t> next_ask();
    // Takes the answer to the oldest open ask. The error says which part is impossible.
    sim::Result<void> receive(std::vector<PieceContent> answer);

    // The reason why a walk ended, or that it has not.
    enum class End : std::uint8_t {
        none,
        whole,     // the other state is known
        too_much,  // more differs than is sent
        refused,   // the other side gives no more
        too_large  // its size cannot be made of ours
    };
    End end() const { return end_; }
    bool is_over() const { return end_ != End::none; }

    // The other state, once `whole`.
    const sim::Bytes& state() const { return state_; }
    // Its bytes up to the first one that is not known, if the walk did not become whole.
    sim::Bytes known_beginning() const;
    std::uint64_t their_bytes() const { return their_bytes_; }
    // How many bytes of its state the other side told.
    std::uint64_t bytes_told() const { return bytes_told_; }

private:
    // Bytes of their state whose place is known, or a piece of it whose content is not.
    struct Place {
        std::uint64_t offset = 0;
        Piece piece;
    };
    struct Wanted {
        std::uint32_t bytes = 0;
        std::vector<std::uint64_t> offsets;  // where it belongs
    };

    sim::Result<void> place(const Place& first);
    sim::Result<void> want(const Place& unknown);
    sim::Result<void> receive_content(std::uint64_t hash, PieceContent content);
    sim::Result<void> finish_if_whole();
    // The bytes of a piece that is placed.
    sim::ByteView bytes_of(const Piece& piece) const;
    sim::Bytes assemble(std::uint64_t bytes) const;
    std::uint64_t asked() const;
    bool is_ours(const Piece& piece) const;

    const OwnState& own_;
    WalkBounds bounds_;
    sim::StateHash their_hash_;
    std::uint64_t their_bytes_;
    End end_ = End::none;
    std::unordered_map<std::uint64_t, PieceContent> told_;
    std::map<std::uint64_t, Piece> placed_;             // by offset
    std::unordered_map<std::uint64_t, Wanted> wanted_;  // by hash; asked for or not
    std::map<std::uint64_t, std::uint64_t> queue_;      // by offset: what to ask for
    std::deque<std::vector<std::uint64_t>> open_;       // asked for, not answered
    std::uint64_t laid_out_ = 0;                        // pieces, as often as they occur
    std::uint64_t bytes_told_ = 0;
    sim::Bytes state_;
};

// The side that answers.
class StateTeller {
public:
    // `own` outlives the teller.
    StateTeller(const OwnState& own, sim::StateHash own_hash, const WalkBounds& bounds = {})
        : own_(own), own_hash_(own_hash), bounds_(bounds) {}

    // Takes an ask. The error says which part is impossible.
    sim::Result<void> receive(std::vector<std::uint64_t> hashes);
    // The next answer, once the pieces are complete; nothing if all is answered.
    sim::Result<std::optional<std::vector<PieceContent>>> next_answer();
    // How many bytes of the state were told.
    std::uint64_t bytes_told() const { return bytes_told_; }

private:
    const OwnState& own_;
    sim::StateHash own_hash_;
    WalkBounds bounds_;
    std::deque<std::vector<std::uint64_t>> open_;
    std::uint64_t asks_ = 0;
    std::uint64_t told_ = 0;
    std::uint64_t bytes_told_ = 0;
};

}  // namespace tandem::net
