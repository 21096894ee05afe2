// SPDX-License-Identifier: MIT
// What is taken for a misspelt member, and what is a game's own.
#include <tandem/sim/game/near_misses.hpp>

#include <gtest/gtest.h>
#include <cereal/cereal.hpp>

namespace tandem::sim::detail {
namespace near_misses_test {

struct Sound {
    static constexpr std::string_view name = "sound";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    struct Input {
        std::uint8_t buttons = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(buttons));
        }
    };
    void reset(const Setup&) {}
    void step(Inputs<Input>) {}
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks));
    }
    std::uint64_t ticks = 0;
};
static_assert(IsSimulation<Sound> && !has_near_miss<Sound>);

// Whatever the name stands for, and wherever.
struct MisspeltKeys : Sound {
    Input input_from_key(int) { return {}; }
};
struct MisspeltHelp : Sound {
    static constexpr std::string_view key_help = "w: run";
};
struct MisspeltBot : Sound {
private:
    static constexpr int bot_inputs = 0;
};
struct MisspeltRestored : Sound {
    template <class Archive>
    void on_restored(Archive&) {}
};
struct MisspeltBytes : Sound {
    static constexpr int max_state_bytes = 9;
};
static_assert(has_near_miss<MisspeltKeys> && has_near_miss<MisspeltHelp> &&
              has_near_miss<MisspeltBot> && has_near_miss<MisspeltRestored> &&
              has_near_miss<MisspeltBytes>);

// One that is there under its own name is not missed.
struct BothKeys : MisspeltKeys {
    Input input_from_keys(const Keys&) const { return {}; }
};
static_assert(!has_near_miss<BothKeys>);

struct NoPlayers {
    static constexpr std::uint32_t max_players = 2;
};
struct NoStep {
    void update() {}
};
// A count is no step, whatever it is called.
struct Counting {
    std::uint32_t tick = 0;
    bool init = false;
};
static_assert(!has_near_miss<Counting>);
struct NoReset {
    void init() {}
};
struct NoName {
    static constexpr std::string_view title = "none";
};
struct NoRate {
    static constexpr TickRate tickrate{60};
};
struct NoInput {
    struct Inputs {};
};
struct NoSerialize {
    template <class Archive>
    void serialise(Archive&) {}
};
static_assert(has_near_miss<NoPlayers> && has_near_miss<NoStep> && has_near_miss<NoReset> &&
              has_near_miss<NoName> && has_near_miss<NoRate> && has_near_miss<NoInput> &&
              has_near_miss<NoSerialize>);

// A game's own function beside the one that Tandem calls.
struct OwnHelpers : Sound {
    void update() {}
    void tick() {}
    void init() {}
    static constexpr std::string_view title = "The Game";
};
static_assert(!has_near_miss<OwnHelpers>);

// A name that a game may have for itself counts where it can be used as the missing member.
struct LikelyFinished : Sound {
    bool is_finished() const { return false; }
};
struct OwnFinish : Sound {
    void finish() {}
    bool is_over(Slot) const { return false; }
};
struct PrivateFinished : Sound {
    bool ends() const { return is_finished(); }

private:
    bool is_finished() const { return false; }
};
static_assert(has_near_miss<LikelyFinished> && !has_near_miss<OwnFinish> &&
              !has_near_miss<PrivateFinished>);

struct LikelyDraw : Sound {
    void render(Canvas&, const LikelyDraw&, float) const {}
};
struct OwnDraw : Sound {
    void render(Canvas&) const {}
};
static_assert(has_near_miss<LikelyDraw> && !has_near_miss<OwnDraw>);

struct LikelyBot : Sound {
    Input bot(Slot, Random&) const { return {}; }
};
struct OwnBot : Sound {
    std::uint32_t bot = 0;
    Input ai_input(Slot) const { return {}; }
};
static_assert(has_near_miss<LikelyBot> && !has_near_miss<OwnBot>);

struct LikelyKeys : Sound {
    Input keys(const Keys&) const { return {}; }
};
struct OwnKeys : Sound {
    std::uint8_t keys = 0;
};
static_assert(has_near_miss<LikelyKeys> && !has_near_miss<OwnKeys>);

struct LikelyRestored : Sound {
    void restore() {}
};
struct OwnRestore : Sound {
    void restore(std::uint32_t) {}
    bool restored_once = false;
};
static_assert(has_near_miss<LikelyRestored> && !has_near_miss<OwnRestore>);

struct LikelyVersion : Sound {
    static constexpr std::uint32_t game_version = 2;
};
struct OwnVersion : Sound {
    static constexpr std::string_view game_version = "1.2";
};
static_assert(has_near_miss<LikelyVersion> && !has_near_miss<OwnVersion>);

struct Final final : Sound {
    Input input_from_key(int) { return {}; }
};
static_assert(!has_near_miss<Final>);

// The assertions above are the test.
TEST(NearMisses, AreToldFromWhatIsAGamesOwn) { SUCCEED(); }

}  // namespace near_misses_test
}  // namespace tandem::sim::detail
