// SPDX-License-Identifier: MIT
// Begins and ends pieces, and carries into digits that are out already.
#include <tandem/replay/coding/range_coder.hpp>

namespace tandem::replay {

void RangeEncoder::restart() {
    low_ = 0;
    range_ = detail::k_whole_range;
    piece_.clear();
}

void RangeEncoder::flush(sim::Bytes& out) {
    raise(detail::end_above(low_, range_));
    shift();
    while (!piece_.empty() && piece_.back() == std::byte{0}) {
        piece_.pop_back();
    }
    sim::append(out, piece_);
    restart();
}

void RangeEncoder::shift() {
    piece_.push_back(static_cast<std::byte>(low_ >> 24));
    low_ <<= 8;
}

// Adds a carry to the digits. The whole fraction stays below 1, so there is a digit that can take
// it.
void RangeEncoder::carry() {
    auto digit = piece_.rbegin();
    for (; *digit == std::byte{0xff}; ++digit) {
        *digit = std::byte{0};
    }
    *digit = static_cast<std::byte>(std::to_integer<unsigned>(*digit) + 1);
}

void RangeDecoder::begin(sim::ByteView piece) {
    piece_ = piece;
    offset_ = 0;
    low_ = 0;
    above_ = 0;
    range_ = detail::k_whole_range;
    for (int i = 0; i < 4; ++i) {
        above_ = above_ << 8 | next();
    }
    is_outside_ = above_ >= range_;
}

bool RangeDecoder::at_end() const {
    return !is_outside_ && above_ == detail::end_above(low_, range_) && offset_ >= piece_.size() &&
           (piece_.empty() || piece_.back() != std::byte{0});
}

}  // namespace tandem::replay
