// SPDX-License-Identifier: MIT
// Tries setups. A reset is cheap beside a session, so it can try some thousands.
#include <tandem/replay/explain/other_setup.hpp>

#include <functional>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::replay {
namespace {

// The number of seeds to try. People and programs use small numbers; those beside the stated one
// are tried too.
constexpr std::uint64_t k_seeds = 4'096;
// The number of values of one byte of an option; options are small numbers, labels and flags.
constexpr unsigned k_values_of_byte = 256;
// At most so many bytes of states are made.
constexpr std::uint64_t k_bytes_max = std::uint64_t{1} << 31;

// True if a setup gives the state that was recorded.
using IsSetup = std::function<bool(const Setup& setup)>;

std::optional<OtherSetup> try_seeds(const Setup& stated, const IsSetup& is_it) {
    for (std::uint64_t i = 0; i < 2 * k_seeds; ++i) {
        Setup setup = stated;
        // The seeds are 0, 1, 2, ... and the stated one less or more, by turns.
        const std::uint64_t half = i / 4 + 1;
        setup.seed = i % 2 == 0 ? i / 2 : i % 4 == 1 ? setup.seed + half : setup.seed - half;
        if (setup.seed != stated.seed && is_it(setup)) {
            return OtherSetup{setup, "seed " + std::to_string(setup.seed) + " in place of " +
                                         std::to_string(stated.seed)};
        }
    }
    return std::nullopt;
}

std::string option_text(const sim::Leaf& leaf, const sim::Bytes& options,
                        const sim::Bytes& stated) {
    const auto text = [&](const sim::Bytes& bytes) {
        return sim::leaf_text(*leaf.node, sim::ByteView(bytes).subspan(leaf.offset, leaf.bytes));
    };
    return "option " + leaf.path + " " + text(options) + " in place of " + text(stated);
}

std::optional<OtherSetup> try_options(const Setup& stated, const sim::Schema& schema,
                                      const IsSetup& is_it) {
    if (stated.options.empty()) {
        return std::nullopt;
    }
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), stated.options)) {
        for (std::size_t byte = 0; byte < leaf.bytes; ++byte) {
            for (unsigned value = 0; value < k_values_of_byte; ++value) {
                Setup setup = stated;
                std::byte& changed = setup.options[leaf.offset + byte];
                if (changed == std::byte(value)) {
                    continue;
                }
                changed = std::byte(value);
                if (is_it(setup)) {
                    return OtherSetup{setup, option_text(leaf, setup.options, stated.options)};
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress) {
    const StoredState* stored = replay.first_tick() == 0 ? replay.find_state(0) : nullptr;
    if (stored == nullptr) {
        return std::nullopt;
    }
    const auto state = replay.load_state(*stored, spare.info().state_bytes_max);
    if (!state) {
        return std::nullopt;
    }
    sim::AnySimulation simulation = spare.clone();
    std::uint64_t bytes_made = 0;
    const IsSetup is_it = [&](const Setup& setup) {
        if (bytes_made >= k_bytes_max || (progress && !progress(0))) {
            return false;  // too much was tried
        }
        bytes_made += state->bytes.size() + 1;
        return simulation.reset(setup) && simulation.save() == state->bytes;
    };
    const Header& header = replay.header();
    const auto found = try_seeds(header.setup, is_it);
    return found ? found : try_options(header.setup, header.options_schema, is_it);
}

}  // namespace tandem::replay
