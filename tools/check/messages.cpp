// SPDX-License-Identifier: MIT
// Numbers little-endian, texts and blocks with their length in front.
#include <tandem/tools/check/messages.hpp>

#include <algorithm>

#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools::check {

using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

namespace {

// Raised whenever a message changes.
constexpr std::string_view k_protocol = "tandem check 1";
constexpr std::size_t k_text_bytes_max = 1024;

Error nonsense(const char* what) {
    return {ErrorCode::bad_data, "", std::string("what arrived is no ") + what + " of check"};
}

std::size_t block_max() { return static_cast<std::size_t>(Channel::k_message_bytes_max); }

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

Bytes encode(const Conditions& conditions) {
    Bytes out;
    sim::append_text(out, k_protocol);
    sim::append_flag(out, conditions.stack_pattern.has_value());
    out.push_back(conditions.stack_pattern.value_or(std::byte{0}));
    sim::append_flag(out, conditions.heap_seed.has_value());
    sim::append_le(out, conditions.heap_seed.value_or(0));
    return out;
}

Result<Conditions> decode_conditions(ByteView bytes) {
    ByteReader reader(bytes);
    const bool is_ours = reader.text(k_text_bytes_max) == k_protocol;
    const bool has_pattern = reader.flag();
    const auto pattern = static_cast<std::byte>(reader.u8());
    const bool has_seed = reader.flag();
    const std::uint64_t seed = reader.u64();
    if (!is_ours || reader.failed() || !reader.at_end()) {
        return nonsense("conditions");
    }
    return Conditions{has_pattern ? std::optional(pattern) : std::nullopt,
                      has_seed ? std::optional(seed) : std::nullopt};
}

Bytes encode(const Hello& hello) {
    Bytes out;
    sim::append_text(out, k_protocol);
    sim::append_text(out, hello.game);
    sim::append_le(out, hello.version);
    for (const sim::SchemaHash hash :
         {hello.state_schema, hello.input_schema, hello.options_schema}) {
        sim::append_le(out, hash.value);
    }
    sim::append_text(out, hello.build);
    sim::append_flag(out, hello.heap_is_filled);
    return out;
}

Result<Hello> decode_hello(ByteView bytes) {
    ByteReader reader(bytes);
    const bool is_ours = reader.text(k_text_bytes_max) == k_protocol;
    Hello hello;
    hello.game = reader.text(k_text_bytes_max);
    hello.version = reader.u32();
    for (sim::SchemaHash* hash :
         {&hello.state_schema, &hello.input_schema, &hello.options_schema}) {
        *hash = sim::SchemaHash{reader.u64()};
    }
    hello.build = reader.text(k_text_bytes_max);
    hello.heap_is_filled = reader.flag();
    if (!is_ours || reader.failed() || !reader.at_end()) {
        return nonsense("hello");
    }
    return hello;
}

void append_order(const Order& order, Bytes& message) {
    sim::append_flag(message, order.is_reset);
    sim::append_flag(message, order.is_failed);
    sim::append_le(message, order.expected.value);
    sim::append_block(message, order.content);
}

Result<std::vector<Order>> decode_orders(ByteView bytes) {
    ByteReader reader(bytes);
    std::vector<Order> orders;
    while (!reader.at_end()) {
        Order order;
        order.is_reset = reader.flag();
        order.is_failed = reader.flag();
        order.expected = sim::StateHash{reader.u64()};
        const ByteView content = reader.block(block_max());
        if (reader.failed()) {
            return nonsense("order");
        }
        order.content.assign(content.begin(), content.end());
        orders.push_back(std::move(order));
    }
    return orders;
}

Bytes encode(const Verdict& verdict) {
    Bytes out;
    sim::append_le(out, static_cast<std::uint8_t>(verdict.kind));
    sim::append_block(out, verdict.content);
    return out;
}

std::uint64_t verdict_bytes_max(std::uint64_t state_bytes_max) {
    constexpr std::uint64_t k_head_bytes = sizeof(std::uint8_t) + sizeof(std::uint32_t);
    const std::uint64_t content = std::max<std::uint64_t>(state_bytes_max, k_failure_bytes_max);
    return std::min(k_head_bytes + content, Channel::k_message_bytes_max);
}

Result<Verdict> decode_verdict(ByteView bytes) {
    ByteReader reader(bytes);
    const std::uint8_t number = reader.u8();
    const ByteView content = reader.block(block_max());
    if (reader.failed() || !reader.at_end() ||
        number > static_cast<std::uint8_t>(Verdict::Kind::only_game_failed)) {
        return nonsense("verdict");
    }
    const auto kind = static_cast<Verdict::Kind>(number);
    const bool has_text = kind == Verdict::Kind::only_companion_failed;
    const bool has_content = has_text || kind == Verdict::Kind::differs;
    if ((!has_content && !content.empty()) || (has_text && content.size() > k_failure_bytes_max)) {
        return nonsense("verdict");
    }
    return Verdict{kind, Bytes(content.begin(), content.end())};
}

}  // namespace tandem::tools::check
