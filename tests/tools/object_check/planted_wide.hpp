// SPDX-License-Identifier: MIT
// A game whose state has the width that the machine chooses: no object code shows it. In a header
// of its own, because the source of every game that includes it would be found fault with.
#pragma once

#include <cstddef>

#include "planted.hpp"

namespace planted {

struct Wide {
    static constexpr std::string_view name = "wide";
    static constexpr tandem::TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    using Input = planted::Input;

    void reset(const tandem::Setup&) { total = 0; }
    void step(tandem::Inputs<Input> inputs) { total += inputs.size(); }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(total));
    }

    std::size_t total = 0;  // widths.cmake looks
};

}  // namespace planted
