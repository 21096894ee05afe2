// SPDX-License-Identifier: MIT
// The loop of articles L2 and L3, whose frames are MatchSide::frame and a sleep.
#include <tandem/tools/lab/match/player.hpp>

#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>

#include <tandem/net/transport/enet_transport.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/lab/match/guarded_transport.hpp>
#include <tandem/tools/lab/match/orders.hpp>
#include <tandem/tools/lab/match/variable_side.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/system/program_identity.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Result;

constexpr std::string_view k_loopback = "127.0.0.1";
// Other programs on this machine can reach a host's port too, and none must keep the guest out.
constexpr std::uint32_t k_knockers_max = 8;
constexpr std::chrono::milliseconds k_between_frames{1};
constexpr std::chrono::nanoseconds k_progress = std::chrono::milliseconds(250);
constexpr int k_failed = 1;

class Player {
public:
    explicit Player(int socket) : channel_(socket) {}

    Result<void> run() {
        auto opened = open();
        return opened ? loop() : opened;
    }
    bool send(const Answer& answer) { return channel_.send(encode(answer)); }

private:
    Result<void> open() {
        sim::Bytes message;
        if (!channel_.receive(message, k_order_bytes_max)) {
            return sim::Error{sim::ErrorCode::internal, "", "nobody said what to play"};
        }
        auto order = decode_order(message);
        TANDEM_TRY(order);
        order_ = std::move(*order);
        auto transport = order_.plan.is_host
                             ? net::EnetTransport::host(0, k_knockers_max, net::ListenOn::loopback)
                             : net::EnetTransport::connect(std::string(k_loopback), order_.port);
        TANDEM_TRY(transport);
        transport_ = std::move(*transport);
        guarded_.emplace(*transport_, order_.word, order_.plan.is_host);
        auto output = replay::FileOutput::create(
            order_.file,
            {.force = order_.force, .sync = replay::FileSync::none, .force_name = "--force"});
        TANDEM_TRY(output);
        output_ = std::move(*output);
        recorder_.emplace(*output_, replay::RecorderOptions{.build = build_text(),
                                                            .game_build = own_game_build()});
        auto side = make_side();
        TANDEM_TRY(side);
        side_ = std::move(*side);
        if (order_.plan.is_host) {
            send(Listening{transport_->port()});
        }
        return {};
    }

    Result<std::unique_ptr<MatchSide>> make_side() {
        if (arm_of(order_.plan.arm).is_variable) {
            return std::unique_ptr<MatchSide>(
                std::make_unique<VariableSide>(order_.plan, *guarded_, &*recorder_));
        }
        auto side = FixedSide::make(order_.plan, *guarded_, &*recorder_);
        TANDEM_TRY(side);
        return std::unique_ptr<MatchSide>(std::move(*side));
    }

    Result<void> loop() {
        auto told_at = steady_now();
        while (!side_->is_over()) {
            const auto now = steady_now();
            TANDEM_TRY(side_->frame(now));
            if (now - told_at >= k_progress) {
                told_at = now;
                if (!report_progress()) {
                    return {};  // the one who asked is gone
                }
            }
            render();
        }
        TANDEM_TRY(output_->close());
        send(Reported{side_->report()});
        return {};
    }

    // The throttle: what a picture costs on this machine.
    void render() const {
        const auto cost = side_->is_playing() ? std::chrono::nanoseconds(order_.plan.frame_cost_ns)
                                              : std::chrono::nanoseconds(k_between_frames);
        sleep_until(steady_now() + cost);
    }

    bool report_progress() {
        const SideReport report = side_->report();
        const Snapshot latest = report.snapshots.empty() ? Snapshot{} : report.snapshots.back();
        return send(Progressing{report.frames, report.played_ns, report.stalls, latest.ticks_done,
                                latest.state});
    }

    Channel channel_;
    MatchOrder order_;
    std::unique_ptr<net::EnetTransport> transport_;
    std::optional<GuardedTransport> guarded_;
    std::unique_ptr<replay::FileOutput> output_;
    std::optional<replay::Recorder> recorder_;
    std::unique_ptr<MatchSide> side_;
};

}  // namespace

bool is_socket(int number) {
    struct stat status {};
    return ::fstat(number, &status) == 0 && S_ISSOCK(status.st_mode);
}

std::optional<sim::Error> failure_of(const std::function<Result<void>()>& play) {
    try {
        const auto played = play();
        return played ? std::nullopt : std::optional(played.error());
    } catch (const std::bad_alloc&) {
        return out_of_memory("");
    } catch (const std::exception& exception) {
        return sim::Error{sim::ErrorCode::internal, "", unexpected_text(exception.what())};
    }
}

int play_as_child(int socket) {
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);
    // A file that may not grow is then an error of writing, which is told.
    std::signal(SIGXFSZ, SIG_IGN);
    Player player(socket);
    const auto failure = failure_of([&player] { return player.run(); });
    if (!failure) {
        return 0;
    }
    player.send(Failed{*failure});
    return k_failed;
}

}  // namespace tandem::tools::lab::match
