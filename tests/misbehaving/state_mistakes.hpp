// SPDX-License-Identifier: MIT
// Mistakes about what belongs to the state: what serialize must name, and what may be kept beside
// it.
#pragma once

#include <cstdlib>
#include <optional>

#include <tandem/sim/game/display.hpp>
#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// A member that decides what comes next, and that nobody saves.
struct MissingField : BaseOf<MissingField> {
    static constexpr std::string_view name = "missing_field";
    void step(Inputs<Input> inputs) {
        add(inputs);
        combo = inputs[0].amount > 100 ? combo + 1 : 0;
        mix(combo);
    }
    std::uint64_t combo = 0;  // belongs to the state
};

// The same where it matters late: an object that has played something else shows it first.
struct MissingLate : BaseOf<MissingLate> {
    static constexpr std::string_view name = "missing_late";
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (++heat > 77) {
            mix(heat);
        }
    }
    std::uint64_t heat = 0;  // belongs to the state
};

// The same where only the end of the game reads it: no state ever differs.
struct MissingAtTheEnd : BaseOf<MissingAtTheEnd> {
    static constexpr std::string_view name = "missing_at_the_end";
    void step(Inputs<Input> inputs) {
        add(inputs);
        place += inputs[0].amount;
    }
    bool finished() const { return place > 20000; }
    std::uint64_t place = 0;  // belongs to the state
};

// The same where only the picture shows it.
struct MissingInThePicture : BaseOf<MissingInThePicture> {
    static constexpr std::string_view name = "missing_in_the_picture";
    void step(Inputs<Input> inputs) {
        add(inputs);
        place += inputs[0].amount;
    }
    void draw(Canvas& canvas, const MissingInThePicture&, float) const {
        canvas.circle(static_cast<float>(place), 0, 1, Color());
    }
    std::uint64_t place = 0;  // belongs to the state
};

// The same where only the bots look at it. Nobody else plays: what they give is in the records.
struct MissingForBots : BaseOf<MissingForBots> {
    static constexpr std::string_view name = "missing_for_bots";
    void step(Inputs<Input> inputs) {
        add(inputs);
        last_seen = inputs[0].amount;
    }
    Input bot_input(Slot, Random& random) const {
        return {static_cast<std::uint8_t>(last_seen + random.below(9U))};
    }
    std::uint8_t last_seen = 0;  // belongs to the state
};

// A serialize that names a field only while it matters.
struct BranchingSerialize : BaseOf<BranchingSerialize> {
    static constexpr std::string_view name = "branching_serialize";
    void step(Inputs<Input> inputs) {
        add(inputs);
        has_flag = inputs[0].amount > 100;
        flag_holder = has_flag ? inputs[0].amount : std::uint8_t{0};
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(has_flag));
        if (has_flag) {
            ar(CEREAL_NVP(flag_holder));
        }
    }
    bool has_flag = false;
    std::uint8_t flag_holder = 0;
};

// A serialize that tidies up while it is at it.
struct ChangingSerialize : BaseOf<ChangingSerialize> {
    static constexpr std::string_view name = "changing_serialize";
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(saves));
        ++saves;
    }
    std::uint32_t saves = 0;
};

// A cache that step forgets when what it was made from changes, and that a restored state does not
// forget: a fresh object has none and makes the right one, another has that of another game.
struct StaleCache : BaseOf<StaleCache> {
    static constexpr std::string_view name = "stale_cache";
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (inputs[0].amount > 200) {
            goal = total;
            path.reset();
        }
        if (!path) {
            path = goal * goal;  // stands for a long search
        }
        mix(*path);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(goal));
    }
    std::uint64_t goal = 1;
    std::optional<std::uint64_t> path;
};

// A count of its own that all games of the process share.
struct StaticLocal : BaseOf<StaticLocal> {
    static constexpr std::string_view name = "static_local";
    void step(Inputs<Input> inputs) {
        static std::uint64_t shots = 0;
        add(inputs);
        mix(++shots);
    }
};

// The library's generator is such a count. One of five numbers: two games often draw the same.
struct GlobalRandom : BaseOf<GlobalRandom> {
    static constexpr std::string_view name = "global_random";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(static_cast<std::uint64_t>(std::rand()) % 5);
    }
};

// Such a count that seldom matters.
struct StaticSeldom : BaseOf<StaticSeldom> {
    static constexpr std::string_view name = "static_seldom";
    void step(Inputs<Input> inputs) {
        static std::uint64_t steps = 0;
        add(inputs);
        mix(++steps % 40 == 0 ? 1 : 0);
    }
};

// A member that points at its neighbour; a copy's still points into the original.
struct SelfPointer : Base {
    static constexpr std::string_view name = "self_pointer";
    void step(Inputs<Input> inputs) {
        mix(*watched);
        add(inputs);
    }
    const std::uint64_t* watched = &ticks;
};

// Drawing counts frames, and the step looks at the count.
struct DrawingDecides : BaseOf<DrawingDecides> {
    static constexpr std::string_view name = "drawing_decides";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(frames);
    }
    void draw(Canvas& canvas, const DrawingDecides&, float) const {
        canvas.status(std::to_string(++frames));
    }
    mutable std::uint64_t frames = 0;
};

// A plan that whoever is asked for an input makes, once for a while, and that the step follows.
struct BotsDecide : BaseOf<BotsDecide> {
    static constexpr std::string_view name = "bots_decide";
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(plan.value_or(0));
        if (inputs[0].amount > 200) {
            plan.reset();
        }
    }
    Input bot_input(Slot, Random& random) const {
        if (!plan) {
            plan = total;
        }
        return {static_cast<std::uint8_t>(random.below(256U))};
    }
    mutable std::optional<std::uint64_t> plan;
};

// A copy and a restored game begin anew what a long play has gathered, as an engine does that
// rebuilds its contacts.
struct CopiedAnew : BaseOf<CopiedAnew> {
    static constexpr std::string_view name = "copied_anew";
    struct Contacts {
        Contacts() = default;
        Contacts(const Contacts&) {}
        Contacts& operator=(const Contacts&) {
            touched = 0;
            return *this;
        }
        std::uint64_t touched = 0;
    };
    void step(Inputs<Input> inputs) {
        add(inputs);
        mix(++contacts.touched);
    }
    Contacts contacts;
};

}  // namespace tandem::misbehaving
