// SPDX-License-Identifier: MIT
// Sends the output of a verb when it has ended and prints it here, so that a game that dies leaves
// no half of an answer.
#include <tandem/tools/program/trial/trial.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>
#include <variant>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/own_output.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint64_t k_patience_seconds_max = 86'400;
constexpr std::uint64_t k_mebibyte = std::uint64_t{1} << 20;
constexpr std::int32_t k_exit_code_max = 255;

using ValueOrError = std::variant<Bytes, Error>;

// The output of the other process, and its exit code.
struct Printed {
    std::int32_t exit_code = 0;
    std::string out;
    std::string err;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(exit_code), CEREAL_NVP(out), CEREAL_NVP(err));
    }
};

// The error for an exception of the work; nothing if it threw none.
template <class Do>
std::optional<Error> caught(Do&& work) {
    try {
        work();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return out_of_memory("simulating again");
    } catch (const std::exception& exception) {
        return Error{ErrorCode::internal, "", unexpected_text(exception.what())};
    } catch (...) {
        return Error{ErrorCode::internal, "", unexpected_text("an unknown exception")};
    }
}

// Does the work in the other process, and returns its output.
Bytes print_there(const Context& context, const TrialWork& work, TrialLife& life) {
    std::ostringstream out;
    std::ostringstream err;
    Console console(out, err, context.program.name);
    console.set_json(context.console.json());
    console.set_quiet(context.console.quiet());
    console.set_verb(context.console.verb());
    Context there{context.registry, context.verbs,   console,
                  context.game,     context.program, context.own_program};
    Printed printed;
    Result<int> code = 0;
    const auto error = caught([&] { code = work(there, progress_of(life)); });
    printed.exit_code = error ? there.fail(*error) : code ? *code : there.fail(code.error());
    printed.out = out.str();
    printed.err = err.str();
    return sim::canonical_bytes(printed);
}

// Runs the job and returns how it ended; nothing after an interrupt.
Result<std::optional<TrialEnd>> run_one(const Context& context, const TrialJob& job,
                                        const TrialLimits& limits) {
    Progress line(context.console.err(), context.console.may_redraw(), "simulating", "tick",
                  std::nullopt);
    return run_trial(job, limits, [&](std::uint64_t ticks) { line.update(ticks, steady_now()); });
}

}  // namespace

std::uint32_t search_threads() {
    constexpr std::uint32_t k_threads_max = 8;
    return std::clamp(std::thread::hardware_concurrency(), 1U, k_threads_max);
}

Option patience_option(std::chrono::seconds otherwise) {
    return {.names = {"--patience"},
            .value_name = "S",
            .sentence = "The game hangs if a step takes longer than S seconds",
            .default_text = std::to_string(otherwise.count()),
            .value = Whole{.least = 1, .most = k_patience_seconds_max}};
}

Option memory_option() {
    return {.names = {"--memory"},
            .value_name = "M",
            .sentence = "The game may have M MiB of memory while it is run again",
            .default_text = std::to_string(TrialLimits().memory_bytes / k_mebibyte),
            .value = Whole{.least = 64, .most = std::uint64_t{1} << 30}};
}

TrialLimits trial_limits(const Arguments& arguments, std::chrono::seconds otherwise) {
    const auto seconds = arguments.whole("--patience");
    TrialLimits limits;
    limits.patience = seconds ? std::chrono::seconds(*seconds) : otherwise;
    if (const auto mebibytes = arguments.whole("--memory")) {
        limits.memory_bytes = *mebibytes * k_mebibyte;
    }
    return limits;
}

replay::Progress progress_of(TrialLife& life) {
    return [&life](std::uint64_t ticks) {
        life.set_ticks(ticks);
        return !life.is_stopped();
    };
}

int run_in_trial(Context& context, const std::string& doing, const TrialWork& work,
                 const TrialLimits& limits, const OtherWay& other_way) {
    const SignalGuard signals;
    const TrialJob job = [&](TrialLife& life) { return print_there(context, work, life); };
    auto ended = run_one(context, job, limits);
    const auto has_died = [&] { return ended && *ended && !(*ended)->answer; };
    std::optional<Error> first;
    if (has_died() && !has_lost_reader() && other_way) {
        first = trial_error(doing, **ended);
        first->message += "; " + other_way();
        ended = run_one(context, job, limits);
    }
    if (!ended) {
        return context.fail(ended.error());
    }
    if (!*ended) {
        return exit_code_of_signal(pending_signal());
    }
    if (has_died()) {
        // A reader that is gone ends the copy too.
        return has_lost_reader() ? exit_code_of_signal(SIGPIPE)
                                 : context.fail(trial_error(doing, **ended));
    }
    const auto printed =
        read_message<Printed>(*(*ended)->answer, damaged_answer(), [](const Printed& read) {
            return read.exit_code >= 0 && read.exit_code <= k_exit_code_max;
        });
    if (!printed) {
        return context.fail(printed.error().within(doing));
    }
    if (first) {
        context.console.complain(*first);
    }
    context.console.pass_on(printed->out, printed->err);
    return printed->exit_code;
}

Result<Bytes> bytes_of_trial(Context& context, const std::string& doing, const BytesWork& work,
                             const TrialLimits& limits) {
    const auto ended = run_one(
        context,
        [&](TrialLife& life) {
            Result<Bytes> made = Bytes();
            const auto error = caught([&] { made = work(progress_of(life)); });
            return encode_result(error ? *error : std::move(made));
        },
        limits);
    TANDEM_TRY(ended);
    if (!*ended) {
        return Error{ErrorCode::step_failed, doing, "this was interrupted"};
    }
    return (*ended)->answer ? decode_result(*(*ended)->answer) : trial_error(doing, **ended);
}

Bytes encode_result(const Result<Bytes>& result) {
    return sim::canonical_bytes(result ? ValueOrError(*result) : ValueOrError(result.error()));
}

Result<Bytes> decode_result(ByteView message) {
    auto read = read_message<ValueOrError>(message, damaged_answer());
    TANDEM_TRY(read);
    if (auto* value = std::get_if<Bytes>(&*read)) {
        return std::move(*value);
    }
    const Error& error = std::get<Error>(*read);
    return sim::is_known(error.code) ? error : damaged_answer();
}

}  // namespace tandem::tools
