// SPDX-License-Identifier: MIT
// Codes runs in the cheapest way; the reader accepts no other.
#include <tandem/net/wire/input_coding.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::net::wire {
namespace {

using sim::FieldKind;

// The low bits of counts and sizes. Below eight they take four bits.
constexpr unsigned k_count_low_bits = 3;
// A bit for each of so many bytes of an input says whether it changes. In a longer input a further
// bit for every eight says whether any of them does.
constexpr std::size_t k_group_bytes = 8;

bool fits_any_bytes(const sim::SchemaNode& node);
void copy(ByteView from, std::byte* to);
std::uint64_t load_group(const std::byte* bytes, std::size_t size);
std::uint32_t changed_bytes(const std::byte* before, const std::byte* after, std::size_t size);

struct Change {
    bool is_same = true;
    bool is_in_parts = false;  // only the bytes that change; otherwise the whole input
    std::size_t bits = 1;
};

std::size_t whole_bits(const InputFormat& format, std::size_t size);
bool is_same(ByteView before, ByteView after);
Change change_of(const InputFormat& format, ByteView before, ByteView after);

// The costs of a run's codes, added up input by input.
class Costs {
public:
    explicit Costs(const InputFormat& format) : format_(format) {}

    void add(const Change& change, std::size_t size);
    RunCode best() const;
    // The bits of the best code, with the count and the code itself.
    std::size_t bits() const;

private:
    const InputFormat& format_;
    std::uint64_t count_ = 0;
    bool is_held_ = true;
    std::size_t changes_bits_ = 1;  // the code itself included
    std::size_t raw_bits_ = 2;
};

void write_whole(BitWriter& writer, const InputFormat& format, ByteView input);
void write_parts(BitWriter& writer, ByteView before, ByteView after);
void write_change(BitWriter& writer, const InputFormat& format, ByteView before, ByteView after);

// Reads the inputs of one run.
class RunReader {
public:
    RunReader(BitReader& reader, const InputFormat& format, InputTable& inputs)
        : reader_(reader), format_(format), inputs_(inputs), costs_(format) {}

    std::optional<RunProblem> read(ByteView previous);

private:
    RunProblem problem(const std::string& what) const {
        return {0, reader_.failed() ? std::string() : what};
    }

    void read_input(RunCode code);

    // Copies the input before, changes its bytes, and returns where the copy is.
    std::size_t read_parts();
    std::size_t read_whole();

    BitReader& reader_;
    const InputFormat& format_;
    InputTable& inputs_;
    Costs costs_;
    std::size_t offset_ = 0;  // the newest input's place in the table's bytes
    std::size_t size_ = 0;
    std::size_t whole_size_ = 0;
    std::uint64_t index_ = 0;
    std::string problem_;
};

}  // namespace

InputFormat::InputFormat(const sim::Schema& schema)
    : root_(&schema.root()), any_bytes_fit_(fits_any_bytes(schema.root())) {
    const sim::SizeRange size = schema.size();
    if (size.bytes_min == size.bytes_max) {
        fixed_bytes_ = static_cast<std::size_t>(size.bytes_min);
    }
}

Result<void> InputFormat::check(ByteView input) const {
    if (fixed_bytes_ == input.size() && any_bytes_fit_) {
        return {};
    }
    const auto size = sim::measure_value(*root_, input);
    TANDEM_TRY(size);
    if (*size != input.size()) {
        return sim::Error{
            sim::ErrorCode::bad_data, "",
            "found " + std::to_string(input.size()) + " bytes, expected " + std::to_string(*size)};
    }
    return {};
}

RunPlan plan_run(const InputFormat& format, ByteView previous, std::uint64_t available,
                 InputsAt inputs, std::size_t bits_max) {
    RunPlan plan;
    Costs costs(format);
    ByteView before = previous;
    while (plan.count < available) {
        const ByteView after = inputs(plan.count);
        TANDEM_ASSERT(after.size() <= sim::k_input_bytes_max);
        costs.add(change_of(format, before, after), after.size());
        if (costs.bits() > bits_max) {
            break;
        }
        ++plan.count;
        plan.code = costs.best();
        before = after;
    }
    return plan;
}

void write_run(BitWriter& writer, const InputFormat& format, ByteView previous, RunPlan plan,
               InputsAt inputs) {
    TANDEM_ASSERT(plan.count >= 1);
    writer.write_small(plan.count - 1, k_count_low_bits);
    writer.write_flag(plan.code != RunCode::changes);
    if (plan.code != RunCode::changes) {
        writer.write_flag(plan.code == RunCode::raw);
    }
    if (plan.code == RunCode::held) {
        return;
    }
    ByteView before = previous;
    for (std::uint64_t index = 0; index < plan.count; ++index) {
        const ByteView after = inputs(index);
        if (plan.code == RunCode::raw) {
            write_whole(writer, format, after);
        } else {
            write_change(writer, format, before, after);
        }
        before = after;
    }
}

ByteView InputTable::operator[](std::size_t index) const {
    TANDEM_ASSERT(index < items_.size());
    return ByteView(bytes_).subspan(items_[index].offset, items_[index].size);
}

void InputTable::clear() {
    bytes_.clear();
    items_.clear();
}

std::size_t InputTable::add_bytes(std::size_t size) {
    const std::size_t offset = bytes_.size();
    bytes_.resize(offset + size);
    return offset;
}

void InputTable::add(std::size_t offset, std::size_t size, std::uint64_t count) {
    TANDEM_ASSERT(offset + size <= bytes_.size());
    items_.insert(items_.end(), static_cast<std::size_t>(count),
                  {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)});
}

std::optional<RunProblem> read_run(BitReader& reader, const InputFormat& format, ByteView previous,
                                   InputTable& inputs) {
    return RunReader(reader, format, inputs).read(previous);
}

namespace {

// True if all bytes of the right number are a value of this field.
bool fits_any_bytes(const sim::SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            return true;
        case FieldKind::structure:
        case FieldKind::array:
            return std::all_of(node.children.begin(), node.children.end(), fits_any_bytes);
        case FieldKind::boolean:
        case FieldKind::text:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::bits:
        case FieldKind::columns:
            return false;
    }
    return false;
}

void copy(ByteView from, std::byte* to) {
    if (!from.empty()) {
        std::memcpy(to, from.data(), from.size());
    }
}

// A group of bytes as a number.
std::uint64_t load_group(const std::byte* bytes, std::size_t size) {
    if (size == k_group_bytes) {
        return sim::load_le<std::uint64_t>(bytes);
    }
    std::uint64_t group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        group |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return group;
}

// Bit i says whether byte i of a group, of eight bytes at most, differs.
std::uint32_t changed_bytes(const std::byte* before, const std::byte* after, std::size_t size) {
    std::uint64_t bits = load_group(before, size) ^ load_group(after, size);
    bits |= bits >> 4;
    bits |= bits >> 2;
    bits |= bits >> 1;
    // The lowest bit of each byte is 1 if the byte differs. The product brings them together.
    bits &= 0x0101'0101'0101'0101U;
    return static_cast<std::uint32_t>((bits * 0x0102'0408'1020'4080U) >> 56);
}

std::size_t whole_bits(const InputFormat& format, std::size_t size) {
    return 8 * size + (format.fixed_bytes() ? 0 : small_bits(size, k_count_low_bits));
}

bool is_same(ByteView before, ByteView after) {
    return before.size() == after.size() &&
           (after.empty() || std::memcmp(before.data(), after.data(), after.size()) == 0);
}

// Says how an input is told to a side that knows the one before it.
Change change_of(const InputFormat& format, ByteView before, ByteView after) {
    if (is_same(before, after)) {
        return {};
    }
    const std::size_t whole = 2 + whole_bits(format, after.size());
    if (before.size() != after.size()) {
        return {false, false, whole};
    }
    const bool is_grouped = after.size() > k_group_bytes;
    std::size_t parts = 2;
    for (std::size_t at = 0; at < after.size(); at += k_group_bytes) {
        const std::size_t size = std::min(k_group_bytes, after.size() - at);
        const std::uint32_t mask = changed_bytes(before.data() + at, after.data() + at, size);
        parts += is_grouped ? 1 : 0;
        parts += is_grouped && mask == 0 ? 0 : size;
        parts += 8 * static_cast<std::size_t>(std::popcount(mask));
    }
    return {false, parts < whole, std::min(parts, whole)};
}

void Costs::add(const Change& change, std::size_t size) {
    ++count_;
    is_held_ = is_held_ && change.is_same;
    changes_bits_ += change.bits;
    raw_bits_ += whole_bits(format_, size);
}

RunCode Costs::best() const {
    if (is_held_ && count_ <= k_held_inputs_max) {
        return RunCode::held;
    }
    // An input without any bits of its own would cost nothing.
    const bool may_be_raw = format_.fixed_bytes() != std::size_t{0};
    return may_be_raw && raw_bits_ < changes_bits_ ? RunCode::raw : RunCode::changes;
}

std::size_t Costs::bits() const {
    const std::size_t head = small_bits(count_ - 1, k_count_low_bits);
    const RunCode code = best();
    return head + (code == RunCode::held ? 2 : code == RunCode::raw ? raw_bits_ : changes_bits_);
}

void write_whole(BitWriter& writer, const InputFormat& format, ByteView input) {
    if (!format.fixed_bytes()) {
        writer.write_small(input.size(), k_count_low_bits);
    }
    writer.write_bytes(input);
}

void write_parts(BitWriter& writer, ByteView before, ByteView after) {
    const bool is_grouped = after.size() > k_group_bytes;
    for (std::size_t at = 0; at < after.size(); at += k_group_bytes) {
        const std::size_t size = std::min(k_group_bytes, after.size() - at);
        const std::uint32_t mask = changed_bytes(before.data() + at, after.data() + at, size);
        if (is_grouped) {
            writer.write_flag(mask != 0);
        }
        if (!is_grouped || mask != 0) {
            writer.write(mask, static_cast<unsigned>(size));
        }
        for (std::size_t i = 0; i < size; ++i) {
            if ((mask >> i & 1U) != 0) {
                writer.write(static_cast<std::uint64_t>(after[at + i]), 8);
            }
        }
    }
}

void write_change(BitWriter& writer, const InputFormat& format, ByteView before, ByteView after) {
    const Change change = change_of(format, before, after);
    writer.write_flag(!change.is_same);
    if (change.is_same) {
        return;
    }
    writer.write_flag(change.is_in_parts);
    if (change.is_in_parts) {
        write_parts(writer, before, after);
    } else {
        write_whole(writer, format, after);
    }
}

std::optional<RunProblem> RunReader::read(ByteView previous) {
    const std::uint64_t count = reader_.small(k_count_low_bits) + 1;
    const RunCode code = !reader_.flag()  ? RunCode::changes
                         : reader_.flag() ? RunCode::raw
                                          : RunCode::held;
    if (code == RunCode::raw && format_.fixed_bytes() == std::size_t{0}) {
        return problem("inputs without bytes laid out raw; expected a bit for each");
    }
    if (reader_.failed()) {
        return problem("");
    }
    if (code == RunCode::held && count > k_held_inputs_max) {
        return problem(std::to_string(count) + " inputs held without a bit for each; expected " +
                       std::to_string(k_held_inputs_max) + " at most");
    }
    size_ = previous.size();
    offset_ = inputs_.add_bytes(size_);
    copy(previous, inputs_.at(offset_));
    if (code == RunCode::held) {
        inputs_.add(offset_, size_, count);
        return std::nullopt;
    }
    for (; index_ < count && !reader_.failed() && problem_.empty(); ++index_) {
        read_input(code);
    }
    if (reader_.failed() || !problem_.empty()) {
        return RunProblem{index_ == 0 ? 0 : index_ - 1, problem_};
    }
    if (costs_.best() != code) {
        return problem("a run in a longer code than necessary; expected the shortest one");
    }
    return std::nullopt;
}

void RunReader::read_input(RunCode code) {
    const std::size_t start = reader_.offset();
    const bool is_told = code == RunCode::raw || (code == RunCode::changes && reader_.flag());
    if (!is_told) {
        costs_.add({}, size_);
        inputs_.add(offset_, size_, 1);
        return;
    }
    const bool is_in_parts = code == RunCode::changes && reader_.flag();
    const std::size_t offset = is_in_parts ? read_parts() : read_whole();
    const std::size_t size = is_in_parts ? size_ : whole_size_;
    if (reader_.failed() || !problem_.empty()) {
        return;
    }
    const ByteView before(inputs_.at(offset_), size_);
    const ByteView after(inputs_.at(offset), size);
    const Change change = change_of(format_, before, after);
    const bool is_shortest = !change.is_same && change.is_in_parts == is_in_parts &&
                             change.bits == reader_.offset() - start;
    if (code == RunCode::changes && !is_shortest) {
        problem_ = "a change in a longer code than necessary; expected the shortest one";
        return;
    }
    costs_.add(change, size);
    if (!change.is_same) {
        if (const auto checked = format_.check(after); !checked) {
            problem_ = "an input that is not canonical: " + checked.error().text();
        }
    }
    offset_ = offset;
    size_ = size;
    inputs_.add(offset, size, 1);
}

std::size_t RunReader::read_parts() {
    const std::size_t parts = inputs_.add_bytes(size_);
    copy(ByteView(inputs_.at(offset_), size_), inputs_.at(parts));
    const bool is_grouped = size_ > k_group_bytes;
    for (std::size_t at = 0; at < size_ && !reader_.failed(); at += k_group_bytes) {
        const std::size_t size = std::min(k_group_bytes, size_ - at);
        if (is_grouped && !reader_.flag()) {
            continue;
        }
        const std::uint64_t mask = reader_.read(static_cast<unsigned>(size));
        for (std::size_t i = 0; i < size; ++i) {
            if ((mask >> i & 1U) != 0) {
                *inputs_.at(parts + at + i) = static_cast<std::byte>(reader_.read(8));
            }
        }
    }
    return parts;
}

std::size_t RunReader::read_whole() {
    const std::uint64_t size = format_.fixed_bytes() ? std::uint64_t{*format_.fixed_bytes()}
                                                     : reader_.small(k_count_low_bits);
    if (size > sim::k_input_bytes_max) {
        problem_ = "an input of " + std::to_string(size) + " bytes; expected " +
                   std::to_string(sim::k_input_bytes_max) + " at most";
        return 0;
    }
    whole_size_ = static_cast<std::size_t>(size);
    const std::size_t whole = inputs_.add_bytes(whole_size_);
    reader_.read_bytes(inputs_.at(whole), whole_size_);
    return whole;
}

}  // namespace
}  // namespace tandem::net::wire
