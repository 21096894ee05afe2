// SPDX-License-Identifier: MIT
// Makes a guess of each field, because there are few.
#include <tandem/replay/explain/lost_field.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

std::string field_of_all(const std::string& path) {
    std::string field;
    bool is_inside = false;
    for (const char letter : path) {
        is_inside = is_inside && letter != ']';
        if (!is_inside) {
            field += letter;
        }
        is_inside = is_inside || letter == '[';
    }
    return field;
}

sim::Bytes with_field_reset(const sim::Schema& schema, sim::ByteView state, sim::ByteView reset,
                            const std::string& field) {
    std::map<std::string, sim::Leaf> in_reset;
    for (sim::Leaf& leaf : sim::list_leaves(schema.root(), reset)) {
        if (field_of_all(leaf.path) == field) {
            in_reset.emplace(leaf.path, leaf);
        }
    }
    sim::Bytes changed(state.begin(), state.end());
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
        const auto before = in_reset.find(leaf.path);
        if (before != in_reset.end() && before->second.bytes == leaf.bytes) {
            const sim::ByteView value = reset.subspan(before->second.offset, leaf.bytes);
            std::copy(value.begin(), value.end(),
                      changed.begin() + static_cast<std::ptrdiff_t>(leaf.offset));
        }
    }
    return changed;
}

std::vector<Hypothesis> lost_field_guesses(const sim::Schema& schema, sim::ByteView before,
                                           sim::ByteView reset) {
    std::set<std::string> fields;
    for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), before)) {
        fields.insert(field_of_all(leaf.path));
    }
    std::vector<Hypothesis> guesses;
    for (const std::string& field : fields) {
        sim::Bytes state = with_field_reset(schema, before, reset, field);
        if (std::ranges::equal(state, before)) {
            continue;
        }
        Hypothesis guess;
        guess.cause = CauseClass::unsaved;
        guess.place = GuessPlace::before_step;
        guess.path = field;
        guess.text = field + " as the reset makes it, before the step";
        guess.edit.pieces.push_back({0, before.size(), std::move(state)});
        guesses.push_back(std::move(guess));
    }
    return guesses;
}

}  // namespace tandem::replay
