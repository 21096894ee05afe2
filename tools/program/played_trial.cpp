// SPDX-License-Identifier: MIT
// The tick that is being played stands in memory that both processes see, so that it is known also
// of a process that died in it.
#include <tandem/tools/program/played_trial.hpp>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include <sys/mman.h>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/tools/check/channel.hpp>
#include <tandem/tools/check/child.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

using replay::TrialOutcome;
using sim::Bytes;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// A number in memory that a forked process shares.
class SharedTick {
public:
    SharedTick()
        : memory_(mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                       -1, 0)) {
        if (memory_ != MAP_FAILED) {
            new (memory_) Number(0);
        }
    }
    ~SharedTick() {
        if (memory_ != MAP_FAILED) {
            munmap(memory_, sizeof(Number));
        }
    }
    SharedTick(const SharedTick&) = delete;
    SharedTick& operator=(const SharedTick&) = delete;

    bool is_there() const { return memory_ != MAP_FAILED; }
    void set(std::uint64_t tick) { number().store(tick, std::memory_order_relaxed); }
    std::uint64_t get() { return number().load(std::memory_order_relaxed); }

private:
    using Number = std::atomic<std::uint64_t>;
    Number& number() { return *static_cast<Number*>(memory_); }

    void* memory_;
};

// One session, in the other process.
class PlayedSession {
public:
    PlayedSession(const RegisteredGame& game, const Setup& setup, const FailureSought& sought,
                  SharedTick& tick)
        : game_(game), setup_(setup), sought_(sought), tick_(tick), simulation_(game.make()) {}

    TrialOutcome play(std::span<const Bytes> records) {
        if (auto reset = simulation_.reset(setup_); !reset) {
            return failed(0, reset.error());
        }
        if (sought_.divergence) {
            twin_.emplace(game_.make());
            if (auto reset = twin_->reset(setup_); !reset) {
                return failed(0, reset.error());
            }
        }
        now_ = simulation_.save();
        if (holds(nullptr)) {
            return {true, 0, sought_.condition_text};
        }
        for (std::uint64_t tick = 0; tick < records.size(); ++tick) {
            tick_.set(tick + 1);
            if (auto stepped = simulation_.step(records[tick]); !stepped) {
                return failed(tick + 1, stepped.error());
            }
            if (sought_.divergence && !twin_agrees(records[tick])) {
                return {true, tick + 1, "a restored state goes on otherwise"};
            }
            if (holds(&records[tick])) {
                return {true, tick + 1, sought_.condition_text};
            }
            if (simulation_.finished()) {
                return {false, tick + 1, ""};
            }
        }
        return {false, records.size(), ""};
    }

private:
    // Without its tick, which is another after each shrinking.
    static TrialOutcome failed(std::uint64_t ticks_done, const Error& error) {
        return {true, ticks_done, error.message};
    }

    bool twin_agrees(const Bytes& record) {
        const Bytes state = twin_->save();
        return twin_->restore(state) && twin_->step(record) &&
               twin_->state_hash() == simulation_.state_hash();
    }

    bool holds(const Bytes* record) {
        if (sought_.condition == nullptr) {
            return false;
        }
        std::optional<sim::RecordView> view;
        if (record != nullptr && sought_.condition->asks_inputs()) {
            auto parsed =
                sim::parse_record(game_.info->input_schema, simulation_.setup().slots, *record);
            view = parsed ? std::optional(std::move(parsed).value()) : std::nullopt;
        }
        before_.swap(now_);
        const bool has_before = record != nullptr;
        now_ = simulation_.save();
        const replay::Instant then{before_};
        return sought_.condition->holds({now_, view ? &*view : nullptr},
                                        has_before ? &then : nullptr);
    }

    const RegisteredGame& game_;
    const Setup& setup_;
    const FailureSought& sought_;
    SharedTick& tick_;
    sim::AnySimulation simulation_;
    std::optional<sim::AnySimulation> twin_;  // is saved and restored before each step
    Bytes now_;
    Bytes before_;
};

Bytes encode(const TrialOutcome& outcome) {
    Bytes message;
    sim::append_flag(message, outcome.fails);
    sim::append_le(message, outcome.ticks_done);
    sim::append_block(message, sim::as_bytes(outcome.what));
    return message;
}

TrialOutcome decode_outcome(const Bytes& message) {
    sim::ByteReader reader(message);
    TrialOutcome outcome;
    outcome.fails = reader.flag();
    outcome.ticks_done = reader.u64();
    const sim::ByteView what = reader.block(message.size());
    outcome.what.assign(reinterpret_cast<const char*>(what.data()), what.size());
    return outcome;
}

Result<TrialOutcome> play_once(const RegisteredGame& game, const Setup& setup,
                               const FailureSought& sought, std::span<const Bytes> records) {
    SharedTick tick;
    if (!tick.is_there()) {
        return Error{ErrorCode::io, "",
                     std::string("no memory can be shared: ") + std::strerror(errno)};
    }
    auto child = check::Child::start([&](int socket) {
        check::Channel channel(socket);
        const TrialOutcome outcome = PlayedSession(game, setup, sought, tick).play(records);
        return channel.send(encode(outcome)) ? 0 : 1;
    });
    if (!child) {
        return child.error();
    }
    const auto begun = steady_now();
    bool is_hung = false;
    check::Channel channel(child->socket(), [&](bool) {
        is_hung = steady_now() - begun > sought.patience;
        return is_hung || pending_signal() != 0;
    });
    Bytes message;
    if (channel.receive(message)) {
        child->wait_for_end();
        return decode_outcome(message);
    }
    const auto how =
        child->wait_for_end(is_hung ? std::chrono::seconds(0) : std::chrono::seconds(2));
    if (is_hung) {
        return TrialOutcome{true, tick.get(), "the game hangs in a step"};
    }
    return TrialOutcome{pending_signal() == 0, tick.get(),
                        "the process ended by " + how.value_or("itself")};
}

}  // namespace

replay::PlayTrial played_trial(const RegisteredGame& game, const Setup& setup,
                               FailureSought sought) {
    return [&game, &setup, sought = std::move(sought)](std::span<const Bytes> records) {
        return play_once(game, setup, sought, records);
    };
}

}  // namespace tandem::tools
