// SPDX-License-Identifier: MIT
// Mistakes that let the machine in: its memory, its addresses, its time.
#pragma once

#include <array>
#include <chrono>
#include <ctime>
#include <list>
#include <memory>
#include <set>
#include <sstream>
#include <unordered_set>
#include <vector>

#include <unistd.h>

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

inline constexpr std::uint32_t k_units = 24;

// A message of which only the used part is written, and all of it is taken into account.
struct UninitialisedByte : BaseOf<UninitialisedByte> {
    static constexpr std::string_view name = "uninitialised_byte";
    void step(Inputs<Input> inputs) {
        add(inputs);
        constexpr std::size_t k_message_bytes = 3000;
        const std::unique_ptr<std::uint8_t[]> message(new std::uint8_t[k_message_bytes]);
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            message[slot] = inputs[slot].amount;
        }
        last = message[k_message_bytes / 2];
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(last));
    }
    std::uint8_t last = 0;
};

// Members that the constructor leaves out, and with them reset: what they hold lay on the stack.
struct UnwrittenMember : Base {
    static constexpr std::string_view name = "unwritten_member";
    UnwrittenMember() {}
    void reset(const Setup& setup) {
        *this = UnwrittenMember{};
        total = setup.seed;
    }
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(scores));
    }
    std::array<std::uint8_t, 48> scores;
};

// An address taken for a number.
struct AddressValue : BaseOf<AddressValue> {
    static constexpr std::string_view name = "address_value";
    void step(Inputs<Input> inputs) {
        add(inputs);
        const std::vector<std::uint8_t> path(100 + number(0));
        mix(reinterpret_cast<std::uintptr_t>(path.data()) >> 4);
    }
};

// A number written as the process's locale has it.
struct LocaleNumber : BaseOf<LocaleNumber> {
    static constexpr std::string_view name = "locale_number";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::ostringstream text;
        text << 1000 + number(0);
        mix(text.str().size());
    }
};

// The hour of the place where the process runs.
struct LocalHour : BaseOf<LocalHour> {
    static constexpr std::string_view name = "local_hour";
    void step(Inputs<Input> inputs) {
        add(inputs);
        const auto moment = static_cast<std::time_t>(ticks);
        std::tm parts{};
        mix(static_cast<std::uint64_t>(localtime_r(&moment, &parts)->tm_hour));
    }
};

// Units ordered by where they happen to lie.
struct PointerKey : BaseOf<PointerKey> {
    static constexpr std::string_view name = "pointer_key";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::list<std::uint32_t> units;
        std::set<const std::uint32_t*> targets;
        for (std::uint32_t unit = 0; unit < k_units; ++unit) {
            targets.insert(&units.emplace_back(unit));
        }
        for (const std::uint32_t* const target : targets) {
            mix(*target);
        }
    }
};

// Units in the order of a hash of their addresses.
struct AddressIteration : BaseOf<AddressIteration> {
    static constexpr std::string_view name = "address_iteration";
    void step(Inputs<Input> inputs) {
        add(inputs);
        std::list<std::uint32_t> units;
        std::unordered_set<const std::uint32_t*> alive;
        for (std::uint32_t unit = 0; unit < k_units; ++unit) {
            alive.insert(&units.emplace_back(unit));
        }
        for (const std::uint32_t* const unit : alive) {
            mix(*unit);
        }
    }
};

// An address that is one for all of a process, and for each copy of it, and another for each
// process that is started: seldom taken for a number.
struct ProcessAddress : BaseOf<ProcessAddress> {
    static constexpr std::string_view name = "process_address";
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (ticks % 100 == 99) {
            mix(reinterpret_cast<std::uintptr_t>(environ) >> 4);
        }
    }
};

// The time of day.
struct WallClock : BaseOf<WallClock> {
    static constexpr std::string_view name = "wall_clock";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(static_cast<std::uint64_t>(std::time(nullptr)));
    }
};

// A clock so fine that no two readings of it agree.
struct FineClock : BaseOf<FineClock> {
    static constexpr std::string_view name = "fine_clock";
    void step(Inputs<Input> inputs) {
        add(inputs);
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        mix(static_cast<std::uint64_t>(now.count()));
    }
};

}  // namespace tandem::misbehaving
