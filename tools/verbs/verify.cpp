// SPDX-License-Identifier: MIT
// verify: simulate recordings again and compare every hash, several files at a time where asked.
#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include <tandem/replay/verify.hpp>
#include <tandem/tools/program/differences.hpp>
#include <tandem/tools/program/faults.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;
using replay::VerifyReport;
using replay::VerifyVerdict;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// What came of one file.
struct Outcome {
    std::string path;
    std::string game;
    std::optional<VerifyReport> report;
    std::optional<Error> error;  // why it could not be verified, or not to its end

    // Neither: somebody interrupted it before this file's turn.
    bool is_begun() const { return report || error; }
    bool is_same() const { return report && report->verdict == VerifyVerdict::same && !error; }
};

// Files as given, and every .tandem file in folders as given, by name.
Result<std::vector<std::string>> list_files(const std::vector<std::string>& paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code failure;
        if (!std::filesystem::is_directory(path, failure)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        std::filesystem::recursive_directory_iterator entry(path, failure);
        for (; !failure && entry != std::filesystem::recursive_directory_iterator();
             entry.increment(failure)) {
            if (entry->path().extension() == ".tandem") {
                found.push_back(entry->path().string());
            }
        }
        if (failure) {
            return Error{ErrorCode::io, path, "cannot be listed: " + failure.message()};
        }
        if (found.empty()) {
            return Error{ErrorCode::bad_data, path,
                         "there is no .tandem file in this folder, so nothing was verified"};
        }
        std::sort(found.begin(), found.end());
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

// Counts ticks of all threads into one line.
class SharedProgress {
public:
    SharedProgress(Console& console, const std::vector<std::string>& files)
        : progress_(console.err(), console.may_redraw(), "verifying", "tick", std::nullopt) {
        for (const std::string& file : files) {
            bytes_ += size_of(file);
        }
    }

    // A file holds so many. What the others hold is guessed by their size until they are open.
    void opened(const std::string& file, std::uint64_t ticks) {
        const std::lock_guard lock(mutex_);
        opened_ticks_ += ticks;
        opened_bytes_ += size_of(file);
        const double part = opened_bytes_ == 0
                                ? 1
                                : static_cast<double>(bytes_) / static_cast<double>(opened_bytes_);
        progress_.set_total(static_cast<std::uint64_t>(static_cast<double>(opened_ticks_) * part));
    }
    void add(std::uint64_t ticks) {
        const std::lock_guard lock(mutex_);
        ticks_ += ticks;
        progress_.update(ticks_, steady_now());
    }
    void finish() { progress_.finish(); }

private:
    static std::uint64_t size_of(const std::string& file) {
        std::error_code failure;
        const std::uintmax_t bytes = std::filesystem::file_size(file, failure);
        return failure ? 0 : bytes;
    }

    std::mutex mutex_;
    Progress progress_;
    std::uint64_t bytes_ = 0;
    std::uint64_t opened_bytes_ = 0;
    std::uint64_t opened_ticks_ = 0;
    std::uint64_t ticks_ = 0;
};

Outcome verify_file(const std::string& path, const Context& context, SharedProgress& progress) {
    Outcome outcome;
    outcome.path = path;
    const auto file = Replay::open(path);
    if (!file) {
        progress.opened(path, 0);
        outcome.error = file.error();
        return outcome;
    }
    outcome.game = file->header().game;
    const auto game = game_of(*file, path, context);
    progress.opened(path, game ? file->ticks() : 0);
    if (!game) {
        outcome.error = game.error();
        return outcome;
    }
    std::uint64_t told = 0;
    auto report = replay::verify(*file, game->make(), [&](std::uint64_t ticks) {
        progress.add(ticks - told);
        told = ticks;
        return pending_signal() == 0;
    });
    if (!report) {
        outcome.error = report.error().within(path);
        return outcome;
    }
    if (file->flaw()) {
        outcome.error = file->flaw();
    } else if (report->verdict == VerifyVerdict::nothing_checked) {
        outcome.error = Error{ErrorCode::bad_data, path, report->message};
    } else if (report->flaw) {
        outcome.error = report->flaw->within(path);
    }
    outcome.report = std::move(*report);
    return outcome;
}

// The same where even a lack of memory is an outcome: out of a thread it would end the program, and
// of one file it must not cost the others.
Outcome verify_file_safely(const std::string& path, const Context& context,
                           SharedProgress& progress) {
    Outcome outcome;
    outcome.path = path;
    try {
        return verify_file(path, context, progress);
    } catch (const std::bad_alloc&) {
        outcome.error = out_of_memory(path);
    } catch (const std::exception& exception) {
        outcome.error = Error{ErrorCode::internal, path, unexpected_text(exception.what())};
    }
    return outcome;
}

std::vector<Outcome> verify_all(const std::vector<std::string>& files, std::uint32_t jobs,
                                const Context& context) {
    std::vector<Outcome> outcomes(files.size());
    SharedProgress progress(context.console, files);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size() && pending_signal() == 0; i = next++) {
            outcomes[i] = verify_file_safely(files[i], context, progress);
        }
    };
    std::vector<std::thread> threads;
    const std::size_t helpers = std::min<std::size_t>(jobs, files.size()) - 1;
    threads.reserve(helpers);
    try {
        while (threads.size() < helpers) {
            threads.emplace_back(work);
        }
    } catch (const std::system_error&) {
        // Where no more threads are to be had, those there are do all of it.
    }
    work();
    for (std::thread& thread : threads) {
        thread.join();
    }
    progress.finish();
    return outcomes;
}

JsonObject facts_of(const Outcome& outcome) {
    JsonObject facts{{"file", outcome.path}};
    if (!outcome.report) {
        return facts;
    }
    const VerifyReport& report = *outcome.report;
    facts.insert(
        facts.end(),
        {{"game", outcome.game},
         {"ticks_checked", report.ticks_checked},
         {"ticks_recorded", report.ticks_recorded},
         {"verdict", replay::verdict_text(report.verdict)},
         {"tick", report.divergence ? JsonValue(report.divergence->tick.number) : JsonValue()},
         {"fields", fields_json(report.fields)},
         {"fields_ticks_done", report.fields_ticks_done},
         {"chains_checked", report.chains_checked},
         {"states_checked", report.states_checked},
         {"chain", hash_text(report.chain.value)},
         {"completeness", replay::completeness_text(report.completeness)},
         {"message", report.message},
         {"faults", faults_json(report.faults)},
         {"flaw", outcome.error ? JsonValue(outcome.error->text()) : JsonValue()}});
    return facts;
}

ExitCode tell(const Outcome& outcome, Context& context) {
    Console& console = context.console;
    if (outcome.report) {
        console.say(escaped(outcome.path) + ": " + replay::verdict_text(outcome.report->verdict) +
                    ": " + escaped(outcome.report->message) + ", chain " +
                    hash_text(outcome.report->chain.value));
        tell_faults(outcome.report->faults, console);
        if (!outcome.report->fields.empty()) {
            console.say("  (recorded | simulated)");
        }
        say_fields(outcome.report->fields, moment_text(outcome.report->fields_ticks_done), console);
        if (const auto& divergence = outcome.report->divergence) {
            // It beats whatever else is wrong with the file.
            if (outcome.error) {
                console.complain(*outcome.error);
            }
            return static_cast<ExitCode>(
                context.fail({ErrorCode::divergence,
                              outcome.path + ", tick " + std::to_string(divergence->tick.number),
                              "the simulation left the recording here"},
                             facts_of(outcome)));
        }
    }
    if (outcome.error) {
        return static_cast<ExitCode>(context.fail(*outcome.error, facts_of(outcome)));
    }
    console.report(facts_of(outcome));
    return ExitCode::ok;
}

// What all files come to together.
struct Sum {
    ExitCode code = ExitCode::ok;
    std::uint64_t ticks = 0;
    std::size_t same = 0;
    std::size_t not_begun = 0;

    void add(const Outcome& outcome, ExitCode told) {
        code = worse_of(code, told);
        ticks += outcome.report ? outcome.report->ticks_checked : 0;
        same += outcome.is_same() ? 1U : 0U;
        not_begun += outcome.is_begun() ? 0U : 1U;
    }
    std::string text(std::size_t files) const {
        return std::to_string(same) + " of " + count_text(files, "file") +
               " complete and the same, " + count_text(ticks, "tick") + " compared" +
               (not_begun == 0 ? ""
                               : "; interrupted, " + count_text(not_begun, "file") + " not begun");
    }
};

int run_verify(const Arguments& arguments, Context& context) {
    const SignalGuard signals;
    const auto files = list_files(arguments.texts("FILE-or-DIR"));
    if (!files) {
        return context.fail(files.error());
    }
    const auto jobs = arguments.whole<std::uint32_t>("--jobs").value_or(1);
    Sum sum;
    for (const Outcome& outcome : verify_all(*files, jobs, context)) {
        sum.add(outcome, outcome.is_begun() ? tell(outcome, context) : ExitCode::ok);
    }
    if (files->size() > 1 || sum.not_begun > 0) {
        context.console.say(sum.text(files->size()));
    }
    // What was found until then counts for more than who wanted to stop.
    return pending_signal() != 0 && sum.code != ExitCode::divergence
               ? exit_code_of_signal(pending_signal())
               : static_cast<int>(sum.code);
}

}  // namespace

Verb verify_verb() {
    return {
        .name = "verify",
        .sentence = "Simulate recordings again and compare every hash",
        .example = "verify recordings/ --jobs 4",
        .options = {{.names = {"FILE-or-DIR"},
                     .sentence = "Files, or folders of .tandem files",
                     .value = Path{Path::Kind::either},
                     .is_repeated = true,
                     .is_required = true},
                    {.names = {"--jobs"},
                     .value_name = "N",
                     .sentence = "Files to verify at the same time",
                     .default_text = "1",
                     .value =
                         Whole{.least = 1, .most = std::numeric_limits<std::uint32_t>::max()}}},
        .run = &run_verify,
    };
}

}  // namespace tandem::tools
