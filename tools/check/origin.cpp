// SPDX-License-Identifier: MIT
// Lets the copy wait for orders and copy itself for each. The runs answer over the same socket; if
// a run cannot answer any more, the copy does.
#include <tandem/tools/check/origin.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/life_watch.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/process/shared_memory.hpp>

namespace tandem::sim {

template <class Archive>
void serialize(Archive& ar, StateHash& hash) {
    ar(CEREAL_NVP(hash.value));
}

}  // namespace tandem::sim

namespace tandem::tools::check {

// The place of a run, in memory that all the processes share.
struct RunPosition {
    std::atomic<std::uint64_t> ticks = 0;
    std::atomic<int> process = 0;  // the process that runs; 0: none
};

template <class Archive>
void serialize(Archive& ar, ChosenTicks& chosen) {
    ar(CEREAL_NVP(chosen.way), CEREAL_NVP(chosen.seed), CEREAL_NVP(chosen.ticks));
}

template <class Archive>
void serialize(Archive& ar, Disturbance& disturbance) {
    ar(CEREAL_NVP(disturbance.kind), CEREAL_NVP(disturbance.variant),
       CEREAL_NVP(disturbance.ticks));
}

template <class Archive>
void serialize(Archive& ar, RunOrder& order) {
    ar(CEREAL_NVP(order.times), CEREAL_NVP(order.state_at), CEREAL_NVP(order.compares),
       CEREAL_NVP(order.disturbances));
}

template <class Archive>
void serialize(Archive& ar, RunOutcome& outcome) {
    ar(CEREAL_NVP(outcome.failure), CEREAL_NVP(outcome.state), CEREAL_NVP(outcome.hashes),
       CEREAL_NVP(outcome.meetings), CEREAL_NVP(outcome.died_after));
}

namespace {

using sim::ByteReader;

constexpr std::uint8_t k_session = 0;
constexpr std::uint8_t k_run = 1;
constexpr std::size_t k_text_max = (std::size_t{1} << 16) - 1;

std::size_t message_max() { return static_cast<std::size_t>(Channel::k_message_bytes_max); }

Bytes encode_session(const Script& session) {
    Bytes out;
    sim::append_le(out, k_session);
    sim::append_block(out, sim::encode_setup(session.setup()));
    sim::append_le(out, session.hash(0).value);
    for (std::uint64_t tick = 0; tick < session.ticks(); ++tick) {
        sim::append_block(out, session.record(tick));
        sim::append_le(out, session.hash(tick + 1).value);
    }
    return out;
}

// This is more than an order has; the memory is taken once.
constexpr std::size_t k_order_bytes_max = std::size_t{1} << 16;
// This is more than the containers of an order take.
constexpr std::uint64_t k_order_memory_max = std::uint64_t{1} << 17;
// No tick has this number.
constexpr std::uint64_t k_never = ~std::uint64_t{0};

// Writes an order. Every run has as many disturbances as there can be, the rest of them `again`,
// each with as many ticks, the rest of them never. So reading an order takes the same memory
// whatever it holds; otherwise it would move the game's blocks.
Bytes encode_order(RunOrder order) {
    TANDEM_ASSERT(order.disturbances.size() <= k_disturbances_max);
    order.disturbances.resize(k_disturbances_max);
    for (Disturbance& each : order.disturbances) {
        TANDEM_ASSERT(each.ticks.ticks.size() <= k_listed_ticks_max);
        each.ticks.ticks.resize(k_listed_ticks_max, k_never);
    }
    Bytes out{std::byte{k_run}};
    sim::append(out, sim::canonical_bytes(order));
    return out;
}

// Reads an order, which consists of our own bytes.
RunOrder decode_order(ByteView bytes) {
    RunOrder order;
    const auto read = sim::read_value(bytes, order, k_order_memory_max, "order");
    TANDEM_ASSERT(read.has_value());
    return order;
}

Bytes encode_outcome(RunOutcome outcome) {
    outcome.failure.resize(std::min(outcome.failure.size(), k_text_max));
    return sim::canonical_bytes(outcome);
}

// The copy's side of the socket.
class Waiting {
public:
    Waiting(const RegisteredGame& game, int socket, RunPosition& position)
        : game_(game), channel_(socket), position_(position) {}

    int serve() {
        Bytes message;
        message.reserve(k_order_bytes_max);
        while (channel_.receive(message)) {
            ByteReader reader(message);
            const std::uint8_t kind = reader.u8();
            const bool is_done =
                kind == k_session ? read_session(reader) : run(ByteView(message).subspan(1));
            if (!is_done) {
                return 1;
            }
        }
        return 0;
    }

private:
    bool read_session(ByteReader& reader) {
        const auto setup = sim::decode_setup(reader.block(message_max()));
        if (!setup) {
            return false;
        }
        script_ = Script(*setup);
        script_.start(sim::StateHash{reader.u64()});
        while (!reader.failed() && !reader.at_end()) {
            const ByteView record = reader.block(message_max());
            script_.add(record, sim::StateHash{reader.u64()});
        }
        return !reader.failed();
    }

    // Makes a run. Nothing is allocated before the fork: all runs begin in the same memory.
    bool run(ByteView order_bytes) {
        const pid_t process = fork();
        if (process == 0) {
            // The run gives its own number before it plays, so that the game finds it there.
            position_.process = getpid();
            const auto moved = [this] { ++position_.ticks; };
            const RunOrder order = decode_order(order_bytes);
            _exit(channel_.send(encode_outcome(play_disturbed(game_, script_, order, moved))) ? 0
                                                                                              : 1);
        }
        if (process < 0) {
            return send_failure(std::string("no process can be started: ") + std::strerror(errno));
        }
        int status = 0;
        while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
        }
        position_.process = 0;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            return true;
        }
        return send_failure("its process ended by " + end_text(status), position_.ticks);
    }

    bool send_failure(const std::string& text, std::optional<std::uint64_t> died_after = {}) {
        RunOutcome outcome;
        outcome.failure = text;
        outcome.died_after = died_after;
        return channel_.send(encode_outcome(outcome));
    }

    const RegisteredGame& game_;
    Channel channel_;
    RunPosition& position_;
    Script script_;
};

}  // namespace

struct Origin::Parts {
    std::unique_ptr<SharedValue<RunPosition>> position;
    Child child;
    std::uint64_t state_bytes_max = 0;
    std::uint64_t moments = 0;  // moments of the session
};

Result<Origin> Origin::start(const RegisteredGame& game) {
    auto position = std::make_unique<SharedValue<RunPosition>>();
    if (position->get() == nullptr) {
        return Error{ErrorCode::io, "",
                     std::string("no memory can be shared: ") + std::strerror(errno)};
    }
    auto child =
        Child::start([&](int socket) { return Waiting(game, socket, *position->get()).serve(); });
    TANDEM_TRY(child);
    return Origin(std::make_unique<Parts>(
        Parts{std::move(position), std::move(child).value(), game.info->state_bytes_max, 1}));
}

Origin::Origin(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Origin::~Origin() = default;
Origin::Origin(Origin&&) noexcept = default;
Origin& Origin::operator=(Origin&&) noexcept = default;

bool Origin::report_session(const SessionHistory& session) {
    const Bytes message = encode_session(session);
    parts_->moments = session.ticks() + 1;
    return message.size() <= Channel::k_message_bytes_max && parts_->child.channel().send(message);
}

// Kills the run. Its number stands in memory that the game can write, so only a process of ours is
// killed.
bool Origin::kill_run(int process) const {
    return process > 0 && getpgid(process) == getpgid(parts_->child.process()) &&
           process != parts_->child.process() && kill(process, SIGKILL) == 0;
}

Result<RunOutcome> Origin::play(const RunOrder& order, const OriginHooks& hooks) {
    RunPosition& position = *parts_->position->get();
    position.ticks = 0;
    LifeWatch watch(hooks.patience, hooks.now());
    bool is_killed = false;
    const auto gives_up = [&] {
        const std::uint64_t ticks = position.ticks;
        const bool is_hung = watch.is_hung(ticks, hooks.now());
        if (hooks.progress) {
            hooks.progress(ticks);
        }
        if (const int process = position.process; !is_killed && process != 0 && is_hung) {
            is_killed = kill_run(process);
            // If the run has not ended meanwhile, the number is not that of a process of ours.
            if (!is_killed && position.process == process) {
                return true;
            }
        }
        return hooks.is_interrupted && hooks.is_interrupted();
    };
    constexpr std::uint64_t k_head_bytes = 64;
    const std::uint64_t most =
        std::min<std::uint64_t>(k_head_bytes + k_text_max + parts_->state_bytes_max +
                                    order.times * parts_->moments * sizeof(std::uint64_t),
                                Channel::k_message_bytes_max);
    Channel channel = parts_->child.channel(gives_up);
    Bytes message;
    if (!channel.send(encode_order(order)) || !channel.receive(message, most)) {
        return Error{ErrorCode::io, "", "the process from which runs begin is gone"};
    }
    auto outcome = read_message<RunOutcome>(
        message, {ErrorCode::bad_data, "", "what arrived is no outcome of a run"});
    if (outcome && is_killed) {
        outcome->failure = "it did not come on at tick " + std::to_string(watch.signs()) +
                           " within " + std::to_string(hooks.patience / std::chrono::seconds(1)) +
                           " s and was killed";
        outcome->hashes.clear();
        outcome->is_hung = true;
    }
    return outcome;
}

}  // namespace tandem::tools::check
