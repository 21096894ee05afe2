// SPDX-License-Identifier: MIT
// Codes the inputs of one slot for consecutive ticks in as few bits as possible: an input that does
// not change takes a bit, one that does takes its changed bytes. PROTOCOL.md describes the code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include <tandem/net/wire/bits.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::net::wire {

// Both sides know this of a match's inputs.
class InputFormat {
public:
    // The inputs of this schema, which must outlive the format.
    explicit InputFormat(const sim::Schema& schema);

    // The size of every input, if they all have the same.
    std::optional<std::size_t> fixed_bytes() const { return fixed_bytes_; }
    // Checks that these are the canonical bytes of an input; the error says what is wrong.
    sim::Result<void> check(sim::ByteView input) const;

private:
    const sim::SchemaNode* root_;
    std::optional<std::size_t> fixed_bytes_;
    bool any_bytes_fit_ = false;  // only numbers: every byte may have every value
};

// The input at an index, from 0: a reference to any function that takes an index and gives a view.
// The function must outlive it.
class InputsAt {
public:
    template <class Function>
    requires(!std::is_same_v<Function, InputsAt>) InputsAt(const Function& function)
        : function_(&function), call_([](const void* context, std::uint64_t index) {
              return sim::ByteView((*static_cast<const Function*>(context))(index));
          }) {}

    sim::ByteView operator()(std::uint64_t index) const { return call_(function_, index); }

private:
    const void* function_;
    sim::ByteView (*call_)(const void*, std::uint64_t);
};

// The codes of a run's inputs. Exactly one of them is right for given inputs.
enum class RunCode : std::uint8_t {
    changes,  // each input says whether it differs from the one before, and how
    held,     // all are the same as the input before the run: nothing more is said
    raw,      // all inputs follow each other as they are
};

// The most inputs of a held run: longer ones take a bit for each. So every run takes at least one
// bit for each input, slot and ticks included, and the packet's size bounds the work of decoding.
inline constexpr std::uint64_t k_held_inputs_max = 12;

// The first inputs of a run that fit into some bits, and their code.
struct RunPlan {
    std::uint64_t count = 0;  // 0: not even one fits
    RunCode code = RunCode::changes;
};

// The most inputs, up to `available`, that fit into `bits_max` bits together with their count and
// code. `previous` is the input before the first one.
RunPlan plan_run(const InputFormat& format, sim::ByteView previous, std::uint64_t available,
                 InputsAt inputs, std::size_t bits_max);

// Writes count, code and inputs as planned from the same inputs.
void write_run(BitWriter& writer, const InputFormat& format, sim::ByteView previous, RunPlan plan,
               InputsAt inputs);

// The inputs of all runs of a packet. An input that is the same as the one before it takes no bytes
// of its own. Clearing keeps the memory.
class InputTable {
public:
    // How many inputs there are.
    std::size_t size() const { return items_.size(); }
    // The input at an index below size() (asserted); valid until something is added.
    sim::ByteView operator[](std::size_t index) const;
    // How many bytes the inputs take in memory.
    std::size_t bytes() const { return bytes_.size(); }
    void clear();

    // read_run uses it. It appends `size` zeros that are no input yet, and returns where they are.
    std::size_t add_bytes(std::size_t size);
    // The bytes from `offset` on, to be changed.
    std::byte* at(std::size_t offset) { return bytes_.data() + offset; }
    // Adds `count` inputs that all lie at the same place in the bytes.
    void add(std::size_t offset, std::size_t size, std::uint64_t count);

private:
    struct Item {
        std::uint32_t offset = 0;
        std::uint32_t size = 0;
    };
    sim::Bytes bytes_;
    std::vector<Item> items_;
};

// The error in a run, and the input of the run that it is about.
struct RunProblem {
    std::uint64_t index = 0;
    std::string what;  // found and expected; empty if the bits ended
};

// Reads what write_run wrote and adds the inputs to the table; returns nothing if all is well. Only
// what write_run would write is accepted.
std::optional<RunProblem> read_run(BitReader& reader, const InputFormat& format,
                                   sim::ByteView previous, InputTable& inputs);

}  // namespace tandem::net::wire
