// SPDX-License-Identifier: MIT
// A message is its length as u32 and its bytes.
#include <tandem/tools/check/channel.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>

#include <tandem/sim/assert.hpp>
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

bool Channel::wait_for(short event) {
    // How soon an interrupt is heard.
    constexpr int k_glance_ms = 100;
    for (;;) {
        pollfd waiting{socket_, event, 0};
        const int ready = ::poll(&waiting, 1, k_glance_ms);
        if (gives_up_ && gives_up_(ready == 0)) {
            return false;
        }
        if (ready > 0) {
            return true;
        }
    }
}

bool Channel::has_more() const {
    std::byte next{};
    return ::recv(socket_, &next, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

bool Channel::send(ByteView message) {
    TANDEM_ASSERT(message.size() <= k_message_bytes_max);
    Bytes framed;
    framed.reserve(sizeof(std::uint32_t) + message.size());
    sim::append_block(framed, message);
    for (std::size_t sent = 0; sent < framed.size();) {
        // One that does not read must not hold this side up for ever.
        const auto now = ::send(socket_, framed.data() + sent, framed.size() - sent,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!wait_for(POLLOUT)) {
                return false;
            }
            continue;
        }
        if (now <= 0) {
            return false;
        }
        sent += static_cast<std::size_t>(now);
    }
    return true;
}

bool Channel::receive(Bytes& message, std::uint64_t bytes_max) {
    constexpr std::size_t k_part_bytes = std::size_t{1} << 20;
    std::array<std::byte, sizeof(std::uint32_t)> length{};
    if (!receive_exactly(length.data(), length.size())) {
        return false;
    }
    const auto size = sim::load_le<std::uint32_t>(length.data());
    if (size > std::min(bytes_max, k_message_bytes_max)) {
        refused_bytes_ = size;
        return false;
    }
    message.clear();
    while (message.size() < size) {
        const std::size_t done = message.size();
        message.resize(done + std::min(k_part_bytes, size - done));
        if (!receive_exactly(message.data() + done, message.size() - done)) {
            return false;
        }
    }
    return true;
}

bool Channel::receive_exactly(std::byte* out, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
        if (!wait_for(POLLIN)) {
            return false;
        }
        const auto now = ::recv(socket_, out + done, size - done, 0);
        if (now < 0 && errno == EINTR) {
            continue;
        }
        if (now <= 0) {
            return false;
        }
        done += static_cast<std::size_t>(now);
    }
    return true;
}

}  // namespace tandem::tools::check
