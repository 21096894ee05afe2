// SPDX-License-Identifier: MIT
// Mistakes about where a session begins: what reset leaves as an earlier session made it.
#pragma once

#include <fstream>

#include <tests/misbehaving/base.hpp>

namespace tandem::misbehaving {

// A reset that relies on a new object: a member of the session before goes on.
struct ForgetfulReset : Base {
    static constexpr std::string_view name = "forgetful_reset";
    void step(Inputs<Input> inputs) {
        add(inputs);
        combo = inputs[0].amount > 100 ? combo + 1 : combo;
        mix(combo);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(combo));
    }
    std::uint64_t combo = 0;
};

// The same where only a long session changes it.
struct ForgetfulLate : Base {
    static constexpr std::string_view name = "forgetful_late";
    void step(Inputs<Input> inputs) {
        add(inputs);
        is_late = is_late || ticks > 200;
        mix(is_late ? 1 : 0);
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(is_late));
    }
    bool is_late = false;
};

// A reset that reads a table of best scores beside the program: one machine has one, the other has
// none.
struct ScoreFile : BaseOf<ScoreFile> {
    static constexpr std::string_view name = "score_file";
    void reset(const Setup& setup) {
        BaseOf::reset(setup);
        std::ifstream file("scores.txt");
        file >> best;
    }
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(best));
    }
    std::uint32_t best = 500;
};

// The same where the state does not have it, and it matters late, and only in some sessions: bots
// score so much, and random inputs much more.
struct HiddenScoreFile : BaseOf<HiddenScoreFile> {
    static constexpr std::string_view name = "hidden_score_file";
    void reset(const Setup& setup) {
        BaseOf::reset(setup);
        std::ifstream file("scores.txt");
        file >> best;
    }
    void step(Inputs<Input> inputs) {
        ++ticks;
        for (const Input& input : inputs) {
            score += input.amount;
        }
        if (ticks > 200 && score > best && score < 3000) {
            beaten += 3;  // more than one bit
        }
    }
    template <class Archive>
    void serialize(Archive& ar) {
        Base::serialize(ar);
        ar(CEREAL_NVP(score), CEREAL_NVP(beaten));
    }
    Input bot_input(Slot, Random& random) const {
        return {static_cast<std::uint8_t>(random.below(5U))};
    }
    std::uint32_t score = 0;
    std::uint32_t beaten = 0;
    std::uint32_t best = 500;  // of the machine
};

}  // namespace tandem::misbehaving
