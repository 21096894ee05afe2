// SPDX-License-Identifier: MIT
// Writing and reading of unreliable packets.
#include <tandem/net/wire/packet.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include <tandem/sim/assert.hpp>

namespace tandem::net::wire {
namespace {

// ---- Durations ----

constexpr std::int64_t k_quarter_ns = 250'000;
constexpr std::int64_t k_held_fine_codes = 128;
constexpr std::int64_t k_held_coarse_quarters = 7;
// The number of steps of each doubling of a way.
constexpr std::int64_t k_way_steps = 28;

constexpr std::int64_t held_quarters(std::int64_t code) {
    return code < k_held_fine_codes
               ? code
               : k_held_fine_codes + (code - k_held_fine_codes) * k_held_coarse_quarters;
}

constexpr std::int64_t way_quarters(std::int64_t code) {
    const std::int64_t doublings = code / k_way_steps;
    return doublings == 0 ? code : (k_way_steps + code % k_way_steps) << (doublings - 1);
}

constexpr std::chrono::microseconds quarters_time(std::int64_t quarters) {
    return std::chrono::microseconds(quarters * (k_quarter_ns / 1'000));
}
static_assert(quarters_time(held_quarters(255)) == k_held_max);
static_assert(quarters_time(way_quarters(255)) == k_way_max);

// The code whose value is nearest, the smaller one of two; `quarters` ascends with the code.
template <class Quarters>
std::uint8_t nearest_code(std::chrono::nanoseconds time, Quarters quarters) {
    std::int64_t low = 0;
    std::int64_t high = 255;
    while (low < high) {
        const std::int64_t code = (low + high) / 2;
        const std::int64_t middle_ns = (quarters(code) + quarters(code + 1)) * k_quarter_ns / 2;
        if (time.count() <= middle_ns) {
            high = code;
        } else {
            low = code + 1;
        }
    }
    return static_cast<std::uint8_t>(low);
}

// ---- Widths ----

constexpr unsigned k_number_bits = 8;
constexpr unsigned k_time_bits = 8;
constexpr unsigned k_strain_bits = 2;
constexpr unsigned k_loss_run_bits = 4;
// These low bits of due's whole ticks travel. Its sixteenths are a small number, mostly zero.
constexpr unsigned k_due_bits = 12;
constexpr unsigned k_base_bits = 16;
constexpr unsigned k_chain_bits = 32;
// The small numbers have so many low bits, by their usual values.
constexpr unsigned k_done_low_bits = 0;
constexpr unsigned k_next_low_bits = 2;
constexpr unsigned k_slack_low_bits = 0;
constexpr unsigned k_first_low_bits = 3;
constexpr unsigned k_back_low_bits = 3;
// The next input of a player is usually the one after due.
constexpr std::int64_t k_next_usual = 1;
// With more players than this, a bit before each group of so many says whether any is in the list.
constexpr std::uint32_t k_group_slots = 8;

bool is_usual(const PacketHead& head) {
    return head.echo && !head.extras && head.due && head.hash && !head.says_known;
}

// The distance from the origin to the tick that is acknowledged, clamped like a slack, is the slack
// of most packets.
std::int64_t clamp_slack(std::int64_t ticks) {
    return std::clamp<std::int64_t>(ticks, Ack::slack_min, Ack::slack_max);
}

// The number nearest to `reference` among all with these `bits` low bits, the larger one of two.
std::uint64_t nearest(std::uint64_t low, unsigned bits, std::uint64_t reference) {
    const std::uint64_t span = std::uint64_t{1} << bits;
    const std::uint64_t ahead = (low - reference) & (span - 1);  // from the reference upwards
    const std::uint64_t above = reference + ahead;
    const bool is_below = ahead > span / 2 && above >= span;
    return is_below ? above - span : above;
}

}  // namespace

std::optional<std::uint8_t> held_code(std::chrono::nanoseconds held) {
    if (held > k_held_max) {
        return std::nullopt;
    }
    return nearest_code(held, held_quarters);
}
std::chrono::microseconds held_time(std::uint8_t code) {
    return quarters_time(held_quarters(code));
}

std::uint8_t way_code(std::chrono::nanoseconds way) { return nearest_code(way, way_quarters); }

std::uint64_t due_parts(std::chrono::nanoseconds match_time, std::chrono::nanoseconds period) {
    const auto part = (match_time % period) * std::int64_t{k_due_parts} / period;
    return static_cast<std::uint64_t>(match_time / period) * k_due_parts +
           static_cast<std::uint64_t>(part);
}

std::chrono::nanoseconds due_time(std::uint64_t parts, std::chrono::nanoseconds period) {
    return period * static_cast<std::int64_t>(parts / k_due_parts) +
           period * static_cast<std::int64_t>(parts % k_due_parts) / std::int64_t{k_due_parts};
}
std::chrono::microseconds way_time(std::uint8_t code) { return quarters_time(way_quarters(code)); }

// ---- Writing ----

PacketWriter::PacketWriter(const PacketHead& head, const PacketFormat& format,
                           std::size_t bytes_max, sim::Bytes& out)
    : format_(&format),
      origin_(head.origin()),
      bits_max_(8 * bytes_max),
      writer_(out),
      says_known_(head.says_known) {
    TANDEM_ASSERT(bytes_max >= bytes_min);
    writer_.write(head.number, k_number_bits);
    writer_.write_flag(is_usual(head));
    if (!is_usual(head)) {
        writer_.write_flag(head.echo.has_value());
        writer_.write_flag(head.extras.has_value());
        writer_.write_flag(head.due.has_value());
        writer_.write_flag(head.hash.has_value());
        writer_.write_flag(head.says_known);
    }
    if (head.echo) {
        writer_.write(head.echo->number, k_number_bits);
        writer_.write(head.echo->held_code, k_time_bits);
    }
    if (head.extras) {
        writer_.write(static_cast<std::uint64_t>(head.extras->strain), k_strain_bits);
        writer_.write(std::min(head.extras->loss_run, Extras::loss_run_max), k_loss_run_bits);
        writer_.write_flag(head.extras->way_beyond.has_value());
        if (head.extras->way_beyond) {
            writer_.write(*head.extras->way_beyond, k_time_bits);
        }
    }
    if (head.due) {
        writer_.write_small(*head.due % k_due_parts, 0);
        writer_.write(origin_ % (1U << k_due_bits), k_due_bits);
    } else {
        writer_.write(origin_ % (1U << k_base_bits), k_base_bits);
    }
    if (head.hash) {
        writer_.write_small_signed(distance(head.hash->ticks_done), k_done_low_bits);
        writer_.write(head.hash->chain_low, k_chain_bits);
    }
}

std::int64_t PacketWriter::distance(std::uint64_t tick) const {
    const auto ticks = static_cast<std::int64_t>(tick - origin_);
    constexpr std::int64_t k_most = k_small_signed_max - k_next_usual;
    TANDEM_ASSERT(ticks >= -k_most && ticks <= k_most);
    return ticks;
}

void PacketWriter::skip_slots(std::uint32_t slot) {
    const bool is_grouped = format_->players > k_group_slots;
    while (next_slot_ < slot) {
        const bool is_group = is_grouped && next_slot_ % k_group_slots == 0;
        const std::uint32_t group_end = next_slot_ - next_slot_ % k_group_slots + k_group_slots;
        const bool is_skipped = is_group && (group_end <= slot || slot == format_->players);
        if (is_group) {
            writer_.write_flag(!is_skipped);
        }
        if (is_skipped) {
            next_slot_ = std::min(group_end, slot);
        } else {
            writer_.write_flag(false);
            ++next_slot_;
        }
    }
}

void PacketWriter::write_slot(std::uint32_t slot) {
    TANDEM_ASSERT(slot >= next_slot_ && slot < format_->players);
    skip_slots(slot);
    if (format_->players > k_group_slots && slot % k_group_slots == 0) {
        writer_.write_flag(true);
    }
    writer_.write_flag(true);
    next_slot_ = slot + 1;
}

bool PacketWriter::add_ack(const Ack& ack) {
    TANDEM_ASSERT(!is_in_runs_);
    const std::size_t bits_before = writer_.bits();
    const std::uint32_t slot_before = next_slot_;
    write_slot(ack.slot);
    const std::int64_t next = distance(ack.next);
    writer_.write_small_signed(next - k_next_usual, k_next_low_bits);
    writer_.write_flag(ack.slack.has_value());
    if (ack.slack) {
        const std::int64_t slack = clamp_slack(static_cast<std::int64_t>(*ack.slack));
        writer_.write_small_signed(slack - clamp_slack(next), k_slack_low_bits);
    }
    // The slots that follow must be said to be absent.
    const std::size_t bits_to_end = k_group_slots + format_->players / k_group_slots;
    if (writer_.bits() + bits_to_end > bits_max_) {
        writer_.cut(bits_before);
        next_slot_ = slot_before;
        return false;
    }
    return true;
}

void PacketWriter::begin_runs() {
    if (!is_in_runs_) {
        skip_slots(format_->players);
        next_slot_ = 0;
        is_in_runs_ = true;
    }
}

std::uint64_t PacketWriter::add_run(const Offer& offer, InputsAt inputs) {
    TANDEM_ASSERT(offer.known <= offer.first && (says_known_ || offer.known == offer.first));
    begin_runs();
    const std::size_t bits_before = writer_.bits();
    const std::uint32_t slot_before = next_slot_;
    write_slot(offer.slot);
    writer_.write_small_signed(distance(offer.first), k_first_low_bits);
    if (says_known_) {
        writer_.write_small(offer.first - offer.known, k_back_low_bits);
    }
    RunPlan plan;
    if (writer_.bits() < bits_max_) {
        const std::size_t bits_left = bits_max_ - writer_.bits();
        plan = plan_run(format_->inputs, offer.previous, offer.available, inputs, bits_left);
    }
    if (plan.count == 0) {
        writer_.cut(bits_before);
        next_slot_ = slot_before;
        return 0;
    }
    write_run(writer_, format_->inputs, offer.previous, plan, inputs);
    return plan.count;
}

void PacketWriter::finish() {
    // The reader takes the absence of the last slots from the end of the packet.
    begin_runs();
    writer_.finish();
}

// ---- Reading ----

namespace {

std::string place_of(std::size_t bit) {
    return "packet, byte " + std::to_string(bit / 8) + ", bit " + std::to_string(bit % 8);
}

class Decoder {
public:
    Decoder(ByteView bytes, const PacketContext& context, Packet& out)
        : bytes_(bytes), reader_(bytes), context_(context), out_(out) {}

    Result<void> decode() {
        out_.head = {};
        out_.acks.clear();
        out_.runs.clear();
        out_.inputs.clear();
        out_.is_cut = false;
        const bool is_whole = read_head() && read_acks() && read_runs() && check_end();
        if (is_whole || (out_.is_cut && !error_)) {
            return {};
        }
        return *error_;
    }

private:
    // Sets the error: bits are missing, or those it found are wrong. Returns false.
    bool fail(std::string_view part, const std::string& found) {
        std::string message(part);
        if (reader_.ended()) {
            message += ": found the end of the packet, expected more bits";
        } else if (reader_.failed()) {
            message +=
                ": found a number out of bounds, expected one up to " + std::to_string(k_small_max);
        } else {
            message += ": found " + found;
        }
        error_ = Error{ErrorCode::bad_data, place_of(reader_.offset()), message};
        return false;
    }

    // The tick that lies so far from the origin; nothing if there is none.
    std::optional<std::uint64_t> tick_at(std::int64_t distance) const {
        const std::uint64_t tick = out_.head.origin() + static_cast<std::uint64_t>(distance);
        const bool is_possible =
            distance < 0 ? tick < out_.head.origin() : tick >= out_.head.origin();
        return is_possible ? std::optional(tick) : std::nullopt;
    }

    bool read_head() {
        PacketHead& head = out_.head;
        head.number = static_cast<std::uint8_t>(reader_.read(k_number_bits));
        const bool usual = reader_.flag();
        const bool has_echo = usual || reader_.flag();
        const bool has_extras = !usual && reader_.flag();
        const bool has_due = usual || reader_.flag();
        const bool has_hash = usual || reader_.flag();
        head.says_known = !usual && reader_.flag();
        if (!usual && has_echo && !has_extras && has_due && has_hash && !head.says_known) {
            return fail("head", "the usual parts in five bits, expected one bit");
        }
        if (has_echo) {
            const auto number = static_cast<std::uint8_t>(reader_.read(k_number_bits));
            head.echo = Echo{number, static_cast<std::uint8_t>(reader_.read(k_time_bits))};
        }
        if (has_extras && !read_extras()) {
            return false;
        }
        if (has_due) {
            const std::uint64_t part = reader_.small(0);
            if (part >= k_due_parts) {
                return fail("due", std::to_string(part) + " sixteenths, expected 15 at most");
            }
            const std::uint64_t low = reader_.read(k_due_bits) * k_due_parts + part;
            head.due = nearest(low, k_due_bits + 4, context_.reference);
        } else {
            head.base =
                nearest(reader_.read(k_base_bits), k_base_bits, context_.reference / k_due_parts);
        }
        return (!has_hash || read_hash()) && (!reader_.failed() || fail("head", ""));
    }

    bool read_extras() {
        Extras extras;
        const std::uint64_t strain = reader_.read(k_strain_bits);
        extras.loss_run = static_cast<std::uint8_t>(reader_.read(k_loss_run_bits));
        if (reader_.flag()) {
            extras.way_beyond = static_cast<std::uint8_t>(reader_.read(k_time_bits));
        }
        if (strain > static_cast<std::uint64_t>(Strain::frozen)) {
            return fail("extras", "strain " + std::to_string(strain) + ", expected 0 to 2");
        }
        extras.strain = static_cast<Strain>(strain);
        out_.head.extras = extras;
        return true;
    }

    bool read_hash() {
        const auto ticks_done = tick_at(reader_.small_signed(k_done_low_bits));
        const auto chain_low = static_cast<std::uint32_t>(reader_.read(k_chain_bits));
        if (!ticks_done || reader_.failed()) {
            return fail("hash", "a tick that does not exist, expected one near tick " +
                                    std::to_string(out_.head.origin()));
        }
        out_.head.hash = HashPoint{*ticks_done, chain_low};
        return true;
    }

    // Calls read_one(slot) for each slot in a list. In the last list of a packet the end of the
    // bits says that no slot follows.
    template <class ReadOne>
    bool read_slots(std::string_view list, bool is_last, ReadOne read_one) {
        const std::uint32_t players = context_.format->players;
        const auto read_flag = [&] { return is_last ? reader_.flag_if_any() : reader_.flag(); };
        for (std::uint32_t group = 0; group < players; group += k_group_slots) {
            if (players > k_group_slots && !read_flag()) {
                continue;
            }
            bool is_empty = players > k_group_slots;
            const std::uint32_t group_end = std::min(group + k_group_slots, players);
            for (std::uint32_t slot = group; slot < group_end; ++slot) {
                if (!read_flag()) {
                    continue;
                }
                is_empty = false;
                if (!read_one(slot)) {
                    return false;
                }
            }
            if (reader_.failed()) {
                return fail(list, "");
            }
            if (is_empty) {
                return fail(list, "none of players " + std::to_string(group) + " to " +
                                      std::to_string(group_end - 1) + ", expected one");
            }
        }
        return !reader_.failed() || fail(list, "");
    }

    bool read_acks() {
        return read_slots("acknowledgements", false, [&](std::uint32_t slot) {
            const std::int64_t next = reader_.small_signed(k_next_low_bits) + k_next_usual;
            const auto tick = tick_at(next);
            std::optional<std::int64_t> slack;
            if (reader_.flag()) {
                slack = clamp_slack(next) + reader_.small_signed(k_slack_low_bits);
            }
            const std::string_view part = "acknowledgement";
            if (!tick || reader_.failed()) {
                return fail(part, no_tick(slot));
            }
            if (slack && *slack != clamp_slack(*slack)) {
                return fail(part, "slack " + std::to_string(*slack) + " of player " +
                                      std::to_string(slot) + ", expected -32 to 31");
            }
            Ack ack{slot, *tick, std::nullopt};
            if (slack) {
                ack.slack = static_cast<std::int8_t>(*slack);
            }
            out_.acks.push_back(ack);
            return true;
        });
    }

    bool read_runs() {
        end_ = reader_.offset();
        return read_slots("runs", true, [&](std::uint32_t slot) { return read_run_of(slot); });
    }

    bool read_run_of(std::uint32_t slot) {
        const auto first = tick_at(reader_.small_signed(k_first_low_bits));
        const std::uint64_t back = out_.head.says_known ? reader_.small(k_back_low_bits) : 0;
        if (!first || back > *first || reader_.failed()) {
            return fail("run", no_tick(slot));
        }
        const std::uint64_t known = *first - back;
        const auto previous = context_.known->before(slot, known);
        if (!previous) {
            out_.is_cut = true;
            return false;
        }
        const std::size_t index = out_.inputs.size();
        const auto problem = read_run(reader_, context_.format->inputs, *previous, out_.inputs);
        const std::uint64_t count = out_.inputs.size() - index;
        if (problem) {
            return fail("input of player " + std::to_string(slot) + " for tick " +
                            std::to_string(*first + problem->index),
                        problem->what);
        }
        if (*first > ~std::uint64_t{0} - count) {
            return fail("run", no_tick(slot));
        }
        out_.runs.push_back({slot, *first, count, index, known});
        end_ = reader_.offset();
        return true;
    }

    // Checks that nothing follows the last run but the zeros that fill its byte.
    bool check_end() {
        const std::size_t bytes = (end_ + 7) / 8;
        BitReader rest(bytes_.subspan(end_ / 8));
        rest.read(static_cast<unsigned>(end_ % 8));
        if (bytes_.size() != bytes) {
            return fail(
                "end", std::to_string(bytes_.size()) + " bytes, expected " + std::to_string(bytes));
        }
        if (rest.read(static_cast<unsigned>(rest.remaining())) != 0) {
            return fail("end", "bits behind the last run, expected zeros");
        }
        return true;
    }

    std::string no_tick(std::uint32_t slot) const {
        return "a tick of player " + std::to_string(slot) +
               " that does not exist, expected one near tick " + std::to_string(out_.head.origin());
    }

    ByteView bytes_;
    BitReader reader_;
    const PacketContext& context_;
    Packet& out_;
    std::size_t end_ = 0;  // the end of the last run, in bits
    std::optional<Error> error_;
};

}  // namespace

Result<void> decode_packet(ByteView bytes, const PacketContext& context, Packet& out) {
    return Decoder(bytes, context, out).decode();
}

}  // namespace tandem::net::wire
