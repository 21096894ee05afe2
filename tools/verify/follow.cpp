// SPDX-License-Identifier: MIT
// Decides as play --follow does where the session ends, and when its file is looked at again.
#include <tandem/tools/verify/follow.hpp>

#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/verify/growing.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/followed_file.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::GrowingVerification;

// The time between two lines in a log, where nobody wants a line a second.
constexpr std::chrono::nanoseconds k_between_notes = std::chrono::minutes(1);

class FollowedVerification {
public:
    FollowedVerification(FollowedFile file, sim::AnySimulation spare,
                         std::uint64_t round_trip_ticks, Console& console)
        : file_(std::move(file)),
          spare_(std::move(spare)),
          verification_(file_.replay(), spare_, round_trip_ticks),
          console_(console),
          progress_(console.err(), console.may_redraw(), "verifying", "tick",
                    file_.replay().ticks()) {}

    // Reports the ticks that were verified even if `trouble` ended it.
    Result<replay::VerifyReport> run(const std::string& path, std::optional<Error>& trouble) {
        while (!trouble) {
            verification_.verify([this](std::uint64_t ticks) {
                progress_.update(ticks, steady_now());
                return pending_signal() == 0;
            });
            if (verification_.is_stopped() || !file_.is_live() || pending_signal() != 0) {
                break;
            }
            report_waiting(path);
            sleep_until(steady_now() + FollowedFile::k_wait_for_more);
            const auto follow = [this](const replay::Replay& longer) {
                return verification_.follow(longer);
            };
            if (const auto more = file_.read_more(follow, steady_now()); !more) {
                trouble = more.error();
            }
            progress_.set_total(file_.replay().ticks());
        }
        progress_.finish();
        return verification_.conclude([](std::uint64_t) { return pending_signal() == 0; });
    }

    const replay::Replay& replay() const { return file_.replay(); }

private:
    // Draws one line over on a terminal, or writes a line now and then into a log.
    void report_waiting(const std::string& path) {
        const auto now = steady_now();
        const std::uint64_t ticks = verification_.ticks_checked();
        progress_.update(ticks, now);
        if (console_.may_redraw() || (noted_ && now - *noted_ < k_between_notes)) {
            return;
        }
        noted_ = now;
        console_.print_note(escaped(path) + ": " + count_text(ticks, "tick") +
                            " simulated again so far, all the same; its session still writes it, "
                            "waiting for more");
    }

    FollowedFile file_;
    sim::AnySimulation spare_;
    GrowingVerification verification_;
    Console& console_;
    Progress progress_;
    std::optional<std::chrono::nanoseconds> noted_;
};

std::optional<Error> follow(Outcome& outcome, std::uint64_t round_trip_ticks,
                            const Context& context) {
    replay::GrowingFile growing(outcome.path, open_options(context));
    auto file = open_replay(growing, context);
    TANDEM_TRY(file);
    outcome.game = file->header().game;
    outcome.maker = file->header().game_build;
    const auto game = game_of(*file, outcome.path, context);
    TANDEM_TRY(game);
    // A file that cannot be played from its start never will be, however long the session goes on.
    TANDEM_TRY(replay::Run::from_start(*file, game->make()).within(outcome.path));
    FollowedVerification verification(FollowedFile(std::move(growing), std::move(*file)),
                                      game->make(), round_trip_ticks, context.console);
    std::optional<Error> trouble;
    auto report = verification.run(outcome.path, trouble).within(outcome.path);
    TANDEM_TRY(report);
    outcome.report = std::move(*report);
    return trouble ? trouble
                   : error_of(outcome.path, *outcome.report, verification.replay().flaw());
}

}  // namespace

Outcome verify_followed(const std::string& path, std::uint64_t round_trip_ticks,
                        const Context& context) {
    Outcome outcome;
    outcome.path = path;
    try {
        outcome.error = follow(outcome, round_trip_ticks, context);
    } catch (const std::bad_alloc&) {
        outcome.error = out_of_memory(path);
    } catch (const std::exception& exception) {
        outcome.error = Error{ErrorCode::internal, path, unexpected_text(exception.what())};
    }
    return outcome;
}

}  // namespace tandem::tools
