// SPDX-License-Identifier: MIT
// Reads a replay epoch by epoch. The blocks of an epoch are read and decoded as far as they are
// needed.
#include <tandem/replay/recording/cursor.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <tandem/replay/blocks/block.hpp>
#include <tandem/replay/blocks/input_piece.hpp>
#include <tandem/replay/files/byte_source.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::replay {
namespace {

constexpr std::uint32_t k_chain_bits = 64;
// The usual epoch of 32 s takes fewer bytes than this.
constexpr std::size_t k_ahead_bytes = 16U << 10;

}  // namespace

bool RecordedChain::agrees(sim::ChainHash chain) const {
    return low_bits_of(chain.value, low_bits) == low;
}

bool RecordedChain::agrees(const RecordedChain& other) const {
    const std::uint32_t bits = std::min(low_bits, other.low_bits);
    return low_bits_of(low, bits) == low_bits_of(other.low, bits) &&
           (!records || !other.records || *records == *other.records);
}

// Reads one epoch at a time, and keeps what it has read. It keeps an error too: the rest of the
// epoch cannot be decoded behind it, and the model of a piece that failed is spoilt.
class Cursor::EpochReader {
public:
    explicit EpochReader(const Replay& replay)
        : replay_(&replay),
          window_(replay.source(), k_ahead_bytes),
          decoder_(replay.header().input_schema, replay.header().setup.slots) {}

    // Goes to the epoch that holds this tick, and returns it.
    const Epoch& go_to(std::uint64_t tick) {
        const auto epochs = replay_->epochs();
        if (epoch_ == nullptr || tick < epoch_->first_tick || tick >= epoch_->end_tick) {
            const auto after = std::upper_bound(
                epochs.begin(), epochs.end(), tick,
                [](std::uint64_t number, const Epoch& epoch) { return number < epoch.first_tick; });
            TANDEM_ASSERT(after != epochs.begin());
            begin(*std::prev(after));
        }
        return *epoch_;
    }

    // Returns the record of a tick of this epoch, counted from its first.
    sim::Result<sim::ByteView> record(std::uint64_t index) {
        while (decoded_ticks() <= index) {
            if (!decode_failure_) {
                decode_failure_ = error_of(decode_next());
            }
            if (decode_failure_) {
                return *decode_failure_;
            }
        }
        const auto i = static_cast<std::size_t>(index);
        const std::size_t at = inputs_.offsets[i];
        return sim::ByteView(inputs_.records).subspan(at, inputs_.offsets[i + 1] - at);
    }

    // Returns the bits of the track after a tick of this epoch.
    sim::Result<std::uint64_t> track(std::uint64_t index) {
        while (read_ticks_ <= index) {
            TANDEM_TRY(read_once());
        }
        return track_at(track_, replay_->header().track_bits, index);
    }

    // Returns the whole chain before the first tick of this epoch, which its head has (format 2).
    sim::Result<sim::ChainHash> chain_before() {
        if (read_ticks_ == 0) {
            TANDEM_TRY(read_once());
        }
        return chain_before_;
    }

private:
    struct Piece {
        BlockHeader header;
        std::uint64_t offset = 0;
        sim::Bytes coded;
    };

    void begin(const Epoch& epoch) {
        epoch_ = &epoch;
        next_offset_ = epoch.offset;
        read_ticks_ = 0;
        decoded_pieces_ = 0;
        pieces_.clear();
        track_.clear();
        inputs_.records.clear();
        inputs_.offsets.assign(1, 0);
        decoder_.restart();
        read_failure_.reset();
        decode_failure_.reset();
    }

    static std::optional<sim::Error> error_of(const sim::Result<void>& result) {
        return result ? std::nullopt : std::optional(result.error());
    }

    std::uint64_t decoded_ticks() const { return inputs_.offsets.size() - 1; }

    // Reads the next block once. A failure stays, so that no block is passed over because it
    // failed.
    sim::Result<void> read_once() {
        if (!read_failure_) {
            read_failure_ = error_of(read_next());
        }
        return read_failure_ ? sim::Result<void>(*read_failure_) : sim::Result<void>();
    }

    // Reads the next block of inputs of this epoch; other blocks are passed over.
    sim::Result<void> read_next() {
        for (;;) {
            const std::uint64_t offset = next_offset_;
            const auto bytes = window_.at(offset, k_block_header_bytes);
            TANDEM_TRY(bytes);
            const HeadRead read = read_head(*bytes, offset);
            if (read.state != HeadState::sound) {
                return bad_block(offset,
                                 "the inputs of tick " +
                                     std::to_string(epoch_->first_tick + read_ticks_) +
                                     " should be here or behind, but no sound block begins here");
            }
            next_offset_ += read.head.block_bytes();
            if (read.head.header.type == BlockType::inputs) {
                return read_piece(read.head, offset);
            }
        }
    }

    sim::Result<void> read_piece(const Head& head, std::uint64_t offset) {
        const auto block = window_.at(offset, head.block_bytes());
        TANDEM_TRY(block);
        if (block->size() < head.block_bytes() || !check_body(head, *block, offset)) {
            return bad_block(offset,
                             "the block " + block_text(head.header) + " does not fit its checksum");
        }
        const bool continues = head.header.form == HeadForm::piece;
        if (continues ? read_ticks_ == 0 : head.header.first_tick != epoch_->first_tick) {
            return bad_block(offset, "another epoch begins here than tick " +
                                         std::to_string(epoch_->first_tick));
        }
        const auto piece = split_inputs(head.header, replay_->header(), block->subspan(head.bytes));
        if (!piece) {
            return bad_block(offset, piece.error().text());
        }
        chain_before_ = continues ? chain_before_ : head.header.chain_before;
        sim::append(track_, piece->track);
        pieces_.push_back({head.header, offset, {piece->coded.begin(), piece->coded.end()}});
        read_ticks_ += head.header.tick_count;
        return {};
    }

    sim::Result<void> decode_next() {
        if (decoded_pieces_ == pieces_.size()) {
            TANDEM_TRY(read_once());
        }
        const Piece& piece = pieces_[decoded_pieces_];
        const std::uint64_t ticks_before = decoded_ticks();
        if (auto decoded = decode(piece); !decoded) {
            // Some of its records may have been decoded before it was seen to be wrong.
            inputs_.offsets.resize(static_cast<std::size_t>(ticks_before) + 1);
            return bad_block(piece.offset,
                             "the inputs from tick " +
                                 std::to_string(epoch_->first_tick + decoded_ticks()) +
                                 " on do not decode: " + decoded.error().text());
        }
        ++decoded_pieces_;
        return {};
    }

    sim::Result<void> decode(const Piece& piece) {
        if (piece.header.form == HeadForm::whole) {
            return decode_inputs_of_format_1(piece.header, piece.coded, replay_->header(), inputs_);
        }
        return decoder_.decode(piece.coded, piece.header.tick_count, BlockLimits::inputs_bytes_max,
                               inputs_);
    }

    const Replay* replay_;
    Window window_;
    InputDecoder decoder_;
    const Epoch* epoch_ = nullptr;
    std::uint64_t next_offset_ = 0;
    std::uint64_t read_ticks_ = 0;
    sim::ChainHash chain_before_;
    std::vector<Piece> pieces_;
    std::size_t decoded_pieces_ = 0;
    sim::Bytes track_;
    DecodedInputs inputs_;
    std::optional<sim::Error> read_failure_;    // the failure of the block behind read_ticks_
    std::optional<sim::Error> decode_failure_;  // the failure of the piece behind decoded_ticks()
};

Cursor::Cursor(const Replay& replay)
    : replay_(&replay), reader_(std::make_unique<EpochReader>(replay)) {}
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;
Cursor::~Cursor() = default;

sim::Result<sim::ByteView> Cursor::record(sim::Tick tick) {
    TANDEM_ASSERT(tick.number >= replay_->first_tick() && tick.number < replay_->end_tick());
    const Epoch& epoch = reader_->go_to(tick.number);
    return reader_->record(tick.number - epoch.first_tick);
}

sim::Result<RecordedChain> Cursor::chain(std::uint64_t ticks_done) {
    TANDEM_ASSERT(ticks_done >= replay_->first_tick() && ticks_done <= replay_->end_tick());
    const auto anchors = replay_->anchors();
    const auto anchor = std::lower_bound(
        anchors.begin(), anchors.end(), ticks_done,
        [](const Anchor& one, std::uint64_t ticks) { return one.ticks_done < ticks; });
    if (anchor != anchors.end() && anchor->ticks_done == ticks_done) {
        if (anchor->chain) {
            return RecordedChain{anchor->chain, anchor->chain->value, k_chain_bits,
                                 anchor->records};
        }
        reader_->go_to(ticks_done);
        const auto chain = reader_->chain_before();
        return chain ? sim::Result<RecordedChain>(
                           RecordedChain{*chain, chain->value, k_chain_bits, {}})
                     : chain.error();
    }
    const std::uint32_t bits = replay_->header().track_bits;
    if (bits == 0) {
        return RecordedChain{};
    }
    const Epoch& epoch = reader_->go_to(ticks_done - 1);
    const auto low = reader_->track(ticks_done - 1 - epoch.first_tick);
    TANDEM_TRY(low);
    return RecordedChain{
        bits == k_chain_bits ? std::optional(sim::ChainHash{*low}) : std::nullopt, *low, bits, {}};
}

}  // namespace tandem::replay
