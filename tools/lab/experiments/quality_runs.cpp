// SPDX-License-Identifier: MIT
// Runs at a quality.
#include <tandem/tools/lab/experiments/quality_runs.hpp>

#include <array>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

class YardAtQuality : public YardPlayer {
public:
    YardAtQuality(std::optional<std::uint32_t> quarters, Flicks window)
        : quarters_(quarters), last_second_(window - Flicks(std::chrono::seconds(1))) {}

    void begin(Platform& platform) override {
        platform_ = &platform;
        if (quarters_) {
            platform.set_quality(*quarters_);
        }
    }
    void render(const Frame& frame) override {
        YardPlayer::render(frame);
        pictures_at_end += frame.end > last_second_ ? 1U : 0U;
        last_quarters = platform_->quality();
    }

    std::uint64_t pictures_at_end = 0;
    std::uint32_t last_quarters = 0;

private:
    std::optional<std::uint32_t> quarters_;
    Flicks last_second_;
    Platform* platform_ = nullptr;
};

}  // namespace

QualityRun run_at_quality(const Loop& loop, const Machine& machine, const RunOptions& options,
                          std::optional<std::uint32_t> quarters) {
    YardAtQuality game(quarters, options.window);
    QualityRun run;
    run.report = run_loop(loop, machine, options, &game);
    run.pictures_at_end = game.pictures_at_end;
    run.quarters = game.last_quarters;
    run.frame_cost = machine.update_cost + machine.render_cost * run.quarters * run.quarters /
                                               (k_full_quality * k_full_quality);
    run.hashes = game.hashes();
    return run;
}

std::string quality_text(std::uint32_t quarters) {
    static constexpr std::array<const char*, k_full_quality + 1> k_texts{"-", "1/4", "1/2", "3/4",
                                                                         "1"};
    TANDEM_ASSERT(quarters <= k_full_quality);
    return k_texts[quarters];
}

}  // namespace tandem::tools::lab
