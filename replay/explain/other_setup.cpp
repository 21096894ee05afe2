// SPDX-License-Identifier: MIT
// Tries setups. A reset is cheap beside a session, so it can try some thousands.
#include <tandem/replay/explain/other_setup.hpp>

#include <algorithm>
#include <utility>

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

class SetupSearch {
public:
    SetupSearch(const Replay& replay, const sim::AnySimulation& spare, sim::Bytes state,
                const Progress& progress)
        : replay_(replay),
          simulation_(spare.clone()),
          state_(std::move(state)),
          progress_(progress) {}

    std::optional<OtherSetup> run() {
        if (auto found = try_seeds()) {
            return found;
        }
        return try_options();
    }

private:
    const Setup& stated() const { return replay_.header().setup; }

    // True if this setup gives the state. False also if too much was tried.
    bool is_it(const Setup& setup) {
        if (bytes_made_ >= k_bytes_max || (progress_ && !progress_(0))) {
            return false;
        }
        bytes_made_ += state_.size() + 1;
        return simulation_.reset(setup) && simulation_.save() == state_;
    }

    std::optional<OtherSetup> try_seeds() {
        for (std::uint64_t i = 0; i < 2 * k_seeds; ++i) {
            Setup setup = stated();
            // The seeds are 0, 1, 2, ... and the stated one less or more, by turns.
            const std::uint64_t half = i / 4 + 1;
            setup.seed = i % 2 == 0 ? i / 2 : i % 4 == 1 ? setup.seed + half : setup.seed - half;
            if (setup.seed != stated().seed && is_it(setup)) {
                return OtherSetup{setup, "seed " + std::to_string(setup.seed) + " in place of " +
                                             std::to_string(stated().seed)};
            }
        }
        return std::nullopt;
    }

    std::optional<OtherSetup> try_options() {
        const sim::Schema& schema = replay_.header().options_schema;
        const sim::Bytes& options = stated().options;
        if (options.empty()) {
            return std::nullopt;
        }
        for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), options)) {
            for (std::size_t byte = 0; byte < leaf.bytes; ++byte) {
                for (unsigned value = 0; value < k_values_of_byte; ++value) {
                    Setup setup = stated();
                    std::byte& changed = setup.options[leaf.offset + byte];
                    if (changed == std::byte(value)) {
                        continue;
                    }
                    changed = std::byte(value);
                    if (is_it(setup)) {
                        return OtherSetup{setup, option_text(leaf, setup.options)};
                    }
                }
            }
        }
        return std::nullopt;
    }

    std::string option_text(const sim::Leaf& leaf, const sim::Bytes& options) const {
        const auto text = [&](const sim::Bytes& bytes) {
            return sim::leaf_text(*leaf.node,
                                  sim::ByteView(bytes).subspan(leaf.offset, leaf.bytes));
        };
        return "option " + leaf.path + " " + text(options) + " in place of " +
               text(stated().options);
    }

    const Replay& replay_;
    sim::AnySimulation simulation_;
    sim::Bytes state_;
    const Progress& progress_;
    std::uint64_t bytes_made_ = 0;
};

}  // namespace

std::optional<OtherSetup> find_other_setup(const Replay& replay, const sim::AnySimulation& spare,
                                           const Progress& progress) {
    const StoredState* stored = replay.first_tick() == 0 ? replay.find_state(0) : nullptr;
    if (stored == nullptr) {
        return std::nullopt;
    }
    auto state = replay.load_state(*stored, spare.info().state_bytes_max);
    if (!state) {
        return std::nullopt;
    }
    return SetupSearch(replay, spare, std::move(state->bytes), progress).run();
}

}  // namespace tandem::replay
