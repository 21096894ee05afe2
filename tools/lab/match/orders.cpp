// SPDX-License-Identifier: MIT
// Numbers little-endian, lists with their length in front.
#include <tandem/tools/lab/match/orders.hpp>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/lab/match/wire.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::append_flag;
using sim::append_le;
using sim::ByteReader;
using sim::Bytes;
using sim::Error;
using sim::ErrorCode;

constexpr std::size_t k_text_bytes_max = 4096;

enum class AnswerKind : std::uint8_t { listening = 1, progressing, reported, failed };

void append_short(Bytes& out, const std::string& text) {
    sim::append_text(out, sim::whole_characters(text, k_text_bytes_max));
}

Bytes read_state(ByteReader& reader) {
    const sim::ByteView state = reader.block(k_state_bytes_max);
    return Bytes(state.begin(), state.end());
}

// So many elements of at least that size; none where fewer bytes remain.
std::uint32_t read_count(ByteReader& reader, std::size_t element_bytes) {
    const std::uint32_t count = reader.u32();
    if (count > reader.remaining() / element_bytes) {
        reader.fail();
        return 0;
    }
    return count;
}

void append_report(Bytes& out, const SideReport& report) {
    append_le(out, report.frames);
    append_le(out, report.played_ns);
    append_le(out, static_cast<std::uint32_t>(report.hashes.size()));
    for (const std::uint64_t hash : report.hashes) {
        append_le(out, hash);
    }
    append_le(out, static_cast<std::uint32_t>(report.snapshots.size()));
    for (const Snapshot& snapshot : report.snapshots) {
        append_le(out, snapshot.ticks_done);
        sim::append_block(out, snapshot.state);
    }
    append_le(out, report.replays_differing);
    append_le(out, report.stalls);
    append_le(out, report.stalled_ns);
    append_le(out, report.worst_gap_ns);
    append_le(out, report.input_age_sum_ns);
    append_le(out, report.input_age_max_ns);
    append_le(out, report.inputs_aged);
    append_flag(out, report.desync_tick.has_value());
    append_le(out, report.desync_tick.value_or(0));
    append_le(out, report.desync_after_ns);
    append_short(out, report.desync_text);
}

SideReport read_report(ByteReader& reader) {
    SideReport report;
    report.frames = reader.u32();
    report.played_ns = reader.u64();
    const std::uint32_t hashes = read_count(reader, sizeof(std::uint64_t));
    for (std::uint32_t i = 0; i < hashes; ++i) {
        report.hashes.push_back(reader.u64());
    }
    const std::uint32_t snapshots =
        read_count(reader, sizeof(std::uint64_t) + sizeof(std::uint32_t));
    for (std::uint32_t i = 0; i < snapshots; ++i) {
        Snapshot snapshot;
        snapshot.ticks_done = reader.u64();
        snapshot.state = read_state(reader);
        report.snapshots.push_back(std::move(snapshot));
    }
    report.replays_differing = reader.u64();
    report.stalls = reader.u32();
    report.stalled_ns = reader.u64();
    report.worst_gap_ns = reader.u64();
    report.input_age_sum_ns = reader.u64();
    report.input_age_max_ns = reader.u64();
    report.inputs_aged = reader.u64();
    const bool is_desynced = reader.flag();
    const std::uint64_t desync_tick = reader.u64();
    report.desync_after_ns = reader.u64();
    report.desync_text = reader.text(k_text_bytes_max);
    if (is_desynced) {
        report.desync_tick = desync_tick;
    }
    return report;
}

struct AnswerWriter {
    Bytes& out;

    void operator()(const Listening& answer) const {
        append_le(out, static_cast<std::uint8_t>(AnswerKind::listening));
        append_le(out, answer.port);
    }
    void operator()(const Progressing& answer) const {
        append_le(out, static_cast<std::uint8_t>(AnswerKind::progressing));
        append_le(out, answer.frames);
        append_le(out, answer.played_ns);
        append_le(out, answer.stalls);
        append_le(out, answer.ticks_done);
        sim::append_block(out, answer.state);
    }
    void operator()(const Reported& answer) const {
        append_le(out, static_cast<std::uint8_t>(AnswerKind::reported));
        append_report(out, answer.report);
    }
    void operator()(const Failed& answer) const {
        append_le(out, static_cast<std::uint8_t>(AnswerKind::failed));
        append_le(out, static_cast<std::uint8_t>(answer.error.code));
        append_short(out, answer.error.place);
        append_short(out, answer.error.message);
    }
};

Answer read_failed(ByteReader& reader) {
    const std::uint8_t code = reader.u8();
    if (code > static_cast<std::uint8_t>(ErrorCode::internal)) {
        reader.fail();
    }
    std::string place = reader.text(k_text_bytes_max);
    std::string message = reader.text(k_text_bytes_max);
    return Failed{Error{static_cast<ErrorCode>(code), std::move(place), std::move(message)}};
}

Answer read_progressing(ByteReader& reader) {
    Progressing answer;
    answer.frames = reader.u32();
    answer.played_ns = reader.u64();
    answer.stalls = reader.u32();
    answer.ticks_done = reader.u64();
    answer.state = read_state(reader);
    return answer;
}

Answer read_answer(ByteReader& reader) {
    switch (static_cast<AnswerKind>(reader.u8())) {
        case AnswerKind::listening:
            return Listening{reader.u16()};
        case AnswerKind::progressing:
            return read_progressing(reader);
        case AnswerKind::reported:
            return Reported{read_report(reader)};
        case AnswerKind::failed:
            return read_failed(reader);
    }
    reader.fail();
    return Listening{};
}

Error nonsense(const char* what) {
    return {ErrorCode::internal, "",
            std::string("what arrived between the processes of a match is no ") + what};
}

}  // namespace

Bytes encode(const Order& order) {
    Bytes out;
    append_le(out, static_cast<std::uint8_t>(order.plan.arm));
    append_flag(out, order.plan.is_host);
    append_le(out, order.plan.seconds);
    append_le(out, order.plan.frame_cost_ns);
    append_le(out, order.plan.fast_cost_ns);
    append_le(out, order.plan.delay_ticks);
    append_le(out, order.port);
    append_le(out, order.word);
    append_short(out, order.file);
    append_flag(out, order.force);
    return out;
}

sim::Result<Order> decode_order(sim::ByteView bytes) {
    ByteReader reader(bytes);
    Order order;
    const std::uint8_t arm = reader.u8();
    order.plan.arm = static_cast<ArmId>(arm);
    order.plan.is_host = reader.flag();
    order.plan.seconds = reader.u32();
    order.plan.frame_cost_ns = reader.u32();
    order.plan.fast_cost_ns = reader.u32();
    order.plan.delay_ticks = reader.u32();
    order.port = reader.u16();
    order.word = reader.u64();
    order.file = reader.text(k_text_bytes_max);
    order.force = reader.flag();
    const bool is_sound = arm < arms().size() && order.plan.seconds > 0 &&
                          order.plan.seconds <= k_run_seconds_max && order.plan.frame_cost_ns > 0 &&
                          order.plan.fast_cost_ns > 0 &&
                          order.plan.delay_ticks <= net::k_delay_ticks_max;
    if (reader.failed() || !reader.at_end() || !is_sound) {
        return nonsense("order");
    }
    return order;
}

Bytes encode(const Answer& answer) {
    Bytes out;
    std::visit(AnswerWriter{out}, answer);
    return out;
}

sim::Result<Answer> decode_answer(sim::ByteView bytes) {
    ByteReader reader(bytes);
    Answer answer = read_answer(reader);
    if (reader.failed() || !reader.at_end()) {
        return nonsense("answer");
    }
    return answer;
}

}  // namespace tandem::tools::lab::match
