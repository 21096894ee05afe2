// SPDX-License-Identifier: MIT
// Helps chance, which decides whether two threads meet in the same line of a game: a timer's signal
// stops one of them in the midst of a step until the other has played a few, so that they meet on a
// machine with one processor too.
#include <tandem/tools/check/threads.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <iterator>
#include <thread>
#include <utility>

#include <signal.h>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/check/orders.hpp>
#include <tandem/tools/check/serve.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/life_watch.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/process/shared_memory.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

using sim::Bytes;
using sim::ByteView;
using sim::Error;
using sim::ErrorCode;
using sim::Result;
using std::chrono::microseconds;

constexpr std::size_t k_threads = 2;
// The number of meetings of the threads that suffices. If ticks are few or short, the sessions are
// played again under other schedules until then; a machine with one processor or much else to do
// takes longer.
constexpr std::uint64_t k_meetings = 100;
constexpr std::uint64_t k_rounds_max = 500;
constexpr std::chrono::seconds k_rounds_time{3};

// The order that each thread obeys just now. This memory outlives the copy, so that it can be said
// where it ended.
struct Place {
    std::atomic<std::uint64_t> ticks_before = 0;  // ticks of the sessions before
    std::atomic<std::uint64_t> session = 0;
    std::array<std::atomic<std::uint64_t>, k_threads> number = {};
    std::array<std::atomic<bool>, k_threads> is_stepping = {};  // false while it waits
    std::atomic<std::uint64_t> moves = 0;

    // The number that both have come to.
    std::uint64_t first_number() const { return std::min(number[0].load(), number[1].load()); }
    // The number of the order in which something may have gone wrong.
    std::uint64_t suspect_number() const {
        if (is_stepping[0] == is_stepping[1]) {
            return first_number();
        }
        return is_stepping[0] ? number[0] : number[1];
    }
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// The finding of the copy.
struct Discovery {
    std::uint64_t session = 0;
    std::uint64_t number = 0;
    Bytes verdict;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(session), CEREAL_NVP(number), CEREAL_NVP(verdict));
    }
};

// Two threads in one session, one some ticks ahead of the other: if both played the same tick they
// would write the same into the things that they share, and nobody would notice.
class TwoThreads {
public:
    TwoThreads(const SessionHistory& session, Random random, Place& place)
        : session_(session),
          place_(place),
          lead_least_(1 + random.below(k_lead_least_max)),
          lead_most_(lead_least_ + 1 + random.below(k_lead_room_max)) {}

    // Plays the session. Returns the first verdict of both that is not the same.
    std::optional<std::pair<std::uint64_t, Verdict>> play() {
        for (auto& number : place_.number) {
            number = 0;
        }
        g_two_threads = this;
        // Starts the timer anew, since a signal to a thread that ended is lost.
        arm(microseconds(0));
        std::array<std::thread, k_threads> threads;
        for (std::size_t self = 0; self < k_threads; ++self) {
            threads[self] = std::thread([this, self] { play_part(self); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        g_two_threads = nullptr;
        const auto& [one, other] = found_;
        const bool is_other = other && (!one || other->first < one->first);
        return is_other ? other : one;
    }

    // The number of times that one thread went on while the other was stopped in a step.
    static std::uint64_t meetings() { return g_meetings; }

    // Makes the timer's signal stop threads. The calling thread does not take this signal.
    static bool begin_stops() {
        struct sigaction action {};
        action.sa_handler = &on_timer;
        action.sa_flags = SA_RESTART;
        sigaction(k_signal, &action, nullptr);
        take_signal(false);
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = k_signal;
        return timer_create(CLOCK_MONOTONIC, &event, &g_timer) == 0;
    }

private:
    static constexpr int k_signal = SIGUSR1;
    static constexpr std::uint32_t k_lead_least_max = 4;
    static constexpr std::uint32_t k_lead_room_max = 16;
    static constexpr std::uint32_t k_stop_ticks_max = 4;
    static constexpr std::uint32_t k_between_stops_us_max = 100;
    static constexpr microseconds k_glance{20};
    // The longest time of a stop: the other may need a lock that the stopped one holds, such as the
    // allocator's.
    static constexpr std::chrono::milliseconds k_stop_time_max{4};

    static void take_signal(bool is_taken) {
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, k_signal);
        pthread_sigmask(is_taken ? SIG_UNBLOCK : SIG_BLOCK, &signals, nullptr);
    }

    // A random number below `below`; a signal handler may call it.
    static std::uint32_t chance(std::uint32_t below) {
        constexpr std::uint32_t k_factor = 1'664'525;  // Numerical Recipes' quick generator
        constexpr std::uint32_t k_addend = 1'013'904'223;
        const std::uint32_t next = g_chance * k_factor + k_addend;
        g_chance = next;
        return (next >> 8) % below;
    }

    // Starts the timer for one stop, so that most of the time no thread is stopped.
    static void arm(std::chrono::nanoseconds last_stop) {
        const auto pause = 3 * last_stop + microseconds(1 + chance(k_between_stops_us_max));
        itimerspec when{};
        when.it_value.tv_sec = static_cast<std::time_t>(pause / std::chrono::seconds(1));
        when.it_value.tv_nsec = static_cast<long>((pause % std::chrono::seconds(1)).count());
        timer_settime(g_timer, 0, &when, nullptr);
    }

    static void on_timer(int) {
        const int before = errno;
        const auto begin = steady_now();
        const TwoThreads* const session = g_two_threads;
        if (session == nullptr || t_self >= k_threads || !session->stop(t_self)) {
            arm(steady_now() - begin);
        }
        errno = before;
    }

    // Stops this thread in the midst of its work until the other has come on by a few ticks. If
    // this thread is in no step, the other is stopped instead; then true.
    bool stop(std::size_t self) const {
        const std::size_t other = 1 - self;
        if (!place_.is_stepping[self]) {
            return place_.is_stepping[other] && pthread_kill(thread_[other], k_signal) == 0;
        }
        const std::uint64_t enough = place_.number[other] + 2 + chance(k_stop_ticks_max);
        const std::uint64_t number = place_.number[other];
        const auto until = steady_now() + k_stop_time_max;
        while (place_.number[other] < enough && can_play(other) && steady_now() < until) {
            sleep_until(steady_now() + k_glance);
        }
        // The other has then begun and ended a step meanwhile.
        if (place_.number[other] >= number + 2) {
            ++g_meetings;
        }
        return false;
    }

    // True if the next tick of this thread keeps it apart from the other's. The first thread leads.
    bool can_play(std::size_t self) const {
        const std::uint64_t here = place_.number[self];
        const std::uint64_t there = place_.number[1 - self];
        return !is_through_[self] &&
               (is_through_[1 - self] ||
                (self == 0 ? here <= there + lead_most_ : here + lead_least_ <= there));
    }

    void play_part(std::size_t self) {
        t_self = self;
        thread_[self] = pthread_self();
        take_signal(true);
        Server server(session_.game(), Conditions());
        for (std::uint64_t number = 0; number <= session_.ticks(); ++number) {
            place_.number[self] = number;
            ++place_.moves;
            wait_for_other(self);
            const Order order = order_of(session_, number);
            place_.is_stepping[self] = true;
            Verdict verdict = server.obey(order);
            place_.is_stepping[self] = false;
            if (verdict.kind != Verdict::Kind::same) {
                found_[self] = std::pair(number, std::move(verdict));
                break;
            }
        }
        is_through_[self] = true;
        take_signal(false);
    }

    void wait_for_other(std::size_t self) const {
        constexpr int k_tries = 30;
        for (int tries = 0; !can_play(self); ++tries) {
            if (tries < k_tries) {
                std::this_thread::yield();
            } else {
                sleep_until(steady_now() + k_glance);
            }
        }
    }

    static inline std::atomic<TwoThreads*> g_two_threads = nullptr;
    static inline std::atomic<std::uint64_t> g_meetings = 0;
    static inline std::atomic<std::uint32_t> g_chance = 1;
    static inline timer_t g_timer{};
    static inline thread_local std::size_t t_self = k_threads;

    const SessionHistory& session_;
    Place& place_;
    std::uint64_t lead_least_;
    std::uint64_t lead_most_;
    std::array<std::atomic<pthread_t>, k_threads> thread_ = {};
    std::array<std::atomic<bool>, k_threads> is_through_ = {};
    std::array<std::optional<std::pair<std::uint64_t, Verdict>>, k_threads> found_;
};

std::uint64_t ticks_played(const SessionHistory& session) {
    return session.ticks() - (session.failure() ? 1 : 0);
}

std::uint64_t ticks_played(const std::list<SessionHistory>& sessions) {
    std::uint64_t ticks = 0;
    for (const SessionHistory& session : sessions) {
        ticks += ticks_played(session);
    }
    return ticks;
}

std::optional<Discovery> play_all(const std::list<SessionHistory>& sessions, Place& place) {
    const bool has_stops = TwoThreads::begin_stops();
    const auto until = steady_now() + k_rounds_time;
    Random random;
    for (std::uint64_t round = 0; round < k_rounds_max; ++round) {
        place.session = 0;
        for (const SessionHistory& session : sessions) {
            if (round > 0 &&
                (!has_stops || TwoThreads::meetings() >= k_meetings || steady_now() >= until)) {
                return std::nullopt;
            }
            if (auto found = TwoThreads(session, random.split(round), place).play()) {
                return Discovery{place.session, found->first, encode(found->second)};
            }
            for (auto& number : place.number) {
                number = 0;
            }
            place.ticks_before += round == 0 ? ticks_played(session) : 0;
            ++place.session;
        }
    }
    return std::nullopt;
}

const SessionHistory* nth(const std::list<SessionHistory>& sessions, std::uint64_t number) {
    return number < sessions.size()
               ? &*std::next(sessions.begin(), static_cast<std::ptrdiff_t>(number))
               : nullptr;
}

// Reads the discovery. A game that writes outside of its memory may have written here.
Result<std::optional<Finding>> decode_discovery(const std::list<SessionHistory>& sessions,
                                                ByteView bytes) {
    const Error nobodys{ErrorCode::bad_data, "", "it tells of a tick that nobody played"};
    const auto found = read_message<std::optional<Discovery>>(bytes, nobodys);
    if (!found || !*found) {
        return found ? Result<std::optional<Finding>>(std::nullopt) : found.error();
    }
    const SessionHistory* const session = nth(sessions, (*found)->session);
    const std::uint64_t number = (*found)->number;
    if (session == nullptr || number > session->ticks()) {
        return nobodys;
    }
    const auto verdict = decode_answer(*session, number, (*found)->verdict);
    TANDEM_TRY(verdict);
    return verdict->kind == Verdict::Kind::same
               ? std::nullopt
               : std::optional(finding_of(Probe::thread, *session, number, *verdict));
}

// This process's end of the socket.
class Listener {
public:
    Listener(const std::list<SessionHistory>& sessions, const RemoteHooks& hooks,
             const Place& place, Child child)
        : sessions_(sessions), hooks_(hooks), place_(place), child_(std::move(child)) {}

    RemoteOutcome listen() {
        Channel channel = child_.channel([this] { return gives_up(); });
        Bytes message;
        constexpr std::uint64_t k_head_bytes = 64;
        const std::uint64_t most =
            k_head_bytes + verdict_bytes_max(sessions_.front().game().info->state_bytes_max);
        RemoteOutcome outcome;
        if (!channel.receive(message, most)) {
            if (!is_interrupted()) {
                outcome.finding = failure(silence_text());
            }
        } else if (auto found = decode_discovery(sessions_, message)) {
            outcome.finding = std::move(*found);
        } else {
            outcome.finding = failure(found.error().text());
        }
        outcome.ticks_compared = ticks_compared();
        return outcome;
    }

private:
    bool is_interrupted() const { return hooks_.is_interrupted && hooks_.is_interrupted(); }
    std::uint64_t ticks_compared() const {
        const std::uint64_t number = place_.first_number();
        return std::min(place_.ticks_before + (number > 0 ? number - 1 : 0),
                        ticks_played(sessions_));
    }

    bool gives_up() {
        if (hooks_.progress) {
            hooks_.progress(ticks_compared());
        }
        return is_interrupted() || hangs();
    }
    bool hangs() { return watch_.is_hung(place_.moves, hooks_.now()); }

    std::string silence_text() {
        if (hangs()) {
            return "its two threads did not come on and were killed";
        }
        const auto end = child_.wait_for_end();
        return "its process ended by " + end.value_or("being killed");
    }

    // The failure, in the tick where the copy was.
    Finding failure(const std::string& text) const {
        const SessionHistory* const there = nth(sessions_, place_.session);
        const SessionHistory& session = there != nullptr ? *there : sessions_.back();
        const std::uint64_t number = std::min(place_.suspect_number(), session.ticks());
        return session.failure(Probe::thread, tick_of_order(number), false, text);
    }

    const std::list<SessionHistory>& sessions_;
    const RemoteHooks& hooks_;
    const Place& place_;
    Child child_;
    LifeWatch watch_{hooks_.tick_patience, hooks_.now()};
};

}  // namespace

RemoteOutcome repeat_at_once(const std::list<SessionHistory>& sessions, const RemoteHooks& hooks) {
    RemoteOutcome outcome;
    const SharedValue<Place> place;
    if (place.get() == nullptr) {
        outcome.not_run = std::string("no memory can be shared: ") + std::strerror(errno);
        return outcome;
    }
    auto child = Child::start([&](int socket) {
        return Channel(socket).send(sim::canonical_bytes(play_all(sessions, *place.get()))) ? 0 : 1;
    });
    if (!child) {
        outcome.not_run = child.error().text();
        return outcome;
    }
    return Listener(sessions, hooks, *place.get(), std::move(*child)).listen();
}

}  // namespace tandem::tools::check
