// SPDX-License-Identifier: MIT
// The claims about what surrounds a game: C86 and C87.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/lockstep/virtual_match.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

// The book's window: a callback tells of a new size, and whoever draws asks for it.
struct Window {
    std::array<int, 2> size{600, 480};
    bool is_resized = false;
};
// Three new sizes come between two pictures in the middle of a second.
class ResizedPlayer : public YardPlayer {
public:
    ResizedPlayer(sim::TickObserver& observer, bool consumes, bool is_resized)
        : YardPlayer(&observer), consumes_(consumes), is_resized_(is_resized) {}

    void render(const Frame& frame) override {
        YardPlayer::render(frame);
        if (window_.is_resized) {
            viewport = window_.size;
            ++times_set;
            window_.is_resized = !consumes_;
        }
        if (is_resized_ && frame.number == 30) {
            for (const std::array<int, 2> size :
                 {std::array{640, 360}, std::array{800, 450}, std::array{1'024, 576}}) {
                window_ = {size, true};
            }
        }
    }

    std::array<int, 2> viewport{600, 480};
    std::uint64_t times_set = 0;

private:
    bool consumes_;
    bool is_resized_;
    Window window_;
};
struct ResizedRun {
    sim::Bytes file;
    std::vector<std::uint64_t> hashes;
    std::array<int, 2> viewport{};
    std::uint64_t times_set = 0;
};
ResizedRun run_resized(bool consumes, bool is_resized);
Finding resized(bool consumes);
Verdict only_holds_sets_once(const Finding& fails, const Finding& holds);

// The dummy game of the LWJGL book in whole numbers: up and down make a grey lighter and darker.
struct Grey {
    static constexpr std::string_view name = "grey";
    static constexpr TickRate tick_rate{30};  // the book's rate
    static constexpr std::uint32_t players_max = 2;
    static constexpr std::int32_t k_white = 100;

    // The yard's keys: right is up, left is down.
    struct Input {
        std::uint8_t keys = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(keys));
        }
    };

    void reset(const Setup&) { *this = Grey{}; }
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(colors));
    }

    std::array<std::int32_t, players_max> colors{};  // in hundredths, one for each player
};

// The results of an engine with any game, of which it knows nothing: a match, both sides recorded,
// each recording verified and played by `player`, and the two compared.
struct EngineRun {
    bool is_hosted = false;
    bool is_verified = false;
    bool is_identical = false;
};
EngineRun run_engine(sim::AnySimulation (*game)(), sim::AnySimulation (*player)());
Finding engine_with(std::string_view how, sim::AnySimulation (*player_of_yard)(),
                    sim::AnySimulation (*player_of_grey)());
Finding each_by_the_other();
Finding each_by_itself();
Verdict only_holds_plays_both(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList engine_claims() {
    return {
        {.id = "C86",
         .articles = Article::lwjgl,
         .sentence = "a new size of the window is signalled once and consumed",
         .fails = "three new sizes between two pictures, and a flag that nobody takes back",
         .holds = "the flag taken back by whoever sets the viewport",
         .expected = "the viewport set in every picture | once, to the last size; the recording is "
                     "unchanged",
         .run_fails = [] { return resized(false); },
         .run_holds = [] { return resized(true); },
         .judge = only_holds_sets_once},
        {.id = "C87",
         .articles = Article::lwjgl,
         .sentence = "one engine serves several games",
         .fails = "two games hosted and recorded, each file played by the other game",
         .holds = "each file played by its own game",
         .expected = "the other game is refused, though both were hosted | 2 hosted, recorded, "
                     "verified and compared with "
                     "one engine",
         .run_fails = each_by_the_other,
         .run_holds = each_by_itself,
         .judge = only_holds_plays_both},
    };
}

namespace {

// ---- C86

ResizedRun run_resized(bool consumes, bool is_resized) {
    replay::BufferOutput output;
    replay::Recorder recorder(output);
    ResizedPlayer player(recorder, consumes, is_resized);
    run_repaired("W3", "normal", {}, &player);
    player.end();
    return {output.bytes(), player.hashes(), player.viewport, player.times_set};
}

// Values: how often the viewport was set, its width, whether the recording is that of a window that
// kept its size.
Finding resized(bool consumes) {
    const ResizedRun kept = run_resized(consumes, false);
    const ResizedRun run = run_resized(consumes, true);
    const bool same = kept.file == run.file && kept.hashes == run.hashes;
    return {"viewport set by " + std::to_string(run.times_set) + " of the pictures, at last to " +
                std::to_string(run.viewport[0]) + " x " + std::to_string(run.viewport[1]) +
                "; recording and states " + (same ? "unchanged" : "changed"),
            {count(run.times_set), static_cast<double>(run.viewport[0]), same ? 1.0 : 0.0}};
}

Verdict only_holds_sets_once(const Finding& fails, const Finding& holds) {
    // In all of 600 pictures but the 31 up to the one after which the sizes came.
    return shown_if(are_near(holds.values, {1, 1'024, 1}, 0) &&
                    are_near(fails.values, {569, 1'024, 1}, 0));
}

// ---- C87

void Grey::step(Inputs<Input> inputs) {
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
        const std::uint8_t keys = inputs[slot].keys;
        const std::int32_t direction =
            ((keys & key::k_right) != 0 ? 1 : 0) - ((keys & key::k_left) != 0 ? 1 : 0);
        colors[slot] = std::clamp(colors[slot] + direction, 0, k_white);
    }
}

EngineRun run_engine(sim::AnySimulation (*game)(), sim::AnySimulation (*player)()) {
    std::array<replay::BufferOutput, 2> outputs;
    std::array<replay::Recorder, 2> recorders{replay::Recorder(outputs[0]),
                                              replay::Recorder(outputs[1])};
    VirtualMatchOptions options;
    options.observers = {recorders.data(), &recorders[1]};
    VirtualMatch match(options, [&](std::size_t) { return game(); }, {});
    match.run_until(match.run_to_start() + seconds(5));
    for (replay::Recorder& recorder : recorders) {
        static_cast<void>(recorder.flush());
    }
    const auto host = replay::Replay::parse(outputs[0].bytes());
    const auto guest = replay::Replay::parse(outputs[1].bytes());
    EngineRun run;
    if (!host || !guest) {
        return run;
    }
    run.is_hosted = match.log(0).ticks_compared > 0 && host->ticks() > 0 && guest->ticks() > 0;
    const auto verified = replay::verify(*host, player());
    run.is_verified = verified && verified->verdict == replay::VerifyVerdict::same &&
                      verified->ticks_checked == host->ticks();
    const auto compared = replay::diff(*host, *guest, player);
    run.is_identical = compared && (compared->verdict == replay::DiffVerdict::identical ||
                                    compared->verdict == replay::DiffVerdict::prefix);
    return run;
}

// Values: games hosted, verified, compared.
Finding engine_with(std::string_view how, sim::AnySimulation (*player_of_yard)(),
                    sim::AnySimulation (*player_of_grey)()) {
    std::array<double, 3> counts{};
    for (const EngineRun& run : {run_engine(sim::erase<Yard>, player_of_yard),
                                 run_engine(sim::erase<Grey>, player_of_grey)}) {
        counts[0] += run.is_hosted ? 1 : 0;
        counts[1] += run.is_verified ? 1 : 0;
        counts[2] += run.is_identical ? 1 : 0;
    }
    return {std::string(how) + ": " + decimal(counts[0], 0) + " of 2 hosted and recorded, " +
                decimal(counts[1], 0) + " played and verified, " + decimal(counts[2], 0) +
                " compared",
            {counts.begin(), counts.end()}};
}

Finding each_by_the_other() {
    return engine_with("each game's files with the other game", sim::erase<Grey>, sim::erase<Yard>);
}

Finding each_by_itself() {
    return engine_with("each game's files with its own", sim::erase<Yard>, sim::erase<Grey>);
}

Verdict only_holds_plays_both(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(holds.values, {2, 2, 2}, 0) && are_near(fails.values, {2, 0, 2}, 0));
}

}  // namespace
}  // namespace tandem::tools::lab
