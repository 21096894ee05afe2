// SPDX-License-Identifier: MIT
// Refuses a message if it holds something that its fields allow and its receiver cannot use.
#include <tandem/tools/check/messages.hpp>

#include <algorithm>

#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools::check {
namespace {

Error nonsense(const char* what) {
    return {ErrorCode::bad_data, "", std::string("what arrived is no ") + what + " of check"};
}

constexpr auto k_is_of_our_protocol = [](const auto& greeting) {
    return greeting.protocol == k_protocol;
};

bool is_sound_verdict(const CompanionVerdict& verdict) {
    switch (verdict.kind) {
        case CompanionVerdict::Kind::same:
        case CompanionVerdict::Kind::only_game_failed:
            return verdict.content.empty();
        case CompanionVerdict::Kind::differs:
            return true;
        case CompanionVerdict::Kind::only_companion_failed:
            return verdict.content.size() <= k_failure_bytes_max;
    }
    return false;
}

}  // namespace

Hello hello_of(const sim::GameInfo& game, bool heap_is_filled) {
    return {game.name,
            game.version,
            game.state_schema.hash(),
            game.input_schema.hash(),
            game.options_schema.hash(),
            build_text(),
            heap_is_filled};
}

Bytes encode(const Conditions& conditions) { return sim::canonical_bytes(conditions); }
Bytes encode(const Hello& hello) { return sim::canonical_bytes(hello); }
Bytes encode(const std::vector<CompanionOrder>& orders) { return sim::canonical_bytes(orders); }
Bytes encode(const CompanionVerdict& verdict) { return sim::canonical_bytes(verdict); }

Result<Conditions> decode_conditions(ByteView bytes) {
    return read_message<Conditions>(bytes, nonsense("conditions"), k_is_of_our_protocol);
}

Result<Hello> decode_hello(ByteView bytes) {
    return read_message<Hello>(bytes, nonsense("hello"), k_is_of_our_protocol);
}

Result<std::vector<CompanionOrder>> decode_orders(ByteView bytes) {
    return read_message<std::vector<CompanionOrder>>(bytes, nonsense("order"));
}

Result<CompanionVerdict> decode_verdict(ByteView bytes) {
    return read_message<CompanionVerdict>(bytes, nonsense("verdict"), is_sound_verdict);
}

std::uint64_t verdict_bytes_max(std::uint64_t state_bytes_max) {
    constexpr std::uint64_t k_head_bytes = sizeof(std::uint8_t) + sizeof(std::uint32_t);
    const std::uint64_t content = std::max<std::uint64_t>(state_bytes_max, k_failure_bytes_max);
    return std::min(k_head_bytes + content, Channel::k_message_bytes_max);
}

}  // namespace tandem::tools::check
