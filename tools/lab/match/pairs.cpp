// SPDX-License-Identifier: MIT
// It looks at all sockets in turn, fifty times a second.
#include <tandem/tools/lab/match/pairs.hpp>

#include <map>
#include <memory>
#include <optional>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/tools/lab/match/fixed_side.hpp>
#include <tandem/tools/lab/match/player.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::chrono::milliseconds k_glance{20};
// Between the death of one machine and the other's telling of it.
constexpr std::chrono::milliseconds k_death_grace{500};

// Beyond what they may take by themselves: until they have met, and from the end to the report.
constexpr std::chrono::seconds k_around_run{30};
constexpr int k_messages_at_once = 64;
// A machine may be so many seconds ahead of the other while both are watched.
constexpr std::size_t k_states_max = 8;

bool is_interrupted(const PairsHooks& hooks);
Error interrupted(std::string where);
std::optional<SameMoment> same_moment(const std::map<std::uint64_t, sim::Bytes>& fast,
                                      const std::map<std::uint64_t, sim::Bytes>& slow);

// A machine of a pair, as its parent sees it.
class Seat {
public:
    Seat(Child child, std::string name, const PairsHooks& hooks)
        : child_(std::move(child)),
          channel_(child_.channel([this] { return is_interrupted(hooks_) || takes_too_long(); })),
          name_(std::move(name)),
          hooks_(hooks) {}

    void order(const MatchOrder& order);
    bool is_ordered() const { return heard_at_.has_value(); }

    // Hears what there is to hear.
    Result<void> listen();

    // True if the process is gone without having said why.
    bool is_dead() const { return !report_ && !has_failed_ && child_.has_ended(); }
    bool has_died() const { return has_died_; }
    Error dead();

    std::uint16_t port() const { return port_; }
    const Progressing& progress() const { return progress_; }
    // The latest states that it told, by ticks.
    const std::map<std::uint64_t, sim::Bytes>& states() const { return states_; }
    const std::optional<SideReport>& report() const { return report_; }

private:
    bool takes_too_long() const { return steady_now() - message_began_ > hooks_.patience; }
    // Says why a message that had begun did not end.
    Error unheard();
    Error hung(const char* what);
    Error failed_by(const Error& error);
    void receive(Answer answer);

    Child child_;
    Channel channel_;
    std::string name_;
    const PairsHooks& hooks_;
    std::optional<std::chrono::nanoseconds> heard_at_;
    std::chrono::nanoseconds message_began_{0};
    std::uint16_t port_ = 0;
    Progressing progress_;
    std::map<std::uint64_t, sim::Bytes> states_;
    std::optional<SideReport> report_;
    bool has_failed_ = false;
    bool has_died_ = false;
};

class Pairs {
public:
    Pairs(const PairsPlan& plan, const PairsHooks& hooks) : plan_(plan), hooks_(hooks) {}
    // The first made goes last: each puts back what was so before it (Child).
    ~Pairs() {
        while (!seats_.empty()) {
            seats_.pop_back();
        }
    }

    Result<std::vector<PairResult>> play();

private:
    bool is_fast(std::uint32_t index) const { return index % 2 == 0; }
    std::string file(std::uint32_t index) const {
        return recording_path(plan_.folder, *plan_.arm, index / 2 + 1, is_fast(index));
    }

    // No pair's word is another's.
    std::uint64_t word_of(std::uint32_t index) const { return word_ + index / 2; }

    Result<void> seat(std::uint32_t index);
    MatchOrder order_for(std::uint32_t index, std::uint16_t port) const;
    Result<void> listen();

    // Returns the other's error if a machine lost the other because that failed or died, else the
    // error itself.
    static Error cause_of(const Error& error, Seat& other);
    bool all_reported() const;
    void watch() const;
    std::vector<PairResult> results() const;

    const PairsPlan& plan_;
    const PairsHooks& hooks_;
    std::uint64_t word_ = sim::load_le<std::uint64_t>(net::random_key().bytes().data());
    std::vector<std::unique_ptr<Seat>> seats_;
};

}  // namespace

std::string recording_path(const std::string& folder, const Arm& arm, std::uint32_t number,
                           bool is_fast) {
    return folder + "/" + std::string(arm.name) + "-" + std::to_string(number) +
           (is_fast ? "-fast" : "-slow") + ".tandem";
}

Result<std::vector<PairResult>> play_pairs(const PairsPlan& plan, const PairsHooks& hooks) {
    return Pairs(plan, hooks).play();
}

namespace {

bool is_interrupted(const PairsHooks& hooks) {
    return hooks.is_interrupted && hooks.is_interrupted();
}

Error interrupted(std::string where) {
    return {ErrorCode::internal, std::move(where), "interrupted"};
}

std::optional<SameMoment> same_moment(const std::map<std::uint64_t, sim::Bytes>& fast,
                                      const std::map<std::uint64_t, sim::Bytes>& slow) {
    for (auto latest = fast.rbegin(); latest != fast.rend(); ++latest) {
        if (const auto other = slow.find(latest->first); other != slow.end()) {
            return SameMoment{latest->first, latest->second, other->second};
        }
    }
    return std::nullopt;
}

void Seat::order(const MatchOrder& order) {
    heard_at_ = message_began_ = steady_now();
    channel_.send(encode(order));
}

Result<void> Seat::listen() {
    const bool has_ended = child_.has_ended();  // before looking: nothing comes after it
    sim::Bytes message;
    // The other machines are to be heard as well, however much this one says.
    for (int heard = 0; heard < k_messages_at_once && channel_.has_more(); ++heard) {
        message_began_ = steady_now();
        if (!channel_.receive(message, k_order_bytes_max)) {
            return unheard();
        }
        heard_at_ = steady_now();
        auto answer = decode_answer(message);
        if (!answer) {
            return failed_by(answer.error());
        }
        if (auto* failed = std::get_if<Failed>(&*answer)) {
            return failed_by(failed->error);
        }
        receive(std::move(*answer));
    }
    if (!report_ && has_ended && !channel_.has_more()) {
        return dead();
    }
    if (!report_ && heard_at_ && steady_now() - *heard_at_ > hooks_.patience) {
        return hung("it said nothing for ");
    }
    return {};
}

Error Seat::dead() {
    has_failed_ = has_died_ = true;
    const auto end = child_.wait_for_end();
    return {ErrorCode::network, name_,
            "its process " + (end ? "ended by " + *end : std::string("had to be killed"))};
}

Error Seat::unheard() {
    if (is_interrupted(hooks_)) {
        return interrupted(name_);
    }
    return takes_too_long() ? hung("it stopped in the middle of a message for ") : dead();
}

Error Seat::hung(const char* what) {
    has_failed_ = true;
    return {ErrorCode::internal, name_, what + seconds_text(hooks_.patience) + " and was killed"};
}

Error Seat::failed_by(const Error& error) {
    has_failed_ = true;
    return error.within(name_);
}

void Seat::receive(Answer answer) {
    if (const auto* listening = std::get_if<Listening>(&answer)) {
        port_ = listening->port;
    } else if (auto* progress = std::get_if<Progressing>(&answer)) {
        progress_ = std::move(*progress);
        if (!progress_.state.empty()) {
            states_[progress_.ticks_done] = progress_.state;
        }
        if (states_.size() > k_states_max) {
            states_.erase(states_.begin());
        }
    } else if (auto* reported = std::get_if<Reported>(&answer)) {
        report_ = std::move(reported->report);
    }
}

Result<std::vector<PairResult>> Pairs::play() {
    for (std::uint32_t index = 0; index < 2 * plan_.repeats; ++index) {
        TANDEM_TRY(seat(index));
    }
    const auto time_max = hooks_.time_max.value_or(longest_run(plan_.seconds) + k_around_run);
    const auto until = steady_now() + time_max;
    while (!all_reported()) {
        TANDEM_TRY(listen());
        // A parent that stood still meanwhile may find that they are done.
        if (!all_reported() && steady_now() > until) {
            return Error{ErrorCode::internal, std::string(plan_.arm->name),
                         "it was not over after " + seconds_text(time_max) + " and was ended"};
        }
        if (is_interrupted(hooks_)) {
            return interrupted(std::string(plan_.arm->name));
        }
        watch();
        sleep_until(steady_now() + k_glance);
    }
    return results();
}

Result<void> Pairs::seat(std::uint32_t index) {
    std::vector<std::string> command = plan_.program;
    for (const std::string& word : {std::string("lab"), std::string("match"),
                                    std::string("--as-player"), std::to_string(k_child_socket)}) {
        command.push_back(word);
    }
    auto child = plan_.program.empty()
                     ? Child::start([](int socket) { return play_as_child(socket); })
                     : Child::start(ChildPlan{std::move(command)});
    std::string name(plan_.arm->name);
    name += plan_.repeats > 1 ? ", pair " + std::to_string(index / 2 + 1) : "";
    name += is_fast(index) ? ", the fast machine" : ", the slow machine";
    if (!child) {
        return child.error().within(name);
    }
    seats_.push_back(std::make_unique<Seat>(std::move(*child), std::move(name), hooks_));
    if (is_fast(index)) {
        seats_.back()->order(order_for(index, 0));
    }
    return {};
}

MatchOrder Pairs::order_for(std::uint32_t index, std::uint16_t port) const {
    const std::uint32_t cost_ns = is_fast(index) ? plan_.fast_cost_ns : plan_.slow_cost_ns;
    return {SidePlan{plan_.arm->id, is_fast(index), plan_.seconds, cost_ns, plan_.fast_cost_ns,
                     delay_ticks_for(plan_.slow_cost_ns, plan_.fast_cost_ns)},
            port, word_of(index), file(index), plan_.force};
}

Result<void> Pairs::listen() {
    for (std::uint32_t index = 0; index < seats_.size(); ++index) {
        Seat& seat = *seats_[index];
        Seat& other = *seats_[index ^ 1U];
        if (!seat.is_ordered() && other.port() != 0) {
            seat.order(order_for(index, other.port()));
        }
        if (auto heard = seat.listen(); !heard) {
            return seat.has_died() ? heard.error() : cause_of(heard.error(), other);
        }
    }
    return {};
}

Error Pairs::cause_of(const Error& error, Seat& other) {
    if (error.code != ErrorCode::network) {
        return error;
    }
    const auto until = steady_now() + k_death_grace;
    while (!other.is_dead() && steady_now() < until) {
        sleep_until(steady_now() + k_glance);
    }
    if (!other.is_dead()) {
        return error;
    }
    // It may have told why before it ended, and not have been heard yet.
    const auto heard = other.listen();
    const bool is_cause = !heard && (other.has_died() || heard.error().code != ErrorCode::network);
    return is_cause ? heard.error() : error;
}

bool Pairs::all_reported() const {
    for (const auto& seat : seats_) {
        if (!seat->report()) {
            return false;
        }
    }
    return true;
}

void Pairs::watch() const {
    if (!hooks_.watch) {
        return;
    }
    std::vector<PairView> views;
    for (std::size_t i = 0; i + 1 < seats_.size(); i += 2) {
        views.push_back({seats_[i]->progress(), seats_[i + 1]->progress(),
                         same_moment(seats_[i]->states(), seats_[i + 1]->states())});
    }
    hooks_.watch(views);
}

std::vector<PairResult> Pairs::results() const {
    std::vector<PairResult> results;
    for (std::uint32_t index = 0; index < seats_.size(); index += 2) {
        results.push_back(
            {*seats_[index]->report(), *seats_[index + 1]->report(), file(index), file(index + 1)});
    }
    return results;
}

}  // namespace
}  // namespace tandem::tools::lab::match
