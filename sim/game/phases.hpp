// SPDX-License-Identifier: MIT
// Named phases within a step, so that a diagnosis can say which phase of the bad tick went wrong.
#pragma once

#include <string_view>

namespace tandem {

// A game that takes `step(inputs, Phases&)` calls phases("movement") where that phase has ended.
// Costs one branch while nobody listens.
class Phases {
public:
    using Listener = void (*)(void* context, std::string_view phase);

    Phases() = default;
    Phases(Listener listener, void* context) : listener_(listener), context_(context) {}

    void operator()(std::string_view ended_phase) {
        if (listener_ != nullptr) {
            listener_(context_, ended_phase);
        }
    }

private:
    Listener listener_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace tandem
