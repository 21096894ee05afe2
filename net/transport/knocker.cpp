// SPDX-License-Identifier: MIT
// Says at the door what a guest has to say, as often as needed.
#include <tandem/net/transport/knocker.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// A knock may be lost in a flood, so the first ones follow each other quickly.
constexpr Time k_pause_first = std::chrono::milliseconds(100);
constexpr Time k_pause_most = std::chrono::milliseconds(1'000);
// After this many first messages without an answer the guest knocks again: its cookie may be too
// old.
constexpr std::uint32_t k_first_messages_max = 6;
// A host that starts again has another salt. Nobody needs a third one.
constexpr std::uint32_t k_stretchings_max = 3;

std::string kind_text(KeyKind kind) { return std::string(key_text(kind)); }

}  // namespace

Knocker::Knocker(std::optional<MatchKey> key, SecretKey seed)
    : key_(std::move(key)),
      kind_(key_ ? key_->kind() : KeyKind::none),
      random_(std::move(seed)),
      token_(sim::load_le<std::uint64_t>(random_.next().bytes().data())) {}

void Knocker::go_to(Stage stage, Time now) {
    stage_ = stage;
    next_ = now;
    pause_ = Time{0};
    sent_ = 0;
}

std::optional<Bytes> Knocker::due(Time now) {
    if (stage_ == Stage::over || (pause_ != Time{0} && now < next_)) {
        return std::nullopt;
    }
    if (stage_ == Stage::proving && sent_ == k_first_messages_max) {
        go_to(Stage::knocking, now);
    }
    pause_ = std::clamp(2 * pause_, k_pause_first, k_pause_most);
    next_ = now + pause_;
    ++sent_;
    return stage_ == Stage::proving ? first_ : encode_door(Knock{k_protocol_version, token_});
}

std::optional<Bytes> Knocker::receive(ByteView datagram, Time now) {
    const auto message = decode_door(datagram);
    if (!message) {
        return std::nullopt;
    }
    if (const auto* answer = std::get_if<Answer>(&*message)) {
        return receive(*answer, now);
    }
    if (const auto* second = std::get_if<SecondMessage>(&*message)) {
        receive(*second);
    }
    const auto* turned = std::get_if<TurnedAway>(&*message);
    if (turned != nullptr && stage_ == Stage::proving &&
        turned->reason == RefusalReason::key_wrong &&
        turned->proof == sim::load_le<std::uint64_t>(noise_->own_public().data())) {
        stage_ = Stage::over;
        refusal_ = Refusal{RefusalReason::key_wrong, "another key", kind_text(kind_)};
    }
    return std::nullopt;
}

std::optional<Bytes> Knocker::receive(const Answer& answer, Time now) {
    if (stage_ != Stage::knocking || answer.token != token_) {
        return std::nullopt;
    }
    if (auto refusal = misfit(answer)) {
        return turn_away(answer, *std::move(refusal));
    }
    if (!learn_shared(answer.terms)) {
        return turn_away(answer, {RefusalReason::key_wrong, kind_text(answer.terms.kind),
                                  "no memory to stretch " + kind_text(kind_)});
    }
    noise_.emplace(SealSide::guest, shared_, door_prologue(answer.cookie, answer.terms),
                   random_.next());
    const auto written = noise_->write(first_payload(kind_));
    TANDEM_ASSERT(written.has_value());
    FirstMessage first{k_protocol_version, answer.cookie, {}};
    std::copy(written->begin(), written->end(), first.noise.begin());
    first_ = encode_door(first);
    go_to(Stage::proving, now);
    return due(now);
}

// The reason why our key and the host's, as it says, cannot be the same.
std::optional<Refusal> Knocker::misfit(const Answer& answer) const {
    if (answer.protocol != k_protocol_version) {
        return Refusal{RefusalReason::protocol, std::to_string(answer.protocol),
                       std::to_string(k_protocol_version)};
    }
    const KeyKind theirs = answer.terms.kind;
    if (theirs != kind_) {
        const bool is_needed = theirs == KeyKind::none || kind_ == KeyKind::none;
        return Refusal{is_needed ? RefusalReason::key_needed : RefusalReason::key_wrong,
                       kind_text(theirs), kind_text(kind_)};
    }
    if (!is_bearable(answer.terms)) {
        return Refusal{RefusalReason::key_wrong, kind_text(theirs) + " at a cost that is not ours",
                       kind_text(kind_)};
    }
    return std::nullopt;
}

std::optional<Bytes> Knocker::turn_away(const Answer& answer, Refusal refusal) {
    stage_ = Stage::over;
    refusal_ = std::move(refusal);
    return encode_door(TurnedAway{k_protocol_version, answer.cookie, refusal_->reason, kind_});
}

bool Knocker::learn_shared(const KeyTerms& terms) {
    if (kind_ == KeyKind::none || (shared_ && terms_ == terms)) {
        return true;
    }
    stretched_ += terms.kind == KeyKind::passphrase ? 1U : 0U;
    if (stretched_ > k_stretchings_max) {
        return false;
    }
    terms_ = terms;
    shared_ = shared_key(*key_, terms);
    return shared_.has_value();
}

void Knocker::receive(const SecondMessage& second) {
    if (stage_ != Stage::proving) {
        return;
    }
    // Anybody may send such a message, so a wrong one must not spoil the handshake.
    Noise noise = *noise_;
    const auto payload = noise.read(second.noise);
    if (!payload) {
        return;
    }
    stage_ = Stage::over;
    entry_ = Admission{static_cast<std::uint8_t>((*payload)[0]), noise.split(), noise.binding()};
    noise_.reset();
}

void Knocker::restart(Time now) {
    token_ = sim::load_le<std::uint64_t>(random_.next().bytes().data());
    stretched_ = 0;
    noise_.reset();
    entry_.reset();
    refusal_.reset();
    go_to(Stage::knocking, now);
}

}  // namespace tandem::net
